#include "core/figure/pdf.h"

#include "core/figure/cairo_painter.h"
#include "core/figure/file_bytes.h"

#include <cairo-pdf.h>
#include <memory>

namespace attn {

namespace {

constexpr double points_a_logical_pixel = 72.0 / 96.0;
/// The creation date in every file; with the true date, two equal figures would differ.
constexpr const char* creation_date = "2000-01-01T00:00:00Z";

cairo_status_t append_pdf_bytes(void* target, const unsigned char* data, unsigned length) {
    return append_bytes(*static_cast<std::string*>(target), data, length) ? CAIRO_STATUS_SUCCESS
                                                                          : CAIRO_STATUS_NO_MEMORY;
}

/// A PDF file that grows by a page at a time.
class PdfFile {
public:
    explicit PdfFile(const std::string& title)
        : surface_(cairo_pdf_surface_create_for_stream(append_pdf_bytes, &bytes_, 1, 1), cairo_surface_destroy) {
        cairo_pdf_surface_restrict_to_version(surface_.get(), CAIRO_PDF_VERSION_1_4); // every PDF reader supports this
                                                                                      // version
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATE_DATE, creation_date);
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATOR, "Attention Lab");
    }
    PdfFile(const PdfFile&) = delete;
    PdfFile& operator=(const PdfFile&) = delete;

    void add(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter) {
        const double unit = points_a_logical_pixel * static_cast<double>(scale);
        cairo_pdf_surface_set_size(surface_.get(), static_cast<double>(page.area.width) * unit,
                                   static_cast<double>(page.area.height) * unit);
        const std::unique_ptr<cairo_t, void (*)(cairo_t*)> cairo(cairo_create(surface_.get()), cairo_destroy);
        cairo_scale(cairo.get(), unit, unit);
        cairo_translate(cairo.get(), -static_cast<double>(page.area.x), -static_cast<double>(page.area.y));
        if (page.ground.visible()) {
            cairo_set_source_rgba(cairo.get(), page.ground.r / 255.0, page.ground.g / 255.0, page.ground.b / 255.0,
                                  page.ground.a / 255.0);
            cairo_paint(cairo.get());
        }
        ListPainter painter(list, typesetter,
                            [](const Image& image) { return cairo_surface(pixels_in_vector_files(image)); });
        painter.paint(cairo.get());
        cairo_show_page(cairo.get());
    }

    Result<std::string> finish() && {
        cairo_surface_finish(surface_.get());
        if (const cairo_status_t status = cairo_surface_status(surface_.get()); status != CAIRO_STATUS_SUCCESS)
            return error("the PDF could not be written: {}", cairo_status_to_string(status));
        return std::move(bytes_);
    }

private:
    std::string bytes_; // outlives the surface, which writes into it
    std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
};

} // namespace

Result<std::string> write_pdf(std::span<const PdfPage> pages, const std::string& title, const Typesetter& typesetter,
                              float scale) {
    if (pages.empty())
        return error("there is no page");
    PdfFile file(title);
    for (const PdfPage& page : pages)
        file.add(page.list, page.page, scale, typesetter);
    return std::move(file).finish();
}

Result<std::string> write_pdf(const DisplayList& list, const Page& page, float scale, const std::string& title,
                              const Typesetter& typesetter) {
    if (page.area.empty() || !(scale > 0))
        return error("the picture is empty");
    PdfFile file(title);
    file.add(list, page, scale, typesetter);
    return std::move(file).finish();
}

} // namespace attn
