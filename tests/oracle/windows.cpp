#include "tests/oracle/windows.h"
#include "tests/folders.h"

#include "app/commands.h"
#include "app/player.h"
#include "app/rehearsal.h"
#include "app/source_arguments.h"
#include "app/window/app_content.h"
#include "app/window/offscreen_surface.h"
#include "core/document/files/trace_file.h"
#include "core/document/session/edits.h"
#include "core/document/session/session_limits.h"
#include "core/document/sources/presets.h"
#include "core/document/sources/source.h"
#include "core/figure/number.h"
#include "core/files/file.h"
#include "core/lesson/lesson.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn::oracle {

namespace {

constexpr std::string_view cell_prefix = "cell:";

/// Adds an item with these lines, sorted; a value of several lines becomes one line.
void keep_lines(Record& record, const std::string& name, Content lines) {
    for (std::string& line : lines)
        std::ranges::replace(line, '\n', ' ');
    std::ranges::sort(lines);
    std::string bytes;
    for (const std::string& line : lines)
        bytes += line + "\n";
    record.add(name, bytes, lines);
}

Content said_by(const App& app) {
    Content lines;
    for (const ShownTarget& target : app.targets())
        if (!target.value.empty() && target.name != "lesson.room") // it is a height
            lines.push_back(fmt::format("{}: {}", target.name, target.value));
    return lines;
}

/// The line for an expected target. A cell has the trace's number, whether or not it is visible.
std::string expected_line(App& app, const std::string& target) {
    if (target.starts_with(cell_prefix))
        if (const auto cell =
                parse_cell_name(std::string_view(target).substr(cell_prefix.size()), app.workspace().item))
            return fmt::format("expected {}: {}", target,
                               app.trace().contains(*cell) ? exact_number(app.trace().value(*cell)) : "no such cell");
    const auto shown = app.find_target(target);
    return fmt::format("expected {}: {}", target, shown ? shown->value : "not on the screen");
}

Result<OpenedSource> open_for_script(const std::filesystem::path& assets, std::span<const std::string> words) {
    const auto source = parse_source(words);
    if (!source)
        return source.error();
    auto session = for_window(open_source(*source, assets), "");
    if (!session)
        return session.error();
    return OpenedSource{*std::move(session), session_file_of(*source)};
}

Result<Content> play_script(const std::filesystem::path& script, const std::filesystem::path& assets) {
    const std::string name = script.filename().string();
    const auto text = read_text_file(script);
    if (!text)
        return text.error();
    const auto lines = parse_script(*text, name);
    if (!lines)
        return lines.error();
    auto surface = OffscreenSurface::open({1440, 900, 1});
    if (!surface)
        return surface.error();
    const auto screen = Screen::open(*std::move(surface));
    if (!screen)
        return screen.error();
    auto first = load_preset(assets, std::string(default_preset));
    if (!first)
        return first.error();
    const auto app = App::open(*std::move(first), assets);
    if (!app)
        return app.error();
    AppContent content(**app);
    const PlayServices services{[&](std::span<const std::string> words) { return open_for_script(assets, words); },
                                write_trace, [](const std::string&) {}};
    Player player(**app, **screen, content, nullptr, services, script);
    const auto played = player.play(*lines, name);
    if (!played)
        return played.error();
    Content says = said_by(**app);
    std::set<std::string> expected;
    for (const ScriptLine& line : *lines)
        if (const auto* const expect = std::get_if<script::Expect>(&line.command))
            expected.insert(expected_line(**app, expect->target));
    says.insert(says.end(), expected.begin(), expected.end());
    if (*played)
        says.push_back("found otherwise: " + **played);
    return says;
}

/// Steps through the scenes by Page Down.
Result<void> show_scenes(const std::filesystem::path& file, const std::filesystem::path& assets, Record& record) {
    constexpr Point wall{996, 560};
    const auto lesson = load_lesson(file, assets);
    if (!lesson)
        return lesson.error();
    const auto opened = Rehearsal::open(lesson->sessions.front(), assets, wall);
    if (!opened)
        return opened.error();
    Rehearsal& window = **opened;
    window.app().lecture(file);
    window.settle();
    Content last;
    for (int press = 0; window.run() != nullptr; ++press) {
        const Content now = said_by(window.app());
        if (std::exchange(last, now) == now)
            break; // the last scene
        const std::string usual = window.app().session().notation.name();
        const auto write_in = [&](std::string_view notation) {
            auto edited =
                window.app().edit(SetNotation{std::string(notation), window.app().session().tokens_as_columns});
            window.settle();
            return edited;
        };
        for (const std::string_view notation : notation_names()) {
            if (auto edited = write_in(notation); !edited)
                return edited.error();
            keep_lines(record, fmt::format("lecture press {}, scene {}, {}", press, window.run()->step + 1, notation),
                       said_by(window.app()));
        }
        if (auto edited = write_in(usual); !edited)
            return edited.error();
        window.go_on();
    }
    return {};
}

Result<void> print_pages(const std::filesystem::path& file, Record& record) {
    const TemporaryFolder folder;
    for (const auto& [kind, name] :
         {std::pair{DocumentKind::storyboard, "storyboard"}, {DocumentKind::handout, "handout"}}) {
        const std::filesystem::path pages = folder / (std::string(name) + ".pdf");
        DocumentRequest request;
        request.kind = kind;
        if (auto written = lecture_document(file, request, pages); !written)
            return written.error();
        const auto bytes = read_text_file(pages);
        if (!bytes)
            return bytes.error();
        record.add(fmt::format("lecture {}", name), *bytes, {"written"});
    }
    return {};
}

} // namespace

void play_scripts(const std::filesystem::path& assets, Record& record) {
    std::set<std::filesystem::path> scripts;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/ui"))
        if (entry.path().extension() == ".play")
            scripts.insert(entry.path());
    const std::filesystem::path before = std::filesystem::current_path();
    for (const std::filesystem::path& script : scripts) {
        const std::string name = "window " + script.stem().string();
        if (!record.wants(name))
            continue;
        const TemporaryFolder folder;
        std::filesystem::create_directory_symlink(source_folder() / "tests/data", folder / "data");
        std::filesystem::current_path(folder.path());
        const auto says = play_script(script, assets);
        std::filesystem::current_path(before);
        keep_lines(record, name, says ? *says : Content{"cannot be done: " + says.error().message});
    }
}

Result<void> give_lecture(const std::filesystem::path& assets, Record& record) {
    const std::filesystem::path file = assets / "lessons" / "lecture-five-notes.json";
    auto shown = show_scenes(file, assets, record);
    return shown ? print_pages(file, record) : shown;
}

} // namespace attn::oracle
