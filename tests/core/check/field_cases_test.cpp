// Cases from public reports, each described in its README (../shared/data/field).

#include "core/check/check.h"
#include "core/check/report.h"
#include "core/document/sources/source.h"
#include "core/engine/engine.h"
#include "tests/peer_data.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class FieldCases : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(test::peer_data() / "field"))
            GTEST_SKIP() << "the cases are not there";
    }
    static std::filesystem::path at(const std::string& name) { return test::peer_data() / "field" / name; }
    static Source source_of(const std::string& weights, const std::string& input) {
        Source source;
        source.weights = at(weights);
        source.input = at(input);
        return source;
    }
    static Source model_of(const std::string& name, const std::string& layer) {
        Source source;
        source.weights = at(name) / "m";
        source.resid_pre = at(name) / "r.npy";
        source.layer = layer;
        return source;
    }
    static Source causal(Source source) {
        source.options.push_back({OptionId::mask, OptionValue(1)});
        return source;
    }
    static Session opened(const Source& source) {
        auto session = open_source(source, {});
        EXPECT_TRUE(session) << (session ? "" : session.error().message);
        return session ? *std::move(session) : Session();
    }
    static std::string refusal(const Source& source) {
        const auto session = open_source(source, {});
        EXPECT_FALSE(session);
        return session ? "" : session.error().message;
    }
    static Check checked(const Source& source, const std::string& answer) {
        const Session session = opened(source);
        const Trace trace = Engine(1).compute(session.layer());
        const auto read = read_answer(at(answer), trace);
        EXPECT_TRUE(read) << (read ? "" : read.error().message);
        Check found = check(trace, *read);
        report_ = report_text(found, trace);
        return found;
    }
    static std::vector<std::string> ids(const Check& check) {
        std::vector<std::string> all;
        for (const FoundSlip& found : check.known_bugs)
            all.emplace_back(found.known_bug->id);
        return all;
    }
    static bool agrees_with(const Source& source, const std::string& answer) {
        const bool agrees = checked(source, answer).agrees();
        EXPECT_TRUE(agrees) << report_;
        return agrees;
    }

    inline static std::string report_;
};

TEST_F(FieldCases, MasksOfAllShapesAndOrders24) {
    Source source = source_of("24-mask-shapes/w.safetensors", "24-mask-shapes/x.npy");
    source.heads = 2;
    Source padded = causal(source);
    padded.padding = at("24-mask-shapes/pad_float.npy");
    EXPECT_TRUE(agrees_with(padded, "24-mask-shapes/right.npz"));
    EXPECT_THAT(ids(checked(padded, "24-mask-shapes/repeat.npz")), ElementsAre("mask-of-other-slot"));
    source.options.push_back({OptionId::mask, OptionValue()});
    source.mask_file = at("24-mask-shapes/bhss_float.npy");
    EXPECT_TRUE(agrees_with(source, "24-mask-shapes/right.npz"));
    source.mask_file = at("24-mask-shapes/b1ss_keep01.npy");
    EXPECT_THAT(opened(source).layer().caveats.front().says, HasSubstr("holds nothing but 0 and 1"));
}

TEST_F(FieldCases, NamesOfAttentions26) {
    for (const char* name : {"A3", "attention_probs", "attentions0", "attn_output_weights", "hook"}) {
        Source source;
        source.session = at(std::string("26-names-of-attentions/n_") + name + ".npz");
        EXPECT_EQ(sizes_of(opened(source).layer()).S_k, 4) << name;
    }
    Source all;
    all.session = at("26-names-of-attentions/n_attentions.npz");
    EXPECT_THAT(refusal(all), HasSubstr("of 2 layers; name one with --layer"));
    all.layer = "1";
    EXPECT_EQ(sizes_of(opened(all).layer()).H, 3);
    all.session = at("26-names-of-attentions/n_bare.npy");
    EXPECT_THAT(refusal(all), HasSubstr("is one array, of shape (4, 4)"));
}

TEST_F(FieldCases, AnglesInFloat32Agree27) {
    EXPECT_TRUE(agrees_with(model_of("27-float32-angles", "1"), "27-float32-angles/mine.npz"));
    EXPECT_THAT(report_, HasSubstr("from Q_rotated on angles of rotary positions are those of float32"));
}

TEST_F(FieldCases, HiddenTokensOfEsmAreZeros28) {
    Source source;
    source.weights = at("28-mask-token/m");
    source.layer = "0";
    source.ids = {"5 6 32 8 9 32 11 12"};
    EXPECT_TRUE(agrees_with(source, "28-mask-token/expected.npz"));
}

TEST_F(FieldCases, HeadsOfAnotherWidthThanTheConfigSaysAreRefused29) {
    Source source = model_of("29-half-of-the-heads", "1");
    EXPECT_THAT(refusal(source), HasSubstr("heads are 16 wide, but model.layers.1.self_attn.q_proj.weight has 8"));
    source.heads = 2;
    EXPECT_TRUE(agrees_with(source, "29-half-of-the-heads/expected.npz"));
}

TEST_F(FieldCases, ATextTowerAsksForItsMask30) {
    Source source = model_of("30-text-tower", "transformer.resblocks.1.attn");
    source.heads = 4;
    source.norm = Norm::Kind::layer;
    source.options.push_back({OptionId::norm_epsilon, 1e-5});
    EXPECT_THAT(refusal(source), HasSubstr("needs --mask causal or none"));
    EXPECT_TRUE(agrees_with(causal(source), "30-text-tower/expected.npz"));
}

TEST_F(FieldCases, WrongNamesAreGivenNoMore31To33) {
    Source plus = causal(source_of("31-mask-plus/w.npz", "31-mask-plus/x.npy"));
    plus.heads = 2;
    EXPECT_THAT(ids(checked(plus, "31-mask-plus/mine.npz")), ElementsAre("mask-sign"));
    Source floored = causal(source_of("32-floor-division/w.npz", "32-floor-division/x.npy"));
    floored.heads = 8;
    EXPECT_THAT(ids(checked(floored, "32-floor-division/mine.npz")), ElementsAre("floor-division"));
    Source tiled;
    tiled.weights = at("33-values-tiled/m");
    tiled.layer = "0";
    tiled.ids = {"5 17 3 44 9 60 2 31 7 12 50 23 5 5 61 8 33 40 1 19 27 30 11 6"};
    EXPECT_THAT(ids(checked(tiled, "33-values-tiled/mine.npz")), ElementsAre("groups-tiled"));
    EXPECT_THAT(report_, HasSubstr("values alone, keys are right"));
}

TEST_F(FieldCases, WindowsAreObeyedWhateverKindWasSaid34) {
    Source source = model_of("34-windows-dropped", "1");
    source.said.like = "olmo2";
    EXPECT_EQ(opened(source).layer().mask.window, 6);
}

} // namespace
} // namespace attn
