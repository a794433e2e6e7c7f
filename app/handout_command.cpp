#include "app/handout_command.h"

#include "app/assets.h"
#include "core/attention/engine.h"
#include "core/book/handout.h"
#include "core/io/file.h"
#include "core/io/printable.h"

#include <filesystem>

namespace attn {

Result<void> handout_command(const Session& session, const BookArguments& arguments, const std::string& output) {
    auto shown = read_book_arguments(arguments);
    if (!shown)
        return shown.error();
    if (const auto ending = std::filesystem::path(output).extension(); ending != ".html" && ending != ".htm")
        return error("{}: a handout is an .html", printable_path(output));
    const auto typesetter = Typesetter::open(program_assets() / "fonts");
    if (!typesetter)
        return typesetter.error();
    Engine engine;
    const auto html = handout({session, engine.compute(session.layer()), *typesetter}, *shown);
    return html ? write_text_file(output, *html) : html.error();
}

} // namespace attn
