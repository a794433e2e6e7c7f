#include "core/files/mistaken_file.h"

#include "core/files/file.h"
#include "core/files/json.h"
#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;

constexpr const char* pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4665\nsize 1234\n";
constexpr const char* page = "\n<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>\n";

TEST(MistakenFiles, AreCalledWhatTheyAre) {
    const TemporaryFolder folder;
    for (const auto& [content, says] : {std::pair(pointer, "git lfs pull"), {page, "a web page"}}) {
        for (const char* const name : {"w.npz", "w.safetensors"})
            ASSERT_TRUE(write_text_file(folder / name, content));
        const auto npz = read_npz(folder / "w.npz");
        ASSERT_FALSE(npz);
        EXPECT_THAT(npz.error().message, HasSubstr(says));
        const auto safetensors = SafetensorsFile::open(folder / "w.safetensors");
        ASSERT_FALSE(safetensors);
        EXPECT_THAT(safetensors.error().message, HasSubstr(says));
        const auto json = parse_json(content, "tokenizer.json");
        ASSERT_FALSE(json);
        EXPECT_THAT(json.error().message, HasSubstr(says));
    }
}

TEST(MistakenFiles, ATextIsNoFileOfNumbers) {
    const TemporaryFolder folder;
    for (const char* const content :
         {"Entry not found\n", "\n{\"error\": \"Repository not found\"}", "Accès refusé: é"}) {
        for (const char* const name : {"w.npz", "w.safetensors", "w.npy"})
            ASSERT_TRUE(write_text_file(folder / name, content));
        EXPECT_THAT(read_npz(folder / "w.npz").error().message, HasSubstr("npz: a text, not the file itself"));
        EXPECT_THAT(read_npy(folder / "w.npy").error().message, HasSubstr("npy: a text, not the file itself"));
        EXPECT_THAT(SafetensorsFile::open(folder / "w.safetensors").error().message,
                    HasSubstr("safetensors: a text, not the file itself"));
        EXPECT_FALSE(mistaken_file(content));
    }
}

TEST(MistakenFiles, AreNoOthers) {
    for (const char* const content : {"", " ", "PK\3\4", "{\"a\": 1}", "version 2", "<svg>"})
        EXPECT_FALSE(mistaken_file(content)) << content;
    using namespace std::string_view_literals;
    EXPECT_FALSE(mistaken_numbers("\x40\0\0\0\0\0\0\0{\"a\": {\"dtype\": \"F32\"}}"sv));
    EXPECT_FALSE(mistaken_numbers("\x93NUMPY\x01\0v\0{'descr'"sv));
    EXPECT_FALSE(mistaken_numbers("PK"));
}

} // namespace
} // namespace attn
