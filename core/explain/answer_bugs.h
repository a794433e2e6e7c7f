#pragma once

#include "core/model/cell.h"

#include <string>

namespace attn {

class Trace;

/// What slipped when somebody worked a cell out by hand and got `answer`; empty where the answer is right to two
/// decimals. The words say only what reproduces the answer: a sign, a forgotten or a doubled term, a row or column
/// that was mixed up, a forgotten scale. The cell must exist.
std::string bug_of_answer(const Trace& trace, const CellId& cell, float answer);

} // namespace attn
