// compare_pictures DRAWN KEPT TOLERANCE SQUARES [--accept]: compares the PNG files of two folders by name, made
// smaller.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <optional>
#include <png.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Path = std::filesystem::path;

constexpr std::size_t channels = 3;
constexpr std::size_t kept_width = 480;

/// The pixels of a picture as red, green and blue from 0 to 1, row by row.
struct Picture {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<float> values; // height x width x 3

    float& at(std::size_t row, std::size_t column, std::size_t channel) {
        return values[(row * width + column) * channels + channel];
    }
    float at(std::size_t row, std::size_t column, std::size_t channel) const {
        return values[(row * width + column) * channels + channel];
    }
};

std::optional<Picture> read_picture(const Path& file) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, file.c_str()) == 0)
        return std::nullopt;
    image.format = PNG_FORMAT_RGB;
    std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr) == 0)
        return std::nullopt;
    Picture picture{image.width, image.height, std::vector<float>(bytes.size())};
    std::ranges::transform(bytes, picture.values.begin(),
                           [](std::uint8_t byte) { return static_cast<float>(byte) / 255; });
    return picture;
}

/// Writes the picture in few colours, so that its file stays small.
bool write_picture(const Picture& picture, const Path& file) {
    constexpr float levels = 31;
    std::vector<std::uint8_t> bytes(picture.values.size());
    std::ranges::transform(picture.values, bytes.begin(), [](float value) {
        return static_cast<std::uint8_t>(std::lround(std::round(value * levels) / levels * 255));
    });
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.format = PNG_FORMAT_RGB;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    return png_image_write_to_file(&image, file.c_str(), 0, bytes.data(), 0, nullptr) != 0;
}

/// One of `parts` equal parts of a length of `whole` pixels: the pixels that it covers wholly or in part.
struct Stretch {
    Stretch(std::size_t part, std::size_t parts, std::size_t whole)
        : begin(static_cast<float>(part * whole) / static_cast<float>(parts)),
          end(static_cast<float>((part + 1) * whole) / static_cast<float>(parts)),
          first(static_cast<std::size_t>(begin)), last(std::min(static_cast<std::size_t>(std::ceil(end)), whole)) {}

    float share(std::size_t pixel) const {
        const float from = std::max(begin, static_cast<float>(pixel));
        return std::max(0.F, std::min(end, static_cast<float>(pixel + 1)) - from) / (end - begin);
    }

    float begin;
    float end;
    std::size_t first;
    std::size_t last; ///< exclusive
};

/// The picture with fewer pixels, each the mean of those that it covers.
Picture smaller(const Picture& picture, std::size_t width) {
    const std::size_t height = std::max<std::size_t>(1, picture.height * width / picture.width);
    Picture result{width, height, std::vector<float>(width * height * channels)};
    for (std::size_t row = 0; row < height; ++row) {
        const Stretch rows(row, height, picture.height);
        for (std::size_t column = 0; column < width; ++column) {
            const Stretch columns(column, width, picture.width);
            for (std::size_t y = rows.first; y < rows.last; ++y)
                for (std::size_t x = columns.first; x < columns.last; ++x)
                    for (std::size_t channel = 0; channel < channels; ++channel)
                        result.at(row, column, channel) += rows.share(y) * columns.share(x) * picture.at(y, x, channel);
        }
    }
    return result;
}

/// The distance of two pictures: the largest root mean square of the difference in brightness, among the squares.
float distance(const Picture& left, const Picture& right, std::size_t squares) {
    if (left.width != right.width || left.height != right.height)
        return 1;
    constexpr std::array<float, channels> weights{0.2126F, 0.7152F, 0.0722F};
    Picture squared{left.width, left.height, std::vector<float>(left.values.size())};
    for (std::size_t row = 0; row < left.height; ++row)
        for (std::size_t column = 0; column < left.width; ++column) {
            float grey = 0;
            for (std::size_t channel = 0; channel < channels; ++channel)
                grey += weights.at(channel) * std::abs(left.at(row, column, channel) - right.at(row, column, channel));
            squared.at(row, column, 0) = grey * grey;
        }
    return std::sqrt(std::ranges::max(smaller(squared, squares).values));
}

struct Comparison {
    Path drawn;
    Path kept;
    float tolerance = 0;
    std::size_t squares = 0;
    bool accepts = false;

    /// The difference from the kept picture; empty if there is none, or if the picture is accepted.
    std::string complaint(const Path& file) const {
        const Path reference = kept / file.filename();
        const std::string name = file.filename().string();
        const auto picture = read_picture(file);
        if (!picture)
            return fmt::format("{} cannot be read", file.string());
        const Picture small = smaller(*picture, kept_width);
        if (accepts)
            return write_picture(small, reference) ? "" : fmt::format("{} cannot be written", reference.string());
        const auto expected = read_picture(reference);
        if (!expected)
            return fmt::format("{}: there is nothing to compare it with; look at {}", name, file.string());
        const float apart = distance(small, *expected, squares);
        return apart <= tolerance ? ""
                                  : fmt::format("{}: differs by {:.3f}, at most {} is allowed; look at {}", name, apart,
                                                tolerance, file.string());
    }
};

} // namespace

int main(int count, char** arguments) {
    const std::span words(arguments, static_cast<std::size_t>(count));
    if (count < 5) {
        fmt::print(stderr, "compare_pictures DRAWN KEPT TOLERANCE SQUARES [--accept]\n");
        return 2;
    }
    const Comparison comparison{words[1], words[2], std::strtof(words[3], nullptr), std::strtoul(words[4], nullptr, 10),
                                count > 5 && std::string_view(words[5]) == "--accept"};
    bool fits = true;
    for (const auto& entry : std::filesystem::directory_iterator(comparison.drawn)) {
        if (entry.path().extension() != ".png")
            continue;
        if (const std::string complaint = comparison.complaint(entry.path()); !complaint.empty()) {
            fmt::print("{}\n", complaint);
            fits = false;
        }
    }
    if (!fits)
        fmt::print("If the new pictures are right: tests/gallery/run PROGRAM COMPARE FOLDER --accept\n");
    return fits ? 0 : 1;
}
