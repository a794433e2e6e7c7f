#include "app/worksheet_command.h"

#include "app/assets.h"
#include "core/book/worksheet.h"
#include "core/io/atomic_file.h"
#include "core/io/printable.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <limits>
#include <span>

namespace attn {

namespace {

Result<WorksheetRequest> read(const WorksheetArguments& arguments) {
    WorksheetRequest request;
    auto shown = read_book_arguments(arguments.shown);
    if (!shown)
        return shown.error();
    request.shown = *std::move(shown);
    for (const std::string& name : arguments.stages) {
        const auto array = find_array(name);
        const auto* stage = array ? std::get_if<StageId>(&*array) : nullptr;
        if (stage == nullptr)
            return error("--stages {}: there is no such stage; expected names such as Q,scores,A,O,Y", printable(name));
        request.stages.push_back(*stage);
    }
    request.every = arguments.every;
    request.variant = arguments.variant;
    request.slip = arguments.slip;
    return request;
}

Result<void> check_name(const std::filesystem::path& path) {
    if (path.extension() != ".pdf")
        return error("{}: a worksheet is a .pdf", printable_path(path));
    return {};
}

} // namespace

void add_worksheet_options(CLI::App& command, WorksheetArguments& arguments) {
    command.add_option("--stages", arguments.stages, "what is to be worked out; otherwise scores,A,O,Y, of all heads")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NAMES");
    command.add_option("--every", arguments.every, "blank the first cell, and from there on each K-th (1: all)")
        ->check(CLI::Range(Index{1}, Index{1000000}))
        ->type_name("K");
    command.add_option("--variant", arguments.variant, "other numbers, as difficult; from 1")
        ->check(CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()))
        ->type_name("N");
    command.add_flag("--slip", arguments.slip, "nothing is blank, and one number is wrong");
    add_book_options(command, arguments.shown);
    command.add_option("--key", arguments.key, "the answers, step by step")->type_name("FILE.pdf");
    command.add_option("-o,--output", arguments.output, "the sheet")->required()->type_name("FILE.pdf");
}

Result<void> worksheet_command(const Session& session, const WorksheetArguments& arguments) {
    const auto request = read(arguments);
    if (!request)
        return request.error();
    if (auto fits = check_name(arguments.output); !fits)
        return fits;
    if (arguments.key) {
        if (auto fits = check_name(*arguments.key); !fits)
            return fits;
        if (std::filesystem::path(*arguments.key).lexically_normal() ==
            std::filesystem::path(arguments.output).lexically_normal())
            return error("{}: the sheet and its key are two files", printable_path(arguments.output));
    }
    const auto typesetter = Typesetter::open(program_assets() / "fonts");
    if (!typesetter)
        return typesetter.error();
    const auto made = worksheet(session, *request, *typesetter);
    if (!made)
        return made.error();
    AtomicFile sheet(arguments.output);
    sheet.append(std::as_bytes(std::span(made->sheet)));
    if (arguments.key) {
        AtomicFile key(*arguments.key);
        key.append(std::as_bytes(std::span(made->key)));
        if (sheet.failed())
            return sheet.commit();
        if (auto written = key.commit(); !written)
            return written;
    }
    return sheet.commit();
}

} // namespace attn
