// The glossary's sentences with numbers of a layer, and its examples for layers that lack a thing.

#pragma once

#include "core/model/arrays.h"
#include "core/model/layer.h"

#include <fmt/core.h>
#include <string>

namespace attn::glossary_here {

template <Index Sizes::*of>
std::string length(const Layer& /*layer*/, const Sizes& sizes) {
    return fmt::format("Here: {}.", sizes.*of);
}

template <ArrayId id>
std::string weights(const Layer& layer, const Sizes& sizes) {
    const Matrix& one = parameter(layer, id, 0);
    if (one.empty()) // a recording has no weights
        return {};
    return fmt::format("Here {} × {}{}.", one.rows(), one.columns(),
                       sizes.H == 1 ? "" : fmt::format(" in each of {} heads", sizes.H));
}

std::string cost(const Layer& layer, const Sizes& sizes);
std::string cache(const Layer& layer, const Sizes& sizes);
std::string sharing(const Layer& layer, const Sizes& sizes);
std::string parameters(const Layer& layer, const Sizes& sizes);
std::string form(const Layer& layer, const Sizes& sizes);

bool is_causal(const Layer& layer);
void make_causal(Layer& layer);
bool has_padding(const Layer& layer);
/// Turns the last token of each sentence into padding.
void add_padding(Layer& layer);
bool has_window(const Layer& layer);
void add_window(Layer& layer);

} // namespace attn::glossary_here
