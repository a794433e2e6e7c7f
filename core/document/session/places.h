#pragma once

#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <string>
#include <string_view>

namespace attn {

/// The canonical slot of a stage that exists; fails where there is no such item or head.
Result<Address> find_slot(const Layer& layer, ArrayId stage, Index item, Index head);

/// Fails unless the parameter can exist in this layer and has such a head.
Result<void> check_parameter(const Layer& layer, ArrayId parameter, Index head);

/// Fails unless the row and column, counted from 0, lie within the shape.
Result<void> check_cell(ArrayId array, Shape shape, Index row, Index column);

/// Fails unless the array may hold the number: any finite one, and −∞ where it hides a key.
Result<void> check_number(ArrayId array, float value);
Result<void> check_numbers(ArrayId array, const Matrix& matrix);

/// Fails unless the matrix has the shape; `name` begins the message.
Result<void> check_shape(std::string_view name, Shape found, Shape expected);

std::string shape_in_words(Shape shape);

} // namespace attn
