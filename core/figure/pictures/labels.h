#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/arrays.h"
#include "core/notation/named_words.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The meaning of an array's rows or columns on the screen.
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

/// The number in subscript digits: 5 as "₅".
std::string subscript(Index number);
/// The mark of a head: head 0 is "⁽¹⁾", or "⁽⁰⁾" where the notation counts from 0. An only head has no mark.
std::string head_mark(const Session& session, Index head);
/// The number of a head as the notation counts them, and of the last one.
Index head_number(const Session& session, Index head);
/// The words for the number of heads: "of 8"; where the notation counts heads from 0, "of 0–7".
std::string of_all_heads(const DrawContext& drawing);
/// The head in sight: "head 2 of 8".
std::string head_words(const DrawContext& drawing);
/// The heads that are chosen of all: "heads 1 and 3 of 8".
std::string words_of_heads(const DrawContext& drawing);
/// The heads from `first` on: "Heads 2 to 4 of 8", "Head 2 of 8"; `word` is the name of a head.
std::string words_of_heads(const DrawContext& drawing, Index first, Index count, std::string_view word = "Head");

/// The token with its number: "the₅". `keys`: of the sequence that is read.
Prose token_name(const DrawContext& drawing, bool keys, Index token);
/// The names of several tokens, at least one, in a sentence: "rose₁ and rose₄"; many are counted, "5 tokens".
Prose token_names(const DrawContext& drawing, bool keys, std::span<const Index> tokens);
/// The array in words, with the head in sight where heads have one each: "scores⁽¹⁾", "X", "W_Q⁽²⁾".
Prose array_label(const DrawContext& drawing, ArrayId array);
/// The array in words, with any head; where the notation sets heads below, "A₁".
Prose name_of(const DrawContext& drawing, ArrayId array, Index head);
/// The letters of name_of, for labels.
std::string matrix_name(const DrawContext& drawing, ArrayId array, Index head);
std::string matrix_name(const Session& session, ArrayId array, Index head);
/// The subject of one cell in words: "the₅ reads cat₂", "cat₂, 3 of 4".
Prose cell_words(const DrawContext& drawing, const CellId& cell);

/// The array's symbol, what all of it is, and what one of its cells is, in the session's notation: formulas that are
/// still to be written in it. The last two are empty for weights.
std::string symbol_of(ArrayId array);
std::string formula_of(const Session& session, ArrayId array);
std::string cell_formula_of(const Session& session, ArrayId array);
/// The symbol of all heads' weights as one matrix, or of what has no heads.
std::string symbol_of_all_heads(ArrayId array);
/// A symbol, perhaps behind a sign of change, with the ⊤ of a transposed matrix.
std::string transposed_symbol(std::string symbol);
/// The question that the stage answers, in words; for a weight, its purpose.
Prose array_title(const Session& session, ArrayId array);
/// The heading before its question: "Scores" of "Scores: how well does each query match each key?".
Prose array_heading(const Session& session, ArrayId array);
/// The array as the session's notation calls it where words are written: "scores", or "score".
std::string shown_name(const Session& session, ArrayId array);
/// The name of the array in a word, where there is little room: "max".
std::string short_name(const Notation& notation, ArrayId array);
/// The roles of queries, keys and values towards each other, in a short line; empty for all other arrays.
Prose role_line(const Session& session, ArrayId array);
/// The hint at something to try with the array.
Prose array_hint(const Session& session, ArrayId array);

/// The cell at the one address of its matrix, so that two names of one number are equal.
CellId canonical(const DrawContext& drawing, const CellId& cell);
/// The cell of the stage that is selected; always one that exists.
CellId selected_cell(const DrawContext& drawing);
/// The cell that the inspector shows and edits change: the focus on an operand, or the selected cell.
CellId inspected_cell(const DrawContext& drawing);
/// The first cell of the row that is NaN, given the row's numbers and any of its cells; the row's first cell where none
/// is.
CellId first_nan(std::span<const float> row, CellId cell);
/// A rectangle of cells of one matrix.
struct CellRange {
    CellId first{0, ArrayId{}}; ///< its upper left
    Index rows = 1;
    Index columns = 1;
};
/// The cells that edits of many cells change: the range around the inspected cell, or that cell alone without a range.
CellRange selected_range(const DrawContext& drawing);
Shape array_shape(const DrawContext& drawing, ArrayId array);
/// True if this layer has the array.
bool has_array(const DrawContext& drawing, ArrayId array);
/// True if the array's matrix in sight is given whole, so that nothing makes it.
bool is_given(const DrawContext& drawing, ArrayId array);

/// The stages that this layer has, in the order of computing.
std::vector<ArrayId> stages_of(const Trace& trace);

} // namespace attn
