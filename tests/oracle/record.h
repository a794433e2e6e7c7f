#pragma once

#include "core/tensor/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attn::oracle {

/// The lines of an item, one for each cell, symbol, sentence or caption.
using Content = std::vector<std::string>;

struct RecordedItem {
    std::string bytes;   ///< hash
    std::string content; ///< hash
};

/// Everything made by one state of the program: for each item the hash of its bytes and its content. Equal contents are
/// kept once, and so are equal lines.
class Record {
public:
    /// A record that takes `percent` of a hundred items. An item's name decides, so that they are the same ones each
    /// time.
    explicit Record(unsigned percent = 100) : percent_(percent) {}
    /// True if the record takes the item, which is then to be made and added.
    bool wants(const std::string& name);
    /// The number of items that were not taken.
    std::size_t left_out() const { return left_out_; }

    /// Adds an item; may be called from any thread. Names must differ.
    void add(const std::string& name, std::string_view bytes, const Content& content);

    /// Writes one gzip file; equal records give equal bytes.
    Result<void> save(const std::filesystem::path& path) const;
    static Result<Record> load(const std::filesystem::path& path);

    const std::map<std::string, RecordedItem>& items() const { return items_; }
    /// The lines of a content, by its hash.
    Content lines_of(const std::string& content) const;

    Record(Record&& other) noexcept
        : percent_(other.percent_), left_out_(other.left_out_.load()), items_(std::move(other.items_)),
          contents_(std::move(other.contents_)), lines_(std::move(other.lines_)), numbers_(std::move(other.numbers_)) {}

private:
    using LineNumber = std::uint32_t;
    LineNumber number_of(const std::string& line);
    Result<void> read_line(std::string_view text);

    unsigned percent_;
    std::atomic<std::size_t> left_out_ = 0;
    std::map<std::string, RecordedItem> items_;
    std::map<std::string, std::vector<LineNumber>> contents_; // by hash
    std::vector<std::string> lines_;
    std::unordered_map<std::string, LineNumber> numbers_; // by line
    std::mutex mutex_;
};

} // namespace attn::oracle
