#include "core/check/first_tokens.h"

#include "core/model/arrays.h"

#include <algorithm>

namespace attn {

namespace {

/// Whether each row of a stage is a token's, and has no cell for another token.
bool is_of_tokens_alone(ArrayId stage) {
    const Array& row = row_of(stage);
    const auto tokens = [](Axis axis) { return axis == Axis::query_tokens || axis == Axis::key_tokens; };
    return tokens(row.rows) && !tokens(row.columns);
}

bool reads_none_that_follow(const Layer& layer) {
    return layer.mask.causal && !layer.context && layer.pins.empty() &&
           layer.sequence.positions.kind != Positions::Kind::both_ends &&
           std::ranges::all_of(layer.given, [](const auto& given) { return is_of_tokens_alone(given.first.array); });
}

Matrix first_rows_and_columns(const Matrix& mask, Index count) {
    return mask.empty() ? mask : mask.row_block(0, count).column_block(0, count);
}

} // namespace

std::optional<Layer> first_tokens_alone(const Layer& layer, Index tokens) {
    if (!reads_none_that_follow(layer))
        return std::nullopt;
    Layer first = layer;
    for (std::vector<std::string>& item : first.sequence.items)
        item.resize(static_cast<std::size_t>(tokens));
    for (auto& [slot, matrix] : first.given)
        matrix = matrix.row_block(0, tokens);
    first.mask.painted = first_rows_and_columns(layer.mask.painted, tokens);
    for (Matrix& keys : first.mask.padding)
        keys = keys.column_block(0, tokens);
    for (Matrix& mask : first.mask.given)
        mask = first_rows_and_columns(mask, tokens);
    return first;
}

} // namespace attn
