#include "core/checkpoint/model_input.h"

#include "core/files/printable.h"
#include "core/model/norm.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attn {

namespace {

/// The names of the tensors that compute the first layer's input in a kind of model, to be appended to the model's own
/// name.
struct InputNames {
    std::string_view first_layer;
    std::string_view words;
    std::string_view positions{}; ///< tensor of learnt positions; empty: none
    std::string_view types{};     ///< embeddings of segments, the first of which is added to every token; empty: none
    std::string_view word_norm{}; ///< norm that is applied to each embedding; empty: none
    std::string_view norm{};      ///< norm that is applied to the sum, if there is none beside the layer; empty: none
    Index first_place = 0;        ///< index of the row of positions that belongs to the first token
    std::string_view widened{};   ///< matrix from the embeddings' width to the layers' width; empty: equal widths
    /// Modules between the sum and the first layer that are not computed, with | between them.
    std::string_view not_computed{};
};

// The first row whose layer and words exist is used, so that names within a decoder come before bare ones.
constexpr std::array known{
    InputNames{.first_layer = "h.0.attn", .words = "wte.weight", .positions = "wpe.weight"},
    InputNames{.first_layer = "h.0.attn.attention", .words = "wte.weight", .positions = "wpe.weight"},
    InputNames{.first_layer = "blocks.0.attn", .words = "wte.weight", .positions = "wpe.weight"},
    InputNames{.first_layer = "decoder.layers.0.self_attn",
               .words = "decoder.embed_tokens.weight",
               .positions = "decoder.embed_positions.weight",
               .norm = "decoder.layernorm_embedding",
               .first_place = 2,
               .widened = "decoder.project_in.weight"},
    InputNames{.first_layer = "decoder.layers.0.self_attn",
               .words = "shared.weight",
               .positions = "decoder.embed_positions.weight",
               .norm = "decoder.layernorm_embedding",
               .first_place = 2},
    InputNames{.first_layer = "encoder.layers.0.self_attn",
               .words = "shared.weight",
               .positions = "encoder.embed_positions.weight",
               .norm = "encoder.layernorm_embedding",
               .first_place = 2},
    InputNames{.first_layer = "layers.0.self_attn", .words = "embed_tokens.weight"},
    InputNames{.first_layer = "layers.0.attention", .words = "embed_in.weight"},
    InputNames{.first_layer = "layers.0.attention", .words = "tok_embeddings.weight"},
    InputNames{.first_layer = "h.0.self_attention",
               .words = "word_embeddings.weight",
               .word_norm = "word_embeddings_layernorm"},
    InputNames{.first_layer = "encoder.layer.0.attention",
               .words = "embeddings.word_embeddings.weight",
               .positions = "embeddings.position_embeddings.weight",
               .types = "embeddings.token_type_embeddings.weight",
               .norm = "embeddings.LayerNorm",
               .not_computed = "embeddings_project|embeddings.layer_norm"},
    InputNames{.first_layer = "encoder.albert_layer_groups.0.albert_layers.0.attention",
               .words = "embeddings.word_embeddings.weight",
               .positions = "embeddings.position_embeddings.weight",
               .types = "embeddings.token_type_embeddings.weight",
               .norm = "embeddings.LayerNorm",
               .not_computed = "encoder.embedding_hidden_mapping_in"},
    InputNames{.first_layer = "text_model.encoder.layers.0.self_attn",
               .words = "text_model.embeddings.token_embedding.weight",
               .positions = "text_model.embeddings.position_embedding.weight"},
    InputNames{.first_layer = "layers.0.attn", .words = "embeddings.tok_embeddings.weight", .norm = "embeddings.norm"},
    InputNames{.first_layer = "trf_blocks.0.att", .words = "tok_emb.weight", .positions = "pos_emb.weight"},
    InputNames{.first_layer = "transformer.layer.0.attention",
               .words = "embeddings.word_embeddings.weight",
               .positions = "embeddings.position_embeddings.weight",
               .norm = "embeddings.LayerNorm"},
};

class InputReader {
public:
    InputReader(const Checkpoint& checkpoint, std::string model, const InputNames& names, Index width)
        : checkpoint_(checkpoint), model_(std::move(model)), names_(names), width_(width) {}

    const Tensor* find(std::string_view name) const {
        return name.empty() ? nullptr : checkpoint_.find(model_ + std::string(name));
    }

    std::string whole_name(std::string_view name) const { return model_ + std::string(name); }

    bool has(std::string_view norm) const {
        const std::string whole = whole_name(norm);
        return !norm.empty() && !norm_tensors(checkpoint_, whole).empty();
    }

    Result<void> check_table(const Tensor& tensor, Index width) const {
        if (tensor.shape.size() == 2 && tensor.shape[0] > 0 && tensor.shape[1] == width)
            return {};
        return error("{}: {} has shape {}, expected (any, {})", checkpoint_.name(), printable(tensor.name, 120),
                     shape_text(tensor.shape), width);
    }

    /// Returns the matrix from the embeddings' width to the layers' width, inputs x outputs; empty if the widths are
    /// equal.
    Result<Matrix> widening() const {
        const Tensor* const tensor = find(names_.widened);
        if (tensor == nullptr)
            return Matrix();
        if (tensor->shape.size() != 2 || tensor->shape[0] != width_ || tensor->shape[1] < 1)
            return error("{}: {} has shape {}, expected ({}, any)", checkpoint_.name(), printable(tensor->name, 120),
                         shape_text(tensor->shape), width_);
        const auto read = checkpoint_.read(*tensor);
        return read ? Result<Matrix>(read->matrix().transposed()) : Result<Matrix>(read.error());
    }

    /// Fails if there is a module between the embeddings and the layer that is not computed.
    Result<void> check_path() const {
        for (const std::string_view module : names_in(names_.not_computed))
            if (const Tensor* const tensor = find(std::string(module) + ".weight"))
                return error("{}: what embeddings become goes through {} before the first layer, which is not "
                             "computed; give what enters the layer by --resid-pre R.npy (S × {})",
                             checkpoint_.name(), printable(tensor->name, 120), width_);
        return {};
    }

    /// Returns the learnt positions from row `first` on, each with the first segment's row added.
    Result<Positions> positions(Index first, const LayerConfig& config) const {
        const Tensor* const places = find(names_.positions);
        if (places == nullptr || !config.has_learnt_places)
            return Positions();
        return rows_of_positions(*places, first,
                                 places->shape.empty() ? 0 : std::max(places->shape.front() - first, Index{0}));
    }

    /// Returns the row of learnt positions that all padding uses, 1 x D.
    Result<Matrix> place_of_padding(Index token) const {
        auto row = rows_of_positions(*find(names_.positions), token, 1);
        return row ? Result<Matrix>(row->rows) : Result<Matrix>(row.error());
    }

    /// Returns a norm of the embeddings; off if there is none.
    Result<NamedNorm> norm(std::string_view name, const LayerConfig& config, const NormSaid& said) const {
        if (!has(name))
            return NamedNorm();
        const std::string whole = model_ + std::string(name);
        const float epsilon = said.epsilon.value_or(config.epsilon);
        if (epsilon <= 0)
            return error("{}: --epsilon is needed: no config.json says what {} adds to the variance",
                         checkpoint_.name(), printable(whole, 120));
        return read_norm(checkpoint_, whole, width_, Norm::Kind::layer, epsilon, false);
    }

    Index width() const { return width_; }

private:
    /// Returns some rows of the table of positions, each with the first segment's row added.
    Result<Positions> rows_of_positions(const Tensor& table, Index first, Index count) const {
        const Tensor* const types = find(names_.types);
        const Tensor* const places = &table;
        for (const Tensor* tensor : {places, types})
            if (tensor != nullptr)
                if (auto fits = check_table(*tensor, width_); !fits)
                    return fits.error();
        if (places->shape[0] <= first)
            return error("{}: {} has {} rows, expected more than {}", checkpoint_.name(), printable(places->name, 120),
                         places->shape[0], first);
        const auto rows = checkpoint_.read_rows(*places, first, count);
        if (!rows)
            return rows.error();
        if (types == nullptr)
            return Positions{Positions::Kind::given, rows->matrix()};
        const auto segment = checkpoint_.read_rows(*types, 0, 1);
        if (!segment)
            return segment.error();
        std::vector<float> sum(rows->values.begin(), rows->values.end());
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += segment->values[i % segment->values.size()];
        return Positions{Positions::Kind::given, Matrix::adopt(std::move(sum), rows->shape[0], width_)};
    }

    const Checkpoint& checkpoint_;
    std::string model_;
    const InputNames& names_;
    Index width_;
};

InputReader reader_of(const Checkpoint& checkpoint, const FoundLayer& layer, const InputNames& names) {
    return {checkpoint, layer.name.substr(0, layer.name.size() - names.first_layer.size()), names, layer.D};
}

/// Returns the names of the tensors of the layer's input; nullptr if the layer is not its model's first, or its
/// embeddings are unknown.
const InputNames* names_for(const Checkpoint& checkpoint, const FoundLayer& layer) {
    const auto* const found = std::ranges::find_if(known, [&](const InputNames& names) {
        const bool is_first =
            layer.name == names.first_layer || layer.name.ends_with("." + std::string(names.first_layer));
        return is_first && reader_of(checkpoint, layer, names).find(names.words) != nullptr;
    });
    return found == known.end() ? nullptr : found;
}

/// True if the model has a norm of the sum of embeddings and its kind is unknown: such models have no norm before their
/// layers.
bool has_own_norm(const InputNames& names, const LayerConfig& config) {
    return !config.norm_known && !names.norm.empty();
}

/// Returns the name without its ending ".weight": "wte" of "wte.weight".
std::string without_weight(std::string_view tensor) {
    constexpr std::string_view ending = ".weight";
    return std::string(tensor.substr(0, tensor.size() - (tensor.ends_with(ending) ? ending.size() : 0)));
}

/// Returns the input as a formula in the model's own names: "X = ln_1(wte + wpe)".
std::string input_in_words(const ModelInput& input, const InputNames& names) {
    std::string words = without_weight(names.words);
    if (!input.word_norm.name.empty())
        words = fmt::format("{}({})", names.word_norm, words);
    if (!input.widening.empty())
        words += " · " + without_weight(names.widened);
    if (input.factor != 1)
        words = fmt::format("{:.7g} · {}", input.factor, words);
    if (input.positions.kind != Positions::Kind::none)
        words += " + " + without_weight(names.positions);
    if (input.positions.kind != Positions::Kind::none && !names.types.empty())
        words += " + " + without_weight(names.types) + "[0]";
    return input.norm.name.empty() ? "X = " + words : fmt::format("X = {}({})", printable(input.norm.name, 120), words);
}

Result<std::optional<ModelInput>> read_input(const InputReader& reader, const InputNames& names, const Tensor& words,
                                             NamedNorm beside, const LayerConfig& config, const NormSaid& said) {
    if (auto fits = reader.check_path(); !fits)
        return fits.error();
    auto widening = reader.widening();
    if (!widening)
        return widening.error();
    const Index width = widening->empty() ? reader.width() : widening->rows();
    if (auto fits = reader.check_table(words, width); !fits)
        return fits.error();
    auto positions =
        reader.positions(names.first_place + (config.places_from_padding ? config.padding_token + 1 : 0), config);
    auto word_norm = reader.norm(names.word_norm, config, said);
    auto norm = beside.name.empty() ? reader.norm(names.norm, config, said) : Result<NamedNorm>(std::move(beside));
    if (!positions || !word_norm || !norm)
        return !positions ? positions.error() : !word_norm ? word_norm.error() : norm.error();
    ModelInput input;
    input.words = words.name;
    input.vocabulary = words.shape[0];
    input.width = reader.width();
    input.widening = *std::move(widening);
    if (config.places_from_padding && positions->kind != Positions::Kind::none) {
        auto row = reader.place_of_padding(config.padding_token);
        if (!row)
            return row.error();
        input.padding = PaddingPlace{config.padding_token, *std::move(row)};
    }
    input.factor = config.embedding_factor;
    input.mask_token = config.mask_token;
    input.word_norm = *std::move(word_norm);
    input.positions = *std::move(positions);
    input.norm = *std::move(norm);
    input.in_words = input_in_words(input, names);
    return std::optional(std::move(input));
}

} // namespace

Result<std::optional<ModelInput>> find_model_input(const Checkpoint& checkpoint, const FoundLayer& layer,
                                                   const LayerConfig& config, const NormSaid& said) {
    const InputNames* const names = names_for(checkpoint, layer);
    if (names == nullptr)
        return std::optional<ModelInput>();
    const InputReader reader = reader_of(checkpoint, layer, *names);
    auto beside = has_own_norm(*names, config) ? Result<NamedNorm>(NamedNorm())
                                               : find_norm_before(checkpoint, layer, config, said);
    if (beside && !beside->name.empty() && reader.has(names->norm))
        return error("{}: the model norms its embeddings, and their sum again before {}; expected what enters that "
                     "norm by --resid-pre",
                     checkpoint.name(), printable(layer.name, 120));
    return beside ? read_input(reader, *names, *reader.find(names->words), *std::move(beside), config, said)
                  : Result<std::optional<ModelInput>>(beside.error());
}

InputQuestions questions_of_input(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                                  const NormSaid& said) {
    InputQuestions questions;
    const bool knows_epsilon = said.epsilon.has_value() || config.epsilon > 0;
    const InputNames* const names = names_for(checkpoint, layer);
    questions.is_first = names != nullptr;
    if (names != nullptr) {
        const InputReader reader = reader_of(checkpoint, layer, *names);
        const bool norms_words = reader.has(names->word_norm);
        if (has_own_norm(*names, config)) {
            questions.epsilon = !knows_epsilon && (norms_words || reader.has(names->norm));
            return questions;
        }
        questions.epsilon = !knows_epsilon && norms_words;
    }
    questions.norm = !config.norm_known && !said.kind;
    const bool has_one = config.norm_known ? !config.norm_names.empty() : said.kind != Norm::Kind::off;
    questions.epsilon = questions.epsilon || (!knows_epsilon && has_one);
    return questions;
}

std::vector<InputTensor> input_tensors(const Checkpoint& checkpoint, const FoundLayer& layer) {
    const InputNames* const names = names_for(checkpoint, layer);
    if (names == nullptr)
        return {};
    const InputReader reader = reader_of(checkpoint, layer, *names);
    std::vector<InputTensor> tensors;
    for (const auto& [name, is] :
         {std::pair{names->words, "E"}, std::pair{names->positions, "P"}, std::pair{names->types, "P"}})
        if (const Tensor* const tensor = reader.find(name))
            tensors.push_back({tensor->name, is});
    for (const auto& [norm, is] : {std::pair{names->word_norm, "norm of E"}, std::pair{names->norm, "norm of E + P"}})
        if (reader.has(norm))
            for (const NormTensor& tensor : norm_tensors(checkpoint, reader.whole_name(norm)))
                tensors.push_back({tensor.tensor, is});
    return tensors;
}

Result<Matrix> read_embedding(const Checkpoint& checkpoint, const ModelInput& input, Index id) {
    const auto read = checkpoint.read_rows(*checkpoint.find(input.words), id, 1);
    if (!read)
        return read.error();
    Matrix row = read->matrix();
    if (!input.word_norm.name.empty()) {
        std::vector<float> values(static_cast<std::size_t>(row.columns()));
        normalise(input.word_norm.norm, row, {values.data(), 1, row.columns(), row.columns()});
        row = Matrix::adopt(std::move(values), 1, row.columns());
    }
    if (!input.widening.empty())
        row = matrix_of(eigen(row) * eigen(input.widening));
    if (input.factor != 1)
        row = matrix_of(eigen(row) * (input.mask_token == id ? 0 : input.factor));
    return row;
}

} // namespace attn
