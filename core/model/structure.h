#pragma once

#include "core/model/address.h"
#include "core/model/arrays.h"

#include <array>
#include <optional>

namespace attn {

/// Which arrays a layer has, and from what each of them is made.
class Structure {
public:
    /// Of no layer.
    Structure() = default;
    Structure(const Layer& layer, const Addresses& addresses);
    explicit Structure(const Layer& layer) : Structure(layer, Addresses(layer)) {}

    /// Whether the array exists: it is given or learnt, or what it is made from exists.
    bool has(ArrayId array) const { return present_[static_cast<std::size_t>(array)]; }

    /// What the array is made from, as far as it exists: nothing for weights, and of recorded stages only what was
    /// recorded too. Whoever goes on to an operand asks here and not the recipe.
    InlineVector<Operand, 4> made_from(ArrayId array) const;

    /// How a stage is made in this layer, or would be if it were not given. Its operands need not exist.
    const Recipe& recipe(ArrayId stage) const { return recipes_[static_cast<std::size_t>(stage)]; }

    bool operator==(const Structure&) const = default;

private:
    std::array<bool, static_cast<std::size_t>(array_count)> present_{};
    std::array<Recipe, static_cast<std::size_t>(stage_count)> recipes_{};
};

/// Whether each head's matrix of the stage is made from those of all heads.
bool reads_all_heads(const Layer& layer, const Structure& structure, ArrayId stage);

/// Why a layer's array is not as its model has it: the first caveat that it depends on; none where it is.
const Caveat* caveat_of(const Layer& layer, const Structure& structure, ArrayId array);

/// Whether the layer has the array.
bool is_present(const Layer& layer, ArrayId id);

/// The two arrays whose rows and columns are multiplied.
struct ProductOperands {
    ArrayId left{};
    ArrayId right{};
    bool right_transposed = false; ///< rows meet rows
};

/// What a stage is a product of; nothing where it is none, or where an operand does not exist, as of recorded stages.
/// The head's columns of concat are named as what was put there; a sum over heads is the product of all heads' columns
/// with all their weights.
std::optional<ProductOperands> product_operands(const Structure& structure, ArrayId stage);

/// Whether the layer has what an array is made from. Of recorded stages some are bare: nothing says how they came
/// about.
bool is_made(const Structure& structure, ArrayId array);

} // namespace attn
