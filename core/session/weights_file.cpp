#include "core/session/weights_file.h"

#include "core/io/npz.h"
#include "core/io/printable.h"
#include "core/io/safetensors.h"

#include <algorithm>
#include <optional>

namespace attn {

namespace {

/// Arrays of a file, found by name behind the layer's prefix.
class WeightsFile {
public:
    static Result<WeightsFile> open(const WeightsRequest& request) {
        WeightsFile file;
        file.name_ = printable_path(request.path);
        file.prefix_ = request.layer.empty() || request.layer.ends_with('.') ? request.layer : request.layer + ".";
        if (request.path.extension() == ".safetensors") {
            auto opened = SafetensorsFile::open(request.path);
            if (!opened)
                return opened.error();
            file.tensors_ = std::move(*opened);
        } else if (request.path.extension() == ".npz") {
            auto read = read_npz(request.path);
            if (!read)
                return read.error();
            file.arrays_ = std::move(*read);
        } else {
            return error("{}: expected a weights file that ends in .npz or .safetensors", file.name_);
        }
        return file;
    }

    const std::string& name() const { return name_; }

    bool has(std::string_view array) const {
        const std::string full = prefix_ + std::string(array);
        return tensors_ ? tensors_->find(full) != nullptr : arrays_.contains(full);
    }

    /// The array as a matrix of the shape expected, where −1 is any length. One axis is one row.
    Result<Matrix> matrix(std::string_view array, Shape expected) const {
        const std::string full = prefix_ + std::string(array);
        auto found = read(full);
        if (!found)
            return found.error();
        const auto fits = [](Index length, Index wanted) { return wanted == -1 ? length > 0 : length == wanted; };
        const std::vector<Index>& shape = found->shape;
        const bool as_row = shape.size() == 1 && expected.rows == 1 && fits(shape[0], expected.columns);
        const bool as_matrix = shape.size() == 2 && fits(shape[0], expected.rows) && fits(shape[1], expected.columns);
        if (!as_row && !as_matrix)
            return error("{}: {} has shape {}, expected {}", name_, printable(full), shape_text(shape),
                         expected.rows == 1
                             ? fmt::format("({},)", length_text(expected.columns))
                             : fmt::format("({}, {})", length_text(expected.rows), length_text(expected.columns)));
        return found->matrix();
    }

    /// The error that there are no weights of this layer, with what may have been meant.
    Error no_weights() const {
        std::string layers;
        for (const std::string& name : names())
            for (const std::string_view ending : {".W_Q", ".in_proj_weight", ".q_proj_weight"})
                if (name.ends_with(ending) && layers.size() < 200)
                    layers += (layers.empty() ? "" : ", ") + printable(name.substr(0, name.size() - ending.size()));
        const std::string where = prefix_.empty() ? std::string() : fmt::format(" behind “{}”", printable(prefix_));
        if (!layers.empty())
            return error("{}: there is neither W_Q nor in_proj_weight{}; name the layer: {}", name_, where, layers);
        std::string found;
        for (const std::string& name : names())
            if (found.size() < 200)
                found += (found.empty() ? "" : ", ") + printable(name);
        return error("{}: there is neither W_Q nor in_proj_weight{}; there is {}", name_, where,
                     found.empty() ? "nothing" : found);
    }

private:
    static std::string length_text(Index length) { return length == -1 ? "any" : std::to_string(length); }

    Result<Array> read(const std::string& full) const {
        if (tensors_) {
            const TensorDescription* tensor = tensors_->find(full);
            if (tensor != nullptr)
                return tensors_->read(*tensor);
        } else if (const auto found = arrays_.find(full); found != arrays_.end()) {
            return found->second;
        }
        return error("{}: {} is missing", name_, printable(full));
    }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        if (tensors_)
            for (const TensorDescription& tensor : tensors_->tensors())
                names.push_back(tensor.name);
        for (const auto& [name, array] : arrays_)
            names.push_back(name);
        std::ranges::sort(names);
        return names;
    }

    std::string name_;
    std::string prefix_;
    std::optional<SafetensorsFile> tensors_;
    Arrays arrays_;
};

/// All heads side by side, as Y = X W has it. Empty: not in the file.
struct Packed {
    Matrix W_Q, W_K, W_V, W_O;
    Matrix b_Q, b_K, b_V, b_O;
};

/// The first error of several reads.
class Reads {
public:
    explicit Reads(const WeightsFile& file) : file_(file) {}

    Matrix required(std::string_view array, Shape expected) {
        if (failure_)
            return {};
        auto matrix = file_.matrix(array, expected);
        if (matrix)
            return std::move(*matrix);
        failure_ = matrix.error();
        return {};
    }
    Matrix optional(std::string_view array, Shape expected) {
        return file_.has(array) ? required(array, expected) : Matrix();
    }
    const std::optional<Error>& failure() const { return failure_; }

private:
    const WeightsFile& file_;
    std::optional<Error> failure_;
};

Result<Packed> read_plain(const WeightsFile& file, const WeightsRequest& request) {
    Reads reads(file);
    Packed packed;
    packed.W_Q = reads.required("W_Q", {request.width, -1});
    packed.W_K = reads.required("W_K", {request.context_width, packed.W_Q.columns()});
    packed.W_V = reads.required("W_V", {request.context_width, -1});
    packed.W_O = reads.required("W_O", {packed.W_V.columns(), request.width});
    packed.b_Q = reads.optional("b_Q", {1, packed.W_Q.columns()});
    packed.b_K = reads.optional("b_K", {1, packed.W_K.columns()});
    packed.b_V = reads.optional("b_V", {1, packed.W_V.columns()});
    packed.b_O = reads.optional("b_O", {1, request.width});
    if (reads.failure())
        return *reads.failure();
    return packed;
}

/// PyTorch stores what multiplies from the left: (all heads' outputs) x (inputs).
Result<Packed> read_pytorch(const WeightsFile& file, const WeightsRequest& request) {
    Reads reads(file);
    Packed packed;
    const Index joined = request.width; // nn.MultiheadAttention has H · d_k = H · d_v = D
    if (file.has("in_proj_weight")) {
        const Matrix all = reads.required("in_proj_weight", {3 * joined, request.width});
        if (!all.empty()) {
            packed.W_Q = all.row_block(0, joined).transposed();
            packed.W_K = all.row_block(joined, joined).transposed();
            packed.W_V = all.row_block(2 * joined, joined).transposed();
        }
    } else {
        packed.W_Q = reads.required("q_proj_weight", {joined, request.width}).transposed();
        packed.W_K = reads.required("k_proj_weight", {joined, request.context_width}).transposed();
        packed.W_V = reads.required("v_proj_weight", {joined, request.context_width}).transposed();
    }
    packed.W_O = reads.required("out_proj.weight", {request.width, joined}).transposed();
    if (const Matrix bias = reads.optional("in_proj_bias", {1, 3 * joined}); !bias.empty()) {
        packed.b_Q = bias.column_block(0, joined);
        packed.b_K = bias.column_block(joined, joined);
        packed.b_V = bias.column_block(2 * joined, joined);
    }
    packed.b_O = reads.optional("out_proj.bias", {1, request.width});
    if (reads.failure())
        return *reads.failure();
    return packed;
}

/// "1, 2, 5, 10": the numbers of heads that divide a width.
std::string divisors_of(Index width) {
    constexpr Index most_heads = 128;
    std::string text;
    for (Index heads = 1; heads <= std::min(width, most_heads); ++heads)
        if (width % heads == 0)
            text += (text.empty() ? "" : ", ") + std::to_string(heads);
    return text;
}

Result<void> check_heads(const std::string& file, const char* array, Index columns, Index heads) {
    if (columns % heads == 0)
        return {};
    return error("{}: {} has {} columns for all heads, which {} heads do not divide; heads that fit: {}", file, array,
                 columns, heads, divisors_of(columns));
}

Matrix columns_of_head(const Matrix& packed, Index head, Index heads) {
    if (packed.empty())
        return {};
    const Index width = packed.columns() / heads;
    return packed.column_block(head * width, width);
}

Matrix rows_of_head(const Matrix& packed, Index head, Index heads) {
    const Index width = packed.rows() / heads;
    return packed.row_block(head * width, width);
}

} // namespace

Result<LayerWeights> read_weights(const WeightsRequest& request) {
    auto file = WeightsFile::open(request);
    if (!file)
        return file.error();
    const bool plain = file->has("W_Q");
    if (!plain && !file->has("in_proj_weight") && !file->has("q_proj_weight"))
        return file->no_weights();
    auto packed = plain ? read_plain(*file, request) : read_pytorch(*file, request);
    if (!packed)
        return packed.error();
    if (auto fits = check_heads(file->name(), "W_Q", packed->W_Q.columns(), request.heads); !fits)
        return fits.error();
    if (auto fits = check_heads(file->name(), "W_V", packed->W_V.columns(), request.heads); !fits)
        return fits.error();
    LayerWeights weights;
    weights.b_O = packed->b_O;
    for (Index head = 0; head < request.heads; ++head)
        weights.heads.push_back(
            {columns_of_head(packed->W_Q, head, request.heads), columns_of_head(packed->W_K, head, request.heads),
             columns_of_head(packed->W_V, head, request.heads), rows_of_head(packed->W_O, head, request.heads),
             columns_of_head(packed->b_Q, head, request.heads), columns_of_head(packed->b_K, head, request.heads),
             columns_of_head(packed->b_V, head, request.heads), true});
    return weights;
}

} // namespace attn
