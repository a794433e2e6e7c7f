#include "core/handouts/cell_formula_in_text.h"

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/handouts/worked_cell.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>

namespace attn {

namespace {

void replace_all(std::string& text, std::string_view sought, std::string_view with) {
    for (std::size_t at = text.find(sought); at != std::string::npos; at = text.find(sought, at + with.size()))
        text.replace(at, sought.size(), with);
}

/// The output as its cells are called: its small letter; where the notes have none, the matrix, in brackets where that
/// is a sum or a product.
std::string output_letter(const DrawContext& drawing) {
    const auto& symbols = drawing.session.notation.profile().symbols;
    if (symbols.contains("y") || !symbols.contains("Y"))
        return "<y>";
    const std::string whole = in_notation("<Y>", notation_of(drawing.session));
    return whole.find_first_of(" _") == std::string::npos ? "<Y>" : "(<Y>)";
}

} // namespace

/// The output of joined heads is worked out as the product that it is.
std::string cell_formula_in_text(const DrawContext& drawing, ArrayId array) {
    const auto& own = drawing.session.notation.profile().arrays;
    const auto wording = own.find(array);
    const bool has_own = wording != own.end() && !wording->second.cell_formula.empty();
    const bool is_joined = !has_own && row_of(array).letter == row_of(ArrayId::Y).letter && drawing.sizes().H > 1 &&
                           !adds_heads(drawing) && has_array(drawing, ArrayId::concat);
    std::string formula =
        is_joined
            ? R"(<y>_{<i><d>} = \sum_{f} <c>_{<rows(><i>f<)rows><columns(>f<i><)columns>}\,(<all W_O>)_{f<d>}<+b_O d>)"
            : cell_formula_of(drawing.session, array);
    const auto operands = is_stage(array) ? product_operands(drawing.trace.structure(), array) : std::nullopt;
    constexpr std::string_view weight = "<w>";
    if (const std::size_t at = formula.find(weight);
        operands && is_parameter(operands->right) && at != std::string::npos)
        formula.replace(at, weight.size(), "(" + symbol_of(operands->right) + ")");
    const std::string output = output_letter(drawing);
    if (output != "<y>" && !drawing.session.notation.profile().symbols.contains("u"))
        replace_all(formula, "<u>_{<i><d>}^{(<h>)}",
                    "(" + symbol_of(ArrayId::parts) + ")_{<i><d>}"); // what y consists of
    replace_all(formula, "<y>", output);
    return formula;
}

std::string exponentials_as_in_notes(const DrawContext& drawing, std::string tex) {
    const auto& formulas = drawing.session.notation.profile().formulas;
    if (std::ranges::none_of(formulas,
                             [](const NoteFormula& note) { return note.tex.find("e^{") != std::string::npos; }))
        return tex;
    constexpr std::string_view exponential = R"(\exp()";
    for (std::size_t at = tex.find(exponential); at != std::string::npos; at = tex.find(exponential, at)) {
        std::size_t end = at + exponential.size();
        for (int depth = 1; end < tex.size() && depth > 0; ++end)
            depth += tex[end] == '(' ? 1 : tex[end] == ')' ? -1 : 0;
        tex.replace(end - 1, 1, "}");
        tex.replace(at, exponential.size(), "e^{");
    }
    return tex;
}

} // namespace attn
