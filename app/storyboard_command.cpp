#include "app/storyboard_command.h"

#include "app/assets.h"
#include "core/attention/engine.h"
#include "core/book/storyboard.h"
#include "core/figure/png.h"
#include "core/figure/svg.h"
#include "core/io/file.h"
#include "core/io/printable.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <system_error>

namespace attn {

namespace {

/// Files of one folder, which go again unless they are kept.
class Frames {
public:
    explicit Frames(std::filesystem::path folder) : folder_(std::move(folder)) {}
    Frames(const Frames&) = delete;
    Frames& operator=(const Frames&) = delete;
    ~Frames() {
        std::error_code ignored;
        for (const auto& path : made_)
            std::filesystem::remove(path, ignored);
    }

    Result<void> open() {
        std::error_code failure;
        if (std::filesystem::create_directory(folder_, failure))
            made_.insert(made_.begin(), folder_);
        if (failure || !std::filesystem::is_directory(folder_))
            return error("{}: {}", printable_path(folder_), failure ? failure.message() : "this is no folder");
        return {};
    }

    Result<void> write(const std::string& name, const std::string& bytes) {
        const std::filesystem::path path = folder_ / name;
        auto written = write_text_file(path, bytes);
        if (written)
            made_.insert(made_.begin(), path); // the folder goes last
        return written;
    }

    void keep() { made_.clear(); }

private:
    std::filesystem::path folder_;
    std::vector<std::filesystem::path> made_;
};

Result<void> write_frames(const std::vector<StoryPage>& pages, const StoryboardArguments& arguments,
                          const Typesetter& typesetter) {
    Frames frames(arguments.output);
    if (auto opened = frames.open(); !opened)
        return opened;
    for (const auto& [name, page] : pages) {
        const auto bytes = *arguments.format == "svg" ? write_svg(page.list, page.page, 1, typesetter)
                                                      : write_png(page.list, page.page, arguments.dpi / 96, typesetter);
        if (!bytes)
            return bytes.error();
        if (auto written = frames.write(name + "." + *arguments.format, *bytes); !written)
            return written;
    }
    frames.keep();
    return {};
}

Result<void> write_book(const std::vector<StoryPage>& pages, const Session& session, const std::string& path,
                        const Typesetter& typesetter) {
    std::vector<PdfPage> sheets;
    sheets.reserve(pages.size());
    for (const StoryPage& page : pages)
        sheets.push_back(page.page);
    const auto bytes = write_pdf(sheets, session.title.empty() ? "Attention" : session.title, typesetter);
    return bytes ? write_text_file(path, *bytes) : bytes.error();
}

} // namespace

void add_storyboard_options(CLI::App& command, StoryboardArguments& arguments) {
    add_book_options(command, arguments.shown);
    command.add_option("--format", arguments.format, "frames into a folder, png or svg")
        ->check(CLI::IsMember({"png", "svg"}));
    command.add_option("--dpi", arguments.dpi, "of png frames (96)")
        ->check(CLI::Range(lowest_dpi, 600.0F))
        ->type_name("DPI");
    command.add_option("-o,--output", arguments.output, "the .pdf, or with --format a folder")
        ->required()
        ->type_name("FILE.pdf|FOLDER");
}

Result<void> storyboard_command(const Session& session, const StoryboardArguments& arguments) {
    auto shown = read_book_arguments(arguments.shown);
    if (!shown)
        return shown.error();
    if (!arguments.format && std::filesystem::path(arguments.output).extension() != ".pdf")
        return error("{}: a storyboard is a .pdf, or frames in a folder with --format png or svg",
                     printable_path(arguments.output));
    const auto typesetter = Typesetter::open(program_assets() / "fonts");
    if (!typesetter)
        return typesetter.error();
    Engine engine;
    const auto pages = storyboard({session, engine.compute(session.layer()), *typesetter}, *shown);
    if (!pages)
        return pages.error();
    return arguments.format ? write_frames(*pages, arguments, *typesetter)
                            : write_book(*pages, session, arguments.output, *typesetter);
}

} // namespace attn
