#include "core/figure/cell_pixels.h"
#include "core/figure/pdf.h"
#include "tests/core/figure/fonts.h"

#include <charconv>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>
#include <zlib.h>

// Images in PDF files, read back as viewers do: from the last table of where objects are.

namespace attn {
namespace {

Image image_of(Index rows, Index columns, bool masked) {
    Image image;
    image.box = {10, 10, 200, 200};
    std::vector<float> numbers;
    for (Index i = 0; i < rows * columns; ++i)
        numbers.push_back(static_cast<float>(i * i % 37) / 37);
    image.matrix = Matrix::adopt(numbers, rows, columns);
    if (masked)
        image.mask = Matrix::zeros(rows, columns).with_cell(0, 1, -std::numeric_limits<float>::infinity());
    return image;
}

std::string pdf_of(const std::vector<Image>& images) {
    DisplayList list;
    for (const Image& image : images)
        list.add(image);
    const Page page{{0, 0, 220, 220}, rgb(0xffffff)};
    const std::vector<PdfPage> pages{{list, page}, {list, page}};
    return *write_pdf(pages, "Images", typesetter());
}

std::size_t number_behind(std::string_view text, std::string_view key) {
    const std::size_t at = text.find(key);
    std::size_t number = 0;
    if (at == std::string_view::npos ||
        std::from_chars(text.data() + at + key.size(), text.data() + text.size(), number).ec != std::errc())
        ADD_FAILURE() << "no " << key;
    return number;
}

/// The objects that the last table of the file points to.
std::vector<std::string_view> changed_objects(std::string_view pdf) {
    const std::string_view end = pdf.substr(pdf.rfind("startxref"));
    std::string_view table = pdf.substr(number_behind(end, "startxref\n"));
    EXPECT_TRUE(table.starts_with("xref\n"));
    EXPECT_TRUE(pdf.substr(number_behind(table, "/Prev ")).starts_with("xref\n"));
    table = table.substr(5, table.find("trailer") - 5);
    std::vector<std::string_view> objects;
    for (; !table.empty(); table.remove_prefix(table.find(" n \n") + 4)) {
        const std::size_t id = number_behind(table, "");
        objects.push_back(pdf.substr(number_behind(table, " 1\n")));
        EXPECT_TRUE(objects.back().starts_with(fmt::format("{} 0 obj\n", id)));
    }
    return objects;
}

/// The bytes of the object's pixels. They must have no two equal rows, one above the other.
std::string pixels_of(std::string_view object, std::size_t channels) {
    const std::size_t begin = object.find("stream\n") + 7;
    const std::size_t length = number_behind(object, "/Length ");
    EXPECT_TRUE(object.substr(begin + length).starts_with("\nendstream\nendobj\n"));
    const std::size_t bytes_a_row = number_behind(object, "/Width ") * channels;
    std::string rows(number_behind(object, "/Height ") * (bytes_a_row + 1), '\0');
    auto size = static_cast<uLongf>(rows.size());
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                         reinterpret_cast<const Bytef*>(object.data() + begin), length),
              Z_OK);
    std::string bytes;
    for (std::size_t at = 0; at < rows.size(); at += bytes_a_row + 1)
        bytes += rows.substr(at + 1, bytes_a_row);
    return bytes;
}

std::string channels_of(const Pixels& pixels, unsigned first, unsigned last) {
    std::string bytes;
    for (const std::uint32_t rgba : pixels.rgba)
        for (unsigned channel = first; channel < last; ++channel)
            bytes += static_cast<char>(rgba >> channel * 8);
    return bytes;
}

TEST(PdfImages, HaveACellAPixel) {
    const Image image = image_of(1031, 1024, false);
    const std::string pdf = pdf_of({image});
    const auto objects = changed_objects(pdf);
    ASSERT_EQ(objects.size(), 2U); // one a page
    for (const std::string_view object : objects) {
        EXPECT_EQ(object.substr(0, object.find("stream")).find("/SMask"), std::string_view::npos);
        EXPECT_TRUE(pixels_of(object, 3) == channels_of(pixels_in_vector_files(image), 0, 3));
    }
}

TEST(PdfImages, LetWhatLiesBeneathMaskedCellsBeSeen) {
    const Image image = image_of(1025, 1024, true);
    const std::string pdf = pdf_of({image});
    const auto objects = changed_objects(pdf);
    ASSERT_EQ(objects.size(), 4U); // each with its mask
    const std::string_view dictionary = objects[1].substr(0, objects[1].find("stream"));
    EXPECT_TRUE(objects[0].starts_with(fmt::format("{} 0 obj\n", number_behind(dictionary, "/SMask "))));
    EXPECT_TRUE(pixels_of(objects[1], 3) == channels_of(pixels_in_vector_files(image), 0, 3));
    const std::string opacity = pixels_of(objects[0], 1);
    EXPECT_EQ(opacity.substr(0, 3), std::string("\xff\0\xff", 3));
    EXPECT_EQ(number_behind(pdf.substr(pdf.rfind("trailer")), "/Size "),
              number_behind(pdf.substr(pdf.find("trailer")), "/Size ") + 2);
}

TEST(PdfImages, AreAppendedOnlyWhereThereAreSome) {
    const std::string pdf = pdf_of({});
    EXPECT_EQ(pdf.find("/Prev"), std::string::npos);
    EXPECT_TRUE(pdf_of({image_of(3, 4, false)}).starts_with("%PDF-1.4"));
}

} // namespace
} // namespace attn
