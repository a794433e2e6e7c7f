#pragma once

#include "core/handouts/lecture_steps.h"

#include <array>
#include <string>

namespace attn {

// A frame of beamer is 16 × 9 cm; 6.6 points there are 14 on one of 34 × 19.
constexpr std::array places_on_slide{FigurePlace{8.2F, 7, 5.4F}, FigurePlace{9.6F, 7, 4.2F}, FigurePlace{13.9F, 7.1F}};
constexpr std::array places_beside_words{FigurePlace{6.4F, 7, 7.2F}, places_on_slide[0]};

/// The frames of a step: its figure, built up before the eyes, with as many of its words and formulas as have room
/// there; then all that is left to say of it.
std::string frames_of(const StepTex& step, const Typesetter& typesetter);

} // namespace attn
