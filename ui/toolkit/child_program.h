#pragma once

#include "core/files/file.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace attn {

/// Whether PATH has a program of that name.
bool is_program_installed(std::string_view name);

/// Starts a program of PATH with its arguments; it reads `input`, what it prints goes into `output`, and what it
/// complains of nowhere. −1 is nothing to read, or nowhere. 0 where it cannot be started.
pid_t start_program(std::vector<std::string> words, int input, int output);

/// Waits until a program that was started has ended; its exit status, or 1 where it was killed.
int wait_for_program(pid_t child);

/// A program that was started, and what it will have printed. Ends with it, if it has not ended.
class ProgramOutput {
public:
    explicit ProgramOutput(std::vector<std::string> words);
    ProgramOutput(const ProgramOutput&) = delete;
    ProgramOutput& operator=(const ProgramOutput&) = delete;
    ~ProgramOutput();

    /// All that it printed; nothing where it could not be started, is not done in that time, or prints a lot.
    std::optional<std::string> take(std::chrono::milliseconds longest);

private:
    FileDescriptor output_;
    pid_t child_ = 0; ///< 0: none that has to be waited for
};

} // namespace attn
