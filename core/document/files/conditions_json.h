#pragma once

#include "core/document/session/condition.h"
#include "core/files/json_field.h"
#include "core/model/layer.h"

#include <vector>

namespace attn {

/// Limits on the number of goals in a session and of parts in a condition, nested ones included.
constexpr Index goal_limit = 16;
constexpr Index condition_limit = 64;
constexpr std::size_t goal_bytes_limit = 400;

/// Reads the goals of a session, each {"when": condition, "say": text}. Cells must lie within the sizes. Failures are
/// recorded in the field.
std::vector<Goal> read_goals(const Field& list, const Sizes& sizes);
Json goals_to_json(const std::vector<Goal>& goals);

/// A condition: {"cell": "A/1[2,3]", "at_least": 0.9} or {"all": [{"unchanged": "A"}, {"pins": 0}]}.
Condition read_condition(const Field& field, const Sizes& sizes);
Json condition_to_json(const Condition& condition);

} // namespace attn
