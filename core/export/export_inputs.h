#pragma once

#include "core/figure/figure.h"
#include "core/files/input_files.h"

namespace attn {

/// What must stay when a figure or document is written: what its session and the notations were read from.
inline InputFiles inputs_of(const FigureRequest& request, const FigureSource& source) {
    InputFiles inputs = source.session.inputs;
    inputs.add(source.session.notation.inputs());
    if (request.notation)
        inputs.add(request.notation->inputs());
    return inputs;
}

} // namespace attn
