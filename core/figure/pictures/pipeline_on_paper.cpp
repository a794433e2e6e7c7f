#include "core/figure/pictures/pipeline_on_paper.h"

#include "core/figure/pictures/pipeline.h"
#include "core/figure/pictures/pipeline_across.h"

#include <algorithm>

namespace attn {

namespace {

constexpr float highest_stretch = 1.25F; // down the page, so that it stays on one
constexpr float lowest_stretch = 0.45F;
constexpr float widest_stretch = 2;
constexpr float smallest_across = 28; // of pictures, where the page may as well be higher

/// Of the diagram down the page: distances and pictures, as multiples of those in the window.
Point stretch_down(const DrawContext& drawing, float width, std::optional<float> height, bool fills) {
    const float across = width / pipeline_size(drawing).x;
    float down = std::min(across, highest_stretch);
    if (height) {
        const float without_pictures = pipeline_size(drawing, {1, 0}).y;
        const float with_pictures = pipeline_size(drawing, {1, 1}).y;
        down = bounded((*height - without_pictures) / (with_pictures - without_pictures), lowest_stretch, down);
    }
    return {fills ? across : std::min(across, widest_stretch), down};
}

} // namespace

void pipeline_on_paper(DisplayList& list, const DrawContext& drawing, float width, std::optional<float> height,
                       bool fills) {
    const Point stretch = stretch_down(drawing, width, height, fills);
    const Point size = pipeline_size(drawing, stretch);
    DisplayList across;
    const std::optional<float> picture = pipeline_across_picture(across, drawing, width, height);
    const bool is_high = height && *height >= width && size.y <= *height;
    if (picture && !is_high && (height || *picture >= smallest_across))
        return list.append(across);
    PipelineView view;
    view.area = {0, 0, size.x, size.y};
    view.stretch = stretch;
    pipeline_picture(list, drawing, view);
}

} // namespace attn
