#pragma once

#include "core/model/layer.h"

#include <array>
#include <string_view>

namespace attn {

/// A length of a layer, and its letters in formulas.
struct SizeLetters {
    std::string_view letters;
    Index Sizes::*length;
};

constexpr std::array size_letters{SizeLetters{"S", &Sizes::S_q},     SizeLetters{"D", &Sizes::D},
                                  SizeLetters{"H", &Sizes::H},       SizeLetters{"d_k", &Sizes::d_k},
                                  SizeLetters{"d_v", &Sizes::d_v},   SizeLetters{"B", &Sizes::B},
                                  SizeLetters{"S_k", &Sizes::S_k},   SizeLetters{"D_c", &Sizes::D_context},
                                  SizeLetters{"d_ff", &Sizes::d_ff}, SizeLetters{"d_vocab", &Sizes::V}};

/// Returns the length with these letters; null if there is none.
constexpr Index Sizes::*length_by_letter(std::string_view letters) {
    for (const SizeLetters& row : size_letters)
        if (row.letters == letters)
            return row.length;
    return nullptr;
}

} // namespace attn
