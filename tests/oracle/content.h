#pragma once

#include "core/engine/trace.h"
#include "core/figure/figure.h"
#include "tests/oracle/record.h"

#include <string_view>

namespace attn::oracle {

// The words and numbers of figures, documents and traces, without places, sizes and colours. Lines of pictures are
// sorted, so that they stay the same where only the layout changes; lines of texts keep their order.

/// Cells with their printed numbers, formulas as TeX, sentences whole, and all other texts.
Content content_of(const DisplayList& list);
/// The same, with title, caption and remarks.
Content content_of(const Figure& figure);
/// A line for each row of each stage, its numbers exact.
Content content_of(const Trace& trace);
/// The words between the tags of HTML, and what its pictures are called.
Content content_of_html(std::string_view html);
/// A picture of TikZ: its caption and its texts. Any other TeX: all of its lines.
Content content_of_tex(std::string_view tex);
/// All lines.
Content content_of_text(std::string_view text);

/// The line with "#" for each length: "needs # cm".
std::string without_lengths(std::string_view line);

} // namespace attn::oracle
