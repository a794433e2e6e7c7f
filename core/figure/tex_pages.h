#pragma once

#include "core/figure/pdf.h"
#include "core/tensor/result.h"

#include <span>
#include <string>

namespace attn {

/// A LaTeX document with A4 pages. Each page is a picture whose words and formulas are TeX, so that they can be
/// corrected by hand. Compiles with pdflatex and lualatex. Fails for letters that neither of them can set.
Result<std::string> write_tex_pages(std::span<const PdfPage> pages, const std::string& title,
                                    const Typesetter& typesetter);

} // namespace attn
