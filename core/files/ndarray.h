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

/// An array of any rank from a file, as float32 in C order, whatever its type was in the file. Axes may have length 0.
/// Copies share the values.
struct NdArray {
    std::vector<Index> shape;            // outermost axis first; {} for a single number
    DataType stored = DataType::float32; // the type in the file
    std::shared_ptr<const void> owner;   // owner of the values' memory
    std::span<const float> values;       // the values; their number is the product of the axes

    /// Returns an array that owns `values`, as many as the shape requires.
    static NdArray of(std::vector<Index> shape, std::vector<float> values);

    Index rank() const { return static_cast<Index>(shape.size()); }
    bool has_shape(std::initializer_list<Index> expected) const;

    /// Returns a view: rank 2 as it is, rank 1 as one row, rank 0 as 1×1. Requires rank ≤ 2.
    Matrix matrix() const;
    /// Returns a view of the last two axes at the indices `leading` (from 0) of the other axes.
    Matrix matrix_at(std::initializer_list<Index> leading) const;
    /// Returns the array at one index of an axis, e.g. one layer of several; its shape lacks that axis.
    NdArray at(std::size_t axis, Index index) const;
};

/// Arrays by name.
using NdArrays = std::map<std::string, NdArray, std::less<>>;

/// Returns the shape as NumPy writes it: "(2, 3)", "(4,)", "()".
std::string shape_text(std::span<const Index> shape);

} // namespace attn
