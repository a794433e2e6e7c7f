#include "core/checkpoint/model_input.h"

#include "core/io/printable.h"

#include <array>

namespace attn {

namespace {

/// Where a kind of model keeps what its first layer reads; names stand behind the model's own.
struct InputNames {
    std::string_view first_layer;
    std::string_view words;
    std::string_view positions; ///< empty: none
    std::string_view types;     ///< kinds of segments, of which the first is added everywhere; empty: none
    std::string_view norm;
    Norm::Kind kind;
    float epsilon; ///< where config.json says none
    std::string_view in_words;
};

constexpr std::array known{
    InputNames{"h.0.attn", "wte.weight", "wpe.weight", "", "h.0.ln_1", Norm::Kind::layer, 1e-5F,
               "X = ln_1(wte + wpe), as GPT-2 makes it"},
    InputNames{"layers.0.self_attn", "embed_tokens.weight", "", "", "layers.0.input_layernorm", Norm::Kind::rms, 1e-6F,
               "X = input_layernorm(embed_tokens), as Llama makes it"},
    InputNames{"encoder.layer.0.attention", "embeddings.word_embeddings.weight",
               "embeddings.position_embeddings.weight", "embeddings.token_type_embeddings.weight",
               "embeddings.LayerNorm", Norm::Kind::layer, 1e-12F,
               "X = LayerNorm(words + positions + segment 0), as BERT makes it"},
    InputNames{"transformer.layer.0.attention", "embeddings.word_embeddings.weight",
               "embeddings.position_embeddings.weight", "", "embeddings.LayerNorm", Norm::Kind::layer, 1e-12F,
               "X = LayerNorm(words + positions), as DistilBERT makes it"},
};

/// The rows of positions that stand before the first token's.
Index first_position(const ModelConfig& config) {
    const bool padded =
        config.model_type == "roberta" || config.model_type == "xlm-roberta" || config.model_type == "camembert";
    return padded ? 2 : 0;
}

class InputReader {
public:
    InputReader(const Checkpoint& checkpoint, std::string model, const InputNames& names, Index width)
        : checkpoint_(checkpoint), model_(std::move(model)), names_(names), width_(width) {}

    const Tensor* find(std::string_view name) const {
        return name.empty() ? nullptr : checkpoint_.find(model_ + std::string(name));
    }

    Result<void> check_table(const Tensor& tensor) const {
        if (tensor.shape.size() == 2 && tensor.shape[0] > 0 && tensor.shape[1] == width_)
            return {};
        return error("{}: {} has shape {}, expected (any, {})", checkpoint_.name(), printable(tensor.name, 120),
                     shape_text(tensor.shape), width_);
    }

    /// The rows from `first` on, with the first segment's added.
    Result<Positions> positions(Index first) const {
        const Tensor* const places = find(names_.positions);
        const Tensor* const types = find(names_.types);
        if (places == nullptr)
            return Positions();
        for (const Tensor* tensor : {places, types})
            if (tensor != nullptr)
                if (auto fits = check_table(*tensor); !fits)
                    return fits.error();
        if (places->shape[0] <= first)
            return error("{}: {} has {} rows, expected more than {}", checkpoint_.name(), printable(places->name, 120),
                         places->shape[0], first);
        const auto rows = checkpoint_.read_rows(*places, first, places->shape[0] - first);
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

    /// A row of the norm, under one of its two names; empty where it is not there.
    Result<Matrix> norm_row(std::string_view name, std::string_view old_name) const {
        const Tensor* tensor = find(std::string(names_.norm) + "." + std::string(name));
        if (tensor == nullptr)
            tensor = find(std::string(names_.norm) + "." + std::string(old_name));
        if (tensor == nullptr)
            return Matrix();
        if (tensor->shape.size() != 1 || tensor->shape[0] != width_)
            return error("{}: {} has shape {}, expected ({},)", checkpoint_.name(), printable(tensor->name, 120),
                         shape_text(tensor->shape), width_);
        const auto row = checkpoint_.read(*tensor);
        return row ? Result<Matrix>(row->matrix()) : Result<Matrix>(row.error());
    }

private:
    const Checkpoint& checkpoint_;
    std::string model_;
    const InputNames& names_;
    Index width_;
};

Result<std::optional<ModelInput>> read_input(const InputReader& reader, const InputNames& names,
                                             const ModelConfig& config) {
    const Tensor* const words = reader.find(names.words);
    if (words == nullptr)
        return std::optional<ModelInput>();
    if (auto fits = reader.check_table(*words); !fits)
        return fits.error();
    auto gain = reader.norm_row("weight", "gamma");
    auto bias = reader.norm_row("bias", "beta");
    auto positions = reader.positions(first_position(config));
    if (!gain || !bias || !positions)
        return !gain ? gain.error() : !bias ? bias.error() : positions.error();
    if (gain->empty())
        return std::optional<ModelInput>();
    ModelInput input;
    input.words = words->name;
    input.vocabulary = words->shape[0];
    input.positions = *std::move(positions);
    input.norm = {names.kind, *std::move(gain), *std::move(bias),
                  config.norm_epsilon > 0 ? config.norm_epsilon : names.epsilon};
    input.in_words = names.in_words;
    return std::optional(std::move(input));
}

} // namespace

Result<std::optional<ModelInput>> find_model_input(const Checkpoint& checkpoint, const FoundLayer& layer,
                                                   const ModelConfig& config) {
    // Gemma multiplies its embeddings and shifts the gain of its norm.
    const bool unlike_llama = config.model_type.starts_with("gemma");
    for (const InputNames& names : known) {
        const bool first =
            layer.name == names.first_layer || layer.name.ends_with("." + std::string(names.first_layer));
        if (!first || unlike_llama)
            continue;
        const std::string model = layer.name.substr(0, layer.name.size() - names.first_layer.size());
        return read_input(InputReader(checkpoint, model, names, layer.D), names, config);
    }
    return std::optional<ModelInput>();
}

Result<Matrix> read_embedding(const Checkpoint& checkpoint, const ModelInput& input, Index id) {
    const auto row = checkpoint.read_rows(*checkpoint.find(input.words), id, 1);
    return row ? Result<Matrix>(row->matrix()) : Result<Matrix>(row.error());
}

} // namespace attn
