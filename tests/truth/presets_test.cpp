// The texts of presets are true as long as they are shown.

#include "core/document/sources/presets.h"
#include "core/engine/engine.h"
#include "tests/judge/written_number.h"
#include "tests/reference/reference.h"
#include "tests/truth/preset_sessions.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <regex>

namespace attn {
namespace {

bool is_told_now(const Session& session) {
    Engine engine(1);
    return is_told({session, engine.compute(session.layer())});
}

/// The attention weights that a text writes with three decimals: "0.948".
std::vector<std::string> shares_in(const std::string& text) {
    static const std::regex share(R"((^|[ (])(0\.\d{3}))");
    std::vector<std::string> all;
    for (std::sregex_iterator found(text.begin(), text.end(), share), end; found != end; ++found)
        all.push_back((*found)[2].str());
    return all;
}

/// The cells of a condition.
std::vector<CellId> cells_of(const Condition& condition) {
    std::vector<CellId> cells;
    if (condition.kind == Condition::Kind::cell)
        cells.push_back(condition.cell);
    for (const Condition& part : condition.parts)
        std::ranges::move(cells_of(part), std::back_inserter(cells));
    return cells;
}

TEST(TruthOfPresets, TheirTextsAreToldAsTheyOpen) {
    for (const Session& session : test::preset_sessions()) {
        EXPECT_NE(session.told_while, Condition()) << session.title << " says nothing of when its text is so";
        EXPECT_TRUE(is_told_now(session)) << session.title;
    }
}

TEST(TruthOfPresets, SharesThatTheyWriteAreThoseOfACellThatTheyAreBoundTo) {
    int compared = 0;
    for (const Session& session : test::preset_sessions()) {
        const test::Reference reference(session.layer());
        const std::vector<CellId> cells = cells_of(session.told_while);
        // The numbers e⁻¹ and e⁻² of by-hand are no cells of its layer.
        static const std::vector<std::string> constants{"0.368", "0.135"};
        for (const std::string& text : shares_in(session.question + " " + session.about)) {
            if (std::ranges::find(constants, text) != constants.end())
                continue;
            ++compared;
            EXPECT_TRUE(std::ranges::any_of(
                cells,
                [&](const CellId& cell) { return test::agrees(*test::read_number(text), reference.expected(cell)); }))
                << session.title << ": " << text;
        }
    }
    EXPECT_GT(compared, 4);
}

/// Changes that the window can make and that no text of a preset foresees.
TEST(TruthOfPresets, TheirTextsGoWithTheirNumbersAndComeAgainWithThem) {
    using Change = std::function<void(Layer&)>;
    const std::vector<Change> changes{[](Layer& layer) { layer.temperature = 40; },
                                      [](Layer& layer) {
                                          for (HeadWeights& head : layer.heads)
                                              head.W_Q = head.W_Q.with_cell(0, 0, 100).with_cell(1, 0, -90);
                                      },
                                      [](Layer& layer) {
                                          for (HeadWeights& head : layer.heads)
                                              head.on = false;
                                          layer.pins[{0, ArrayId::A, 0, 0, 0, 0}] = 0.5F;
                                      }};
    for (const Session& session : test::preset_sessions()) {
        int gone = 0;
        for (const Change& change : changes) {
            Session changed = session;
            change(changed.layer());
            gone += is_told_now(changed) ? 0 : 1;
        }
        EXPECT_GT(gone, 0) << session.title << " tells the same whatever its numbers are";
        EXPECT_TRUE(is_told_now(session)) << session.title;
    }
}

} // namespace
} // namespace attn
