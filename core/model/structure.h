#pragma once

#include "core/model/address.h"
#include "core/model/arrays.h"

#include <array>
#include <optional>

namespace attn {

/// The arrays that a layer has, and the operands of each.
class Structure {
public:
    /// The structure of no layer; it has no array.
    Structure() = default;
    Structure(const Layer& layer, const Addresses& addresses);
    explicit Structure(const Layer& layer) : Structure(layer, Addresses(layer)) {}

    /// True if the array exists: it is given or learnt, or its required operands exist.
    bool has(ArrayId array) const { return present_[static_cast<std::size_t>(array)]; }

    /// The existing operands of the array: none for weights; for stages of a recording only recorded ones. Follow
    /// operands with this, not with the recipe.
    InlineVector<Operand, 4> made_from(ArrayId array) const;

    /// The recipe by which a stage is computed in this layer, or would be if it were not given. Its operands may be
    /// missing.
    const Recipe& recipe(ArrayId stage) const { return recipes_[static_cast<std::size_t>(stage)]; }

    bool operator==(const Structure&) const = default;

private:
    std::array<bool, static_cast<std::size_t>(array_count)> present_{};
    std::array<Recipe, static_cast<std::size_t>(stage_count)> recipes_{};
};

/// True if each head's matrix of the stage is computed from the matrices of all heads.
bool reads_all_heads(const Layer& layer, const Structure& structure, ArrayId stage);

/// The first caveat that an array depends on; it says why the numbers differ from the model's. Null if there is none.
const Caveat* caveat_of(const Layer& layer, const Structure& structure, ArrayId array);

bool is_present(const Layer& layer, ArrayId id);

/// The operands of a matrix product.
struct ProductOperands {
    ArrayId left{};
    ArrayId right{};
    bool right_transposed = false; ///< true: rows are multiplied with rows
};

/// The operands of a stage that is a matrix product; nullopt if it is none, or if an operand is missing, as in
/// recordings. A head's columns of concat are named by the array from which they are copied. A sum over heads is the
/// product of the columns of all heads with all their weights.
std::optional<ProductOperands> product_operands(const Structure& structure, ArrayId stage);

/// True if the layer has all required operands of a stage. Stages of a recording may lack them; then it is unknown how
/// they were computed.
bool is_made(const Structure& structure, ArrayId array);

} // namespace attn
