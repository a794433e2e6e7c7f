#pragma once

#include "core/export/export_work.h"
#include "core/figure/pdf.h"
#include "core/tensor/result.h"

#include <span>
#include <string>

namespace attn {

struct GifOptions {
    float scale = 1;   ///< pixels a logical pixel
    float seconds = 3; ///< that a page is shown
};

/// The pages, all of one size and none of them transparent, as the bytes of an animated GIF that goes on for ever.
/// Equal pages give equal bytes.
Result<std::string> write_gif(std::span<const PdfPage> pages, const GifOptions& options, const Typesetter& typesetter,
                              const ExportWork& work);

} // namespace attn
