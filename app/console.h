#pragma once

#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// Opens standard input, output and error where whoever started the program closed them: a file that is opened would
/// get their number, and messages in the middle of its content. First of all.
void open_standard_streams();

/// Writes text to standard output. What goes wrong there is what flush_output() fails with.
void print(std::string_view text);

/// Fails where not everything that was printed has arrived. A reader who has gone, such as “head”, wants no more.
Result<void> flush_output();

/// Whether standard error is a terminal, where a line can be written over.
bool is_terminal_said_to();

/// Writes text to standard error, or nothing where nobody can read it: that changes neither what is done nor the exit
/// status.
void say(std::string_view text);

} // namespace attn
