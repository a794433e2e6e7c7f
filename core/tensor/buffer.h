#pragma once

#include "core/tensor/matrix.h"

#include <memory>
#include <new>

namespace attn {

/// Storage of one slot, not initialised. Rows begin at multiples of 64 bytes, so that a vector lies in one line of the
/// cache, but are not a multiple of 4096 bytes apart, which would all contend for the same few lines. Storage of 2 MiB
/// and more asks for large pages.
class Buffer {
public:
    explicit Buffer(Shape shape);

    Shape shape() const { return shape_; }
    View view() { return {numbers_.get(), shape_.rows, shape_.columns, stride_}; }

private:
    struct Delete {
        std::align_val_t alignment;

        void operator()(float* numbers) const { ::operator delete(numbers, alignment); }
    };

    using Numbers = std::unique_ptr<float, Delete>;

    static Numbers allocated(Index count);

    Shape shape_;
    Index stride_;
    Numbers numbers_;
};

/// The whole buffer as a matrix that keeps it alive.
inline Matrix matrix_of(const std::shared_ptr<Buffer>& buffer) {
    return {buffer, buffer->view()};
}

} // namespace attn
