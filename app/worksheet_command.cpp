#include "app/worksheet_command.h"

#include "app/document_command.h"
#include "core/files/printable.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <fmt/core.h>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

namespace {

/// What stands between commas. (CLI11 does not tell ",," from nothing at all.)
std::vector<std::string_view> parted(std::string_view names) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t end = names.find(','); end != std::string_view::npos; end = names.find(',', begin)) {
        parts.push_back(names.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.push_back(names.substr(begin));
    return parts;
}

Result<DocumentRequest> read(const WorksheetArguments& arguments) {
    DocumentRequest request;
    request.kind = DocumentKind::worksheet;
    auto shown = read_book_arguments(arguments.shown);
    if (!shown)
        return shown.error();
    request.shown = *std::move(shown);
    for (const std::string& names : arguments.stages)
        for (const std::string_view name : parted(names)) {
            const auto array = find_array(name);
            const auto stage = array && is_stage(*array) ? array : std::nullopt;
            if (!stage)
                return error("--stages {}: “{}” is no stage; expected names such as Q,scores,A,O,Y", printable(names),
                             printable(name));
            request.sheet.stages.push_back(*stage);
        }
    request.sheet.every = arguments.every;
    request.sheet.variant = arguments.variant;
    request.sheet.slip = arguments.slip;
    if (arguments.key)
        request.key = *arguments.key;
    return request;
}

/// A whole number from 1. (As an unsigned number, "-1" would be the largest there is.)
std::string why_not_from_one(const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool fits = failed == std::errc() && end == text.data() + text.size() && number >= 1;
    return fits ? std::string() : fmt::format("{} is no whole number from 1", printable(text));
}

} // namespace

void add_worksheet_options(CLI::App& command, WorksheetArguments& arguments) {
    command.add_option("--stages", arguments.stages, "what is to be worked out; otherwise scores,A,O,Y, of all heads")
        ->allow_extra_args(false)
        ->type_name("NAMES");
    command.add_option("--every", arguments.every, "blank the first cell, and from there on each K-th (1: all)")
        ->check(CLI::Range(Index{1}, Index{1000000}))
        ->type_name("K");
    command.add_option("--variant", arguments.variant, "other numbers, as difficult; from 1")
        ->check(why_not_from_one)
        ->type_name("N");
    command.add_flag("--slip", arguments.slip, "nothing is blank, and one number is wrong");
    add_book_options(command, arguments.shown);
    command.add_option("--key", arguments.key, "the answers, step by step")->type_name("FILE.pdf");
    command.add_option("-o,--output", arguments.output, "the sheet")->required()->type_name("FILE.pdf");
}

Result<void> worksheet_command(const Session& session, const WorksheetArguments& arguments) {
    const auto request = read(arguments);
    return request ? document_command(session, *request, arguments.output) : request.error();
}

} // namespace attn
