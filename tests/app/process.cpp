#include "tests/app/process.h"

#include "tests/happens.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace attn {

namespace {

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

/// All variables of the environment as "NAME=value": those of this process, changed as `different` says.
std::vector<std::string> environment_with(const Environment& different) {
    std::vector<std::string> all;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string own = *variable;
        const std::string name = own.substr(0, own.find('='));
        if (std::ranges::none_of(different, [&](const auto& other) { return other.first == name; }))
            all.push_back(own);
    }
    for (const auto& [name, value] : different)
        if (!value.empty())
            all.push_back(name + "=" + value);
    return all;
}

/// The texts as C functions take them, with a null pointer at the end; valid as long as `texts`.
std::vector<char*> with_null_at_end(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

} // namespace

Process::Process(const std::vector<std::string>& command, const Environment& environment,
                 const std::filesystem::path& folder)
    : output_file_(temporary_file()), error_file_(temporary_file()) {
    std::vector<std::string> words = command;
    std::vector<std::string> variables = environment_with(environment);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output_file_.c_str(), O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, error_file_.c_str(), O_WRONLY, 0);
    if (!folder.empty())
        posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    // posix_spawn instead of fork: another thread may hold the allocator's lock, for which the child would wait for
    // ever.
    ended_ = posix_spawnp(&id_, words.front().c_str(), &actions, nullptr, with_null_at_end(words).data(),
                          with_null_at_end(variables).data()) != 0;
    posix_spawn_file_actions_destroy(&actions);
    if (ended_)
        status_ = W_EXITCODE(127, 0); // as a shell reports a missing program
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
    std::string late;
    if (!happens([&] { return !running(); })) {
        kill(id_, SIGKILL);
        waitpid(id_, &status_, 0);
        ended_ = true;
        late = "\nIt was killed: it had not ended within five minutes.\n";
    }
    return {WIFEXITED(status_) ? WEXITSTATUS(status_) : -1, content_of(output_file_), errors() + late,
            WIFSIGNALED(status_) ? WTERMSIG(status_) : 0};
}

std::string Process::errors() const {
    return content_of(error_file_);
}

double Process::cpu_seconds() const {
    // Fields 14 and 15. The second field is the program's name in parentheses, which may contain blanks.
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
