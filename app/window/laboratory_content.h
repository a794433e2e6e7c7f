#pragma once

#include "app/window/content.h"
#include "ui/laboratory.h"

namespace attn {

/// A laboratory as what a window or a picture shows. The laboratory must outlive it.
class LaboratoryContent final : public Content {
public:
    explicit LaboratoryContent(Laboratory& laboratory) : laboratory_(&laboratory) {}

    void load_fonts(float scale) override { Laboratory::load_fonts(scale); }
    FrameState draw(float scale) override {
        FrameNeeds needs = laboratory_->draw(scale);
        return {std::move(needs.title), needs.next_frame, needs.closed};
    }
    void drop(const std::vector<std::filesystem::path>& files) override { laboratory_->drop(files); }
    void ask_to_close() override { laboratory_->ask_to_close(); }

private:
    Laboratory* laboratory_;
};

} // namespace attn
