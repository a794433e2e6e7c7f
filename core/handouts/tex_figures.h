#pragma once

#include "core/figure/figure.h"
#include "core/handouts/tex_document.h"
#include "core/handouts/tour.h"
#include "core/tensor/result.h"

#include <span>
#include <string>
#include <vector>

namespace attn {

/// Places of one kind, e.g. beside formulas. A figure takes the first of them that has room for all of it.
struct FigurePlaces {
    std::span<const FigurePlace> all;
    float font_size; ///< size of the smallest type, in points
};

/// A figure set in TeX. Its files belong to the document.
struct TexFigure {
    std::vector<std::string> stages; ///< TeX of each stage in which it is built up; the last is the whole figure
    std::string title;               ///< TeX
    std::string words;               ///< TeX of its caption behind the title; may be empty
    std::string kind;                ///< the requested one, or a heatmap if only the matrix has room
    bool is_whole = true;            ///< no number and no word is missing
    FigurePlace place{};
    std::string left_out{}; ///< TeX of the sentences on what had no room
};

/// A further figure of a step. Its title comes from the session or from the program.
struct FurtherFigure {
    std::string name;
    std::string title;
    std::string shows; ///< for the sentence "Figure 2 shows …"
    TexFigure drawn;
};

/// Draws the figures of a tour's steps for a LaTeX document, with the numbers of steps in their files' names. A figure
/// stands in the first place where all of it fits; otherwise in the first that fits its matrix, or a legible part of
/// it. Later kinds of places are for figures that do not fit the earlier ones.
class TexFigures {
public:
    /// `document` must outlive this object.
    explicit TexFigures(TexDocument& document) : document_(document) {}

    /// The picture of the next step. `built_up`: the steps in which it is built up; empty: none.
    Result<TexFigure> own(const Step& step, std::span<const FigurePlaces> places,
                          std::vector<FigureStep> built_up = {});
    /// The matrix of a step alone.
    Result<TexFigure> result(const Step& step, const FigurePlaces& places);
    /// The further figures of a step. Weights are left out if its own picture shows them, or if they have no room.
    Result<std::vector<FurtherFigure>> further(const Step& step, const TexFigure& own, const Session& session,
                                               const FigurePlaces& places);

private:
    struct Sized {
        FigureRequest request;
        FigurePlace place{};
        bool fits = false;
        bool is_whole = false;
    };
    Result<TexFigure> draw(const FigureSource& source, const FigureRequest& request, const std::string& name,
                           std::span<const FigurePlaces> places, std::vector<FigureStep> steps = {});
    static Sized in_best_place(FigureRequest request, const FigureSource& source, const FigurePlaces& places);

    TexDocument& document_;
    int number_ = 0; ///< number of the step whose figures are drawn
};

} // namespace attn
