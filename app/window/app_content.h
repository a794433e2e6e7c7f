#pragma once

#include "app/window/content.h"
#include "ui/app.h"

#include <functional>
#include <utility>

namespace attn {

/// A laboratory as what a window or a picture shows. The laboratory must outlive it.
class AppContent final : public Content {
public:
    /// `keep` is called when what is to be remembered has changed.
    explicit AppContent(App& app, std::function<void(const Remembered&)> keep = {})
        : app_(&app), keep_(std::move(keep)), remembered_(app.remembered()) {}

    void load_fonts(float scale) override { App::load_fonts(scale); }
    FrameState draw(float scale) override {
        FrameNeeds needs = app_->draw(scale);
        if (Remembered now = app_->remembered(); keep_ && now != remembered_) {
            remembered_ = std::move(now);
            keep_(remembered_);
        }
        return {std::move(needs.title), needs.next_frame, needs.closed, needs.full_screen, needs.enlarged_to};
    }
    void drop(const std::vector<std::filesystem::path>& files) override { app_->drop(files); }
    void ask_to_close() override { app_->ask_to_close(); }

private:
    App* app_;
    std::function<void(const Remembered&)> keep_;
    Remembered remembered_; ///< what is kept
};

} // namespace attn
