#pragma once

#include "core/document/session/figure_request.h"
#include "core/figure/figure.h"
#include "core/figure/lenses/lens_captions.h"
#include "core/figure/lenses/lens_numbers.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The room that a picture may take on the page, in units of the figure.
struct FigureRoom {
    float width = 0;
    float height = 0;
    bool fills = false;                   ///< true: the user gave the width, and cells grow to fill it
    bool is_limited = false;              ///< true: the user gave the height, and the picture uses as much of it as it
                                          ///< needs
    float stretch = 1;                    ///< factor by which a picture may be higher than usual
    const SeriesLayout* series = nullptr; ///< null: the figure does not belong to a series
};

/// The part of the layer that a figure shows: one matrix, all heads or the whole layer.
enum class FigureScope : std::uint8_t { matrix, heads, layer };

/// A kind of figure. Each picture of the window has one of the same name; some kinds exist only on paper.
struct FigureKind {
    std::string_view name;
    std::string_view about;  ///< description of the kind
    std::string_view also{}; ///< another name for the kind
    FigureScope scope = FigureScope::matrix;
    std::optional<PictureId> picture{}; ///< the picture of the window that it shows
    std::string_view title{};           ///< title of the figure instead of the array's title
    std::string_view behind_title{};    ///< words after the stage's title: "all heads"
    std::optional<ArrayId> explains{};  ///< the array whose formula is beneath a figure of scope `layer`
    bool shows_options = false;         ///< true: the caption of a figure of scope `layer` names scale and mask
    bool tells_whose = false;           ///< true: the caption of a figure of scope `layer` names item and head
    bool shows_one_row = false; ///< true: a figure of scope `matrix` shows one row of the matrix, as the picture does
    bool shows_change = false;  ///< shows changes since the baseline
    bool chooses_heads = false; ///< the user can choose several heads, and only these are shown
    bool marks_when_asked = false; ///< a cell is marked only if the request names one
    bool has_sections = false;     ///< has one section for each array that it explains
    bool shows_baseline = false;   ///< shows the baseline's numbers too
    bool is_text = false;          ///< is text and has no picture
    float aspect = 0.75F;          ///< height of the picture divided by its width
    float most_stretch = 3;        ///< largest factor by which its height may grow so that its numbers have room
    float least_height = 0;
    bool fits_any_height = false; ///< a low page makes it smaller, down to a least height
    /// Fails if the kind cannot show the view state; the message says what it can show. Null: the kind can show all
    /// that its picture can.
    Result<void> (*fits)(const DrawContext& drawing) = nullptr;
    /// The matrices that the kind computes, for files of numbers. Null: such files hold the view state's array.
    std::vector<NamedMatrix> (*numbers)(const DrawContext& drawing) = nullptr;
    /// The caption, in place of the array's formula and shape. Null: formula and shape.
    LensCaption (*caption)(const DrawContext& drawing) = nullptr;
    /// Draws the figure. Null: draws it as the window does.
    void (*draw)(DisplayList& list, const DrawContext& drawing, const FigureRequest& request,
                 const FigureRoom& room) = nullptr;
};

/// All kinds.
std::span<const FigureKind> figure_kinds();
const FigureKind* find_figure_kind(std::string_view name);
/// The kind with that name; the error lists all names.
Result<const FigureKind*> figure_kind(std::string_view name);
/// True if a file of that kind with that ending contains numbers as text.
bool is_text(std::string_view kind, std::string_view ending);
/// The kind of figure that shows one matrix and nothing else.
const FigureKind& heatmap_kind();
/// The names of all kinds: "heatmap, product, softmax …".
std::string figure_kind_list();

/// Fails if the kind cannot show the view state; the message says what it can show.
Result<void> fits(const FigureKind& kind, const DrawContext& drawing);
/// The first stage that the kind can show; nullopt if there is none, or if the kind does not depend on a stage.
std::optional<ArrayId> first_fitting_stage(const FigureKind& kind, const DrawContext& drawing);

/// The options of the figure's matrix; nullopt for kinds that show more than one.
std::optional<HeatmapOptions> matrix_of(const FigureKind& kind, const DrawContext& drawing,
                                        const FigureRequest& request, const FigureRoom& room);

void draw(const FigureKind& kind, DisplayList& list, const DrawContext& drawing, const FigureRequest& request,
          const FigureRoom& room);

} // namespace attn
