#include "tests/oracle/record.h"

#include "core/files/content_hash.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <utility>
#include <zlib.h>

namespace attn::oracle {

namespace {

// The file is text, and each of its lines begins with a letter that says what it is:
//   L TEXT                        a line of contents; they are counted from 0
//   C HASH NUMBER NUMBER …        a content, by the numbers of its lines
//   I BYTES CONTENT NAME          an item, by its hashes
constexpr char line_letter = 'L';
constexpr char content_letter = 'C';
constexpr char item_letter = 'I';
constexpr std::size_t hash_length = 32;

std::string hash_of(std::string_view text) {
    return content_hash(std::as_bytes(std::span(text)));
}

using GzipFile = std::unique_ptr<gzFile_s, int (*)(gzFile)>;

GzipFile open_gzip(const std::filesystem::path& path, const char* mode) {
    return {gzopen(path.c_str(), mode), gzclose};
}

} // namespace

bool Record::wants(const std::string& name) {
    unsigned number = 0; // the first digits of the hash
    const std::string hash = hash_of(name);
    std::from_chars(hash.data(), hash.data() + 6, number, 16);
    const bool is_wanted = number % 100 < percent_;
    left_out_ += is_wanted ? 0 : 1;
    return is_wanted;
}

void Record::add(const std::string& name, std::string_view bytes, const Content& content) {
    std::string whole;
    for (const std::string& line : content)
        whole += line + "\n";
    RecordedItem item{hash_of(bytes), hash_of(whole)};
    const std::scoped_lock lock(mutex_);
    if (const auto [at, is_new] = contents_.try_emplace(item.content); is_new)
        for (const std::string& line : content)
            at->second.push_back(number_of(line));
    items_.insert_or_assign(name, std::move(item));
}

Record::LineNumber Record::number_of(const std::string& line) {
    const auto [at, is_new] = numbers_.try_emplace(line, static_cast<LineNumber>(lines_.size()));
    if (is_new)
        lines_.push_back(line);
    return at->second;
}

Content Record::lines_of(const std::string& content) const {
    Content lines;
    for (const LineNumber number : contents_.at(content))
        lines.push_back(lines_[number]);
    return lines;
}

Result<void> Record::save(const std::filesystem::path& path) const {
    // Lines are numbered as the items need them, in the order of names, so that the order of threads does not matter.
    std::vector<LineNumber> renumbered(lines_.size(), static_cast<LineNumber>(lines_.size()));
    LineNumber next = 0;
    std::map<std::string_view, bool> written;
    std::string text;
    const GzipFile file = open_gzip(path, "wb6");
    if (file == nullptr)
        return error("{}: cannot be written", printable_path(path));
    bool is_whole = true;
    const auto flush = [&] {
        is_whole = is_whole && (text.empty() || gzwrite(file.get(), text.data(), static_cast<unsigned>(text.size())) ==
                                                    static_cast<int>(text.size()));
        text.clear();
    };
    for (const auto& [name, item] : items_) {
        if (!std::exchange(written[item.content], true)) {
            std::string content = fmt::format("{} {}", content_letter, item.content);
            for (const LineNumber line : contents_.at(item.content)) {
                if (renumbered[line] == lines_.size()) {
                    renumbered[line] = next++;
                    text += fmt::format("{} {}\n", line_letter, lines_[line]);
                }
                content += fmt::format(" {}", renumbered[line]);
            }
            text += content + "\n";
        }
        text += fmt::format("{} {} {} {}\n", item_letter, item.bytes, item.content, name);
        flush();
    }
    return is_whole ? Result<void>() : error("{}: cannot be written", printable_path(path));
}

Result<Record> Record::load(const std::filesystem::path& path) {
    const GzipFile file = open_gzip(path, "rb");
    if (file == nullptr)
        return error("{}: cannot be read", printable_path(path));
    Record record;
    std::array<char, 1 << 16> chunk{};
    std::string text;
    int count = 0;
    while ((count = gzread(file.get(), chunk.data(), static_cast<unsigned>(chunk.size()))) > 0) {
        text.append(chunk.data(), static_cast<std::size_t>(count));
        std::size_t begin = 0;
        for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
            if (auto read = record.read_line(std::string_view(text).substr(begin, end - begin)); !read)
                return error("{}: {}", printable_path(path), read.error().message);
            begin = end + 1;
        }
        text.erase(0, begin);
    }
    if (count < 0 || !text.empty())
        return error("{}: is damaged", printable_path(path));
    return record;
}

Result<void> Record::read_line(std::string_view text) {
    const auto expected = [&] { return error("“{}” is no line of a record", printable(text)); };
    if (text.size() < 2 || text[1] != ' ')
        return expected();
    const char letter = text.front();
    text.remove_prefix(2);
    if (letter == line_letter) {
        lines_.emplace_back(text);
        return {};
    }
    if (text.size() < hash_length)
        return expected();
    const std::string hash(text.substr(0, hash_length));
    text.remove_prefix(hash_length);
    if (letter == item_letter && text.size() > hash_length + 2) {
        items_[std::string(text.substr(hash_length + 2))] = {hash, std::string(text.substr(1, hash_length))};
        return {};
    }
    if (letter != content_letter)
        return expected();
    std::vector<LineNumber>& numbers = contents_[hash];
    while (text.size() > 1) {
        text.remove_prefix(1);
        LineNumber number = 0;
        const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (failed != std::errc() || number >= lines_.size())
            return expected();
        numbers.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return {};
}

} // namespace attn::oracle
