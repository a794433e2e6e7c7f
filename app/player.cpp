#include "app/player.h"

#include "app/expectation.h"
#include "app/spared_files.h"
#include "app/window/window.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/png.h"
#include "core/files/file.h"
#include "core/files/printable.h"
#include "core/tensor/to_integer.h"
#include "ui/panels/tip.h"

#include <charconv>
#include <imgui.h>
#include <utility>

namespace attn {

namespace {

constexpr float frame_seconds = 1.0F / 60;
constexpr int frames_to_draw = 3; ///< frames until an event's effect is drawn on a desktop
constexpr int steps_of_a_drag = 8;
constexpr std::size_t longest_quote = 200; // bytes of a script that are quoted in a message
constexpr std::string_view cell_prefix = "cell:";
constexpr std::string_view step_prefix = "action:step/";
constexpr float longest_double_click = 0.5F; // seconds
constexpr std::string_view clipboard_target = "clipboard";

std::optional<CellId> cell_of(std::string_view target, Index item) {
    if (!target.starts_with(cell_prefix))
        return std::nullopt;
    return parse_cell_name(target.substr(cell_prefix.size()), item);
}

/// Returns a line of the clipboard: "clipboard" is the first, "clipboard:2" the second.
Result<std::string> clipboard_line(std::string_view target) {
    int wanted = 1;
    if (target.size() > clipboard_target.size()) {
        const std::string_view digits = target.substr(clipboard_target.size() + 1);
        const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), wanted);
        if (failed != std::errc() || end != digits.data() + digits.size() || wanted < 1)
            return error("'{}' is no line; write clipboard:2 for the second one", printable(target));
    }
    const char* const copied = ImGui::GetClipboardText();
    std::string_view text = copied == nullptr ? "" : copied;
    for (int line = 1; line < wanted; ++line) {
        const std::size_t end = text.find('\n');
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return std::string(text.substr(0, text.find('\n')));
}

} // namespace

Player::Player(App& app, Screen& screen, Content& content, Window* window, PlayServices services,
               const std::filesystem::path& script)
    : app_(&app), screen_(&screen), content_(&content), window_(window), services_(std::move(services)),
      hands_(
          app, screen.input(), [this] { frame(); }, frames_to_draw) {
    inputs_.add(script);
}

Result<std::optional<std::string>> Player::play(std::span<const ScriptLine> lines, std::string_view script) {
    settle();
    for (const ScriptLine& line : lines) {
        if (closed_)
            return error("{}:{}: the window is closed", script, line.number);
        const Found found = std::visit([this](const auto& command) { return this->act(command); }, line.command);
        if (!found)
            return error("{}:{}: {}", script, line.number, found.error().message);
        if (!found->empty())
            return std::optional(
                fmt::format("line {}: {}: {}", line.number, printable(line.text, longest_quote), *found));
    }
    return std::optional<std::string>();
}

void Player::frame() {
    if (window_ != nullptr) {
        Window::wait(static_cast<double>(frame_seconds));
        if (window_->take_close_request())
            content_->ask_to_close();
    }
    const FrameState state = screen_->frame(*content_, frame_seconds);
    since_click_ += frame_seconds;
    if (window_ != nullptr)
        window_->set_full_screen(state.full_screen);
    closed_ = closed_ || state.closed;
    if (window_ != nullptr)
        window_->set_title(state.title);
}

void Player::settle() {
    hands_.settle();
    inputs_.add(app_->session().inputs); // also if it was opened by hand
}

/// Returns the name under which a target is on the screen. Scripts may use other names: any address of a cell, and
/// former names of arrays.
std::string Player::canonical_target(const std::string& target) const {
    if (target.starts_with(step_prefix))
        if (const auto array = find_array(std::string_view(target).substr(step_prefix.size())))
            return std::string(step_prefix) + std::string(array_name(*array));
    const std::optional<CellId> cell = cell_of(target, app_->workspace().item);
    if (!cell)
        return target;
    return std::string(cell_prefix) + cell_name(app_->trace().canonical(*cell));
}

Error Player::not_on_screen(const std::string& target) const {
    const std::optional<CellId> cell = cell_of(target, app_->workspace().item);
    if (!cell)
        return error("{} is not on the screen; 'targets' prints what is", printable(target, longest_quote));
    if (!app_->trace().contains(*cell))
        return error("{}: there is no such cell; 'targets' prints what can be named", printable(target, longest_quote));
    const std::string step(array_name(cell->array));
    const std::string there = fmt::format("step {}", step);
    const Workspace& workspace = app_->workspace();
    CellId in_sight = *cell;
    in_sight.head = workspace.head;
    const Trace& trace = app_->trace();
    if (workspace.array() == cell->array && trace.canonical(in_sight) != trace.canonical(*cell))
        return error("{} is not on the screen; 'head {}' shows it", target, cell->head + 1);
    if (workspace.array() == cell->array)
        return error("{} is not on the screen; scroll or zoom to it", target);
    return error("{} is not on the screen; '{}' shows it", target, there);
}

Result<Point> Player::place_of(const std::string& target) const {
    const std::optional<ShownTarget> shown = app_->find_target(canonical_target(target));
    if (!shown)
        return not_on_screen(target);
    if (shown->box.empty())
        return error("{0} cannot be pointed at; read it with 'expect {0} VALUE'", printable(target, longest_quote));
    return shown->box.centre();
}

Result<std::string> Player::reading_of(const std::string& target) const {
    if (target == clipboard_target || target.starts_with(std::string(clipboard_target) + ':'))
        return clipboard_line(target);
    const std::optional<ShownTarget> shown = app_->find_target(canonical_target(target));
    if (!shown)
        return not_on_screen(target);
    return shown->value;
}

Player::Found Player::act(const script::Open& command) {
    Result<OpenedSource> opened = services_.open(command.source);
    if (!opened)
        return opened.error();
    inputs_.add(opened->saved.session.inputs);
    app_->show(std::move(opened->saved), std::move(opened->file));
    settle();
    return std::string();
}

Player::Found Player::act(const script::Step& command) {
    const Trace& trace = app_->trace();
    if (command.to == script::Step::To::array) {
        const ArrayId stage = command.array;
        if (is_stage(stage) && !trace.has(stage))
            return error("this layer has no {}", array_name(stage));
        app_->go_to(command.array);
    } else {
        const Workspace& workspace = app_->workspace();
        const auto steps = steps_of(trace, app_->session().notation, workspace.steps);
        app_->go_to(step_from(steps, workspace.step, command.to == script::Step::To::next ? 1 : -1));
    }
    settle();
    return std::string();
}

Player::Found Player::act(const script::Head& command) {
    const Index heads = app_->trace().sizes().H;
    if (command.head >= heads)
        return error("there is no head {}, expected 1 to {}", command.head + 1, heads);
    app_->show_head(command.head);
    settle();
    return std::string();
}

void Player::click(Point place) {
    hands_.click(place);
    clicked_ = place;
    since_click_ = 0;
}

/// Waits so that two clicks at one place are not taken for a double click, however few frames are between them.
void Player::let_double_click_pass(Point place) {
    while (clicked_ && clicked_->x == place.x && clicked_->y == place.y && since_click_ < longest_double_click &&
           !closed_)
        frame();
}

Player::Found Player::act(const script::Click& command) {
    const Result<Point> place = place_of(command.target);
    if (!place)
        return place.error();
    let_double_click_pass(*place);
    hands_.hold(command.held);
    click(*place);
    if (command.twice)
        click(*place);
    hands_.hold({});
    settle();
    return std::string();
}

Player::Found Player::act(const script::Drag& command) {
    const Result<Point> from = place_of(command.target);
    if (!from)
        return from.error();
    hands_.drag(*from, command.by, steps_of_a_drag);
    return std::string();
}

Player::Found Player::act(const script::Hover& command) {
    const Result<Point> place = place_of(command.target);
    if (!place)
        return place.error();
    hands_.move_to(*place);
    settle();
    constexpr int frames_at_rest = to_integer<int>(rest_before_tip / frame_seconds) + 1;
    for (int frames = 0; frames < frames_at_rest; ++frames)
        frame();
    return std::string();
}

Player::Found Player::act(const script::Wheel& command) {
    const Result<Point> place = place_of(command.target);
    if (!place)
        return place.error();
    hands_.turn_wheel(*place, command.by);
    settle();
    return std::string();
}

Player::Found Player::act(const script::Type& command) {
    const Result<Point> place = place_of(command.target);
    if (!place)
        return place.error();
    let_double_click_pass(*place);
    click(*place);
    settle();
    // Cells and tokens open a field by a double click; this is its second click.
    if (!app_->workspace().field) {
        click(*place);
        settle();
    }
    if (!app_->workspace().field)
        return error("nothing can be typed into {}; expected a cell, a token or a field",
                     printable(command.target, longest_quote));
    hands_.replace(command.text);
    settle();
    return std::string();
}

Player::Found Player::act(const script::Press& command) {
    hands_.strike(command.chord);
    settle();
    return std::string();
}

Player::Found Player::act(const script::SetClipboard& command) {
    ImGui::SetClipboardText(command.text.c_str());
    return std::string();
}

Player::Found Player::act(const script::Wait& command) {
    const auto frames = to_integer<int>(command.seconds / frame_seconds);
    for (int i = 0; i < frames && !closed_; ++i)
        frame();
    return std::string();
}

Player::Found Player::act(const script::Expect& command) {
    if (const std::optional<CellId> cell = cell_of(command.target, app_->workspace().item)) {
        if (!app_->trace().contains(*cell))
            return error("{}: there is no such cell; 'targets' prints what can be named",
                         printable(command.target, longest_quote));
        const std::optional<double> expected = number_of(command.value);
        if (!expected)
            return error("'{}' is no number; expected one such as 0.25", printable(command.value));
        const float value = app_->trace().value(*cell);
        if (is_as_expected(static_cast<double>(value), *expected, command.within))
            return std::string();
        return "it is " + exact_number(value);
    }
    const Result<std::string> says = reading_of(command.target);
    if (!says)
        return says.error();
    if (is_as_expected(*says, command.value, command.within))
        return std::string();
    return "it is " + (says->empty() ? "empty" : *says);
}

Result<void> Player::check_spares_inputs(const std::filesystem::path& output) {
    inputs_.add(app_->session().inputs);
    for (const std::filesystem::path& by_hand : app_->remembered().recent)
        inputs_.add(by_hand);
    return inputs_.check_spares(output);
}

Player::Found Player::act(const script::Screenshot& command) {
    if (const Result<void> spared = check_spares_inputs(command.file); !spared)
        return spared.error();
    if (const Result<void> replaces = check_replaces_a_picture(command.file); !replaces)
        return replaces.error();
    const Result<std::string> png = encode_png(screen_->picture(*content_, frame_seconds));
    if (!png)
        return png.error();
    if (const Result<void> written = write_text_file(command.file, *png); !written)
        return written.error();
    return std::string();
}

Player::Found Player::act(const script::WriteTrace& command) {
    if (const Result<void> spared = check_spares_inputs(command.file); !spared)
        return spared.error();
    if (const Result<void> replaces = check_replaces_its_kind(command.file, ".npz", "trace"); !replaces)
        return replaces.error();
    if (const Result<void> written = services_.write_trace(app_->trace(), command.file); !written)
        return written.error();
    return std::string();
}

Player::Found Player::act(const script::ListTargets& /*command*/) {
    for (const ShownTarget& target : app_->targets())
        services_.print(target.value.empty() ? target.name : fmt::format("{}  {}", target.name, target.value));
    return std::string();
}

} // namespace attn
