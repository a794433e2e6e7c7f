#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace attn {

/// Changes to a child's environment; an empty value removes the variable.
using Environment = std::vector<std::pair<std::string, std::string>>;

struct Finished {
    int status = -1; ///< -1: killed, or could not start
    std::string output;
    std::string errors;
    int signal = 0; ///< the signal that ended it; 0: none
};

/// True if the text is one whole line.
inline bool is_one_line(const std::string& text) {
    return std::ranges::count(text, '\n') == 1 && text.ends_with('\n');
}

/// A program that runs beside the test. It is ended with this object, unless it ended before.
class Process {
public:
    Process(const std::vector<std::string>& command, const Environment& environment,
            const std::filesystem::path& folder);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    pid_t id() const { return id_; }
    bool running();
    /// Waits for its end. After five minutes it is killed, and `errors` says so.
    Finished wait();
    /// The output on standard error so far.
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

/// True if a program of this name can be started.
bool is_installed(const std::string& program);

} // namespace attn
