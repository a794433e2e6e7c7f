#include "core/checkpoint/around_layer.h"

#include "core/checkpoint/layer_norms.h"
#include "core/checkpoint/unread_tensors.h"
#include "core/files/printable.h"
#include "core/model/stream.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace attn {

namespace {

/// The names of an MLP's tensors in one kind of model, to be appended to the name of the block.
struct MlpNames {
    std::string_view up;
    std::string_view down;
    std::string_view gate{};
    bool is_packed = false; ///< true: the first half of `up` is the gate, the second half the up-projection
};

constexpr std::array known_mlps{
    MlpNames{.up = "mlp.gate_up_proj", .down = "mlp.down_proj", .is_packed = true},
    MlpNames{.up = "mlp.up_proj", .down = "mlp.down_proj", .gate = "mlp.gate_proj"},
    MlpNames{.up = "feed_forward.w3", .down = "feed_forward.w2", .gate = "feed_forward.w1"},
    MlpNames{.up = "mlp.c_fc", .down = "mlp.c_proj"},
    MlpNames{.up = "mlp.fc_in", .down = "mlp.fc_out"},
    MlpNames{.up = "mlp.fc1", .down = "mlp.fc2"},
    MlpNames{.up = "mlp.dense_h_to_4h", .down = "mlp.dense_4h_to_h"},
    MlpNames{.up = "ffn.up_proj", .down = "ffn.down_proj"},
    MlpNames{.up = "fc1", .down = "fc2"},
    MlpNames{.up = "intermediate.dense", .down = "output.dense"},
    MlpNames{.up = "ffn.lin1", .down = "ffn.lin2"},
    MlpNames{.up = "mlp.Wi", .down = "mlp.Wo", .is_packed = true},
};

/// A part of a tensor's name that shows that the model has something that is not computed, and a description of it.
struct NotComputed {
    std::string_view name;
    std::string_view what;
};
constexpr std::array not_computed{
    NotComputed{"mlp.experts", "a mixture of experts"}, NotComputed{"block_sparse_moe", "a mixture of experts"},
    NotComputed{"mlp.gate.weight", "a mixture of experts"}, NotComputed{"encoder_attn", "attention to an encoder"},
    NotComputed{"crossattention", "attention to an encoder"}};

/// Returns the beginning of the names of a block's tensors: "model.layers.3.".
std::string block_of(const FoundLayer& layer) {
    const NumberedName around = numbered_name(layer.name);
    return layer.name.substr(0, layer.name.size() - around.behind.size()) + layer.separator;
}

class AroundReader {
public:
    AroundReader(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                 const AroundConfig& around)
        : checkpoint_(checkpoint), layer_(layer), config_(config), around_(around),
          stack_(numbered_name(layer.name).before), block_(block_of(layer)) {}

    /// Reads the parts around attention. A part that is not computed becomes a caveat; the block then ends before its
    /// MLP, or before attention's output is added to the residual stream.
    Result<void> read(Layer& block) const {
        block.residual = around_.other_stream.empty();
        block.is_parallel = around_.is_parallel;
        if (auto done = read_norms(block); !done)
            return done;
        if (!block.residual) {
            block.caveats.push_back({behind_attention(block), around_.other_stream});
            return {};
        }
        const auto* const names = std::ranges::find_if(
            known_mlps, [&](const MlpNames& one) { return find(in_block(one.up) + ".weight") != nullptr; });
        if (auto why = what_is_not_computed(names == known_mlps.end() ? nullptr : names); !why.empty()) {
            block.caveats.push_back({first_of_mlp(), std::move(why)});
            return {};
        }
        block.activation = *around_.activation;
        return read_mlp(block, *names);
    }

    Result<Output> output(const std::string& words) const {
        Output output;
        const Tensor* head = nullptr;
        for (const std::string_view name : {"lm_head", "embed_out", "output"})
            if (head == nullptr)
                head = find(std::string(name) + ".weight");
        const std::string biased = head == nullptr ? "" : head->name.substr(0, head->name.size() - 6) + "bias";
        const bool is_encoder = !config_.causal.value_or(true);
        if (head == nullptr && around_.kind.is_tied && !is_encoder)
            head = find(words);
        auto norm = final_norm(head != nullptr);
        if (!norm)
            return norm.error();
        output.final_norm = *std::move(norm);
        if (head == nullptr)
            return output;
        auto weights = read_matrix(*head, layer_.D, true);
        if (!weights)
            return weights.error();
        output.W_U =
            around_.logit_factor == 1 ? *std::move(weights) : matrix_of(eigen(*weights) * around_.logit_factor);
        if (const Tensor* const bias = biased.empty() ? nullptr : find(biased)) {
            auto row = read_row(*bias, output.W_U.columns());
            if (!row)
                return row.error();
            output.b_U = around_.logit_factor == 1 ? *std::move(row) : matrix_of(eigen(*row) * around_.logit_factor);
        }
        output.logit_cap = around_.logit_cap;
        return output;
    }

private:
    const Tensor* find(const std::string& name) const { return checkpoint_.find(name); }
    std::string in_block(std::string_view name) const { return block_ + std::string(name); }

    /// Returns the path one level up: "model." of "model.layers.".
    static std::string parent_of(const std::string& stack) {
        const std::size_t dot = stack.size() < 2 ? std::string::npos : stack.find_last_of("./", stack.size() - 2);
        return dot == std::string::npos ? std::string() : stack.substr(0, dot + 1);
    }

    /// Returns the norm after the last layer, whose tensors are beside the stack of layers or a level above. Logits
    /// cannot be computed without it; fails if `is_needed` and there is none.
    Result<Norm> final_norm(bool is_needed) const {
        const std::string beside = parent_of(stack_);
        const auto names = names_in(around_.kind.final_norms);
        for (const std::string& place : {beside, parent_of(beside)})
            for (const std::string_view name : names)
                if (!norm_tensors(checkpoint_, place + std::string(name)).empty())
                    return read_norm_named(place + std::string(name));
        if (is_needed && !names.empty())
            return error("{}: the norm behind the last layer is missing; expected {}.weight", checkpoint_.name(),
                         printable(beside + std::string(names.front()), 120));
        return Norm();
    }

    /// Returns the reason why the block ends before its MLP; empty if all of it is computed.
    std::string what_is_not_computed(const MlpNames* names) const {
        std::vector<const Tensor*> inside;
        for (const Tensor& tensor : checkpoint_.tensors())
            if (tensor.name.starts_with(block_))
                inside.push_back(&tensor);
        for (const NotComputed& other : not_computed)
            if (std::ranges::any_of(
                    inside, [&](const Tensor* tensor) { return tensor->name.starts_with(in_block(other.name)); }))
                return fmt::format("the model has {} here, which is not computed", other.what);
        if (names == nullptr)
            return "no MLP of a kind that is known stands in this layer";
        if (!around_.activation)
            return fmt::format("the activation “{}” is not computed", printable(around_.activation_name));
        const auto other =
            std::ranges::find_if(inside, [&](const Tensor* tensor) { return !is_read(*tensor, *names); });
        return other == inside.end()
                   ? std::string()
                   : fmt::format("{} is there and not computed", printable((*other)->name.substr(block_.size()), 80));
    }

    /// True if the block's tensor is read, or affects no number. The tensors of attention itself count as read; other
    /// code checks them.
    bool is_read(const Tensor& tensor, const MlpNames& names) const {
        const auto is_of_norm = [&](const std::string& norm) {
            const auto parts = norm_tensors(checkpoint_, norm);
            return std::ranges::find(parts, tensor.name, &NormTensor::tensor) != parts.end();
        };
        const std::string_view own = std::string_view(tensor.name).substr(block_.size());
        const std::string_view module = own.substr(0, own.find_last_of('.'));
        if (module == names.up || module == names.down || (!names.gate.empty() && module == names.gate) ||
            tensor.name.starts_with(layer_.name + layer_.separator) || changes_no_number(own, tensor))
            return true;
        const auto before = norm_name_before(checkpoint_, layer_, config_);
        const AroundAttention& kind = around_.kind;
        return (before && is_of_norm(*before)) ||
               std::ranges::any_of(
                   std::array{kind.mlp_norms, kind.Y_norms, kind.mlp_Y_norms, kind.mid_norms, kind.post_norms},
                   [&](std::string_view list) {
                       return std::ranges::any_of(names_in(list),
                                                  [&](std::string_view name) { return is_of_norm(in_block(name)); });
                   });
    }

    /// Returns the tensor as a matrix of inputs x outputs. A square tensor is transposed if the tensors of attention
    /// are.
    Result<Matrix> read_matrix(const Tensor& tensor, Index inputs, bool is_transposed) const {
        if (tensor.shape.size() != 2 || (tensor.shape[0] != inputs && tensor.shape[1] != inputs))
            return error("{}: {} has shape {}, expected {} inputs", checkpoint_.name(), printable(tensor.name, 120),
                         shape_text(tensor.shape), inputs);
        const auto read = checkpoint_.read(tensor);
        if (!read)
            return read.error();
        const bool is_square = tensor.shape[0] == tensor.shape[1];
        const bool transposes = is_square ? is_transposed : tensor.shape[1] == inputs;
        return transposes ? read->matrix().transposed() : read->matrix();
    }

    Result<Matrix> read_row(const Tensor& tensor, Index width) const {
        if (tensor.shape.size() != 1 || tensor.shape[0] != width)
            return error("{}: {} has shape {}, expected ({},)", checkpoint_.name(), printable(tensor.name, 120),
                         shape_text(tensor.shape), width);
        const auto read = checkpoint_.read(tensor);
        return read ? Result<Matrix>(read->matrix()) : Result<Matrix>(read.error());
    }

    /// Reads a module's weight, and its bias if it has one.
    Result<void> read_module(std::string_view module, Index inputs, Matrix& weight, Matrix& bias) const {
        const Tensor* const tensor = find(in_block(module) + ".weight");
        if (tensor == nullptr)
            return error("{}: {}.weight is missing", checkpoint_.name(), printable(in_block(module), 120));
        auto read = read_matrix(*tensor, inputs, layer_.transposed);
        if (!read)
            return read.error();
        weight = *std::move(read);
        if (const Tensor* const row = find(in_block(module) + ".bias")) {
            auto numbers = read_row(*row, weight.columns());
            if (!numbers)
                return numbers.error();
            bias = *std::move(numbers);
        }
        return {};
    }

    Result<void> read_mlp(Layer& block, const MlpNames& names) const {
        if (auto done = read_module(names.up, layer_.D, block.W_up, block.b_up); !done)
            return done;
        if (names.is_packed) {
            if (block.W_up.columns() % 2 != 0)
                return error("{}: {}.weight has {} outputs, expected as many gates as other numbers",
                             checkpoint_.name(), printable(in_block(names.up), 120), block.W_up.columns());
            const Index width = block.W_up.columns() / 2;
            const Matrix all = block.W_up;
            block.W_gate = all.column_block(0, width);
            block.W_up = all.column_block(width, width);
            if (const Matrix biases = block.b_up; !biases.empty()) {
                block.b_gate = biases.column_block(0, width);
                block.b_up = biases.column_block(width, width);
            }
        } else if (!names.gate.empty() && find(in_block(names.gate) + ".weight") != nullptr) {
            if (auto done = read_module(names.gate, layer_.D, block.W_gate, block.b_gate); !done)
                return done;
        }
        return read_module(names.down, block.W_up.columns(), block.W_down, block.b_down);
    }

    Result<Norm> read_norm_named(const std::string& name) const {
        if (config_.epsilon <= 0)
            return error("{}: nothing says what {} adds to the variance", checkpoint_.name(), printable(name, 120));
        auto norm = read_norm(checkpoint_, name, layer_.D, kind(), config_.epsilon, config_.gain_from_one);
        return norm ? Result<Norm>(std::move(norm->norm)) : Result<Norm>(norm.error());
    }

    /// Returns the kind of the block's norms. Models without a norm before attention apply norms to sums instead, which
    /// are LayerNorms.
    Norm::Kind kind() const { return config_.norm == Norm::Kind::off ? Norm::Kind::layer : config_.norm; }

    /// Reads the first norm that exists of `names`, which are separated by |. If `names` is empty, the norm stays off.
    /// Fails if none of them exists and the norm is not optional.
    Result<void> read_first(std::string_view names, bool is_optional, Norm& into) const {
        for (const std::string_view name : names_in(names))
            if (!norm_tensors(checkpoint_, in_block(name)).empty()) {
                auto norm = read_norm_named(in_block(name));
                if (!norm)
                    return norm.error();
                into = *std::move(norm);
                return {};
            }
        if (names.empty() || is_optional)
            return {};
        return error("{}: a norm beside {} is missing; expected {}.weight", checkpoint_.name(),
                     printable(layer_.name, 120), printable(in_block(names_in(names).front()), 120));
    }

    Result<void> read_norms(Layer& block) const {
        const AroundAttention& kind = around_.kind;
        const bool is_guessed = !config_.norm_known;
        const std::array all{std::pair{kind.mlp_norms, &block.mlp_norm}, std::pair{kind.Y_norms, &block.Y_norm},
                             std::pair{kind.mlp_Y_norms, &block.mlp_Y_norm}, std::pair{kind.mid_norms, &block.mid_norm},
                             std::pair{kind.post_norms, &block.post_norm}};
        for (const auto& [names, into] : all)
            if (auto done = read_first(names, is_guessed || (block.is_parallel && into == &block.mlp_norm), *into);
                !done)
                return done;
        if (block.is_parallel && block.mlp_norm.kind == Norm::Kind::off)
            block.mlp_norm = block.norm; // the MLP reads the same normed rows as attention
        const auto width = static_cast<std::size_t>(layer_.D);
        if (around_.residual_factor != 1)
            for (Norm* const written : {&block.Y_norm, &block.mlp_Y_norm}) {
                written->kind = Norm::Kind::gain;
                written->gain = Matrix::adopt(std::vector<float>(width, around_.residual_factor), 1, layer_.D);
            }
        return {};
    }

    const Checkpoint& checkpoint_;
    const FoundLayer& layer_;
    const LayerConfig& config_;
    const AroundConfig& around_;
    std::string stack_; ///< prefix of all layers' tensors: "model.layers."
    std::string block_; ///< prefix of this block's tensors: "model.layers.3."
};

} // namespace

NumberedName numbered_name(const std::string& layer) {
    constexpr std::string_view digits = "0123456789";
    for (std::size_t end = layer.size(); end > 0;) {
        const std::size_t last = layer.find_last_of(digits, end - 1);
        if (last == std::string::npos)
            break;
        std::size_t first = last;
        while (first > 0 && digits.find(layer[first - 1]) != std::string_view::npos)
            --first;
        const bool is_part = (first == 0 || layer[first - 1] == '.' || layer[first - 1] == '/') &&
                             (last + 1 == layer.size() || layer[last + 1] == '.' || layer[last + 1] == '/');
        if (is_part)
            return {layer.substr(0, first), layer.substr(last + 1)};
        end = first;
    }
    return {layer, ""};
}

Result<void> read_around(Layer& block, const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                         const AroundConfig& around) {
    return AroundReader(checkpoint, layer, config, around).read(block);
}

Result<Output> read_output(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                           const AroundConfig& around, const std::string& words) {
    return AroundReader(checkpoint, layer, config, around).output(words);
}

} // namespace attn
