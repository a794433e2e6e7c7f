#pragma once

#include "core/figure/pdf.h"
#include "core/tensor/result.h"

#include <span>
#include <string>

namespace attn {

/// A document of LaTeX with pages of A4, each a picture of its whole page: words and formulas stand in it as TeX, so
/// that they can be corrected by hand. Compiles with pdflatex and lualatex. Fails where letters are beyond both.
Result<std::string> write_tex_pages(std::span<const PdfPage> pages, const std::string& title,
                                    const Typesetter& typesetter);

} // namespace attn
