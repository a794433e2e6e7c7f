#include "ui/gl/texture.h"

#include <cassert>
#include <cstddef>
#include <glad/gl.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

bool has_context() {
    return glad_glGenTextures != nullptr;
}

} // namespace

Texture::Texture(int width, int height, std::span<const std::uint32_t> rgba, Filter filter)
    : width_(width), height_(height) {
    assert(width > 0 && height > 0);
    assert(rgba.empty() || rgba.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    if (!has_context())
        return;
    const GLint how = filter == Filter::nearest ? GL_NEAREST : GL_LINEAR;
    const std::vector<std::uint32_t> clear(
        rgba.empty() ? static_cast<std::size_t>(width) * static_cast<std::size_t>(height) : 0);
    glGenTextures(1, &name_);
    glBindTexture(GL_TEXTURE_2D, name_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, how);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, how);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 rgba.empty() ? clear.data() : rgba.data());
}

Texture::Texture(Texture&& other) noexcept
    : name_(std::exchange(other.name_, 0U)), width_(std::exchange(other.width_, 0)),
      height_(std::exchange(other.height_, 0)) {}

Texture& Texture::operator=(Texture&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(width_, other.width_);
    std::swap(height_, other.height_);
    return *this;
}

Texture::~Texture() {
    if (name_ != 0)
        glDeleteTextures(1, &name_);
}

// NOLINTNEXTLINE(readability-make-member-function-const): it changes the image.
void Texture::replace(int x, int y, int width, int height, std::span<const std::uint32_t> rgba) {
    assert(x >= 0 && y >= 0 && x + width <= width_ && y + height <= height_);
    assert(rgba.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    if (name_ == 0)
        return;
    glBindTexture(GL_TEXTURE_2D, name_);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
}

ImTextureID Texture::id() const {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's OpenGL backend takes a texture's name in place of a pointer.
    return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(name_));
}

int Texture::largest_side() {
    GLint side = 8192;
    if (has_context())
        glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    return side;
}

} // namespace attn
