// The words for what undo takes back are in the session's notation.

#include "core/document/options/session_notation.h"
#include "core/files/utf8.h"
#include "core/model/arrays.h"
#include "tests/core/document/random_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <regex>

namespace attn {
namespace {

/// True if the word stands in the text by itself, not within another word.
bool has_word(const std::string& text, const std::string& word) {
    const auto is_of_word = [](char byte) {
        return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_';
    };
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end])))
            return true;
    }
    return false;
}

/// The arrays that the edit names.
struct NamedBy {
    std::vector<ArrayId> operator()(const SetCell& edit) const { return {edit.cell.array}; }
    std::vector<ArrayId> operator()(const SetMatrix& edit) const { return {edit.array}; }
    std::vector<ArrayId> operator()(const SetPart& edit) const { return {edit.first.array}; }
    std::vector<ArrayId> operator()(const ComputeAgain& edit) const { return {edit.slot.array}; }
    std::vector<ArrayId> operator()(const Fill& edit) const { return {edit.array}; }
    std::vector<ArrayId> operator()(const Pin& edit) const { return {edit.cell.array}; }
    std::vector<ArrayId> operator()(const Unpin& edit) const { return {edit.cell.array}; }
    std::vector<ArrayId> operator()(const SwapQueryAndKey& /*edit*/) const { return {ArrayId::W_Q, ArrayId::W_K}; }
    std::vector<ArrayId> operator()(const PaintMask& /*edit*/) const { return {ArrayId::mask}; }
    template <class Other>
    std::vector<ArrayId> operator()(const Other& /*edit*/) const {
        return {};
    }
};

RC_GTEST_PROP(EditNames, AreThoseOfTheNotationInWhichTheSessionIsShown, ()) {
    Session session = *test::any_session();
    const auto notations = shipped_notations();
    session.notation = NotationChoice(notations[*rc::gen::inRange<std::size_t>(0, notations.size())]->name);
    session.tokens_as_columns = *rc::gen::arbitrary<bool>();
    const Notation notation = notation_of(session);
    const Edit edit = test::any_edit(session);
    static const std::regex quoted("“[^”]*”");
    static const std::regex head_below("₀|₁|₂|₃|₄|₅|₆|₇|₈|₉"); // within a name: W₂^Q
    const std::string told =
        std::regex_replace(std::regex_replace(describe(edit).in(notation).letters(), quoted, ""), head_below, "");
    RC_LOG() << told << " in " << notation.chosen.name() << std::endl;
    for (const ArrayId array : std::visit(NamedBy(), edit))
        RC_ASSERT(told.find(shown_name(notation, array)) != std::string::npos);
    for (const Array& row : arrays()) {
        const std::string id(row.name);
        const bool is_id_alone =
            id.find('_') != std::string::npos || (id.size() > 2 && shown_name(notation, row.id) != id);
        const bool is_a_word_of_others = id == "scaled" || id == "mask" || id == "bias" || id == "gate";
        const bool is_name_here = shown_name(notation, row.id).find(id) != std::string::npos;
        RC_ASSERT(!is_id_alone || is_a_word_of_others || is_name_here || !has_word(told, id));
    }
}

TEST(EditNames, OfEachNotationsOwn) {
    const auto told = [](const char* name, const Edit& edit) {
        Notation notation;
        notation.chosen = name;
        return describe(edit).in(notation).letters();
    };
    const Edit weight = SetCell{{0, ArrayId::W_Q, 0, 1, 2, 0}, 1};
    EXPECT_EQ(told("default", weight), "change W_Q⁽²⁾[3,1]");
    EXPECT_EQ(told("paper", weight), "change W₂^Q[3,1]");
    EXPECT_EQ(told("Txd", weight), "change W_q⁽²⁾[3,1]");
    EXPECT_EQ(told("sum", weight), "change W₁^Q[3,1]") << "heads from 0";
    EXPECT_EQ(told("sum", SetHeadOn{2, false}), "switch head 2 off");
    EXPECT_EQ(told("d_h", SetOption{OptionId::scale, std::nullopt}), "set scale to 1/√dₕ");
    EXPECT_EQ(told("default", Pin{{0, ArrayId::row_max, 0, 0, 1, 0}, 1}), "pin row maximum⁽¹⁾[2,1]");
    Notation columns;
    columns.tokens_as_columns = true;
    EXPECT_EQ(describe(Fill{ArrayId::E, 0, 0, 0, 4, 1, 1, Fill::With::constant, 1, 0.5F}).in(columns).letters(),
              "fill row 2 of E with 0.5")
        << "as it is drawn";
}

} // namespace
} // namespace attn
