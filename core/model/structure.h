#pragma once

#include "core/model/address.h"
#include "core/model/arrays.h"

#include <array>
#include <optional>

namespace attn {

/// The arrays that a layer has, and what each of them is made from.
class Structure {
public:
    /// The structure of no layer: it has no array.
    Structure() = default;
    Structure(const Layer& layer, const Addresses& addresses);
    explicit Structure(const Layer& layer) : Structure(layer, Addresses(layer)) {}

    /// True if the array exists: it is given or learnt, or what it is made from exists.
    bool has(ArrayId array) const { return present_[static_cast<std::size_t>(array)]; }

    /// The arrays that this one is made from, as far as they exist: none for weights, and for recorded stages only what
    /// was recorded too. Whoever goes on to an operand asks here and not the recipe.
    InlineVector<Operand, 4> made_from(ArrayId array) const;

    /// The recipe by which a stage is made in this layer, or would be if it were not given. Its operands need not
    /// exist.
    const Recipe& recipe(ArrayId stage) const { return recipes_[static_cast<std::size_t>(stage)]; }

    bool operator==(const Structure&) const = default;

private:
    std::array<bool, static_cast<std::size_t>(array_count)> present_{};
    std::array<Recipe, static_cast<std::size_t>(stage_count)> recipes_{};
};

/// True if each head's matrix of the stage is made from those of all heads.
bool reads_all_heads(const Layer& layer, const Structure& structure, ArrayId stage);

/// The first caveat that an array depends on, which says why it is not as its model has it; null where it is.
const Caveat* caveat_of(const Layer& layer, const Structure& structure, ArrayId array);

/// True if the layer has the array.
bool is_present(const Layer& layer, ArrayId id);

/// The two arrays whose rows and columns are multiplied.
struct ProductOperands {
    ArrayId left{};
    ArrayId right{};
    bool right_transposed = false; ///< rows meet rows
};

/// The two arrays whose product a stage is; nothing where it is none, or where an operand does not exist, as in
/// recordings. The head's columns of concat are named as what was put there; a sum over heads is the product of all
/// heads' columns with all their weights.
std::optional<ProductOperands> product_operands(const Structure& structure, ArrayId stage);

/// Whether the layer has what an array is made from. Of recorded stages some are bare: nothing says how they came
/// about.
bool is_made(const Structure& structure, ArrayId array);

} // namespace attn
