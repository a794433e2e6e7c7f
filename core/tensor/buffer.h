#pragma once

#include "core/tensor/matrix.h"

#include <memory>
#include <new>

namespace attn {

/// Storage of one slot, not initialised. Rows begin at multiples of 64 bytes, so that a vector is within one cache
/// line, but their distance is no multiple of 4096 bytes, since all rows would then compete for the same few cache
/// lines. Storage of 2 MiB and more asks for large pages.
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

/// Returns the whole buffer as a matrix that keeps the buffer alive.
inline Matrix matrix_of(const std::shared_ptr<Buffer>& buffer) {
    return {buffer, buffer->view()};
}

} // namespace attn
