#pragma once

#include "core/handouts/lecture_steps.h"

#include <array>
#include <string>

namespace attn {

// Sizes in centimetres: a beamer frame is 16 × 9. Type of 6.6 points on it equals 14 on a slide of 34 × 19.
inline constexpr std::array places_on_slide{FigurePlace{8.2F, 7, 5.4F}, FigurePlace{9.6F, 7, 4.2F},
                                            FigurePlace{13.9F, 7.1F}};
inline constexpr std::array places_beside_words{FigurePlace{6.4F, 7, 7.2F}, places_on_slide[0]};

/// The frames of a step: its figure, built up in steps, with as many of its words and formulas as fit; then the rest of
/// its words.
std::string frames_of(const StepTex& step, const Typesetter& typesetter);

} // namespace attn
