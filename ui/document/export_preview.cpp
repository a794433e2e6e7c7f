#include "ui/document/export_preview.h"

#include "core/document/options/session_notation.h"
#include "core/export/beamer_frame.h"
#include "core/export/figure_file.h"
#include "core/export/overlay.h"
#include "core/export/script.h"
#include "core/figure/figure_kinds.h"
#include "core/handouts/storyboard.h"
#include "ui/document/exporting.h"

#include <algorithm>
#include <any>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t export_preview_most_lines = 40;

std::vector<std::string> first_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size() && lines.size() < export_preview_most_lines) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    if (begin < text.size())
        lines.emplace_back("…");
    return lines;
}

ExportPreview problem(const Session& session, const Error& error) {
    ExportPreview preview;
    preview.problem = without_options(text_in(session, error));
    return preview;
}

ExportPreview of_text(const Session& session, const Result<std::string>& text) {
    if (!text)
        return problem(session, text.error());
    ExportPreview preview;
    preview.lines = first_lines(*text);
    return preview;
}

ExportPreview of_figure(const FigureRequest& request, const std::string& format, const FigureSource& source) {
    if (is_text(request.kind, format)) {
        const auto content = figure_content(request, source, format);
        return of_text(source.session, content ? Result<std::string>(content->bytes) : content.error());
    }
    auto figure = lay_out(for_format(request, format), source);
    if (!figure)
        return problem(source.session, figure.error());
    ExportPreview preview;
    preview.pages.push_back({std::move(figure->list), figure->page});
    preview.scale = figure->scale;
    preview.remarks = std::move(figure->remarks);
    return preview;
}

ExportPreview of_steps(const Session& session, Result<std::vector<Figure>> steps) {
    if (!steps)
        return problem(session, steps.error());
    ExportPreview preview;
    preview.scale = steps->front().scale;
    preview.remarks = steps->front().remarks;
    for (Figure& step : *steps)
        preview.pages.push_back({std::move(step.list), step.page});
    preview.sheets = std::ssize(preview.pages);
    return preview;
}

/// LaTeX draws these documents, so the preview is a sentence about the files.
ExportPreview of_lecture(const DocumentRequest& request, const FigureSource& source, std::string_view file) {
    if (auto cell = figure_cell(request.shown, source); !cell)
        return problem(source.session, cell.error());
    ExportPreview preview;
    preview.lines.push_back(fmt::format("A folder for LaTeX: {}, which compiles as it is, and its figures.", file));
    return preview;
}

ExportPreview of_document(const DocumentRequest& request, const FigureSource& source) {
    ExportPreview preview;
    switch (request.kind) {
    case DocumentKind::worksheet: {
        WorksheetRequest sheet = request.sheet;
        sheet.shown = request.shown;
        auto pages = worksheet_pages(source.session, sheet, source.typesetter);
        if (!pages)
            return problem(source.session, pages.error());
        preview.pages = std::move(pages->sheet);
        preview.sheets = std::ssize(preview.pages);
        std::ranges::move(pages->key, std::back_inserter(preview.pages));
        return preview;
    }
    case DocumentKind::code:
        return of_text(source.session, layer_script(source.session, request.language));
    case DocumentKind::notes:
        return of_lecture(request, source, "section.tex");
    case DocumentKind::slides:
        return of_lecture(request, source, "deck.tex");
    case DocumentKind::handout: // shows the same steps as a storyboard
    case DocumentKind::storyboard:
        break;
    }
    auto pages = storyboard(source, request.shown, request.upright);
    if (!pages)
        return problem(source.session, pages.error());
    for (StoryPage& page : *pages)
        preview.pages.push_back(std::move(page.page));
    preview.sheets = std::ssize(preview.pages);
    return preview;
}

bool in_steps(FigureSet::Which which) {
    return which == FigureSet::Which::overlay || which == FigureSet::Which::film;
}

} // namespace

std::string without_options(const std::string& message) {
    return message.substr(0, message.find(": --"));
}

const FigureRequest* marked_recipe(const UiContext& ui) {
    const auto& figures = ui.session.figures;
    const Index marked = ui.workspace.exporting.marked;
    return figures.empty()
               ? nullptr
               : &figures.at(static_cast<std::size_t>(std::clamp<Index>(marked, 0, std::ssize(figures) - 1)));
}

ExportPreviewer::Question ExportPreviewer::question_of(const UiContext& ui) {
    const ExportChoices& choices = ui.workspace.exporting;
    Question question;
    question.revision = ui.status.revision;
    if (choices.tab == ExportTab::figure) {
        question.figure = choices.figure;
        question.which = choices.which;
        question.format = choices.format;
    } else if (choices.tab == ExportTab::document)
        question.document = choices.document;
    else if (const FigureRequest* const recipe = marked_recipe(ui)) {
        question.figure = *recipe;
        question.which = recipe->film      ? FigureSet::Which::film
                         : recipe->overlay ? FigureSet::Which::overlay
                                           : FigureSet::Which::one;
        question.format = choices.listed_format;
    }
    return question;
}

/// The effort of laying the pages out, in multiplications that take about as long.
double ExportPreviewer::effort_of(const Question& question, const Sizes& sizes) {
    constexpr Index multiplications_a_cell = 100;
    constexpr Index pages_of_many = 40;
    const Index cells = (sizes.S_q + sizes.S_k + sizes.D) * (sizes.D + sizes.H * (sizes.d_k + sizes.d_v)) +
                        sizes.H * sizes.S_q * sizes.S_k;
    const Index pages = question.document || in_steps(question.which) ? pages_of_many : 1;
    return static_cast<double>(pages * multiplications_a_cell) * static_cast<double>(cells);
}

ExportPreview ExportPreviewer::answer(const Question& question, const FigureSource& source) {
    if (question.figure && in_steps(question.which))
        return of_steps(source.session, question.which == FigureSet::Which::overlay ? overlay(*question.figure, source)
                                                                                    : film(*question.figure, source));
    if (question.figure)
        return of_figure(*question.figure, question.format, source);
    return question.document ? of_document(*question.document, source) : ExportPreview();
}

const ExportPreview& ExportPreviewer::of(const UiContext& ui) {
    is_shown_ = true;
    Question question = question_of(ui);
    if (asked_ != question) {
        asked_ = std::move(question);
        ++questions_;
        is_answered_ = false;
    }
    if (is_answered_)
        return preview_;
    is_answered_ = effort_of(*asked_, ui.sizes()) <= Background::most_multiplications_at_once;
    if (is_answered_)
        preview_ = answer(*asked_, {ui.session, ui.trace, ui.typesetter, ui.baseline});
    else
        answer_later(ui);
    return preview_;
}

/// A typesetter serves one thread at a time; the cache takes results from one preview to the next.
struct ExportPreviewer::Tools {
    std::optional<Result<Typesetter>> typesetter;
    std::shared_ptr<PictureCache> cache = std::make_shared<PictureCache>();
};

ExportPreviewer::ExportPreviewer(Background& background, std::filesystem::path fonts)
    : background_(background), fonts_(std::move(fonts)) {}

ExportPreviewer::~ExportPreviewer() = default;

void ExportPreviewer::forget_unless_asked() {
    if (std::exchange(is_shown_, false))
        return;
    tools_.reset();
    asked_.reset();
    preview_ = {};
}

void ExportPreviewer::answer_later(const UiContext& ui) {
    constexpr Background::Key key{-1, 0, 0}; // no lens has this key
    const Background::Inputs inputs{{questions_}, {}, {}};
    if (auto found = background_.take(key); found && found->from == inputs) {
        auto* const preview = std::any_cast<ExportPreview>(&found->value);
        preview_ = preview != nullptr ? std::move(*preview)
                                      : problem(ui.session, error("There is not enough memory for a preview."));
        is_answered_ = true;
        return;
    }
    if (preview_.pages.empty())
        preview_ = {};
    (preview_.pages.empty() ? preview_.lines : preview_.remarks) = {"Being worked out …"};
    if (tools_ == nullptr)
        tools_ = std::make_shared<Tools>();
    const auto baseline = ui.baseline != nullptr ? std::optional(*ui.baseline) : std::nullopt;
    background_.want(key, inputs, true,
                     [question = *asked_, scene = ExportScene{ui.session, ui.trace, baseline, fonts_},
                      tools = tools_](const std::stop_token& stop) -> std::any {
                         if (!tools->typesetter)
                             tools->typesetter = Typesetter::open(scene.fonts);
                         if (!*tools->typesetter)
                             return problem(scene.session, tools->typesetter->error());
                         return answer(question, {scene.session, scene.trace, **tools->typesetter,
                                                  scene.baseline ? &*scene.baseline : nullptr, tools->cache, stop});
                     });
}

} // namespace attn
