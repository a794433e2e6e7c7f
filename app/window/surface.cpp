#include "app/window/surface.h"

#include "ui/toolkit/layout.h"

#include <algorithm>
#include <cmath>
#include <glad/gl.h>
#include <utility>

namespace attn {

float Surface::roomy_scale(const SurfaceSize& size) const {
    return attn::roomy_scale({static_cast<float>(size.width), static_cast<float>(size.height)}, least_area_);
}

SurfaceSize Surface::size() const {
    SurfaceSize size = usual_size();
    const float usual = size.scale;
    size.scale = text_size_ > 1 ? std::max(usual, std::min(usual * text_size_, roomy_scale(size)))
                                : std::max(std::min(usual, least_scale), usual * text_size_);
    size.text_size = size.scale / usual;
    constexpr float most = 8; // graphics cards need not have textures for larger text
    if (area_)
        size.scale = std::max(size.scale, std::min({most, static_cast<float>(size.width) / area_->x,
                                                    static_cast<float>(size.height) / area_->y}));
    return size;
}

Pixels read_pixels(const SurfaceSize& size) {
    Pixels pixels{size.width, size.height, {}};
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    pixels.rgba.resize(width * height);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.rgba.data());
    // OpenGL's rows begin at the bottom, and blending has changed alpha.
    for (std::size_t y = 0; y < height / 2; ++y)
        std::swap_ranges(pixels.rgba.begin() + static_cast<std::ptrdiff_t>(y * width),
                         pixels.rgba.begin() + static_cast<std::ptrdiff_t>((y + 1) * width),
                         pixels.rgba.begin() + static_cast<std::ptrdiff_t>((height - 1 - y) * width));
    const std::uint32_t opaque = packed({0, 0, 0, 255});
    for (std::uint32_t& pixel : pixels.rgba)
        pixel |= opaque;
    return pixels;
}

} // namespace attn
