#pragma once

#include "core/formula/formula.h"

namespace attn {

/// The space in ems between two atoms side by side. `small`: in scripts, where only operators keep a distance.
float space_between(AtomClass left, AtomClass right, bool small);

/// What an atom of class `own` is between its neighbours: a binary sign that has nothing to join is ordinary, as the
/// minus in −1. At a row's ends `before` is an opening and `after` a closing.
AtomClass class_between(AtomClass before, AtomClass own, AtomClass after);

} // namespace attn
