#pragma once

#include "core/attention/result.h"
#include "core/figure/page.h"

#include <string>

namespace attn {

/// The list as the bytes of a PDF file of one page, fonts embedded, `scale` times its natural size (1/96 inch a
/// logical pixel). Equal lists give equal bytes.
Result<std::string> write_pdf(const DisplayList& list, const Page& page, float scale, const std::string& title,
                              const Typesetter& typesetter);

} // namespace attn
