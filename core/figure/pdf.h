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

/// The pages as one PDF file, each as write_pdf writes a single list.
Result<std::string> write_pdf(std::span<const PdfPage> pages, const std::string& title, const Typesetter& typesetter,
                              float scale = 1);

/// The list as a PDF file with one page and embedded fonts, `scale` times its natural size (a logical pixel is 1/96
/// inch). Equal lists give equal bytes.
Result<std::string> write_pdf(const DisplayList& list, const Page& page, float scale, const std::string& title,
                              const Typesetter& typesetter);

} // namespace attn
