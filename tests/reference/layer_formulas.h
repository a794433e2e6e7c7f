#pragma once

#include "core/model/layer.h"

#include "core/tensor/eigen.h"
#include <map>

namespace attn::test {

/// Every array of a layer, each by its formula from its operands. A given matrix replaces the computed one, and pins
/// replace both.
class LayerFormulas {
public:
    explicit LayerFormulas(const Layer& layer) : layer_(layer) {}

    /// A stage or parameter, for one item and head. Heads that share it may each be asked for.
    const Eigen::MatrixXd& array(ArrayId id, Index item, Index head);

    /// True if the layer's options ask for the stage, or if it is given for every item and head.
    bool exists(ArrayId stage) const;

    /// The queries whose product with keys the scores are, normed and rotated if the layer does so.
    ArrayId queries_read() const;
    /// The keys whose product with queries the scores are, normed and rotated if the layer does so.
    ArrayId keys_read() const;
    /// The values that attention weights mix.
    ArrayId values_read() const;
    /// The sequence that keys and values are made from.
    ArrayId source() const { return layer_.context ? ArrayId::context : ArrayId::X; }
    /// The heads' outputs that are joined into concat.
    ArrayId outputs_read() const { return exists(ArrayId::O_gated) ? ArrayId::O_gated : ArrayId::O; }

    /// The address of the one matrix for an item and head.
    Address slot(ArrayId id, Index item, Index head) const;

    const Layer& layer() const { return layer_; }

private:
    const HeadWeights& weights(Index head) const { return layer_.heads[static_cast<std::size_t>(head)]; }
    /// The head whose keys and values a head reads.
    Index holder(Index head) const { return head - head % layer_.queries_per_kv; }
    Index head_count() const { return static_cast<Index>(layer_.heads.size()); }

    Eigen::MatrixXd computed(ArrayId stage, Index item, Index head);
    Eigen::MatrixXd learnt(ArrayId id, Index head) const;
    /// A stage standardised over all heads' columns of a row together, or over the head's own.
    Eigen::MatrixXd standardised_head(const HeadNorm& norm, ArrayId stage, Index item, Index head,
                                      Index heads_that_share);

    Layer layer_;
    std::map<Address, Eigen::MatrixXd> arrays_;
};

} // namespace attn::test
