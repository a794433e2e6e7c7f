#pragma once

#include <bit>
#include <cstdint>

namespace attn {

/// A colour in sRGB, not premultiplied by alpha.
struct Colour {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 0;
    bool operator==(const Colour&) const = default;

    constexpr bool visible() const { return a != 0; }
};

constexpr Colour transparent{};

/// The opaque colour 0xRRGGBB.
constexpr Colour rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16U), static_cast<std::uint8_t>(hex >> 8U), static_cast<std::uint8_t>(hex),
            255};
}

/// The colour with its alpha multiplied by `opacity` (0 to 1).
Colour faded(Colour colour, float opacity);

/// The four bytes R, G, B, A in the order of memory, as textures and images want them.
constexpr std::uint32_t packed(Colour colour) {
    if constexpr (std::endian::native == std::endian::little)
        return static_cast<std::uint32_t>(colour.r) | static_cast<std::uint32_t>(colour.g) << 8U |
               static_cast<std::uint32_t>(colour.b) << 16U | static_cast<std::uint32_t>(colour.a) << 24U;
    else
        return static_cast<std::uint32_t>(colour.r) << 24U | static_cast<std::uint32_t>(colour.g) << 16U |
               static_cast<std::uint32_t>(colour.b) << 8U | static_cast<std::uint32_t>(colour.a);
}

/// The inverse of packed().
constexpr Colour unpacked(std::uint32_t bytes) {
    const auto byte = [&](unsigned place) {
        return static_cast<std::uint8_t>(bytes >>
                                         8U * (std::endian::native == std::endian::little ? place : 3 - place));
    };
    return {byte(0), byte(1), byte(2), byte(3)};
}

/// Linear intensities of red, green and blue, in which colours mix as lights do; from 0 to 1 in colours that a screen
/// can show.
struct LinearLight {
    float r = 0;
    float g = 0;
    float b = 0;
};

LinearLight linear_light(Colour colour);
/// The nearest colour that a screen can show.
Colour shown_light(const LinearLight& light, std::uint8_t alpha);

/// The colour's relative luminance as WCAG defines it: 0 black, 1 white. Alpha is ignored.
float luminance(Colour colour);

/// The grey of the colour's luminance and alpha.
Colour grey_of(Colour colour);

/// The contrast of two opaque colours as WCAG counts it: 1 (none) to 21 (black on white).
float contrast(Colour a, Colour b);

/// The distance of two opaque colours in OKLab: 0 for equal colours, 1 for black and white.
float difference(Colour a, Colour b);

/// The colour at `share` (0 to 1) of the way between two colours in OKLab, where equal steps look equal.
Colour mixed(Colour from, Colour to, float share);

/// The ink, dark or white, that reads better on `background`.
Colour ink_on(Colour background);

} // namespace attn
