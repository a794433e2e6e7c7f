// Opens whole models, block by block, and layers whose input is computed by the blocks before them.

#include "core/checkpoint/around_config.h"
#include "core/checkpoint/around_layer.h"
#include "core/checkpoint/layer_weights.h"
#include "core/checkpoint/model_input.h"
#include "core/checkpoint/own_names.h"
#include "core/document/sources/opened_layer.h"
#include "core/document/sources/weights_source.h"
#include "core/engine/model_engine.h"
#include "core/model/stream.h"
#include "core/tensor/memory.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <system_error>
#include <utility>

namespace attn {

namespace {

/// Reads the parts of an open layer's block around its attention.
Result<void> read_around(Layer& block, const Opened& opened) {
    const auto around = around_config(opened.model, opened.layer);
    return around ? read_around(block, opened.checkpoint, opened.layer, opened.config, *around)
                  : Result<void>(around.error());
}

/// Reads a block after the first, without input. `opened` is the first layer; `found` replaces it.
Result<Block> read_block(const Source& source, Opened opened, const FoundLayer& found, const Input& input) {
    opened.layer = found;
    auto config = layer_config(opened.model, found);
    if (!config)
        return config.error();
    opened.config = *std::move(config);
    if (!opened.config.refused.empty())
        return error("{}: {} is not opened: {}", opened.checkpoint.name(), opened.name(), opened.config.refused);
    const auto heads = head_count(source, opened);
    const auto counts = heads ? share_out(opened.checkpoint, found, *heads) : Result<HeadCounts>(heads.error());
    if (!counts)
        return counts.error();
    opened.counts = *counts;
    auto norm = find_norm_before(opened.checkpoint, found, opened.config, norm_said(source));
    if (!norm)
        return norm.error();
    Layer layer;
    static_cast<Input&>(layer) = input;
    layer.name = printable(found.name, 200);
    layer.norm = std::move(norm->norm);
    if (auto read = read_attention(layer, source, opened); !read)
        return read.error();
    if (auto read = read_around(layer, opened); !read)
        return read.error();
    add_caveats(layer, opened);
    return Block(std::move(layer));
}

/// The layers of the stack, decoder or encoder, that the opened layer belongs to: from 0 to the first missing number.
std::vector<FoundLayer> stack_of(const Opened& opened) {
    std::vector<FoundLayer> stack;
    const NumberedName own = numbered_name(opened.layer.name);
    for (const FoundLayer& found : opened.layers)
        if (numbered_name(found.name) == own && number_in_name(found.name).value_or(0) == std::ssize(stack))
            stack.push_back(found);
    return stack;
}

/// Fails if a part of the layers of a stack, as float32, needs more memory than the machine has. `layer` is the name of
/// any of them.
Result<void> check_memory(const Checkpoint& checkpoint, std::string_view layer, double share) {
    constexpr double gigabyte = 1e9;
    const std::string_view stack = layer.substr(0, layer.find_first_of("0123456789"));
    double bytes = 0;
    for (const Tensor& tensor : checkpoint.tensors()) {
        if (!tensor.name.starts_with(stack))
            continue;
        double numbers = 1;
        for (const Index length : tensor.shape)
            numbers *= static_cast<double>(length);
        bytes += share * numbers * sizeof(float);
    }
    if (bytes <= physical_memory())
        return {};
    return error(
        "{}: what is to be computed takes {:.0f} GB as float32, and this machine has {:.0f} GB of memory; open "
        "one layer at a time, by --layer and, behind the first, --resid-pre with the rows that enter it",
        checkpoint.name(), bytes / gigabyte, physical_memory() / gigabyte);
}

/// Opens a model of a stack's first blocks. `first` is the first of them.
Result<OpenedModel> open_blocks(const Source& source, const Opened& first, std::span<const FoundLayer> stack) {
    auto session = session_of(source, first);
    if (!session)
        return session.error();
    OpenedModel model;
    Layer& block = session->layer();
    // A norm that does not belong to the layer's tensors is that of the embeddings.
    if (block.norm.kind != Norm::Kind::off && !norm_name_before(first.checkpoint, first.layer, first.config))
        block.embedding_norm = std::exchange(block.norm, {});
    if (auto read = read_around(block, first); !read)
        return read.error();
    model.model.input = static_cast<const Input&>(block);
    model.model.blocks.emplace_back(block);
    model.words = session->model_words;
    for (const FoundLayer& found : stack.subspan(1)) {
        if (end_of(model.model) != nullptr)
            break;
        if (!found.opens())
            return error("{}: {} cannot be opened: {}", first.checkpoint.name(), printable(found.name, 120),
                         found.problem);
        auto next = read_block(source, first, found, model.model.input);
        if (!next)
            return next.error();
        model.model.blocks.push_back(*std::move(next));
    }
    if (auto valid = validate(model.model); !valid)
        return error("{}: {}", first.checkpoint.name(), valid.error().message);
    return model;
}

/// Opens the layers of the stack before the opened one.
Result<OpenedModel> open_layers_before(Source source, const Opened& opened) {
    const std::vector<FoundLayer> stack = stack_of(opened);
    const Index before = *number_in_name(opened.layer.name);
    if (std::ssize(stack) < before)
        return error("{}: {} cannot be computed through those before it: there is no layer {} of its stack; give what "
                     "enters it by --resid-pre",
                     opened.checkpoint.name(), opened.name(), stack.size());
    if (auto fits = check_memory(opened.checkpoint, opened.layer.name,
                                 static_cast<double>(before) / static_cast<double>(stack.size()));
        !fits)
        return fits.error();
    source.layer = stack.front().name;
    const auto first = open_layer(source, opened.checkpoint);
    auto model = first ? open_blocks(source, *first, std::span(stack).first(static_cast<std::size_t>(before)))
                       : Result<OpenedModel>(first.error());
    if (!model)
        return model.error();
    if (const Caveat* const end = end_of(model->model))
        return error("{}: {} cannot be computed through those before it: in {}, {}", opened.checkpoint.name(),
                     opened.name(), model->model.blocks.back().name, end->says);
    return model;
}

} // namespace

const Caveat* end_of(const Model& model) {
    const Block& last = model.blocks.back();
    return last.W_up.empty() && !last.caveats.empty() ? &last.caveats.back() : nullptr;
}

bool holds_model(const std::filesystem::path& path, const KindSaid& said) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return true;
    if (!Checkpoint::is_named_as_weights(path) && !path.string().ends_with(".safetensors.index.json"))
        return false;
    const auto checkpoint = Checkpoint::open(path);
    const auto model =
        checkpoint ? read_model_config(checkpoint->folder(), said) : Result<ModelConfig>(checkpoint.error());
    if (!model)
        return false;
    const Checkpoint apart = with_layers_apart(*checkpoint, model->packed().names);
    return std::ranges::any_of(find_layers(apart, model->packed()),
                               [&](const FoundLayer& layer) { return !input_tensors(apart, layer).empty(); });
}

bool holds_several_layers(const std::filesystem::path& path, const KindSaid& said) {
    const auto checkpoint = Checkpoint::open(path);
    const auto model =
        checkpoint ? read_model_config(checkpoint->folder(), said) : Result<ModelConfig>(checkpoint.error());
    return model && find_layers(with_layers_apart(*checkpoint, model->packed().names), model->packed()).size() > 1;
}

Result<void> fill_from_layers_before(Session& session, const Source& source, const Opened& opened,
                                     const OpenedModel* model) {
    Layer& layer = session.layer();
    auto norm = find_norm_before(opened.checkpoint, opened.layer, opened.config, norm_said(source));
    if (!norm)
        return norm.error();
    const auto before = model == nullptr ? open_layers_before(source, opened) : Result<OpenedModel>(*model);
    if (!before)
        return before.error();
    Model computed = before->model;
    computed.blocks.resize(static_cast<std::size_t>(*number_in_name(opened.layer.name)));
    computed.output = {};
    ModelEngine engine(0, 0);
    engine.compute(computed);
    layer.sequence.items = computed.input.sequence.items;
    session.model_words = before->words;
    session.origin->words = before->words != nullptr;
    layer.norm = std::move(norm->norm);
    const ArrayId entering = entering_array(layer);
    for (Index item = 0; item < layer.sequence.item_count(); ++item)
        layer.given[{layer.number, entering, item}] = engine.leaving(item);
    session.about += fmt::format("{{name {}}} is what the {} layers before it make of the text. ", array_name(entering),
                                 computed.blocks.size());
    for (const Block& block : computed.blocks)
        layer.caveats.insert(layer.caveats.end(), block.caveats.begin(), block.caveats.end());
    for (Caveat& caveat : layer.caveats)
        caveat.from = entering; // the caveat concerns this layer's input
    return {};
}

Result<OpenedModel> open_model(const Source& source) {
    const auto checkpoint = Checkpoint::open(*source.weights);
    return checkpoint ? open_model(source, *checkpoint) : Result<OpenedModel>(checkpoint.error());
}

Result<OpenedModel> open_model(const Source& source, const Checkpoint& checkpoint) {
    if (source.layer || source.input || source.context || source.padding || source.mask_file)
        return error(
            "a whole model is computed from its own words, --text or --ids, or from what enters its first layer, "
            "--resid-pre; not from what one layer reads");
    Source first = source;
    if (source.resid_pre)
        first.layer = "0"; // the tokens enter the first layer
    const auto opened = open_layer(first, checkpoint);
    if (!opened)
        return opened.error();
    if (auto fits = check_memory(opened->checkpoint, opened->layer.name, 1); !fits)
        return fits.error();
    const auto around = around_config(opened->model, opened->layer);
    if (!around)
        return around.error();
    const std::vector<InputTensor> input = input_tensors(opened->checkpoint, opened->layer);
    if (input.empty() && !source.resid_pre)
        return error("{}: the model has no embeddings that are known", opened->checkpoint.name());
    std::vector<FoundLayer> stack = stack_of(*opened);
    const auto count = static_cast<std::size_t>(around->layers > 0 ? around->layers : std::ssize(stack));
    auto model = open_blocks(first, *opened, std::span(stack).first(std::min(count, stack.size())));
    if (!model || end_of(model->model) != nullptr)
        return model;
    if (stack.size() < count)
        return error("{}: {} says {} layers, and there is no layer {} of them here{}", opened->checkpoint.name(),
                     opened->model.name, count, stack.size(), opened->checkpoint.hint_of_parts());
    auto output = read_output(opened->checkpoint, opened->layer, opened->config, *around,
                              input.empty() ? std::string() : input.front().tensor);
    if (!output)
        return output.error();
    model->model.output = *std::move(output);
    if (auto valid = validate(model->model); !valid)
        return error("{}: {}", opened->checkpoint.name(), valid.error().message);
    return model;
}

} // namespace attn
