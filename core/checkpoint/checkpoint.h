#pragma once

#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The slice of one layer in a tensor that holds several layers.
struct PartOfStack {
    std::size_t axis = 0; ///< the axis along which the layers are stacked
    Index layers = 0;     ///< number of layers: the length of `axis`
    Index number = 0;     ///< number of this layer: the index along `axis`
};

/// Name, shape and format of one tensor of a checkpoint. Its numbers have not been read.
struct Tensor {
    std::string name;
    std::vector<Index> shape;
    std::string stored;                ///< the format in the file: "F32", "BF16"; in an .npz "float32"
    std::size_t shard = 0;             ///< the index of the tensor's file among the checkpoint's files
    std::size_t place = 0;             ///< the tensor's index among the tensors of that file
    std::optional<PartOfStack> part{}; ///< set if the file's tensor holds several layers, and this object describes one
                                       ///< of them
};

/// A model's tensors by name: one .safetensors file, several with their index, or an .npz. The numbers of a tensor are
/// read or unpacked when they are asked for.
class Checkpoint {
public:
    /// Opens a file of tensors, an index ("model.safetensors.index.json"), or a model's folder. Fails, naming the file
    /// and the position in it, if anything violates the format or contradicts the index.
    static Result<Checkpoint> open(const std::filesystem::path& path);

    /// True if the name has the ending of a file of weights, in a format that can be read or that open() says how to
    /// convert.
    static bool is_named_as_weights(const std::filesystem::path& path);

    /// The name of the file or index, with which error messages begin.
    const std::string& name() const { return name_; }
    /// The path of the file, or of the index of several files.
    const std::filesystem::path& path() const { return path_; }
    /// The folder in which the model's other files are.
    std::filesystem::path folder() const;
    /// The files that contain the tensors.
    const std::vector<std::filesystem::path>& shards() const { return shards_; }

    /// All tensors, sorted by name.
    const std::vector<Tensor>& tensors() const { return tensors_; }
    const Tensor* find(std::string_view name) const;
    /// Returns the hint "; this is one of several files, which …" if the file's name says so; otherwise an empty text.
    std::string_view hint_of_parts() const;
    /// Returns the names of entries without readable numbers: texts, objects, dates, complex numbers.
    std::vector<std::string> without_numbers() const;

    /// Replaces each tensor whose name begins with `prefix`, and whose axis `axis` has length `layers`, by one tensor
    /// for each layer, with the layer's number after the prefix: "layers.q" by "layers.0.q", "layers.1.q" … `prefix`
    /// ends with the separator, or is empty. Does nothing if there would be too many tensors.
    void cut_into_layers(const std::string& prefix, char separator, std::size_t axis, Index layers);

    /// Gives a tensor another shape of as many numbers, which keep their order.
    void reshape(const std::string& name, std::vector<Index> shape);

    /// Returns the tensor's numbers as floats, as SafetensorsFile::read does.
    Result<NdArray> read(const Tensor& tensor) const;
    /// Returns some rows of a tensor with two axes; no other row is read.
    Result<NdArray> read_rows(const Tensor& tensor, Index first, Index count) const;

private:
    Checkpoint() = default;
    static Result<Checkpoint> open_npz(const std::filesystem::path& path);
    static Result<Checkpoint> open_index(const std::filesystem::path& path);
    Result<void> add_shard(const std::filesystem::path& path);
    Result<void> sort_by_name();
    Result<NdArray> read_stored(const Tensor& tensor) const;
    Result<NdArray> read_from_npz(const Tensor& tensor) const;

    std::string name_;
    std::filesystem::path path_;
    std::vector<std::filesystem::path> shards_;
    std::vector<SafetensorsFile> files_; ///< files in the order of their shard indices; empty for an .npz
    std::optional<NpzFile> npz_;
    /// The entries of an .npz that have been unpacked so far. An entry is unpacked as a whole, even if only some rows
    /// are read.
    std::shared_ptr<NdArrays> unpacked_ = std::make_shared<NdArrays>();
    std::vector<Tensor> tensors_;
};

} // namespace attn
