#include "tests/app/display.h"

#include "tests/happens.h"
#include "tests/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>

namespace attn {

namespace {

/// The file's first line once that is whole; until then nothing.
std::string whole_line_of(const std::string& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return stream.eof() ? std::string() : line;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

} // namespace

std::unique_ptr<Display> Display::start() {
    for (const char* program : {"Xvfb", "xdotool", "openbox", "wmctrl"})
        if (!is_installed(program))
            return nullptr;
    const TemporaryFolder folder;
    const std::string number_file = (folder.path() / "display").string();
    // With -noreset it stays when its first client goes. It chooses a number that is free, and tells it.
    auto server = std::make_unique<Process>(
        std::vector<std::string>{
            "sh", "-c", "exec Xvfb -noreset -nolisten tcp -screen 0 1920x1200x24 -displayfd 3 3>" + number_file},
        Environment{}, std::filesystem::path{});
    std::string number;
    const auto is_there = [&] { return !(number = whole_line_of(number_file)).empty(); };
    if (!happens([&] { return is_there() || !server->running(); }) || number.empty()) {
        ADD_FAILURE() << "Xvfb opens no display: " << server->errors();
        return nullptr;
    }
    std::unique_ptr<Display> display(new Display(std::move(server)));
    display->name_ = ":" + number;
    // A program that starts before its window manager believes that there is none, and asks nobody to let it fill the
    // screen. The manager starts this command when all that it does is ready.
    const std::filesystem::path ready = folder.path() / "ready";
    display->manager_ = std::make_unique<Process>(
        std::vector<std::string>{"openbox", "--sm-disable", "--startup", "touch " + ready.string()},
        display->environment(), std::filesystem::path{});
    if (!happens([&] { return std::filesystem::exists(ready) || !display->manager_->running(); }) ||
        !std::filesystem::exists(ready)) {
        ADD_FAILURE() << "openbox does not manage the display: " << display->manager_->errors();
        return nullptr;
    }
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
    std::string window;
    const auto is_there = [&] {
        window = first_line(xdotool({"search", "--onlyvisible", "--name", title}));
        return !window.empty();
    };
    if (happens(is_there))
        xdotool({"windowactivate", "--sync", window});
    else
        ADD_FAILURE() << "no window with the title " << title << " opens";
    return window;
}

std::string Display::title_of(const std::string& window) const {
    return xdotool({"getwindowname", window});
}

bool Display::title_becomes(const std::string& window, const std::string& part, bool there) const {
    return happens([&] { return (title_of(window).find(part) != std::string::npos) == there; });
}

void Display::close_window(const std::string& window) const {
    // Not by Alt+F4: the first key that is pressed on a display changes its keyboard, whereupon the window manager lets
    // go of all keys and takes them again, and F4 falls in between.
    run({"wmctrl", "-i", "-c", window}, environment());
}

} // namespace attn
