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

/// The properties that a layer must have so that a bug is possible in it.
struct Wishes {
    LayerKind kind;
    bool causal = false;
    bool padding = false;
    bool painted = false; ///< some keys are hidden by hand
    Index window = 0;
    float temperature = 1;
    Scale scale{};
    Positions::Kind positions = Positions::Kind::none;
    bool square = false; ///< D = H · d, no shared keys and no context
};

/// Plants a bug into a layer. Stages are given the numbers that the bug would make, and all later stages are computed
/// by formulas in double precision that know nothing of `check`.
class Planting {
public:
    Planting(Layer layer, Random& random);

    Layer wrong;       ///< the layer with the bug
    const Layer right; ///< the layer without it
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
    /// A matrix of the wrong layer in its present state.
    DoubleMatrix now(ArrayId id, Index item, Index head) const;

    using Cell = std::function<double(Index item, Index head, Index i, Index j)>;
    /// Gives the numbers of `cell` to the stage of the wrong layer.
    void give(ArrayId stage, const Cell& cell);
    /// Gives A as the softmax of `cell`, over the keys for which it is more than −∞.
    void give_softmax_of(const Cell& cell);
    /// The head that has the keys and values of a head: the first of those that share them.
    Index holder(Index head) const { return head - head % n.queries_per_kv; }
    Index coin(Index sides) { return random_index(random, 0, sides - 1); }

    /// Every stage of the right layer, with the numbers of the wrong one and the shapes of traces.
    NdArrays arrays() const;

private:
    Structure structure_;
    Addresses addresses_;
    Reference reference_;
    mutable std::map<Address, DoubleMatrix> seen_;
};

/// A bug, its conditions, and the way to plant it.
struct PlantedSlip {
    std::string_view id; ///< the known bug's id; "" if it has none
    std::string_view about;
    void (*ask)(Wishes& wishes) = nullptr;
    void (*plant)(Planting& planting) = nullptr;
};

std::span<const PlantedSlip> planted_slips_of_projections();
std::span<const PlantedSlip> planted_slips_of_shares();
std::span<const PlantedSlip> planted_slips_without_name();
std::span<const PlantedSlip> planted_slips_of_biases();
std::span<const PlantedSlip> planted_slips_of_options();

/// A layer with the properties that the bug needs; other properties are random.
Layer layer_as_wished(const PlantedSlip& slip, Random& random);

} // namespace attn::test
