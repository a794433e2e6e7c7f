#include "tests/ui/offscreen_window.h"
#include "tests/folders.h"

#include "core/document/files/session_file.h"
#include "ui/actions/search.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <imgui.h>

namespace attn {

namespace {

std::filesystem::path assets() {
    const char* given = std::getenv("ATTENTION_LAB_ASSETS");
    return given != nullptr ? std::filesystem::path(given) : assets_folder();
}

} // namespace

OffscreenWindow::OffscreenWindow(SavedSession first, float width, float height, AppOptions options) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset; // as the window's has; here nothing is rendered
    io.DisplaySize = {width, height};
    name_keys(io);
    App::load_fonts(1);
    io.Fonts->Build();
    Result<std::unique_ptr<App>> app = App::open(std::move(first), assets(), std::move(options));
    if (!app)
        throw std::runtime_error(app.error().message);
    app_ = *std::move(app);
    settle();
}

OffscreenWindow::~OffscreenWindow() {
    app_.reset();
    ImGui::DestroyContext();
}

FrameNeeds OffscreenWindow::frame() {
    ImGuiIO& io = ImGui::GetIO();
    io.DeltaTime = 1.0F / 60;
    input_.feed(io);
    ImGui::NewFrame();
    FrameNeeds needs = app_->draw(1);
    ImGui::Render();
    return needs;
}

FrameNeeds OffscreenWindow::settle() {
    while (!input_.empty())
        frame();
    FrameNeeds needs;
    do {
        app_->finish_work();
        needs = glance();
    } while (app_->is_finding_for_pictures() || app_->is_acting());
    return needs;
}

FrameNeeds OffscreenWindow::glance() {
    while (!input_.empty())
        frame();
    frame();
    return frame();
}

std::string OffscreenWindow::says(std::string_view target) const {
    const auto shown = app_->find_target(target);
    return shown ? shown->value : "(not on the screen)";
}

bool OffscreenWindow::is_said(std::string_view words) const {
    return std::ranges::any_of(app_->scene().list.items, [&](const Item& item) {
        const auto* text = std::get_if<Text>(&item.shape());
        return text != nullptr && text->text.find(words) != std::string::npos;
    });
}

Box OffscreenWindow::place_of(std::string_view target) const {
    const auto shown = app_->find_target(target);
    EXPECT_TRUE(shown) << target << " is not on the screen";
    return shown ? shown->box : Box{};
}

void OffscreenWindow::show(ArrayId array) {
    app_->go_to(array);
    settle();
}

void OffscreenWindow::show(ArrayId array, PictureId picture) {
    app_->go_to(array);
    app_->workspace().picture = picture;
    settle();
}

void OffscreenWindow::find(std::string_view words) {
    key("ctrl+p");
    type(words);
}

void OffscreenWindow::run(std::string_view action) {
    find(find_action(action)->label);
}

void OffscreenWindow::press_at(Point place) {
    input_.push(MouseMoved{place});
    input_.push(MouseButtonChanged{MouseButton::left, true});
    input_.push(MouseButtonChanged{MouseButton::left, false});
}

void OffscreenWindow::click(std::string_view target) {
    press_at(centre_of(target));
    settle();
    // Two clicks on one place are not to be taken for a double click.
    ImGui::GetIO().MouseClickedTime[0] = -1e6;
}

void OffscreenWindow::right_click(std::string_view target) {
    input_.push(MouseMoved{centre_of(target)});
    input_.push(MouseButtonChanged{MouseButton::right, true});
    input_.push(MouseButtonChanged{MouseButton::right, false});
    settle();
}

void OffscreenWindow::double_click(std::string_view target) {
    const Point place = centre_of(target);
    press_at(place);
    press_at(place);
    settle();
}

void OffscreenWindow::drag(std::string_view target, Point by) {
    const Point from = centre_of(target);
    input_.push(MouseMoved{from});
    input_.push(MouseButtonChanged{MouseButton::left, true});
    settle();
    constexpr int steps = 4;
    for (int i = 1; i <= steps; ++i) {
        const float share = static_cast<float>(i) / steps;
        input_.push(MouseMoved{from + Point{by.x * share, by.y * share}});
        settle();
    }
    input_.push(MouseButtonChanged{MouseButton::left, false});
    settle();
}

namespace {

void push_key(InputQueue& input, std::string_view name) {
    const std::optional<Chord> chord = parse_chord(name);
    ASSERT_TRUE(chord) << name;
    input.push(KeyChanged{*chord, true});
    input.push(KeyChanged{*chord, false});
    input.push(KeyChanged{{}, false});
}

} // namespace

void OffscreenWindow::key(std::string_view name) {
    push_key(input_, name);
    settle();
}

void OffscreenWindow::tap(std::string_view name) {
    push_key(input_, name);
    glance();
}

void OffscreenWindow::write(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        char32_t letter = length == 1 ? lead : lead & (0xFFU >> (length + 1));
        for (std::size_t k = 1; k < length; ++k)
            letter = letter << 6U | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
        input_.push(LetterTyped{letter});
        i += length;
    }
    settle();
}

void OffscreenWindow::type(std::string_view text) {
    write(text);
    key("enter");
}

void OffscreenWindow::paste(const std::string& text) {
    ImGui::SetClipboardText(text.c_str());
    tap("ctrl+v");
}

void OffscreenWindow::fill_in(std::string_view field, std::string_view text) {
    click(field);
    type(text);
}

Session preset(const std::string& name) {
    Result<Session> session = load_preset(assets(), name);
    if (!session)
        throw std::runtime_error(session.error().message);
    return *std::move(session);
}

Session sentence(const std::string& tokens_as_json) {
    const std::string text =
        R"({"version":1,"tokens":)" + tokens_as_json + R"(,"sizes":{"d_model":8,"heads":2,"d_k":4,"d_v":4}})";
    Result<Session> session = parse_session(text, "test", ".");
    if (!session)
        throw std::runtime_error(session.error().message);
    return *std::move(session);
}

} // namespace attn
