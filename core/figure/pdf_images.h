#pragma once

#include "core/figure/cairo_surface.h"
#include "core/tensor/result.h"

#include <string>
#include <vector>

namespace attn {

/// The images of a PDF that Cairo writes. Cairo deflates images so thoroughly that a large matrix takes longer than the
/// rest of its figure. So it is given one column of pixels in place of each, and the file gets the images afterwards,
/// as PDF's own way of changing files has it: behind the end, with a table of what is now to be read there.
class PdfImages {
public:
    /// What Cairo is to paint for the image.
    CairoSurface placeholder(const Pixels& pixels);
    /// The finished file, with the images. Fails where a placeholder is not found in it.
    Result<std::string> put_into(std::string pdf) &&;

private:
    struct Streams {
        Index width = 0;
        Index height = 0;
        std::string colours;
        std::string opacity; ///< empty where all pixels are opaque
    };
    std::vector<Streams> images_;
};

} // namespace attn
