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

/// A tensor as described in the header of a safetensors file.
struct TensorDescription {
    std::string name;
    std::string stored;           // "F32", "BF16"; includes types that we do not read
    std::optional<DataType> type; // nullopt for a type that we do not read
    std::vector<Index> shape;
    std::size_t begin = 0; // offset in bytes from the beginning of the data
    std::size_t end = 0;
};

/// A safetensors file whose header has been read and checked against the file: every tensor is within the data, is as
/// long as its shape and type require, and overlaps no other. The numbers are read on demand.
class SafetensorsFile {
public:
    /// Opens a file, which stays open until all copies of the result are gone.
    static Result<SafetensorsFile> open(const std::filesystem::path& path);
    static Result<SafetensorsFile> parse(const RandomAccessFile& file);
    /// Parses a file in memory; error messages begin with `name`.
    static Result<SafetensorsFile> parse(Bytes file, std::string_view name);

    /// Returns the tensors in the order of their bytes in the file.
    const std::vector<TensorDescription>& tensors() const { return tensors_; }
    const TensorDescription* find(std::string_view name) const;

    /// Reads one of `tensors()`. Fails if we do not read its type, or if the file was shortened after it was opened.
    Result<NdArray> read(const TensorDescription& tensor) const;
    /// Reads `count` rows from `first` on, which must be within a tensor of two axes.
    Result<NdArray> read_rows(const TensorDescription& tensor, Index first, Index count) const;
    /// Returns the offset of the tensor's numbers from the beginning of the file, in bytes.
    std::size_t offset(const TensorDescription& tensor) const { return data_begin_ + tensor.begin; }

private:
    SafetensorsFile() = default;
    static Result<SafetensorsFile> parse(std::string_view header, std::uint64_t file_size, std::string_view name);
    /// Returns the bytes of a part of the file, from memory or read now.
    Result<Bytes> bytes(std::size_t offset, std::size_t size) const;

    std::string name_;
    std::variant<Bytes, RandomAccessFile> file_;
    std::size_t data_begin_ = 0;
    std::vector<TensorDescription> tensors_;
};

/// Writes arrays as float32 tensors, atomically; the same arrays give the same bytes. Names consist of letters, digits,
/// dots and underscores.
Result<void> write_safetensors(const std::filesystem::path& path, const NdArrays& arrays);

} // namespace attn
