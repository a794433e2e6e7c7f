#include "core/handouts/lecture_steps.h"

#include "core/document/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/figure_steps.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/tex_text.h"
#include "core/figure/words/words.h"
#include "core/files/printable.h"
#include "core/handouts/displayed_formula.h"
#include "core/handouts/tour_of_stages.h"
#include "core/handouts/worked_tex.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace attn {

namespace {

constexpr float pixels_a_cm = 96 / 2.54F;
Point centimetres(const Figure& drawn) {
    const float unit = drawn.scale / pixels_a_cm;
    return {drawn.page.area.width * unit, drawn.page.area.height * unit};
}

bool fits(const Figure& drawn, const FigurePlace& place) {
    const Point size = centimetres(drawn);
    return size.x <= place.width + 0.01F && size.y <= place.height + 0.01F;
}

/// The query and the key that the steps are worked out for.
NotePlaces places_of(const std::vector<FigureRequest>& steps) {
    NotePlaces places;
    for (const FigureRequest& step : steps) {
        const CellId cell = cell_of(step);
        if (row_role(cell.array) == Role::queries)
            places.query = cell.row;
        if (row_role(cell.array) == Role::keys)
            places.key = cell.row;
    }
    return places;
}

/// Of all steps of an overlay those that a talk stops at.
bool is_stop(const FigureStep& step) {
    constexpr std::array<std::string_view, 6> stops{"operands", "terms", "all", "scores", "exponentials", "shares"};
    return std::ranges::find(stops, step.name) != stops.end();
}

/// A figure in a document, which has a caption of its own.
FigureRequest without_words(FigureRequest request) {
    request.titled = false;
    request.captioned = false;
    request.standalone = false;
    request.fit = FigureFit::free;
    return request;
}

} // namespace

std::string slug(std::string_view title) {
    std::string name;
    for (const char byte : title)
        if (std::isalnum(static_cast<unsigned char>(byte)) != 0)
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
        else if (!name.empty() && name.back() != '-')
            name += '-';
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name.empty() ? "attention" : name;
}

Result<void> LectureSteps::walk_through() {
    const auto requests = walk(source_, shown_);
    if (!requests)
        return requests.error();
    for (const FigureRequest& request : *requests) {
        const CellId cell = cell_of(request);
        walked_.insert(cell.array);
        if (row_of(cell.array).columns == Axis::value_width)
            handed_over_ = cell.column;
    }
    formulas_.emplace(walked_, places_of(*requests), sheet_.most_summands);
    std::optional<ArrayId> before;
    for (const FigureRequest& request : *requests) {
        if (request.array != before)
            if (auto added = add_unwalked_product(request); !added)
                return added;
        if (auto added = add_step(request, request.array == before); !added)
            return added;
        before = request.array;
        if (auto added = add_output_weights(request); !added)
            return added;
        const bool is_of_shares = row_of(cell_of(request).array).meaning == Meaning::share;
        if (is_of_shares && source_.trace.sizes().H > 1 && heads_of(shown_).empty())
            if (auto added = add_all_heads(request); !added)
                return added;
    }
    return {};
}

/// The shares of one head are half of the story: those of all, each with its numbers.
Result<void> LectureSteps::add_all_heads(const FigureRequest& request) {
    FigureRequest picture_of = request;
    picture_of.kind = "heads";
    return add_figure_alone(picture_of, fmt::format("{}-heads", array_name(cell_of(request).array)), {});
}

/// Heads come together in one matrix of weights, which is there to be looked up: where no picture of a product with it
/// has had room, its own, head by head.
Result<void> LectureSteps::add_output_weights(const FigureRequest& request) {
    const CellId cell = cell_of(request);
    const auto operands = product_operands(source_.trace.structure(), cell.array);
    const bool is_of_weights = operands && operands->right == ArrayId::W_O;
    if (!is_of_weights || has_shown_output_weights_)
        return {};
    has_shown_output_weights_ = true;
    FigureRequest picture_of = without_words(request);
    picture_of.array = operands->right;
    picture_of.row = handed_over_;
    picture_of.kind = source_.trace.sizes().H > 1 ? "heads" : heatmap_kind().name;
    if (steps_.back().shows_operands || !best_place(picture_of, places_alone()).is_whole)
        return {};
    return add_figure_alone(picture_of, std::string(array_name(operands->right)), {});
}

/// Where the notes have no step for the product of queries and keys, and go on with what is made of it, its picture.
Result<void> LectureSteps::add_unwalked_product(const FigureRequest& request) {
    for (const Operand& operand : source_.trace.recipe(cell_of(request).array).operands) {
        const bool is_shown = walked_.contains(operand.array) || !is_stage(operand.array) ||
                              row_of(operand.array).columns != Axis::key_tokens;
        if (is_shown || operation(source_.trace.recipe(operand.array).operation).picture != NaturalPicture::product)
            continue;
        FigureRequest picture_of = request;
        picture_of.array = operand.array;
        picture_of.kind = "product";
        return add_figure_alone(picture_of, std::string(array_name(operand.array)), stops_of(picture_of));
    }
    return {};
}

Result<void> LectureSteps::add_figure_alone(const FigureRequest& picture_of, const std::string& name,
                                            std::vector<FigureStep> built_up) {
    StepTex step;
    step.is_figure_alone = true;
    step.name = name;
    const auto number = std::ranges::count(steps_, false, &StepTex::is_figure_alone);
    auto drawn = draw(picture_of, fmt::format("{:02}-{}", number, step.name), std::move(built_up), places_alone());
    if (!drawn)
        return drawn.error();
    step.title = prose(drawn->title);
    step.caption = step.title + (drawn->words.empty() ? "." : ": " + drawn->words);
    step.figures = std::move(drawn->figures);
    step.place = drawn->place;
    step.figure_height = drawn->height;
    steps_.push_back(std::move(step));
    return {};
}

/// Where a figure stands that no words stand beside.
std::span<const FigurePlace> LectureSteps::places_alone() const {
    return sheet_.beside_words.empty() ? sheet_.places : sheet_.places.last(1);
}

/// As it is built up before the eyes, where the document does so.
std::vector<FigureStep> LectureSteps::stops_of(const FigureRequest& picture_of) const {
    std::vector<FigureStep> stops;
    if (const auto built_up = overlay_steps(picture_of, source_); sheet_.is_built_up && built_up)
        std::ranges::copy_if(*built_up, std::back_inserter(stops), is_stop);
    for (FigureStep& stop : stops)
        if (stop.reveal)
            stop.reveal->cells = 0; // no other cell before this one
    return stops;
}

Result<void> LectureSteps::add_recipes() {
    for (FigureRequest recipe : source_.session.figures) {
        if (!recipe.notation)
            recipe.notation = shown_.notation;
        StepTex figure_alone;
        figure_alone.name = slug(recipe.name);
        auto drawn = draw_from(source_, recipe, "figure-" + figure_alone.name, {}, sheet_.places.last(1));
        if (!drawn)
            return error("figure “{}”: {}", printable(recipe.name), drawn.error().message);
        figure_alone.title = prose(recipe.title.empty() ? drawn->title : recipe.title);
        figure_alone.figures = std::move(drawn->figures);
        figure_alone.figure_height = drawn->height;
        figure_alone.caption = figure_alone.title + (drawn->words.empty() ? "." : ": " + drawn->words);
        recipes_.push_back(std::move(figure_alone));
    }
    return {};
}

std::string LectureSteps::prose(std::string_view words) {
    return noted(tex_prose(words));
}

/// With it, whether letters beyond Latin stand in the text.
std::string LectureSteps::noted(TexText set) {
    beyond_latin_ = beyond_latin_ || set.beyond_latin;
    return std::move(set.tex);
}

Result<void> LectureSteps::add_step(const FigureRequest& request, bool goes_on) {
    const CellId asked = cell_of(request);
    const FigureContext context(request, source_, asked);
    const DrawContext& drawing = context.drawing();
    const CellId cell = canonical(drawing, asked);
    StepTex step;
    step.goes_on = goes_on;
    step.name = array_name(cell.array);
    if (!shown_.more_heads.empty() && has_heads(cell.array))
        step.name += fmt::format("-{}", asked.head + 1);
    step.title = prose(array_title(drawing.session, cell.array));
    step.whose = prose(whose(drawing));
    step.symbol = tex_formula(in_notation(row_of(cell.array).symbol, notation_of(drawing.session), cell.head)).tex;
    add_formulas(step, drawing);
    step.cell = prose(cell_words(drawing, cell));
    step.worked = worked_cell_tex(drawing, cell, sheet_.most_summands);
    step.meaning = meaning_of(drawing, cell);
    FigureRequest picture_of = request;
    picture_of.kind = picture_kind(drawing, cell.array);
    const bool shows_all_heads = find_figure_kind(picture_of.kind)->scope != FigureScope::matrix;
    const FigureStep part = part_of_picture(drawing, cell);
    std::vector<FigureStep> steps = part.reveal ? std::vector{part} : stops_of(picture_of);
    const auto number = 1 + std::ranges::count(steps_, false, &StepTex::is_figure_alone);
    auto drawn = draw(picture_of, fmt::format("{:02}-{}", number, step.name), std::move(steps), sheet_.places);
    if (!drawn)
        return drawn.error();
    step.caption = prose(shows_all_heads ? drawn->title : figure_title(drawing)) +
                   (drawn->words.empty() ? "." : ": " + drawn->words);
    step.figures = std::move(drawn->figures);
    step.place = drawn->place;
    step.figure_height = drawn->height;
    step.shows_operands = drawn->kind != heatmap_kind().name && drawn->kind != "heads";
    if (!sheet_.beside_words.empty() && step.place.words_beside == 0)
        if (auto added = add_result(step, request, number); !added)
            return added;
    steps_.push_back(std::move(step));
    return {};
}

/// Words without a picture say little: beside them stands what the figure before comes to.
Result<void> LectureSteps::add_result(StepTex& step, FigureRequest request, std::ptrdiff_t number) {
    request.kind = heatmap_kind().name;
    const auto drawn = draw(request, fmt::format("{:02}-{}-matrix", number, step.name), {}, sheet_.beside_words);
    if (!drawn)
        return drawn.error();
    step.result = drawn->figures.front();
    step.result_place = drawn->place;
    step.result_height = drawn->height;
    return {};
}

/// The stage's own picture; but what heads add stands beside each other, and then as the sum that it is, where the
/// notes walk there and no head was chosen.
std::string LectureSteps::picture_kind(const DrawContext& drawing, ArrayId array) const {
    const bool sums_heads = walked_.contains(ArrayId::parts) && drawing.sizes().H > 1 && heads_of(shown_).empty();
    if (sums_heads && array == ArrayId::parts)
        return "heads";
    if (sums_heads && array == ArrayId::Y)
        return "sum";
    return std::string(picture(shown_picture(drawing)).name);
}

/// What the number means. That a term is the largest is said of one sum, not of each; and of none that has no other,
/// which the sum shows.
std::string LectureSteps::meaning_of(const DrawContext& drawing, const CellId& cell) {
    const Explanation explanation = explain(drawing.trace, cell);
    Claims claims = claims_about(drawing, explanation);
    const auto tells_magnitudes = [](const Claim& claim) {
        return std::ranges::any_of(claim.when, [](const Fact& fact) { return fact.of == Quantity::share_of_terms; });
    };
    const auto told = std::ranges::find_if(claims, tells_magnitudes);
    if (told != claims.end()) {
        const bool is_alone =
            std::ranges::count(explanation.terms, 0, &Term::value) + 1 == std::ssize(explanation.terms);
        if (is_alone || has_said_magnitudes_)
            claims.erase(told);
        has_said_magnitudes_ = has_said_magnitudes_ || !is_alone;
    }
    return prose(text_of(claims));
}

Result<LectureSteps::Drawn> LectureSteps::draw(FigureRequest request, const std::string& name,
                                               std::vector<FigureStep> steps, std::span<const FigurePlace> places) {
    const FigureSource source{untitled_, source_.trace, source_.typesetter, source_.baseline};
    return draw_from(source, std::move(request), name, std::move(steps), places);
}

Result<LectureSteps::Drawn> LectureSteps::draw_from(const FigureSource& source, FigureRequest request,
                                                    const std::string& name, std::vector<FigureStep> steps,
                                                    std::span<const FigurePlace> places) {
    request = without_words(std::move(request));
    Sized sized = best_place(request, places);
    if (!sized.is_whole) { // the matrix alone, rather than without numbers
        FigureRequest of_matrix = request;
        of_matrix.kind = heatmap_kind().name;
        const bool has_matrix = find_figure_kind(request.kind)->scope == FigureScope::matrix || request.kind == "sum";
        if (Sized matrix = best_place(of_matrix, places); has_matrix && (matrix.is_whole || !sized.fits)) {
            sized = std::move(matrix);
            steps.clear();
        }
    }
    if (steps.empty())
        steps.emplace_back();
    auto figures = lay_out_steps(sized.request, source, steps);
    if (!figures)
        return figures.error();
    // Where numbers have no room there is nothing to be built up of them.
    if (steps.size() > 1 && !figures->back().remarks.empty())
        figures->erase(figures->begin(), figures->end() - 1);
    Drawn drawn{{},
                figures->back().title,
                figures->back().words,
                sized.request.kind,
                sized.place,
                std::min(centimetres(figures->front()).y, sized.place.height)};
    for (const Figure& figure : *figures) {
        const std::string number = figures->size() > 1 ? fmt::format("-{}", drawn.figures.size() + 1) : std::string();
        auto set = add_file(figure, name + number, sized.place);
        if (!set)
            return set.error();
        drawn.figures.push_back(*std::move(set));
    }
    return drawn;
}

Result<std::string> LectureSteps::add_file(const Figure& drawn, const std::string& name, const FigurePlace& place) {
    auto tex = write(drawn, FigureFormat::tex, 0, source_.typesetter);
    // What pdflatex cannot set, or no TeX, is a picture all the same.
    if (tex && tex->find("% To \\input, with pdflatex") != std::string::npos && fits(drawn, place)) {
        files_.push_back({name + ".tex", *std::move(tex)});
        return fmt::format("\\input{{{}}}", name);
    }
    auto pdf = write(drawn, FigureFormat::pdf, 0, source_.typesetter);
    if (!pdf)
        return pdf.error();
    files_.push_back({name + ".pdf", *std::move(pdf)});
    return fmt::format("\\includegraphics[width={}cm,height={}cm,keepaspectratio]{{{}}}",
                       std::min(place.width, centimetres(drawn).x), place.height, name);
}

void LectureSteps::add_formulas(StepTex& step, const DrawContext& drawing) {
    StepFormulas beside = formulas_->beside(drawing, step.goes_on);
    for (const NoteLine& line : beside.remarked)
        if (!line.unlike.empty()) {
            if (said_unlike_.insert(line.unlike).second) // why is said of the first formula
                step.remarks.push_back(
                    fmt::format("Usually ${}$; not so here: {}.", formula(line.tex), prose(line.unlike)));
        } else
            step.remarks.push_back(name_in_remark(line.tex) + noted(tex_remark(line.says)));
    for (const StepFormula& written : beside.formulas)
        formula(written.tex + written.numbers);
    step.formulas = std::move(beside.formulas);
}

std::string LectureSteps::formula(std::string_view tex) {
    return noted(tex_formula(tex));
}

/// The first place that has room for all of it, with type of the size that is meant for the document, or else smaller;
/// else the first that has room for what can be read of it.
LectureSteps::Sized LectureSteps::best_place(const FigureRequest& request, std::span<const FigurePlace> places) const {
    std::optional<Sized> lacking;
    for (const float type : {1.0F, 0.85F, 0.7F}) {
        if (type < sheet_.least_type)
            break;
        for (const FigurePlace& place : places) {
            Sized sized = with_type(request, type * sheet_.font_size, place);
            if (sized.is_whole)
                return sized;
            if (!lacking || (sized.fits && !lacking->fits))
                lacking = std::move(sized);
        }
    }
    return *std::move(lacking);
}

/// The request with type of so many points, as wide as it needs to be or else as its place; where that has no room
/// for it, larger than its room.
LectureSteps::Sized LectureSteps::with_type(FigureRequest request, float font_size, const FigurePlace& place) const {
    request.height = place.height;
    request.font_size = font_size;
    std::optional<FigureRequest> lacking;
    for (const std::optional<float> width : {std::optional<float>(), std::optional(place.width)}) {
        request.width = width;
        const auto drawn = lay_out_if_it_fits(request, source_);
        if (!drawn || !fits(*drawn, place))
            continue;
        if (drawn->remarks.empty())
            return {request, place, true, true};
        if (!lacking)
            lacking = request;
    }
    if (lacking)
        return {*std::move(lacking), place, true, false};
    request.width.reset();
    request.height.reset();
    return {std::move(request), place, false, false};
}

} // namespace attn
