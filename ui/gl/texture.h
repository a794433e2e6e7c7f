#pragma once

#include <cstdint>
#include <imgui.h>
#include <span>

namespace attn {

/// An image in the graphics card's memory, freed with this object. The OpenGL context in which it was made must be
/// current whenever it is changed or freed. Without any context (tests of panels) it holds nothing: its id is null, and
/// everything else works.
class Texture {
public:
    /// The look of an image at another size: hard-edged pixels, or smoothed ones.
    enum class Filter : std::uint8_t { nearest, linear };

    /// A texture without an image.
    Texture() = default;
    /// `width` × `height` pixels of R, G, B, A bytes, alpha not multiplied in, row by row from the top; transparent if
    /// `rgba` is empty. Sides are from 1 to largest_side().
    Texture(int width, int height, std::span<const std::uint32_t> rgba, Filter filter);
    Texture(Texture&& other) noexcept;
    Texture& operator=(Texture&& other) noexcept;
    ~Texture();

    /// Replaces the part of `width` × `height` pixels whose upper left corner is (x, y).
    void replace(int x, int y, int width, int height, std::span<const std::uint32_t> rgba);

    int width() const { return width_; }
    int height() const { return height_; }
    bool empty() const { return width_ == 0; }
    /// The texture's id for ImDrawList::AddImage.
    ImTextureID id() const;

    /// Returns the longest side that the graphics card can hold, in pixels.
    static int largest_side();

private:
    unsigned name_ = 0;
    int width_ = 0;
    int height_ = 0;
};

} // namespace attn
