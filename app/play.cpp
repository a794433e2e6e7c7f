#include "app/play.h"

#include "app/assets.h"
#include "app/console.h"
#include "app/source_arguments.h"
#include "app/window/app_content.h"
#include "app/window/ending.h"
#include "app/window/offscreen_surface.h"
#include "app/window/window.h"
#include "core/document/files/trace_file.h"
#include "core/document/session/session_limits.h"
#include "core/files/file.h"
#include "core/files/locked_folder.h"
#include "core/files/printable.h"

#include <charconv>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

constexpr std::uint64_t longest_script = std::uint64_t{1} << 20U;

// In pixels per logical pixel.
constexpr float smallest_scale = 0.5F;
constexpr float largest_scale = 4;

Result<std::unique_ptr<Surface>> open_surface(const PlayOptions& options) {
    if (options.offscreen) {
        Result<std::unique_ptr<OffscreenSurface>> surface =
            OffscreenSurface::open({options.width, options.height, options.scale.value_or(1)});
        if (!surface)
            return surface.error();
        return std::unique_ptr<Surface>(*std::move(surface));
    }
    WindowOptions wanted;
    wanted.place.width = options.width;
    wanted.place.height = options.height;
    wanted.exact_size = true; // pictures of the window must have the requested size
    wanted.scale = options.scale;
    Result<std::unique_ptr<Window>> window = Window::open(wanted);
    if (!window)
        return window.error();
    return std::unique_ptr<Surface>(*std::move(window));
}

} // namespace

Result<PlayScreen> open_screen(const PlayOptions& options) {
    Result<std::unique_ptr<Surface>> surface = open_surface(options);
    if (!surface)
        return surface.error();
    PlayScreen opened;
    opened.window = dynamic_cast<Window*>(surface->get());
    Result<std::unique_ptr<Screen>> screen = Screen::open(*std::move(surface));
    if (!screen)
        return screen.error();
    opened.screen = *std::move(screen);
    return opened;
}

Result<std::pair<int, int>> parse_size(std::string_view text) {
    constexpr int largest = 16384;
    const std::size_t cross = text.find('x');
    const auto side = [](std::string_view digits) {
        int value = 0;
        const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return failed == std::errc() && end == digits.data() + digits.size() ? value : 0;
    };
    const int width = cross == std::string_view::npos ? 0 : side(text.substr(0, cross));
    const int height = cross == std::string_view::npos ? 0 : side(text.substr(cross + 1));
    if (width < 1 || height < 1 || width > largest || height > largest)
        return error("'{}' is no size; expected for example 1440x900, sides up to {} pixels", printable(text), largest);
    return std::pair(width, height);
}

PlayServices services_of_program() {
    const auto open = [](std::span<const std::string> words) -> Result<OpenedSource> {
        const auto source = parse_source(words);
        if (!source)
            return source.error();
        auto saved = open_saved_source(*source, program_assets());
        if (!saved)
            return saved.error();
        if (auto fits = check_window_limits(sizes_of(saved->session.layer())); !fits)
            return fits.error();
        return OpenedSource{*std::move(saved), session_file_of(*source)};
    };
    return {open, write_trace, [](const std::string& line) { print(fmt::format("{}\n", terminal_line(line))); }};
}

Result<int> play_on(const PlayScreen& opened, Session first, const PlayOptions& options, const PlayServices& services) {
    const Result<std::string> text = read_text_file(options.script, longest_script);
    if (!text)
        return text.error();
    const std::string name = options.script.filename().string();
    const Result<std::vector<ScriptLine>> lines = parse_script(*text, name);
    if (!lines)
        return lines.error();
    AppOptions surroundings;
    if (options.journal)
        surroundings.journal = JournalOptions{*options.journal};
    const Result<std::unique_ptr<App>> app = App::open(std::move(first), options.assets, std::move(surroundings));
    if (!app)
        return app.error();
    std::optional<Ending> ending;
    if (options.journal)
        ending.emplace([&] { (*app)->flush_journal(); });
    AppContent content(**app);
    Player player(**app, *opened.screen, content, opened.window, services, options.script);
    const Result<std::optional<std::string>> fallback = player.play(*lines, name);
    if (!fallback)
        return fallback.error();
    if (*fallback)
        say(fmt::format("{}\n", terminal_line(**fallback)));
    return *fallback ? 1 : 0;
}

Result<int> play(Session first, const PlayOptions& options, const PlayServices& services) {
    if (options.scale && !(*options.scale >= smallest_scale && *options.scale <= largest_scale))
        return error("--scale is {}, expected {} to {}", *options.scale, smallest_scale, largest_scale);
    if (options.journal)
        if (const Result<void> made = make_private_folder(*options.journal); !made)
            return made.error();
    const Result<PlayScreen> opened = open_screen(options);
    return opened ? play_on(*opened, std::move(first), options, services) : Result<int>(opened.error());
}

} // namespace attn
