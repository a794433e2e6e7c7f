#pragma once

#include "app/window/content.h"
#include "ui/laboratory.h"

#include <functional>
#include <utility>

namespace attn {

/// A laboratory as what a window or a picture shows. The laboratory must outlive it.
class LaboratoryContent final : public Content {
public:
    /// `keep` is called when what is to be remembered has changed.
    explicit LaboratoryContent(Laboratory& laboratory, std::function<void(const Remembered&)> keep = {})
        : laboratory_(&laboratory), keep_(std::move(keep)), remembered_(laboratory.remembered()) {}

    void load_fonts(float scale) override { Laboratory::load_fonts(scale); }
    FrameState draw(float scale) override {
        FrameNeeds needs = laboratory_->draw(scale);
        if (Remembered now = laboratory_->remembered(); keep_ && now != remembered_) {
            remembered_ = std::move(now);
            keep_(remembered_);
        }
        return {std::move(needs.title), needs.next_frame, needs.closed, needs.full_screen, needs.enlarged_to};
    }
    void drop(const std::vector<std::filesystem::path>& files) override { laboratory_->drop(files); }
    void ask_to_close() override { laboratory_->ask_to_close(); }

private:
    Laboratory* laboratory_;
    std::function<void(const Remembered&)> keep_;
    Remembered remembered_; ///< what is kept
};

} // namespace attn
