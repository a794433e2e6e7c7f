#pragma once

#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <string>
#include <string_view>

namespace attn {

/// The canonical address of a stage's matrix; fails if the item or head does not exist.
Result<Address> find_slot(const Layer& layer, ArrayId stage, Index item, Index head);

/// Fails unless the parameter can exist in this layer and has this head.
Result<void> check_parameter(const Layer& layer, ArrayId parameter, Index head);

/// Fails unless the row and column, counted from 0, lie within the shape.
Result<void> check_cell(ArrayId array, Shape shape, Index row, Index column);

/// Fails unless the array may contain the number: any finite one, and −∞ in arrays that hide keys.
Result<void> check_number(ArrayId array, float value);
Result<void> check_numbers(ArrayId array, const Matrix& matrix);

/// Fails unless the matrix has the shape; `name` begins the message.
Result<void> check_shape(std::string_view name, Shape found, Shape expected);

std::string shape_in_words(Shape shape);

} // namespace attn
