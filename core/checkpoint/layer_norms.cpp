#include "core/checkpoint/layer_norms.h"

#include "core/checkpoint/model_types.h"
#include "core/files/printable.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

/// Names of the norm before a layer that are tried if no config.json determines the name.
constexpr std::string_view usual_names = "input_layernorm|ln_1|ln_attn|self_attn_layer_norm|layernorm_before|norm1|"
                                         "norm_1|layer_norm1|attention_norm";

std::string parent_of(const std::string& name) {
    const std::size_t dot = name.find_last_of("./");
    return dot == std::string::npos ? std::string() : name.substr(0, dot);
}

std::string joined(const std::string& parent, std::string_view name) {
    return name_beneath(parent, '.', name);
}

/// Returns the first tensor of the norm that exists under one of `names`; nullptr if none does.
const Tensor* first_tensor(const Checkpoint& checkpoint, const std::string& norm,
                           std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        if (const Tensor* const found = checkpoint.find(norm + std::string(name)))
            return found;
    return nullptr;
}

/// Returns the tensor of the norm's gain, under its usual name, the name in old files, that of a textbook's model, or
/// Flax's.
const Tensor* gain_of(const Checkpoint& checkpoint, const std::string& norm) {
    return first_tensor(checkpoint, norm, {".weight", ".gamma", ".scale", "/scale"});
}

const Tensor* bias_of(const Checkpoint& checkpoint, const std::string& norm) {
    return first_tensor(checkpoint, norm, {".bias", ".beta", ".shift", "/bias"});
}

Result<Matrix> read_row(const Checkpoint& checkpoint, const Tensor& tensor, Index width) {
    if (tensor.shape.size() != 1 || tensor.shape[0] != width)
        return error("{}: {} has shape {}, expected ({},)", checkpoint.name(), printable(tensor.name, 120),
                     shape_text(tensor.shape), width);
    const auto row = checkpoint.read(tensor);
    return row ? Result<Matrix>(row->matrix()) : Result<Matrix>(row.error());
}

Matrix plus_one(const Matrix& gain) {
    return matrix_of((eigen(gain).array() + 1).matrix());
}

/// Returns the name of the first norm of `names` whose tensors exist, beside the layer or a level above.
std::optional<std::string> norm_beside(const Checkpoint& checkpoint, const FoundLayer& layer, std::string_view names) {
    const std::string parent = parent_of(layer.name);
    for (const std::string& place : {parent, parent_of(parent)})
        for (const std::string_view name : names_in(names))
            if (const std::string whole = name_beneath(place, layer.separator, name);
                gain_of(checkpoint, whole) != nullptr)
                return whole;
    return std::nullopt;
}

/// Reads a gain or bias for heads and returns its pieces, each 1 x width: one piece that all heads share, or one for
/// each head.
Result<std::vector<Matrix>> pieces(const Checkpoint& checkpoint, const Tensor& tensor, Index heads, Index width,
                                   bool gain_from_one) {
    Index count = 1;
    for (const Index length : tensor.shape)
        count *= length;
    if (tensor.shape.empty() || tensor.shape.size() > 2 || (count != width && count != heads * width))
        return error("{}: {} has shape {}, expected ({},) or ({},)", checkpoint.name(), printable(tensor.name, 120),
                     shape_text(tensor.shape), width, heads * width);
    const auto read = checkpoint.read(tensor);
    if (!read)
        return read.error();
    std::vector<Matrix> all;
    for (Index head = 0; head < heads; ++head) {
        const Index first = count == width ? 0 : head * width;
        std::vector<float> values(read->values.begin() + first, read->values.begin() + first + width);
        for (float& value : values)
            value += gain_from_one ? 1.0F : 0.0F;
        all.push_back(Matrix::adopt(std::move(values), 1, width));
    }
    return all;
}

/// The names of the norms of queries and of keys in one kind of model.
struct HeadNormNames {
    std::string_view query, key;
};
constexpr std::array head_norm_names{HeadNormNames{"q_norm", "k_norm"}, HeadNormNames{"q_layernorm", "k_layernorm"},
                                     HeadNormNames{"q_ln", "k_ln"}};

const HeadNormNames* find_head_norms(const Checkpoint& checkpoint, const FoundLayer& layer) {
    const auto* const found = std::ranges::find_if(head_norm_names, [&](const HeadNormNames& names) {
        const std::string norm = joined(layer.name, names.query);
        return gain_of(checkpoint, norm) != nullptr || checkpoint.find(norm + ".norms.0.weight") != nullptr;
    });
    return found == head_norm_names.end() ? nullptr : found;
}

/// Options for reading a norm of heads: for keys or for queries, and whether the file stores gains minus 1.
struct HeadNormKind {
    bool is_key = false;
    bool gain_from_one = false;
};

/// Reads the norm of all heads' queries, or of all heads' keys.
Result<void> read_head_norm(Layer& layer, const Checkpoint& checkpoint, const std::string& name, HeadNormKind kind,
                            const HeadCounts& counts) {
    const Tensor* const gain = gain_of(checkpoint, name);
    const Tensor* const bias = bias_of(checkpoint, name);
    if (gain == nullptr)
        return error("{}: {}.weight is missing", checkpoint.name(), printable(name, 120));
    const Index own = kind.is_key ? counts.H_kv : counts.H;
    const auto gains = pieces(checkpoint, *gain, own, counts.d_k, kind.gain_from_one);
    const auto biases = bias == nullptr ? Result<std::vector<Matrix>>(std::vector<Matrix>())
                                        : pieces(checkpoint, *bias, own, counts.d_k, false);
    if (!gains || !biases)
        return !gains ? gains.error() : biases.error();
    for (Index head = 0; head < own; ++head) {
        HeadWeights& weights =
            layer.heads[static_cast<std::size_t>(kind.is_key ? head * counts.H / counts.H_kv : head)];
        (kind.is_key ? weights.K_norm_gain : weights.Q_norm_gain) = (*gains)[static_cast<std::size_t>(head)];
        if (!biases->empty())
            (kind.is_key ? weights.K_norm_bias : weights.Q_norm_bias) = (*biases)[static_cast<std::size_t>(head)];
    }
    return {};
}

} // namespace

Result<NamedNorm> read_norm(const Checkpoint& checkpoint, const std::string& name, Index width, Norm::Kind kind,
                            float epsilon, bool gain_from_one) {
    const Tensor* const gain = gain_of(checkpoint, name);
    if (gain == nullptr)
        return error("{}: {}.weight is missing", checkpoint.name(), printable(name, 120));
    auto row = read_row(checkpoint, *gain, width);
    if (!row)
        return row.error();
    NamedNorm found{{kind, gain_from_one ? plus_one(*row) : *row, Matrix(), epsilon}, name};
    if (const Tensor* const bias = bias_of(checkpoint, name)) {
        auto read = read_row(checkpoint, *bias, width);
        if (!read)
            return read.error();
        found.norm.bias = *std::move(read);
    }
    return found;
}

std::optional<std::string> norm_name_before(const Checkpoint& checkpoint, const FoundLayer& layer,
                                            const LayerConfig& config) {
    return norm_beside(checkpoint, layer, config.norm_known ? config.norm_names : usual_names);
}

std::vector<NormTensor> norm_tensors(const Checkpoint& checkpoint, const std::string& name) {
    std::vector<NormTensor> found;
    if (const Tensor* const gain = gain_of(checkpoint, name))
        found.push_back({gain->name, false});
    if (const Tensor* const bias = bias_of(checkpoint, name))
        found.push_back({bias->name, true});
    return found;
}

std::vector<std::string> head_norm_names_of(const Checkpoint& checkpoint, const FoundLayer& layer) {
    const HeadNormNames* const names = find_head_norms(checkpoint, layer);
    if (names == nullptr)
        return {};
    return {joined(layer.name, names->query), joined(layer.name, names->key)};
}

Result<NamedNorm> find_norm_before(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                                   const NormSaid& said) {
    if (!config.norm_known && !said.kind)
        return error("{}: no config.json of a model that is known says which norm stands before {}; say --norm rms, "
                     "--norm layer or --norm none, and --epsilon; or give X itself by --input",
                     checkpoint.name(), layer.name.empty() ? "this layer" : printable(layer.name, 120));
    const Norm::Kind kind = said.kind.value_or(config.norm);
    const std::string_view names = config.norm_known ? config.norm_names : usual_names;
    if (kind == Norm::Kind::off || names.empty())
        return NamedNorm();
    const float epsilon = said.epsilon.value_or(config.epsilon);
    if (epsilon <= 0)
        return error("{}: --epsilon is needed: no config.json says what the norm before {} adds to the variance",
                     checkpoint.name(), printable(layer.name, 120));
    const auto name = norm_beside(checkpoint, layer, names);
    if (!name)
        return error("{}: the norm before {} is missing; expected {}", checkpoint.name(), printable(layer.name, 120),
                     printable(joined(parent_of(layer.name), names_in(names).front()) + ".weight", 120));
    return read_norm(checkpoint, *name, layer.D, kind, epsilon, config.gain_from_one);
}

Result<void> read_head_norms(Layer& layer, const Checkpoint& checkpoint, const FoundLayer& found,
                             const LayerConfig& config, const HeadCounts& counts) {
    const HeadNormNames* const names = find_head_norms(checkpoint, found);
    const bool is_wanted = config.head_norm.kind != Norm::Kind::off;
    const bool is_there = names != nullptr && gain_of(checkpoint, joined(found.name, names->query)) != nullptr;
    if (!is_wanted || (names != nullptr && !is_there))
        return {};
    if (names == nullptr)
        return error("{}: the norms of queries and keys are missing; expected {}.weight", checkpoint.name(),
                     printable(joined(found.name, head_norm_names.front().query), 120));
    layer.head_norm = config.head_norm;
    for (const bool is_key : {false, true})
        if (auto read = read_head_norm(layer, checkpoint, joined(found.name, is_key ? names->key : names->query),
                                       {is_key, config.gain_from_one}, counts);
            !read)
            return read.error();
    return {};
}

} // namespace attn
