#pragma once

#include "core/check/check.h"
#include "core/files/input_files.h"

#include <string>

namespace attn {

/// Numbers of somebody's own implementation, checked against the layer as it was then.
struct Comparison {
    std::string file;
    Answer answer;
    Trace trace;
    Check check;
    InputFiles inputs; ///< the files that hold the numbers
};

} // namespace attn
