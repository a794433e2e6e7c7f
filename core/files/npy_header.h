#pragma once

#include "core/files/number_format.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What the header of an npy file says.
struct NpyHeader {
    DataType type = DataType::float32;
    ByteOrder order = ByteOrder::little;
    bool fortran_order = false;
    std::vector<Index> shape;
    std::size_t header_bytes = 0; // where the numbers begin
    std::size_t data_bytes = 0;   // what they take
};

/// Bytes at the beginning of a file that hold any header which is accepted.
constexpr std::size_t npy_header_limit = 65536;

/// The first bytes of an npy file that say how long its header is.
constexpr std::size_t npy_preamble_bytes = 12;

/// Where the numbers begin, as the preamble says; at most npy_header_limit. Fails as parse_npy_header does.
Result<std::size_t> npy_header_bytes(std::span<const std::byte> preamble, std::string_view name);

/// Reads the header of an npy file, versions 1 to 3, from the first bytes of the file: all of them,
/// npy_header_limit, or as many as npy_header_bytes says. Fails, with one line that begins with `name`, when it is not
/// the header of an array of numbers.
Result<NpyHeader> parse_npy_header(std::span<const std::byte> file, std::string_view name);

/// Whether it is the header of an array of something else than numbers that we read: text, objects, dates, complex
/// ones.
bool holds_no_numbers(std::span<const std::byte> file);

/// The header of an npy file with float32 in C order, byte by byte as NumPy writes it; the numbers follow it.
std::string npy_header(std::span<const Index> shape);

} // namespace attn
