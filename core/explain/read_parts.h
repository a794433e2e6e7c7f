#pragma once

#include "core/engine/trace.h"
#include "core/model/cell.h"
#include "core/model/structure.h"

#include <vector>

namespace attn {

/// A part of a stage or parameter that other numbers depend on.
struct ReadPart {
    Address slot; ///< canonical
    Submatrix part;
};

/// The parts from which `part` of the matrix `slot` is computed. Empty if the matrix is given, or belongs to a head
/// that is off.
std::vector<ReadPart> read_parts(const Trace& trace, const Address& slot, const Submatrix& part);

} // namespace attn
