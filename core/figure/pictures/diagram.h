#pragma once

#include "core/engine/trace.h"
#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/text.h"
#include "core/model/arrays.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The bands of the diagram that show a stage, in the order of computing.
class Bands {
public:
    Bands(const Trace& trace, std::span<const ArrayId> shown);

    bool is_shown(ArrayId stage) const { return place(stage).shown; }
    Band band_of(ArrayId stage) const { return place(stage).band; }
    /// The index of a stage's band among the shown ones.
    int row(ArrayId stage) const { return place(stage).row; }
    int count() const { return count_; }

private:
    struct Place {
        bool shown = false;
        Band band = Band::input;
        int row = 0;
    };

    Place& place(ArrayId stage) { return places_[static_cast<std::size_t>(stage)]; }
    const Place& place(ArrayId stage) const { return places_[static_cast<std::size_t>(stage)]; }

    std::vector<Place> places_; ///< place of each stage, by ArrayId
    int count_ = 0;
};

/// An arrow from one stage to another, with the weight that is written on it, or a sign between neighbours.
struct Arrow {
    ArrayId from;
    ArrayId to;
    std::optional<ArrayId> weight;
    std::string_view sign;
};

/// The arrows from the operands of all shown stages. If an operand is not shown, the arrow comes from what that is made
/// from.
std::vector<Arrow> arrows_of(const Trace& trace, const Bands& bands);

/// The size of a stage's picture: at most `most`, with cells at most `largest_cell` wide.
Point stage_size(const DrawContext& drawing, ArrayId stage, Point most, float largest_cell);
/// The number of sheets that are drawn behind a stage's picture, one for each other head, but at most two; they are
/// `between_sheets` apart.
Index sheets_behind(const DrawContext& drawing, ArrayId stage);
constexpr float between_sheets = 3;
/// The shape of a stage: "4×8", for a batch "2×4×8".
std::string stage_shape(const DrawContext& drawing, ArrayId stage);
/// Adds a stage as a small picture with an edge, and the sheets of other heads behind it.
void add_stage(DisplayList& list, const DrawContext& drawing, ArrayId stage, const Box& box, const Clip& clip = {});
/// The symbol of a weight on an arrow, for all heads.
Typeset weight_name(const DrawContext& drawing, ArrayId weight, Colour colour);

} // namespace attn
