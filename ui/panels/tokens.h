#pragma once

#include "core/figure/geometry.h"
#include "ui/desk.h"
#include "ui/scene.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The tokens at the bottom of the window: a sentence to be typed, and a chip for each token.
void tokens_panel(Scene& scene, const Desk& desk, const Box& area);

/// The item's tokens as a sentence, and a sentence as tokens: what is between spaces.
std::string sentence_of(const Desk& desk);
std::vector<std::string> tokens_of(std::string_view sentence);

} // namespace attn
