#pragma once

#include "app/window/content.h"
#include "ui/shell/app.h"

#include <functional>
#include <utility>

namespace attn {

/// The app as the content of a window or a picture. The app must outlive this object.
class AppContent final : public Content {
public:
    /// Makes content that remembers nothing for the next start.
    explicit AppContent(App& app) : app_(&app) {}
    /// Makes content that calls `keep` when the settings to be remembered differ from those last remembered, at first
    /// `kept`.
    AppContent(App& app, std::function<void(const Remembered&)> keep, Remembered kept)
        : app_(&app), keep_(std::move(keep)), kept_(std::move(kept)) {}

    void load_fonts(float scale) override { App::load_fonts(scale); }
    FrameState draw(float scale) override {
        FrameNeeds needs = app_->draw(scale);
        if (Remembered now = app_->remembered(); keep_ && now != kept_) {
            kept_ = std::move(now);
            keep_(kept_);
        }
        return needs;
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
