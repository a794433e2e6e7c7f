#pragma once

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
};

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
    /// Waits for its end, at most a minute; then it is killed.
    Finished wait();
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
