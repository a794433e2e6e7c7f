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

/// The labels of an array's rows or columns, and their title.
struct Names {
    Role role = Role::width;
    std::vector<std::string> labels; ///< tokens, or "1", "2" …
    std::string title;               ///< "queries: who reads"; may be empty
};
Names row_names(const DrawContext& drawing, ArrayId array);
Names column_names(const DrawContext& drawing, ArrayId array);
Role row_role(ArrayId array);
Role column_role(ArrayId array);

/// The number in subscript digits: "₅" for 5.
std::string subscript(Index number);
/// The mark of a head: "⁽¹⁾" for head 0, or "⁽⁰⁾" if the notation counts from 0. A layer's only head has no mark.
std::string head_mark(const Session& session, Index head);
/// The number of a head, counted from 0 or 1 as the notation does.
Index head_number(const Session& session, Index head);
/// "of 8" for 8 heads, or "of 0–7" if the notation counts from 0.
std::string of_all_heads(const DrawContext& drawing);
/// The selected head: "head 2 of 8".
std::string head_words(const DrawContext& drawing);
/// The heads that the user chose: "heads 1 and 3 of 8".
std::string words_of_heads(const DrawContext& drawing);
/// The heads from `first` on: "Heads 2 to 4 of 8", "Head 2 of 8"; `word` is the word for a head.
std::string words_of_heads(const DrawContext& drawing, Index first, Index count, std::string_view word = "Head");

/// The token with its number: "the₅". `keys`: a token of the sequence that is read.
Prose token_name(const DrawContext& drawing, bool keys, Index token);
/// The names of one or more tokens, for a sentence: "rose₁ and rose₄". Many are only counted: "5 tokens".
Prose token_names(const DrawContext& drawing, bool keys, std::span<const Index> tokens);
/// The array's name in words, with the selected head if it has heads: "scores⁽¹⁾", "X", "W_Q⁽²⁾".
Prose array_label(const DrawContext& drawing, ArrayId array);
/// The array's name in words, with the given head; "A₁" in notations that write heads as a subscript.
Prose name_of(const DrawContext& drawing, ArrayId array, Index head);
/// name_of as plain letters, for labels.
std::string matrix_name(const DrawContext& drawing, ArrayId array, Index head);
std::string matrix_name(const Session& session, ArrayId array, Index head);
/// A cell in words: "the₅ reads cat₂", "cat₂, 3 of 4".
Prose cell_words(const DrawContext& drawing, const CellId& cell);

/// The array's symbol, the formula for the array, and the formula for one of its cells, still with <names> to be
/// written in a notation. Weights have no formulas.
std::string symbol_of(ArrayId array);
std::string formula_of(const Session& session, ArrayId array);
std::string cell_formula_of(const Session& session, ArrayId array);
/// The symbol of a weight's matrix for all heads, or of an array without heads.
std::string symbol_of_all_heads(ArrayId array);
/// The symbol, which may begin with a Δ, with the ⊤ of a transposed matrix.
std::string transposed_symbol(std::string symbol);
/// The title of a stage, which asks a question; for a weight, its purpose.
Prose array_title(const Session& session, ArrayId array);
/// The part of the title before the question: "Scores" of "Scores: how well does each query match each key?".
Prose array_heading(const Session& session, ArrayId array);
/// The array's name in the session's notation, in text: "scores", or "score".
std::string shown_name(const Session& session, ArrayId array);
/// A short name for the array, e.g. "max".
std::string short_name(const Notation& notation, ArrayId array);
/// A short line on the roles of queries, keys and values; empty for other arrays.
Prose role_line(const Session& session, ArrayId array);
/// A hint at something to try with the array.
Prose array_hint(const Session& session, ArrayId array);

/// The cell with its matrix' canonical address, so that two addresses of the same number become equal.
CellId canonical(const DrawContext& drawing, const CellId& cell);
/// The selected cell; it always exists.
CellId selected_cell(const DrawContext& drawing);
/// The cell that the inspector shows and that edits change: the focused cell of an operand, or else the selected cell.
CellId inspected_cell(const DrawContext& drawing);
/// The first NaN in a row, given the row's numbers and any cell of it; the first cell if there is none.
CellId first_nan(std::span<const float> row, CellId cell);
/// A rectangle of cells of one matrix.
struct CellRange {
    CellId first{0, ArrayId{}}; ///< upper left cell
    Index rows = 1;
    Index columns = 1;
};
/// The cells that edits of several cells change: the selected range, or only the inspected cell.
CellRange selected_range(const DrawContext& drawing);
Shape array_shape(const DrawContext& drawing, ArrayId array);
/// True if this layer has the array.
bool has_array(const DrawContext& drawing, ArrayId array);
/// True if the array's selected matrix is given, i.e. not computed.
bool is_given(const DrawContext& drawing, ArrayId array);

/// The stages that this layer has, in the order of computing.
std::vector<ArrayId> stages_of(const Trace& trace);

} // namespace attn
