#include "core/session/replaced_file.h"

#include "core/io/file.h"
#include "core/io/json.h"
#include "core/session/session_json.h"

#include <array>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace attn {

namespace {

using namespace std::literals;

constexpr std::size_t bytes_that_tell = 64;

std::string first_bytes(const OpenedFile& file) {
    std::string bytes(bytes_that_tell, '\0');
    const ssize_t count = ::pread(file.descriptor.number(), bytes.data(), bytes.size(), 0);
    bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return bytes;
}

/// Any JSON of a session, also of one that is not whole or from a newer program.
bool is_session_text(const std::filesystem::path& path) {
    const auto text = read_text_file(path, session_text_limit);
    const auto document = text ? parse_json(*text, "") : error("");
    return document && document->kind == Json::Kind::object && document->find("version") != nullptr &&
           document->find("tokens") != nullptr;
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
    constexpr std::size_t header_of_safetensors = 8; // the length of the JSON that follows
    if (begin.size() > header_of_safetensors && begin[header_of_safetensors] == '{' && begin[7] == '\0')
        return "tensors (.safetensors)";
    return "something else";
}

} // namespace

bool begins_as_packed_session(std::string_view bytes) {
    constexpr std::size_t name_offset = 30; // of the first entry's name in a zip file
    return bytes.starts_with("PK\3\4"sv) && bytes.size() >= name_offset &&
           bytes.substr(name_offset).starts_with(session_entry);
}

ReplacedFile look_at_replaced(const std::filesystem::path& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || (S_ISREG(status.st_mode) && status.st_size == 0) ||
        (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)))
        return {};
    if (S_ISDIR(status.st_mode))
        return {ReplacedFile::Kind::other, "a folder's files"};
    const auto file = open_for_reading(path);
    if (!file)
        return {ReplacedFile::Kind::other, "something that cannot be read"};
    const std::string begin = first_bytes(*file);
    if (begins_as_packed_session(begin) || is_session_text(path))
        return {ReplacedFile::Kind::session, {}};
    return {ReplacedFile::Kind::other, kind_in_words(begin)};
}

} // namespace attn
