#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/model/arrays.h"
#include "core/model/norm.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

using enum ArrayId;

bool norms(const Trial& trial) {
    return has_norm(trial.layer()) && trial.correct().has(resid_pre) && !trial.layer().norm.gain.empty();
}

void try_norm(Trial& trial, const Norm& norm, std::string_view form = {}) {
    Layer layer = trial.layer();
    layer.norm = norm;
    trial.attempt(layer, form);
}

/// Where an output of the tensor that holds all three belongs.
struct PlaceInPacked {
    std::size_t part = 0; ///< 0: queries, 1: keys, 2: values
    Index head = 0;       ///< among those that have their own
    Index column = 0;
};

/// The outputs of packed queries, keys and values, in one of two orders.
class PackedOutputs {
public:
    PackedOutputs(const Sizes& sizes, bool by_group)
        : heads_{sizes.H, sizes.H_kv(), sizes.H_kv()}, shared_by_(sizes.queries_per_kv), width_(sizes.d_k),
          by_group_(by_group) {
        places_.resize(static_cast<std::size_t>((sizes.H + 2 * sizes.H_kv()) * width_));
        for (std::size_t part = 0; part < heads_.size(); ++part)
            for (Index head = 0; head < heads_.at(part); ++head)
                for (Index column = 0; column < width_; ++column)
                    places_[static_cast<std::size_t>(output({part, head, column}))] = {part, head, column};
    }

    Index output(const PlaceInPacked& place) const {
        const auto part = static_cast<Index>(place.part);
        if (!by_group_)
            return ((part > 0 ? heads_[0] : 0) + (part > 1 ? heads_[1] : 0) + place.head) * width_ + place.column;
        const Index group = part == 0 ? place.head / shared_by_ : place.head;
        const Index in_group = part == 0 ? place.head % shared_by_ : shared_by_ + part - 1;
        return (group * (shared_by_ + 2) + in_group) * width_ + place.column;
    }
    const PlaceInPacked& place(Index output) const { return places_[static_cast<std::size_t>(output)]; }

private:
    std::array<Index, 3> heads_;
    Index shared_by_;
    Index width_;
    bool by_group_;
    std::vector<PlaceInPacked> places_;
};

constexpr std::array packed{Q, K, V};

/// The layer in which outputs that lie as in `lying` are taken to lie as in `taken`: columns of the matrices that there
/// are in other places.
Layer with_columns_taken(const Trial& trial, const PackedOutputs& lying, const PackedOutputs& taken) {
    const Sizes& sizes = trial.sizes();
    const auto owner = [&](std::size_t part, Index head) { return part == 0 ? head : head * sizes.queries_per_kv; };
    Layer layer = trial.layer();
    for (std::size_t part = 0; part < packed.size(); ++part) {
        const IndexRange rows = trial.rows_of_tokens(packed.at(part));
        layer = with_given(std::move(layer), trial, packed.at(part), [&, part = part](Index item, Index head) {
            const Index own = part == 0 ? head : head / sizes.queries_per_kv;
            std::vector<std::pair<Matrix, Index>> from_columns;
            for (Index c = 0; c < sizes.d_k; ++c) {
                const PlaceInPacked& from = lying.place(taken.output({part, own, c}));
                from_columns.emplace_back(trial.correct().compute_rows_uncached(
                                              {packed.at(from.part), item, owner(from.part, from.head)}, rows),
                                          from.column);
            }
            return filled_rows({sizes.S_q, sizes.d_k}, rows, [&](Index i, Index c) {
                const auto& [matrix, column] = from_columns[static_cast<std::size_t>(c)];
                return matrix(i, column);
            });
        });
    }
    return layer;
}

} // namespace

void forget_norm(Trial& trial) {
    if (!norms(trial))
        return;
    trial.attempt(with_given(trial.layer(), trial, X, [&](Index item, Index) {
        return trial.correct().compute_uncached({resid_pre, item, 0});
    }));
}

void norm_twice(Trial& trial) {
    if (norms(trial))
        trial.attempt(with_given(trial.layer(), trial, X, [&](Index item, Index) {
            const Matrix once = trial.correct().compute_uncached({X, item, 0});
            const auto buffer = std::make_shared<Buffer>(once.shape());
            normalise(trial.layer().norm, once, buffer->view());
            return matrix_of(buffer);
        }));
}

void leave_out_gain_of_norm(Trial& trial) {
    if (!norms(trial))
        return;
    Norm other = trial.layer().norm;
    other.gain = filled(1, other.gain.columns(), [](Index, Index) { return 1.0; });
    const bool has_bias = !other.bias.empty();
    try_norm(trial, other, has_bias ? "the gain alone, not the bias" : "");
    other.bias = {};
    if (has_bias)
        try_norm(trial, other, "the gain and the bias");
}

void take_other_norm(Trial& trial) {
    if (!norms(trial))
        return;
    Norm other = trial.layer().norm;
    other.kind = other.kind == Norm::Kind::layer ? Norm::Kind::rms : Norm::Kind::layer;
    try_norm(trial, other);
    other.bias = Matrix();
    if (!trial.layer().norm.bias.empty())
        try_norm(trial, other);
}

void take_other_epsilon(Trial& trial) {
    // PyTorch, GPT-2, Llama 2; Llama 1, Qwen; float32's own; BERT; none.
    constexpr std::array<float, 6> usual{1e-5F, 1e-6F, 1.1920929e-7F, 1e-8F, 1e-12F, 0};
    if (!norms(trial))
        return;
    for (const float epsilon : usual) {
        Norm other = trial.layer().norm;
        if (other.epsilon == epsilon)
            continue;
        other.epsilon = epsilon;
        try_norm(trial, other);
    }
}

void shift_gain_by_one(Trial& trial) {
    if (!norms(trial))
        return;
    for (const float by : {1.0F, -1.0F}) {
        Norm other = trial.layer().norm;
        other.gain = matrix_of((eigen(trial.layer().norm.gain).array() + by).matrix());
        try_norm(trial, other);
    }
}

void split_packed_by_head(Trial& trial) {
    const Sizes& sizes = trial.sizes();
    const Layer& layer = trial.layer();
    const bool are_made = std::ranges::all_of(packed, [&](ArrayId stage) { return trial.correct().has(stage); });
    const bool has_weights =
        !layer.heads.front().W_Q.empty() && !layer.heads.front().W_K.empty() && !layer.heads.front().W_V.empty();
    if (!are_made || !has_weights || layer.context || sizes.d_k != sizes.d_v || sizes.H == 1)
        return;
    const PackedOutputs behind(sizes, false);
    const PackedOutputs by_group(sizes, true);
    trial.attempt(with_columns_taken(trial, behind, by_group));
    trial.attempt(with_columns_taken(trial, by_group, behind));
}

} // namespace attn
