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
    std::string whose;            ///< indices to which the numbers belong: "i = 4"; may be empty
    bool is_applied = false;      ///< the worked cell uses it
    std::vector<Prose> remarks{}; ///< on this formula
};

/// The formulas and remarks beside a step of the tour.
struct StepFormulas {
    std::vector<StepFormula> formulas;
    std::vector<Prose> remarks; ///< those that belong to none of the formulas
};

/// Assigns each formula of the notes to one step. The notation's own formulas are added where they say more.
class FormulasOfSteps {
public:
    /// Begins a part of the tour. `walked`: the arrays with a step in this part. `places`: the query and key whose
    /// cells are worked out. Formulas that earlier steps have shown are not repeated.
    void begin(std::set<ArrayId> walked, NotePlaces places) {
        walked_ = std::move(walked);
        places_ = places;
    }

    /// The formulas beside the step of the array in view. `goes_on`: the step of another head has shown the notes'
    /// formulas.
    StepFormulas beside(const DrawContext& drawing, bool goes_on, std::size_t most_summands);
    /// The notes' formulas for the array in view that no earlier step has shown, after the steps of a single head.
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
