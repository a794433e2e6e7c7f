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

/// One tensor of a checkpoint, of which only the description has been read.
struct Tensor {
    std::string name;
    std::vector<Index> shape;
    std::string stored;    ///< "F32", "BF16"; of an .npz "float32"
    std::size_t shard = 0; ///< which of the checkpoint's files holds it
    std::size_t place = 0; ///< among the tensors of that file
};

/// A model's tensors by name: one .safetensors file, several with their index, or an .npz. Of many gigabytes only what
/// is asked for is read or unpacked.
class Checkpoint {
public:
    /// `path` is a file of tensors, an index ("model.safetensors.index.json"), or a model's folder. Fails, naming the
    /// file and the place, where anything in it is not as the formats say or contradicts the index.
    static Result<Checkpoint> open(const std::filesystem::path& path);

    /// Whether the ending of a name says that a file holds weights, in a format that is read or that `open` tells how
    /// to convert.
    static bool is_named_as_weights(const std::filesystem::path& path);

    /// The file or index, as it begins messages.
    const std::string& name() const { return name_; }
    /// The file, or the index of several.
    const std::filesystem::path& path() const { return path_; }
    /// Where the model's other files stand.
    std::filesystem::path folder() const;
    /// The files that hold the tensors.
    const std::vector<std::filesystem::path>& shards() const { return shards_; }

    /// In the order of their names.
    const std::vector<Tensor>& tensors() const { return tensors_; }
    const Tensor* find(std::string_view name) const;
    /// "; this is one of several files, which …" where its name says so; otherwise empty.
    std::string_view hint_of_parts() const;
    /// What is in the file and holds no numbers that can be read: texts, objects, dates, complex numbers.
    std::vector<std::string> without_numbers() const;

    /// The tensor's numbers, as SafetensorsFile::read gives them.
    Result<NdArray> read(const Tensor& tensor) const;
    /// Some rows of a tensor with two axes; the others are not touched.
    Result<NdArray> read_rows(const Tensor& tensor, Index first, Index count) const;

private:
    Checkpoint() = default;
    static Result<Checkpoint> open_npz(const std::filesystem::path& path);
    static Result<Checkpoint> open_index(const std::filesystem::path& path);
    Result<void> add_shard(const std::filesystem::path& path);
    Result<void> sort_by_name();

    std::string name_;
    std::filesystem::path path_;
    std::vector<std::filesystem::path> shards_;
    std::vector<SafetensorsFile> files_; ///< one for each shard; none of an .npz
    std::optional<NpzFile> npz_;
    /// Those of an .npz that were asked for; rows are asked for one by one, and an entry is unpacked as a whole.
    std::shared_ptr<NdArrays> unpacked_ = std::make_shared<NdArrays>();
    std::vector<Tensor> tensors_;
};

} // namespace attn
