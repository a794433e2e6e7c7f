#include "core/handouts/shapes_in_tex.h"

#include "core/document/options/session_notation.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string_view>
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

} // namespace

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

std::string one_head_beside_many(const Session& session) {
    const Sizes sizes = sizes_of(session.layer());
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
    return shapes_in_tex(shapes, width_of_shapes);
}

} // namespace attn
