#include "app/rehearsal.h"

#include "ui/actions/lesson_script.h"

#include <algorithm>
#include <imgui.h>

namespace attn {

namespace {

constexpr float between_clicks = 1; // seconds; longer than a double click

} // namespace

Result<std::unique_ptr<Rehearsal>> Rehearsal::open(SavedSession first, const std::filesystem::path& assets, Point size,
                                                   float scale, AppOptions options) {
    std::unique_ptr<Rehearsal> rehearsal(new Rehearsal);
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset; // as for a real window; nothing is rendered here
    io.DisplaySize = {size.x, size.y};
    name_keys(io);
    io.DisplayFramebufferScale = {scale, scale};
    App::load_fonts(scale);
    rehearsal->scale_ = scale;
    io.Fonts->Build();
    Result<std::unique_ptr<App>> app = App::open(std::move(first), assets, std::move(options));
    if (!app)
        return app.error();
    rehearsal->app_ = *std::move(app);
    rehearsal->hands_.emplace(*rehearsal->app_, rehearsal->input_, [window = rehearsal.get()] { window->frame(); });
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
    needs_ = app_->draw(scale_);
    ImGui::Render();
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
    hands_->click(shown->box.centre());
    settle();
    frame(between_clicks);
    return true;
}

void Rehearsal::go_on() {
    if (run()->is_through() || app_->workspace().lecture)
        hands_->press({.key = Key::page_down});
    else
        click("action:lesson-skip");
    settle();
}

bool Rehearsal::fill_in(std::string_view field, std::string_view text) {
    if (!click(field))
        return false;
    hands_->replace(text);
    settle();
    return true;
}

Result<void> Rehearsal::act(const LessonScript& script) {
    if (const auto lines = lines_of(script, run()->lesson->id); !lines)
        return lines.error();
    app_->workspace().notice.reset();
    run()->acting = script;
    settle();
    if (const std::optional<Notice>& notice = app_->workspace().notice; notice && notice->is_error)
        return error("{}", notice->text.letters());
    return {};
}

} // namespace attn
