#pragma once

#include "core/tensor/matrix.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace attn {

/// Storage of one slot, not initialised. Rows begin at multiples of 64 bytes, so that a vector lies in one line of the
/// cache, and not at multiples of 4096, which would all contend for the same few lines.
class Buffer {
public:
    explicit Buffer(Shape shape) : shape_(shape), stride_(stride_of(shape)) {
        const auto bytes = static_cast<std::size_t>(std::max<Index>(1, shape.rows * stride_)) * sizeof(float);
        numbers_.reset(static_cast<float*>(::operator new (bytes, std::align_val_t{line})));
    }

    Shape shape() const { return shape_; }
    View view() { return {numbers_.get(), shape_.rows, shape_.columns, stride_}; }

private:
    static constexpr std::size_t line = 64;
    static constexpr Index floats_a_line = line / sizeof(float);
    static constexpr Index lines_a_page = 64;

    static Index stride_of(Shape shape) {
        const Index lines = (shape.columns + floats_a_line - 1) / floats_a_line;
        return (lines > 0 && lines % lines_a_page == 0 ? lines + 1 : lines) * floats_a_line;
    }

    struct Free {
        void operator()(float* numbers) const { ::operator delete (numbers, std::align_val_t{line}); }
    };

    Shape shape_;
    Index stride_;
    std::unique_ptr<float, Free> numbers_;
};

/// The whole buffer as a matrix that keeps it alive.
inline Matrix matrix_of(const std::shared_ptr<Buffer>& buffer) {
    return {buffer, buffer->view()};
}

} // namespace attn
