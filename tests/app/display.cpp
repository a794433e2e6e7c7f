#include "tests/app/display.h"

#include "tests/temporary_folder.h"

#include <chrono>
#include <fstream>
#include <thread>

namespace attn {

namespace {

using namespace std::chrono_literals;

/// Asks again until the answer is not empty, for some seconds.
template <class Ask>
std::string ask_until_answered(const Ask& ask) {
    std::string answer;
    for (int attempt = 0; attempt < 400 && answer.empty(); ++attempt) {
        answer = ask();
        if (answer.empty())
            std::this_thread::sleep_for(25ms);
    }
    return answer;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

} // namespace

std::unique_ptr<Display> Display::start() {
    for (const char* program : {"Xvfb", "xdotool", "openbox"})
        if (!is_installed(program))
            return nullptr;
    const TemporaryFolder folder;
    const std::string number_file = (folder.path() / "display").string();
    // With -noreset it stays when its first client goes. It chooses a number that is free, and tells it.
    auto server = std::make_unique<Process>(
        std::vector<std::string>{
            "sh", "-c", "exec Xvfb -noreset -nolisten tcp -screen 0 1920x1200x24 -displayfd 3 3>" + number_file},
        Environment{}, std::filesystem::path{});
    const std::string number = ask_until_answered([&] {
        std::string line;
        std::ifstream file(number_file);
        std::getline(file, line);
        return file.eof() ? std::string() : line; // the number is whole once its line is
    });
    if (number.empty())
        return nullptr;
    std::unique_ptr<Display> display(new Display(std::move(server)));
    display->name_ = ":" + number;
    display->manager_ = std::make_unique<Process>(std::vector<std::string>{"openbox", "--sm-disable"},
                                                  display->environment(), std::filesystem::path{});
    ask_until_answered([&] { return display->xdotool({"get_desktop"}); }); // it answers once it is there
    return display;
}

std::string Display::xdotool(std::vector<std::string> words) const {
    words.insert(words.begin(), "xdotool");
    std::string output = run(words, environment()).output;
    while (output.ends_with('\n'))
        output.pop_back();
    return output;
}

std::string Display::find_window(const std::string& title) const {
    const std::string window = ask_until_answered([&] {
        return first_line(xdotool({"search", "--onlyvisible", "--name", title}));
    });
    if (!window.empty())
        xdotool({"windowactivate", "--sync", window});
    return window;
}

std::string Display::title_of(const std::string& window) const {
    return xdotool({"getwindowname", window});
}

bool Display::title_becomes(const std::string& window, const std::string& part, bool there) const {
    for (int attempt = 0; attempt < 200; ++attempt) {
        if ((title_of(window).find(part) != std::string::npos) == there)
            return true;
        std::this_thread::sleep_for(50ms);
    }
    return false;
}

void Display::close_window(const std::string& window) const {
    xdotool({"windowactivate", "--sync", window});
    xdotool({"key", "alt+F4"}); // not sent to the window: the window manager takes it
}

} // namespace attn
