#include "core/session/weights_source.h"

#include "core/checkpoint/layer_weights.h"
#include "core/checkpoint/model_config.h"
#include "core/checkpoint/model_input.h"
#include "core/io/printable.h"
#include "core/session/limits.h"
#include "core/session/model_words.h"
#include "core/session/source_arrays.h"
#include "core/session/words.h"

#include <system_error>

namespace attn {

namespace {

/// The tensors of one layer, what config.json says, and how its heads share it.
struct Opened {
    Checkpoint checkpoint;
    FoundLayer layer;
    ModelConfig config;
    HeadCounts counts;
};

Result<Index> head_count(const Source& source, const Opened& opened) {
    if (source.heads && (*source.heads < 1 || *source.heads > head_limit))
        return error("--heads is {}, expected 1 to {}", *source.heads, head_limit);
    if (source.heads)
        return *source.heads;
    if (opened.config.heads < 1)
        return error("{}: --heads is needed: how many heads {} holds; no config.json beside it says it",
                     opened.checkpoint.name(), printable(opened.layer.find(ArrayId::W_Q)->tensor, 120));
    if (opened.config.heads > head_limit)
        return error("{}: there are {} heads, expected 1 to {}", opened.config.name, opened.config.heads, head_limit);
    return opened.config.heads;
}

Result<Opened> open_layer(const Source& source) {
    auto checkpoint = Checkpoint::open(*source.weights);
    if (!checkpoint)
        return checkpoint.error();
    const std::vector<FoundLayer> layers = find_layers(*checkpoint);
    // Only a model's first layer has an input of its own.
    const bool first = !source.layer && !source.input && layers.size() > 1;
    auto layer = choose_layer(*checkpoint, layers, first ? std::optional<std::string>("1") : source.layer);
    if (!layer)
        return layer.error();
    auto config = read_model_config(checkpoint->folder());
    if (!config)
        return config.error();
    Opened opened{*std::move(checkpoint), *std::move(layer), *std::move(config), {}};
    const auto heads = head_count(source, opened);
    if (!heads)
        return heads.error();
    const auto counts = share_out(opened.checkpoint, opened.layer, *heads);
    if (!counts)
        return counts.error();
    opened.counts = *counts;
    return opened;
}

/// The tensor that makes an array of another width than its input has.
Error wrong_width(const Opened& opened, ArrayId weight, const std::filesystem::path& path, Index width,
                  Index expected) {
    return error("{}: the rows have {} numbers, expected {} as {} has", printable_path(path), width, expected,
                 printable(opened.layer.find(weight)->tensor, 120));
}

/// X drawn from the letters of a sentence, for looking at weights alone.
Result<void> fill_sentence(Session& session, const std::vector<std::string>& sentence, Index width) {
    Layer& layer = session.layer();
    layer.sequence.items = {sentence};
    layer.sequence.embeddings = with_words(std::make_shared<const Embeddings>(), layer.sequence.items, width);
    session.about += "X is no input of this model but drawn from the letters of the words. ";
    return {};
}

/// X and the context, from files or from the model's words. Says what it did in `session.about`.
Result<void> fill_input(Session& session, const Source& source, const Opened& opened) {
    Layer& layer = session.layer();
    if (!source.input) {
        const auto input = find_model_input(opened.checkpoint, opened.layer, opened.config);
        if (!input)
            return input.error();
        if (!*input && !source.sentence.empty())
            return fill_sentence(session, source.sentence, opened.layer.D);
        if (!*input)
            return error("{}: {} has no input of its own; give X by --input, B x S x D or S x D",
                         opened.checkpoint.name(),
                         opened.layer.name.empty() ? "this layer" : printable(opened.layer.name, 120));
        session.about += (*input)->in_words + ". ";
        return fill_words(session, source, opened.checkpoint, **input);
    }
    if (!source.tokens.empty() || !source.ids.empty())
        return error("--input gives X as numbers; --tokens and --ids say it otherwise");
    if (auto read = read_input(layer, *source.input); !read)
        return read;
    const Index width = layer.given.at({ArrayId::X, 0, 0}).columns();
    if (width != opened.layer.D)
        return wrong_width(opened, ArrayId::W_Q, *source.input, width, opened.layer.D);
    if (source.context)
        if (auto read = read_context(layer, *source.context); !read)
            return read;
    const Index context_width = layer.context ? layer.given.at({ArrayId::context, 0, 0}).columns() : width;
    if (context_width != opened.layer.D_context)
        return wrong_width(opened, ArrayId::W_K, source.context.value_or(*source.input), context_width,
                           opened.layer.D_context);
    return {};
}

Result<void> set_options(Layer& layer, const Source& source, const Opened& opened) {
    layer.mask.causal = source.causal.value_or(opened.layer.family->causal);
    if (opened.config.window <= token_limit && layer.mask.causal)
        layer.mask.window = opened.config.window;
    for (const OptionSetting& setting : opened.config.options)
        if (auto done = set_option(layer, setting); !done)
            return done;
    for (const OptionSetting& setting : source.options)
        if (auto done = set_option(layer, setting); !done)
            return error("--{}: {}", option(setting.option).name, done.error().message);
    return {};
}

/// Before anything large is read.
Result<void> check_sizes(const Layer& layer, const Opened& opened) {
    Sizes sizes = sizes_of(layer);
    sizes.H = opened.counts.H;
    sizes.d_k = opened.counts.d_k;
    sizes.d_v = opened.counts.d_v;
    if (auto fits = check_limits(sizes); !fits)
        return error("{}: {}", opened.checkpoint.name(), fits.error().message);
    return {};
}

std::string title_of(const Source& source) {
    std::error_code ignored;
    const std::filesystem::path path = std::filesystem::absolute(*source.weights, ignored).lexically_normal();
    const bool folder = std::filesystem::is_directory(path, ignored);
    const bool usual_name = path.filename().string().starts_with("model.safetensors");
    if (folder)
        return printable((path.filename().empty() ? path.parent_path() : path).filename().string());
    return printable(usual_name ? path.parent_path().filename().string() : path.stem().string());
}

void describe(Session& session, const Opened& opened) {
    const FoundLayer& layer = opened.layer;
    session.about = fmt::format("{}{}: {}. ", layer.name.empty() ? "" : printable(layer.name, 120) + ", ",
                                layer.family->title, layer.orientation());
    for (const std::string& remark : {layer.remark, opened.config.remark})
        if (!remark.empty())
            session.about += "Take care: " + remark + ". ";
    std::error_code ignored;
    session.origin = {std::filesystem::absolute(opened.checkpoint.path(), ignored), layer.name};
}

} // namespace

Result<Session> open_weights(const Source& source) {
    const auto opened = open_layer(source);
    if (!opened)
        return opened.error();
    Session session;
    session.title = title_of(source);
    session.layers.emplace_back();
    Layer& layer = session.layer();
    layer.name = printable(opened->layer.name, 200);
    describe(session, *opened);
    if (auto filled = fill_input(session, source, *opened); !filled)
        return filled.error();
    if (auto fits = check_sizes(layer, *opened); !fits)
        return fits.error();
    auto weights = read_layer(opened->checkpoint, opened->layer, opened->counts);
    if (!weights)
        return weights.error();
    layer.heads = std::move(weights->heads);
    layer.queries_per_kv = weights->queries_per_kv;
    layer.b_O = std::move(weights->b_O);
    if (auto set = set_options(layer, source, *opened); !set)
        return set.error();
    const Sizes sizes = sizes_of(layer);
    if (source.padding)
        if (auto read = read_padding(layer, *source.padding, sizes); !read)
            return read.error();
    if (source.mask_file)
        if (auto read = read_given_mask(layer, *source.mask_file, sizes); !read)
            return read.error();
    if (auto valid = validate(layer); !valid)
        return error("{}: {}", opened->checkpoint.name(), valid.error().message);
    session.about += "Only this layer is computed: no residual around it, no MLP, no other layer.";
    return session;
}

} // namespace attn
