#include "core/checkpoint/around_config.h"

#include "core/checkpoint/model_types.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace attn {

namespace {

struct ActivationName {
    std::string_view name;
    Activation activation;
};
constexpr std::array activation_names{
    ActivationName{"gelu", Activation::gelu},           ActivationName{"gelu_fast", Activation::gelu_tanh},
    ActivationName{"gelu_new", Activation::gelu_tanh},  ActivationName{"gelu_pytorch_tanh", Activation::gelu_tanh},
    ActivationName{"gelu_tanh", Activation::gelu_tanh}, ActivationName{"relu", Activation::relu},
    ActivationName{"silu", Activation::silu},           ActivationName{"swish", Activation::silu}};

/// Names of norms that are tried in a model of unknown kind.
constexpr AroundAttention usual_around{
    .mlp_norms = "post_attention_layernorm|ln_2|norm_2|ln_mlp|final_layer_norm|layernorm_after|layer_norm2|mlp_norm|"
                 "ffn_norm|norm2",
    .mid_norms = "attention.output.LayerNorm|sa_layer_norm",
    .post_norms = "output.LayerNorm|output_layer_norm",
    .final_norms = "norm|ln_f|final_layer_norm|final_layernorm|norm_f|final_norm|layernorm",
    .is_tied = true};

class Reader {
public:
    Reader(const ModelConfig& model, const std::string& layer)
        : root_(model.root(layer)), type_(model.type(layer)), is_decoder_(layer.find("decoder") != std::string::npos) {}

    Result<AroundConfig> read() {
        said_.kind = type_ == nullptr ? usual_around : type_->around;
        read_norms();
        said_.is_parallel = is_parallel();
        const Field activation =
            first_of(root_, {"hidden_activation", "hidden_act", "activation_function", "activation"});
        said_.activation_name = activation.text(std::string(said_.kind.activation));
        const auto* const found = std::ranges::find(activation_names, said_.activation_name, &ActivationName::name);
        if (found != activation_names.end())
            said_.activation = found->activation == Activation::gelu && said_.kind.gelu_is_tanh ? Activation::gelu_tanh
                                                                                                : found->activation;
        if (const Field tied = root_["tie_word_embeddings"]; tied.exists())
            said_.kind.is_tied = tied.truth(false);
        said_.residual_factor = factor("residual_multiplier", 1);
        said_.logit_factor = factor("logit_scale", said_.kind.logit_factor) / factor("logits_scaling", 1);
        if (says_something(root_["final_logit_softcapping"]))
            said_.logit_cap = positive_of(root_, {"final_logit_softcapping"}, 0);
        said_.layers = is_decoder_ ? integer_of(root_, {"decoder_layers"}) : 0;
        if (said_.layers == 0)
            said_.layers = integer_of(root_, {"num_hidden_layers", "n_layer", "n_layers", "num_layers"});
        if (is_true(key("apply_residual_connection_post_layernorm")))
            said_.other_stream = "what attention writes is added to its normed input "
                                 "(apply_residual_connection_post_layernorm), which is not computed";
        else if (type_ != nullptr && !type_->left_out.empty())
            said_.other_stream = fmt::format("there is no {} in what is computed here", type_->left_out);
        if (root_.failed())
            return *root_.failure();
        return std::move(said_);
    }

private:
    /// Returns the field of a key that this kind of model uses; otherwise a field that does not exist.
    Field key(std::string_view name) const { return root_[obeys(type_, name) ? name : "no such key"]; }
    float factor(std::string_view name, float usual) const {
        return positive_of(root_, {obeys(type_, name) ? name : "no such key"}, usual);
    }

    /// Changes the names of norms for a model whose norms come after the sums (`do_layer_norm_before` is false): it
    /// stores them under the names of norms that come before.
    void read_norms() {
        if (!is_false(key("do_layer_norm_before")))
            return;
        said_.kind.mid_norms = type_ == nullptr ? said_.kind.mid_norms : type_->norm_names;
        said_.kind.post_norms = std::exchange(said_.kind.mlp_norms, {});
        said_.kind.final_norms = {};
    }

    bool is_parallel() const {
        using Parallel = AroundAttention::Parallel;
        if (said_.kind.parallel == Parallel::never || said_.kind.parallel == Parallel::always)
            return said_.kind.parallel == Parallel::always;
        const Field said = first_of(root_, {"use_parallel_residual", "parallel_attn"});
        return is_true(key("new_decoder_architecture")) ||
               (said.exists() ? said.truth(false) : said_.kind.parallel == Parallel::unless_denied);
    }

    Field root_;
    const ModelType* type_;
    bool is_decoder_;
    AroundConfig said_{};
};

} // namespace

Result<AroundConfig> around_config(const ModelConfig& model, const FoundLayer& layer) {
    return Reader(model, layer.name).read();
}

} // namespace attn
