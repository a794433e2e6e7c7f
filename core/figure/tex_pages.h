#pragma once

#include "core/figure/pdf.h"
#include "core/tensor/result.h"

#include <span>
#include <string>

namespace attn {

/// Pages of A4 as a document of LaTeX, each a picture of its whole page: words and formulas stand in it as TeX, for
/// who corrects them by hand. Compiles with pdflatex and lualatex. Fails where letters are beyond both.
Result<std::string> write_tex_pages(std::span<const PdfPage> pages, const std::string& title,
                                    const Typesetter& typesetter);

} // namespace attn
