#include "app/notation_argument.h"

#include "app/console.h"
#include "core/files/printable.h"
#include "core/notation/in_notation.h"
#include "core/notation/index_letters.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <utility>

namespace attn {

std::string notations_by_their_letters() {
    std::string lines;
    for (const auto& notation : shipped_notations()) {
        Notation written;
        written.chosen = NotationChoice(notation->name);
        const auto letter = [&](std::string_view symbol) { return in_letters(symbol, written); };
        lines += fmt::format("  {:<12} {:<22} {} tokens, width {}, {} heads of {}; heads from {}\n", notation->name,
                             notation->about, letter("<S>"), letter("<D>"), letter("<H>"), letter("<d_k>"),
                             first_head(written.chosen));
    }
    return lines;
}

void say_doubts(const NotationChoice& notation) {
    if (const std::string words = words_on_taken_letters(notation); !words.empty())
        say(fmt::format("attention-lab: {}\n", terminal_line(words)));
}

NotationArgument::NotationArgument(CLI::App& command, const std::string& about) {
    command.add_option("--notation", words_, about + ": " + notation_list() + ", or a file")->type_name("NAME");
}

Result<std::optional<NotationChoice>> NotationArgument::chosen() const {
    if (!words_)
        return std::optional<NotationChoice>();
    Result<NotationChoice> notation = notation_of_words(*words_);
    if (!notation)
        return error("--notation {}", notation.error().message);
    say_doubts(*notation);
    return std::optional(*std::move(notation));
}

} // namespace attn
