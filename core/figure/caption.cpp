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

/// Whether the kind shows the whole layer and not one of its arrays.
bool shows_layer(FigureKind kind) {
    return kind == FigureKind::pipeline || kind == FigureKind::shapes || kind == FigureKind::legend;
}

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

bool names_head(const Subject& subject, FigureKind kind) {
    return kind != FigureKind::heads && kind != FigureKind::sum && !shows_layer(kind) && subject.sizes().H > 1 &&
           has_heads(subject, subject.sight.array());
}

std::string figure_title(const Subject& subject, FigureKind kind) {
    const std::string head = names_head(subject, kind)
                                 ? fmt::format(", head {} of {}", subject.sight.head + 1, subject.sizes().H)
                                 : std::string();
    switch (kind) {
    case FigureKind::pipeline:
        return subject.session.title.empty() ? "Self-attention" : subject.session.title;
    case FigureKind::shapes:
        return "Shapes";
    case FigureKind::legend:
        return "Symbols";
    case FigureKind::sum:
        return "Output as the sum over heads";
    case FigureKind::heads:
        return title_word(subject.sight.array()) + ", all heads";
    case FigureKind::change:
        return "Change of " + std::string(array_name(subject.sight.array())) + head;
    case FigureKind::softmax:
        return "Softmax of one row" + head;
    default:
        return title_word(subject.sight.array()) + head;
    }
}

std::string figure_formula(const Subject& subject, FigureKind kind) {
    if (shows_layer(kind))
        return {};
    if (kind == FigureKind::sum)
        return symbol_of(StageId::Y) + " = " + formula_of(StageId::Y, subject.session.tokens_as_columns);
    const ArrayId array = subject.sight.array();
    if (kind == FigureKind::softmax)
        return cell_formula_of(StageId::A);
    const std::string formula = formula_of(array, subject.session.tokens_as_columns);
    const std::string symbol = symbol_of(array);
    // Scores that are called by their formula are explained by their cells.
    const bool is_own_name = in_notation(symbol, notation_of(subject.session)).find("\\top") != std::string::npos;
    if (is_own_name || without_blanks(formula) == without_blanks(symbol))
        return cell_formula_of(array);
    return formula.empty() ? formula : symbol + " = " + formula;
}

std::string figure_words(const Subject& subject, FigureKind kind) {
    const Sizes& sizes = subject.sizes();
    std::vector<std::string> parts;
    if (shows_layer(kind) || kind == FigureKind::sum)
        parts.push_back(sizes_words(sizes));
    else
        parts.push_back(shape_words(subject, subject.sight.array()));
    if (kind == FigureKind::softmax)
        parts.back() = fmt::format("row of {}", token_name(subject, false, selected_cell(subject).row));
    if (sizes.B > 1)
        parts.push_back(fmt::format("item {} of {}", subject.sight.item + 1, sizes.B));
    const ArrayId array = subject.sight.array();
    const auto* stage = std::get_if<StageId>(&array);
    if (kind == FigureKind::pipeline || (!shows_layer(kind) && stage != nullptr && is_of_scores(*stage))) {
        parts.push_back(scale_words(subject.layer()));
        if (subject.layer().temperature != 1)
            parts.push_back("temperature " + exact_number(subject.layer().temperature));
        parts.push_back(mask_words(subject.layer()));
    }
    if (kind == FigureKind::change)
        parts.emplace_back("now less before");
    return fmt::format("{}.", fmt::join(parts, "; "));
}

} // namespace attn
