#include "core/figure/pdf_images.h"

#include "core/figure/deflated_rows.h"

#include <algorithm>
#include <cairo.h>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace attn {

namespace {

/// The pixels' bytes from `first` to before `last`, of R, G, B, A.
std::string deflated_channels(const Pixels& pixels, unsigned first, unsigned last) {
    const auto width = static_cast<std::size_t>(pixels.width);
    std::vector<std::uint8_t> row(width * (last - first));
    DeflatedRows rows(row.size());
    for (auto at = pixels.rgba.begin(); at != pixels.rgba.end(); at += pixels.width) {
        if (at != pixels.rgba.begin() && std::equal(at, at + pixels.width, at - pixels.width)) {
            rows.repeat();
            continue;
        }
        auto byte = row.begin();
        for (std::size_t x = 0; x < width; ++x)
            for (unsigned channel = first; channel < last; ++channel)
                *byte++ = static_cast<std::uint8_t>(at[static_cast<long>(x)] >> channel * 8);
        rows.add(row);
    }
    return std::move(rows).finish();
}

bool has_transparent(const Pixels& pixels) {
    return std::ranges::any_of(pixels.rgba, [](std::uint32_t rgba) { return rgba >> 24U != 0xffU; });
}

/// The number that the text begins with.
std::optional<std::size_t> number_at(std::string_view text) {
    std::size_t number = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
        return std::nullopt;
    return number;
}

std::optional<std::size_t> number_behind_last(std::string_view key, std::string_view pdf) {
    const std::size_t at = pdf.rfind(key);
    return at == std::string_view::npos ? std::nullopt : number_at(pdf.substr(at + key.size()));
}

/// A file of classic form that grows by objects behind its end.
class PdfUpdate {
public:
    explicit PdfUpdate(std::string pdf)
        : pdf_(std::move(pdf)), table_(number_behind_last("\nstartxref\n", pdf_)),
          size_(number_behind_last("/Size ", pdf_)), root_(number_behind_last("/Root ", pdf_)),
          info_(number_behind_last("/Info ", pdf_)) {}

    bool readable() const { return table_ && size_ && root_ && info_; }

    /// The object that holds an image of one column and so many rows.
    std::optional<std::size_t> column_of(std::size_t rows) const {
        const std::size_t at = pdf_.find(fmt::format("/Subtype /Image\n   /Width 1\n   /Height {}\n", rows));
        const std::size_t head = pdf_.rfind(" 0 obj\n", at);
        if (at == std::string::npos || head == std::string::npos)
            return std::nullopt;
        return number_at(std::string_view(pdf_).substr(pdf_.rfind('\n', head) + 1)); // "7 0 obj"
    }

    std::size_t new_object() { return (*size_)++; }

    void add_image(std::size_t object, Index width, Index height, int channels, std::string_view more,
                   std::string_view deflated) {
        entries_ += fmt::format("{} 1\n{:010} 00000 n \n", object, pdf_.size());
        pdf_ +=
            fmt::format("{} 0 obj\n<< /Type /XObject /Subtype /Image /Width {} /Height {} /BitsPerComponent 8\n"
                        "   /ColorSpace /Device{} /Interpolate false{} /Length {} /Filter /FlateDecode\n"
                        "   /DecodeParms << /Predictor 15 /Colors {} /Columns {} >> >>\nstream\n",
                        object, width, height, channels == 1 ? "Gray" : "RGB", more, deflated.size(), channels, width);
        pdf_ += deflated;
        pdf_ += "\nendstream\nendobj\n";
    }

    std::string finish() && {
        const std::size_t table = pdf_.size();
        pdf_ +=
            fmt::format("xref\n{}trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R /Prev {} >>\nstartxref\n{}\n%%EOF\n",
                        entries_, *size_, *root_, *info_, *table_, table);
        return std::move(pdf_);
    }

private:
    std::string pdf_;
    std::optional<std::size_t> table_;
    std::optional<std::size_t> size_;
    std::optional<std::size_t> root_;
    std::optional<std::size_t> info_;
    std::string entries_; ///< of the table
};

} // namespace

CairoSurface PdfImages::placeholder(const Pixels& pixels) {
    images_.push_back({pixels.width, pixels.height, deflated_channels(pixels, 0, 3),
                       has_transparent(pixels) ? deflated_channels(pixels, 3, 4) : std::string()});
    // Its height tells which one it is.
    return CairoSurface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, static_cast<int>(images_.size())));
}

Result<std::string> PdfImages::put_into(std::string pdf) && {
    if (images_.empty())
        return pdf;
    PdfUpdate update(std::move(pdf));
    for (std::size_t i = 0; i < images_.size(); ++i) {
        const auto object = update.column_of(i + 1);
        if (!object || !update.readable())
            return error("this Cairo writes PDF in a way of its own");
        const auto& [width, height, colours, opacity] = images_[i];
        std::string mask;
        if (!opacity.empty()) {
            const std::size_t mask_object = update.new_object();
            update.add_image(mask_object, width, height, 1, {}, opacity);
            mask = fmt::format(" /SMask {} 0 R", mask_object);
        }
        update.add_image(*object, width, height, 3, mask, colours);
    }
    return std::move(update).finish();
}

} // namespace attn
