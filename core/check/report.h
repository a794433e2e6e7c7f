#pragma once

#include "core/check/check.h"
#include "core/check/model_check.h"

#include <string>
#include <string_view>

namespace attn {

/// The report of a check. Its first line is the id of the first stage that differs; then follow the size and place of
/// the difference, the likely bug, and the later stages. If all stages agree, the report says so.
std::string report_text(const Check& check, const Trace& trace);
/// The report of a check of a whole model. Its first line names the layer too: "layers.3: A".
std::string report_text(const ModelCheck& check);

/// The words of a bug, with its form and id: "keys are not turned [no-rotary]".
std::string slip_words(const FoundSlip& found);

/// The words of all bugs found; "unknown" if none fits.
std::string slip_words(const Check& check);

/// The cell with a stage's largest difference, and its tokens: "scores/2[4,1] (rose 4 reads rose 1)".
std::string place_in_words(const Agreement& agreement, const Trace& trace);

/// The verdict on one stage: "agrees (largest difference 1.2e-07)", "differs by 0.31 in 12 of 32 cells".
std::string verdict_words(const Agreement& agreement);

/// The header line of a table of checks; it ends in \n.
std::string table_head();
/// The table's line for one check; it ends in \n.
std::string table_line(std::string_view file, const Check& check, const Trace& trace);
std::string table_line(std::string_view file, const ModelCheck& check);
/// The table's line for a file that could not be checked; it ends in \n.
std::string table_line(std::string_view file, const Error& error);

} // namespace attn
