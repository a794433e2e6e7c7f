#include "core/document/sources/model_files.h"

#include "core/document/files/session_model.h"
#include "core/files/content_hash.h"
#include "core/files/file.h"
#include "core/files/input_files.h"
#include "core/files/printable.h"
#include "core/files/safetensors.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <system_error>
#include <utility>

namespace attn {

namespace {

constexpr std::uint64_t whole_file_limit = std::uint64_t{256} << 20; // of files that are not tensors, this many bytes
                                                                     // are hashed
constexpr std::uint64_t page = 4096;                                 // bytes

/// The bytes of a file that are hashed. For a file of tensors: its header, and the first and last page of each tensor,
/// which other weights would change. For other files: all bytes, up to a limit.
Result<std::vector<std::byte>> telling_bytes(const RandomAccessFile& file, bool has_tensors) {
    std::vector<std::byte> bytes;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) {
        const std::size_t before = bytes.size();
        bytes.resize(before + static_cast<std::size_t>(end - begin));
        return file.read(begin, std::span(bytes).subspan(before));
    };
    const auto tensors = has_tensors ? SafetensorsFile::parse(file) : Result<SafetensorsFile>(error("other bytes"));
    if (!tensors || tensors->tensors().empty()) {
        const auto all = add(0, std::min<std::uint64_t>(file.size(), whole_file_limit));
        return all ? Result<std::vector<std::byte>>(std::move(bytes)) : all.error();
    }
    if (auto header = add(0, tensors->offset(tensors->tensors().front())); !header)
        return header.error();
    for (const TensorDescription& tensor : tensors->tensors()) {
        const std::uint64_t begin = tensors->offset(tensor);
        const std::uint64_t end = begin + (tensor.end - tensor.begin);
        const std::uint64_t next = std::min(begin + page, end);
        for (const auto& [first, last] : {std::pair(begin, next), {std::max(next, end - std::min(page, end)), end}})
            if (auto read = add(first, last); !read)
                return read.error();
    }
    return bytes;
}

Result<ModelFile> noted(const std::filesystem::path& path) {
    const auto file = RandomAccessFile::open(path);
    if (!file)
        return file.error();
    const auto bytes = telling_bytes(*file, path.extension() == ".safetensors");
    if (!bytes)
        return error("{}: {}", file->name(), bytes.error().message);
    return ModelFile{path.filename().string(), file->size(), content_hash(*bytes)};
}

/// The files of the model that exist.
std::vector<std::filesystem::path> present_files(const Checkpoint& checkpoint) {
    const InputFiles files = files_of_model(checkpoint);
    std::vector<std::filesystem::path> present;
    std::error_code ignored;
    for (const std::filesystem::path& path : files.paths())
        if (std::filesystem::is_regular_file(path, ignored))
            present.push_back(path);
    return present;
}

} // namespace

std::filesystem::path folder_of(const std::filesystem::path& model) {
    std::error_code ignored;
    return std::filesystem::is_directory(model, ignored) ? model : model.parent_path();
}

Result<std::vector<ModelFile>> note_files(const Checkpoint& checkpoint) {
    std::vector<ModelFile> files;
    for (const std::filesystem::path& path : present_files(checkpoint)) {
        auto file = noted(path);
        if (!file)
            return file.error();
        files.push_back(*std::move(file));
    }
    return files;
}

Result<Checkpoint> open_unchanged(const std::filesystem::path& model, const std::vector<ModelFile>& files) {
    const std::filesystem::path folder = folder_of(model);
    constexpr std::string_view remedy =
        "give the folder that holds it by --model, or make a new session of what is there "
        "now by attention-lab new";
    std::error_code ignored;
    if (!std::filesystem::exists(model, ignored))
        return error("{}: the model of this session is not there; give its folder by --model", printable_path(model));
    for (const ModelFile& then : files) {
        const std::filesystem::path path = folder / then.name;
        if (!std::filesystem::exists(path, ignored))
            return error("{}: is gone since this session was saved; {}", printable_path(path), remedy);
        const auto now = noted(path);
        if (!now)
            return now.error();
        if (now->bytes != then.bytes)
            return error("{}: has {} bytes, and had {} when this session was saved; {}", printable_path(path),
                         now->bytes, then.bytes, remedy);
        if (*now != then)
            return error("{}: is another file than when this session was saved: its content differs; {}",
                         printable_path(path), remedy);
    }
    auto checkpoint = Checkpoint::open(model);
    if (!checkpoint)
        return checkpoint;
    for (const std::filesystem::path& path : present_files(*checkpoint))
        if (std::ranges::find(files, path.filename().string(), &ModelFile::name) == files.end())
            return error("{}: was not there when this session was saved, and may change what the model reads; {}",
                         printable_path(path), remedy);
    return checkpoint;
}

} // namespace attn
