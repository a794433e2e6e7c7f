#pragma once

#include "core/figure/figure.h"
#include "core/files/input_files.h"

#include <cstddef>
#include <functional>
#include <stop_token>

namespace attn {

/// Who hears of files while they are made, and may end it.
struct ExportWork {
    /// How many of how many figures or pages are done; one call at a time.
    std::function<void(std::size_t done, std::size_t all)> progress = [](std::size_t, std::size_t) {};
    std::stop_token stop{};
};

/// What must stay when a figure or document is written: what its session and the notations were read from.
inline InputFiles inputs_of(const FigureRequest& request, const FigureSource& source) {
    InputFiles inputs = source.session.inputs;
    inputs.add(source.session.notation.inputs());
    if (request.notation)
        inputs.add(request.notation->inputs());
    return inputs;
}

} // namespace attn
