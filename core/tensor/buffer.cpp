#include "core/tensor/buffer.h"

#include <algorithm>
#include <cstddef>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace attn {

namespace {

constexpr std::size_t line = 64;
constexpr Index floats_a_line = line / sizeof(float);
constexpr Index lines_a_page = 64;
constexpr std::size_t large_page = std::size_t{1} << 21U;

Index stride_of(Shape shape) {
    const Index lines = (shape.columns + floats_a_line - 1) / floats_a_line;
    return (lines > 0 && lines % lines_a_page == 0 ? lines + 1 : lines) * floats_a_line;
}

/// Asks for large pages. With small ones, each row of a thousand tokens' scores is on a page of its own, and there are
/// more pages than the processor's page table cache can hold; with large ones, a forward pass of that size takes a
/// tenth less time. Numbers after the last full large page stay on small ones; a system without large pages ignores the
/// call.
void ask_for_large_pages([[maybe_unused]] float* numbers, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    static_cast<void>(madvise(numbers, bytes / large_page * large_page, MADV_HUGEPAGE));
#endif
}

} // namespace

Buffer::Buffer(Shape shape) : shape_(shape), stride_(stride_of(shape)), numbers_(allocated(shape.rows * stride_)) {}

Buffer::Numbers Buffer::allocated(Index count) {
    const auto bytes = static_cast<std::size_t>(std::max<Index>(1, count)) * sizeof(float);
    const std::align_val_t alignment{bytes < large_page ? line : large_page};
    Numbers numbers(static_cast<float*>(::operator new(bytes, alignment)), Delete{alignment});
    if (bytes >= large_page)
        ask_for_large_pages(numbers.get(), bytes);
    return numbers;
}

} // namespace attn
