#include "core/files/safetensors.h"

#include "tests/core/files/io_testing.h"

#include <gmock/gmock.h>

namespace attn {

using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::string safetensors_with(std::string_view header, std::size_t data_bytes = 0) {
    std::string file;
    for (int i = 0; i < 8; ++i)
        file += static_cast<char>(header.size() >> (8 * i) & 0xFFU);
    return file + std::string(header) + std::string(data_bytes, '\0');
}

Result<SafetensorsFile> parse_as_safetensors(const std::string& file) {
    return SafetensorsFile::parse(as_file(file), "m.safetensors");
}

/// All tensors of a file.
Result<NdArrays> all_of(const Result<SafetensorsFile>& file) {
    if (!file)
        return file.error();
    NdArrays arrays;
    for (const TensorDescription& tensor : file->tensors()) {
        auto array = file->read(tensor);
        if (!array)
            return array.error();
        arrays.emplace(tensor.name, *array);
    }
    return arrays;
}

std::string message_for(std::string_view header, std::size_t data_bytes = 24) {
    return message_of(parse_as_safetensors(safetensors_with(header, data_bytes)));
}

} // namespace

TEST(Safetensors, EveryTypeIsRead) {
    const auto arrays = all_of(SafetensorsFile::open(golden("tensors.safetensors")));
    ASSERT_TRUE(arrays) << message_of(arrays);
    EXPECT_EQ(arrays->size(), 11U);
    const auto values = [&](std::string_view name) { return numbers_of(arrays->find(name)->second); };
    for (const std::string_view name : {"weight.F32", "weight.F64", "weight.F16", "weight.BF16", "odd.F32"})
        EXPECT_THAT(values(name), ElementsAre(-1, -0.5, 0, 0.5, 1, 1.5)) << name;
    EXPECT_THAT(values("ids.I64"), ElementsAre(-2, -1, 0, 1, 2, 3));
    EXPECT_THAT(values("ids.I32"), ElementsAre(-2, -1, 0, 1, 2, 3));
    EXPECT_THAT(values("small.U8"), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_THAT(values("mask.BOOL"), ElementsAre(0, 1, 0, 1, 0, 1));
    EXPECT_THAT(values("scalar"), ElementsAre(7));
    EXPECT_TRUE(arrays->find("nothing")->second.has_shape({0, 4}));
}

TEST(Safetensors, NumbersOutliveTheFile) {
    NdArray array;
    {
        const auto file = SafetensorsFile::open(golden("tensors.safetensors"));
        ASSERT_TRUE(file) << message_of(file);
        const auto* const tensor = file->find("weight.F32");
        ASSERT_NE(tensor, nullptr);
        EXPECT_EQ(tensor->stored, "F32");
        auto first = file->read(*tensor);
        auto second = file->read(*tensor);
        ASSERT_TRUE(first && second);
        EXPECT_EQ(numbers_of(*first), numbers_of(*second));
        array = *first;
        EXPECT_EQ(file->find("weight"), nullptr);
    }
    EXPECT_EQ(array.values[5], 1.5F);
}

TEST(Safetensors, TensorsOfUnknownTypesAreListedButNotRead) {
    const auto file =
        parse_as_safetensors(safetensors_with(R"({"a":{"dtype":"F8_E4M3","shape":[3],"data_offsets":[0,3]}})", 3));
    ASSERT_TRUE(file) << message_of(file);
    EXPECT_EQ(message_of(file->read(file->tensors().front())),
              "m.safetensors: a: holds F8_E4M3, F32, F16, BF16, F64, integers or BOOL were expected");
}

TEST(Safetensors, SaysWhatInTheHeaderIsWrong) {
    EXPECT_EQ(message_for(R"({"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,20]}})"),
              "m.safetensors: a: F32 of shape (2, 3) takes 24 bytes, data_offsets span 20");
    EXPECT_EQ(message_for(R"({"a":{"dtype":"F32","shape":[2,4],"data_offsets":[0,32]}})"),
              "m.safetensors: a: ends at byte 32 of the data, which has 24");
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[8,4]}})"), HasSubstr("no beginning"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4]}})"), HasSubstr("no beginning"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}})"), HasSubstr("data_offsets"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,18446744073709551615]}})"),
                HasSubstr("ends at byte 18446744073709551615"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,18446744073709551616]}})"),
                HasSubstr("in data_offsets"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})"), HasSubstr("negative"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})"),
                HasSubstr("1.5 in the shape"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})"),
                HasSubstr("too long for any memory"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[0,4294967296,4294967296],"data_offsets":[0,0]}})"),
                HasSubstr("too long for any memory"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":7,"shape":[1],"data_offsets":[0,4]}})"),
                HasSubstr("a number is no dtype"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","shape":[1]}})"), HasSubstr("data_offsets were expected"));
    EXPECT_THAT(message_for(R"({"a":{"dtype":"F32","extra":1}})"), HasSubstr("unknown key \"extra\""));
    EXPECT_THAT(message_for(R"({"a":[1]})"), HasSubstr("[ where an object was expected"));
    EXPECT_THAT(message_for(R"({"__metadata__":{"a":1}})"), HasSubstr("in __metadata__"));
    EXPECT_THAT(message_for(R"([1])"), HasSubstr("does not begin with {"));
    EXPECT_THAT(message_for(R"({"a)"), HasSubstr("is no JSON at byte"));
    EXPECT_THAT(message_for(R"({} x)"), HasSubstr("is no JSON at byte"));
    EXPECT_THAT(message_for(R"({"line\nbreak":1})"), HasSubstr("where an object was expected"));
}

TEST(Safetensors, DoubledKeysAreRefused) {
    constexpr std::string_view tensor = R"("a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
    EXPECT_EQ(message_for(fmt::format("{{{},{}}}", tensor, tensor)), "m.safetensors: the header: \"a\" stands twice");
    EXPECT_EQ(message_for(R"({"a":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}})"),
              "m.safetensors: a: \"dtype\" stands twice");
    EXPECT_THAT(message_for(R"({"a\nb":{"dtype":"F32","dtype":"F32"}})"), HasSubstr("a?b"));
}

TEST(Safetensors, OverlappingTensorsAreRefused) {
    EXPECT_EQ(message_for(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                          R"("b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})"),
              "m.safetensors: a and b overlap");
    EXPECT_EQ(message_for(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                          R"("e":{"dtype":"F32","shape":[0],"data_offsets":[4,4]},)"
                          R"("b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})"),
              "no error");
}

TEST(Safetensors, TheLengthOfTheHeaderIsComparedWithTheFile) {
    EXPECT_EQ(message_of(parse_as_safetensors("")),
              "m.safetensors: has 0 bytes, a safetensors file begins with the 8 of its header's length");
    EXPECT_EQ(message_of(parse_as_safetensors(std::string("\x03\0\0\0\0\0\0\0{}", 10))),
              "m.safetensors: the header claims 3 bytes, 2 follow");
    EXPECT_THAT(message_of(parse_as_safetensors(std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF{}", 10))),
                HasSubstr("claims 18446744073709551615 bytes"));
}

TEST(Safetensors, JsonAMillionDeepIsRefusedAtOnce) {
    const std::size_t before = peak_memory();
    const std::string arrays = R"({"a":)" + std::string(1'000'000, '[');
    EXPECT_THAT(message_for(arrays), HasSubstr("where an object was expected"));
    std::string objects;
    for (int i = 0; i < 1'000'000; ++i)
        objects += R"({"a":)";
    EXPECT_FALSE(parse_as_safetensors(safetensors_with(objects)));
    EXPECT_LT(peak_memory() - before, std::size_t{64} << 20);
}

TEST(Safetensors, EveryCutAndEveryTurnedBitGivesAValueOrOneLine) {
    expect_survives_every_cut_and_flip(content_of(golden("tensors.safetensors")), [](Bytes file) {
        return all_of(SafetensorsFile::parse(std::move(file), "m.safetensors"));
    });
}

TEST(Safetensors, AFolderOrNothingIsNoFile) {
    EXPECT_THAT(message_of(SafetensorsFile::open(golden(""))), HasSubstr("is a folder"));
    EXPECT_THAT(message_of(SafetensorsFile::open(golden("missing"))), HasSubstr("No such file"));
}

TEST(Safetensors, AFileThatIsCutWhileItIsOpenIsAnErrorThatNamesTheTensor) {
    const TemporaryFolder folder;
    const std::string content = safetensors_with(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                                                 R"("b":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}})",
                                                 16);
    ASSERT_TRUE(write_text_file(folder / "m.safetensors", content));
    const auto file = SafetensorsFile::open(folder / "m.safetensors");
    ASSERT_TRUE(file) << message_of(file);
    const auto before = file->read(*file->find("a"));
    ASSERT_TRUE(before);
    ASSERT_EQ(::truncate((folder / "m.safetensors").c_str(), static_cast<off_t>(content.size() - 4)), 0);
    EXPECT_TRUE(file->read(*file->find("a")));
    EXPECT_THAT(message_of(file->read(*file->find("b"))), HasSubstr("m.safetensors: b: the file was cut"));
    ASSERT_EQ(::truncate((folder / "m.safetensors").c_str(), 0), 0);
    EXPECT_THAT(message_of(file->read(*file->find("a"))), HasSubstr("m.safetensors: a: the file was cut"));
    EXPECT_EQ(before->values[1], before->values[1]); // still ours
}

TEST(Safetensors, AMillionTensorsAreRefusedBeforeTheyTakeMemory) {
    std::string header = "{";
    for (int i = 0; i < 1'000'000; ++i)
        header += fmt::format(R"({}"{}":{{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})", i == 0 ? "" : ",", i);
    const std::string file = safetensors_with(header + "}");
    const std::size_t before = peak_memory();
    EXPECT_THAT(message_of(parse_as_safetensors(file)), HasSubstr("more than 100000 tensors"));
    EXPECT_LT(peak_memory() - before, std::size_t{160} << 20); // including the file itself once more
}

TEST(Safetensors, NamesAndMetadataWithoutEndAreRefused) {
    EXPECT_THAT(message_for("{\"" + std::string(2000, 'a') + "\":{}}"), HasSubstr("has 2000 bytes, at most 1000"));
    std::string metadata = R"({"__metadata__":{)";
    for (int i = 0; i < 20'000; ++i)
        metadata += fmt::format(R"({}"{}":"")", i == 0 ? "" : ",", i);
    EXPECT_THAT(message_for(metadata + "}}"), HasSubstr("__metadata__ has more than 10000 keys"));
    EXPECT_THAT(message_for(R"({"__metadata__":{},"__metadata__":{}})"), HasSubstr("stands twice"));
}

} // namespace attn
