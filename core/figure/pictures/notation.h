#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/text.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// How formulas are written: in whose symbols, and with what of the layer that can be there or not.
struct Notation {
    std::size_t profile = 0; ///< of the table of symbols
    bool tokens_as_columns = false;
    bool masked = false;      ///< "+ M" is written
    bool heads_bias = false;  ///< "+ b_Q" and its like
    bool output_bias = false; ///< "+ b_O"
    Scale scale;
    bool has_temperature = false; ///< τ is not 1
    Norm::Kind norm = Norm::Kind::off;
    bool norm_bias = false;
};

/// The notation in which the session is shown.
Notation notation_of(const Session& session);

/// TeX for a formula whose symbols stand as <name>: of the head with that number, or of a general head.
/// Besides symbols there are <input> and <input cell> (what X is made of), <+b_Q> … (nothing where there is no bias),
/// <+M>, <scale( … <)scale> around what is scaled, and <h>, the head.
std::string in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head = std::nullopt);

/// The same as letters that need no formula: "α", "dₖ", "score".
std::string in_letters(std::string_view formula, const Notation& notation);

/// A formula set with the selected head's number.
Typeset set_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour);

/// The same with the number of the head `head`.
Typeset set_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour, Index head);

/// The same for a general head.
Typeset set_general_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour);

} // namespace attn
