#include "app/rehearsal.h"

#include "core/files/utf8.h"
#include "ui/actions/lesson_script.h"

#include <algorithm>
#include <imgui.h>
#include <vector>

namespace attn {

namespace {

constexpr float seconds_of_a_frame = 1.0F / 60;
constexpr int longest_act = 600;    // frames
constexpr float between_clicks = 1; // seconds: two of them are no double click

} // namespace

Result<std::unique_ptr<Rehearsal>> Rehearsal::open(Session session, const std::filesystem::path& assets, Point size,
                                                   float scale) {
    std::unique_ptr<Rehearsal> rehearsal(new Rehearsal);
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset; // as the window's has; here nothing is rendered
    io.DisplaySize = {size.x, size.y};
    name_keys(io);
    io.DisplayFramebufferScale = {scale, scale};
    App::load_fonts(scale);
    rehearsal->scale_ = scale;
    io.Fonts->Build();
    Result<std::unique_ptr<App>> app = App::open(std::move(session), assets);
    if (!app)
        return app.error();
    rehearsal->app_ = *std::move(app);
    rehearsal->settle();
    return rehearsal;
}

Rehearsal::~Rehearsal() {
    app_.reset();
    ImGui::DestroyContext();
}

void Rehearsal::frame(float seconds) {
    ImGuiIO& io = ImGui::GetIO();
    io.DeltaTime = seconds;
    input_.feed(io);
    ImGui::NewFrame();
    app_->draw(scale_);
    ImGui::Render();
}

void Rehearsal::settle() {
    while (!input_.empty())
        frame(seconds_of_a_frame);
    int frames = 0;
    do {
        app_->finish_work();
        frame(seconds_of_a_frame);
        frame(seconds_of_a_frame);
    } while ((app_->is_finding_for_pictures() || app_->is_acting()) && ++frames < longest_act);
}

bool Rehearsal::shows(std::string_view target) const {
    const auto shown = app_->find_target(target);
    return shown && !shown->box.empty();
}

bool Rehearsal::offers(std::string_view target) {
    if (shows(target))
        return true;
    std::vector<std::string> menus;
    for (const ShownTarget& shown : app_->targets())
        if (shown.name.starts_with("action:menu/"))
            menus.push_back(shown.name);
    return std::ranges::any_of(menus, [&](const std::string& menu) {
        click(menu);
        const bool is_there = shows(target);
        app_->workspace().overlay.reset();
        settle();
        return is_there;
    });
}

std::string Rehearsal::says(std::string_view target) const {
    const auto shown = app_->find_target(target);
    return shown ? shown->value : std::string();
}

bool Rehearsal::click(std::string_view target) {
    const auto shown = app_->find_target(target);
    if (!shown || shown->box.empty())
        return false;
    input_.push(MouseMoved{shown->box.centre()});
    input_.push(MouseButtonChanged{MouseButton::left, true});
    input_.push(MouseButtonChanged{MouseButton::left, false});
    settle();
    frame(between_clicks);
    return true;
}

void Rehearsal::press(Key key, bool control) {
    input_.push(KeyChanged{{.key = key, .control = control}, true});
    input_.push(KeyChanged{{.key = key, .control = control}, false});
    input_.push(KeyChanged{{}, false});
}

void Rehearsal::go_on() {
    if (run()->is_through() || app_->workspace().lecture)
        press(Key::page_down);
    else
        click("action:lesson-skip");
    settle();
}

bool Rehearsal::fill_in(std::string_view field, std::string_view text) {
    if (!click(field))
        return false;
    press(letter_key('a'), true);
    press(Key::del);
    while (!text.empty()) {
        const Utf8Letter letter = first_letter(text);
        if (letter.bytes > 0)
            input_.push(LetterTyped{letter.code});
        text.remove_prefix(std::max<std::size_t>(1, letter.bytes));
    }
    press(Key::enter);
    settle();
    return true;
}

Result<void> Rehearsal::act(const LessonScript& script) {
    Result<std::vector<ScriptLine>> lines = lines_of(script, run()->lesson->id);
    if (!lines)
        return lines.error();
    app_->workspace().notice.reset();
    run()->acting = *std::move(lines);
    settle();
    if (const std::optional<Notice>& notice = app_->workspace().notice; notice && notice->is_error)
        return error("{}", notice->text);
    return {};
}

} // namespace attn
