#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/pictures/notes.h"

#include <set>
#include <string>
#include <vector>

namespace attn {

/// A formula beside a step of the tour, in the reader's notation.
struct StepFormula {
    std::string tex;
    std::string numbers;          ///< in this layer: "4 = \frac{8}{2}"; may be empty
    std::string whose;            ///< the place of the numbers: "i = 4"; may be empty
    bool is_applied = false;      ///< the worked cell uses it
    std::vector<Prose> remarks{}; ///< on this formula
};

/// The formulas and remarks beside a step of the tour.
struct StepFormulas {
    std::vector<StepFormula> formulas;
    std::vector<Prose> remarks; ///< those that belong to none of the formulas
};

/// Assigns the formulas of the notes to the steps, each formula to one step and once; with the notation's own formulas
/// where those say more.
class FormulasOfSteps {
public:
    /// The arrays that have a step, and the query and key for which they are worked out, in the next steps. Formulas
    /// that were shown in earlier steps are not repeated.
    void begin(std::set<ArrayId> walked, NotePlaces places) {
        walked_ = std::move(walked);
        places_ = places;
    }

    /// The formulas beside the step of the array in view. `goes_on`: another head's step has shown the notes' formulas.
    StepFormulas beside(const DrawContext& drawing, bool goes_on, std::size_t most_summands);
    /// The notes' formulas for the array in view that only hold for several heads, after those for one head.
    StepFormulas of_several_heads(const DrawContext& drawing);

private:
    std::size_t add_notes_beside(std::vector<NoteLine>& lines, const DrawContext& drawing, ArrayId array,
                                 std::size_t most_summands);
    StepFormulas gathered(const std::vector<NoteLine>& lines);

    std::set<ArrayId> walked_;
    NotePlaces places_;
    std::set<std::string> said_;        ///< formulas shown so far
    std::set<std::string> said_unlike_; ///< reasons given so far why a formula does not hold
};

} // namespace attn
