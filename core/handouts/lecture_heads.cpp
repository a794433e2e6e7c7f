// Steps for notes that explain one head first, as a layer of its own, and then what all heads do.

#include "core/document/options/session_notation.h"
#include "core/document/session/session.h"
#include "core/engine/engine.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/handouts/head_alone.h"
#include "core/handouts/lecture_steps.h"
#include "core/handouts/lengths.h"
#include "core/handouts/tour_of_stages.h"
#include "core/model/arrays.h"
#include "core/tensor/matrix.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// A matrix drawn as a box of its shape, or several of one shape as a stack of sheets.
struct ShapeInTex {
    std::string symbol; ///< TeX
    Shape shape;
    Index sheets = 1;     ///< number of sheets in the stack, one for each head
    Index parts = 1;      ///< number of parts side by side
    std::string before{}; ///< words left of it
};

// Lengths in millimetres.
constexpr float most_long = 16;
constexpr float least_long = 1.2F;
constexpr float apart = 6; // names are wider than narrow boxes
constexpr float before_words = 8;
constexpr float sheet_step = 0.8F;
constexpr Index most_sheets = 3;

/// A tikzpicture, at most `width` centimetres wide, of the shapes side by side and to scale, with their names and
/// lengths.
std::string shapes_in_tex(std::span<const ShapeInTex> shapes, float width) {
    Index longest = 1;
    Index across = 0;
    float gaps = 0;
    for (const ShapeInTex& one : shapes) {
        longest = std::max({longest, one.shape.rows, one.shape.columns});
        across += one.shape.columns;
        gaps += apart + (one.before.empty() ? 0 : before_words + apart);
    }
    const float unit =
        std::min(most_long / static_cast<float>(longest), (10 * width - gaps) / static_cast<float>(across));
    const auto side = [&](Index length) { return std::max(unit * static_cast<float>(length), least_long); };
    const float beneath = -side(longest) / 2 - 4;
    std::string tex = "\\begin{tikzpicture}[x=1mm,y=1mm,every node/.style={inner sep=0pt,font=\\footnotesize}]\n";
    float x = 0;
    for (const ShapeInTex& one : shapes) {
        if (!one.before.empty()) {
            x += apart;
            tex += fmt::format("\\node[anchor=base west] at ({:.1f},-1) {{{}}};\n", x, one.before);
            x += before_words;
        }
        const float wide = side(one.shape.columns);
        const float high = side(one.shape.rows);
        for (Index sheet = std::min(one.sheets, most_sheets) - 1; sheet >= 0; --sheet)
            tex += fmt::format("\\draw[black!50,fill=black!4] ({:.1f},{:.1f}) rectangle ++({:.1f},{:.1f});\n",
                               x + sheet_step * static_cast<float>(sheet),
                               -high / 2 + sheet_step * static_cast<float>(sheet), wide, high);
        for (Index part = 1; part < one.parts; ++part)
            tex += fmt::format("\\draw[black!50] ({0:.1f},{1:.1f}) -- ++(0,{2:.1f});\n",
                               x + wide * static_cast<float>(part) / static_cast<float>(one.parts), -high / 2, high);
        tex += fmt::format(
            "\\node[anchor=base] at ({0:.1f},{1:.1f}) {{${2}$}};\n"
            "\\node[anchor=base,text=black!60,font=\\scriptsize] at ({0:.1f},{3:.1f}) {{${4} \\times {5}$}};\n",
            x + wide / 2, beneath, one.symbol, beneath - 4, one.shape.rows, one.shape.columns);
        x += wide + apart;
    }
    return tex + "\\end{tikzpicture}";
}

/// A function that writes an equation for a text, in the session's notation.
WriteEquation written_in(const Session& session) {
    return [notation = notation_of(session)](std::string_view equation) { return in_text(equation, notation); };
}

/// Makes boxes for the matrices of a session's layer.
struct ShapesOf {
    const Session& session;

    /// The shape of a stage of this width; its tokens are rows, or columns if the session has it so.
    Shape of_tokens(Index width) const {
        const Index tokens = sizes_of(session.layer()).S_q;
        return session.tokens_as_columns ? Shape{width, tokens} : Shape{tokens, width};
    }
    ShapeInTex operator()(std::string_view symbol, Shape shape, Index sheets = 1, Index parts = 1) const {
        return {tex_formula(in_notation(symbol, notation_of(session))).tex, shape, sheets, parts};
    }
};

constexpr float width_of_shapes = 12; // cm: an article's lines, and a frame

/// The shapes of all matrices that a layer makes from its input.
std::string shapes_of(const Session& session) {
    const Sizes sizes = sizes_of(session.layer());
    const ShapesOf add{session};
    const Shape scores = session.tokens_as_columns ? Shape{sizes.S_k, sizes.S_q} : Shape{sizes.S_q, sizes.S_k};
    std::vector<ShapeInTex> shapes{add("<X>", add.of_tokens(sizes.D)),
                                   add("<W_Q>", {sizes.D, sizes.d_k}, sizes.H),
                                   add("<W_V>", {sizes.D_context, sizes.d_v}, sizes.H_kv()),
                                   add("<Q>", add.of_tokens(sizes.d_k), sizes.H),
                                   add("<A>", scores, sizes.H),
                                   add("<O>", add.of_tokens(sizes.d_v), sizes.H)};
    if (sizes.H > 1)
        shapes.push_back(add("<C>", add.of_tokens(sizes.H * sizes.d_v), 1, session.tokens_as_columns ? 1 : sizes.H));
    shapes.push_back(add("<all W_O>", {sizes.H * sizes.d_v, sizes.D}));
    shapes.push_back(add("<Y>", add.of_tokens(sizes.D)));
    return shapes_in_tex(shapes, width_of_shapes);
}

/// One head of several, as a layer of its own.
struct FirstHead {
    Session session;
    Index head = 0;
};

/// The head that the notes explain before they come to several; none if the layer has one head or the notes do
/// otherwise.
std::optional<FirstHead> head_before_others(const FigureSource& source, const FigureRequest& shown) {
    const auto opened = figure_cell(shown, source);
    const NotationChoice& notation = shown.notation ? *shown.notation : source.session.notation;
    if (!opened || !notation.profile().walks_one_head_first || shown.steps == StepsShown::all ||
        !shown.more_heads.empty())
        return std::nullopt;
    std::optional<Session> alone = head_alone(source.session, opened->head);
    return alone ? std::optional(FirstHead{*std::move(alone), opened->head}) : std::nullopt;
}

} // namespace

/// Adds the steps of one head as a layer of its own, if the notes begin with one.
Result<void> LectureSteps::walk_one_head() {
    const std::optional<FirstHead> first = head_before_others(source_, shown_);
    if (!first)
        return {};
    Engine engine(1);
    const FigureSource source{first->session, engine.compute(first->session.layer()), source_.typesetter};
    FigureRequest shown = shown_;
    shown.head.reset();
    LectureSteps of_head(source, shown, sheet_);
    if (auto walked = of_head.walk_through(); !walked)
        return walked;
    steps_ = std::move(of_head.steps_);
    document_ = std::move(of_head.document_);
    formulas_ = std::move(of_head.formulas_);
    said_unlike_ = std::move(of_head.said_unlike_);
    has_said_magnitudes_ = of_head.has_said_magnitudes_;
    const Session shown_session = in_notation_of(shown_, first->session);
    steps_.front().part = "One head alone";
    steps_.front().part_words = fmt::format(
        "All of it, with the weights of head ${} = {}$. {}",
        formula(in_notation("<head>", notation_of(in_notation_of(shown_, source_.session)))),
        head_number(shown_session, first->head), words_on_one_head(shown_session, written_in(shown_session)));
    steps_.front().part_shapes = shapes_of(shown_session);
    return {};
}

/// Adds the steps of all heads, behind those of the first one: the heads' matrices side by side, and what they make
/// together.
Result<void> LectureSteps::walk_heads(const std::vector<FigureRequest>& requests) {
    const std::size_t of_one_head = steps_.size();
    for (const FigureRequest& request : requests) {
        const bool is_of_heads = has_heads(cell_of(request).array);
        if (!is_of_heads && steps_.size() == of_one_head)
            continue; // all heads read what the first one has read
        if (auto added = is_of_heads ? add_heads_beside(request) : add_step(request, false); !added)
            return added;
        if (auto added = add_before_after(request); !added)
            return added;
        if (auto added = add_output_weights(request); !added)
            return added;
    }
    if (steps_.size() == of_one_head)
        return {}; // no stage of heads is walked through
    steps_[of_one_head].part = "All heads";
    const Session shown_session = in_notation_of(shown_, source_.session);
    steps_[of_one_head].part_words = words_on_several_heads(shown_session, written_in(shown_session));
    steps_[of_one_head].part_shapes = shapes_of(shown_session);
    return {};
}

/// Adds a figure of shapes, if the notes end with it and the heads fill the model's width: one head as wide as the
/// model, beside several that share that width.
void LectureSteps::add_one_head_beside_many() {
    const Sizes& sizes = source_.trace.sizes();
    const Session session = in_notation_of(shown_, source_.session);
    const bool fill_width = sizes.H * sizes.d_k == sizes.D && sizes.H * sizes.d_v == sizes.D &&
                            sizes.D_context == sizes.D && sizes.queries_per_kv == 1;
    if (!session.notation.profile().ends_beside_one_head || sizes.H == 1 || !fill_width ||
        shown_.steps == StepsShown::all)
        return;
    const WriteEquation write = written_in(session);
    const auto shape = [&](Index columns) { return write(fmt::format(R"({} \times {})", sizes.D, columns)); };
    StepTex step;
    step.is_figure_alone = true;
    step.array = steps_.back().array;
    step.name = "one-beside-many";
    step.title = "One head beside many, by shapes";
    const std::string words = fmt::format("ne set of {} matrices and one {}; {} sets of {}, each a part of {}",
                                          shape(sizes.D), write("<Y>"), sizes.H, shape(sizes.d_k), write("<C>"));
    step.shows = "one head beside many, by shapes: o" + words;
    step.meaning = "O" + words + ".";
    const ShapesOf add{session};
    std::vector<ShapeInTex> shapes;
    for (const char* const weights : {"<all W_Q>", "<all W_K>", "<all W_V>"})
        shapes.push_back(add(weights, {sizes.D, sizes.D}));
    shapes.push_back(add("<Y>", add.of_tokens(sizes.D)));
    shapes.front().before = "one";
    for (const char* const weights : {"<W_Q>", "<W_K>", "<W_V>"})
        shapes.push_back(add(weights, {sizes.D, sizes.d_k}, sizes.H));
    shapes[4].before = "many";
    shapes.push_back(add("<O>", add.of_tokens(sizes.d_v), sizes.H));
    shapes.push_back(add("<C>", add.of_tokens(sizes.D), 1, session.tokens_as_columns ? 1 : sizes.H));
    step.figures.push_back(shapes_in_tex(shapes, width_of_shapes));
    step.caption = "One head beside many, by shapes.";
    steps_.push_back(std::move(step));
}

/// Adds the notes' formulas for several heads, with the stage's matrix of each head.
Result<void> LectureSteps::add_heads_beside(const FigureRequest& request) {
    FigureRequest picture_of = request;
    picture_of.kind = "heads";
    const FigureContext context(picture_of, source_, cell_of(request));
    StepTex step;
    step.array = cell_of(request).array;
    step.name = unused_name(std::string(array_name(step.array)));
    step.formulas = formulas_->of_several_heads(context.drawing());
    for (const StepFormula& written : step.formulas)
        formula(written.tex + written.numbers);
    const auto number = 1 + std::ranges::count(steps_, false, &StepTex::is_figure_alone);
    auto drawn = draw(picture_of, fmt::format("{:02}-{}", number, step.name), {}, {sheet_.places});
    if (!drawn)
        return drawn.error();
    step.title = words(drawn->title);
    step.caption = step.title + (drawn->words.empty() ? "." : ": " + drawn->words);
    step.figures = std::move(drawn->figures);
    step.place = drawn->place;
    step.figure_height = drawn->height;
    step.is_figure_alone = step.place.words_beside == 0 && step.formulas.empty();
    if (!sheet_.beside_words.empty() && step.place.words_beside == 0 && !step.is_figure_alone)
        if (auto added = add_result(step, request, number); !added)
            return added;
    steps_.push_back(std::move(step));
    return {};
}
} // namespace attn
