#pragma once

#include "core/figure/figure.h"
#include "core/files/input_files.h"

#include <cstddef>
#include <functional>
#include <stop_token>

namespace attn {

/// Callbacks with which a caller follows, and can stop, the writing of files.
struct ExportWork {
    /// Called with the number of finished figures or pages, and the number of all; never by two threads at once.
    std::function<void(std::size_t done, std::size_t all)> progress = [](std::size_t, std::size_t) {};
    std::stop_token stop{};
};

/// Returns the files that writing a figure or document must not replace: those of its session and its notations.
inline InputFiles inputs_of(const FigureRequest& request, const FigureSource& source) {
    InputFiles inputs = source.session.inputs;
    inputs.add(source.session.notation.inputs());
    if (request.notation)
        inputs.add(request.notation->inputs());
    return inputs;
}

} // namespace attn
