#include "core/check/answer_file.h"

#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/files/printable.h"
#include "core/files/safetensors.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <system_error>
#include <utility>

namespace attn {

namespace {

Result<std::vector<ListedArray>> list_npz(const std::filesystem::path& path) {
    auto opened = NpzFile::open(path);
    if (!opened)
        return opened.error();
    const auto file = std::make_shared<const NpzFile>(*std::move(opened));
    std::vector<ListedArray> listed;
    for (const std::string& name : file->without_numbers())
        listed.push_back({name, std::nullopt, nullptr});
    for (const NpzArray& array : file->arrays())
        listed.push_back({array.name, array.shape, [file, array] { return file->read(array); }});
    return listed;
}

Result<std::vector<ListedArray>> list_safetensors(const std::filesystem::path& path) {
    auto opened = SafetensorsFile::open(path);
    if (!opened)
        return opened.error();
    const auto file = std::make_shared<const SafetensorsFile>(*std::move(opened));
    std::vector<ListedArray> listed;
    for (const TensorDescription& tensor : file->tensors())
        listed.push_back({tensor.name, tensor.shape, [file, tensor] { return file->read(tensor); }});
    return listed;
}

ListedArray listed_npy(const std::filesystem::path& path) {
    return {path.stem().string(), std::nullopt, [path] { return read_npy(path); }};
}

Result<std::vector<ListedArray>> list_folder(const std::filesystem::path& folder) {
    std::vector<ListedArray> listed;
    std::error_code failed;
    for (auto entry = std::filesystem::directory_iterator(folder, failed);
         !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed))
        if (entry->path().extension() == ".npy")
            listed.push_back(listed_npy(entry->path()));
    if (failed)
        return error("{}: {}", printable_path(folder), failed.message());
    return listed;
}

} // namespace

Result<std::vector<ListedArray>> list_arrays(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return list_folder(path);
    if (path.extension() == ".npz")
        return list_npz(path);
    if (path.extension() == ".safetensors")
        return list_safetensors(path);
    if (path.extension() == ".npy")
        return std::vector{listed_npy(path)};
    return error("{}: expected an .npz, a .safetensors, an .npy named after a stage, or a folder of those",
                 printable_path(path));
}

std::string list_of_names(const std::vector<std::string>& names) {
    constexpr std::size_t names_said = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), names_said); ++i)
        text += (i == 0 ? "" : ", ") + printable(names[i]);
    return names.size() > names_said ? fmt::format("{} and {} more", text, names.size() - names_said) : text;
}

} // namespace attn
