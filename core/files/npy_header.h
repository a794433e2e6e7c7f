#pragma once

#include "core/files/number_format.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The contents of an npy header.
struct NpyHeader {
    DataType type = DataType::float32;
    ByteOrder order = ByteOrder::little;
    bool fortran_order = false;
    std::vector<Index> shape;
    std::size_t header_bytes = 0; // offset of the numbers
    std::size_t data_bytes = 0;   // size of the numbers
};

/// The number of bytes at a file's beginning that is enough for any accepted header.
constexpr std::size_t npy_header_limit = 65536;

/// The number of bytes at a file's beginning from which the header's length is known.
constexpr std::size_t npy_preamble_bytes = 12;

/// Returns the offset of the numbers, from the preamble; at most npy_header_limit. Fails like parse_npy_header.
Result<std::size_t> npy_header_bytes(std::span<const std::byte> preamble, std::string_view name);

/// Parses the header of an npy file, versions 1 to 3. `file`: the first bytes of the file, npy_header_bytes or
/// npy_header_limit of them, or all. Fails, with one line that begins with `name`, if it is not the header of an array
/// of numbers.
Result<NpyHeader> parse_npy_header(std::span<const std::byte> file, std::string_view name);

/// True for the header of an array that we do not read as numbers: text, objects, dates, complex numbers.
bool holds_no_numbers(std::span<const std::byte> file);

/// Returns the header of an npy file with float32 in C order, byte by byte as NumPy writes it.
std::string npy_header(std::span<const Index> shape);

} // namespace attn
