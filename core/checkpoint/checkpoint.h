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

/// The place of one layer in a tensor that holds several.
struct PartOfStack {
    std::size_t axis = 0; ///< of the layers
    Index layers = 0;     ///< its length
    Index number = 0;     ///< of this layer
};

/// The description of one tensor of a checkpoint. Its numbers have not been read.
struct Tensor {
    std::string name;
    std::vector<Index> shape;
    std::string stored;                ///< the format in the file: "F32", "BF16"; in an .npz "float32"
    std::size_t shard = 0;             ///< the index of its file among the checkpoint's files
    std::size_t place = 0;             ///< its index among the tensors of that file
    std::optional<PartOfStack> part{}; ///< set if the file's tensor holds several layers, and this is one of them
};

/// A model's tensors by name: one .safetensors file, several with their index, or an .npz. The numbers of a tensor are
/// read or unpacked when somebody asks for them.
class Checkpoint {
public:
    /// Opens a file of tensors, an index ("model.safetensors.index.json"), or a model's folder. Fails, naming the file
    /// and the place, if anything violates the format or contradicts the index.
    static Result<Checkpoint> open(const std::filesystem::path& path);

    /// True if the name ends like a file of weights, in a format that is read or that open() says how to convert.
    static bool is_named_as_weights(const std::filesystem::path& path);

    /// The name of the file or index, with which messages begin.
    const std::string& name() const { return name_; }
    /// The file, or the index of several files.
    const std::filesystem::path& path() const { return path_; }
    /// The folder of the model's other files.
    std::filesystem::path folder() const;
    /// The files that hold the tensors.
    const std::vector<std::filesystem::path>& shards() const { return shards_; }

    /// All tensors, sorted by name.
    const std::vector<Tensor>& tensors() const { return tensors_; }
    const Tensor* find(std::string_view name) const;
    /// The hint "; this is one of several files, which …" if the name says so; otherwise empty.
    std::string_view hint_of_parts() const;
    /// The names of entries without readable numbers: texts, objects, dates, complex numbers.
    std::vector<std::string> without_numbers() const;

    /// Replaces each tensor whose name begins with `prefix`, and whose axis `axis` is as long as there are layers, by
    /// one for each layer, with the layer's number behind the prefix: "layers.q" by "layers.0.q", "layers.1.q" …
    /// `prefix` ends with the separator, or is empty. Nothing happens if there would be too many tensors.
    void cut_into_layers(const std::string& prefix, char separator, std::size_t axis, Index layers);

    /// Gives a tensor another shape of as many numbers, in which they have the same order.
    void reshape(const std::string& name, std::vector<Index> shape);

    /// The tensor's numbers as floats, as by SafetensorsFile::read.
    Result<NdArray> read(const Tensor& tensor) const;
    /// Some rows of a tensor with two axes; no other row is read.
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
    std::vector<SafetensorsFile> files_; ///< by shard; empty for an .npz
    std::optional<NpzFile> npz_;
    /// The entries of an .npz unpacked so far. An entry is unpacked whole, though rows are read one by one.
    std::shared_ptr<NdArrays> unpacked_ = std::make_shared<NdArrays>();
    std::vector<Tensor> tensors_;
};

} // namespace attn
