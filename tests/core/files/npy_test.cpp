#include "core/files/npy.h"

#include "core/files/npy_header.h"
#include "tests/array_files.h"
#include "tests/core/files/io_testing.h"

#include <cmath>
#include <fstream>
#include <gmock/gmock.h>
#include <limits>
#include <numeric>
#include <rapidcheck/gtest.h>
#include <sstream>

namespace attn {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

/// An npy file of version 1 with any header.
std::string npy_with(std::string header, std::string_view data = "") {
    header += '\n';
    std::string file = "\x93NUMPY";
    file += {'\x01', '\x00', static_cast<char>(header.size() & 0xFFU), static_cast<char>(header.size() >> 8)};
    return file + header + std::string(data);
}

std::string npy_of_shape(std::string_view shape, std::string_view data = "") {
    return npy_with(fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': {}, }}", shape), data);
}

Result<NdArray> parse(const std::string& file) {
    return parse_npy(as_file(file), "X.npy");
}

struct GoldenCase {
    std::string file;
    DataType stored;
    std::vector<float> values;
};

class GoldenNpy : public testing::TestWithParam<GoldenCase> {};

const std::vector<float> halves{-1, -0.5, 0, 0.5, 1, 1.5};
const std::vector<float> signs{-2, -1, 0, 1, 2, 3};
const std::vector<float> counts{0, 1, 2, 3, 4, 5};

const std::vector<GoldenCase> golden_cases{{"bool", DataType::boolean, {0, 1, 0, 1, 0, 1}},
                                           {"int8", DataType::int8, signs},
                                           {"uint8", DataType::uint8, counts},
                                           {"little_int16", DataType::int16, signs},
                                           {"big_int16", DataType::int16, signs},
                                           {"little_uint16", DataType::uint16, counts},
                                           {"little_int32", DataType::int32, signs},
                                           {"big_int32", DataType::int32, signs},
                                           {"little_uint32", DataType::uint32, counts},
                                           {"little_int64", DataType::int64, signs},
                                           {"big_int64", DataType::int64, signs},
                                           {"little_uint64", DataType::uint64, counts},
                                           {"little_float16", DataType::float16, halves},
                                           {"big_float16", DataType::float16, halves},
                                           {"little_float32", DataType::float32, halves},
                                           {"big_float32", DataType::float32, halves},
                                           {"little_float64", DataType::float64, halves},
                                           {"big_float64", DataType::float64, halves},
                                           {"version_1", DataType::float32, halves},
                                           {"version_2", DataType::float32, halves},
                                           {"version_3", DataType::float32, halves},
                                           {"fortran", DataType::float32, halves}};

} // namespace

TEST_P(GoldenNpy, HoldsWhatNumPyPutIn) {
    const auto array = read_npy(golden(GetParam().file + ".npy"));
    ASSERT_TRUE(array) << message_of(array);
    EXPECT_EQ(array->stored, GetParam().stored);
    EXPECT_TRUE(array->has_shape({2, 3}));
    EXPECT_EQ(numbers_of(*array), GetParam().values);
}

INSTANTIATE_TEST_SUITE_P(NumPy, GoldenNpy, testing::ValuesIn(golden_cases),
                         [](const auto& info) { return info.param.file; });

TEST(Npy, FortranOrderOfThreeAxesBecomesCOrder) {
    const auto array = read_npy(golden("fortran_2x3x4.npy"));
    ASSERT_TRUE(array) << message_of(array);
    std::vector<float> counted(24);
    std::iota(counted.begin(), counted.end(), 0.0F);
    EXPECT_EQ(numbers_of(*array), counted);
}

TEST(Npy, ShapesOfEveryRankAreRead) {
    const auto shape_in = [](std::string_view file) {
        const auto array = read_npy(golden(file));
        return array ? array->shape : std::vector<Index>{-1};
    };
    EXPECT_THAT(shape_in("shape_scalar.npy"), ElementsAre());
    EXPECT_THAT(shape_in("shape_1.npy"), ElementsAre(1));
    EXPECT_THAT(shape_in("shape_4.npy"), ElementsAre(4));
    EXPECT_THAT(shape_in("shape_0x3.npy"), ElementsAre(0, 3));
    EXPECT_THAT(shape_in("shape_2x0x5.npy"), ElementsAre(2, 0, 5));
    EXPECT_THAT(shape_in("shape_2x3x4.npy"), ElementsAre(2, 3, 4));
}

TEST(Npy, SpecialDoublesStaySpecial) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto array = read_npy(golden("special_float64.npy"));
    ASSERT_TRUE(array) << message_of(array);
    const auto values = array->values;
    EXPECT_TRUE(values[0] == 0 && !std::signbit(values[0]));
    EXPECT_TRUE(values[1] == 0 && std::signbit(values[1]));
    EXPECT_EQ(values[2], infinity);
    EXPECT_EQ(values[3], -infinity);
    EXPECT_TRUE(std::isnan(values[4]));
    EXPECT_EQ(values[5], std::numeric_limits<float>::denorm_min());
    EXPECT_EQ(values[7], infinity);
    EXPECT_EQ(values[8], -infinity);
}

TEST(Npy, WhatIsNoArrayOfNumbersIsRefusedByName) {
    EXPECT_THAT(message_of(read_npy(golden("refused_object.npy"))), HasSubstr("holds Python objects"));
    EXPECT_THAT(message_of(read_npy(golden("refused_text.npy"))), HasSubstr("holds text ('<U2')"));
    EXPECT_THAT(message_of(read_npy(golden("refused_complex.npy"))), HasSubstr("holds complex numbers"));
    EXPECT_THAT(message_of(read_npy(golden("refused_records.npy"))), HasSubstr("holds records"));
    EXPECT_THAT(message_of(read_npy(golden("refused_dates.npy"))), HasSubstr("holds dates"));
}

TEST(Npy, IsWrittenAsByNumPyByteForByte) {
    const TemporaryFolder folder;
    for (const std::string_view name :
         {"little_float32.npy", "shape_scalar.npy", "shape_1.npy", "shape_0x3.npy", "shape_2x3x4.npy"}) {
        const auto array = read_npy(golden(name));
        ASSERT_TRUE(array) << message_of(array);
        ASSERT_TRUE(write_npy(folder / name, array->shape, array->values));
        EXPECT_EQ(content_of(folder / name), content_of(golden(name))) << name;
    }
}

TEST(NpyHeader, IsWrittenAsByNumPyForEveryLength) {
    std::ifstream lines(golden("headers.txt"));
    std::size_t compared = 0;
    for (std::string line; std::getline(lines, line); ++compared) {
        const std::size_t blank = line.find(' ');
        std::vector<Index> shape;
        std::istringstream axes(line.substr(0, blank));
        for (std::string axis; std::getline(axes, axis, ',');)
            shape.push_back(std::stol(axis));
        std::string hexadecimal;
        for (const char byte : npy_header(shape))
            hexadecimal += fmt::format("{:02x}", static_cast<unsigned char>(byte));
        EXPECT_EQ(hexadecimal, line.substr(blank + 1)) << shape_text(shape);
    }
    EXPECT_EQ(compared, 39U);
}

RC_GTEST_PROP(Npy, AnyArrayReadsBackBitForBit, (const std::vector<std::uint32_t>& bits)) {
    std::vector<float> values;
    for (const std::uint32_t pattern : bits)
        values.push_back(std::bit_cast<float>(pattern));
    const auto count = static_cast<Index>(values.size());
    const Index rows = count % 3 == 0 ? 3 : 1;
    const TemporaryFolder folder;
    RC_ASSERT(write_npy(folder / "X.npy", std::vector<Index>{rows, count / rows}, values));
    const auto array = read_npy(folder / "X.npy");
    RC_ASSERT(array);
    RC_ASSERT(array->shape == (std::vector<Index>{rows, count / rows}));
    RC_ASSERT(equal_bits(array->matrix(), NdArray::of(array->shape, values).matrix()));
}

TEST(NpyHeader, IsReadHoweverPythonMayWriteIt) {
    const auto values = [](std::string header) {
        const auto array = parse(npy_with(std::move(header), std::string_view("\0\0\x80\x3f", 4)));
        return array ? numbers_of(*array) : std::vector<float>{};
    };
    EXPECT_THAT(values("{'shape':(1,),'fortran_order':False,'descr':'<f4'}"), ElementsAre(1));
    EXPECT_THAT(values("{ \"descr\" : \"<f4\" , 'fortran_order' : True , 'shape' : ( 1 , 1 , ) , }  "), ElementsAre(1));
    EXPECT_THAT(values("{'descr': '=f4', 'fortran_order': False, 'shape': (1L, 1L)}"), ElementsAre(1));
    EXPECT_THAT(values("{'descr': '<f4', 'fortran_order': False, 'shape': ()}"), ElementsAre(1));
}

TEST(NpyHeader, SaysWhatIsWrongAndWhere) {
    const auto message = [](std::string header) { return message_of(parse(npy_with(std::move(header)))); };
    EXPECT_EQ(message("{'descr': '<f4', 'shape': (2, 3)}"), "X.npy: the header lacks fortran_order");
    EXPECT_EQ(message("{'descr': '<f4', 'descr': '<f4'}"), "X.npy: the header has descr twice");
    EXPECT_THAT(message("{'descr': '<f4', 'evil': 1}"), HasSubstr("the key evil"));
    EXPECT_THAT(message("{'descr': __import__('os')}"), HasSubstr("where a type such as '<f4' was expected"));
    EXPECT_THAT(message("{'descr': '<f4', 'fortran_order': 1}"), HasSubstr("where True or False was expected"));
    EXPECT_THAT(message("{'descr': '<f4', 'fortran_order': False, 'shape': (3)}"), HasSubstr("a tuple such as (3,)"));
    EXPECT_THAT(message("{'descr': '<f4', 'fortran_order': False, 'shape': (2 3)}"), HasSubstr(", or ) was expected"));
    EXPECT_THAT(message("{'descr': '<f4', 'fortran_order': False, 'shape': (,)}"), HasSubstr("the length of an axis"));
    EXPECT_THAT(message("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x"),
                HasSubstr("the end of the header"));
    EXPECT_THAT(message("{'descr': '<f3', 'fortran_order': False, 'shape': (1,)}"),
                HasSubstr("an unknown type ('<f3')"));
    EXPECT_THAT(message("{'descr': 'a\nb\x1b', 'fortran_order': False, 'shape': (1,)}"), HasSubstr("('a?b?')"));
    EXPECT_EQ(message_of(parse("PK")), "X.npy: is no npy file: it does not begin with \\x93NUMPY");
    EXPECT_THAT(message_of(parse(std::string("\x93NUMPY\x07\x00", 8))), HasSubstr("has version 7.0"));
    EXPECT_THAT(message_of(parse(std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF", 12))),
                HasSubstr("claims a header of 4294967295 bytes"));
}

TEST(Npy, ClaimsAreComparedWithTheFileBeforeMemoryIsTaken) {
    const std::size_t before = peak_memory();
    EXPECT_EQ(message_of(parse(npy_of_shape("(1024,)", std::string(512, 'x')))),
              "X.npy: the header claims 4096 bytes of numbers, 512 follow it");
    EXPECT_EQ(message_of(parse(npy_of_shape("(1,)", "12345"))),
              "X.npy: the header claims 4 bytes of numbers, 5 follow it");
    EXPECT_THAT(message_of(parse(npy_of_shape("(1000000, 1000000)"))), HasSubstr("claims 4000000000000 bytes"));
    for (const std::string_view shape :
         {"(4294967296, 4294967296)", "(4294967296, 4294967296, 0)", "(0, 4294967296, 4294967296)",
          "(9223372036854775807,)", "(2305843009213693952, 8)"})
        EXPECT_EQ(message_of(parse(npy_of_shape(shape))), "X.npy: the header claims an axis too long for any memory");
    EXPECT_THAT(message_of(parse(npy_of_shape("(99999999999999999999,)"))), HasSubstr("the length of an axis"));
    EXPECT_THAT(message_of(parse(npy_of_shape("(-1,)"))), HasSubstr("\"-1,)"));
    EXPECT_THAT(message_of(parse(npy_of_shape("(-2, -3)"))), HasSubstr("the length of an axis"));
    std::string many = "(";
    for (int i = 0; i < 1000; ++i)
        many += "1,";
    EXPECT_THAT(message_of(parse(npy_of_shape(many + ")"))), HasSubstr("more than 64 axes"));
    EXPECT_LT(peak_memory() - before, std::size_t{64} << 20);
}

TEST(Npy, EveryCutAndEveryTurnedBitGivesAValueOrOneLine) {
    for (const std::string_view name : {"little_float32.npy", "fortran_2x3x4.npy", "version_2.npy", "bool.npy"})
        expect_survives_every_cut_and_flip(content_of(golden(name)),
                                           [](Bytes file) { return parse_npy(std::move(file), "X.npy"); });
}

TEST(Npy, NoCutFileIsTakenForAWholeOne) {
    const std::string content = content_of(golden("little_float32.npy"));
    for (std::size_t size = 0; size < content.size(); ++size)
        EXPECT_FALSE(parse(content.substr(0, size))) << size;
}

TEST(Npy, AFolderIsNoFile) {
    EXPECT_THAT(message_of(read_npy(golden(""))), EndsWith("is a folder, a file was expected"));
}

} // namespace attn
