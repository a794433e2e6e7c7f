#pragma once

#include "core/tensor/matrix.h"

#include <span>
#include <string>

namespace attn {

/// A matrix as a box of its shape, or several of one shape behind each other.
struct ShapeInTex {
    std::string symbol; ///< TeX
    Shape shape;
    Index sheets = 1;     ///< behind each other: of each head one
    Index parts = 1;      ///< that it has side by side
    std::string before{}; ///< words that stand left of it
};

/// The shapes beside each other, to scale, with their names and lengths: a tikzpicture so many centimetres wide at
/// most.
std::string shapes_in_tex(std::span<const ShapeInTex> shapes, float width);

} // namespace attn
