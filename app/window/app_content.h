#pragma once

#include "app/window/content.h"
#include "ui/shell/app.h"

#include <functional>
#include <utility>

namespace attn {

/// The app as what a window or a picture shows. The app must outlive it.
class AppContent final : public Content {
public:
    /// Of an app of which nothing is remembered.
    explicit AppContent(App& app) : app_(&app) {}
    /// `keep` is called when what is to be remembered differs from what was `kept` last.
    AppContent(App& app, std::function<void(const Remembered&)> keep, Remembered kept)
        : app_(&app), keep_(std::move(keep)), kept_(std::move(kept)) {}

    void load_fonts(float scale) override { App::load_fonts(scale); }
    FrameState draw(float scale) override {
        FrameNeeds needs = app_->draw(scale);
        if (Remembered now = app_->remembered(); keep_ && now != kept_) {
            kept_ = std::move(now);
            keep_(kept_);
        }
        return {std::move(needs.title), needs.next_frame, needs.closed,     needs.full_screen,
                needs.enlarged_to,      needs.beside,     needs.least_area, needs.text_size};
    }
    void draw_beside(ImDrawList& list, Point area) override { app_->draw_notes(list, area); }
    void take_text_size(float shown) override { app_->workspace().shown_text_size = shown; }
    void painted() override { app_->painted(); }
    void drop(const std::vector<std::filesystem::path>& files) override { app_->drop(files); }
    void ask_to_close() override { app_->ask_to_close(); }

private:
    App* app_;
    std::function<void(const Remembered&)> keep_;
    Remembered kept_;
};

} // namespace attn
