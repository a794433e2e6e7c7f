#pragma once

#include "core/figure/display_list.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

using cairo_t = struct _cairo; // NOLINT(bugprone-reserved-identifier): the name is Cairo's

namespace attn {

/// The size of a line of text, in logical pixels. Ascent and descent are the family's, the same for every text of a
/// size, so that lines stand on equal steps whatever is written in them.
struct TextExtent {
    float width = 0;           ///< how far the pen moves
    float ascent = 0;          ///< above the baseline
    float descent = 0;         ///< below it
    float cap_height = 0;      ///< of a capital letter
    Box ink;                   ///< what is blackened, from the baseline's left end
    bool lacks_glyphs = false; ///< for some letters no font has one
};

/// A text as an image, to be kept as a texture.
struct TextPixels {
    int width = 0;
    int height = 0;
    float scale = 1;                 ///< pixels each logical pixel
    Point offset;                    ///< logical pixels from the text's position to the image's upper left corner
    std::vector<std::uint32_t> rgba; ///< R, G, B, A bytes, alpha multiplied in, row by row
};

/// A line of display items laid out from the left end of its baseline, which lies at (0, 0).
struct Typeset {
    DisplayList list;
    float width = 0;
    float ascent = 0;  ///< above the baseline
    float descent = 0; ///< below it
};

/// Measures and draws text with the fonts of one folder and no others, so that figures are equal on all machines.
/// Measures are kept; one object serves one thread.
class Typesetter {
public:
    /// Fails where the folder has no Inter or no STIX in it.
    static Result<Typesetter> open(const std::filesystem::path& fonts);

    Typesetter(const Typesetter&) = delete;
    Typesetter& operator=(const Typesetter&) = delete;
    Typesetter(Typesetter&&) noexcept;
    Typesetter& operator=(Typesetter&&) noexcept;
    ~Typesetter();

    TextExtent measure(std::string_view text, const Font& font) const;
    TextExtent measure(const Text& text) const { return measure(text.text, text.font); }

    /// The start of the text's baseline, before it is turned, relative to the text's position.
    Point baseline_start(const Text& text) const;
    /// The box that the text covers in the figure: from ascent to descent, and its ink.
    Box box(const Text& text) const;
    /// The text shortened with "…" so that it is no wider than `width`; itself where it fits.
    std::string shortened(std::string_view text, const Font& font, float width) const;

    /// True if letters of the text have colours of their own, as emoji have.
    bool has_own_colours(const Text& text) const;

    /// The letters that no font has; they are drawn as the sign that stands for a letter, �.
    std::vector<char32_t> letters_without_glyph(const Text& text) const;

    /// Draws the text on an opaque ground.
    void draw(cairo_t* cairo, const Text& text) const;
    /// The text drawn in its own colour on a transparent ground.
    TextPixels rasterise(const Text& text, float scale) const;

private:
    struct State;
    explicit Typesetter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace attn
