#include "core/figure/cell_pixels.h"
#include "core/figure/pdf.h"
#include "tests/core/figure/fonts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>

// Images in PDF files.

namespace attn {
namespace {

Image image_of(Index rows, Index columns) {
    Image image;
    image.box = {10, 10, 200, 200};
    std::vector<float> numbers;
    for (Index i = 0; i < rows * columns; ++i)
        numbers.push_back(static_cast<float>(i * i % 37) / 37);
    image.matrix = Matrix::adopt(numbers, rows, columns);
    return image;
}

/// A PDF of two equal pages with the image.
std::string pdf_of(const Image& image) {
    DisplayList list;
    list.add(image);
    const Page page{{0, 0, 220, 220}, rgb(0xffffff)};
    const std::vector<PdfPage> pages{{list, page}, {list, page}};
    return *write_pdf(pages, "Images", typesetter());
}

/// The dictionaries of the PDF's images and of their masks, which have no colours.
std::vector<std::string> images_in(const std::string& pdf) {
    std::vector<std::string> dictionaries;
    for (std::size_t at = pdf.find("/Subtype /Image"); at != std::string::npos;
         at = pdf.find("/Subtype /Image", at + 1))
        dictionaries.push_back(pdf.substr(at, pdf.find("stream", at) - at));
    return dictionaries;
}

bool has(const std::string& dictionary, std::string_view entry) {
    return dictionary.find(fmt::format("{}\n", entry)) != std::string::npos;
}

TEST(PdfImages, HaveACellAPixelWhereThereAreManyCells) {
    const auto images = images_in(pdf_of(image_of(1031, 1024)));
    ASSERT_EQ(images.size(), 2U); // one on each page
    for (const std::string& image : images)
        EXPECT_TRUE(has(image, "/Width 1024") && has(image, "/Height 1031") && !has(image, "/SMask")) << image;
}

TEST(PdfImages, StaySharpInViewersThatSmooth) {
    for (const std::string& image : images_in(pdf_of(image_of(60, 70)))) // cells of 15 by 15 pixels
        EXPECT_TRUE(has(image, "/Width 1050") && has(image, "/Height 900") && has(image, "/Interpolate false"))
            << image;
}

TEST(PdfImages, LetWhatLiesBeneathMaskedCellsBeSeen) {
    Image image = image_of(1025, 1024);
    image.mask = Matrix::zeros(1025, 1024).with_cell(0, 1, -std::numeric_limits<float>::infinity());
    const auto images = images_in(pdf_of(image));
    ASSERT_EQ(images.size(), 4U); // each with its mask
    EXPECT_EQ(std::ranges::count_if(images, [](const auto& each) { return each.find("/SMask ") != each.npos; }), 2);
    for (const std::string& each : images)
        EXPECT_TRUE(has(each, "/Width 1024") && has(each, "/Height 1025") && has(each, "/Interpolate false")) << each;
}

} // namespace
} // namespace attn
