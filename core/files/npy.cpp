#include "core/files/npy.h"

#include "core/files/file.h"
#include "core/files/npy_header.h"
#include "core/files/printable.h"

#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// Reorders numbers from Fortran order (first axis fastest) to C order (last axis fastest).
Numbers to_c_order(std::span<const float> fortran, std::span<const Index> shape) {
    std::vector<std::size_t> strides(shape.size()); // in the Fortran order
    std::size_t stride = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        strides[axis] = stride;
        stride *= static_cast<std::size_t>(shape[axis]);
    }
    std::vector<float> values(fortran.size());
    std::vector<Index> index(shape.size());
    std::size_t source = 0;
    for (float& value : values) {
        value = fortran[source];
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            source += strides[axis];
            if (++index[axis] < shape[axis])
                break;
            source -= strides[axis] * static_cast<std::size_t>(shape[axis]);
            index[axis] = 0;
        }
    }
    const auto owner = std::make_shared<const std::vector<float>>(std::move(values));
    return {owner, *owner};
}

} // namespace

Result<NdArray> parse_npy(Bytes file, std::string_view name) {
    auto header = parse_npy_header(file.view, name);
    if (!header)
        return header.error();
    file.view = file.view.subspan(header->header_bytes);
    if (file.view.size() != header->data_bytes)
        return error("{}: the header claims {} bytes of numbers, {} follow it", name, header->data_bytes,
                     file.view.size());
    try {
        Numbers numbers = decode_numbers(std::move(file), header->type, header->order);
        if (header->fortran_order && header->shape.size() > 1)
            numbers = to_c_order(numbers.view, header->shape);
        return NdArray{std::move(header->shape), header->type, std::move(numbers.owner), numbers.view};
    } catch (const std::bad_alloc&) {
        return error("{}: there is no memory for {} bytes of numbers", name, header->data_bytes);
    }
}

Result<NdArray> read_npy(const std::filesystem::path& path) {
    auto content = read_file(path);
    if (!content)
        return content.error();
    const auto owner = std::make_shared<const std::vector<std::byte>>(*std::move(content));
    return parse_npy({owner, *owner}, printable_path(path));
}

} // namespace attn
