// Facts about the layer's options and about shapes, which no number of the trace tells.

#include "tests/judge/fact_value.h"

#include "core/document/session/session.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace attn::test {

Expected FactValues::of_options(const Fact& fact) const {
    const auto flag = [](bool holds) { return Expected{holds ? 1.0 : 0.0, 0}; };
    const CellId& cell = fact.cell;
    const auto is_of_array = [&](const auto& entry) { return entry.first.array == cell.array; };
    const double usual_scale = 1 / std::sqrt(static_cast<double>(sizes_of(layer_).d_k));
    const double scale = layer_.scale.kind == Scale::Kind::inverse_sqrt_d_k ? usual_scale
                         : layer_.scale.kind == Scale::Kind::one            ? 1
                                                                            : static_cast<double>(layer_.scale.value);
    const auto temperature = static_cast<double>(layer_.temperature);
    switch (fact.of) {
    case Quantity::exists:
        return flag(exists(cell.array));
    case Quantity::is_given:
        return flag(layer_.pins.contains(cell) || layer_.given.contains({0, cell.array, cell.item, cell.head}));
    case Quantity::given_count:
        return {static_cast<double>(std::ranges::count_if(layer_.pins, is_of_array) +
                                    std::ranges::count_if(layer_.given, is_of_array)),
                0};
    case Quantity::heads_off:
        return {static_cast<double>(std::ranges::count(layer_.heads, false, &HeadWeights::on)), 0};
    case Quantity::is_head_on:
        return flag(layer_.heads.at(static_cast<std::size_t>(cell.head)).on);
    case Quantity::usual_scale:
        return {usual_scale, 0};
    case Quantity::scale:
        return {scale, of_float * scale};
    case Quantity::score_factor:
        return {scale / temperature, of_float * scale};
    case Quantity::temperature:
        return {temperature, 0};
    case Quantity::length:
        return {static_cast<double>(reference_.length(fact.length)), 0};
    default:
        return {std::nan(""), 0};
    }
}

std::string FactValues::shape(const Fact& fact) const {
    const CellId& cell = fact.cell;
    const auto heads = static_cast<Index>(layer_.heads.size());
    const auto written = [&](Index rows, Index columns, bool is_turned) {
        return is_turned ? fmt::format("{}×{}", columns, rows) : fmt::format("{}×{}", rows, columns);
    };
    const bool columns = session_.tokens_as_columns;
    if (fact.of == Quantity::heads_shape)
        return written(heads, heads, false);
    if (fact.of == Quantity::product_shape && product_of(cell) == WeightProduct::asking)
        return written(matrix(ArrayId::W_Q, cell).rows, matrix(ArrayId::W_K, cell).rows, columns);
    if (fact.of == Quantity::product_shape)
        return written(matrix(ArrayId::W_V, cell).rows, matrix(ArrayId::W_O, cell).columns, columns);
    const DoubleMatrix whole = matrix(cell);
    if (fact.of == Quantity::row_shape)
        return written(1, whole.columns, fact.terms.empty() ? columns : fact.terms.front() == 1);
    if (fact.of == Quantity::shape_of_all_heads) {
        const bool is_turned = fact.terms.empty() ? columns : fact.terms.front() == 1;
        if (cell.array == ArrayId::W_O) // the heads' rows are one below the other
            return written(whole.rows * heads, whole.columns, is_turned);
        const Index own = heads_of(cell.array) == Heads::kv ? heads / layer_.queries_per_kv : heads;
        return written(whole.rows, whole.columns * own, is_turned);
    }
    return written(whole.rows, whole.columns, columns && is_stage(cell.array));
}

} // namespace attn::test
