#pragma once

#include "core/export/export_work.h"
#include "core/figure/pdf.h"
#include "core/tensor/result.h"

#include <span>
#include <string>

namespace attn {

struct GifOptions {
    float scale = 1;   ///< pixels for each logical pixel
    float seconds = 3; ///< duration of a page
};

/// Returns the pages as the bytes of an animated GIF that repeats forever. All pages have the same size and are opaque.
/// Equal pages give equal bytes.
Result<std::string> write_gif(std::span<const PdfPage> pages, const GifOptions& options, const Typesetter& typesetter,
                              const ExportWork& work);

} // namespace attn
