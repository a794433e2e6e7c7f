#include "app/notation_argument.h"

#include <CLI/CLI.hpp>
#include <utility>

namespace attn {

NotationArgument::NotationArgument(CLI::App& command, const std::string& about) {
    command.add_option("--notation", words_, about + ": " + notation_list() + ", or a file")->type_name("NAME");
}

Result<std::optional<NotationChoice>> NotationArgument::chosen() const {
    if (!words_)
        return std::optional<NotationChoice>();
    Result<NotationChoice> notation = notation_of_words(*words_);
    if (!notation)
        return error("--notation {}", notation.error().message);
    return std::optional(*std::move(notation));
}

} // namespace attn
