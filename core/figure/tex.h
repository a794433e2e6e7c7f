#pragma once

#include "core/figure/page.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// The list as a TeX document of class standalone with one TikZ picture, `scale` times its natural size; texts are
/// TeX's own, formulas as they were written. Compiles with pdflatex, or with lualatex where there are letters beyond
/// Latin; its second line says which. Fails where a matrix has too many cells for TeX.
Result<std::string> write_tex(const DisplayList& list, const Page& page, float scale, const std::string& title,
                              const Typesetter& typesetter);

} // namespace attn
