#pragma once

#include "core/model/readout.h"
#include "ui/actions/actions.h"

#include <string>
#include <string_view>

namespace attn {

// Edits of the session's read-outs, each change one edit. Read-outs are counted from 1.

/// Returns the read-out with this number; nullptr if there is none.
const ReadOut* find_readout(const UiContext& ui, std::string_view number);

/// Set what was typed into the fields of a read-out. Labels determine the number of columns; after a change of columns
/// those that stay keep their labels.
Result<void> set_readout_name(const CommandContext& command, std::string_view number, std::string_view text);
Result<void> set_readout_columns(const CommandContext& command, std::string_view number, std::string_view text);
Result<void> set_readout_labels(const CommandContext& command, std::string_view number, std::string_view text);

/// The read-out's first and last column, from 1: "1–26".
std::string columns_text(const ReadOut& readout);
/// The labels, separated by spaces, or by commas if labels have spaces themselves.
std::string labels_text(const ReadOut& readout);

} // namespace attn
