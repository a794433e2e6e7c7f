#include "core/document/session_json.h"

#include "core/files/printable.h"

#include <memory>
#include <span>

namespace attn {

Result<void> check_readable(const SessionJson& json) {
    if (auto fits = check_json(json.document, session_json_limits); !fits)
        return fits;
    NdArrays arrays;
    for (const auto& [name, matrix] : json.arrays) {
        const bool is_dense = matrix.view().stride == matrix.columns();
        const auto owner = std::make_shared<const Matrix>(is_dense ? matrix : Matrix::copy_of(matrix));
        const auto count = static_cast<std::size_t>(matrix.rows() * matrix.columns());
        arrays.emplace(
            name,
            NdArray{{matrix.rows(), matrix.columns()}, DataType::float32, owner, std::span(owner->view().data, count)});
    }
    const auto read = session_from_json(json.document, arrays, "it");
    return read ? Result<void>() : Result<void>(read.error());
}

Result<std::string> arrays_file_of(const Json& document, const std::string& name) {
    const Json* arrays = document.find("arrays");
    if (arrays == nullptr)
        return std::string();
    const std::string& file = arrays->text;
    const bool plain = arrays->kind == Json::Kind::text && file.ends_with(".npz") && file.size() > 4 &&
                       file.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos;
    if (!plain)
        return error("{}: arrays: “{}” is no .npz file in the same folder", name, printable(file));
    return file;
}

} // namespace attn
