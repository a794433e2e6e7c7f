#include "core/export/document.h"

#include "core/export/export_work.h"
#include "core/export/gif.h"
#include "core/figure/png.h"
#include "core/figure/svg.h"
#include "core/figure/tex_pages.h"
#include "core/files/file.h"
#include "core/files/file_transaction.h"
#include "core/files/printable.h"
#include "core/handouts/handout.h"
#include "core/handouts/lecture_tex.h"
#include "core/handouts/storyboard.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace attn {

namespace {

constexpr float document_pixels_an_inch = 96;

class DocumentWriter {
public:
    DocumentWriter(const DocumentRequest& request, const FigureSource& source, const std::filesystem::path& output,
                   const ExportWork& work)
        : request_(request), source_(source), output_(output), work_(work) {}

    Result<void> write() const {
        switch (request_.kind) {
        case DocumentKind::storyboard:
            return write_storyboard();
        case DocumentKind::worksheet:
            return write_worksheet();
        case DocumentKind::handout:
            return write_handout();
        case DocumentKind::notes:
            return write_folder(lecture_notes(source_, request_.shown));
        case DocumentKind::slides:
            return write_folder(slide_deck(source_, request_.shown));
        case DocumentKind::code:
            break;
        }
        return write_result(layer_script(source_.session, request_.language));
    }

private:
    Result<void> cancelled() const { return error("{}: this was cancelled", printable_path(output_)); }

    Result<void> write_result(const Result<std::string>& content) const {
        if (!content)
            return content.error();
        if (auto spared = inputs_of(request_.shown, source_).check_spares(output_); !spared)
            return spared;
        return work_.stop.stop_requested() ? cancelled() : write_text_file(output_, *content);
    }

    Result<void> write_storyboard() const {
        const std::string ending = output_.extension().string();
        if (!request_.frames && ending != ".pdf" && ending != ".gif")
            return error("{}: a storyboard is a .pdf or a .gif, or frames in a folder with --format png or svg",
                         printable_path(output_));
        const auto pages = storyboard(source_, request_.shown, request_.upright);
        if (!pages)
            return pages.error();
        if (request_.frames)
            return write_frames(*pages);
        std::vector<PdfPage> sheets;
        sheets.reserve(pages->size());
        for (const StoryPage& page : *pages)
            sheets.push_back(page.page);
        if (ending == ".gif")
            return write_result(write_gif(sheets, {request_.dpi / document_pixels_an_inch, request_.seconds},
                                          source_.typesetter, work_));
        return write_result(
            write_pdf(sheets, source_.session.title.empty() ? "Attention" : source_.session.title, source_.typesetter));
    }

    Result<void> write_frames(const std::vector<StoryPage>& pages) const {
        FileTransaction frames(inputs_of(request_.shown, source_));
        if (auto opened = frames.make_folder(output_); !opened)
            return opened;
        std::size_t done = 0;
        const float scale = request_.dpi / document_pixels_an_inch;
        for (const auto& [name, page] : pages) {
            if (work_.stop.stop_requested())
                return cancelled();
            const auto bytes = *request_.frames == "svg" ? write_svg(page.list, page.page, 1, source_.typesetter)
                                                         : write_png(page.list, with_even_pixels(page.page, scale),
                                                                     scale, source_.typesetter);
            if (!bytes)
                return bytes.error();
            if (auto written = frames.write(output_ / (name + "." + *request_.frames), *bytes); !written)
                return written;
            work_.progress(++done, pages.size());
        }
        return frames.commit();
    }

    /// All of them, or none; the folder appears with its files.
    Result<void> write_folder(const Result<std::vector<DocumentFile>>& made) const {
        if (!made)
            return made.error();
        FileTransaction files(inputs_of(request_.shown, source_));
        if (auto opened = files.make_folder(output_); !opened)
            return opened;
        std::size_t done = 0;
        for (const DocumentFile& file : *made) {
            if (work_.stop.stop_requested())
                return cancelled();
            if (auto written = files.write(output_ / file.name, file.bytes); !written)
                return written;
            work_.progress(++done, made->size());
        }
        return files.commit();
    }

    /// Sheets of the variants from the one that is asked for on, each with its key.
    Result<void> write_variants() const {
        if (request_.key)
            return error("{}: the keys of several variants stand beside their sheets", printable_path(*request_.key));
        std::vector<DocumentFile> files;
        const std::uint64_t first = std::max<std::uint64_t>(request_.sheet.variant, 1);
        for (std::uint64_t number = first; number < first + static_cast<std::uint64_t>(request_.variants); ++number) {
            if (work_.stop.stop_requested())
                return cancelled();
            WorksheetRequest sheet = request_.sheet;
            sheet.shown = request_.shown;
            sheet.variant = number;
            auto made = worksheet(source_.session, sheet, source_.typesetter);
            if (!made)
                return made.error();
            files.push_back({fmt::format("sheet-{}.pdf", number), std::move(made->sheet)});
            files.push_back({fmt::format("key-{}.pdf", number), std::move(made->key)});
        }
        return write_folder(files);
    }

    static Result<void> check_sheet(const std::filesystem::path& path) {
        if (path.extension() != ".pdf" && path.extension() != ".tex")
            return error("{}: a worksheet is a .pdf, or a .tex", printable_path(path));
        return {};
    }

    /// Pages as the file's name asks for them.
    Result<std::string> pages_as(const std::filesystem::path& path, std::span<const PdfPage> pages,
                                 const std::string& title) const {
        return path.extension() == ".tex" ? write_tex_pages(pages, title, source_.typesetter)
                                          : write_pdf(pages, title, source_.typesetter);
    }

    Result<void> write_worksheet() const {
        if (request_.variants > 0)
            return write_variants();
        if (auto fits = check_sheet(output_); !fits)
            return fits;
        if (request_.key) {
            if (auto fits = check_sheet(*request_.key); !fits)
                return fits;
            if (is_same_file(*request_.key, output_))
                return error("{}: the sheet and its key are two files", printable_path(output_));
        }
        WorksheetRequest sheet = request_.sheet;
        sheet.shown = request_.shown;
        const auto made = worksheet_pages(source_.session, sheet, source_.typesetter);
        if (!made)
            return made.error();
        const auto paper = pages_as(output_, made->sheet, made->title);
        if (!paper)
            return paper.error();
        const std::filesystem::path& key = request_.key ? *request_.key : output_;
        const auto answers = pages_as(key, made->key, made->title + ", key");
        if (!answers)
            return answers.error();
        return work_.stop.stop_requested() ? cancelled() : write_sheet_and_key(*paper, *answers);
    }

    /// Both or none.
    Result<void> write_sheet_and_key(const std::string& sheet, const std::string& key) const {
        FileTransaction files(inputs_of(request_.shown, source_));
        auto written = files.write(output_, sheet);
        if (written && request_.key)
            written = files.write(*request_.key, key);
        return written ? files.commit() : written;
    }

    Result<void> write_handout() const {
        if (const auto ending = output_.extension(); ending != ".html" && ending != ".htm")
            return error("{}: a handout is an .html", printable_path(output_));
        return write_result(handout(source_, request_.shown));
    }

    const DocumentRequest& request_;
    const FigureSource& source_;
    const std::filesystem::path& output_;
    const ExportWork& work_;
};

} // namespace

std::string document_endings(const DocumentRequest& request) {
    switch (request.kind) {
    case DocumentKind::storyboard:
        return request.frames ? "" : ".pdf or .gif";
    case DocumentKind::worksheet:
        return request.variants > 0 ? "" : ".pdf or .tex";
    case DocumentKind::notes:
    case DocumentKind::slides:
        return "";
    case DocumentKind::handout:
        return ".html";
    case DocumentKind::code:
        break;
    }
    return ".py";
}

Result<void> write_document(const DocumentRequest& request, const FigureSource& source,
                            const std::filesystem::path& output, const ExportWork& work) {
    return DocumentWriter(request, source, output, work).write();
}

} // namespace attn
