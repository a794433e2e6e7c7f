#include "tests/app/display.h"

#include "tests/happens.h"

#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace attn {

namespace {

/// The way to start a window manager without the settings of the person who runs the tests.
struct ManagerStart {
    WindowManager manager;
    const char* name;
    const char* arguments = "";       ///< {} is its home
    const char* configuration = "";   ///< the file {}/configuration
    const char* root_properties = ""; ///< properties that it sets when it is ready
    bool says_ready = false;          ///< it makes the file {}/ready when it is
    bool has_bar = false;             ///< at an edge of the screen; it is ready when the work area is smaller
};
constexpr std::array managers{
    ManagerStart{.manager = WindowManager::none, .name = "none"},
    ManagerStart{
        .manager = WindowManager::openbox, .name = "openbox", .arguments = "--sm-disable --startup 'touch {}/ready'"},
    ManagerStart{.manager = WindowManager::fluxbox,
                 .name = "fluxbox",
                 .arguments = "-rc {}/configuration",
                 // Without it, fluxbox opens a window that complains about a missing program for backgrounds.
                 .configuration = "session.styleOverlay: {}/configuration\nbackground: none\n",
                 .root_properties = "_NET_SUPPORTING_WM_CHECK _NET_SUPPORTED",
                 .has_bar = true},
    ManagerStart{.manager = WindowManager::icewm,
                 .name = "icewm",
                 .root_properties = "_NET_SUPPORTING_WM_CHECK _NET_SUPPORTED",
                 .has_bar = true},
    // Without a configuration i3 asks whether to write one. It recognises its newer language by the first line.
    ManagerStart{.manager = WindowManager::i3,
                 .name = "i3",
                 .arguments = "-c {}/configuration",
                 .configuration = "# i3 config file (v4)\n"
                                  "font pango:monospace 8\n"
                                  "ipc-socket {}/socket\n"
                                  "exec --no-startup-id touch {}/ready\n",
                 .says_ready = true},
    // Without this twm asks for the place of each window. Its default fonts are on few machines.
    ManagerStart{.manager = WindowManager::twm,
                 .name = "twm",
                 .arguments = "-f {}/configuration",
                 .configuration = "RandomPlacement\nNoGrabServer\nTitleFont \"fixed\"\nMenuFont \"fixed\"\n"
                                  "IconFont \"fixed\"\nResizeFont \"fixed\"\nIconManagerFont \"fixed\"\n"},
    // The accents of the keyboard are dead keys: they wait for their letter.
    ManagerStart{.manager = WindowManager::sway,
                 .name = "sway",
                 .arguments = "-c {}/configuration",
                 .configuration = "xwayland disable\n"
                                  "output X11-1 resolution {size} scale {scale}\n"
                                  "input * xkb_layout us\n"
                                  "input * xkb_variant intl\n"
                                  "default_border none\n"
                                  "exec touch {}/ready\n",
                 .says_ready = true},
};

const ManagerStart& start_of(WindowManager manager) {
    return *std::ranges::find(managers, manager, &ManagerStart::manager);
}

std::string replaced(std::string text, const std::string& blank, const std::string& with) {
    for (std::size_t at = text.find(blank); at != std::string::npos; at = text.find(blank))
        text.replace(at, blank.size(), with);
    return text;
}

/// Sway's configuration of a monitor on the right of the first; empty if there is none.
std::string line_of_monitor_beside(const DisplaySize& first, const std::optional<DisplaySize>& beside) {
    if (!beside)
        return {};
    std::ostringstream line;
    line << "output X11-2 resolution " << beside->width << 'x' << beside->height << " scale " << beside->scale
         << " position " << static_cast<float>(first.width) / first.scale << " 0\n"
         << "focus output X11-1\n";
    return line.str();
}

/// The first line of the file once it is complete; empty until then.
std::string whole_line_of(const std::string& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return stream.eof() ? std::string() : line;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// The word after `label`; empty if the text lacks the label.
std::string word_after(const std::string& text, const std::string& label) {
    const std::size_t at = text.find(label);
    std::string word;
    if (at != std::string::npos)
        std::istringstream(text.substr(at + label.size())) >> word;
    return word;
}

float number_after(const std::string& text, const std::string& label) {
    const std::string word = word_after(text, label);
    return word.empty() ? 0 : std::stof(word);
}

} // namespace

std::string name_of(WindowManager manager) {
    return start_of(manager).name;
}

std::unique_ptr<Display> Display::start(WindowManager manager, DisplaySize size, std::optional<DisplaySize> beside) {
    for (const char* program : {"Xvfb", "xdotool", "wmctrl", "xprop", "xwininfo"})
        if (!is_installed(program))
            return nullptr;
    if (manager != WindowManager::none && !is_installed(name_of(manager)))
        return nullptr;
    const TemporaryFolder folder;
    const std::string number_file = (folder.path() / "display").string();
    const DisplaySize other = beside.value_or(DisplaySize{0, 0});
    const std::string pixels =
        std::to_string(size.width + other.width) + 'x' + std::to_string(std::max(size.height, other.height)) + "x24";
    // With -noreset the server stays when its first client ends. It chooses a free number and writes it to the file.
    auto server = std::make_unique<Process>(std::vector<std::string>{"sh", "-c",
                                                                     "exec Xvfb -noreset -nolisten tcp -screen 0 " +
                                                                         pixels + " -displayfd 3 3>" + number_file},
                                            Environment{}, std::filesystem::path{});
    std::string number;
    const auto is_there = [&] { return !(number = whole_line_of(number_file)).empty(); };
    if (!happens([&] { return is_there() || !server->running(); }) || number.empty()) {
        ADD_FAILURE() << "Xvfb opens no display: " << server->errors();
        return nullptr;
    }
    std::unique_ptr<Display> display(new Display(std::move(server), size, beside));
    display->name_ = ":" + number;
    if (const std::string wrong = display->start_manager(manager); !wrong.empty()) {
        ADD_FAILURE() << name_of(manager) << " does not manage the display: " << wrong;
        return nullptr;
    }
    return display;
}

std::string Display::start_manager(WindowManager manager) {
    if (manager == WindowManager::none)
        return {};
    const ManagerStart& start = start_of(manager);
    const std::string home = home_.path().string();
    const std::string resolution = std::to_string(size_.width) + 'x' + std::to_string(size_.height);
    std::ofstream(home_ / "configuration")
        << replaced(replaced(replaced(start.configuration, "{}", home), "{size}", resolution), "{scale}",
                    std::to_string(size_.scale))
        << line_of_monitor_beside(size_, beside_);
    Environment own = environment();
    for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"})
        own.emplace_back(variable, home);
    own.emplace_back("ICEWM_PRIVCFG", home);
    for (const auto& [variable, value] : {std::pair{"WLR_BACKENDS", "x11"}, std::pair{"WLR_RENDERER", "pixman"}})
        own.emplace_back(variable, value);
    own.emplace_back("WLR_X11_OUTPUTS", beside_ ? "2" : "1");
    own.emplace_back("SWAYSOCK", home + "/sway");
    manager_ = std::make_unique<Process>(
        std::vector<std::string>{"sh", "-c",
                                 replaced(std::string("exec ") + start.name + ' ' + start.arguments, "{}", home)},
        own, std::filesystem::path{});
    // A program that starts before its window manager believes that there is none. One manager starts a command when it
    // is ready; another sets its last property; and each asks the server for the requests of windows.
    const auto is_ready = [&] {
        if (start.says_ready && !std::filesystem::exists(home_ / "ready"))
            return false;
        std::istringstream properties(start.root_properties);
        for (std::string property; properties >> property;)
            if (ask({"xprop", "-root", property}).find('(') == std::string::npos) // a property that exists has a type
                return false;
        if (start.manager == WindowManager::sway &&
            run({"swaymsg", "-s", home + "/sway", "-t", "get_outputs"}).output.find(beside_ ? "X11-2" : "X11-1") ==
                std::string::npos)
            return false;
        if (start.has_bar && work_area().height >= static_cast<float>(size_.height))
            return false;
        // Requests that reach openbox before it waits for events may lie there until the next one: it must have
        // answered one.
        if (start.manager == WindowManager::openbox) {
            xdotool({"set_num_desktops", "2"});
            if (xdotool({"get_num_desktops"}) != "2")
                return false;
        }
        return start.manager == WindowManager::sway ||
               ask({"xwininfo", "-root", "-events"}).find("SubstructureRedirect") != std::string::npos;
    };
    if (happens([&] { return is_ready() || !manager_->running(); }) && manager_->running()) {
        part_monitors();
        kind_ = manager; // from now on programs use it
        return {};
    }
    return manager_->errors() + " (or it is never ready)";
}

Environment Display::environment() const {
    if (kind_ == WindowManager::sway)
        return {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", (home_.path() / "wayland-1").string()}};
    return {{"DISPLAY", name_}, {"WAYLAND_DISPLAY", ""}};
}

std::string Display::ask(const std::vector<std::string>& command) const {
    return run(command, {{"DISPLAY", name_}, {"WAYLAND_DISPLAY", ""}}).output;
}

std::string Display::xdotool(std::vector<std::string> words) const {
    words.insert(words.begin(), "xdotool");
    std::string output = ask(words);
    while (output.ends_with('\n'))
        output.pop_back();
    return output;
}

std::string Display::find_visible_window(const std::string& title) const {
    const bool is_inside = kind_ == WindowManager::sway;
    const std::string socket = (home_.path() / "sway").string();
    std::string window;
    if (!happens([&] {
            if (is_inside && run({"swaymsg", "-s", socket, "-t", "get_tree"}).output.find(title) == std::string::npos)
                return false;
            window = is_inside ? word_after(ask({"xwininfo", "-root"}), "Window id:")
                               : first_line(xdotool({"search", "--onlyvisible", "--name", title}));
            return !window.empty();
        }))
        ADD_FAILURE() << "no window with the title " << title << " opens";
    return window;
}

std::string Display::find_window(const std::string& title) const {
    const std::string window = find_visible_window(title);
    if (!window.empty())
        xdotool({"windowactivate", "--sync", window});
    return window;
}

void Display::part_monitors() const {
    if (!beside_)
        return;
    std::istringstream tree(ask({"xwininfo", "-root", "-tree"}));
    const std::string size = std::to_string(beside_->width) + 'x' + std::to_string(beside_->height) + '+';
    for (std::string line; std::getline(tree, line);)
        if (line.find(size) != std::string::npos)
            xdotool({"windowmove", word_after(line, ""), std::to_string(size_.width), "0"});
}

void Display::move_to_monitor(int monitor) const {
    run({"swaymsg", "-s", (home_.path() / "sway").string(),
         R"([app_id=".+"] move window to output X11-)" + std::to_string(monitor)});
}

std::string Display::title_of(const std::string& window) const {
    return xdotool({"getwindowname", window});
}

bool Display::title_becomes(const std::string& window, const std::string& part, bool there) const {
    return happens([&] { return (title_of(window).find(part) != std::string::npos) == there; });
}

void Display::close_window(const std::string& window) const {
    // Alt+F4 does not do: the first key on a display changes its keyboard, whereupon the window manager releases all
    // keys and grabs them again, and F4 falls in between.
    ask({"wmctrl", "-i", "-c", window});
}

Box Display::frame_of(const std::string& window) const {
    // The manager's frame is the ancestor of the window just below the root.
    std::string frame = window;
    for (;;) {
        const std::string tree = ask({"xwininfo", "-id", frame, "-children"});
        const std::string parent = word_after(tree, "Parent window id:");
        if (parent.empty() || parent == word_after(tree, "Root window id:"))
            break;
        frame = parent;
    }
    const std::string all = ask({"xwininfo", "-id", frame});
    const float border = number_after(all, "Border width:");
    // xwininfo gives the corner of the border, but the size without the border.
    return {number_after(all, "Absolute upper-left X:"), number_after(all, "Absolute upper-left Y:"),
            number_after(all, "Width:") + 2 * border, number_after(all, "Height:") + 2 * border};
}

Box Display::work_area() const {
    const Box screen{0, 0, static_cast<float>(size_.width), static_cast<float>(size_.height)};
    std::string numbers = ask({"xprop", "-root", "_NET_WORKAREA"});
    const std::size_t equals = numbers.find('=');
    if (equals == std::string::npos)
        return screen;
    std::ranges::replace(numbers, ',', ' ');
    std::istringstream stream(numbers.substr(equals + 1));
    Box area;
    stream >> area.x >> area.y >> area.width >> area.height;
    return common(screen, area);
}

} // namespace attn
