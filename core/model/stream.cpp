#include "core/model/stream.h"

#include "core/model/arrays.h"

#include <algorithm>
#include <iterator>

namespace attn {

ArrayId entering_array(const Layer& layer) {
    return is_wanted(layer, ArrayId::resid_pre) ? ArrayId::resid_pre : ArrayId::X;
}

ArrayId leaving_array(const Structure& structure) {
    return structure.has(ArrayId::resid_post_normed) ? ArrayId::resid_post_normed : ArrayId::resid_post;
}

ArrayId handed_over(const Structure& structure) {
    return structure.has(ArrayId::O_gated) ? ArrayId::O_gated : ArrayId::O;
}

ArrayId added_by_attention(const Structure& structure) {
    return structure.has(ArrayId::Y_normed) ? ArrayId::Y_normed : ArrayId::Y;
}

ArrayId added_by_mlp(const Structure& structure) {
    return structure.has(ArrayId::mlp_Y_normed) ? ArrayId::mlp_Y_normed : ArrayId::mlp_Y;
}

std::vector<ArrayId> added_by(const Layer& layer, Sublayer part) {
    const Structure structure(layer);
    std::vector<ArrayId> added;
    if (part != Sublayer::mlp)
        added.push_back(added_by_attention(structure));
    if (part != Sublayer::attention && structure.has(added_by_mlp(structure)))
        added.push_back(added_by_mlp(structure));
    return added;
}

bool is_on(const Layer& layer, Sublayer part) {
    return !std::ranges::all_of(added_by(layer, part), [&](ArrayId array) {
        const auto given = layer.given.find({layer.number, array});
        return given != layer.given.end() &&
               equal_bits(given->second, Matrix::zeros(given->second.rows(), given->second.columns()));
    });
}

bool is_sum(const Structure& structure) {
    return !structure.has(ArrayId::resid_mid_normed) && !structure.has(ArrayId::resid_post_normed);
}

ArrayId next_word_array(const Output& output) {
    return output.logit_cap > 0 ? ArrayId::logits_capped : ArrayId::logits;
}

ArrayId behind_attention(const Block& block) {
    return block.is_parallel ? ArrayId::resid_post : ArrayId::resid_mid;
}

ArrayId first_of_mlp() {
    return ArrayId::mlp_X;
}

Result<void> validate(const Model& model) {
    Index width = 0;
    for (Index number = 0; number < std::ssize(model.blocks); ++number) {
        Layer layer = layer_of(model, number);
        if (number == 0)
            width = sizes_of(layer).D;
        const Matrix rows = number == 0 ? Matrix() : Matrix::zeros(layer.sequence.token_count(), width);
        for (Index item = 0; number > 0 && item < layer.sequence.item_count(); ++item)
            layer.given.try_emplace({number, entering_array(layer), item}, rows);
        if (auto valid = validate(layer); !valid)
            return error("layer {}: {}", number, valid.error().message);
    }
    return {};
}

} // namespace attn
