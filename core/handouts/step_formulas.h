#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/pictures/notes.h"
#include "core/handouts/displayed_formula.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A formula beside a step, as the notation writes it.
struct StepFormula {
    std::string tex;
    std::string numbers;                ///< this layer's: "4 = \frac{8}{2}"; may be empty
    std::string whose;                  ///< they are: "i = 4"; may be empty
    bool is_applied = false;            ///< a cell is worked out by it
    std::vector<std::string> remarks{}; ///< on it, as TeX
};

/// What stands in a display.
struct Display {
    std::string tex;
    float height; ///< centimetres
};

/// A formula with its numbers beside it, or beneath it where a line has no room.
Display formula_with_numbers(const StepFormula& formula, const FormulaLines& lines, const Typesetter& typesetter);

/// What stands beside a step of the walk.
struct StepFormulas {
    std::vector<StepFormula> formulas;
    std::vector<NoteLine> remarked; ///< lines of the notes that have a remark, or that do not hold here
};

/// The formulas of the notes, each beside the step that it belongs to and there once; those of the notation, where they
/// say more.
class FormulasOfSteps {
public:
    /// `walked`: what steps are about. `most`: summands of a cell that is worked out. `said`: formulas that stand
    /// before.
    FormulasOfSteps(std::set<ArrayId> walked, NotePlaces places, std::size_t most, std::set<std::string> said = {})
        : walked_(std::move(walked)), places_(places), most_summands_(most), said_(std::move(said)) {}

    /// Of the array in sight. `goes_on`: the notes' have been said of another head of it.
    StepFormulas beside(const DrawContext& drawing, bool goes_on);
    /// What the notes write of that array where there are several heads, behind what they write of one.
    std::vector<StepFormula> of_several_heads(const DrawContext& drawing);
    const std::set<std::string>& said() const { return said_; }

private:
    std::size_t add_notes_beside(std::vector<NoteLine>& lines, const DrawContext& drawing, ArrayId array);

    std::set<ArrayId> walked_;
    NotePlaces places_;
    std::size_t most_summands_;
    std::set<std::string> said_; ///< formulas beside anything else
};

} // namespace attn
