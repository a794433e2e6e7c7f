#pragma once

namespace attn {

/// Runs the command line and returns the exit status: 0; 1 if a check or an expectation found a difference; 2 for bad
/// use or bad input, with one line on stderr.
int run_command_line(int count, const char* const* arguments);

} // namespace attn
