// Each allocation in writing a file of pixels fails once. That gives an error, or an exception for the caller, and no
// leak.

#include "core/figure/pdf.h"
#include "core/figure/png.h"
#include "tests/core/figure/fonts.h"
#include "tests/faults/failing_allocation.h"
#include "tests/random_layer.h"

#include <functional>
#include <gtest/gtest.h>
#include <new>

namespace attn::test {
namespace {

/// The bytes that write() makes; empty if memory does not suffice.
std::string bytes_or_nothing(const std::function<Result<std::string>()>& write) {
    try {
        const auto bytes = write();
        EXPECT_TRUE(bytes || bytes.error().message.find("memory") != std::string::npos) << bytes.error().message;
        return bytes ? *bytes : std::string();
    } catch (const std::bad_alloc&) {
        return {};
    }
}

void expect_whole_or_nothing(const std::function<Result<std::string>()>& write) {
    const std::string whole = bytes_or_nothing(write);
    ASSERT_GT(whole.size(), 1U << 20U); // in several pieces
    const std::int64_t live = live_allocations();
    int failures = 0;
    bool happened = true;
    for (std::int64_t n = 0; happened; ++n) {
        const FailingAllocation fault(n);
        const std::string bytes = bytes_or_nothing(write);
        happened = fault.happened();
        failures += bytes.empty() ? 1 : 0;
        EXPECT_TRUE(bytes.empty() || bytes == whole) << n;
    }
    EXPECT_GT(failures, 3);
    EXPECT_EQ(live_allocations(), live);
}

TEST(FigureFaults, APngIsWholeOrAnError) {
    Random random(1);
    Pixels pixels{700, 700, {}};
    for (int i = 0; i < 700 * 700; ++i)
        pixels.rgba.push_back(static_cast<std::uint32_t>(random()));
    expect_whole_or_nothing([&] { return encode_png(pixels); });
}

TEST(FigureFaults, APdfIsWholeOrAnError) {
    Random random(1);
    Image image;
    image.box = {0, 0, 100, 100};
    image.matrix = random_matrix(random, 1024, 1024);
    image.range = {-1, 1, -1, 1, RangeSource::this_matrix};
    DisplayList list;
    list.add(image);
    expect_whole_or_nothing([&] { return write_pdf(list, {image.box, {}}, 1, "Faults", typesetter()); });
}

} // namespace
} // namespace attn::test
