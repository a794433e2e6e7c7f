#pragma once

#include "core/files/number_format.h"
#include "core/tensor/matrix.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// Numbers of any rank, read from a file: float32 in C order, whatever they were there.
/// An axis may be 0 long; then there are no values. Copies share the values.
struct NdArray {
    std::vector<Index> shape;            // outermost axis first; {} is a single number
    DataType stored = DataType::float32; // in the file
    std::shared_ptr<const void> owner;   // keeps the values alive
    std::span<const float> values;       // as many as the product of the shape

    /// An array of its own; `values` are as many as the shape has.
    static NdArray of(std::vector<Index> shape, std::vector<float> values);

    Index rank() const { return static_cast<Index>(shape.size()); }
    bool has_shape(std::initializer_list<Index> expected) const;

    /// A view: rank 2 as it is, rank 1 as one row, rank 0 as 1×1. No higher rank.
    Matrix matrix() const;
    /// A view of the last two axes where the leading ones are at `leading` (counted from 0), one for each.
    Matrix matrix_at(std::initializer_list<Index> leading) const;
};

/// Arrays by name.
using NdArrays = std::map<std::string, NdArray, std::less<>>;

/// "(2, 3)", as NumPy writes shapes; "(4,)", "()".
std::string shape_text(std::span<const Index> shape);

} // namespace attn
