#include "ui/toolkit/file_chooser.h"

#include "core/files/file.h"
#include "ui/toolkit/child_program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr const char* program = "zenity";
constexpr std::size_t longest_path = 65536;

std::vector<std::string> command(FileChooser::For purpose, const std::filesystem::path& from) {
    std::vector<std::string> words{program, "--file-selection"};
    if (purpose == FileChooser::For::saving) {
        words.insert(words.end(), {"--save", "--confirm-overwrite", "--title=Save"});
    } else {
        words.emplace_back("--title=Open");
        words.emplace_back("--file-filter=Sessions, weights, inputs | *.json *.attn *.npz *.safetensors *.npy");
        words.emplace_back("--file-filter=All files | *");
    }
    if (!from.empty())
        words.push_back("--filename=" + from.string());
    return words;
}

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> chunk{};
    while (text.size() < longest_path) {
        const ssize_t count = ::read(descriptor, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        text.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return text;
}

} // namespace

struct FileChooser::Running {
    mutable std::mutex mutex;
    pid_t child = 0; ///< 0: it has ended
    bool done = false;
    std::optional<std::filesystem::path> chosen;
    std::jthread waiting;

    void wait(const FileDescriptor& output, const std::function<void()>& wake) {
        std::string path;
        try {
            path = read_all(output.number());
        } catch (const std::bad_alloc&) {
            path.clear(); // as if nothing had been chosen
        }
        // It can be told to end until it is waited for.
        siginfo_t ended = {};
        while (::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
        }
        {
            const std::lock_guard lock(mutex);
            int status = 0;
            ::waitpid(child, &status, 0);
            child = 0;
            while (path.ends_with('\n'))
                path.pop_back();
            if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !path.empty())
                chosen = std::move(path);
            done = true;
        }
        wake();
    }
};

bool FileChooser::is_installed() {
    return is_program_installed(program);
}

FileChooser::FileChooser(For purpose, const std::filesystem::path& from, std::function<void()> wake)
    : running_(std::make_unique<Running>()) {
    std::array<int, 2> pipe{-1, -1};
    if (::pipe2(pipe.data(), O_CLOEXEC) == 0) {
        FileDescriptor output(pipe[0]);
        const FileDescriptor input(pipe[1]);
        running_->child = start_program(command(purpose, from), -1, input.number());
        if (running_->child != 0) {
            try {
                running_->waiting = std::jthread([running = running_.get(), output = std::move(output),
                                                  wake = std::move(wake)] { running->wait(output, wake); });
                return;
            } catch (...) { // no thread can be had, so nobody would hear of what is chosen
                ::kill(running_->child, SIGTERM);
                wait_for_program(running_->child);
                throw;
            }
        }
    }
    running_->done = true;
}

FileChooser::~FileChooser() {
    const std::lock_guard lock(running_->mutex);
    if (running_->child != 0)
        ::kill(running_->child, SIGTERM);
}

bool FileChooser::is_done() const {
    const std::lock_guard lock(running_->mutex);
    return running_->done;
}

std::optional<std::filesystem::path> FileChooser::chosen() const {
    const std::lock_guard lock(running_->mutex);
    return running_->chosen;
}

} // namespace attn
