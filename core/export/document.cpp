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
#include "core/handouts/scene_documents.h"
#include "core/handouts/storyboard.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace attn {

namespace {

constexpr float document_pixels_an_inch = 96;

/// The data that every document needs, be it about a layer or about a lecture's scenes.
struct DocumentSubject {
    InputFiles inputs; ///< files that must not be replaced
    std::string title;
    const Typesetter& typesetter;
};

class DocumentWriter {
public:
    DocumentWriter(const DocumentRequest& request, DocumentSubject subject, const std::filesystem::path& output,
                   const ExportWork& work)
        : request_(request), subject_(std::move(subject)), output_(output), work_(work) {}

    Result<void> write(const FigureSource& source) const {
        switch (request_.kind) {
        case DocumentKind::storyboard:
            return write_storyboard([&] { return storyboard(source, request_.shown, request_.upright); });
        case DocumentKind::worksheet:
            return write_worksheet(source.session);
        case DocumentKind::handout:
            return write_handout([&] {
                return request_.all_layers ? handout_of_model(source, request_.shown) : handout(source, request_.shown);
            });
        case DocumentKind::notes:
            return write_folder(lecture_notes(source, request_.shown));
        case DocumentKind::slides:
            return write_folder(slide_deck(source, request_.shown));
        case DocumentKind::code:
            break;
        }
        return write_result(layer_script(source.session, request_.language));
    }

    Result<void> write(const Lecture& lecture) const {
        switch (request_.kind) {
        case DocumentKind::storyboard:
            if (request_.upright)
                return error("a lesson's pages are as wide as the wall: expected no --upright");
            return write_storyboard([&] { return Result(scene_storyboard(lecture, subject_.typesetter)); });
        case DocumentKind::handout:
            if (output_.extension() == ".pdf")
                return write_result(
                    write_pdf(scene_pages(lecture, subject_.typesetter), subject_.title, subject_.typesetter));
            return write_handout([&] { return scene_handout(lecture, subject_.typesetter); });
        case DocumentKind::slides:
            return write_folder(scene_slides(lecture, subject_.typesetter));
        case DocumentKind::worksheet:
        case DocumentKind::notes:
        case DocumentKind::code:
            break;
        }
        return error(
            "a lesson's scenes become slides, a handout or a storyboard; expected a session for anything else");
    }

private:
    Result<void> cancelled() const { return error("{}: this was cancelled", printable_path(output_)); }

    Result<void> write_result(const Result<std::string>& content) const {
        if (!content)
            return content.error();
        if (auto spared = subject_.inputs.check_spares(output_); !spared)
            return spared;
        return work_.stop.stop_requested() ? cancelled() : write_text_file(output_, *content);
    }

    template <class Make>
    Result<void> write_storyboard(const Make& make) const {
        const std::string ending = output_.extension().string();
        if (!request_.frames && ending != ".pdf" && ending != ".gif")
            return error("{}: a storyboard is a .pdf or a .gif, or frames in a folder with --format png or svg",
                         printable_path(output_));
        const Result<std::vector<StoryPage>> pages = make();
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
                                          subject_.typesetter, work_));
        return write_result(write_pdf(sheets, subject_.title, subject_.typesetter));
    }

    Result<void> write_frames(const std::vector<StoryPage>& pages) const {
        FileTransaction frames(subject_.inputs);
        if (auto opened = frames.make_folder(output_); !opened)
            return opened;
        std::size_t done = 0;
        const float scale = request_.dpi / document_pixels_an_inch;
        for (const auto& [name, page] : pages) {
            if (work_.stop.stop_requested())
                return cancelled();
            const auto bytes = *request_.frames == "svg" ? write_svg(page.list, page.page, 1, subject_.typesetter)
                                                         : write_png(page.list, with_even_pixels(page.page, scale),
                                                                     scale, subject_.typesetter);
            if (!bytes)
                return bytes.error();
            if (auto written = frames.write(output_ / (name + "." + *request_.frames), *bytes); !written)
                return written;
            work_.progress(++done, pages.size());
        }
        return frames.commit();
    }

    /// Writes all files of a document into a new folder, or none.
    Result<void> write_folder(const Result<std::vector<DocumentFile>>& made) const {
        if (!made)
            return made.error();
        if (const auto ending = output_.extension(); ending == ".tex" || ending == ".pdf")
            return error("{}: this document is a folder of several files; expected a name without {}",
                         printable_path(output_), ending.string());
        FileTransaction files(subject_.inputs);
        if (auto opened = files.make_folder(output_); !opened)
            return opened;
        std::size_t done = 0;
        for (const DocumentFile& file : *made) {
            if (work_.stop.stop_requested())
                return cancelled();
            if (auto written = files.write(place_of(file), file.bytes); !written)
                return written;
            work_.progress(++done, made->size());
        }
        return files.commit();
    }

    /// Returns the path of the file in the folder. If a reader has changed the file that is there, returns NAME.new
    /// beside it.
    std::filesystem::path place_of(const DocumentFile& file) const {
        std::filesystem::path place = output_ / file.name;
        std::error_code unknown;
        if (!file.is_readers || !std::filesystem::exists(place, unknown))
            return place;
        const auto there = read_text_file(place);
        return there && *there == file.bytes ? place : std::filesystem::path(place.string() + ".new");
    }

    /// Writes a worksheet and its key for each variant, from the requested one on.
    Result<void> write_variants(const Session& session) const {
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
            auto made = worksheet(session, sheet, subject_.typesetter);
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

    /// Returns the pages in the format of the path: TeX for .tex, otherwise PDF.
    Result<std::string> pages_as(const std::filesystem::path& path, std::span<const PdfPage> pages,
                                 const std::string& title) const {
        return path.extension() == ".tex" ? write_tex_pages(pages, title, subject_.typesetter)
                                          : write_pdf(pages, title, subject_.typesetter);
    }

    Result<void> write_worksheet(const Session& session) const {
        if (request_.variants > 0)
            return write_variants(session);
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
        const auto made = worksheet_pages(session, sheet, subject_.typesetter);
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

    /// Writes both files, or neither.
    Result<void> write_sheet_and_key(const std::string& sheet, const std::string& key) const {
        FileTransaction files(subject_.inputs);
        auto written = files.write(output_, sheet);
        if (written && request_.key)
            written = files.write(*request_.key, key);
        return written ? files.commit() : written;
    }

    template <class Make>
    Result<void> write_handout(const Make& make) const {
        if (const auto ending = output_.extension(); ending != ".html" && ending != ".htm")
            return error("{}: a handout is an .html, and a lesson's may be a .pdf", printable_path(output_));
        return write_result(make());
    }

    const DocumentRequest& request_;
    DocumentSubject subject_;
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
    const std::string title = source.session.title.empty() ? "Attention" : source.session.title;
    return DocumentWriter(request, {inputs_of(request.shown, source), title, source.typesetter}, output, work)
        .write(source);
}

Result<void> write_lecture(const DocumentRequest& request, const Lecture& lecture, const Typesetter& typesetter,
                           const std::filesystem::path& output) {
    return DocumentWriter(request, {lecture.inputs, lecture.title, typesetter}, output, {}).write(lecture);
}

} // namespace attn
