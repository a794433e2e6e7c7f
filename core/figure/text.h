#pragma once

#include "core/figure/display_list.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

using cairo_t = struct _cairo; // NOLINT(bugprone-reserved-identifier): the name is Cairo's

namespace attn {

/// The size of a line of text, in logical pixels. Ascent and descent belong to the font family, so that lines have
/// equal distances whatever is written in them.
struct TextExtent {
    float width = 0;           ///< the advance of the pen
    float ascent = 0;          ///< above the baseline
    float descent = 0;         ///< below it
    float cap_height = 0;      ///< height of a capital letter
    Box ink;                   ///< ink bounds, relative to the left end of the baseline
    bool lacks_glyphs = false; ///< true: no font has some of the letters
};

/// A text as an image, for a texture.
struct TextPixels {
    int width = 0;
    int height = 0;
    float scale = 1; ///< pixels per logical pixel
    Point offset;    ///< vector from the text's position to the image's upper left corner, in logical pixels
    std::vector<std::uint32_t> rgba; ///< R, G, B, A bytes, premultiplied, row by row
};

/// A line of display items that is laid out. The left end of its baseline is (0, 0).
struct Typeset {
    DisplayList list;
    float width = 0;
    float ascent = 0;  ///< above the baseline
    float descent = 0; ///< below it
};

/// Measures and draws text with the fonts of one folder only, so that figures are equal on all machines. Measures are
/// stored. An object must be used by one thread at a time.
class Typesetter {
public:
    /// Fails if the folder does not contain Inter and STIX.
    static Result<Typesetter> open(const std::filesystem::path& fonts);

    Typesetter(const Typesetter&) = delete;
    Typesetter& operator=(const Typesetter&) = delete;
    Typesetter(Typesetter&&) noexcept;
    Typesetter& operator=(Typesetter&&) noexcept;
    ~Typesetter();

    TextExtent measure(std::string_view text, const Font& font) const;
    TextExtent measure(const Text& text) const { return measure(text.text, text.font); }

    /// The left end of the text's baseline before rotation, relative to the text's position.
    Point baseline_start(const Text& text) const;
    /// The box of the text in the figure: from ascent to descent, united with its ink bounds.
    Box box(const Text& text) const;
    /// The text, shortened with "…" if it is wider than `width`.
    std::string shortened(std::string_view text, const Font& font, float width) const;

    /// True if letters of the text have colours of their own, as emoji do.
    bool has_own_colours(const Text& text) const;

    /// The letters that no font has; they are drawn as �.
    std::vector<char32_t> letters_without_glyph(const Text& text) const;

    /// Draws the text on an opaque ground.
    void draw(cairo_t* cairo, const Text& text) const;
    /// The text in its colour on a transparent ground.
    TextPixels rasterise(const Text& text, float scale) const;

private:
    struct State;
    explicit Typesetter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace attn
