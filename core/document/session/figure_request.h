#pragma once

#include "core/document/session/steps.h"
#include "core/model/cell.h"
#include "core/notation/notation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The range of a figure's colours: that of its matrix, of all heads of the stage, or fixed.
enum class FigureLimits : std::uint8_t { own, stage, fixed };

/// The place where a figure will be used. It determines the figure's size and smallest type; `free`: no limits.
enum class FigureFit : std::uint8_t { free, column, article, text, page, slide, beamer };

/// The colours of numbers: the program's, greys for print, or viridis, which gets lighter with larger numbers.
enum class FigurePalette : std::uint8_t { colour, grey, viridis };

/// The symbols in file names of series of figures: the array names of files and the command line, or those of the
/// notation.
enum class FileNames : std::uint8_t { arrays, notation };

/// A figure as an author requests it, or as a session lists it. Indices are counted from 0. Options that are not set
/// follow the session.
struct FigureRequest {
    std::string name;             ///< name of its file, without ending
    std::string kind = "heatmap"; ///< name in core/figure/figure_kinds.h
    std::optional<ArrayId> array;
    std::optional<ArrayId> section; ///< the only section that notes and legend show; nullopt: all
    std::optional<Index> item;
    std::optional<Index> head;
    std::vector<Index> more_heads; ///< further heads: documents have pages for each, and comparisons show only these
    std::optional<Index> row;
    std::optional<Index> column;
    std::optional<NotationChoice> notation;
    std::optional<bool> tokens_as_columns;

    StepsShown steps = StepsShown::notes; ///< the steps that series, documents and the pipeline show
    FigureFit fit = FigureFit::free;
    std::optional<float> width;   ///< centimetres; nullopt: depends on `fit`, or as wide as needed, up to the width of
                                  ///< a page's text
    std::optional<float> height;  ///< maximum in centimetres; nullopt: depends on `fit`, or as high as needed
    float font_size = 7.6F;       ///< size of the smallest type in points; labels are a little larger
    float dpi = 300;              ///< resolution of a PNG, in dots per inch
    bool numbers = true;          ///< shows numbers in cells if they are large enough to be read
    std::optional<int> precision; ///< decimals of all numbers; nullopt: the defaults
    FigureLimits limits = FigureLimits::own;
    float lowest = -1; ///< lower end of a fixed range
    float highest = 1;
    FigurePalette palette = FigurePalette::colour;
    bool dark = false;
    bool titled = true;
    std::string title; ///< title of the figure; empty: the array's title
    bool captioned = true;
    bool standalone = false;                  ///< true: TeX is a whole document; false: a picture for \input
    bool overlay = false;                     ///< built up in steps, for slides
    bool film = false;                        ///< a film of the computation
    float seconds = 1;                        ///< duration of each step in a film
    FileNames file_names = FileNames::arrays; ///< names of the files of a series

    bool is_grey() const { return palette == FigurePalette::grey; }
    bool operator==(const FigureRequest&) const = default;
};

/// The heads that the request names, in its order; empty: the one that the session opens on.
std::vector<Index> heads_of(const FigureRequest& request);

/// The request with width, height and size of type set. Sides that it does not set depend on `fit`.
FigureRequest with_size(FigureRequest request);

/// The limits of a request.
constexpr float narrowest_figure = 1; // cm
constexpr float widest_figure = 200;
constexpr float lowest_figure = 1; // cm
constexpr float highest_figure = 200;
constexpr float smallest_font = 3; // points
constexpr float largest_font = 72;
constexpr float lowest_dpi = 20;
constexpr float highest_dpi = 2400;
constexpr int most_precise = 9;
// Default decimals: of numbers in cells, and of shares and written arithmetic.
constexpr int usual_decimals = 2;
constexpr int usual_fine_decimals = 3;
constexpr float least_seconds = 0.05F;
constexpr float most_seconds = 600;

} // namespace attn
