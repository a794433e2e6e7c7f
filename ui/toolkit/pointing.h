#pragma once

#include "core/explain/glossary.h"
#include "core/figure/geometry.h"

#include <cstdint>

namespace attn {

/// What is asked "what is this?": by the mouse at rest, or by a key.
struct Pointing {
    enum class By : std::uint8_t {
        mouse,     ///< at rest
        selection, ///< by a key: the inspected cell, wherever it goes
        term       ///< a word of the glossary that was looked up
    };
    By by = By::mouse;
    const GlossaryTerm* term = nullptr; ///< that was looked up
    Point at{};                         ///< where the mouse came to rest
    float rested = 0;                   ///< seconds since then
    bool quiet = true;                  ///< the mouse was pressed or turned: nothing is told until it moves
};

} // namespace attn
