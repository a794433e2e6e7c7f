#pragma once

#include "core/files/ndarray.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "tests/random_layer.h"
#include "tests/reference/reference.h"

#include <functional>
#include <map>
#include <span>
#include <string_view>

namespace attn::test {

/// What a layer shall have, for a slip to be possible in it.
struct Wishes {
    LayerKind kind;
    bool causal = false;
    bool padding = false;
    bool painted = false; ///< some keys hidden by hand
    Index window = 0;
    float temperature = 1;
    Scale scale{};
    Positions::Kind positions = Positions::Kind::none;
    bool square = false; ///< D = H · d, no shared keys and no context
};

/// Puts a slip into a layer: stages are given as the slip has them, and all that follows is computed by formulas in
/// double precision, which know nothing of check.
class Planting {
public:
    Planting(Layer layer, Random& random);

    Layer wrong;       ///< the layer with the slip
    const Layer right; ///< without
    const Sizes n;
    Random& random;

    bool has(ArrayId id) const { return structure_.has(id); }
    const Recipe& recipe(ArrayId id) const { return structure_.recipe(id); }
    ArrayId queries() const { return recipe(ArrayId::scores).operands[0].array; }
    ArrayId keys() const { return recipe(ArrayId::scores).operands[1].array; }
    ArrayId values() const { return recipe(ArrayId::O).operands[1].array; }
    ArrayId before_mask() const { return recipe(ArrayId::masked).operands[0].array; }
    double scale() const { return score_factor(right); }

    /// A number of the right layer.
    double at(ArrayId id, Index item, Index head, Index i, Index j) const;
    /// Of the wrong layer, as it is by now.
    DoubleMatrix now(ArrayId id, Index item, Index head) const;

    using Cell = std::function<double(Index item, Index head, Index i, Index j)>;
    /// From here on the stage is made so.
    void give(ArrayId stage, const Cell& cell);
    /// A is softmax of `cell`, over the keys for which it is more than −∞.
    void give_softmax_of(const Cell& cell);
    /// Heads of keys and values: the first head of those that share them.
    Index holder(Index head) const { return head - head % n.queries_per_kv; }
    Index coin(Index sides) { return random_index(random, 0, sides - 1); }

    /// Every stage that the right layer has, in the shapes of traces.
    NdArrays arrays() const;

private:
    Structure structure_;
    Addresses addresses_;
    Reference reference_;
    mutable std::map<Address, DoubleMatrix> seen_;
};

/// A slip, what it needs, and how it is made.
struct PlantedSlip {
    std::string_view id; ///< as check calls it; "" where it has no name for it
    std::string_view about;
    void (*ask)(Wishes& wishes) = nullptr;
    void (*plant)(Planting& planting) = nullptr;
};

std::span<const PlantedSlip> planted_slips_of_projections();
std::span<const PlantedSlip> planted_slips_of_shares();
std::span<const PlantedSlip> planted_slips_without_name();
std::span<const PlantedSlip> planted_slips_of_biases();

/// A layer as wished; what is not wished for is there or not, as chance has it.
Layer layer_as_wished(const PlantedSlip& slip, Random& random);

} // namespace attn::test
