#include "core/document/files/replaced_file.h"

#include "core/document/files/session_json.h"
#include "core/files/file.h"
#include "core/files/json.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace attn {

namespace {

using namespace std::literals;

constexpr std::uint64_t bytes_that_tell = 64;

/// The first bytes of the file, `most` or fewer; empty if it cannot be read.
std::string bytes_of(const RandomAccessFile& file, std::uint64_t most) {
    std::string bytes(static_cast<std::size_t>(std::min(most, file.size())), '\0');
    if (!file.read(0, std::as_writable_bytes(std::span(bytes))))
        bytes.clear();
    return bytes;
}

/// True if the file is the JSON of a session, with a layer or a whole model; also if it is incomplete or of a newer
/// version.
bool is_session_text(const RandomAccessFile& file) {
    if (file.size() > session_text_limit)
        return false;
    const auto document = parse_json(bytes_of(file, session_text_limit), "", session_json_limits);
    return document && document->kind == Json::Kind::object && document->find("version") != nullptr &&
           (document->find("tokens") != nullptr || is_of_whole_model(*document));
}

std::string kind_in_words(std::string_view begin) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kinds{
        {{"PK\3\4"sv, "arrays (.npz) or another archive"},
         {"\x93NUMPY"sv, "an array (.npy)"},
         {"\x89PNG"sv, "a picture"},
         {"GIF8"sv, "a picture"},
         {"%PDF"sv, "a document"},
         {"<svg"sv, "a picture"},
         {"{"sv, "JSON of another kind"}}};
    for (const auto& [magic, words] : kinds)
        if (begin.starts_with(magic))
            return std::string(words);
    constexpr std::size_t header_of_safetensors = 8; // the length of the JSON, which follows
    if (begin.size() > header_of_safetensors && begin[header_of_safetensors] == '{' && begin[7] == '\0')
        return "tensors (.safetensors)";
    return "something else";
}

} // namespace

bool begins_as_packed_session(std::string_view bytes) {
    constexpr std::size_t name_offset = 30; // offset of the first entry's name in a zip file
    return bytes.starts_with("PK\3\4"sv) && bytes.size() >= name_offset &&
           bytes.substr(name_offset).starts_with(session_entry);
}

bool is_of_whole_model(const Json& document) {
    const Json* const model = document.find("model");
    const Json* const files = document.find("files");
    return document.find("version") != nullptr && ((model != nullptr && model->kind == Json::Kind::text) ||
                                                   (files != nullptr && files->kind == Json::Kind::list));
}

ReplacedFile classify_existing_file(const std::filesystem::path& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || (S_ISREG(status.st_mode) && status.st_size == 0) ||
        (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)))
        return {};
    if (S_ISDIR(status.st_mode))
        return {ReplacedFile::Kind::other, "a folder's files"};
    // Opened only once, because another program may replace the file at any time.
    const auto file = RandomAccessFile::open(path);
    if (!file)
        return {ReplacedFile::Kind::other, "something that cannot be read"};
    const std::string begin = bytes_of(*file, bytes_that_tell);
    if (begins_as_packed_session(begin) || is_session_text(*file))
        return {ReplacedFile::Kind::session, {}};
    return {ReplacedFile::Kind::other, kind_in_words(begin)};
}

} // namespace attn
