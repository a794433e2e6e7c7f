#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// A picture that can show the selected stage or weight, and its properties.
struct Picture {
    /// The steps in which a picture is animated, or built up on slides.
    enum class Steps : std::uint8_t {
        none,           ///< drawn at once
        cells,          ///< cell by cell
        terms,          ///< cell by cell; the selected cell term by term
        softmax_levels, ///< a row from scores to attention weights
        values,         ///< the values of one row, the largest attention weight first
        joining         ///< the heads' outputs slide together
    };
    /// The numbers that a picture shows, in addition to those of the selected array.
    enum class Shows : std::uint8_t {
        anything,
        one_head, ///< those of the selected head of the selected item
        each_head ///< those of all heads of the selected item
    };

    std::string_view name;         ///< name of the picture on the command line and in scripts: "heads"
    std::string_view label = name; ///< words on the picture's button
    std::string_view about;        ///< its description, for menus and the search
    /// True if the picture can show the selected stage or weight.
    bool (*fits)(const DrawContext& drawing) = nullptr;
    /// Draws the picture within the area. Returns the place for controls that belong to it; empty if there are none.
    Box (*draw)(DisplayList& list, const DrawContext& drawing, const Box& area) = nullptr;
    bool shows_all_heads = false; ///< shows all heads instead of the selected one
    bool compares_heads = false;  ///< shows heads side by side
    bool shows_all_items = false; ///< shows all items instead of the selected one
    bool shows_change = false;    ///< can show changes since the baseline
    bool shows_one_row = false;   ///< shows one row of a matrix
    bool shows_way = false;       ///< shows one token in all stages, so that all their numbers count as shown
    Shows shows = Shows::anything;
    bool zooms = true;             ///< true: only cells are zoomed; false: all of the picture is
    bool stays = false;            ///< stays selected when the user goes to another stage
    Steps played = Steps::none;    ///< animation in the window
    Steps built_up = Steps::none;  ///< steps on slides and in films
    bool has_readings = false;     ///< can be read by cells, by rows and as outer products
    bool has_temperature = false;  ///< has a slider for the temperature at the place that `draw` returns
    bool has_dragged_bars = false; ///< has bars of exponentials that the mouse can drag
    std::string_view hint{};       ///< a thing that the user may try; empty: the hint of the stage
    std::string_view title{}; ///< title of the window, in place of the stage's; {token} is the selected row's token

    PictureId id() const { return PictureName{name}; }
};

/// All pictures. The first that fits a stage is shown unless the user chooses another.
std::span<const Picture> pictures();
const Picture& picture(PictureId id);

/// The pictures that can show the selected stage or weight.
std::vector<PictureId> fitting_pictures(const DrawContext& drawing);

/// The picture that is shown: the one that the view state asks for if it fits, or else the stage's own. If changes are
/// shown, it is the first that can show them.
PictureId shown_picture(const DrawContext& drawing);
/// True if the shown picture shows changes since the baseline.
bool change_is_shown(const DrawContext& drawing);

} // namespace attn
