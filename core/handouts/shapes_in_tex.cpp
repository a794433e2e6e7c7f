#include "core/handouts/shapes_in_tex.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn {

namespace {

// Millimetres.
constexpr float most_long = 16;
constexpr float least_long = 1.2F;
constexpr float apart = 6; // names are wider than narrow boxes
constexpr float before_words = 8;
constexpr float sheet_step = 0.8F;
constexpr Index most_sheets = 3;

} // namespace

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

} // namespace attn
