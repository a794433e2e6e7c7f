#include "core/handouts/lecture_steps.h"

#include "core/document/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/figure_steps.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/words.h"
#include "core/figure/tex_text.h"
#include "core/figure/typeset_formula.h"
#include "core/files/printable.h"
#include "core/handouts/tour_of_stages.h"
#include "core/handouts/worked_tex.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace attn {

namespace {

constexpr float pixels_a_cm = 96 / 2.54F;
constexpr float pixels_a_point = 96 / 72.0F;
/// How much wider TeX's own letters may be than those that are measured here.
constexpr float wider_in_tex = 1.15F;

/// A formula cut before its equals signs, where it can be broken: those outside of all braces and brackets.
std::vector<std::string> sides_of(std::string_view tex) {
    std::vector<std::string> sides(1);
    int depth = 0;
    for (std::size_t at = 0; at < tex.size(); ++at) {
        const std::string_view rest = tex.substr(at);
        if (rest.front() == '{' || rest.starts_with("\\left"))
            ++depth;
        if (rest.front() == '}' || rest.starts_with("\\right"))
            --depth;
        if (rest.starts_with("\\rightarrow") || rest.starts_with("\\leftarrow"))
            depth += rest[1] == 'r' ? 1 : -1;
        if (depth == 0 && rest.starts_with(" = ") && !sides.back().empty())
            sides.emplace_back();
        else
            sides.back() += rest.front();
    }
    return sides;
}

/// The sides of an equation as they are compared: without the braces, spaces and capitals that change nothing.
std::vector<std::string> comparable_sides(std::string_view tex) {
    std::vector<std::string> sides;
    for (std::string side : sides_of(tex)) {
        for (const std::string_view idle : {"\\mathrm", "\\,", "{", "}", " "})
            for (std::size_t at = side.find(idle); at != std::string::npos; at = side.find(idle, at))
                side.erase(at, idle.size());
        if (side.starts_with("="))
            side.erase(0, 1);
        std::ranges::transform(side, side.begin(),
                               [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
        sides.push_back(std::move(side));
    }
    return sides;
}

/// "$A$: " of "A = …"; what is remarked on is that.
std::string on_what(std::string_view tex) {
    const std::vector<std::string> sides = sides_of(tex);
    return sides.size() < 2 ? "" : fmt::format("${}$: ", tex_formula(sides.front()).tex);
}

Point centimetres(const Figure& drawn) {
    const float unit = drawn.scale / pixels_a_cm;
    return {drawn.page.area.width * unit, drawn.page.area.height * unit};
}

bool fits(const Figure& drawn, const LectureSheet& sheet) {
    const Point size = centimetres(drawn);
    return size.x <= sheet.figure_width + 0.01F && size.y <= sheet.figure_height + 0.01F;
}

/// Of all steps of an overlay those that a talk stops at.
bool is_stop(const FigureStep& step) {
    constexpr std::array<std::string_view, 6> stops{"operands", "terms", "all", "scores", "exponentials", "shares"};
    return std::ranges::find(stops, step.name) != stops.end();
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
    for (const FigureRequest& request : *requests)
        walked_.insert(cell_of(request).array);
    std::optional<ArrayId> before;
    for (const FigureRequest& request : *requests) {
        if (auto added = add_step(request, request.array == before); !added)
            return added;
        before = request.array;
    }
    return {};
}

Result<void> LectureSteps::add_recipes(const LectureSheet& sheet) {
    sheet_ = sheet;
    for (FigureRequest recipe : source_.session.figures) {
        if (!recipe.notation)
            recipe.notation = shown_.notation;
        StepTex figure_alone;
        figure_alone.name = slug(recipe.name);
        auto drawn = draw(recipe, "figure-" + figure_alone.name, {});
        if (!drawn)
            return error("figure “{}”: {}", printable(recipe.name), drawn.error().message);
        figure_alone.title = prose(recipe.title.empty() ? drawn->title : recipe.title);
        figure_alone.figures = std::move(drawn->figures);
        figure_alone.caption = figure_alone.title + (drawn->words.empty() ? "." : ": " + drawn->words);
        recipes_.push_back(std::move(figure_alone));
    }
    return {};
}

std::string LectureSteps::prose(std::string_view words) {
    TexText set = tex_prose(words);
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
    step.meaning = prose(in_words(drawing, explain(drawing.trace, cell)));
    FigureRequest picture_of = request;
    picture_of.kind = picture_kind(drawing, cell.array);
    const bool shows_all_heads = find_figure_kind(picture_of.kind)->scope != FigureScope::matrix;
    const FigureStep part = part_of_picture(drawing, cell);
    std::vector<FigureStep> steps;
    if (part.reveal)
        steps.push_back(part);
    else if (const auto built_up = overlay_steps(picture_of, source_); sheet_.is_built_up && built_up)
        std::ranges::copy_if(*built_up, std::back_inserter(steps), is_stop);
    for (FigureStep& stop : steps)
        if (!part.reveal && stop.reveal)
            stop.reveal->cells = 0; // no other cell before this one
    auto drawn = draw(picture_of, fmt::format("{:02}-{}", steps_.size() + 1, step.name), std::move(steps));
    if (!drawn)
        return drawn.error();
    step.caption = prose(shows_all_heads ? drawn->title : figure_title(drawing)) +
                   (drawn->words.empty() ? "." : ": " + drawn->words);
    step.figures = std::move(drawn->figures);
    step.stands_alone = drawn->stands_alone;
    steps_.push_back(std::move(step));
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

Result<LectureSteps::Drawn> LectureSteps::draw(FigureRequest request, const std::string& name,
                                               std::vector<FigureStep> steps) {
    request.titled = false;
    request.captioned = false;
    request.standalone = false;
    request.fit = FigureFit::free;
    const LectureSheet* sheet = &sheet_;
    Sized sized = largest(request, sheet_);
    if (sheet_.alone != nullptr && !(sized.fits && sized.is_whole))
        if (Sized alone = largest(request, *sheet_.alone); alone.fits && (alone.is_whole || !sized.fits)) {
            sized = std::move(alone);
            sheet = sheet_.alone;
        }
    if (sheet_.alone != nullptr && !sized.fits) { // the matrix alone, rather than type that nobody can read
        request.kind = heatmap_kind().name;
        if (Sized matrix = largest(request, sheet_); matrix.fits) {
            sized = std::move(matrix);
            steps.clear();
        }
    }
    if (steps.empty())
        steps.emplace_back();
    auto figures = lay_out_steps(sized.request, source_, steps);
    if (!figures)
        return figures.error();
    // Where numbers have no room there is nothing to be built up of them.
    if (steps.size() > 1 && !figures->back().remarks.empty())
        figures->erase(figures->begin(), figures->end() - 1);
    Drawn drawn{{}, figures->front().title, figures->front().words, sheet != &sheet_};
    for (const Figure& figure : *figures) {
        const std::string number = figures->size() > 1 ? fmt::format("-{}", drawn.figures.size() + 1) : std::string();
        auto set = add_file(figure, name + number, *sheet);
        if (!set)
            return set.error();
        drawn.figures.push_back(*std::move(set));
    }
    return drawn;
}

Result<std::string> LectureSteps::add_file(const Figure& drawn, const std::string& name, const LectureSheet& sheet) {
    auto tex = write(drawn, FigureFormat::tex, 0, source_.typesetter);
    // What pdflatex cannot set, or no TeX, is a picture all the same.
    if (tex && tex->find("% To \\input, with pdflatex") != std::string::npos && fits(drawn, sheet)) {
        files_.push_back({name + ".tex", *std::move(tex)});
        return fmt::format("\\input{{{}}}", name);
    }
    auto pdf = write(drawn, FigureFormat::pdf, 0, source_.typesetter);
    if (!pdf)
        return pdf.error();
    files_.push_back({name + ".pdf", *std::move(pdf)});
    return fmt::format("\\includegraphics[width={}cm,height={}cm,keepaspectratio]{{{}}}",
                       std::min(sheet.figure_width, centimetres(drawn).x), sheet.figure_height, name);
}

/// What the notes write beside an array, before it what they write beside weights and stages that it is made from and
/// that no step is about; of such scores, how they are scaled.
void LectureSteps::add_notes_beside(std::vector<NoteLine>& lines, const DrawContext& drawing, ArrayId array) {
    if (sheet_.has_remarks && is_stage(array))
        for (const Operand& operand : drawing.trace.recipe(array).operands)
            if (!walked_.contains(operand.array))
                add_notes_beside(lines, drawing, operand.array);
    const bool is_scaling = is_stage(array) && drawing.trace.recipe(array).operation == OperationId::scale;
    if (is_scaling && !walked_.contains(array) && sheet_.has_remarks) {
        CellId cell = selected_cell(drawing);
        cell.array = array;
        std::string formula = in_notation(cell_formula_of(drawing.session, array), notation_of(drawing.session));
        if (said_.insert(formula).second)
            lines.push_back({std::move(formula), "", worked_cell_tex(drawing, cell, sheet_.most_summands), ""});
    }
    for (NoteLine& line : note_lines(drawing, array))
        if (walked_.contains(array) || said_.insert(line.tex).second)
            lines.push_back(std::move(line));
}

/// The formulas of the notes, if they have some; those of the notation, where they say more. All as far as there is
/// room.
void LectureSteps::add_formulas(StepTex& step, const DrawContext& drawing) {
    const ArrayId array = drawing.view_state.array();
    const Notation notation = notation_of(drawing.session);
    std::vector<NoteLine> lines;
    if (!step.goes_on || !sheet_.has_remarks)
        add_notes_beside(lines, drawing, array);
    const bool has_notes = !lines.empty();
    const auto written = [&](const std::string& formula) {
        if (formula.find('=') == std::string::npos) // a symbol alone says nothing
            return std::string();
        return names_head(drawing) && !has_notes ? in_notation(formula, notation, drawing.view_state.head)
                                                 : in_notation(formula, notation);
    };
    const std::string of_array = written(figure_formula(drawing));
    const std::string of_cell = written(cell_formula_of(drawing.session, array));
    const std::vector<std::string> sides = comparable_sides(in_notation(figure_formula(drawing), notation));
    bool is_said = false;
    for (NoteLine& line : lines) {
        if (!line.unlike.empty())
            continue;
        const std::vector<std::string> of_note = comparable_sides(line.tex);
        const bool is_alike = std::ranges::any_of(
            of_note, [&](const std::string& side) { return std::ranges::find(sides, side) != sides.end(); });
        if (is_alike && of_note.size() == 1) // the notes leave out what it is, or how it is made
            line.tex = of_note.front() == sides.front() ? of_array : sides_of(of_array).front() + " = " + line.tex;
        is_said = is_said || is_alike;
    }
    const bool is_product = operation(drawing.trace.recipe(array).operation).picture == NaturalPicture::product;
    if (!is_said)
        lines.insert(lines.begin(), {of_array, "", "", ""});
    if (!has_notes || is_product)
        lines.push_back({of_cell, "", "", ""});
    float room = sheet_.formulas_height;
    for (const NoteLine& line : lines) {
        if (!line.tex.empty() && line.unlike.empty())
            room -= add_formula(step, line.tex, line.numbers, room);
        if (sheet_.has_remarks)
            add_remark(step, line);
    }
}

void LectureSteps::add_remark(StepTex& step, const NoteLine& line) {
    if (!line.unlike.empty())
        step.remarks.push_back(
            fmt::format("The notes have ${}$; not so here: {}.", tex_formula(line.tex).tex, prose(line.unlike)));
    else if (!line.says.empty())
        step.remarks.push_back(on_what(line.tex) + prose(line.says));
}

/// Unless it has no room and is not the first. How high it is, in centimetres.
float LectureSteps::add_formula(StepTex& step, const std::string& tex, const std::string& numbers, float room) {
    constexpr float between_lines = 0.25F;
    float height = between_lines;
    if (width_in_tex(tex) <= sheet_.line_width)
        height += size_in_tex(tex).y;
    else
        for (const std::string& side : sides_of(tex))
            height += size_in_tex(side).y + between_lines;
    if (height > room && !step.formulas.empty())
        return 0;
    std::string display = displayed(tex);
    if (std::ranges::find(step.formulas, display) != step.formulas.end())
        return 0;
    if (!numbers.empty() && sheet_.has_remarks) {
        constexpr float of_here = 2;
        const bool is_beside = width_in_tex(tex) + of_here + width_in_tex(numbers) <= sheet_.line_width;
        display += fmt::format(R"({}{{\color{{black!60}}\text{{here }} {}}})",
                               is_beside ? R"(\qquad )" : " \\\\[3pt]\n", displayed(numbers));
    }
    step.formulas.push_back(std::move(display));
    return height;
}

Point LectureSteps::size_in_tex(std::string_view tex) const {
    const auto set = typeset(tex, sheet_.formula_size * pixels_a_point, rgb(0), source_.typesetter);
    return set ? Point{set->width * wider_in_tex / pixels_a_cm, (set->ascent + set->descent) / pixels_a_cm} : Point();
}

/// What stands in a display: in lines that begin with its equals signs where it is wider than a line.
std::string LectureSteps::displayed(const std::string& tex) {
    const auto set = [&](std::string_view formula) {
        TexText written = tex_formula(formula);
        beyond_latin_ = beyond_latin_ || written.beyond_latin;
        return width_in_tex(formula) <= sheet_.line_width
                   ? written.tex
                   : fmt::format(R"(\resizebox{{{}cm}}{{!}}{{$\displaystyle {}$}})", sheet_.line_width * 0.9F,
                                 written.tex);
    };
    const std::vector<std::string> sides = sides_of(tex);
    if (width_in_tex(tex) <= sheet_.line_width || sides.size() < 2)
        return set(tex);
    float widest = 0;
    for (std::size_t i = 1; i < sides.size(); ++i)
        widest = std::max(widest, width_in_tex(sides[i]));
    const bool is_beside = width_in_tex(sides[0]) + widest <= sheet_.line_width;
    std::string lines = R"(\begin{aligned})" + std::string(is_beside ? "" : "&") + set(sides[0]);
    for (std::size_t i = 1; i < sides.size(); ++i)
        lines += (i == 1 && is_beside ? " &= " : R"( \\[3pt] &= )") + set(sides[i].substr(2));
    return lines + R"(\end{aligned})";
}

/// The request at the size of type that is meant for the document; where not all of it has room so, with smaller type,
/// and in the end larger than its room.
LectureSteps::Sized LectureSteps::largest(FigureRequest request, const LectureSheet& sheet) const {
    request.height = sheet.figure_height;
    std::optional<FigureRequest> lacking;
    struct Try {
        float size;
        bool is_filled;
    };
    for (const Try tried : {Try{1, false}, Try{1, true}, Try{0.85F, true}, Try{0.7F, true}}) {
        if (tried.size < sheet.least_type)
            continue;
        request.font_size = sheet.font_size * tried.size;
        request.width = tried.is_filled ? std::optional(sheet.figure_width) : std::nullopt;
        const auto drawn = lay_out_if_it_fits(request, source_);
        if (!drawn || !fits(*drawn, sheet))
            continue;
        if (drawn->remarks.empty())
            return {request, true, true};
        if (!lacking)
            lacking = request;
    }
    if (lacking)
        return {*std::move(lacking), true, false};
    request.width.reset();
    request.height.reset();
    request.font_size = sheet.font_size;
    return {std::move(request), false, false};
}

} // namespace attn
