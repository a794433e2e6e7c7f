#pragma once

#include "core/document/session/steps.h"
#include "core/model/cell.h"
#include "core/notation/notation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What the colours of a figure are stretched over: its own matrix, all heads of the stage, or two fixed ends.
enum class FigureLimits : std::uint8_t { own, stage, fixed };

/// Where a figure goes, which says how large it is and how small its type may be; `free`: wherever it has room.
enum class FigureFit : std::uint8_t { free, column, article, text, page, slide, beamer };

/// A figure as an author asks for it; a recipe, when a session lists it. Everything counts from 0. What is not said is
/// as the session opens.
struct FigureRequest {
    std::string name;             ///< of the file that a recipe makes, without its ending
    std::string kind = "heatmap"; ///< by its name: core/figure/figure_kinds.h has them all
    std::optional<ArrayId> array;
    std::optional<ArrayId> section; ///< of notes and legend: what they have beside that array; none: all
    std::optional<Index> item;
    std::optional<Index> head;
    std::vector<Index>
        more_heads; ///< behind it: of documents each has its pages, of what compares heads only these are shown
    std::optional<Index> row;
    std::optional<Index> column;
    std::optional<NotationChoice> notation;
    std::optional<bool> tokens_as_columns;

    StepsShown steps = StepsShown::notes; ///< of a series, a document or the pipeline
    FigureFit fit = FigureFit::free;
    std::optional<float> width;   ///< centimetres; none: of `fit`, or as wide as it needs to be, up to a page's text
    std::optional<float> height;  ///< centimetres, at most; none: of `fit`, or as high as it needs to be
    float font_size = 7.6F;       ///< points, of the smallest type; labels are a little larger
    float dpi = 300;              ///< of PNG
    bool numbers = true;          ///< in cells, where they can be read
    std::optional<int> precision; ///< decimals of all numbers; none: the usual ones
    FigureLimits limits = FigureLimits::own;
    float lowest = -1; ///< where the limits are fixed
    float highest = 1;
    bool grey = false;
    bool dark = false;
    bool titled = true;
    std::string title; ///< empty: made from the stage
    bool captioned = true;
    bool standalone = false; ///< of TeX: a document, and no picture to \input
    bool overlay = false;    ///< built up in steps
    bool film = false;       ///< computed before the eyes
    float seconds = 1;       ///< that a film shows a step
    bool operator==(const FigureRequest&) const = default;
};

/// The heads that it asks for, in its order; empty: as the session opens.
std::vector<Index> heads_of(const FigureRequest& request);

/// The same request with its width, height and size of type in numbers: a side that it does not say is that of the
/// place where it goes.
FigureRequest with_size(FigureRequest request);

/// What a request may ask of a page.
constexpr float narrowest_figure = 1; // cm
constexpr float widest_figure = 200;
constexpr float lowest_figure = 1; // cm
constexpr float highest_figure = 200;
constexpr float smallest_font = 3; // points
constexpr float largest_font = 72;
constexpr float lowest_dpi = 20;
constexpr float highest_dpi = 2400;
constexpr int most_precise = 9;
// Decimals where nobody says how many: of numbers in cells, and of shares and arithmetic that is written out.
constexpr int usual_decimals = 2;
constexpr int usual_fine_decimals = 3;
constexpr float least_seconds = 0.05F;
constexpr float most_seconds = 600;

} // namespace attn
