// Random tokenizers: the ids equal those of Hugging Face's own library (tests/data/make_random_tokenizers.js 1120 7).

#include "core/files/file.h"
#include "core/files/json.h"
#include "core/tokenizer/tokenizer_parts.h"
#include "tests/folders.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace attn {
namespace {

TEST(RandomTokenizers, MakeTheIdsThatWereRecorded) {
    const auto text =
        read_text_file((source_folder() / "tests/data/tokenizers/random.json").string(), std::uint64_t{8} << 20);
    ASSERT_TRUE(text) << text.error().message;
    const auto cases = nlohmann::json::parse(*text);
    ASSERT_GE(cases.size(), 1000U);
    std::size_t compared = 0;
    for (const auto& one : cases) {
        const auto tokenizer = parse_tokenizer_json(one["tokenizer"].dump(), "t.json");
        ASSERT_TRUE(tokenizer) << tokenizer.error().message << "\n" << one["tokenizer"];
        for (const auto& recorded : one["texts"]) {
            const auto written = recorded[0].get<std::string>();
            const auto ids = tokenizer->encode(written);
            ASSERT_TRUE(ids) << ids.error().message;
            EXPECT_EQ(*ids, recorded[1].get<TokenIds>()) << written << "\n" << one["tokenizer"];
            ++compared;
        }
    }
    EXPECT_GT(compared, 4200U);
}

} // namespace
} // namespace attn
