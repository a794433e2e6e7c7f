#pragma once

#include "core/figure/page.h"
#include "core/tensor/result.h"

#include <span>
#include <string>

namespace attn {

/// One page of a longer PDF.
struct PdfPage {
    DisplayList list;
    Page page;
};

/// The pages as the bytes of one PDF file, as write_pdf makes them of a single list.
Result<std::string> write_pdf(std::span<const PdfPage> pages, const std::string& title, const Typesetter& typesetter,
                              float scale = 1);

/// The list as the bytes of a PDF file of one page, fonts embedded, `scale` times its natural size (1/96 inch a
/// logical pixel). Equal lists give equal bytes.
Result<std::string> write_pdf(const DisplayList& list, const Page& page, float scale, const std::string& title,
                              const Typesetter& typesetter);

} // namespace attn
