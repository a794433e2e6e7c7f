#pragma once

#include <cstdint>
#include <imgui.h>
#include <span>

namespace attn {

/// An image that lies with the graphics card, freed with its object. The context it was made in must be current
/// whenever it is changed or freed. Where there never was a context (tests of panels), it holds nothing: its id is
/// null, and everything else works.
class Texture {
public:
    /// How it is shown when it does not fit the pixels: in hard-edged cells, or smoothed.
    enum class Filter : std::uint8_t { nearest, linear };

    /// No image.
    Texture() = default;
    /// From `width`·`height` pixels of R, G, B, A bytes, alpha not multiplied in, row by row from the top; transparent
    /// where `rgba` is empty. Sides are from 1 to largest_side().
    Texture(int width, int height, std::span<const std::uint32_t> rgba, Filter filter);
    Texture(Texture&& other) noexcept;
    Texture& operator=(Texture&& other) noexcept;
    ~Texture();

    /// Replaces the part of `width`·`height` pixels whose upper left corner is (x, y).
    void replace(int x, int y, int width, int height, std::span<const std::uint32_t> rgba);

    int width() const { return width_; }
    int height() const { return height_; }
    bool empty() const { return width_ == 0; }
    /// What ImDrawList::AddImage wants.
    ImTextureID id() const;

    /// The longest side that the graphics card can hold.
    static int largest_side();

private:
    unsigned name_ = 0;
    int width_ = 0;
    int height_ = 0;
};

} // namespace attn
