#pragma once

#include "core/figure/figure.h"
#include "core/figure/pictures/draw_context.h"
#include "core/handouts/step_formulas.h"
#include "core/model/claim.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The choice of what a tour tells. All documents of a layer are written from one tour.
struct TourChoice {
    FigureRequest shown;           ///< its item, head, row, column, notation and orientation of tokens
    bool tells_notes = false;      ///< with the parts, formulas and further figures of lecture notes
    std::size_t most_summands = 8; ///< most summands written in a worked cell
};

/// A figure of a step beside the step's own picture.
struct StepFigure {
    FigureRequest request;
    std::string name;        ///< name of its file: "A-heads"
    bool is_listed = false;  ///< the session lists it
    bool is_operand = false; ///< shows weights; left out if the step's own picture shows them
};

/// The part of a tour that begins with a step. Some notes explain one head as a layer of its own before all heads.
enum class TourPart : std::uint8_t { none, one_head, all_heads };

/// A step of the tour: an array, the cell that is followed through it, and the words and formulas about both.
struct Step {
    const FigureSource* source = nullptr; ///< the layer, or one head as a layer of its own
    FigureRequest request;                ///< its picture, with the followed cell
    FigureStep revealed;                  ///< the part to show of a picture that several steps share
    CellId cell{0, ArrayId{}};            ///< the followed cell
    std::string name;                     ///< the array's name, "scores", or "scores-2" if several heads have steps
    TourPart begins = TourPart::none;
    bool goes_on = false;            ///< the step before it is about the same array of another head
    bool is_of_all_heads = false;    ///< shows all heads' matrices side by side; has no followed cell
    Prose title;                     ///< the question that the array answers
    std::string whose;               ///< "head 1 of 2; item 1 of 3"; may be empty
    std::string symbol;              ///< the array's symbol, as TeX
    std::vector<std::string> rules;  ///< the formulas of the array and of one cell, with names in angle brackets
    StepFormulas notes;              ///< the formulas of the notes
    Prose subject;                   ///< the followed cell in words
    std::string worked;              ///< the cell worked out: "s₁‚₃ = 2 × 1 + 0 × 1 = 2"
    std::string worked_tex;          ///< the same as TeX
    Claims meaning;                  ///< the meaning of the cell's number
    std::vector<StepFigure> figures; ///< further ones
};

/// The steps of a layer in the order of computing, with the sources that they refer to.
struct Tour {
    struct Sources;
    std::shared_ptr<Sources> sources;
    const Session& session; ///< in the requested notation and orientation of tokens, as the steps' sources are
    std::vector<Step> steps;
    Index first_head = 0; ///< the one that is explained as a layer of its own
};

/// The tour of a layer. The source must outlive it. Fails as figure_cell does, if a figure that the session lists
/// cannot be drawn, and if a baseline has another shape.
Result<Tour> tour(const FigureSource& source, const TourChoice& choice);

/// The title as a label or a file's name: "by-hand" for "By hand!".
std::string slug(std::string_view title);

} // namespace attn
