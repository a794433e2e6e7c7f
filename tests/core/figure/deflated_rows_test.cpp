#include "core/figure/deflated_rows.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>

namespace attn {
namespace {

using Row = std::vector<std::uint8_t>;

/// The rows that a stream holds, as a reader of PNG or PDF finds them.
std::vector<Row> rows_of(const std::string& stream, std::size_t bytes_a_row, std::size_t count) {
    Row filtered(count * (bytes_a_row + 1));
    auto length = static_cast<uLongf>(filtered.size());
    if (uncompress(filtered.data(), &length, reinterpret_cast<const Bytef*>(stream.data()), stream.size()) != Z_OK ||
        length != filtered.size())
        return {};
    std::vector<Row> rows;
    for (auto at = filtered.begin(); at != filtered.end(); at += static_cast<long>(bytes_a_row) + 1) {
        Row row(at + 1, at + 1 + static_cast<long>(bytes_a_row));
        if (*at == 2) // differences from the row above
            for (std::size_t i = 0; i < bytes_a_row; ++i)
                row[i] = static_cast<std::uint8_t>(row[i] + rows.back()[i]);
        rows.push_back(std::move(row));
    }
    return rows;
}

RC_GTEST_PROP(DeflatedRows, AreReadBackHoweverManyAreEqual, ()) {
    const auto bytes_a_row = *rc::gen::element<std::size_t>(1, 3, 300, 8505, 40'000);
    const auto runs = *rc::gen::container<std::vector<std::size_t>>(4, rc::gen::element<std::size_t>(0, 1, 3, 10, 60));
    DeflatedRows deflated(bytes_a_row);
    std::vector<Row> rows;
    for (const std::size_t run : runs) {
        const auto seed = *rc::gen::inRange(1, 255);
        Row row(bytes_a_row);
        for (std::size_t i = 0; i < bytes_a_row; ++i)
            row[i] = static_cast<std::uint8_t>(i * i * static_cast<unsigned>(seed) >> 7U);
        deflated.add(row);
        for (std::size_t i = 0; i < run; ++i)
            deflated.repeat();
        rows.insert(rows.end(), run + 1, row);
    }
    RC_ASSERT(rows_of(std::move(deflated).finish(), bytes_a_row, rows.size()) == rows);
}

TEST(DeflatedRows, TakeHardlyMoreRoomWhereTheyAreEqual) {
    const Row row(8505, 7);
    DeflatedRows deflated(row.size());
    deflated.add(row);
    for (int i = 1; i < 3000; ++i)
        deflated.repeat();
    EXPECT_LT(std::move(deflated).finish().size(), row.size() * 3000 / 400);
}

} // namespace
} // namespace attn
