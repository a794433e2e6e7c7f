#pragma once

#include "core/check/check.h"

#include <string>
#include <string_view>

namespace attn {

/// What a check found, in lines: the id of the first stage that differs stands alone on the first of them; then by how
/// much and where, the likely slip, and the stages behind it. Or that all agree.
std::string report_text(const Check& check, const Trace& trace);

/// What was done, in which form: "keys are not turned [no-rotary]" without the id.
std::string slip_words(const FoundSlip& found);

/// The words of all slips found, "unknown" where none fits.
std::string slip_words(const Check& check);

/// Where the largest difference of a stage is: "scores/2[4,1] (rose 4 reads rose 1)".
std::string place_in_words(const Agreement& agreement, const Trace& trace);

/// A verdict on one stage: "agrees (largest difference 1.2e-07)", "differs by 0.31 in 12 of 32 cells".
std::string verdict_words(const Agreement& agreement);

/// The columns of a table of checks, and a check as one line of it; lines end in \n.
std::string table_head();
std::string table_line(std::string_view file, const Check& check, const Trace& trace);
/// The line of a file that could not be checked.
std::string table_line(std::string_view file, const Error& error);

} // namespace attn
