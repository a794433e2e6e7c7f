#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"
#include "core/notation/notation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The steps of this layer at the array that a plain layer, as in lecture notes, does not have; empty where there are
/// none.
std::vector<Prose> besides(const DrawContext& drawing, ArrayId array);
/// The steps of this layer that the formula does not have: at its array, and at those arrays that the formula leaves
/// out.
std::vector<Prose> besides(const DrawContext& drawing, const NoteFormula& formula);

/// The reason why a premise does not hold in this layer; empty where it does.
std::string broken_premise(const DrawContext& drawing, Premise premise);
/// The reason why the first of the formula's premises that fails does not hold; `nullopt` where all of them do.
std::optional<Claim> broken_premise(const DrawContext& drawing, const NoteFormula& formula);

/// True if the formula, with this layer's operands, gives this layer's numbers. Shares follow from the scores that
/// softmax really reads; a number scaled otherwise, given or pinned differs from the formula's.
bool numbers_hold(const DrawContext& drawing, const NoteFormula& formula);

/// The query and the key whose numbers stand beside notes.
struct NotePlaces {
    Index query = 0;
    Index key = 0;
};

/// The numbers of a note, for the chosen row and column.
class NoteNumbers {
public:
    /// `places` replaces the row and column of the cell in sight.
    explicit NoteNumbers(const DrawContext& drawing, std::optional<NotePlaces> places = {});

    /// False if a row that the formula names is not there: with 5 queries and 3 keys the third row is the last of V.
    bool exist(const NoteFormula& formula) const;
    /// The formula with its numbers, as TeX.
    std::string of(const NoteFormula& formula) const;
    /// The indices that the numbers belong to, in the letters of the notes: "i = 4,\; \text{head } 2"; empty where they
    /// are lengths.
    std::string whose(const NoteFormula& formula) const;
    /// The cell of the array in the chosen row and column, as far as it reaches.
    CellId cell(ArrayId array) const;

private:
    std::string number(std::string_view name, Index line) const;
    std::string row(ArrayId array, Index line) const;
    float value(ArrayId array) const;
    float total(bool of_exponentials) const;
    /// The row of an array that a note speaks of: of k_j the key's, of q_i the query's. Places say by themselves which
    /// key K and V are read at, whatever letter the note has for it.
    Index line_of(const NoteFormula& formula) const;

    const DrawContext& drawing_;
    CellId cell_;
    Index key_ = 0;
    bool is_of_places_;
};

} // namespace attn
