#include "core/model/address.h"
#include "core/model/layer.h"
#include "core/model/norm.h"
#include "core/model/options.h"
#include "core/model/structure.h"
#include "core/tensor/noun_for.h"

#include <cmath>
#include <limits>

namespace attn {

namespace {

std::string text_of(Shape shape) {
    return fmt::format("{} × {}", shape.rows, shape.columns);
}

Result<void> expect_shape(const std::string& name, const Matrix& matrix, Shape expected) {
    if (matrix.shape() == expected)
        return {};
    return error("{} has shape {}, expected {}", name, text_of(matrix.shape()), text_of(expected));
}

Result<void> check_sizes(const Sizes& sizes) {
    if (sizes.B < 1)
        return error("there is no sequence; at least one is needed");
    if (sizes.S_q < 1 || sizes.S_k < 1)
        return error("there are no tokens; at least one is needed");
    if (sizes.H < 1)
        return error("there is no head; at least one is needed");
    if (sizes.queries_per_kv < 1 || sizes.H % sizes.queries_per_kv != 0)
        return error("{0} heads cannot share keys and values {1} at a time; expected a number that divides {0}",
                     sizes.H, sizes.queries_per_kv);
    return {};
}

Result<void> check_sequence(const Sequence& sequence, const char* name, Index items, Index width) {
    if (sequence.item_count() != items)
        return error("{} has {} {}, expected {}", name, sequence.item_count(), noun_for(sequence.item_count(), "item"),
                     items);
    for (const auto& tokens : sequence.items)
        if (static_cast<Index>(tokens.size()) != sequence.token_count())
            return error("{}: one item has {} {}, another {}; all items need the same number", name,
                         sequence.token_count(), noun_for(sequence.token_count(), "token"), tokens.size());
    if (!sequence.embeddings)
        return {};
    for (const auto& [word, row] : *sequence.embeddings)
        if (auto fits = expect_shape(fmt::format("the embedding of “{}”", word), row, {1, width}); !fits)
            return fits;
    for (const auto& tokens : sequence.items)
        for (const auto& token : tokens)
            if (!sequence.embeddings->contains(token))
                return error("{}: “{}” has no embedding", name, token);
    const Positions& positions = sequence.positions;
    if (positions.kind == Positions::Kind::one_hot && width < sequence.token_count())
        return error("one-hot positions need a width of at least the number of tokens: {} is less than {}", width,
                     sequence.token_count());
    if (positions.kind == Positions::Kind::given && positions.rows.columns() != width)
        return error("the positions have {} columns, expected {}", positions.rows.columns(), width);
    if (positions.kind == Positions::Kind::both_ends) {
        const Index reach = positions.rows.rows();
        for (const auto& [part, rows] : {std::pair("from_start", &positions.rows), {"from_end", &positions.from_end}})
            if (auto fits = expect_shape(fmt::format("positions.{}", part), *rows, {reach, width}); !fits)
                return fits;
        if (sequence.token_count() > reach)
            return error("there are {} tokens; positions from both ends reach {}", sequence.token_count(), reach);
    }
    return {};
}

Result<void> check_weights(const Layer& layer, const Sizes& sizes) {
    const Addresses addresses(layer, sizes);
    for (const Array& row : parameters())
        for (const Index head : addresses.heads(row.id)) {
            const ArrayId id = row.id;
            const Matrix& matrix = parameter(layer, id, head);
            if (matrix.empty() != parameter(layer, id, 0).empty())
                return error("{} exists for head {} and not for head {}", named(id), matrix.empty() ? 1 : head + 1,
                             matrix.empty() ? head + 1 : 1);
            if (matrix.empty())
                continue;
            const auto name = has_heads(id) ? fmt::format("{} of head {}", named(id), head + 1) : named(id);
            if (auto fits = expect_shape(name, matrix, shape_of(sizes, id)); !fits)
                return fits;
        }
    return {};
}

bool may_be_added(const Matrix& mask) {
    for (Index i = 0; i < mask.rows(); ++i)
        for (const float value : mask.row(i))
            if (std::isnan(value) || value == std::numeric_limits<float>::infinity())
                return false;
    return true;
}

Result<void> check_mask_part(const char* name, const Matrix& matrix, Shape expected) {
    if (auto fits = expect_shape(name, matrix, expected); !fits)
        return fits;
    if (!may_be_added(matrix))
        return error("{} holds NaN or +∞; a mask holds real numbers and −∞", name);
    return {};
}

Result<void> check_mask(const Layer& layer, const Sizes& sizes) {
    const Mask& mask = layer.mask;
    if (!mask.painted.empty())
        if (auto fits = check_mask_part("the painted mask", mask.painted, {sizes.S_q, sizes.S_k}); !fits)
            return fits;
    if (!mask.padding.empty() && static_cast<Index>(mask.padding.size()) != sizes.B)
        return error("the padding has {} {}, expected {}, one for each item", mask.padding.size(),
                     noun_for(mask.padding.size(), "row"), sizes.B);
    for (const Matrix& row : mask.padding)
        if (auto fits = check_mask_part("the padding of an item", row, {1, sizes.S_k}); !fits)
            return fits;
    const auto given = static_cast<Index>(mask.given.size());
    if (given > 1 && given != sizes.B && given != sizes.B * sizes.H)
        return error("{} masks are given, expected 1, {} (one for each item) or {} (one for each item and head)", given,
                     sizes.B, sizes.B * sizes.H);
    for (const Matrix& matrix : mask.given)
        if (auto fits = check_mask_part("the given mask", matrix, {sizes.S_q, sizes.S_k}); !fits)
            return fits;
    return {};
}

Result<void> check_given(const Layer& layer, const Sizes& sizes) {
    const Addresses addresses(layer, sizes);
    const Structure structure(layer, addresses);
    for (const auto& [slot, matrix] : layer.given) {
        const Extent& extent = addresses.extent(slot.array);
        if (slot.array == ArrayId::context && !layer.context)
            return error("context is given, but there is no context sequence");
        const std::string name =
            fmt::format("{} given for item {}, head {}", named(slot.array), slot.item + 1, slot.head + 1);
        if (!addresses.has(slot))
            return error("{}: there are {} items and {} heads", name, extent.items, extent.heads);
        if (auto fits = expect_shape(name, matrix, shape_of(sizes, slot.array)); !fits)
            return fits;
        if (!structure.has(slot.array))
            return error("{} is given for some items and heads only, and cannot be computed for the others",
                         named(slot.array));
    }
    return {};
}

Result<void> check_pins(const Layer& layer, const Sizes& sizes) {
    const Addresses addresses(layer, sizes);
    const Structure structure(layer, addresses);
    for (const auto& [cell, value] : layer.pins) {
        const ArrayId id = cell.array;
        if (!is_stage(id) || !structure.has(id))
            return error("{} is pinned, but there is no such stage; expected one that this layer computes",
                         named(cell));
        const Extent& extent = addresses.extent(id);
        const Shape shape = shape_of(sizes, id);
        const bool inside = addresses.has({cell.layer, id, cell.item, cell.head}) && cell.row >= 0 &&
                            cell.row < shape.rows && cell.column >= 0 && cell.column < shape.columns;
        if (!inside)
            return error("{} is pinned, but {} has {} {}, {} {} and shape {}", named(cell), named(id), extent.items,
                         noun_for(extent.items, "item"), extent.heads, noun_for(extent.heads, "head"), text_of(shape));
        const Meaning meaning = row_of(id).meaning;
        const bool may_hide = meaning == Meaning::score || meaning == Meaning::mask;
        if (!std::isfinite(value) && !(may_hide && value == -std::numeric_limits<float>::infinity()))
            return error("{} is pinned to {}, which is no number it can have", named(cell), value);
    }
    return {};
}

Result<void> check_norm(const Norm& norm, const Sizes& sizes) {
    if (norm.kind == Norm::Kind::off)
        return {};
    if (auto fits = expect_shape("the gain of the norm", norm.gain, {1, sizes.D}); !fits)
        return fits;
    if (!norm.bias.empty())
        if (auto fits = expect_shape("the bias of the norm", norm.bias, {1, sizes.D}); !fits)
            return fits;
    if (!std::isfinite(norm.epsilon) || norm.epsilon < 0)
        return error("the epsilon of the norm is {}, expected 0 or a small number above it", norm.epsilon);
    return {};
}

/// The gains that the norm needs: "Q_norm_gain and K_norm_gain"; empty if none is missing.
std::string missing_gains(const Layer& layer, const HeadNormRow& norm) {
    std::string needed;
    bool is_missing = false;
    for (const Array& row : stages())
        for (const RecipeRow& recipe : row.recipes)
            for (const OperandRow& operand : recipe.operands)
                if (const ArrayId gain = operand.arrays.back();
                    row.norm == norm.norm && operand.required && is_parameter(gain)) {
                    needed += fmt::format("{}{}", needed.empty() ? "" : " and ", named(gain));
                    is_missing = is_missing || parameter(layer, gain, 0).empty();
                }
    return is_missing ? needed : std::string();
}

Result<void> check_head_norm(const Layer& layer, const HeadNormRow& row) {
    const HeadNorm& norm = layer.*row.norm;
    if (norm.kind == Norm::Kind::off)
        return {};
    if (!std::isfinite(norm.epsilon) || norm.epsilon < 0)
        return error("the epsilon of the norm of {} is {}, expected 0 or a small number above it", row.rows,
                     norm.epsilon);
    if (const std::string gains = missing_gains(layer, row); !gains.empty())
        return error("{} have a norm without a gain; expected {}", row.rows, gains);
    return {};
}

} // namespace

Result<void> validate(const Layer& layer) {
    const Sizes sizes = sizes_of(layer);
    if (auto valid = check_sizes(sizes); !valid)
        return valid;
    if (auto valid = check_sequence(layer.sequence, "the sequence", sizes.B, sizes.D); !valid)
        return valid;
    if (layer.context)
        if (auto valid = check_sequence(*layer.context, "the context", sizes.B, sizes.D_context); !valid)
            return valid;
    if (auto valid = check_weights(layer, sizes); !valid)
        return valid;
    if (auto valid = check_mask(layer, sizes); !valid)
        return valid;
    if (auto valid = check_norm(layer.norm, sizes); !valid)
        return valid;
    for (const HeadNormRow& row : head_norms)
        if (auto valid = check_head_norm(layer, row); !valid)
            return valid;
    if (auto valid = check_options(layer, sizes); !valid)
        return valid;
    if (auto valid = check_given(layer, sizes); !valid)
        return valid;
    return check_pins(layer, sizes);
}

} // namespace attn
