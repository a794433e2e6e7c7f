#include "core/files/npz.h"

#include "core/files/content_hash.h"
#include "core/files/npy.h"
#include "core/files/npy_header.h"
#include "tests/array_files.h"
#include "tests/core/files/io_testing.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <gmock/gmock.h>
#include <numeric>
#include <rapidcheck/gtest.h>

namespace attn {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

namespace {

Result<NdArrays> parse_as_npz(const std::string& file, const NpzLimits& limits = {}) {
    return read_as_npz(as_file(file), limits);
}

std::vector<std::string> names_of(const NdArrays& arrays) {
    std::vector<std::string> names;
    for (const auto& [name, array] : arrays)
        names.push_back(name);
    return names;
}

/// Overwrites bytes with a little-endian number.
void patch(std::string& file, std::size_t at, std::uint64_t value, std::size_t bytes) {
    ASSERT_LE(at + bytes, file.size());
    for (std::size_t i = 0; i < bytes; ++i)
        file[at + i] = static_cast<char>(value >> (8 * i) & 0xFFU);
}

// Offsets of fields in an entry of the central directory.
constexpr std::string_view central_magic("PK\x01\x02", 4);
constexpr std::size_t flags_at = 8;
constexpr std::size_t packed_size_at = 20;
constexpr std::size_t size_at = 24;
constexpr std::size_t name_at = 46;

std::size_t first_central_header(const std::string& file) {
    return file.find(central_magic);
}

std::string written(const NdArrays& arrays) {
    const TemporaryFolder folder;
    const auto result = write_npz(folder / "w.npz", arrays);
    EXPECT_TRUE(result) << message_of(result);
    return content_of(folder / "w.npz");
}

NdArrays two_arrays() {
    NdArrays arrays;
    arrays.emplace("W_Q", NdArray::of({2, 3}, {1, 2, 3, 4, 5, 6}));
    arrays.emplace("b_Q", NdArray::of({3}, {7, 8, 9}));
    return arrays;
}

class GoldenNpz : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(GoldenNpz, HoldsWhatNumPyPutIn) {
    const auto arrays = read_npz(golden(GetParam()));
    ASSERT_TRUE(arrays) << message_of(arrays);
    EXPECT_THAT(names_of(*arrays), ElementsAre("W_Q", "ids", "layer0.X", "nothing"));
    EXPECT_THAT(numbers_of(arrays->at("W_Q")), ElementsAre(-1, -0.5, 0, 0.5, 1, 1.5));
    EXPECT_THAT(numbers_of(arrays->at("layer0.X")), ElementsAre(-1, -0.5, 0, 0.5, 1, 1.5));
    EXPECT_THAT(numbers_of(arrays->at("ids")), ElementsAre(3, 1, 4, 1, 5, 9));
    EXPECT_EQ(arrays->at("ids").stored, DataType::int64);
    EXPECT_TRUE(arrays->at("nothing").has_shape({0, 4}));
}

INSTANTIATE_TEST_SUITE_P(NumPy, GoldenNpz, testing::Values("stored.npz", "deflated.npz"),
                         [](const auto& info) { return info.param.substr(0, info.param.find('.')); });

TEST(Npz, EntriesThatAreNoArraysArePassedOver) {
    const auto arrays = read_npz(golden("other_entries.npz"));
    ASSERT_TRUE(arrays) << message_of(arrays);
    EXPECT_THAT(names_of(*arrays), ElementsAre("W_Q"));
}

TEST(Npz, MayBeEmptyButNotWithoutBytes) {
    const auto arrays = read_npz(golden("empty.npz"));
    ASSERT_TRUE(arrays) << message_of(arrays);
    EXPECT_TRUE(arrays->empty());
    EXPECT_EQ(message_of(parse_as_npz("")), "w.npz: is empty, an npz file was expected");
}

TEST(Npz, WhatIsNoArchiveIsSaidInOneLine) {
    EXPECT_THAT(message_of(read_npz(golden("little_float32.npy"))),
                HasSubstr("cannot be opened as an npz file: Not a zip"));
    EXPECT_THAT(message_of(read_npz(golden(""))), EndsWith("is a folder, a file was expected"));
    EXPECT_THAT(message_of(read_npz(golden("missing.npz"))), EndsWith("No such file or directory"));
    EXPECT_THAT(message_of(read_npz("/dev/zero")), EndsWith("is a pipe or device, a file was expected"));
}

TEST(Npz, AnArchiveThatIsCutIsNotTakenForAnotherKindOfFile) {
    const std::string file = content_of(golden("stored.npz"));
    const std::string said =
        "w.npz: cannot be opened as an npz file: it is cut short: it begins as a zip archive, but the directory at its "
        "end is missing";
    EXPECT_EQ(message_of(parse_as_npz(file.substr(0, file.size() / 2))), said);
    EXPECT_EQ(message_of(parse_as_npz(file.substr(0, file.size() - 10))), said);
    EXPECT_EQ(message_of(parse_as_npz(file.substr(0, 4))), said);
    const TemporaryFolder folder;
    std::ofstream(folder / "w.npz", std::ios::binary) << file.substr(0, file.size() / 2);
    EXPECT_THAT(message_of(read_npz(folder / "w.npz")), HasSubstr("it is cut short: it begins as a zip archive"));
}

TEST(Npz, OtherWaysOfPackingAreRefused) {
    EXPECT_THAT(message_of(read_npz(golden("bzip2.npz"))),
                EndsWith("W_Q.npy: is packed by method 12, stored (0) or deflated (8) was expected"));
}

TEST(Npz, EncryptedEntriesAreRefused) {
    std::string file = content_of(golden("stored.npz"));
    const std::size_t header = first_central_header(file);
    patch(file, header + flags_at, 1, 2);
    EXPECT_THAT(message_of(parse_as_npz(file)), EndsWith("W_Q.npy: is encrypted"));
}

TEST(Npz, DoubledNamesAreRefused) {
    std::string file = content_of(golden("stored.npz"));
    const std::size_t first = first_central_header(file);
    const std::size_t second = file.find(central_magic, first + 1);
    file.replace(second + name_at, 7, "W_Q.npy"); // was ids.npy
    EXPECT_EQ(message_of(parse_as_npz(file)), "w.npz: two entries are named W_Q.npy");
}

TEST(Npz, AWrongChecksumIsNoticed) {
    std::string file = content_of(golden("stored.npz"));
    const std::size_t number = file.find("\n") + 1;
    file[number] = static_cast<char>(file[number] ^ 1);
    EXPECT_THAT(message_of(parse_as_npz(file)), HasSubstr("W_Q.npy: cannot be unpacked: CRC error"));
}

TEST(Npz, AbsurdSizesAreRefusedBeforeMemoryIsTaken) {
    const std::size_t before = peak_memory();
    const auto message = [](std::uint64_t packed, std::uint64_t size, std::string_view golden_name) {
        std::string file = content_of(golden(golden_name));
        const std::size_t header = first_central_header(file);
        patch(file, header + packed_size_at, packed, 4);
        patch(file, header + size_at, size, 4);
        return message_of(parse_as_npz(file));
    };
    EXPECT_THAT(message(152, 0xF0000000, "stored.npz"), HasSubstr("is stored, yet claims 152 bytes"));
    EXPECT_THAT(message(0xF0000000, 0xF0000000, "stored.npz"), HasSubstr("bytes in the file, which has 1112 in all"));
    EXPECT_THAT(message(100, 0xF0000000, "deflated.npz"), HasSubstr("claims 4026531840 bytes packed into 100"));
    EXPECT_THAT(message(160, 160, "stored.npz"), HasSubstr("the header claims 152 bytes, the entry has 160"));
    EXPECT_THAT(message(100, 153, "deflated.npz"), HasSubstr("the header claims 152 bytes, the entry has 153"));
    EXPECT_LT(peak_memory() - before, std::size_t{64} << 20);
}

TEST(Npz, AHeaderThatClaimsMoreThanTheEntryIsRefused) {
    NdArrays arrays = two_arrays();
    std::string file = written(arrays);
    const std::size_t shape = file.find("(2, 3)");
    file.replace(shape, 6, "(9, 9)");
    EXPECT_EQ(message_of(parse_as_npz(file)), "w.npz: W_Q.npy: the header claims 452 bytes, the entry has 152");
}

TEST(Npz, ABombIsStoppedAtTheLimit) {
    const std::size_t before = peak_memory();
    const auto whole = read_npz(golden("zeros.npz"));
    ASSERT_TRUE(whole) << message_of(whole);
    EXPECT_TRUE(whole->at("zeros").has_shape({1024, 2048}));
    EXPECT_LT(peak_memory() - before, std::size_t{64} << 20); // of 8 MiB

    EXPECT_THAT(message_of(read_npz(golden("zeros.npz"), {.unpacked_bytes = 1 << 20})),
                EndsWith("zeros.npy: claims 8388736 bytes, at most 1048576 are read from one file"));
    EXPECT_THAT(message_of(read_npz(golden("stored.npz"), {.unpacked_bytes = 400})),
                EndsWith("claims 176 bytes, at most 400 are read from one file"));
}

TEST(Npz, OnlyWhatIsAskedForIsUnpacked) {
    const auto file = NpzFile::open(golden("zeros.npz"), {.unpacked_bytes = 1 << 20});
    ASSERT_TRUE(file) << message_of(file);
    ASSERT_EQ(file->arrays().size(), 1U);
    const NpzArray& zeros = file->arrays().front();
    EXPECT_EQ(zeros.name, "zeros");
    EXPECT_THAT(zeros.shape, ElementsAre(1024, 2048));
    EXPECT_EQ(zeros.stored, DataType::float32);
    EXPECT_THAT(message_of(file->read(zeros)),
                EndsWith("zeros.npy: claims 8388736 bytes, at most 1048576 are read from one file"));
    const std::size_t before = peak_memory();
    for (int i = 0; i < 3; ++i) { // the limit applies to each one
        const auto whole = NpzFile::open(golden("zeros.npz"), {.unpacked_bytes = 9 << 20});
        ASSERT_TRUE(whole);
        EXPECT_TRUE(whole->read(whole->arrays().front()));
    }
    EXPECT_LT(peak_memory() - before, std::size_t{64} << 20);
}

TEST(Npz, ArraysAreListedAndReadOneByOneAsAllAtOnce) {
    for (const char* const name : {"stored.npz", "deflated.npz", "other_entries.npz", "empty.npz"}) {
        const auto all = read_npz(golden(name));
        const auto file = NpzFile::open(golden(name));
        ASSERT_TRUE(all && file) << name;
        EXPECT_EQ(file->arrays().size(), all->size()) << name;
        for (const NpzArray& listed : file->arrays()) {
            const auto array = file->read(listed);
            ASSERT_TRUE(array) << message_of(array);
            EXPECT_EQ(array->shape, listed.shape);
            EXPECT_EQ(array->stored, listed.stored);
            EXPECT_EQ(numbers_of(*array), numbers_of(all->at(listed.name)));
        }
    }
}

TEST(Npz, AFileThatIsCutWhileItIsOpenIsAnErrorThatNamesTheArray) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_npz(folder / "w.npz", {{"big", NdArray::of({1000, 1000}, std::vector<float>(1'000'000, 1.0F))}}));
    const auto file = NpzFile::open(folder / "w.npz");
    ASSERT_TRUE(file) << message_of(file);
    ASSERT_EQ(::truncate((folder / "w.npz").c_str(), 1'000'000), 0);
    EXPECT_THAT(message_of(file->read(file->arrays().front())), HasSubstr("w.npz: big.npy: "));
}

TEST(Npz, EntriesThatShareTheirBytesAreRefused) {
    // Each entry of such a bomb unpacks the same bytes again: together they claim more than the file has.
    std::string file = content_of(golden("zeros.npz"));
    const std::size_t header = first_central_header(file);
    const std::size_t end = file.find("PK\x05\x06", header);
    const std::string central = file.substr(header, end - header);
    std::string directory;
    for (int i = 0; i < 100; ++i) {
        std::string entry = central;
        entry.replace(name_at, 5, fmt::format("z{:04}", i));
        directory += entry;
    }
    std::string tail = file.substr(end);
    patch(tail, 8, 100, 2);
    patch(tail, 10, 100, 2);
    patch(tail, 12, directory.size(), 4);
    EXPECT_THAT(message_of(parse_as_npz(file.substr(0, header) + directory + tail)),
                testing::AnyOf(HasSubstr("bytes in the file, which has"), HasSubstr("cannot be unpacked")));
}

TEST(Npz, TooManyEntriesAreRefused) {
    EXPECT_THAT(message_of(read_npz(golden("stored.npz"), {.entries = 3})),
                EndsWith("has 4 entries, at most 3 are read"));
}

TEST(Npz, ADirectoryOfBillionsOfEntriesIsRefusedBeforeMemoryIsTaken) {
    const std::size_t before = peak_memory();
    const std::string file = written(two_arrays());
    const std::size_t end = file.find("PK\x06\x06");
    ASSERT_NE(end, std::string::npos);
    for (const std::size_t field : {std::size_t{24}, std::size_t{32}}) {
        std::string hostile = file;
        patch(hostile, end + field, std::uint64_t{1} << 32, 8);
        EXPECT_EQ(message_of(parse_as_npz(hostile)), "w.npz: claims 4294967296 entries, at most 65535 are read");
        const TemporaryFolder folder;
        ASSERT_TRUE(write_text_file(folder / "w.npz", hostile));
        EXPECT_THAT(message_of(read_npz(folder / "w.npz")),
                    EndsWith("claims 4294967296 entries, at most 65535 are read"));
    }
    EXPECT_LT(peak_memory() - before, std::size_t{64} << 20);
}

TEST(Npz, NamesFromTheFileDoNotBreakTheLine) {
    std::string file = content_of(golden("bzip2.npz"));
    const std::size_t header = first_central_header(file);
    file.replace(header + name_at, 3, "\n\x1b\x7f");
    file.replace(file.find("W_Q.npy"), 3, "\n\x1b\x7f");
    EXPECT_THAT(message_of(parse_as_npz(file)), HasSubstr("is packed by method 12"));
}

TEST(Npz, EveryCutAndEveryTurnedBitGivesAValueOrOneLine) {
    const auto parse_file = [](const Bytes& file) { return read_as_npz(file); };
    expect_survives_every_cut_and_flip(content_of(golden("stored.npz")), parse_file);
    expect_survives_every_cut_and_flip(content_of(golden("deflated.npz")), parse_file);
    expect_survives_every_cut_and_flip(written(two_arrays()), parse_file);
}

TEST(NpzWriter, TheSameArraysGiveTheSameBytes) {
    EXPECT_EQ(written(two_arrays()), written(two_arrays()));
    EXPECT_THAT(written(two_arrays()), Not(written({})));
}

TEST(NpzWriter, WritesEveryArrayAsNumPyWouldAlone) {
    const TemporaryFolder folder;
    const auto arrays = two_arrays();
    const auto& weights = arrays.at("W_Q");
    ASSERT_TRUE(write_npy(folder / "W_Q.npy", weights.shape, weights.values));
    EXPECT_THAT(written(arrays), HasSubstr(content_of(folder / "W_Q.npy")));
}

TEST(NpzWriter, TakesNumbersRowByRowAndFromViews) {
    const TemporaryFolder folder;
    const Matrix packed = Matrix::from_rows({{1, 2, 3, 4}, {5, 6, 7, 8}});
    NpzWriter file(folder / "t.npz");
    file.begin("rows", std::vector<Index>{2, 4});
    for (Index i = 0; i < 2; ++i)
        file.append(packed.row(i));
    file.begin("columns", std::vector<Index>{2, 2});
    file.append(packed.column_block(1, 2).view());
    file.begin("whole", std::vector<Index>{1, 2, 4});
    file.append(packed.view());
    file.add("Wörter ⁽¹⁾", std::vector<Index>{}, std::vector<float>{42});
    ASSERT_TRUE(file.commit());
    const auto arrays = read_npz(folder / "t.npz");
    ASSERT_TRUE(arrays) << message_of(arrays);
    EXPECT_THAT(numbers_of(arrays->at("rows")), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
    EXPECT_THAT(numbers_of(arrays->at("columns")), ElementsAre(2, 3, 6, 7));
    EXPECT_TRUE(arrays->at("whole").has_shape({1, 2, 4}));
    EXPECT_THAT(numbers_of(arrays->at("Wörter ⁽¹⁾")), ElementsAre(42));
}

TEST(NpzWriter, LeavesNothingWhenItIsNotCommittedOrFails) {
    const TemporaryFolder folder;
    {
        NpzWriter file(folder / "t.npz");
        file.begin("half", std::vector<Index>{1000});
        file.append(std::vector<float>(1000));
    }
    EXPECT_EQ(folder.count_files(), 0U);
    NpzWriter nowhere(folder / "missing/t.npz");
    EXPECT_TRUE(nowhere.failed());
    nowhere.add("A", std::vector<Index>{1}, std::vector<float>{1});
    EXPECT_THAT(message_of(nowhere.commit()), HasSubstr("there is no folder"));
    EXPECT_THAT(message_of(write_npz("/dev/full", two_arrays())), HasSubstr("No space left"));
}

TEST(NpzWriter, WhatNumPyOpensIsWhatWasWritten) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_npz(folder / "t.npz", two_arrays()));
    const std::string script = "import numpy as np, sys, zipfile\n"
                               "assert zipfile.ZipFile(sys.argv[1]).testzip() is None\n"
                               "z = np.load(sys.argv[1])\n"
                               "assert sorted(z) == ['W_Q', 'b_Q'], sorted(z)\n"
                               "assert z['W_Q'].dtype == np.float32 and z['W_Q'].tolist() == [[1, 2, 3], [4, 5, 6]]\n"
                               "assert z['b_Q'].tolist() == [7, 8, 9]\n";
    ASSERT_TRUE(write_text_file(folder / "check.py", script));
    if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0)
        GTEST_SKIP() << "NumPy is not installed";
    const std::string command =
        fmt::format("/usr/bin/python3 '{}' '{}'", (folder / "check.py").string(), (folder / "t.npz").string());
    EXPECT_EQ(std::system(command.c_str()), 0);
}

RC_GTEST_PROP(NpzWriter, AnyArraysReadBackBitForBit,
              (const std::map<std::string, std::vector<std::uint32_t>>& content)) {
    NdArrays arrays;
    for (const auto& [name, bits] : content) {
        std::string hexadecimal = "array"; // any name without zero bytes, which zip files cannot have
        for (const char letter : name)
            hexadecimal += fmt::format("{:02x}", static_cast<unsigned char>(letter));
        std::vector<float> values(bits.size());
        std::ranges::transform(bits, values.begin(),
                               [](std::uint32_t pattern) { return std::bit_cast<float>(pattern); });
        arrays.emplace(hexadecimal, NdArray::of({static_cast<Index>(values.size())}, values));
    }
    const auto found = parse_as_npz(written(arrays));
    RC_ASSERT(found);
    RC_ASSERT(names_of(*found) == names_of(arrays));
    for (const auto& [name, array] : arrays)
        RC_ASSERT(equal_bits(found->at(name).matrix(), array.matrix()));
}

TEST(Checksum, IsTheOneOfZipFiles) {
    const std::string digits = "123456789";
    const auto bytes = std::as_bytes(std::span(digits));
    EXPECT_EQ(crc32(bytes), 0xCBF43926U); // the check value of CRC-32
    EXPECT_EQ(crc32({}), 0U);
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut)
        EXPECT_EQ(crc32(bytes.subspan(cut), crc32(bytes.first(cut))), 0xCBF43926U);
}

} // namespace attn
