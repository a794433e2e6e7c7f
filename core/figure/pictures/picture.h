#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// One way of drawing the stage or weight in sight, and all that is peculiar to it.
struct Picture {
    /// The steps in which a picture is computed before the eyes, or built up on slides.
    enum class Steps : std::uint8_t {
        none,           ///< it is drawn at once
        cells,          ///< cell by cell
        terms,          ///< cell by cell, the chosen cell term by term
        softmax_levels, ///< a row on its way from scores to shares
        values,         ///< the values of one row, the largest share first
        joining         ///< the heads' outputs slide together
    };
    /// The numbers that a picture shows, with those that they are made from.
    enum class Shows : std::uint8_t {
        anything,
        one_head, ///< the selected one of the selected item
        each_head ///< every head of the selected item
    };

    std::string_view name;         ///< on the command line and in scripts: "heads"
    std::string_view label = name; ///< on a button
    std::string_view about;        ///< what it shows, for menus and the search
    /// True if the picture can show the stage or weight in sight.
    bool (*fits)(const DrawContext& drawing) = nullptr;
    /// Lays it out within the area. Returns where controls that belong to it may stand; empty: there are none.
    Box (*draw)(DisplayList& list, const DrawContext& drawing, const Box& area) = nullptr;
    bool shows_all_heads = false; ///< and not the selected one
    bool compares_heads = false;  ///< they stand beside each other
    bool shows_all_items = false; ///< and not the selected one
    bool shows_change = false;    ///< since the baseline, over the values; others show the values alone
    bool shows_one_row = false;   ///< of a matrix, not all of it
    bool shows_way = false; ///< of one token through all stages: their numbers count as those of the stage in sight
    Shows shows = Shows::anything;
    bool zooms = true;             ///< cells grow and the rest stays; otherwise all of it is enlarged as it is
    bool stays = false;            ///< when another stage is gone to
    Steps played = Steps::none;    ///< in the window
    Steps built_up = Steps::none;  ///< in figures for slides and films
    bool has_readings = false;     ///< it can be read by cells, by rows and as outer products
    bool has_temperature = false;  ///< a slider for it stands where `draw` says
    bool has_dragged_bars = false; ///< bars of exponentials, whose ends follow the mouse
    std::string_view hint{};       ///< what to try with it; empty: with the stage
    std::string_view title{}; ///< of the window instead of the stage's, in which {token} is the token of the chosen row

    PictureId id() const { return PictureName{name}; }
};

/// All pictures; the first that fits a stage is the stage's own.
std::span<const Picture> pictures();
const Picture& picture(PictureId id);

/// The ways in which what is in sight can be drawn.
std::vector<PictureId> fitting_pictures(const DrawContext& drawing);

/// The way in which it is drawn: the one that the sight asks for, where it fits, else the stage's own; where a change
/// is to be seen, the first that shows it.
PictureId shown_picture(const DrawContext& drawing);
/// True if the picture in sight shows the change since the baseline.
bool change_is_shown(const DrawContext& drawing);

} // namespace attn
