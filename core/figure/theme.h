#pragma once

#include "core/figure/colour.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace attn {

/// The two sets of colours.
enum class Look : std::uint8_t { light, dark };

/// The UI colours, and the colours at the ends of palettes.
struct Theme {
    Look look{};
    Colour background; ///< the centre of the window
    Colour panel;      ///< panels, bars, figures on paper
    Colour field;      ///< inside of input fields
    Colour ink;        ///< text, selection
    Colour dim;        ///< secondary text
    Colour hairline;   ///< the one line colour
    Colour connector;  ///< lines of the pipeline, leaders from operand to result

    Colour negative; ///< diverging data
    Colour zero;
    Colour positive;
    Colour attention_low; ///< colour of attention weight 0
    Colour attention_high;
    Colour grey_low; ///< lower end of the grey palette, for print
    Colour grey_high;

    Colour masked; ///< ground of a masked cell
    Colour hatch;  ///< the lines of its hatching
    Colour not_a_number;
    Colour minus_infinity;
    Colour plus_infinity;

    std::array<Colour, 8> heads; ///< edges that tell heads apart; used for nothing else
};

/// The constants of a look.
const Theme& theme(Look look);

/// The edge colour of head `head` (from 0); they repeat after eight.
inline Colour head_colour(const Theme& theme, std::ptrdiff_t head) {
    return theme.heads.at(static_cast<std::size_t>(head) % theme.heads.size());
}

/// The sizes of gaps in logical pixels.
namespace space {
constexpr float tiny = 4;
constexpr float small = 8;
constexpr float medium = 12;
constexpr float large = 16;
constexpr float huge = 20;
constexpr float section = 32;
} // namespace space

/// Sizes of type in logical pixels.
namespace type_size {
constexpr float small = 11;
constexpr float normal = 13;
constexpr float large = 20;
} // namespace type_size

/// Sizes of the window's parts, in logical pixels.
namespace measure {
constexpr float bar = 48;
constexpr float pipeline = 224;
constexpr float inspector = 340;
constexpr float lesson = 300;
constexpr float strip = 48; // height of the list of steps while a lesson is open
constexpr float tokens = 108;
constexpr float corner = 6;
/// The least width of a cell that always shows its number; its height may be half of that.
constexpr float numbered_cell = 34;
/// The least size of type for numbers in smaller cells.
constexpr float smallest_cell_type = 8;
/// The least size of a cell that is marked if its number is NaN or infinite.
constexpr float marked_cell = 10;
/// The least size of a cell that is hatched if it is grey and its number negative.
constexpr float hatched_cell = 2;
} // namespace measure

} // namespace attn
