#pragma once

#include "core/model/readout.h"
#include "ui/actions/actions.h"

#include <string>
#include <string_view>

namespace attn {

// The read-outs of the session as a person edits them, each change one edit. Read-outs are counted from 1.

/// None where there is none of that number.
const ReadOut* find_readout(const UiContext& ui, std::string_view number);

/// What was typed into the fields of the read-out of that number. Labels say how many columns there are; other columns
/// keep the labels of those that stay.
Result<void> set_readout_name(const CommandContext& command, std::string_view number, std::string_view text);
Result<void> set_readout_columns(const CommandContext& command, std::string_view number, std::string_view text);
Result<void> set_readout_labels(const CommandContext& command, std::string_view number, std::string_view text);

/// "1–26".
std::string columns_text(const ReadOut& readout);
/// With blanks between them, or commas where labels have blanks themselves.
std::string labels_text(const ReadOut& readout);

} // namespace attn
