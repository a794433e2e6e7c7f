#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// The rows of an image as PNG and PDF hold them: each behind the number of its filter, all in one zlib stream. A row
/// like the one above it costs next to nothing. Figures have mostly such rows, and deflate by itself reads every byte.
class DeflatedRows {
public:
    explicit DeflatedRows(std::size_t bytes_a_row);
    DeflatedRows(DeflatedRows&&) noexcept;
    DeflatedRows& operator=(DeflatedRows&&) noexcept;
    ~DeflatedRows();

    /// A row of `bytes_a_row` bytes.
    void add(std::span<const std::uint8_t> row);
    /// The last row once more.
    void repeat() { ++repeated_; }
    /// The whole stream. Nothing may follow.
    std::string finish() &&;

private:
    class Deflater;

    void settle_repeated();
    void append(std::span<const std::uint8_t> bytes);

    std::string stream_;
    std::unique_ptr<Deflater> deflater_;
    std::uint32_t checksum_;
    std::size_t repeated_ = 0; ///< rows that are not in the stream yet
    std::vector<std::uint8_t> repeated_row_;
    /// Enough rows like the ones above them to fill deflate's window, and what they are in the stream.
    std::size_t rows_a_block_;
    std::string block_;
    std::uint32_t checksum_of_block_;
};

} // namespace attn
