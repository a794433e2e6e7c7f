// Every bug, planted in layers of all kinds and answered in whole or in part, is named. No other is named, and none is
// missed except where the table below allows it.

#include "core/check/check.h"
#include "core/check/report.h"
#include "core/engine/engine.h"
#include "core/tensor/eigen.h"
#include "tests/core/check/planting.h"
#include "tests/thoroughness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

using test::PlantedSlip;
using test::Planting;

/// The arrays of an answer that somebody saved.
struct Given {
    std::string_view words;
    std::vector<std::string> arrays;     ///< empty: all
    DataType stored = DataType::float32; ///< float16: numbers are rounded to it
};

const std::vector<Given>& all_given() {
    static const std::vector<Given> all{
        {"all", {}}, {"A and Y", {"A", "Y"}}, {"Y", {"Y"}}, {"A and Y in float16", {"A", "Y"}, DataType::float16}};
    return all;
}

NdArray in_float16(const NdArray& array) {
    std::vector<float> values;
    for (const float value : array.values) {
        const float unit =
            value == 0 || !std::isfinite(value) ? 1 : std::ldexp(1.0F, std::max(std::ilogb(value), -14) - 10);
        values.push_back(std::isfinite(value) ? std::nearbyint(value / unit) * unit : value);
    }
    NdArray rounded = NdArray::of(array.shape, std::move(values));
    rounded.stored = DataType::float16;
    return rounded;
}

NdArrays taken(const NdArrays& all, const Given& given) {
    NdArrays some;
    for (const auto& [name, array] : all)
        if (given.arrays.empty() || std::ranges::find(given.arrays, name) != given.arrays.end())
            some.emplace(name, given.stored == DataType::float16 ? in_float16(array) : array);
    return some;
}

/// The verdict on an answer. An array of nothing but NaN tells nothing.
enum class Verdict : std::uint8_t { named, unknown, wrong, agrees, nothing_to_tell };

struct Outcome {
    Verdict verdict{};
    std::string said;
};

Outcome verdict_of(const PlantedSlip& slip, const Trace& trace, const NdArrays& arrays) {
    const auto answer = answer_of(arrays, trace, "mine.npz");
    EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
    const Check found = check(trace, *answer);
    if (found.agrees())
        return {Verdict::agrees, "agrees"};
    const Agreement& first = found.first_difference();
    std::string said =
        fmt::format("{} by {:.3g} of {:.3g}:", array_name(first.stage), first.largest_difference, first.largest_entry);
    for (const FoundSlip& one : found.known_bugs)
        said += " " + std::string(one.known_bug->id);
    // If a number that is rounded on the way is answered itself, its bits show it.
    const std::string_view on_sight = slip.id.substr(0, slip.id.find("-inside"));
    const bool is_named = std::ranges::any_of(found.known_bugs, [&](const FoundSlip& one) {
        return one.known_bug->id == slip.id || one.known_bug->id == on_sight;
    });
    const bool has_numbers = std::ranges::any_of(
        answer->find(first.stage)->slots, [](const Matrix& matrix) { return eigen(matrix).array().isFinite().any(); });
    return {found.known_bugs.empty() ? has_numbers ? Verdict::unknown : Verdict::nothing_to_tell
            : is_named               ? Verdict::named
                                     : Verdict::wrong,
            said};
}

/// The largest difference between arrays of the same name, relative to the array's largest number.
double apart(const NdArrays& left, const NdArrays& right) {
    double most = 0;
    for (const auto& [name, array] : left) {
        const auto numbers = [](const NdArray& of) {
            return Eigen::Map<const Eigen::ArrayXf>(of.values.data(), std::ssize(of.values)).cast<double>().eval();
        };
        const auto here = numbers(array);
        const auto there = numbers(right.at(name));
        const auto is_number = here.isFinite() && there.isFinite();
        if ((here.isFinite() != there.isFinite()).any())
            return std::numeric_limits<double>::infinity();
        const double largest = is_number.select(there.abs(), 0).maxCoeff();
        most = std::max(most, is_number.select((here - there).abs(), 0).maxCoeff() / std::max(largest, 1e-30));
    }
    return most;
}

std::string kind_of(const Layer& layer) {
    const Sizes n = sizes_of(layer);
    std::string words =
        fmt::format("B {} S {}x{} D {} H {}/{} d {} {}", n.B, n.S_q, n.S_k, n.D, n.H, n.H_kv(), n.d_k, n.d_v);
    const auto add = [&](bool is, std::string_view word) { words += is ? " " + std::string(word) : ""; };
    add(layer.context != nullptr, "context");
    add(!layer.b_O.empty(), "biases");
    add(layer.alibi, "alibi");
    add(layer.soft_cap > 0, "cap");
    add(layer.norm.kind != Norm::Kind::off, "norm");
    add(layer.head_norm.kind != Norm::Kind::off, "head-norm");
    add(layer.V_norm.kind != Norm::Kind::off, "V-norm");
    add(layer.rotary.pairs != Rotary::Pairs::off, "rotary");
    add(!layer.heads.front().W_G.empty(), "gate");
    add(layer.mask.causal, "causal");
    add(!layer.mask.padding.empty(), "padding");
    add(!layer.mask.painted.empty(), "painted");
    add(layer.mask.window > 0, "window");
    add(layer.temperature != 1, "temperature");
    add(layer.scale.kind == Scale::Kind::value, "own-scale");
    return words;
}

std::vector<PlantedSlip> all_slips() {
    std::vector<PlantedSlip> all;
    for (const auto& slips :
         {test::planted_slips_of_projections(), test::planted_slips_of_shares(), test::planted_slips_without_name(),
          test::planted_slips_of_biases(), test::planted_slips_of_options()})
        all.insert(all.end(), slips.begin(), slips.end());
    return all;
}

/// A bug that these arrays need not show.
struct Untold {
    std::string_view id;
    std::string_view given;
};
// Y mixes what dropout left of A over all keys and heads. A shows a factor only if nothing was added to scores.
constexpr std::array untold{Untold{"dropout", "Y"}, Untold{"dropout-not-rescaled", "Y"}, Untold{"another-factor", "Y"},
                            Untold{"another-factor", "A and Y"}, Untold{"another-factor", "A and Y in float16"}};

bool must_be_named(const PlantedSlip& slip, const Given& given) {
    return !slip.id.empty() && std::ranges::none_of(untold, [&](const Untold& one) {
        return one.id == slip.id && one.given == given.words;
    });
}

/// The seed of the first layer.
unsigned first_seed() {
    const char* const asked = std::getenv("ATTN_SLIP_SEED");
    return asked != nullptr ? static_cast<unsigned>(std::atoi(asked)) : 1;
}

unsigned layers_for_each() {
    const char* const asked = std::getenv("ATTN_SLIP_LAYERS");
    if (asked != nullptr)
        return static_cast<unsigned>(std::atoi(asked));
    return is_at_night() ? 40 : 1;
}

/// Two of the four ways to save an answer, in turn; at night all.
std::vector<Given> given_for(std::size_t number) {
    const std::vector<Given>& all = all_given();
    if (layers_for_each() > 1)
        return all;
    return {all[number % all.size()], all[(number + 1) % all.size()]};
}

/// The number of tests that share the bugs, which are many and quick.
constexpr std::size_t groups = 8;

class SlipMatrix : public testing::TestWithParam<std::size_t> {};

void expect_named(std::size_t number) {
    const PlantedSlip slip = all_slips()[number];
    const bool tells = std::getenv("ATTN_SLIP_TELL") != nullptr;
    for (unsigned seed = first_seed(); seed < first_seed() + layers_for_each(); ++seed) {
        test::Random random(seed * 1000 + static_cast<unsigned>(number));
        const Layer layer = layer_as_wished(slip, random);
        ASSERT_TRUE(validate(layer)) << validate(layer).error().message;
        Engine engine(1);
        const Trace& trace = engine.compute(layer);
        Planting planting(layer, random);
        const NdArrays right = planting.arrays();
        slip.plant(planting);
        ASSERT_TRUE(validate(planting.wrong)) << validate(planting.wrong).error().message;
        const NdArrays arrays = planting.arrays();
        for (const Given& given : given_for(number)) {
            const NdArrays answered = taken(arrays, given);
            const Outcome outcome = verdict_of(slip, trace, answered);
            const double visible = given.stored == DataType::float16 ? 0.05 : 2e-3;
            EXPECT_FALSE(outcome.verdict == Verdict::agrees && apart(answered, right) > visible)
                << slip.id << " (" << slip.about << ") seed " << seed << ", " << given.words << " agrees\n  "
                << kind_of(layer);
            EXPECT_NE(outcome.verdict, Verdict::wrong)
                << slip.id << " (" << slip.about << ") seed " << seed << ", " << given.words << ": " << outcome.said
                << "\n  " << kind_of(layer);
            // With large scores, even the right answer may differ; then rounding hides the bug.
            const bool is_told = outcome.verdict != Verdict::unknown ||
                                 check(trace, *answer_of(taken(right, given), trace, "")).agrees();
            EXPECT_FALSE(outcome.verdict == Verdict::unknown && is_told && must_be_named(slip, given))
                << slip.id << " (" << slip.about << ") seed " << seed << ", " << given.words
                << " is not named any more\n  " << kind_of(layer);
            if (tells)
                fmt::print(
                    "{:<24} {:<24} {:<20} {:<8} {} | {}\n", slip.id, slip.about, given.words,
                    std::array{"named", "UNKNOWN", "WRONG", "agrees", "NaN"}[static_cast<std::size_t>(outcome.verdict)],
                    outcome.said, kind_of(layer));
        }
    }
}

TEST_P(SlipMatrix, NamesTheSlipAndNeverAnother) {
    for (std::size_t number = GetParam(); number < all_slips().size(); number += groups)
        expect_named(number);
}

INSTANTIATE_TEST_SUITE_P(Check, SlipMatrix, testing::Range<std::size_t>(0, groups));

} // namespace
} // namespace attn
