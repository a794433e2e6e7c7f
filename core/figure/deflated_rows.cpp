#include "core/figure/deflated_rows.h"

#include <array>
#include <new>
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
/// The head of a zlib stream: deflate with that window, its fastest level.
constexpr std::array zlib_head{'\x78', '\x01'};

std::uint32_t adler(std::uint32_t before, std::span<const std::uint8_t> bytes) {
    return static_cast<std::uint32_t>(adler32_z(before, bytes.data(), bytes.size()));
}

} // namespace

/// Deflates into a string, without zlib's head and checksum.
class DeflatedRows::Deflater {
public:
    explicit Deflater(int strategy) {
        // Negative bits: a bare stream of deflate.
        if (deflateInit2(&stream_, fastest_level, Z_DEFLATED, -window_bits, MAX_MEM_LEVEL, strategy) != Z_OK)
            throw std::bad_alloc();
    }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
    ~Deflater() { deflateEnd(&stream_); }

    void append(std::span<const std::uint8_t> bytes, std::string& to) {
        stream_.next_in = const_cast<std::uint8_t*>(
            bytes.data()); // NOLINT(cppcoreguidelines-pro-type-const-cast): zlib's old signature
        stream_.avail_in = static_cast<unsigned>(bytes.size());
        run(Z_NO_FLUSH, to);
    }

    /// Ends on a whole byte. Nothing that follows refers to what was before, so other streams may be put between.
    void part(std::string& to) { run(Z_FULL_FLUSH, to); }

    void finish(std::string& to) { run(Z_FINISH, to); }

private:
    void run(int flush, std::string& to) {
        std::array<std::uint8_t, deflate_window> out; // NOLINT(cppcoreguidelines-pro-type-member-init): zlib fills it
        do {
            stream_.next_out = out.data();
            stream_.avail_out = static_cast<unsigned>(out.size());
            deflate(&stream_, flush);
            to.append(reinterpret_cast<const char*>(out.data()), out.size() - stream_.avail_out);
        } while (stream_.avail_out == 0);
    }

    z_stream stream_{};
};

DeflatedRows::DeflatedRows(std::size_t bytes_a_row)
    : stream_(zlib_head.begin(), zlib_head.end()), deflater_(std::make_unique<Deflater>(Z_DEFAULT_STRATEGY)),
      checksum_(adler(1, {})), repeated_row_(bytes_a_row + 1),
      rows_a_block_((deflate_window + bytes_a_row) / (bytes_a_row + 1)), checksum_of_block_(checksum_) {
    repeated_row_.front() = difference_from_above;
    Deflater deflater(Z_RLE);
    for (std::size_t i = 0; i < rows_a_block_; ++i) {
        deflater.append(repeated_row_, block_);
        checksum_of_block_ = adler(checksum_of_block_, repeated_row_);
    }
    deflater.part(block_);
}

DeflatedRows::DeflatedRows(DeflatedRows&&) noexcept = default;
DeflatedRows& DeflatedRows::operator=(DeflatedRows&&) noexcept = default;
DeflatedRows::~DeflatedRows() = default;

void DeflatedRows::add(std::span<const std::uint8_t> row) {
    settle_repeated();
    append(std::span(&no_filter, 1));
    append(row);
}

std::string DeflatedRows::finish() && {
    settle_repeated();
    deflater_->finish(stream_);
    for (unsigned shift = 32; shift > 0; shift -= 8)
        stream_ += static_cast<char>(checksum_ >> (shift - 8));
    return std::move(stream_);
}

void DeflatedRows::settle_repeated() {
    if (repeated_ >= rows_a_block_) // fewer would push what the next row may refer to out of the window
        deflater_->part(stream_);
    const auto bytes = static_cast<long>(rows_a_block_ * repeated_row_.size());
    for (; repeated_ >= rows_a_block_; repeated_ -= rows_a_block_) {
        stream_ += block_;
        checksum_ = static_cast<std::uint32_t>(adler32_combine(checksum_, checksum_of_block_, bytes));
    }
    for (; repeated_ > 0; --repeated_)
        append(repeated_row_);
}

void DeflatedRows::append(std::span<const std::uint8_t> bytes) {
    deflater_->append(bytes, stream_);
    checksum_ = adler(checksum_, bytes);
}

} // namespace attn
