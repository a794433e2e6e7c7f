#pragma once

#include <cstdint>
#include <deque>
#include <future>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// The rows of an image as PNG and PDF hold them: each behind the number of its filter, all in one zlib stream. A row
/// like the one above it costs next to nothing: figures have mostly such rows, and deflate by itself reads every byte.
/// The others are deflated in pieces, beside each other. Equal rows give equal bytes on any number of processors.
class DeflatedRows {
public:
    explicit DeflatedRows(std::size_t bytes_a_row);

    /// A row of `bytes_a_row` bytes.
    void add(std::span<const std::uint8_t> row);
    /// The last row once more.
    void repeat() { ++repeated_; }
    /// The whole stream. Nothing may follow.
    std::string finish() &&;

private:
    void add_repeated();
    void append(std::span<const std::uint8_t> bytes);
    void begin_piece();
    void put(std::future<std::string> piece);
    void take_first_piece();

    std::string stream_; ///< as far as it is finished
    std::deque<std::future<std::string>> pieces_;
    std::vector<std::uint8_t> next_piece_;
    std::uint32_t checksum_ = 1; ///< Adler's, of nothing
    std::size_t repeated_ = 0;   ///< rows that are in no piece yet
    std::vector<std::uint8_t> repeated_row_;
    /// Enough rows like the ones above them to fill deflate's window, and what they are in the stream.
    std::size_t rows_a_block_;
    std::string block_;
    std::uint32_t checksum_of_block_;
};

} // namespace attn
