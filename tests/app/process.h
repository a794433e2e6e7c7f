#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace attn {

/// What is different in a child's environment; an empty value takes the variable away.
using Environment = std::vector<std::pair<std::string, std::string>>;

struct Finished {
    int status = -1; ///< exit status; -1: killed, or not startable
    std::string output;
    std::string errors;
    int signal = 0; ///< that ended it; 0: none
};

/// Whether a message is one whole line.
inline bool is_one_line(const std::string& text) {
    return std::ranges::count(text, '\n') == 1 && text.ends_with('\n');
}

/// A program that runs beside the test, and is ended with this object if it has not ended by itself.
class Process {
public:
    Process(const std::vector<std::string>& command, const Environment& environment,
            const std::filesystem::path& folder);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    pid_t id() const { return id_; }
    bool running();
    /// Waits for its end. After five minutes in vain it is killed, and the errors say so.
    Finished wait();
    /// What it said on standard error so far.
    std::string errors() const;
    /// User and system time so far, in seconds.
    double cpu_seconds() const;

private:
    pid_t id_ = -1;
    int status_ = -1;
    bool ended_ = false;
    std::string output_file_;
    std::string error_file_;
};

/// Runs a program to its end.
Finished run(const std::vector<std::string>& command, const Environment& environment = {},
             const std::filesystem::path& folder = {});

/// Whether a program of that name can be started.
bool is_installed(const std::string& program);

} // namespace attn
