#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// One way of drawing what the sight is on.
struct Picture {
    PictureId id{};
    std::string_view name;  ///< on the command line and in scripts: "heads"
    std::string_view label; ///< on a button
    std::string_view about; ///< what it shows, for menus and the search
    /// Whether the stage or weight in sight can be drawn so.
    bool (*fits)(const DrawContext& drawing) = nullptr;
    /// Lays it out within the area. Returns where controls that belong to it may stand; empty: there are none.
    Box (*draw)(DisplayList& list, const DrawContext& drawing, const Box& area) = nullptr;
    bool shows_all_heads = false;  ///< and not the selected one
    bool shows_change = false;     ///< since the baseline, over the values; others show the values alone
    bool shows_head_alone = false; ///< the selected one of the selected item, and what it is made from
};

/// All ways; the first that fits is a stage's own.
std::span<const Picture> pictures();
const Picture& picture(PictureId id);

/// The ways in which what is in sight can be drawn.
std::vector<PictureId> fitting_pictures(const DrawContext& drawing);

/// The way in which it is drawn: the one that the sight asks for, where it fits, else the stage's own; where a change
/// is to be seen, the first that shows it.
PictureId shown_picture(const DrawContext& drawing);
/// Whether the picture in sight shows the change since the baseline.
bool change_is_shown(const DrawContext& drawing);

} // namespace attn
