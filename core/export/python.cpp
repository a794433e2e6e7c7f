#include "core/export/python.h"

#include "core/figure/number.h"
#include "core/files/base64.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <fmt/format.h>

namespace attn {

namespace {

/// The largest number of cells of an array that is written as readable numbers; larger ones are written in base64.
constexpr Index most_readable = 4096;

Index number_of(std::span<const Matrix> matrices) {
    return static_cast<Index>(matrices.size()) * matrices.front().rows() * matrices.front().columns();
}

bool all_equal(std::span<const Matrix> matrices, const Matrix& expected) {
    return std::ranges::all_of(matrices, [&](const Matrix& matrix) { return equal_bits(matrix, expected); });
}

std::string shape_of(std::span<const Matrix> matrices, bool stacked) {
    const Matrix& first = matrices.front();
    return stacked ? fmt::format("({}, {}, {})", matrices.size(), first.rows(), first.columns())
                   : fmt::format("({}, {})", first.rows(), first.columns());
}

/// Returns the matrices' numbers as bytes, little-endian.
std::string bytes_of(std::span<const Matrix> matrices) {
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(number_of(matrices)) * sizeof(float));
    for (const Matrix& matrix : matrices)
        for (Index i = 0; i < matrix.rows(); ++i)
            for (const float value : matrix.row(i)) {
                const auto bits = std::bit_cast<std::uint32_t>(value);
                for (const unsigned shift : {0U, 8U, 16U, 24U})
                    bytes += static_cast<char>(bits >> shift);
            }
    return bytes;
}

} // namespace

std::string python_text(std::string_view text) {
    std::string quoted = "\"";
    for (const char letter : text)
        if (letter == '"' || letter == '\\')
            quoted += std::string("\\") + letter;
        else if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f)
            quoted += fmt::format("\\x{:02x}", letter);
        else
            quoted += letter;
    return quoted + "\"";
}

std::string python_rows(ConstView matrix, std::string_view indent) {
    std::string rows = "[";
    for (Index i = 0; i < matrix.rows; ++i) {
        rows += i == 0 ? "[" : fmt::format(",\n{} [", indent);
        for (Index j = 0; j < matrix.columns; ++j)
            rows += (j == 0 ? "" : ", ") + exact_number(matrix(i, j));
        rows += "]";
    }
    return rows + "]";
}

std::string python_array(std::span<const Matrix> matrices, bool stacked) {
    const Matrix& first = matrices.front();
    if (all_equal(matrices, Matrix::zeros(first.rows(), first.columns())))
        return fmt::format("zeros({})", shape_of(matrices, stacked));
    if (!stacked && all_equal(matrices, Matrix::identity(first.rows(), first.columns())))
        return fmt::format("eye({}, {})", first.rows(), first.columns());
    if (number_of(matrices) > most_readable)
        return fmt::format("packed(\"{}\", {})", base64(bytes_of(matrices)), shape_of(matrices, stacked));
    if (!stacked)
        return fmt::format("array({})", python_rows(first, "      "));
    std::string all;
    for (const Matrix& matrix : matrices)
        all += (all.empty() ? "" : ",\n    ") + python_rows(matrix, "    ");
    return fmt::format("array([\n    {}])", all);
}

} // namespace attn
