#include "core/files/atomic_file.h"
#include "core/files/safetensors.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attn {

namespace {

[[maybe_unused]] bool is_plain(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' || letter == '_';
    });
}

} // namespace

Result<void> write_safetensors(const std::filesystem::path& path, const NdArrays& arrays) {
    std::string header;
    std::size_t offset = 0;
    for (const auto& [name, array] : arrays) {
        assert(is_plain(name));
        const std::size_t end = offset + array.values.size_bytes();
        header += fmt::format(R"({}"{}":{{"dtype":"F32","shape":[{}],"data_offsets":[{},{}]}})",
                              header.empty() ? "{" : ",", name, fmt::join(array.shape, ","), offset, end);
        offset = end;
    }
    header += header.empty() ? "{}" : "}";
    header.resize((header.size() + 7) / 8 * 8, ' '); // so that the numbers begin at a multiple of 8 bytes
    AtomicFile file(path);
    std::array<std::byte, 8> length{};
    for (std::size_t i = 0; i < length.size(); ++i)
        length.at(i) = static_cast<std::byte>(header.size() >> (8 * i) & 0xFFU);
    file.append(length);
    file.append(std::as_bytes(std::span(header)));
    for (const auto& [name, array] : arrays)
        file.append(std::as_bytes(array.values));
    return file.commit();
}

} // namespace attn
