#pragma once

#include "core/figure/display_list.h"
#include "core/figure/text.h"

#include <string>
#include <string_view>

namespace attn {

/// A line of text in the interface's type, its baseline's anchor at `at`; returns its width.
float add_text(DisplayList& list, const Typesetter& typesetter, Point at, std::string text, Colour colour,
               Font font = {}, Horizontal horizontal = Horizontal::left, Target target = {});

/// The text, or as much of it as has room, with "…": then the list lacks words.
std::string fitting_text(DisplayList& list, const Typesetter& typesetter, std::string_view text, const Font& font,
                         float width);

/// Text broken into lines of at most `width`, baselines `line_height` apart, the first at `at`. The index of a matrix
/// or a width ("W_Q", "d_k") stands below the line. Returns the height.
float add_paragraph(DisplayList& list, const Typesetter& typesetter, Point at, float width, const std::string& text,
                    Colour colour, Font font = {}, float line_height = 20);

/// Sentences as such a text; each of its lines carries what must hold for them.
float add_paragraph(DisplayList& list, const Typesetter& typesetter, Point at, float width, const Claims& claims,
                    Colour colour, Font font = {}, float line_height = 20);

/// What was added since there were `first` items says so.
void attach_claims(DisplayList& list, std::size_t first, const Claims& claims);
/// So does the item that was added last.
void attach_claims(DisplayList& list, const Claims& claims);

/// How high it would be.
float paragraph_height(const Typesetter& typesetter, float width, const std::string& text, float line_height = 20);

/// One line with such indices, its baseline's left end at `at`; returns its width.
float add_line(DisplayList& list, const Typesetter& typesetter, Point at, std::string_view line, Colour colour,
               const Font& font = {});
float line_width(const Typesetter& typesetter, std::string_view line, const Font& font = {});

/// A filled line of one pixel, upright or level.
void add_rule(DisplayList& list, Point from, Point to, Colour colour);

Font bold(float size = type_size::normal);
Font small();

} // namespace attn
