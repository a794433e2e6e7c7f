#include "core/figure/caption.h"

#include "core/attention/stages.h"
#include "core/figure/number.h"
#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/notation.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <vector>

namespace attn {

namespace {

/// "Scores" of "Scores: how well does each query match each key?".
std::string title_word(ArrayId array) {
    const std::string title = array_title(array);
    return title.substr(0, title.find(':'));
}

std::string without_blanks(std::string tex) {
    std::erase(tex, ' ');
    return tex;
}

std::string_view role_word(Role role) {
    switch (role) {
    case Role::queries:
        return "queries";
    case Role::keys:
        return "keys";
    default:
        return {};
    }
}

bool is_of_scores(StageId stage) {
    return stage == StageId::scaled || stage == StageId::masked || stage == StageId::row_max || stage == StageId::exp ||
           stage == StageId::row_sum || stage == StageId::A;
}

std::string scale_words(const Layer& layer) {
    if (layer.scale.kind == Scale::Kind::inverse_sqrt_d_k)
        return "scale 1/√" + fmt::format("{}", sizes_of(layer).d_k);
    return "scale " + exact_number(layer.scale.kind == Scale::Kind::one ? 1 : layer.scale.value);
}

std::string mask_words(const Layer& layer) {
    const Mask& mask = layer.mask;
    std::vector<std::string> parts;
    if (mask.causal)
        parts.emplace_back("causal");
    if (mask.window > 0)
        parts.push_back(fmt::format("window of {}", mask.window));
    if (mask.pad_tokens || !mask.padding.empty())
        parts.emplace_back("padding");
    if (!mask.painted.empty() || !mask.given.empty())
        parts.emplace_back("given");
    return parts.empty() ? "no mask" : fmt::format("mask: {}", fmt::join(parts, ", "));
}

std::string shape_words(const Subject& subject, ArrayId array) {
    const Shape shape = shown_shape(subject, array);
    std::string words = fmt::format("{}×{}", shape.rows, shape.columns);
    std::string_view rows = role_word(row_role(array));
    std::string_view columns = role_word(column_role(array));
    if (is_turned(subject, array))
        std::swap(rows, columns);
    if (!rows.empty() && !columns.empty())
        words += fmt::format(", {} × {}", rows, columns);
    return words;
}

std::string sizes_words(const Sizes& sizes) {
    std::string words = sizes.B > 1 ? fmt::format("{} items, ", sizes.B) : "";
    words += sizes.S_q == sizes.S_k ? fmt::format("{} tokens", sizes.S_q)
                                    : fmt::format("{} queries, {} keys", sizes.S_q, sizes.S_k);
    return words + fmt::format(", width {}, {} {} of width {}", sizes.D, sizes.H, sizes.H == 1 ? "head" : "heads",
                               sizes.d_k == sizes.d_v ? fmt::format("{}", sizes.d_k)
                                                      : fmt::format("{} and {}", sizes.d_k, sizes.d_v));
}

} // namespace

bool names_head(const Subject& subject, const FigureKind& kind) {
    return kind.scope == FigureScope::matrix && subject.sizes().H > 1 && has_heads(subject.sight.array());
}

std::string figure_title(const Subject& subject, const FigureKind& kind) {
    if (kind.scope == FigureScope::layer && kind.title.empty())
        return subject.session.title.empty() ? "Self-attention" : subject.session.title;
    std::string title(kind.title);
    if (kind.shows_change)
        title = "Change of " + std::string(array_name(subject.sight.array()));
    else if (title.empty())
        title = title_word(subject.sight.array());
    if (!kind.behind_title.empty())
        title += fmt::format(", {}", kind.behind_title);
    if (names_head(subject, kind))
        title += fmt::format(", head {} of {}", subject.sight.head + 1, subject.sizes().H);
    return title;
}

std::string figure_formula(const Subject& subject, const FigureKind& kind) {
    if (kind.scope == FigureScope::layer && !kind.explains)
        return {};
    if (kind.explains)
        return symbol_of(*kind.explains) + " = " + formula_of(*kind.explains, subject.session.tokens_as_columns);
    if (kind.shows_one_row)
        return cell_formula_of(StageId::A);
    const ArrayId array = subject.sight.array();
    const std::string formula = formula_of(array, subject.session.tokens_as_columns);
    const std::string symbol = symbol_of(array);
    // Scores that are called by their formula are explained by their cells.
    const bool is_own_name = in_notation(symbol, notation_of(subject.session)).find("\\top") != std::string::npos;
    if (is_own_name || without_blanks(formula) == without_blanks(symbol))
        return cell_formula_of(array);
    return formula.empty() ? formula : symbol + " = " + formula;
}

std::string figure_words(const Subject& subject, const FigureKind& kind) {
    const Sizes& sizes = subject.sizes();
    const bool is_layer = kind.scope == FigureScope::layer;
    const ArrayId array = subject.sight.array();
    const auto* stage = std::get_if<StageId>(&array);
    std::vector<std::string> parts;
    if (is_layer)
        parts.push_back(sizes_words(sizes));
    else if (kind.shows_one_row)
        parts.push_back(fmt::format("row of {}", token_name(subject, false, selected_cell(subject).row)));
    else
        parts.push_back(shape_words(subject, array));
    if (sizes.B > 1)
        parts.push_back(fmt::format("item {} of {}", subject.sight.item + 1, sizes.B));
    if (is_layer ? kind.shows_options : stage != nullptr && is_of_scores(*stage)) {
        parts.push_back(scale_words(subject.layer()));
        if (subject.layer().temperature != 1)
            parts.push_back("temperature " + exact_number(subject.layer().temperature));
        parts.push_back(mask_words(subject.layer()));
    }
    if (kind.shows_change)
        parts.emplace_back("now less before");
    return fmt::format("{}.", fmt::join(parts, "; "));
}

} // namespace attn
