#include "core/document/sources/model_around.h"

#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/stream.h"

#include <algorithm>

namespace attn {

namespace {

/// Gives the block the attention of a layer that is open without what is around it.
void take_attention(Block& block, const Layer& own) {
    block.heads = own.heads;
    block.b_O = own.b_O;
    block.head_norm = own.head_norm;
    block.V_norm = own.V_norm;
    block.rotary = own.rotary;
    block.mask = own.mask;
    block.scale = own.scale;
    block.soft_cap = own.soft_cap;
    block.alibi = own.alibi;
    block.temperature = own.temperature;
}

} // namespace

Result<void> has_model_around(const Session& session) {
    if (!session.origin)
        return error("this layer comes from no model");
    if (session.origin->is_changed)
        return error(
            "the session that this layer was opened from changes other layers of its model, which are not held here; "
            "attention-lab trace shows them all");
    if (!session.origin->words)
        return error("the rows that enter this layer are given, and not made of a text by its model");
    if (session.layer().context)
        return error("this layer reads a second sequence, which no model around it makes");
    for (const std::vector<std::string>& tokens : session.layer().sequence.items)
        if (std::ranges::find(tokens, std::string()) != tokens.end())
            return error("the text that the layer reads is not known, only its rows");
    return {};
}

Result<OpenedModel> open_model_around(const Session& session) {
    if (auto there = has_model_around(session); !there)
        return there.error();
    const auto& items = session.layer().sequence.items;
    Source source;
    source.weights = session.origin->file;
    source.said = session.origin->said;
    source.pieces = items;
    auto opened = open_model(source);
    if (opened && opened->model.input.sequence.items != items)
        return error("the model does not cut the text into these tokens");
    return opened;
}

Result<Index> number_in_model(const Session& session, const Model& model) {
    const auto own = std::ranges::find(model.blocks, session.layer().name, &Block::name);
    if (own == model.blocks.end())
        return error("{} is none of the model's layers", printable(session.layer().name, 80));
    return own - model.blocks.begin();
}

Result<Model> with_layer_of(const Session& session, Model model) {
    const auto number = number_in_model(session, model);
    if (!number)
        return number.error();
    const Layer& own = session.layer();
    Block& block = model.blocks[static_cast<std::size_t>(*number)];
    if (own.residual || !own.W_up.empty()) { // the whole block is open
        block = static_cast<const Block&>(own);
        block.pins.clear();
        block.given.clear();
        if (*number == 0)
            model.input.embedding_norm = own.embedding_norm;
    } else {
        take_attention(block, own);
        // In the first layer, a norm of the embeddings may stand in the place of its own.
        const bool is_of_embeddings = *number == 0 && block.norm.kind == Norm::Kind::off;
        (is_of_embeddings ? model.input.embedding_norm : block.norm) = own.norm;
    }
    // A layer alone counts as layer 0.
    const auto in_model = [&](ArrayId array) { return row_of(array).part == ModelPart::block ? *number : 0; };
    for (const auto& [cell, value] : own.pins)
        block.pins[{in_model(cell.array), cell.array, cell.item, cell.head, cell.row, cell.column}] = value;
    for (const auto& [address, matrix] : own.given)
        block.given[{in_model(address.array), address.array, address.item, address.head}] = matrix;
    if (*number == 0)
        model.input.sequence = own.sequence;
    if (auto valid = validate(model); !valid) // an edit may have changed a width
        return error("the layer as it is now does not fit into its model: {}", named(valid.error()));
    return model;
}

} // namespace attn
