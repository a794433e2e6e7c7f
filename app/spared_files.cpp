#include "app/spared_files.h"

#include "core/io/input_files.h"
#include "core/io/printable.h"
#include "core/session/notation.h"

#include <system_error>
#include <utility>

namespace attn {

Paths inputs_of(const SourceArguments& arguments, Paths others) {
    if (arguments.empty())
        return others;
    if (const auto source = arguments.source()) // else opening it says why
        for (std::filesystem::path& file : files_of(*source))
            others.push_back(std::move(file));
    return others;
}

Paths notation_file(const std::optional<std::string>& words) {
    return words && !notation_named(*words) ? Paths{*words} : Paths();
}

Result<void> check_are_not_read(const Paths& inputs, const Paths& outputs) {
    for (const std::filesystem::path& output : outputs)
        if (auto apart = check_is_not_read(inputs, output); !apart)
            return apart;
    return {};
}

Result<void> check_replaces_its_kind(const std::filesystem::path& output, std::string_view ending,
                                     std::string_view kind) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(output, ignored) || output.extension() == ending ||
        std::filesystem::is_empty(output, ignored))
        return {};
    return error("{}: is there already, and is no {}; expected another name, or one that ends in {}",
                 printable_path(output), kind, ending);
}

} // namespace attn
