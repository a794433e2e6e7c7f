#include "core/document/files/trace_file.h"
#include "core/export/script.h"
#include "core/figure/svg.h"
#include "core/figure/tex_pages.h"
#include "core/files/file.h"
#include "core/handouts/handout.h"
#include "core/handouts/lecture_tex.h"
#include "core/handouts/storyboard.h"
#include "core/handouts/worksheet.h"
#include "tests/oracle/content.h"
#include "tests/oracle/subject.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <span>

namespace attn::oracle {

namespace {

/// The bytes and the content of a document, part by part.
class Document {
public:
    /// Adds a part. Its content begins with its name.
    void add(const std::string& name, std::string_view bytes, Content content) {
        bytes_ += bytes;
        content_.push_back("part: " + name);
        std::ranges::move(content, std::back_inserter(content_));
    }
    /// Adds pages as one part, so that a line that moves to the next page is the same content.
    void add(const std::string& name, std::span<const PdfPage> pages, const Typesetter& typesetter) {
        std::string bytes;
        Content lines;
        for (const PdfPage& page : pages) {
            const auto svg = write_svg(page.list, page.page, 1, typesetter);
            bytes += svg ? *svg : svg.error().message;
            std::ranges::move(content_of(page.list), std::back_inserter(lines));
        }
        std::ranges::sort(lines);
        add(name, bytes, std::move(lines));
    }
    void keep(const std::string& name, const Maker& maker) const { maker.record.add(name, bytes_, content_); }

private:
    std::string bytes_;
    Content content_;
};

class DocumentsOfWriting {
public:
    DocumentsOfWriting(const Subject& subject, const Writing& writing, const Maker& maker)
        : subject_(subject), writing_(writing),
          maker_(maker), source_{subject.session(), subject.trace(), maker.typesetter} {
        shown_.notation = writing.notation;
        shown_.tokens_as_columns = writing.columns;
    }

    void write_all() const {
        write_if_wanted("handout", &DocumentsOfWriting::write_handout);
        write_if_wanted("storyboard", &DocumentsOfWriting::write_storyboard);
        write_if_wanted("worksheet", &DocumentsOfWriting::write_worksheet);
        write_if_wanted("notes", &DocumentsOfWriting::write_notes);
        write_if_wanted("slides", &DocumentsOfWriting::write_slides);
    }

private:
    void write_if_wanted(std::string_view what, void (DocumentsOfWriting::*write)(const std::string&) const) const {
        const std::string name = fmt::format("{} {} {}", subject_.name(), what, writing_.name);
        if (maker_.record.wants(name))
            (this->*write)(name);
    }

    void write_handout(const std::string& name) const {
        const auto html = handout(source_, shown_);
        if (!html)
            return maker_.keep_refusal(name, html.error());
        maker_.record.add(name, *html, content_of_html(*html));
    }

    void write_storyboard(const std::string& name) const {
        const auto pages = storyboard(source_, shown_);
        if (!pages)
            return maker_.keep_refusal(name, pages.error());
        Document document;
        for (const StoryPage& page : *pages)
            document.add(page.name, std::span(&page.page, 1), maker_.typesetter);
        document.keep(name, maker_);
    }

    void write_worksheet(const std::string& name) const {
        WorksheetRequest request;
        request.shown = shown_;
        const auto pages = worksheet_pages(subject_.session(), request, maker_.typesetter);
        if (!pages)
            return maker_.keep_refusal(name, pages.error());
        Document document;
        document.add("sheet", pages->sheet, maker_.typesetter);
        document.add("key", pages->key, maker_.typesetter);
        const auto tex = write_tex_pages(pages->key, pages->title, maker_.typesetter);
        document.add("key in TeX", tex ? *tex : tex.error().message, {});
        document.keep(name, maker_);
    }

    void write_notes(const std::string& name) const { write_files(name, lecture_notes(source_, shown_)); }
    void write_slides(const std::string& name) const { write_files(name, slide_deck(source_, shown_)); }
    void write_files(const std::string& name, const Result<std::vector<DocumentFile>>& files) const {
        if (!files)
            return maker_.keep_refusal(name, files.error());
        Document document;
        for (const DocumentFile& file : *files)
            document.add(file.name, file.bytes, content_of_tex(file.bytes));
        document.keep(name, maker_);
    }

    const Subject& subject_;
    const Writing& writing_;
    const Maker& maker_;
    FigureSource source_;
    FigureRequest shown_;
};

void write_trace_of(const Subject& subject, const Maker& maker) {
    const std::string name = subject.name() + " trace";
    if (!maker.record.wants(name))
        return;
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "trace.npz";
    if (const auto written = write_trace(subject.trace(), file); !written)
        return maker.keep_refusal(name, written.error());
    const auto bytes = read_text_file(file);
    if (!bytes)
        return maker.keep_refusal(name, bytes.error());
    maker.record.add(name, *bytes, content_of(subject.trace()));
}

void write_scripts(const Subject& subject, const Maker& maker) {
    for (const ScriptLanguage language : {ScriptLanguage::numpy, ScriptLanguage::torch}) {
        const std::string name =
            fmt::format("{} code {}", subject.name(), language == ScriptLanguage::numpy ? "numpy" : "torch");
        if (!maker.record.wants(name))
            continue;
        const auto script = layer_script(subject.session(), language);
        if (!script)
            maker.keep_refusal(name, script.error());
        else
            maker.record.add(name, *script, content_of_text(*script));
    }
}

} // namespace

void add_documents(const Subject& subject, std::vector<Job>& jobs) {
    for (const Writing& writing : all_writings())
        jobs.emplace_back(
            [&subject, writing](const Maker& maker) { DocumentsOfWriting(subject, writing, maker).write_all(); });
    jobs.emplace_back([&subject](const Maker& maker) { write_trace_of(subject, maker); });
    jobs.emplace_back([&subject](const Maker& maker) { write_scripts(subject, maker); });
}

} // namespace attn::oracle
