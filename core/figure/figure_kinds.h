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
    bool fills = false;                   ///< the width was asked for: cells grow to fill it
    bool is_limited = false;              ///< the height was asked for: the picture takes as much of it as it needs
    float stretch = 1;                    ///< how much higher a picture may be than it likes to be
    const SeriesLayout* series = nullptr; ///< none: the figure stands by itself
};

/// The part of the layer that a figure shows: one matrix, all heads or the whole layer.
enum class FigureScope : std::uint8_t { matrix, heads, layer };

/// A kind of figure. Every picture of the window is one, by its name; so are a few that the window has not.
struct FigureKind {
    std::string_view name;
    std::string_view about;  ///< what it shows
    std::string_view also{}; ///< another name that it may be called by
    FigureScope scope = FigureScope::matrix;
    std::optional<PictureId> picture{}; ///< which one of the window it is
    std::string_view title{};           ///< instead of the stage's
    std::string_view behind_title{};    ///< "all heads", behind the stage's
    std::optional<ArrayId> explains{};  ///< of a whole layer: whose formula stands beneath
    bool shows_options = false;         ///< of a whole layer: scale and mask
    bool tells_whose = false;           ///< of a whole layer: whose numbers it shows
    bool shows_one_row = false;         ///< of a matrix, not all of it; as its picture has it
    bool shows_change = false;          ///< since the baseline
    bool chooses_heads = false;         ///< several heads can be asked for, and only they are shown
    bool marks_when_asked = false;      ///< a cell stands out only where the request names one
    bool has_sections = false;          ///< one for each array that it tells of
    bool shows_baseline = false;        ///< beside the numbers of now
    bool is_text = false;               ///< it has no picture
    float aspect = 0.75F;               ///< a picture's height, where its width is 1
    float most_stretch = 3;             ///< how many times as high it may be so that its numbers have room
    float least_height = 0;
    bool fits_any_height = false; ///< a low page makes it smaller, down to where it reaches beyond the page
    /// Fails if the kind cannot show the subject; the message says what it can show. Null: it can wherever its picture
    /// fits.
    Result<void> (*fits)(const DrawContext& drawing) = nullptr;
    /// The matrices that the kind computes for itself, which files of numbers hold; null: they hold the array.
    std::vector<NamedMatrix> (*numbers)(const DrawContext& drawing) = nullptr;
    /// The caption in place of the array's formula and shape; null: formula and shape.
    LensCaption (*caption)(const DrawContext& drawing) = nullptr;
    /// Draws the figure; null: as the window draws it.
    void (*draw)(DisplayList& list, const DrawContext& drawing, const FigureRequest& request,
                 const FigureRoom& room) = nullptr;
};

/// All kinds.
std::span<const FigureKind> figure_kinds();
const FigureKind* find_figure_kind(std::string_view name);
/// The kind of that name; fails with the names that there are.
Result<const FigureKind*> figure_kind(std::string_view name);
/// True if a file of that kind with that ending holds numbers as text.
bool is_text(std::string_view kind, std::string_view ending);
/// The kind of figure that shows one matrix and nothing else.
const FigureKind& heatmap_kind();
/// The names of all kinds: "heatmap, product, softmax …".
std::string figure_kind_list();

/// Fails if the kind cannot show the subject; the message says what it can show.
Result<void> fits(const FigureKind& kind, const DrawContext& drawing);
/// The first stage that the kind can show; none where there is no such stage, or where stages do not matter.
std::optional<ArrayId> first_fitting_stage(const FigureKind& kind, const DrawContext& drawing);

/// The options of the figure's one matrix; nothing for kinds that show more than one.
std::optional<HeatmapOptions> matrix_of(const FigureKind& kind, const DrawContext& drawing,
                                        const FigureRequest& request, const FigureRoom& room);

void draw(const FigureKind& kind, DisplayList& list, const DrawContext& drawing, const FigureRequest& request,
          const FigureRoom& room);

} // namespace attn
