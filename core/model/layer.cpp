#include "core/model/layer.h"

#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/model/overrides.h"

#include <cmath>

namespace attn {

namespace {

const Matrix no_matrix;

/// The first matrix given for a stage; empty if none is.
const Matrix& any_given(const Layer& layer, ArrayId stage) {
    const auto given = given_of(layer, stage);
    return given.empty() ? no_matrix : given.begin()->second;
}

/// The first given matrix of any stage with these columns; empty if none is given.
const Matrix& any_given(const Layer& layer, Axis columns) {
    for (const Array& row : stages())
        if (row.columns == columns)
            if (const Matrix& given = any_given(layer, row.id); !given.empty())
                return given;
    return no_matrix;
}

/// The number of columns of the first matrix that is not empty; else 0.
template <class... Matrices>
Index first_columns(const Matrices&... candidates) {
    Index columns = 0;
    static_cast<void>(((columns = candidates.empty() ? 0 : candidates.columns(), !candidates.empty()) || ...));
    return columns;
}

const Matrix& any_embedding(const Sequence& sequence) {
    const bool none = !sequence.embeddings || sequence.embeddings->empty();
    return none ? no_matrix : sequence.embeddings->begin()->second;
}

/// `known`, or the number of rows of the matrix if `known` is 0.
Index rows_or(Index known, const Matrix& matrix) {
    return known > 0 || matrix.empty() ? known : matrix.rows();
}

/// The parameter's matrix; const if the layer is.
template <class AnyLayer>
auto& parameter_of(AnyLayer& layer, ArrayId id, Index head) {
    const Learnt& learnt = row_of(id).learnt;
    if (const auto* const in_head = std::get_if<Matrix HeadWeights::*>(&learnt)) {
        const Index own = canonical_head(heads_of(id), layer.queries_per_kv, head);
        return layer.heads[static_cast<std::size_t>(own)].*(*in_head);
    }
    if (const auto* const in_norm = std::get_if<NormPart>(&learnt))
        return layer.*(in_norm->norm).*(in_norm->part);
    return layer.*std::get<Matrix Layer::*>(learnt);
}

} // namespace

const Sequence& key_sequence(const Layer& layer) {
    return layer.context ? *layer.context : layer.sequence;
}

namespace {

const HeadWeights& first_head(const Layer& layer) {
    static const HeadWeights no_head;
    return layer.heads.empty() ? no_head : layer.heads.front();
}

/// The number of columns of queries and keys.
Index d_k_of(const Layer& layer) {
    const HeadWeights& head = first_head(layer);
    return first_columns(head.W_Q, head.W_K, any_given(layer, Axis::key_width));
}

} // namespace

Sizes sizes_of(const Layer& layer) {
    const HeadWeights& head = first_head(layer);
    Sizes sizes;
    sizes.B = layer.sequence.item_count();
    sizes.S_q = layer.sequence.token_count();
    sizes.S_k = key_sequence(layer).token_count();
    sizes.H = static_cast<Index>(layer.heads.size());
    sizes.D = first_columns(any_embedding(layer.sequence), any_given(layer, ArrayId::X), head.W_O, layer.b_O,
                            any_given(layer, ArrayId::resid_pre), any_given(layer, ArrayId::parts),
                            any_given(layer, ArrayId::Y));
    sizes.D = rows_or(sizes.D, head.W_Q);
    sizes.D_context = sizes.D;
    if (layer.context) {
        sizes.D_context = first_columns(any_embedding(*layer.context), any_given(layer, ArrayId::context));
        sizes.D_context = rows_or(rows_or(sizes.D_context, head.W_K), head.W_V);
    }
    sizes.d_k = d_k_of(layer);
    sizes.d_v = first_columns(head.W_V, any_given(layer, Axis::value_width));
    sizes.d_v = rows_or(sizes.d_v, head.W_O);
    if (sizes.d_v == 0 && sizes.H > 0) { // rounded up, so that an error message for a wrong shape names a shape that
                                         // fits
        const Index joined = any_given(layer, ArrayId::concat).columns();
        sizes.d_v = (joined + sizes.H - 1) / sizes.H;
    }
    sizes.queries_per_kv = layer.queries_per_kv;
    sizes.d_ff = layer.W_up.columns();
    sizes.V = layer.W_U.columns();
    return sizes;
}

Layer layer_of(const Model& model, Index number) {
    Layer layer;
    const Block& block = model.blocks[static_cast<std::size_t>(number)];
    static_cast<Input&>(layer) = model.input;
    static_cast<Block&>(layer) = block;
    layer.number = number;
    if (number > 0) {
        layer.sequence.embeddings = nullptr;
        layer.sequence.positions = {};
        layer.embedding_norm = {};
    }
    if (number + 1 == static_cast<Index>(model.blocks.size()))
        static_cast<Output&>(layer) = model.output;
    return layer;
}

const Matrix& parameter(const Layer& layer, ArrayId id, Index head) {
    return parameter_of(layer, id, head);
}

Matrix& parameter(Layer& layer, ArrayId id, Index head) {
    return parameter_of(layer, id, head);
}

double score_factor(const Layer& layer) {
    double factor = 1;
    switch (layer.scale.kind) {
    case Scale::Kind::inverse_sqrt_d_k:
        factor = 1 / std::sqrt(static_cast<double>(d_k_of(layer)));
        break;
    case Scale::Kind::one:
        break;
    case Scale::Kind::value:
        factor = static_cast<double>(layer.scale.value);
        break;
    }
    return factor / static_cast<double>(layer.temperature);
}

Extent mask_extent(const Layer& layer) {
    return mask_extent(layer, sizes_of(layer));
}

Extent mask_extent(const Layer& layer, const Sizes& sizes) {
    const auto given = static_cast<Index>(layer.mask.given.size());
    if (given > 1 && given != sizes.B)
        return {sizes.B, sizes.H};
    const bool for_each_item = given > 1 || !layer.mask.padding.empty() || layer.mask.pad_tokens;
    return {for_each_item ? sizes.B : 1, 1};
}

} // namespace attn
