#pragma once

#include "core/figure/display_list.h"
#include "core/figure/text.h"
#include "core/text/prose.h"

#include <string>
#include <string_view>

namespace attn {

/// Adds a line of text in the font of the interface, its baseline at `at`; returns its width.
float add_text(DisplayList& list, const Typesetter& typesetter, Point at, std::string text, Colour colour,
               Font font = {}, Horizontal horizontal = Horizontal::left, Target target = {});

/// The text, or as much of it as fits and "…"; the list then lacks words.
std::string fitting_text(DisplayList& list, const Typesetter& typesetter, std::string_view text, const Font& font,
                         float width);

/// Adds text wrapped to `width`, with baselines `line_height` apart, the first at `at`. Subscripts of symbols (W_Q)
/// are below the line. Returns the height.
float add_paragraph(DisplayList& list, const Typesetter& typesetter, Point at, float width, const Prose& text,
                    Colour colour, Font font = {}, float line_height = 20);

/// Adds sentences as wrapped text. Each line carries the claims that it makes about the layer.
float add_paragraph(DisplayList& list, const Typesetter& typesetter, Point at, float width, const Claims& claims,
                    Colour colour, Font font = {}, float line_height = 20);

/// Attaches the claims to all items from `first` on.
void attach_claims(DisplayList& list, std::size_t first, const Claims& claims);
/// Attaches the claims to the last item.
void attach_claims(DisplayList& list, const Claims& claims);

/// The height that add_paragraph() would return.
float paragraph_height(const Typesetter& typesetter, float width, const Prose& text, float line_height = 20);

/// Adds one line with subscripts, the left end of its baseline at `at`; returns its width.
float add_line(DisplayList& list, const Typesetter& typesetter, Point at, const Prose& line, Colour colour,
               const Font& font = {});
float line_width(const Typesetter& typesetter, const Prose& line, const Font& font = {});

/// Adds a horizontal or vertical line, one pixel wide, as a filled rectangle.
void add_rule(DisplayList& list, Point from, Point to, Colour colour);

Font bold(float size = type_size::normal);
Font small();

} // namespace attn
