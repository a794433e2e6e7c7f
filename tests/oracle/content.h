#pragma once

#include "core/engine/trace.h"
#include "core/figure/figure.h"
#include "tests/oracle/record.h"

#include <string_view>

namespace attn::oracle {

// The words and numbers of figures, documents and traces, without positions, sizes and colours. Lines of pictures are
// sorted, so that they stay the same if only the layout changes; lines of texts keep their order.

/// The lines of a picture: cells with their printed numbers, formulas as TeX, whole sentences, and all other texts.
Content content_of(const DisplayList& list);
/// The lines of a figure's picture, and its title, caption and remarks.
Content content_of(const Figure& figure);
/// A line for each row of each stage, with exact numbers.
Content content_of(const Trace& trace);
/// The words between the tags of HTML, and the labels of its pictures.
Content content_of_html(std::string_view html);
/// The caption and the texts of a picture in TikZ; all lines of other TeX.
Content content_of_tex(std::string_view tex);
/// All lines of the text.
Content content_of_text(std::string_view text);

/// The line with "#" in place of each length: "needs # cm".
std::string without_lengths(std::string_view line);

} // namespace attn::oracle
