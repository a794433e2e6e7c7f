#pragma once

#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// Opens those of standard input, output and error that are closed. To be called first: otherwise an opened file would
/// get such a number, and messages would be written into it.
void open_standard_streams();

/// Writes text to standard output. flush_output() reports a failure.
void print(std::string_view text);

/// Fails if some of the printed text did not arrive. A reader that has gone, such as “head”, is no failure.
Result<void> flush_output();

/// True if standard error is a terminal, in which a line can be overwritten.
bool is_terminal_said_to();

/// Writes text to standard error. A failure to write changes neither the command's work nor its exit status.
void say(std::string_view text);

} // namespace attn
