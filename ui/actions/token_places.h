#pragma once

#include "ui/document/ui_context.h"
#include "ui/document/workspace.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// What stands before the names of everything that belongs to a sequence: "" or "context-".
std::string_view side_prefix(Side side);

/// A chip: "token:3", "context-token:3".
std::string token_target(const TokenPlace& place);
/// The field in which the token is renamed: "field:token/3", "field:context-token/3". That of the place behind the
/// last token adds one.
std::string token_field(const TokenPlace& place);

/// What such names mean; nothing if they are others.
std::optional<TokenPlace> find_token(std::string_view target);
std::optional<TokenPlace> find_token_field(std::string_view field);

/// The sequence of that side; the second one must exist.
const Sequence& sequence_of(const UiContext& ui, Side side);
/// The sequence that keys are made from.
Side key_side(const UiContext& ui);

/// The token that the selected row stands for, and the one that its column stands for.
std::optional<TokenPlace> selected_token(const UiContext& ui);
std::optional<TokenPlace> selected_key(const UiContext& ui);

/// The token that a row or column of an array stands for; none where it stands for no token.
std::optional<TokenPlace> token_of_row(const UiContext& ui, const CellId& cell);
std::optional<TokenPlace> token_of_column(const UiContext& ui, const CellId& cell);

/// Where the numbers of the word in the cell's row come from, of arrays that are made of words alone; empty of others.
std::string origin_of_row(const UiContext& ui, const CellId& cell);
/// The words that the cell's number comes from and that the layer has no numbers for: "“saw” is unknown to this layer:
/// …"; mostly empty.
std::string strangers_at(const UiContext& ui, const CellId& cell);

/// What is done to a token is done to this one: the one whose chip was chosen, or else that of the selected row.
std::optional<TokenPlace> token_to_change(const UiContext& ui);
/// Chooses a chip: keys act on its token until something else is selected. Its row is selected, or its column where
/// rows stand for the other sequence.
void choose_token(const UiContext& ui, Workspace& workspace, const TokenPlace& place);

} // namespace attn
