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
    Result<std::unique_ptr<Rehearsal>> window =
        Rehearsal::open(std::move(first), assets(), {width, height}, 1, std::move(options));
    if (!window)
        throw std::runtime_error(window.error().message);
    window_ = *std::move(window);
}

FrameNeeds OffscreenWindow::frame() {
    window_->frame();
    return window_->needs();
}

FrameNeeds OffscreenWindow::settle() {
    hands().settle();
    return window_->needs();
}

FrameNeeds OffscreenWindow::glance() {
    hands().glance();
    return window_->needs();
}

std::string OffscreenWindow::says(std::string_view target) const {
    const auto shown = window_->app().find_target(target);
    return shown ? shown->value : "(not on the screen)";
}

bool OffscreenWindow::is_said(std::string_view words) const {
    return std::ranges::any_of(window_->app().scene().list.items, [&](const Item& item) {
        const auto* text = std::get_if<Text>(&item.shape());
        return text != nullptr && text->text.find(words) != std::string::npos;
    });
}

Box OffscreenWindow::place_of(std::string_view target) const {
    const auto shown = window_->app().find_target(target);
    EXPECT_TRUE(shown) << target << " is not on the screen";
    return shown ? shown->box : Box{};
}

void OffscreenWindow::show(ArrayId array) {
    window_->app().go_to(array);
    settle();
}

void OffscreenWindow::show(ArrayId array, PictureId picture) {
    window_->app().go_to(array);
    window_->app().workspace().picture = picture;
    settle();
}

void OffscreenWindow::find(std::string_view words) {
    key("ctrl+p");
    type(words);
}

void OffscreenWindow::run(std::string_view action) {
    find(find_action(action)->label);
}

void OffscreenWindow::click(std::string_view target) {
    hands().click(centre_of(target));
    settle();
    // Two clicks at one place must not become a double click.
    ImGui::GetIO().MouseClickedTime[0] = -1e6;
}

void OffscreenWindow::right_click(std::string_view target) {
    hands().click(centre_of(target), MouseButton::right);
    settle();
}

void OffscreenWindow::double_click(std::string_view target) {
    const Point place = centre_of(target);
    hands().click(place);
    hands().click(place);
    settle();
}

void OffscreenWindow::drag(std::string_view target, Point by) {
    constexpr int steps = 4;
    hands().drag(centre_of(target), by, steps);
}

void OffscreenWindow::key(std::string_view name) {
    const std::optional<Chord> chord = parse_chord(name);
    ASSERT_TRUE(chord) << name;
    hands().press(*chord);
    settle();
}

void OffscreenWindow::tap(std::string_view name) {
    const std::optional<Chord> chord = parse_chord(name);
    ASSERT_TRUE(chord) << name;
    hands().press(*chord);
    glance();
}

void OffscreenWindow::write(std::string_view text) {
    hands().type(text);
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
