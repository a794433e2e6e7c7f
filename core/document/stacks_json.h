#pragma once

#include "core/files/json_field.h"
#include "core/model/layer.h"

#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace attn {

// Where a session has very many pins, or given matrices of one array, they stand one below the other in one array
// beside the text: as values of their own they would be more than a reader takes.

/// So many make a stack.
constexpr std::size_t least_of_a_stack = 16;
/// Numbers of a matrix; a larger one stands alone, so that it is not written again where another is edited.
constexpr Index most_in_a_stack = 4096;

/// Pins of one array, a row each: item, head, row and column, from 1, and the value.
Matrix stack_of_pins(std::span<const std::pair<CellId, float>> pins);
/// Adds them to `pins`; what is wrong with them is noted in the field.
void read_stack_of_pins(const Matrix& stack, ArrayId array, const Sizes& sizes, const Field& field,
                        std::map<CellId, float>& pins);

/// Where given matrices of one array belong, a row each: item and head, from 1.
Matrix stack_of_slots(std::span<const Address> slots);
/// The slots; what is wrong with them is noted in the field.
std::vector<Address> read_stack_of_slots(const Matrix& stack, ArrayId array, const Sizes& sizes, const Field& field);

} // namespace attn
