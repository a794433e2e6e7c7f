#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"
#include "core/notation/notation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The steps of this layer at the array that a plain layer, as in lecture notes, lacks; may be empty.
std::vector<Prose> besides(const DrawContext& drawing, ArrayId array);
/// The steps of this layer that the formula lacks, at its array and at the arrays that the formula skips.
std::vector<Prose> besides(const DrawContext& drawing, const NoteFormula& formula);

/// The reason why a premise does not hold in this layer; empty if it holds.
std::string broken_premise(const DrawContext& drawing, Premise premise);
/// The reason why a premise of the formula does not hold, for the first such premise; nullopt if all hold.
std::optional<Claim> broken_premise(const DrawContext& drawing, const NoteFormula& formula);

/// True if the formula, with this layer's operands, gives this layer's numbers. Attention weights are computed from the
/// scores that softmax reads; a number that is scaled otherwise, given or pinned differs from the formula.
bool numbers_hold(const DrawContext& drawing, const NoteFormula& formula);

/// The query and the key whose numbers are beside the formulas of notes.
struct NotePlaces {
    Index query = 0;
    Index key = 0;
};

/// The numbers of formulas of the notes, for the selected row and column.
class NoteNumbers {
public:
    /// `places` replaces the row and column of the selected cell.
    explicit NoteNumbers(const DrawContext& drawing, std::optional<NotePlaces> places = {});

    /// False if the layer has no such row: with 5 queries and 3 keys, V has no fourth row.
    bool exist(const NoteFormula& formula) const;
    /// The formula with its numbers, as TeX.
    std::string of(const NoteFormula& formula) const;
    /// The indices that the numbers belong to, in the letters of the notes: "i = 4,\; \text{head } 2"; empty for
    /// lengths.
    std::string whose(const NoteFormula& formula) const;
    /// The cell of the array in the selected row and column, or in its last ones if it is smaller.
    CellId cell(ArrayId array) const;

private:
    std::string number(std::string_view name, Index line) const;
    std::string row(ArrayId array, Index line) const;
    float value(ArrayId array) const;
    float total(bool of_exponentials) const;
    /// The row that a formula is about: for k_j the key's, for q_i the query's. If `places` are given, K and V use
    /// their key, whatever the formula's letter is.
    Index line_of(const NoteFormula& formula) const;

    const DrawContext& drawing_;
    CellId cell_;
    Index key_ = 0;
    bool is_of_places_;
};

} // namespace attn
