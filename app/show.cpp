#include "app/commands.h"
#include "app/window/app_content.h"
#include "app/window/ending.h"
#include "app/window/loop.h"
#include "app/window/screen.h"
#include "app/window/settings.h"
#include "app/window/user_settings.h"
#include "app/window/window.h"
#include "ui/shell/app.h"

#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

namespace attn {

namespace {

/// Returns the folder of session locks; empty if the user has no home.
std::filesystem::path session_locks() {
    const std::filesystem::path state = state_folder();
    return state.empty() ? state : state / "locks";
}

/// Returns a seed for the first lesson's numbers, another one each time.
std::uint64_t seconds_since_epoch() {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count());
}

/// Today's number of days since 1970, in the user's time zone.
std::int64_t today() {
    const std::time_t now = std::time(nullptr);
    std::tm here{};
    localtime_r(&now, &here);
    constexpr std::int64_t day = 86400; // seconds
    return (static_cast<std::int64_t>(now) + here.tm_gmtoff) / day;
}

} // namespace

Result<int> show(SavedSession first, const ShowOptions& options) {
    // The place where installations put the icon; without it, the desktop shows its own.
    const std::filesystem::path icon =
        options.assets.parent_path() / "icons" / "hicolor" / "128x128" / "apps" / "attention-lab.png";
    const std::optional<WindowPlace> last = load_window_place();
    const WindowOptions wanted{last.value_or(WindowPlace{.units = 1}), options.scale, icon};
    Result<std::unique_ptr<Window>> opened = Window::open(wanted);
    if (!opened)
        return opened.error();
    Window& window = **opened;
    const Result<std::unique_ptr<Screen>> screen = Screen::open(*std::move(opened));
    if (!screen)
        return screen.error();
    LoadedSettings settings = load_settings();
    std::optional<JournalOptions> journal;
    if (const std::filesystem::path folder = state_folder(); !folder.empty())
        journal = JournalOptions{folder / "unsaved"};
    const Result<std::unique_ptr<App>> app = App::open(std::move(first), options.assets,
                                                       {.file = options.file,
                                                        .remembered = settings.remembered,
                                                        .offers_start = options.offers_start,
                                                        .draw = seconds_since_epoch(),
                                                        .today = today(),
                                                        .journal = journal,
                                                        .wake = Window::wake,
                                                        .notation = options.notation,
                                                        .locks = session_locks()});
    if (!app)
        return app.error();
    if (options.lesson)
        (*app)->learn({*options.lesson, std::nullopt});
    if (options.lecture)
        (*app)->lecture(*options.lecture);
    if (const std::string nowhere = why_nothing_is_kept(); !nowhere.empty())
        (*app)->say_problem(nowhere);
    else if (!settings.problem.empty())
        (*app)->say_problem(settings.problem);
    const Ending ending([&] { (*app)->flush_journal(); });
    AppContent content(**app, save_settings, std::move(settings.remembered));
    show_until_closed(window, **screen, content);
    save_window_place(window.place());
    return 0;
}

} // namespace attn
