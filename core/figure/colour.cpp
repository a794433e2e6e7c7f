#include "core/figure/colour.h"

#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

struct Oklab {
    float lightness, green_red, blue_yellow;
};

float to_linear(std::uint8_t channel) {
    const float share = static_cast<float>(channel) / 255.0F;
    return share <= 0.04045F ? share / 12.92F : std::pow((share + 0.055F) / 1.055F, 2.4F);
}

std::uint8_t to_channel(float linear) {
    const float clamped = bounded(linear, 0.0F, 1.0F);
    const float share = clamped <= 0.0031308F ? clamped * 12.92F : 1.055F * std::pow(clamped, 1 / 2.4F) - 0.055F;
    return rounded_to<std::uint8_t>(share * 255.0F);
}

// Both matrices are from Björn Ottosson, "A perceptual color space for image processing" (2020).
Oklab oklab(Colour colour) {
    const auto [r, g, b] = linear_light(colour);
    const float l = std::cbrt(0.4122214708F * r + 0.5363325363F * g + 0.0514459929F * b);
    const float m = std::cbrt(0.2119034982F * r + 0.6806995451F * g + 0.1073969566F * b);
    const float s = std::cbrt(0.0883024619F * r + 0.2817188376F * g + 0.6299787005F * b);
    return {0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s,
            1.9779984951F * l - 2.4285922050F * m + 0.4505937099F * s,
            0.0259040371F * l + 0.7827717662F * m - 0.8086757660F * s};
}

Colour from_oklab(const Oklab& app, std::uint8_t alpha) {
    const float l = app.lightness + 0.3963377774F * app.green_red + 0.2158037573F * app.blue_yellow;
    const float m = app.lightness - 0.1055613458F * app.green_red - 0.0638541728F * app.blue_yellow;
    const float s = app.lightness - 0.0894841775F * app.green_red - 1.2914855480F * app.blue_yellow;
    const float l3 = l * l * l;
    const float m3 = m * m * m;
    const float s3 = s * s * s;
    return shown_light({4.0767416621F * l3 - 3.3077115913F * m3 + 0.2309699292F * s3,
                        -1.2684380046F * l3 + 2.6097574011F * m3 - 0.3413193965F * s3,
                        -0.0041960863F * l3 - 0.7034186147F * m3 + 1.7076147010F * s3},
                       alpha);
}

} // namespace

Colour faded(Colour colour, float opacity) {
    const float alpha = static_cast<float>(colour.a) * bounded(opacity, 0.0F, 1.0F);
    colour.a = rounded_to<std::uint8_t>(alpha);
    return colour;
}

LinearLight linear_light(Colour colour) {
    return {to_linear(colour.r), to_linear(colour.g), to_linear(colour.b)};
}

Colour shown_light(const LinearLight& light, std::uint8_t alpha) {
    return {to_channel(light.r), to_channel(light.g), to_channel(light.b), alpha};
}

float luminance(Colour colour) {
    const auto [r, g, b] = linear_light(colour);
    return 0.2126F * r + 0.7152F * g + 0.0722F * b;
}

Colour grey_of(Colour colour) {
    if (colour.r == colour.g && colour.g == colour.b)
        return colour;
    const float light = luminance(colour);
    return shown_light({light, light, light}, colour.a);
}

float contrast(Colour a, Colour b) {
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05F) / (darker + 0.05F);
}

float difference(Colour a, Colour b) {
    const Oklab left = oklab(a);
    const Oklab right = oklab(b);
    return std::hypot(left.lightness - right.lightness, left.green_red - right.green_red,
                      left.blue_yellow - right.blue_yellow);
}

Colour mixed(Colour from, Colour to, float share) {
    if (share <= 0)
        return from;
    if (share >= 1)
        return to;
    const Oklab a = oklab(from);
    const Oklab b = oklab(to);
    const auto between = [share](float x, float y) { return x + (y - x) * share; };
    const auto alpha = rounded_to<std::uint8_t>(between(static_cast<float>(from.a), static_cast<float>(to.a)));
    return from_oklab(
        {between(a.lightness, b.lightness), between(a.green_red, b.green_red), between(a.blue_yellow, b.blue_yellow)},
        alpha);
}

Colour ink_on(Colour background) {
    constexpr Colour dark = rgb(0x1d1d1f);
    constexpr Colour white = rgb(0xffffff);
    return contrast(background, dark) >= contrast(background, white) ? dark : white;
}

} // namespace attn
