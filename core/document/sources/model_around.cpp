#include "core/document/sources/model_around.h"

#include "core/document/session/changed_parts.h"
#include "core/document/sources/opened_layer.h"
#include "core/engine/model_engine.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/stream.h"
#include "core/model/structure.h"

#include <algorithm>

namespace attn {

namespace {

/// Gives one block the attention of another, and its masks and options.
void take_attention(Block& block, const Block& other) {
    block.heads = other.heads;
    block.b_O = other.b_O;
    block.head_norm = other.head_norm;
    block.V_norm = other.V_norm;
    block.rotary = other.rotary;
    block.mask = other.mask;
    block.scale = other.scale;
    block.soft_cap = other.soft_cap;
    block.alibi = other.alibi;
    block.temperature = other.temperature;
}

/// True if the layer was opened with its whole block: the residual stream and the MLP around attention.
bool is_whole_block(const Layer& layer) {
    return layer.residual || !layer.W_up.empty();
}

/// True if the layer's norm is the norm of the embeddings: in a first layer that was opened without its block.
bool has_norm_of_embeddings(const Layer& layer, Index number, const Block& block) {
    return !is_whole_block(layer) && number == 0 && block.norm.kind == Norm::Kind::off;
}

/// Puts a layer, which was opened alone as layer 0, into its place in the model. What it does not contain, e.g. pins in
/// the MLP, stays as in the model. The rows that enter it are dropped, because the layers before it compute them.
void put_layer(const Layer& own, Index number, Model& model) {
    Block& block = model.blocks[static_cast<std::size_t>(number)];
    if (has_norm_of_embeddings(own, number, block)) {
        model.input.embedding_norm = own.norm;
    } else {
        block.norm = own.norm;
        if (number == 0)
            model.input.embedding_norm = own.embedding_norm;
    }
    if (is_whole_block(own)) {
        std::string name = std::move(block.name);
        block = static_cast<const Block&>(own);
        block.name = std::move(name);
    } else {
        take_attention(block, own);
    }
    const Structure structure(own);
    const auto is_shown = [&](const auto& entry) { return is_whole_block(own) || structure.has(entry.first.array); };
    std::erase_if(block.pins, is_shown);
    std::erase_if(block.given, is_shown);
    const auto layer_of = [&](ArrayId array) { return row_of(array).part == ModelPart::block ? number : 0; };
    for (const auto& [cell, value] : own.pins)
        block.pins[{layer_of(cell.array), cell.array, cell.item, cell.head, cell.row, cell.column}] = value;
    for (const auto& [address, matrix] : own.given)
        if (number == 0 || address.array != entering_array(own))
            block.given[{layer_of(address.array), address.array, address.item, address.head}] = matrix;
    if (number > 0 || !own.sequence.embeddings)
        return;
    // The text is the model's. A layer that was left with another text may lack some of its words.
    Sequence& sequence = model.input.sequence;
    Embeddings rows = *own.sequence.embeddings;
    rows.insert(sequence.embeddings->begin(), sequence.embeddings->end());
    sequence.embeddings = std::make_shared<const Embeddings>(std::move(rows));
    sequence.positions = own.sequence.positions;
}

/// Gives a layer, which was opened alone as layer 0, everything that the model's block has. What the layer cannot show,
/// e.g. pins in an MLP that it does not have, is left out.
void take_layer(Layer& own, Index number, const Model& model) {
    const Block& block = model.blocks[static_cast<std::size_t>(number)];
    const bool has_embeddings_norm = has_norm_of_embeddings(own, number, block);
    if (is_whole_block(own)) {
        std::vector<Caveat> caveats = std::move(own.caveats);
        std::map<Address, Matrix> rows = std::move(own.given);
        static_cast<Block&>(own) = block;
        own.caveats = std::move(caveats);
        own.given = std::move(rows);
        own.pins.clear();
    } else {
        take_attention(own, block);
        own.norm = has_embeddings_norm ? model.input.embedding_norm : block.norm;
    }
    if (number == 0) {
        own.sequence = model.input.sequence;
        if (!has_embeddings_norm)
            own.embedding_norm = model.input.embedding_norm;
    }
    const Structure structure(own);
    for (const auto& [cell, value] : block.pins)
        if (structure.has(cell.array))
            own.pins[{0, cell.array, cell.item, cell.head, cell.row, cell.column}] = value;
    for (const auto& [address, matrix] : block.given)
        if (structure.has(address.array))
            own.given.insert_or_assign({0, address.array, address.item, address.head}, matrix);
}

/// True if block `number` of one model computes something else than that of the other from the same input.
bool differs(const Model& left, const Model& right, Index number) {
    const Layer one = layer_of(left, number);
    const Layer other = layer_of(right, number);
    if (!same_block(one, other, [](const Matrix& a, const Matrix& b) { return equal_bits(a, b); }))
        return true;
    const std::vector<std::string> parts = number == 0 ? changed_parts(one, other) : std::vector<std::string>();
    return std::ranges::any_of(parts, [](const std::string& part) {
        const auto array = find_array(part);
        return array && is_stage(*array) && row_of(*array).part == ModelPart::input;
    });
}

} // namespace

Result<void> has_model_around(const Session& session) {
    if (!session.origin)
        return error("this layer comes from no model");
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

Result<Model> with_changes_of(const Session& session, Model model) {
    const auto own = number_in_model(session, model);
    if (!own)
        return own.error();
    for (const auto& [number, layer] : session.changed_layers) {
        if (number >= std::ssize(model.blocks))
            return error("the session changes layer {}, and its model has {} layers", number, model.blocks.size());
        put_layer(*layer, number, model);
    }
    put_layer(session.layer(), *own, model);
    if (auto valid = validate(model); !valid) // an edit may have changed a width
        return error("the layers as they are now do not fit into their model: {}", named(valid.error()));
    return model;
}

Result<Session> layer_in_model(const Source& source, const Checkpoint& checkpoint, const OpenedModel& model) {
    const auto place = open_layer(source, checkpoint);
    if (!place)
        return place.error();
    const std::vector<Block>& blocks = model.model.blocks;
    const auto block = std::ranges::find(blocks, printable(place->layer.name, 200), &Block::name);
    if (block == blocks.end())
        return error("{}: {} is not computed", checkpoint.name(), place->name());
    auto session = session_of(source, *place, &model);
    if (session)
        take_layer(session->layer(), block - blocks.begin(), model.model);
    return session;
}

Layer kept_layer(const Model& model, Index number) {
    Layer own = layer_of(model, number);
    static_cast<Output&>(own) = {};
    own.number = 0;
    own.pins.clear();
    own.given.clear();
    const Index tokens = own.sequence.token_count();
    const Index width = own.heads.front().W_Q.rows(); // D
    for (Index item = 0; number > 0 && item < own.sequence.item_count(); ++item)
        own.given[{0, entering_array(own), item}] = Matrix::zeros(tokens, width);
    take_layer(own, number, model);
    return own;
}

std::shared_ptr<const Layer> kept_if_changed(const Layer& layer, Index number, const Model& files) {
    Model changed = files;
    put_layer(layer, number, changed);
    return differs(changed, files, number) ? std::make_shared<const Layer>(layer) : nullptr;
}

ChangedLayers changed_besides(const Session& session, const Model& model, const Model& files) {
    ChangedLayers changed;
    const auto shown = number_in_model(session, model);
    for (Index number = 0; number < std::ssize(model.blocks); ++number)
        if (differs(model, files, number) && !(shown && *shown == number && is_whole_block(session.layer())))
            changed[number] = std::make_shared<const Layer>(kept_layer(model, number));
    return changed;
}

namespace {

/// The model around a session, as its files have it and as it is now, and the files.
struct ModelNow {
    OpenedModel files;
    Model changed;
    std::shared_ptr<const Checkpoint> checkpoint;

    static Result<ModelNow> of(const Session& present) {
        auto files = open_model_around(present);
        auto changed = files ? with_changes_of(present, files->model) : Result<Model>(files.error());
        auto checkpoint = Checkpoint::open(present.origin->file);
        if (!changed || !checkpoint)
            return changed ? checkpoint.error() : changed.error();
        return ModelNow{*std::move(files), *std::move(changed),
                        std::make_shared<const Checkpoint>(*std::move(checkpoint))};
    }

    Result<Session> layer(const Source& source) const {
        auto session = layer_in_model(source, *checkpoint, {changed, files.words});
        if (session)
            session->changed_layers = changed_besides(*session, changed, files.model);
        return session;
    }
};

} // namespace

Result<Session> open_layer_around(const Session& present, const Source& source) {
    const auto model = ModelNow::of(present);
    return model ? model->layer(source) : model.error();
}

Result<std::vector<Session>> open_layers_around(const Session& present) {
    const auto model = ModelNow::of(present);
    if (!model)
        return model.error();
    std::vector<Session> layers;
    for (const Block& block : model->changed.blocks) {
        Source source;
        source.weights = present.origin->file;
        source.said = present.origin->said;
        source.pieces = present.layer().sequence.items;
        source.layer = block.name;
        source.whole_block = true;
        auto session = model->layer(source);
        if (!session)
            return session.error();
        layers.push_back(*std::move(session));
    }
    return layers;
}

} // namespace attn
