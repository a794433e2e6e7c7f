#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/pictures/notes.h"
#include "core/handouts/displayed_formula.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A formula beside a step of the tour, in the reader's notation.
struct StepFormula {
    std::string tex;
    std::string numbers;                ///< in this layer: "4 = \frac{8}{2}"; may be empty
    std::string whose;                  ///< the place of the numbers: "i = 4"; may be empty
    bool is_applied = false;            ///< the worked cell uses it
    std::vector<std::string> remarks{}; ///< on this formula, as TeX
};

/// The TeX of a display and its height.
struct Display {
    std::string tex;
    float height; ///< centimetres
};

/// A formula with its numbers beside it, or beneath it if the line has no room.
Display formula_with_numbers(const StepFormula& formula, const FormulaLines& lines, const Typesetter& typesetter);

/// The formulas and remarks beside a step of the tour.
struct StepFormulas {
    std::vector<StepFormula> formulas;
    std::vector<NoteLine> remarked; ///< lines of the notes with a remark, or that do not hold here
};

/// Assigns the formulas of the notes to the steps, each formula to one step and once; with the notation's own formulas
/// where those say more.
class FormulasOfSteps {
public:
    /// `walked`: the arrays that have a step. `most`: the most summands of a worked cell. `said`: formulas that were
    /// shown before.
    FormulasOfSteps(std::set<ArrayId> walked, NotePlaces places, std::size_t most, std::set<std::string> said = {})
        : walked_(std::move(walked)), places_(places), most_summands_(most), said_(std::move(said)) {}

    /// The formulas beside the step of the array in view. `goes_on`: another head's step has shown the notes' formulas.
    StepFormulas beside(const DrawContext& drawing, bool goes_on);
    /// The notes' formulas for the array in view that only hold for several heads, after those for one head.
    std::vector<StepFormula> of_several_heads(const DrawContext& drawing);
    const std::set<std::string>& said() const { return said_; }

private:
    std::size_t add_notes_beside(std::vector<NoteLine>& lines, const DrawContext& drawing, ArrayId array);

    std::set<ArrayId> walked_;
    NotePlaces places_;
    std::size_t most_summands_;
    std::set<std::string> said_; ///< formulas shown so far
};

} // namespace attn
