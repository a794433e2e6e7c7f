#include "core/figure/deflated_rows.h"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <thread>
#include <utility>
#include <zlib.h>

namespace attn {

namespace {

// Of the filters that a row may have. With each row's own bytes figures of many colours take four fifths of the room
// and of the time that they take as differences from the row above; only of an equal row those are all zero.
constexpr std::uint8_t no_filter = 0;
constexpr std::uint8_t difference_from_above = 2;

constexpr int fastest_level = 1;
constexpr int window_bits = 15;
constexpr std::size_t deflate_window = std::size_t{1} << window_bits;
/// Of bytes: what a piece loses, that nothing refers to what was before it, is little of so many.
constexpr std::size_t bytes_a_piece = std::size_t{1} << 20U;
/// Fewer are deflated about as soon as a thread would be at work.
constexpr std::size_t bytes_worth_a_thread = std::size_t{1} << 19U;
/// The head of a zlib stream, deflate with that window at its fastest level; and the empty block that ends one.
constexpr std::array zlib_head{'\x78', '\x01'};
constexpr std::array last_block{'\x03', '\x00'};

std::uint32_t adler(std::uint32_t before, std::span<const std::uint8_t> bytes) {
    return static_cast<std::uint32_t>(adler32_z(before, bytes.data(), bytes.size()));
}

/// Blocks of deflate that end on a whole byte, so that others may follow, and refer to nothing before them.
std::string deflated(std::vector<std::uint8_t> bytes, int strategy) {
    z_stream stream{};
    // Negative bits: without zlib's head and checksum.
    if (deflateInit2(&stream, fastest_level, Z_DEFLATED, -window_bits, MAX_MEM_LEVEL, strategy) != Z_OK)
        throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, deflateEnd);
    stream.next_in = bytes.data();
    stream.avail_in = static_cast<unsigned>(bytes.size());
    std::string blocks;
    std::array<std::uint8_t, deflate_window> out; // NOLINT(cppcoreguidelines-pro-type-member-init): zlib fills it
    do {
        stream.next_out = out.data();
        stream.avail_out = static_cast<unsigned>(out.size());
        deflate(&stream, Z_SYNC_FLUSH);
        blocks.append(reinterpret_cast<const char*>(out.data()), out.size() - stream.avail_out);
    } while (stream.avail_out == 0);
    return blocks;
}

} // namespace

DeflatedRows::DeflatedRows(std::size_t bytes_a_row)
    : stream_(zlib_head.begin(), zlib_head.end()), repeated_row_(bytes_a_row + 1),
      rows_a_block_((deflate_window + bytes_a_row) / (bytes_a_row + 1)) {
    repeated_row_.front() = difference_from_above;
    std::vector<std::uint8_t> rows;
    for (std::size_t i = 0; i < rows_a_block_; ++i)
        rows.insert(rows.end(), repeated_row_.begin(), repeated_row_.end());
    checksum_of_block_ = adler(1, rows);
    block_ = deflated(std::move(rows), Z_RLE);
}

void DeflatedRows::add(std::span<const std::uint8_t> row) {
    add_repeated();
    append(std::span(&no_filter, 1));
    append(row);
}

std::string DeflatedRows::finish() && {
    add_repeated();
    begin_piece();
    while (!pieces_.empty())
        take_first_piece();
    stream_.append(last_block.begin(), last_block.end());
    for (unsigned shift = 32; shift > 0; shift -= 8)
        stream_ += static_cast<char>(checksum_ >> (shift - 8));
    return std::move(stream_);
}

void DeflatedRows::add_repeated() {
    // Fewer than a block would push what the next row may refer to out of the window.
    if (const std::size_t blocks = repeated_ / rows_a_block_; blocks > 0) {
        begin_piece();
        put(std::async(std::launch::deferred, [blocks, block = block_] {
            std::string all;
            for (std::size_t i = 0; i < blocks; ++i)
                all += block;
            return all;
        }));
        const auto bytes = static_cast<long>(rows_a_block_ * repeated_row_.size());
        for (std::size_t i = 0; i < blocks; ++i)
            checksum_ = static_cast<std::uint32_t>(adler32_combine(checksum_, checksum_of_block_, bytes));
        repeated_ %= rows_a_block_;
    }
    for (; repeated_ > 0; --repeated_)
        append(repeated_row_);
}

void DeflatedRows::append(std::span<const std::uint8_t> bytes) {
    next_piece_.insert(next_piece_.end(), bytes.begin(), bytes.end());
    checksum_ = adler(checksum_, bytes);
    if (next_piece_.size() >= bytes_a_piece)
        begin_piece();
}

void DeflatedRows::begin_piece() {
    if (next_piece_.empty())
        return;
    const auto when =
        next_piece_.size() < bytes_worth_a_thread ? std::launch::deferred : std::launch::async | std::launch::deferred;
    put(std::async(when, deflated, std::exchange(next_piece_, {}), Z_DEFAULT_STRATEGY));
}

void DeflatedRows::put(std::future<std::string> piece) {
    pieces_.push_back(std::move(piece));
    if (pieces_.size() > std::max(1U, std::thread::hardware_concurrency()))
        take_first_piece();
}

void DeflatedRows::take_first_piece() {
    stream_ += pieces_.front().get();
    pieces_.pop_front();
}

} // namespace attn
