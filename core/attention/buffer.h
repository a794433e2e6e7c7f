#pragma once

#include "core/attention/matrix.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

namespace attn {

/// Storage of one slot, not initialised. Rows begin at multiples of 64 bytes, whatever their length: sums and
/// exponentials of a row round differently with its address.
class Buffer {
public:
    explicit Buffer(Shape shape)
        : shape_(shape), stride_((shape.columns + floats_a_line - 1) / floats_a_line * floats_a_line) {
        const auto bytes = static_cast<std::size_t>(std::max<Index>(1, shape.rows * stride_)) * sizeof(float);
        numbers_.reset(static_cast<float*>(std::aligned_alloc(line, (bytes + line - 1) / line * line)));
        if (!numbers_)
            throw std::bad_alloc();
    }

    Shape shape() const { return shape_; }
    View view() { return {numbers_.get(), shape_.rows, shape_.columns, stride_}; }

private:
    static constexpr std::size_t line = 64;
    static constexpr Index floats_a_line = line / sizeof(float);
    struct Free {
        void operator()(float* numbers) const { std::free(numbers); }
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
