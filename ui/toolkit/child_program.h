#pragma once

#include "core/files/file.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace attn {

/// True if a folder of PATH has an executable file of this name.
bool is_program_installed(std::string_view name);

/// Starts a program of PATH with its arguments. The program reads the descriptor `input` and prints to `output` (−1:
/// /dev/null); its errors go to /dev/null. Returns 0 if the program cannot be started.
pid_t start_program(std::vector<std::string> words, int input, int output);

/// Waits until a program has ended. Returns its exit status, or 1 if it was killed.
int wait_for_program(pid_t child);

/// A running program and its output. The destructor kills the program if it is still running.
class ProgramOutput {
public:
    explicit ProgramOutput(std::vector<std::string> words);
    ProgramOutput(const ProgramOutput&) = delete;
    ProgramOutput& operator=(const ProgramOutput&) = delete;
    ~ProgramOutput();

    /// Returns everything that the program printed; nullopt if the program could not be started, does not end within
    /// `longest`, or prints 4096 bytes or more.
    std::optional<std::string> take(std::chrono::milliseconds longest);

private:
    FileDescriptor output_;
    pid_t child_ = 0; ///< 0: there is no program to wait for
};

} // namespace attn
