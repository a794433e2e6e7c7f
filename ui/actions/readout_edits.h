#pragma once

#include "core/model/readout.h"
#include "ui/actions/actions.h"

#include <string>
#include <string_view>

namespace attn {

/// The read-outs of the session as a person edits them, each change one edit. Read-outs are counted from 1.

/// "add", "remove/2", "first/2": the one that is shown comes first.
Result<void> change_readouts(const CommandContext& command, std::string_view what);

/// What was typed into "name/1", "columns/1" or "labels/1". Labels say how many columns there are; other columns keep
/// the labels of those that stay.
Result<void> type_readout(std::string_view field, std::string_view text, const CommandContext& command);

/// "1–26".
std::string columns_text(const ReadOut& readout);
/// With blanks between them, or commas where labels have blanks themselves.
std::string labels_text(const ReadOut& readout);

} // namespace attn
