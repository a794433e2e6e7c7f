#pragma once

#include "core/formula/formula.h"

namespace attn {

/// Returns the space in ems between two neighbouring atoms. `small`: in scripts, where only operators have space around
/// them.
float space_between(AtomClass left, AtomClass right, bool small);

/// Returns the class of an atom between its neighbours: a binary sign that joins nothing is ordinary, like the minus in
/// −1. At the ends of a row, `before` is opening and `after` closing.
AtomClass class_between(AtomClass before, AtomClass own, AtomClass after);

} // namespace attn
