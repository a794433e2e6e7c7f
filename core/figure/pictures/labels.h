#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/arrays.h"
#include "core/notation/named_words.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What the rows or columns of an array stand for on the screen.
enum class Role : std::uint8_t { single, queries, keys, width };

/// The names of an array's rows or columns.
struct Names {
    Role role = Role::width;
    std::vector<std::string> labels; ///< tokens, or "1", "2" …
    std::string title;               ///< "queries: who reads"; may be empty
};
Names row_names(const DrawContext& drawing, ArrayId array);
Names column_names(const DrawContext& drawing, ArrayId array);
Role row_role(ArrayId array);
Role column_role(ArrayId array);

/// "5" as "₅".
std::string subscript(Index number);
/// Head 0 as "⁽¹⁾"; where the notation counts from 0 as "⁽⁰⁾". The only head has no number.
std::string head_mark(const Session& session, Index head);
/// The number of a head as the notation counts them, and of the last one.
Index head_number(const Session& session, Index head);
/// "of 8"; where the notation counts heads from 0, "of 0–7".
std::string of_all_heads(const DrawContext& drawing);
/// The head in sight: "head 2 of 8".
std::string head_words(const DrawContext& drawing);
/// Those that are chosen of all: "heads 1 and 3 of 8".
std::string words_of_heads(const DrawContext& drawing);
/// So many from the first on: "Heads 2 to 4 of 8", "Head 2 of 8"; `word`: as a head is called there.
std::string words_of_heads(const DrawContext& drawing, Index first, Index count, std::string_view word = "Head");

/// The token with its number: "the₅". `keys`: of the sequence that is read.
std::string token_name(const DrawContext& drawing, bool keys, Index token);
/// Of several tokens, at least one, in a sentence: "rose₁ and rose₄"; many are counted, "5 tokens".
std::string token_names(const DrawContext& drawing, bool keys, std::span<const Index> tokens);
/// The array in words, of those that heads have of the head in sight: "scores⁽¹⁾", "X", "W_Q⁽²⁾".
std::string array_label(const DrawContext& drawing, ArrayId array);
/// The same of any head; where the notation sets heads below, "A₁".
std::string matrix_name(const DrawContext& drawing, ArrayId array, Index head);
std::string matrix_name(const Session& session, ArrayId array, Index head);
/// What one cell is about: "the₅ reads cat₂", "cat₂, 3 of 4".
std::string cell_words(const DrawContext& drawing, const CellId& cell);

/// The array's symbol, what all of it is, and what one of its cells is, in the session's notation: formulas that are
/// still to be written in it. The last two are empty for weights.
std::string symbol_of(ArrayId array);
std::string formula_of(const Session& session, ArrayId array);
std::string cell_formula_of(const Session& session, ArrayId array);
/// The symbol of all heads' weights as one matrix, or of what has no heads.
std::string symbol_of_all_heads(ArrayId array);
/// A symbol, perhaps behind a sign of change, with the ⊤ of a transposed matrix.
std::string transposed_symbol(std::string symbol);
/// Words in which an array stands as <name>, with what the session calls it, and laid out as formulas are.
std::string words_of_arrays(const Notation& notation, std::string words);
/// Words about tokens: where the session's tokens are letters, "each token" is "each letter".
std::string of_tokens(const Session& session, std::string words);
/// What the stage asks, in words; what a weight is for.
std::string array_title(const Session& session, ArrayId array);
/// The array as the session's notation calls it where words are written: "scores", or "score".
std::string shown_name(const Session& session, ArrayId array);
/// The same in a word, where there is little room: "max".
std::string short_name(const Notation& notation, ArrayId array);
/// What queries, keys and values are to each other, in a short line; empty for all else.
std::string role_line(const Session& session, ArrayId array);
/// What to try there.
std::string array_hint(const Session& session, ArrayId array);

/// The cell at the one address of its matrix, so that two names of one number are equal.
CellId canonical(const DrawContext& drawing, const CellId& cell);
/// The cell of the stage that is selected; always one that exists.
CellId selected_cell(const DrawContext& drawing);
/// The cell that the inspector shows and edits change: the focus on an operand, or the selected cell.
CellId inspected_cell(const DrawContext& drawing);
/// Of the row that the cell is in, the first cell that is no number; where all are, its first.
CellId first_nan(std::span<const float> row, CellId cell);
/// A rectangle of cells of one matrix.
struct CellRange {
    CellId first; ///< its upper left
    Index rows = 1;
    Index columns = 1;
};
/// What edits of many cells change: the range around the inspected cell; it alone where no range was made.
CellRange selected_range(const DrawContext& drawing);
Shape array_shape(const DrawContext& drawing, ArrayId array);
/// Whether there is such an array in this layer.
bool has_array(const DrawContext& drawing, ArrayId array);
/// True if the array's matrix in sight is given whole, so that nothing makes it.
bool is_given(const DrawContext& drawing, ArrayId array);

/// The stages that this layer has, in the order of computing.
std::vector<ArrayId> stages_of(const Trace& trace);

} // namespace attn
