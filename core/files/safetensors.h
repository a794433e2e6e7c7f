#pragma once

#include "core/files/file.h"
#include "core/files/ndarray.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

/// A tensor as the header of a safetensors file describes it.
struct TensorDescription {
    std::string name;
    std::string stored;           // "F32", "BF16"; also types that cannot be read
    std::optional<DataType> type; // nothing when it cannot be read
    std::vector<Index> shape;
    std::size_t begin = 0; // bytes, from the beginning of the data
    std::size_t end = 0;
};

/// A safetensors file whose header has been read and checked against the file: every tensor lies within the data, is
/// as long as its shape and type say, and none overlaps another. The numbers are read when they are asked for.
class SafetensorsFile {
public:
    /// The file stays open, until all copies of what is returned have gone.
    static Result<SafetensorsFile> open(const std::filesystem::path& path);
    static Result<SafetensorsFile> parse(const RandomAccessFile& file);
    /// From memory; `name` begins the messages of errors.
    static Result<SafetensorsFile> parse(Bytes file, std::string_view name);

    /// In the order of their bytes in the file.
    const std::vector<TensorDescription>& tensors() const { return tensors_; }
    const TensorDescription* find(std::string_view name) const;

    /// The numbers of one of our tensors. Fails when numbers of its type cannot be read, and when the file has been cut
    /// since it was opened.
    Result<NdArray> read(const TensorDescription& tensor) const;
    /// As read, of `count` rows from `first` on, which lie within a tensor of two axes.
    Result<NdArray> read_rows(const TensorDescription& tensor, Index first, Index count) const;
    /// Where the tensor's numbers begin, in bytes from the beginning of the file.
    std::size_t offset(const TensorDescription& tensor) const { return data_begin_ + tensor.begin; }

private:
    SafetensorsFile() = default;
    static Result<SafetensorsFile> parse(std::string_view header, std::uint64_t file_size, std::string_view name);
    /// A part of the file, from memory or read now.
    Result<Bytes> bytes(std::size_t offset, std::size_t size) const;

    std::string name_;
    std::variant<Bytes, RandomAccessFile> file_;
    std::size_t data_begin_ = 0;
    std::vector<TensorDescription> tensors_;
};

/// Writes arrays as float32 tensors, atomically; the same arrays give the same bytes. Names are plain letters, digits,
/// dots and underscores.
Result<void> write_safetensors(const std::filesystem::path& path, const NdArrays& arrays);

} // namespace attn
