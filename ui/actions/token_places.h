#pragma once

#include "ui/document/ui_context.h"
#include "ui/document/workspace.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The prefix of all names that belong to a sequence: "" or "context-".
std::string_view side_prefix(Side side);

/// The target of a token's chip: "token:3", "context-token:3".
std::string token_target(const TokenPlace& place);
/// The field that renames a token: "field:token/3", "field:context-token/3". The field of the place after the last
/// token adds one.
std::string token_field(const TokenPlace& place);

/// Returns the token that such a name means; nullopt for other names.
std::optional<TokenPlace> find_token(std::string_view target);
std::optional<TokenPlace> find_token_field(std::string_view field);

/// Returns the tokens of this side; the second sequence must exist.
const Sequence& sequence_of(const UiContext& ui, Side side);
/// Returns the side from whose tokens keys are computed.
Side key_side(const UiContext& ui);

/// The tokens of the selected row and of the selected column; `nullopt` if they belong to none.
std::optional<TokenPlace> selected_token(const UiContext& ui);
std::optional<TokenPlace> selected_key(const UiContext& ui);

/// Returns the token of a row or column of an array; nullopt if it belongs to none.
std::optional<TokenPlace> token_of_row(const UiContext& ui, const CellId& cell);
std::optional<TokenPlace> token_of_column(const UiContext& ui, const CellId& cell);

/// A sentence about where the numbers of the word in the cell's row come from; empty for arrays that have no words
/// alone.
std::string origin_of_row(const UiContext& ui, const CellId& cell);
/// A sentence about words that the cell depends on and that the layer has no numbers for: "“saw” is unknown to this
/// layer: …"; mostly empty.
std::string strangers_at(const UiContext& ui, const CellId& cell);

/// Returns the token that actions change: the one whose chip was chosen, or else the token of the selected row.
std::optional<TokenPlace> token_to_change(const UiContext& ui);
/// Chooses a token's chip: keys act on the token until something else is selected. Also selects its row, or its column
/// if rows belong to the other sequence.
void choose_token(const UiContext& ui, Workspace& workspace, const TokenPlace& place);

} // namespace attn
