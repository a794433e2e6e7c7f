#pragma once

#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// Opens those of standard input, output and error that are closed. Must be called first: otherwise an opened file
/// would get the number of such a stream, and messages would be written into the file.
void open_standard_streams();

/// Writes text to standard output. flush_output() reports a failure.
void print(std::string_view text);

/// Fails if some of the printed text did not arrive. It is no failure if the reader has ended, as “head” does.
Result<void> flush_output();

/// True if standard error is a terminal, in which a line can be overwritten.
bool is_terminal_said_to();

/// Writes text to standard error. A failure to write changes neither the command's work nor its exit status.
void say(std::string_view text);

} // namespace attn
