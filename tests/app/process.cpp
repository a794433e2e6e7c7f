#include "tests/app/process.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace attn {

namespace {

using namespace std::chrono_literals;

std::string temporary_file() {
    std::string name = (std::filesystem::temp_directory_path() / "attention-lab-XXXXXX").string();
    const int descriptor = mkstemp(name.data());
    if (descriptor >= 0)
        close(descriptor);
    return name;
}

std::string content_of(const std::string& file) {
    std::ostringstream content;
    content << std::ifstream(file).rdbuf();
    return content.str();
}

void redirect(int to, const std::string& file, int flags) {
    const int descriptor = open(file.c_str(), flags, 0600);
    dup2(descriptor, to);
    close(descriptor);
}

} // namespace

Process::Process(const std::vector<std::string>& command, const Environment& environment,
                 const std::filesystem::path& folder)
    : output_file_(temporary_file()), error_file_(temporary_file()) {
    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    id_ = fork();
    if (id_ != 0)
        return;
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, output_file_, O_WRONLY);
    redirect(STDERR_FILENO, error_file_, O_WRONLY);
    for (const auto& [name, value] : environment)
        value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
    if (!folder.empty() && chdir(folder.c_str()) != 0)
        _exit(127);
    execvp(arguments.front(), arguments.data());
    _exit(127);
}

Process::~Process() {
    if (running()) {
        kill(id_, SIGKILL);
        waitpid(id_, &status_, 0);
    }
    std::filesystem::remove(output_file_);
    std::filesystem::remove(error_file_);
}

bool Process::running() {
    if (!ended_ && waitpid(id_, &status_, WNOHANG) == id_)
        ended_ = true;
    return !ended_;
}

Finished Process::wait() {
    const auto late = std::chrono::steady_clock::now() + 60s;
    while (running()) {
        if (std::chrono::steady_clock::now() > late)
            kill(id_, SIGKILL);
        std::this_thread::sleep_for(5ms);
    }
    return {WIFEXITED(status_) ? WEXITSTATUS(status_) : -1, content_of(output_file_), content_of(error_file_)};
}

double Process::cpu_seconds() const {
    // Fields 14 and 15; the second is the program's name in parentheses, which may hold blanks.
    const std::string line = content_of("/proc/" + std::to_string(id_) + "/stat");
    std::istringstream rest(line.substr(line.rfind(')') + 1));
    std::string skipped;
    for (int field = 3; field < 14; ++field)
        rest >> skipped;
    double user = 0;
    double system = 0;
    rest >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

Finished run(const std::vector<std::string>& command, const Environment& environment,
             const std::filesystem::path& folder) {
    return Process(command, environment, folder).wait();
}

bool is_installed(const std::string& program) {
    return run({"sh", "-c", "command -v " + program}).status == 0;
}

} // namespace attn
