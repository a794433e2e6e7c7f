// Each allocation in opening and editing a session fails once. That gives an error in a sentence, and no leak.

#include "core/document/files/session_file.h"
#include "core/document/session/edits.h"
#include "core/document/sources/source.h"
#include "core/files/file.h"
#include "tests/core/document/sessions.h"
#include "tests/faults/failing_allocation.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"

#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace attn::test {
namespace {

/// Runs `work`, which returns an error's message or nothing, with each of its allocations failing once; after the first
/// 200 with each `step`-th only. All memory must be freed.
void fail_each(const std::string& name, const std::function<std::string()>& work, std::int64_t step = 1) {
    ASSERT_EQ(work(), "") << name; // warm: things made once for the whole program exist
    ASSERT_EQ(work(), "") << name;
    const std::int64_t live = live_allocations();
    std::int64_t n = 0;
    for (bool failed = true; failed; n += n < 200 ? 1 : step) {
        ASSERT_LT(n, 200'000) << name;
        std::string message;
        {
            const FailingAllocation fault(n);
            message = work();
            failed = fault.happened();
        }
        if (!message.empty()) {
            ASSERT_GT(message.size(), 12U) << name << ", allocation " << n << ": " << message;
            ASSERT_EQ(message.find("bad_alloc"), std::string::npos) << name << ", allocation " << n << ": " << message;
            ASSERT_NE(message.find("memory"), std::string::npos) << name << ", allocation " << n << ": " << message;
        }
    }
    EXPECT_GT(n, 3) << name;
    EXPECT_EQ(live_allocations(), live) << name;
    EXPECT_EQ(work(), "") << name;
}

/// The session as it is written to a file.
std::string text_of(const Session& session) {
    const TemporaryFolder folder;
    EXPECT_TRUE(save_session(session, folder / "s.json"));
    const auto text = read_text_file(folder / "s.json");
    return text ? *text : text.error().message;
}

std::filesystem::path data(std::string_view name) {
    return source_folder() / "tests/data" / name;
}

std::string opening(const Source& source) {
    static const std::filesystem::path assets = assets_folder();
    const auto opened = open_source(source, assets);
    return opened ? std::string() : opened.error().message;
}

TEST(OpeningFaults, OfASessionAreErrorsInASentence) {
    const TemporaryFolder folder;
    ASSERT_TRUE(save_session(small_session(), folder / "small.json"));
    Source source;
    source.session = folder / "small.json";
    fail_each("small.json", [&] { return opening(source); });
}

TEST(OpeningFaults, OfASessionWithItsArraysAreErrorsInASentence) {
    const TemporaryFolder folder;
    const Session large = session_of("{'version': 1, 'tokens': ['a', 'b'],"
                                     " 'sizes': {'d_model': 96, 'heads': 1, 'd_k': 64, 'd_v': 64}}");
    ASSERT_TRUE(save_session(large, folder / "large.json"));
    Source source;
    source.session = folder / "large.json";
    fail_each("large.json", [&] { return opening(source); });
}

TEST(OpeningFaults, OfCheckpointsAreErrorsInASentence) {
    Source gpt2;
    gpt2.session = data("checkpoints/gpt2");
    fail_each(
        "gpt2", [&] { return opening(gpt2); }, 13);
    Source module;
    module.weights = data("checkpoints/multihead/module.npz");
    module.input = data("checkpoints/multihead/input.npy");
    module.heads = 2;
    fail_each(
        "module.npz", [&] { return opening(module); }, 5);
}

TEST(OpeningFaults, ATextThatAsksForTooMuchIsRefusedBeforeAnythingOfThatSizeIsAllocated) {
    constexpr std::size_t enough = std::size_t{1} << 20; // for the needs of any short text
    for (const char* const more :
         {R"("tokens": 1000000000000)", R"("tokens": 4097)", R"("tokens": ["a"], "sizes": {"d_model": 1e18})",
          R"("tokens": [4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096], "sizes": {"heads": 128})",
          R"("tokens": ["a"], "sizes": {"d_model": 1000000000000000000})",
          R"("tokens": ["a"], "sizes": {"heads": 99999999999})",
          R"("tokens": ["a"], "sizes": {"d_model": 8192, "heads": 128, "d_k": 8192})",
          R"("tokens": ["a"], "mask": {"window": 9223372036854775808})"}) {
        std::string refusal;
        const std::size_t largest = largest_allocation_of([&] {
            const auto session = parse_session(std::string(R"({"version": 1, )") + more + "}", "s.json", "");
            refusal = session ? "" : session.error().message;
        });
        EXPECT_FALSE(refusal.empty()) << more;
        EXPECT_GT(largest, 0U) << more;
        EXPECT_LT(largest, enough) << more << ": " << refusal;
    }
}

TEST(EditFaults, AreErrorsInASentenceAndTheSessionStands) {
    const Session session = small_session();
    const std::string before = text_of(session);
    const std::vector<std::pair<std::string, Edit>> edits{
        {"a cell", SetCell{{0, ArrayId::A, 0, 0, 1, 1}, 0.5F}},
        {"a weight", SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 2}},
        {"a matrix", SetMatrix{ArrayId::W_V, 0, 0, Matrix::zeros(4, 3)}},
        {"tokens", SetTokens{0, {"a", "much", "longer", "sentence", "than", "before"}, Side::sequence}},
        {"a context", SetContext{true}},
        {"biases", SetBiases{true}},
        {"a fill", Fill{ArrayId::W_K, 0, 0, 0, 0, 0, 0, Fill::With::random, 3, 1}},
        {"a claim", SetHypothesis{0, "it looks back at the token before this one, and at that before it"}}};
    for (const auto& [name, edit] : edits) {
        fail_each(name, [&, edit = edit] {
            const auto applied = apply(session, edit);
            return applied ? std::string() : applied.error().message;
        });
        EXPECT_EQ(text_of(session), before) << name;
        if (HasFatalFailure())
            return;
    }
}

} // namespace
} // namespace attn::test
