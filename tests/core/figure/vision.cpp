#include "tests/core/figure/vision.h"

#include <array>

namespace attn {

namespace {

using Row = std::array<float, 3>;
/// A matrix to apply to linear light.
using Simulation = std::array<Row, 3>;

constexpr Simulation without_red{
    {{0.152286F, 1.052583F, -0.204868F}, {0.114503F, 0.786281F, 0.099216F}, {-0.003882F, -0.048116F, 1.051998F}}};
constexpr Simulation without_green{
    {{0.367322F, 0.860646F, -0.227968F}, {0.280085F, 0.672501F, 0.047413F}, {-0.011820F, 0.042940F, 0.968881F}}};
constexpr Simulation without_blue{
    {{1.255528F, -0.076749F, -0.178779F}, {-0.078411F, 0.930809F, 0.147602F}, {0.004733F, 0.691367F, 0.303900F}}};

Colour simulated(Colour colour, const Simulation& simulation) {
    const auto [r, g, b] = linear_light(colour);
    const auto sum = [r = r, g = g, b = b](const Row& row) { return row[0] * r + row[1] * g + row[2] * b; };
    return shown_light({sum(simulation[0]), sum(simulation[1]), sum(simulation[2])}, colour.a);
}

} // namespace

Colour as_seen(Colour colour, Vision vision) {
    switch (vision) {
    case Vision::typical:
        break;
    case Vision::deuteranopia:
        return simulated(colour, without_green);
    case Vision::protanopia:
        return simulated(colour, without_red);
    case Vision::tritanopia:
        return simulated(colour, without_blue);
    }
    return colour;
}

} // namespace attn
