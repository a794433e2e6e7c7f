#include "core/figure/pictures/head_names.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

/// Appends `more` to the name, on the same line.
void append(Typeset& name, const Typeset& more, float gap) {
    const float x = name.width == 0 ? 0 : name.width + gap;
    name.list.append(more.list, {x, 0});
    name.width = x + more.width;
    name.ascent = std::max(name.ascent, more.ascent);
    name.descent = std::max(name.descent, more.descent);
}

void append(Typeset& name, const DrawContext& drawing, const std::string& words, Colour colour) {
    if (words.empty())
        return;
    Typeset set;
    set.ascent = type_size::small;
    set.width = add_text(set.list, drawing.typesetter, {}, words, colour, small());
    append(name, set, space::medium);
}

} // namespace

std::vector<Typeset> names_of_head(const DrawContext& drawing, const std::string& symbol, Index head,
                                   const std::string& remark, std::optional<Index> less) {
    const Theme& theme = drawing.theme();
    std::vector<Typeset> names;
    for (const float size : {15.0F, 12.0F, drawing.view_state.on_paper ? type_size::small : 9.0F}) {
        Typeset& name = names.emplace_back(set_formula(drawing, symbol, size, theme.ink, head));
        if (less) {
            append(name, set_general_formula(drawing, "-", size, theme.ink), space::tiny);
            append(name, set_formula(drawing, symbol, size, theme.ink, *less), space::tiny);
        }
        append(name, drawing, remark, theme.dim);
    }
    std::string number = std::to_string(head_number(drawing.session, head));
    if (less)
        number += fmt::format(" − {}", head_number(drawing.session, *less));
    for (const std::string& behind : {remark_on_head(drawing, head), std::string()}) {
        append(names.emplace_back(), drawing, number, theme.ink);
        append(names.back(), drawing, behind, theme.dim);
    }
    return names;
}

std::string remark_on_head(const DrawContext& drawing, Index head) {
    return drawing.layer().heads.at(static_cast<std::size_t>(head)).on ? "" : "off";
}

} // namespace attn
