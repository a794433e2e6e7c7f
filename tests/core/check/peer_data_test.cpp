// Recorded layers of other programs raise no alarm, also with stages left out; and one wrong stage is found.

#include "tests/peer_data.h"

#include "core/check/check.h"
#include "core/document/sources/source.h"
#include "core/engine/engine.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace attn {
namespace {

std::vector<std::filesystem::path> layers() {
    std::vector<std::filesystem::path> found;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(test::peer_data() / "layers", ignored))
        found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

class PeerAnswer : public testing::TestWithParam<std::filesystem::path> {
protected:
    Trace trace() const {
        std::ifstream file(GetParam() / "case.json");
        const auto description = nlohmann::json::parse(file);
        Source source;
        source.weights = GetParam() / "weights.npz";
        source.input = GetParam() / "input.npy";
        source.heads = description.at("heads").get<Index>();
        source.options.push_back({OptionId::scale, description.at("scale").get<double>()});
        const bool is_causal = description.at("mask").get<std::string>().starts_with("causal");
        source.options.push_back({OptionId::mask, is_causal ? OptionValue(1) : std::nullopt});
        if (std::filesystem::exists(GetParam() / "padding.npy"))
            source.padding = GetParam() / "padding.npy";
        const auto session = open_source(source, {});
        EXPECT_TRUE(session) << session.error().message;
        return Engine(1).compute(session->layer());
    }
};

TEST_P(PeerAnswer, AgreesAndDisagreesWithAnotherScale) {
    const Trace right = trace();
    const auto answer = read_answer(GetParam() / "expected.npz", right);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_TRUE(check(right, *answer).agrees());
    // For a layer without a scale, all of these seem to divide by √d_k.
    Layer other = right.layer();
    other.scale.kind = Scale::Kind::one;
    const Trace unscaled = Engine(1).compute(other);
    const Check found = check(unscaled, *answer);
    ASSERT_FALSE(found.agrees());
    EXPECT_GE(found.first_difference().stage, ArrayId::scaled);
    EXPECT_TRUE(std::ranges::any_of(found.known_bugs,
                                    [](const FoundSlip& one) { return one.known_bug->id == "divided-by-sqrt-d_k"; }));
}

INSTANTIATE_TEST_SUITE_P(Check, PeerAnswer, testing::ValuesIn(layers()), [](const auto& info) {
    std::string name = info.param.filename();
    std::ranges::replace_if(
        name, [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) == 0; }, '_');
    return name;
});
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PeerAnswer);

} // namespace
} // namespace attn
