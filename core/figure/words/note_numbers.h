#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"
#include "core/notation/notation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What this layer does besides what lecture notes write of a layer that is plain; empty where it does nothing else.
std::vector<std::string> besides(const DrawContext& drawing, ArrayId array);

/// What the formula takes for granted and this layer does not have; empty where it holds.
std::string broken_premise(const DrawContext& drawing, Premise premise);
/// The lengths that a broken premise speaks of.
std::vector<Fact> premise_facts(const DrawContext& drawing, Premise premise);

/// Whether the numbers that a note leads to are those of this layer. Shares are told from the scores that softmax
/// really reads; what is scaled otherwise, given or pinned is not what the note makes of its operands.
bool numbers_hold(const DrawContext& drawing, const NoteFormula& formula);

/// Which query's and which key's numbers stand beside notes.
struct NotePlaces {
    Index query = 0;
    Index key = 0;
};

/// The numbers of a note, for the chosen row and column.
class NoteNumbers {
public:
    /// `places`: instead of the cell in sight.
    explicit NoteNumbers(const DrawContext& drawing, std::optional<NotePlaces> places = {});

    /// The formula with its numbers, as TeX.
    std::string of(const NoteFormula& formula) const;
    /// Whose numbers they are, in the letters of the notes: "i = 4,\; \text{head } 2"; empty where they are lengths.
    std::string whose(const NoteFormula& formula) const;
    /// The cell of the array in the chosen row and column, as far as it reaches.
    CellId cell(ArrayId array) const;

private:
    std::string number(std::string_view name, Index line) const;
    std::string row(ArrayId array, Index line) const;
    double value(ArrayId array) const;
    double total(bool of_exponentials) const;
    /// Which row a note is of that speaks of one: of keys and values that of the key which is read.
    Index line_of(const NoteFormula& formula) const;

    const DrawContext& drawing_;
    CellId cell_;
    std::optional<NotePlaces> places_;
};

} // namespace attn
