#include "core/document/sources/weights_source.h"

#include "core/checkpoint/around_config.h"
#include "core/checkpoint/around_layer.h"
#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layer_norms.h"
#include "core/checkpoint/layer_weights.h"
#include "core/checkpoint/model_input.h"
#include "core/checkpoint/own_names.h"
#include "core/document/session/session_limits.h"
#include "core/document/session/word_embeddings.h"
#include "core/document/sources/model_text.h"
#include "core/document/sources/opened_layer.h"
#include "core/document/sources/source_arrays.h"
#include "core/files/printable.h"
#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/model/stream.h"
#include "core/model/structure.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <system_error>

namespace attn {

namespace {

bool says(const Source& source, OptionId option) {
    return std::ranges::find(source.options, option, &OptionSetting::option) != source.options.end();
}

/// The reason why a setting is unknown: "no config.json beside it says it".
std::string why_not_said(const Opened& opened) {
    const std::string type = opened.model.model_type(opened.layer.name);
    return !opened.model.document ? "no config.json beside it says it"
           : type.empty()         ? opened.model.name + " has no model_type"
                          : fmt::format("{} names a kind of model that is not known here, “{}”", opened.model.name,
                                        printable(type));
}

/// Finds the layer that a source names, and its model's settings, without reading its numbers.
Result<Opened> find_layer(const Source& source, const Checkpoint& stored) {
    auto model = read_model_config(stored.folder(), source.said);
    if (!model)
        return model.error();
    const Checkpoint checkpoint = with_layers_apart(stored, model->packed().names);
    if (const auto heads = head_count(*model, {}); !heads && !source.heads)
        return heads.error();
    std::vector<FoundLayer> layers = find_layers(checkpoint, model->packed(source.heads.value_or(0)));
    // Embeddings are the input only of a model's first layer.
    const bool first = !source.layer && !source.input && !source.resid_pre && layers.size() > 1;
    const auto reads_itself = std::ranges::find(layers, false, &FoundLayer::reads_other);
    const FoundLayer* const usual = !first ? nullptr : reads_itself == layers.end() ? &layers.front() : &*reads_itself;
    auto layer = choose_layer(checkpoint, layers, usual ? std::optional<std::string>(usual->name) : source.layer);
    if (!layer)
        return layer.error();
    auto config = layer_config(*model, *layer);
    if (!config)
        return config.error();
    const bool is_packed = layer->family->is_packed() || layer->family->is_refused();
    if (source.said.packing && !is_packed)
        return error("{}: --packing is for queries, keys and values in one tensor, and {} has one for each",
                     checkpoint.name(), layer->name.empty() ? "this layer" : printable(layer->name, 120));
    return Opened{checkpoint, std::move(layers), *std::move(layer), *std::move(model), *std::move(config), {}};
}

/// The questions that neither the model's files nor the user answer.
LayerQuestions questions_about(const Source& source, const Opened& opened) {
    const FoundLayer& layer = opened.layer;
    const LayerConfig& config = opened.config;
    LayerQuestions asked{.layer = layer.name, .why = why_not_said(opened), .width = layer.D};
    if (!config.refused.empty())
        return asked; // it cannot be opened in any case
    asked.query_width = layer.query_width;
    asked.heads = !source.heads && config.heads < 1 && layer.heads_of_tensors == 0;
    asked.mask = !config.causal && !says(source, OptionId::mask);
    asked.rotary = !config.positions_known && !says(source, OptionId::rotary);
    asked.packing = layer.asks_packing;
    asked.context = layer.reads_other && !source.context;
    if (source.input)
        return asked;
    const InputQuestions input = questions_of_input(opened.checkpoint, layer, config, norm_said(source));
    asked.input = !source.resid_pre && !input.is_first && layer.family->is_of_many_models;
    if (input.is_first || source.resid_pre || asked.input) {
        asked.norm = input.norm;
        asked.epsilon = input.epsilon;
    }
    return asked;
}

/// Fails if questions are open. Nothing is guessed; the error asks all of them at once.
Result<void> check_all_is_said(const LayerQuestions& asked, const Opened& opened) {
    std::vector<std::string> missing;
    if (asked.packing)
        missing.push_back(fmt::format("--packing stacked (all queries, then all keys, then all values in {}), by-head "
                                      "(query, key and value of each head in turn) or by-group",
                                      opened.queries()));
    if (asked.heads)
        missing.push_back(fmt::format("--heads H (how many heads {} holds)", opened.queries()));
    if (asked.mask)
        missing.emplace_back("--mask causal or none (whether a token reads later ones)");
    if (asked.rotary)
        missing.emplace_back("--rotary halves, neighbours or none (which columns turn with the place)");
    if (!missing.empty() && asked.norm)
        missing.emplace_back("--norm rms, layer or none (which norm stands before it)");
    if (!missing.empty() && asked.epsilon)
        missing.emplace_back("--epsilon E (what that norm adds to the variance)");
    if (asked.context)
        return error("{}: {} is cross-attention: its keys and values are made from another sequence; give that by "
                     "--context C.npy (S_k × {} or B × S_k × {}), with --input X.npy{}{}",
                     opened.checkpoint.name(), opened.name(), opened.layer.D_context, opened.layer.D_context,
                     missing.empty() ? "" : ", ", fmt::join(missing, ", "));
    if (missing.empty())
        return {};
    return error("{}: {} needs {}; {}{}", opened.checkpoint.name(), opened.name(), fmt::join(missing, ", "),
                 why_not_said(opened),
                 asked.mask && asked.rotary ? " (--like says it too, as of a kind that attention-lab families lists)"
                                            : "");
}

/// The error for rows whose width does not fit the tensor that multiplies them.
Error wrong_width(const Opened& opened, ArrayId weight, const std::filesystem::path& path, Index width,
                  Index expected) {
    return error("{}: the rows have {} numbers, expected {} as {} has", printable_path(path), width, expected,
                 printable(opened.layer.find(weight)->tensor, 120));
}

/// Fills X with embeddings from the letters of a sentence, for weights without a model.
Result<void> fill_sentence(Session& session, const std::vector<std::string>& sentence, Index width) {
    Layer& layer = session.layer();
    layer.sequence.items = {sentence};
    layer.sequence.embeddings = with_words(std::make_shared<const Embeddings>(), layer.sequence.items, width);
    session.cautions.emplace_back("{name X} is not an input of these weights: it is drawn from the letters of the "
                                  "words.");
    return {};
}

/// Fills X with the model's embeddings.
Result<void> fill_from_words(Session& session, const Source& source, const Opened& opened, const OpenedModel* model) {
    const auto input = find_model_input(opened.checkpoint, opened.layer, opened.config, norm_said(source));
    if (!input)
        return input.error();
    const bool has_text = !source.tokens.empty() || !source.ids.empty() || !source.pieces.empty();
    if (!*input && number_in_name(opened.layer.name).value_or(0) > 0 && has_text)
        return fill_from_layers_before(session, source, opened, model);
    if (!*input && !source.sentence.empty() && !opened.layer.family->is_of_many_models)
        return fill_sentence(session, source.sentence, opened.layer.D);
    if (!*input)
        return error(
            "{}: {} has no X of its own; give what enters the layer by --resid-pre R.npy (S × {} or B × S × {}, "
            "the output of the layer before it), or X itself by --input X.npy",
            opened.checkpoint.name(), opened.name(), opened.layer.D, opened.layer.D);
    session.about += (*input)->in_words + ". ";
    if (!opened.config.input_caveat.empty())
        session.layer().caveats.push_back({ArrayId::resid_pre, std::string(opened.config.input_caveat)});
    return fill_words(session, source, opened.checkpoint, **input);
}

/// Fills the layer's input from a file, and sets the model's norm, which computes X from it. If there is no norm, the
/// input is X.
Result<void> fill_from_residual(Session& session, const Source& source, const Opened& opened) {
    Layer& layer = session.layer();
    auto norm = find_norm_before(opened.checkpoint, opened.layer, opened.config, norm_said(source));
    if (!norm)
        return norm.error();
    const bool is_X = norm->norm.kind == Norm::Kind::off;
    if (auto read = read_resid_pre(layer, *source.resid_pre, opened.layer.number, is_X); !read)
        return read;
    layer.norm = std::move(norm->norm);
    session.about += is_X ? "{name X} is what enters the layer: no norm stands before it. "
                          : fmt::format("{{name X}} = {}({{name resid_pre}}). ", printable(norm->name, 120));
    return {};
}

/// Labels the rows from a file with the tokens of another layer of the same model, if the numbers match.
void name_rows(Layer& layer, const Source& source) {
    auto& items = layer.sequence.items;
    const bool fits = std::ranges::equal(
        items, source.pieces, [](const auto& rows, const auto& pieces) { return rows.size() == pieces.size(); });
    if (source.resid_pre && fits)
        items = source.pieces;
}

/// Fills X and the context, from files or from the model's embeddings. `session.about` gets a sentence on both.
Result<void> fill_input(Session& session, const Source& source, const Opened& opened, const OpenedModel* model) {
    Layer& layer = session.layer();
    if (source.input && source.resid_pre)
        return error("--input gives X, and --resid-pre what X is made from; expected one of them");
    const auto& file = source.input ? source.input : source.resid_pre;
    if (!file)
        return fill_from_words(session, source, opened, model);
    if (!source.ids.empty())
        return error("{} gives numbers; --ids says them otherwise", source.input ? "--input" : "--resid-pre");
    if (auto read = source.input ? read_input(layer, *file) : fill_from_residual(session, source, opened); !read)
        return read;
    name_rows(layer, source);
    const Index width = layer.given.begin()->second.columns();
    if (width != opened.layer.D)
        return wrong_width(opened, ArrayId::W_Q, *file, width, opened.layer.D);
    if (source.context && layer.norm.kind != Norm::Kind::off)
        return error("--context needs --input: what enters the norm by --resid-pre has none");
    if (source.context)
        if (auto read = read_context(layer, *source.context); !read)
            return read;
    const Index context_width = sizes_of(layer).D_context;
    if (context_width != opened.layer.D_context)
        return wrong_width(opened, ArrayId::W_K, source.context.value_or(*file), context_width, opened.layer.D_context);
    return {};
}

/// The first stage that depends on a parameter.
ArrayId first_reader(ArrayId parameter) {
    for (const Array& row : stages())
        if (may_read(row.id, parameter))
            return row.id;
    return parameter;
}

/// Adds caveats about weights that exist only because of an option such as --gate.
void tell_of_new_weights(Layer& layer, const Layer& without_options) {
    for (const Array& row : parameters())
        if (is_present(layer, row.id) && !is_present(without_options, row.id))
            layer.caveats.push_back(
                {first_reader(row.id), fmt::format("there are no numbers for {}, which an option asks for; it is taken "
                                                   "as 0, so each gate is 0.5 and lets half of every number through",
                                                   row.name)});
}

Result<void> set_options(Layer& layer, const Source& source, const Opened& opened) {
    layer.mask.causal = opened.config.causal.value_or(false);
    // In a model of unknown kind, the user says which columns are rotated, and config.json gives the angles.
    if (!opened.config.positions_known)
        for (const OptionSetting& setting : source.options)
            if (setting.option == OptionId::rotary)
                if (auto done = set_option(layer, setting); !done)
                    return error("--{}: {}", option(setting.option).name, done.error().message);
    for (const OptionSetting& setting : opened.config.options) {
        const bool turns = layer.rotary.pairs != Rotary::Pairs::off || setting.option == OptionId::rotary;
        if (!turns && option(setting.option).name.starts_with(option(OptionId::rotary).name))
            continue;
        if (auto done = set_option(layer, setting); !done)
            return error("{}: {}", opened.model.name, done.error().message);
    }
    const Layer without_options = layer;
    for (const OptionSetting& setting : source.options)
        if (auto done = set_option(layer, setting); !done)
            return error("--{}: {}", option(setting.option).name, done.error().message);
    tell_of_new_weights(layer, without_options);
    // A model's sliding window covers earlier keys, or keys on both sides if tokens read later ones.
    if (layer.mask.causal == opened.config.causal.value_or(true) && opened.config.window <= token_limit &&
        !says(source, OptionId::window))
        layer.mask.window = opened.config.window;
    return {};
}

/// The number of entries that are NaN or infinite.
Index count_of_not_finite(const Matrix& matrix) {
    Index count = 0;
    for (Index i = 0; i < matrix.rows(); ++i)
        count += std::ranges::count_if(matrix.row(i), [](float value) { return !std::isfinite(value); });
    return count;
}

/// Adds caveats with the names of the tensors that contain NaN or infinite numbers.
void look_for_nan(Layer& layer, const Opened& opened) {
    const Addresses addresses(layer);
    for (const Array& row : parameters()) {
        Index count = 0;
        for (const Index head : addresses.heads(row.id))
            count += count_of_not_finite(parameter(layer, row.id, head));
        const Placement* const placement = opened.layer.find(row.id);
        const std::string name = placement == nullptr ? std::string(row.name) : printable(placement->tensor, 120);
        if (count > 0)
            layer.caveats.push_back({first_reader(row.id), fmt::format("{} holds {} numbers that are NaN or infinite; "
                                                                       "what follows from them is no effect of a mask",
                                                                       name, count)});
    }
}

/// Fails if the layer is too large, before its numbers are read.
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
    std::error_code ignored;
    KindSaid said = opened.model.said;
    if (said.like.ends_with(".json"))
        said.like = std::filesystem::absolute(said.like, ignored).string();
    session.origin =
        WeightsOrigin{std::filesystem::absolute(opened.checkpoint.path(), ignored), layer.name, false, said};
    if (!opened.model.said.like.empty())
        session.about += fmt::format("It is read as a layer of {}, as was said. ", printable(opened.model.said.like));
}

/// Adds the residual stream, its norms and the MLP to a layer whose rows are the stream of a model. Returns false, and
/// adds nothing, if they are not known.
bool read_block_around(Layer& layer, const Opened& opened) {
    const auto around = around_config(opened.model, opened.layer);
    Layer whole = layer;
    // A norm of the embeddings, which a first layer may have instead of its own, does not belong to the block.
    if (whole.norm.kind != Norm::Kind::off && !norm_name_before(opened.checkpoint, opened.layer, opened.config))
        whole.embedding_norm = std::exchange(whole.norm, {});
    const ArrayId alone = entering_array(layer);
    if (!around || !read_around(whole, opened.checkpoint, opened.layer, opened.config, *around))
        return false;
    // If there is no norm before it, X was the stream itself.
    for (Index item = 0; entering_array(whole) != alone && item < whole.sequence.item_count(); ++item)
        if (auto given = whole.given.extract({whole.number, alone, item}); !given.empty()) {
            given.key().array = entering_array(whole);
            whole.given.insert(std::move(given));
        }
    if (!validate(whole))
        return false;
    layer = std::move(whole);
    return true;
}

} // namespace

Result<Index> head_count(const Source& source, const Opened& opened) {
    if (source.heads)
        return *source.heads;
    if (const auto said = head_count(opened.model, opened.layer.name); !said)
        return said.error();
    if (opened.layer.heads_of_tensors > 0)
        return opened.layer.heads_of_tensors;
    if (opened.config.heads > head_limit)
        return error("{}: there are {} heads, expected 1 to {}", opened.model.name, opened.config.heads, head_limit);
    return opened.config.heads;
}

NormSaid norm_said(const Source& source) {
    NormSaid said{source.norm, std::nullopt};
    for (const OptionSetting& setting : source.options)
        if (setting.option == OptionId::norm_epsilon && setting.value)
            said.epsilon = static_cast<float>(*setting.value);
    return said;
}

Result<Opened> open_layer(const Source& source) {
    const auto checkpoint = Checkpoint::open(*source.weights);
    return checkpoint ? open_layer(source, *checkpoint) : Result<Opened>(checkpoint.error());
}

Result<Opened> open_layer(const Source& source, const Checkpoint& checkpoint) {
    if (source.heads && (*source.heads < 1 || *source.heads > head_limit))
        return error("--heads is {}, expected 1 to {}", *source.heads, head_limit);
    auto opened = find_layer(source, checkpoint);
    if (!opened)
        return opened;
    if (!opened->config.refused.empty())
        return error("{}: {} is not opened: {}", opened->checkpoint.name(), opened->name(), opened->config.refused);
    if (auto said = check_all_is_said(questions_about(source, *opened), *opened); !said)
        return said.error();
    const auto heads = head_count(source, *opened);
    if (!heads)
        return heads.error();
    const auto counts = share_out(opened->checkpoint, opened->layer, *heads);
    if (!counts)
        return counts.error();
    opened->counts = *counts;
    if (const Index said = opened->config.width; said > 0 && said != opened->layer.D)
        opened->config.caveats.push_back(
            {ArrayId::Q, fmt::format("{} says a width of {}, and {} has {} inputs", opened->model.name, said,
                                     opened->queries(), opened->layer.D)});
    if (const Index said = opened->config.head_width; said > 0 && said != counts->d_k)
        return error("{}: heads are {} wide, but {} has {} for each of {} heads; say how many it holds by --heads",
                     opened->model.name, said, opened->queries(), counts->d_k, *heads);
    if (const Index said = opened->config.key_value_heads; !source.heads && said > 0 && said != counts->H_kv)
        return error("{}: {} heads share keys and values, but {} has {} of width {}", opened->model.name, said,
                     printable(opened->layer.find(ArrayId::W_K)->tensor, 120), counts->H_kv, counts->d_k);
    return opened;
}

Result<void> read_attention(Layer& layer, const Source& source, const Opened& opened) {
    auto weights = read_layer(opened.checkpoint, opened.layer, opened.counts);
    if (!weights)
        return weights.error();
    layer.heads = std::move(weights->heads);
    layer.queries_per_kv = weights->queries_per_kv;
    layer.b_O = std::move(weights->b_O);
    if (auto read = read_head_norms(layer, opened.checkpoint, opened.layer, opened.config, opened.counts); !read)
        return read;
    return set_options(layer, source, opened);
}

void add_caveats(Layer& layer, const Opened& opened) {
    layer.caveats.insert(layer.caveats.begin(), opened.config.caveats.begin(), opened.config.caveats.end());
    for (const LongTextCaveat& of_long : opened.config.long_texts)
        if (layer.sequence.token_count() > of_long.tokens)
            layer.caveats.push_back(of_long.caveat);
    look_for_nan(layer, opened);
}

bool LayerQuestions::any() const {
    return heads || mask || rotary || packing || norm || epsilon || input;
}

Result<LayerQuestions> questions_about(const Source& source) {
    const auto checkpoint = Checkpoint::open(*source.weights);
    const auto opened = checkpoint ? find_layer(source, *checkpoint) : Result<Opened>(checkpoint.error());
    return opened ? Result<LayerQuestions>(questions_about(source, *opened)) : Result<LayerQuestions>(opened.error());
}

Result<Session> open_weights(const Source& source) {
    const auto opened = open_layer(source);
    return opened ? session_of(source, *opened) : Result<Session>(opened.error());
}

Result<Session> session_of(const Source& source, const Opened& opened, const OpenedModel* model) {
    Session session;
    session.title = title_of(source);
    Layer& layer = session.layer();
    layer.name = printable(opened.layer.name, 200);
    describe(session, opened);
    if (auto filled = fill_input(session, source, opened, model); !filled)
        return filled.error();
    if (auto fits = check_sizes(layer, opened); !fits)
        return fits.error();
    if (auto read = read_attention(layer, source, opened); !read)
        return read.error();
    const bool is_block = source.whole_block && read_block_around(layer, opened);
    const Sizes sizes = sizes_of(layer);
    if (source.padding)
        if (auto read = read_padding(layer, *source.padding, sizes); !read)
            return read.error();
    if (source.mask_file)
        if (auto read = read_given_mask(layer, *source.mask_file, sizes); !read)
            return read.error();
    if (auto valid = validate(layer); !valid)
        return error("{}: {}", opened.checkpoint.name(), valid.error().message);
    if (session.model_words) // the last row is the one that predicts the next word
        session.opening.row = sizes.S_q - 1;
    add_caveats(layer, opened);
    const std::string_view left_out = opened.config.left_out;
    session.about +=
        is_block ? "The whole block is open: the stream, attention, and the MLP."
                 : fmt::format("Only this layer is computed: no residual around it, no MLP{}{}, no other layer.",
                               left_out.empty() ? "" : ", no ", left_out);
    return session;
}

std::optional<Block> block_beside(const Session& session, Index behind) {
    const Layer& own = session.layer();
    if (!session.origin)
        return std::nullopt;
    Source source;
    source.weights = session.origin->file;
    source.layer = session.origin->layer;
    source.said = session.origin->said;
    source.heads = std::ssize(own.heads);
    std::vector<OptionId> told{OptionId::mask, OptionId::rotary};
    if (own.norm.kind != Norm::Kind::off) {
        source.norm = own.norm.kind;
        told.push_back(OptionId::norm_epsilon);
    }
    for (const OptionId id : told)
        source.options.push_back({id, option(id).value(own)});
    const auto here = open_layer(source);
    if (!here || here->layer.number + behind < 0)
        return std::nullopt;
    source.layer = std::to_string(here->layer.number + behind);
    const auto there = open_layer(source);
    Layer other;
    if (!there || !read_attention(other, source, *there))
        return std::nullopt;
    if (auto norm = find_norm_before(there->checkpoint, there->layer, there->config, norm_said(source)))
        other.norm = std::move(norm->norm);
    return other;
}

} // namespace attn
