#pragma once

#include "core/model/layer.h"

#include "core/tensor/eigen.h"
#include <map>

namespace attn::test {

/// Every array of a layer, each by its formula from those that it is made of. What the layer gives stands instead of
/// what would be computed, and what it pins stands over both.
class LayerFormulas {
public:
    explicit LayerFormulas(const Layer& layer) : layer_(layer) {}

    /// A stage or what is learnt, for one item and head; heads that share it may be asked for it alike.
    const Eigen::MatrixXd& array(ArrayId id, Index item, Index head);

    /// Whether the layer's options ask for it, or it is given for every item and head.
    bool exists(ArrayId stage) const;

    /// What the scores are the product of: queries and keys, normed and rotated where the layer does it.
    ArrayId queries_read() const;
    ArrayId keys_read() const;
    /// What heads mix.
    ArrayId values_read() const;
    /// What keys and values are made of.
    ArrayId source() const { return layer_.context ? ArrayId::context : ArrayId::X; }
    /// What heads put beside each other.
    ArrayId outputs_read() const { return exists(ArrayId::O_gated) ? ArrayId::O_gated : ArrayId::O; }

    /// Where the one matrix stands that is meant for an item and head.
    Address slot(ArrayId id, Index item, Index head) const;

    const Layer& layer() const { return layer_; }

private:
    const HeadWeights& weights(Index head) const { return layer_.heads[static_cast<std::size_t>(head)]; }
    /// Who has the keys and values of a head.
    Index holder(Index head) const { return head - head % layer_.queries_per_kv; }
    Index head_count() const { return static_cast<Index>(layer_.heads.size()); }

    Eigen::MatrixXd computed(ArrayId stage, Index item, Index head);
    Eigen::MatrixXd learnt(ArrayId id, Index head) const;
    /// Of all heads' rows together, or of the head's own.
    Eigen::MatrixXd standardised_head(const HeadNorm& norm, ArrayId stage, Index item, Index head,
                                      Index heads_that_share);

    Layer layer_;
    std::map<Address, Eigen::MatrixXd> arrays_;
};

} // namespace attn::test
