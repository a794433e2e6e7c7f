#include "core/document/sources/weights_out.h"

#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layer_norms.h"
#include "core/checkpoint/layers.h"
#include "core/checkpoint/own_names.h"
#include "core/checkpoint/rewrite.h"
#include "core/files/npz.h"
#include "core/files/printable.h"
#include "core/files/safetensors.h"
#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/model/norm.h"
#include "core/tensor/cellwise.h"
#include "core/tensor/compose.h"

#include <algorithm>

namespace attn {

namespace {

/// The parameters of attention, in the order in which they are written.
std::vector<ArrayId> layer_parameters() {
    std::vector<ArrayId> all;
    for (const Array& row : parameters())
        if (row.norm == nullptr && is_of_attention(row))
            all.push_back(row.id);
    return all;
}

bool is_bias(ArrayId id) {
    return row_of(id).rows == Axis::one;
}

/// A parameter with all heads, inputs x outputs; a matrix that heads share occurs once. Empty if the layer does not
/// have it.
Matrix all_heads(const Layer& layer, ArrayId id) {
    if (!has_heads(id) || parameter(layer, id, 0).empty())
        return parameter(layer, id, 0);
    std::vector<Matrix> parts;
    for (const Index head : Addresses(layer).heads(id))
        parts.push_back(parameter(layer, id, head));
    const bool is_one_below_the_other = row_of(id).rows == Axis::value_width;
    return is_one_below_the_other ? stacked(parts) : side_by_side(parts);
}

/// Copies a parameter to its place in a tensor whose rows have `width` numbers.
void place(const Matrix& matrix, const Placement& placement, Index width, std::vector<float>& numbers) {
    for (Index i = 0; i < matrix.rows(); ++i)
        for (Index j = 0; j < matrix.columns(); ++j) {
            const Index output = placement.output(j);
            const Index at = placement.transposed ? output * width + i : i * width + output;
            numbers[static_cast<std::size_t>(at)] = matrix(i, j);
        }
}

class WrittenFile {
public:
    WrittenFile(const Checkpoint& checkpoint, const FoundLayer& found, const Layer& layer)
        : checkpoint_(checkpoint), found_(found), layer_(layer) {}

    Result<NewNumbers> numbers() {
        for (const ArrayId id : layer_parameters())
            if (auto added = add(id); !added)
                return added.error();
        return std::move(numbers_);
    }

private:
    Result<void> add(ArrayId id) {
        const Placement* const placement = found_.find(id);
        Matrix matrix = all_heads(layer_, id);
        if (placement == nullptr) {
            if (is_zero(matrix))
                return {};
            return error("{}: there is no {} to take the numbers of {}", checkpoint_.name(),
                         is_bias(id) ? "bias" : "tensor", array_name(id));
        }
        const Tensor& tensor = *checkpoint_.find(placement->tensor);
        if (placement->head_axis != HeadAxis::none || !placement->other_heads.empty() || tensor.part)
            return error("{}: {} has an axis of heads or layers, or is one of a tensor for each head, and is not "
                         "written back; save the session instead",
                         checkpoint_.name(), printable(placement->tensor, 120));
        const bool row = tensor.shape.size() == 1;
        const Index inputs = is_bias(id) ? 1 : tensor.shape[placement->transposed ? 1 : 0];
        const Shape expected{inputs, placement->count};
        if (matrix.empty() && is_bias(id))
            matrix = Matrix::zeros(expected.rows, expected.columns);
        if (matrix.shape() != expected)
            return error("{}: {} of all heads is {} × {} now, {} takes {} × {}", checkpoint_.name(), array_name(id),
                         matrix.rows(), matrix.columns(), printable(tensor.name, 120), expected.rows, expected.columns);
        if (!numbers_.contains(tensor.name)) {
            const auto before = checkpoint_.read(tensor);
            if (!before)
                return before.error();
            numbers_.emplace(tensor.name, std::vector<float>(before->values.begin(), before->values.end()));
        }
        place(matrix, *placement, row ? tensor.shape[0] : tensor.shape[1], numbers_[tensor.name]);
        return {};
    }

    const Checkpoint& checkpoint_;
    const FoundLayer& found_;
    const Layer& layer_;
    NewNumbers numbers_;
};

/// Fails if gains or biases of the norms of queries and keys were edited, because these are not written.
Result<void> check_head_norms(const Session& session, const Checkpoint& checkpoint, const FoundLayer& found,
                              const ModelConfig& model) {
    const Layer& layer = session.layer();
    if (std::ranges::none_of(head_norms, [&](const HeadNormRow& row) { return has_norm(layer, row); }))
        return {};
    const auto config = layer_config(model, found);
    if (!config)
        return config.error();
    const auto counts = share_out(checkpoint, found, static_cast<Index>(layer.heads.size()));
    if (!counts)
        return counts.error();
    Layer unedited = layer;
    if (auto read = read_head_norms(unedited, checkpoint, found, *config, *counts); !read)
        return read;
    for (const Array& row : parameters())
        if (row.norm != nullptr)
            for (const Index head : Addresses(layer).heads(row.id))
                if (!equal_bits(parameter(layer, row.id, head), parameter(unedited, row.id, head)))
                    return error("{}: {} has been edited, which a session keeps and weights do not", checkpoint.name(),
                                 row.name);
    return {};
}

Result<void> write_back(const Session& session, const std::filesystem::path& path) {
    auto checkpoint = Checkpoint::open(session.origin->file);
    if (!checkpoint)
        return checkpoint.error();
    const auto config = read_model_config(checkpoint->folder(), session.origin->said);
    if (!config)
        return config.error();
    const PackedHeads packed = config->packed(static_cast<Index>(session.layer().heads.size()));
    checkpoint = with_layers_apart(*std::move(checkpoint), packed.names);
    const auto found = choose_layer(*checkpoint, find_layers(*checkpoint, packed), session.origin->layer);
    if (!found)
        return found.error();
    if (found->asks_packing)
        return error("{}: {}", checkpoint->name(), found->problem);
    if (auto same = check_head_norms(session, *checkpoint, *found, *config); !same)
        return same;
    const auto numbers = WrittenFile(*checkpoint, *found, session.layer()).numbers();
    return numbers ? rewrite(*checkpoint, *numbers, path, session.inputs) : Result<void>(numbers.error());
}

Result<void> write_own(const Session& session, const std::filesystem::path& path) {
    for (const HeadNormRow& row : head_norms)
        if (has_norm(session.layer(), row))
            return error("{}: files of weights have no norm of {}; save the session instead", printable_path(path),
                         row.rows);
    NdArrays arrays;
    for (const ArrayId id : layer_parameters()) {
        const Matrix matrix = all_heads(session.layer(), id);
        if (matrix.empty())
            continue;
        const Matrix packed = Matrix::copy_of(matrix);
        const bool bias = is_bias(id);
        std::vector<float> values(packed.view().data, packed.view().data + packed.rows() * packed.columns());
        arrays.emplace(array_name(id), NdArray::of(bias ? std::vector<Index>{packed.columns()}
                                                        : std::vector<Index>{packed.rows(), packed.columns()},
                                                   std::move(values)));
    }
    if (arrays.empty())
        return error("{}: this session has no weights to write", printable_path(path));
    if (path.extension() == ".safetensors")
        return write_safetensors(path, arrays);
    if (path.extension() == ".npz")
        return write_npz(path, arrays);
    return error("{}: expected a name that ends in .npz or .safetensors", printable_path(path));
}

} // namespace

Result<void> write_weights(const Session& session, const std::filesystem::path& path) {
    // If a checkpoint has several files, each of them is checked when it is written.
    if (auto spared = session.inputs.check_spares(path); !spared)
        return spared;
    return session.origin ? write_back(session, path) : write_own(session, path);
}

} // namespace attn
