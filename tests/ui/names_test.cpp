// All texts of the window name arrays and lengths as in its session's notation.

#include "core/explain/explain.h"
#include "core/explain/written_terms.h"
#include "core/model/arrays.h"
#include "core/notation/notation.h"
#include "tests/judge/literal_names.h"
#include "tests/ui/offscreen_window.h"

#include <algorithm>
#include <cctype>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace attn {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class NamesInTheWindow : public testing::TestWithParam<std::string_view> {
protected:
    void look(OffscreenWindow& window, const std::string& where) {
        for (const std::string& found : test::LiteralNames(window.app().session()).in(window.app().scene().list))
            wrong_.emplace(found, where);
    }

    int seen_ = 0;
    std::map<std::string, std::string> wrong_; ///< by the wrong name, the place where it was first seen
};

TEST_P(NamesInTheWindow, FollowTheNotation) {
    Session session = preset("masks");
    session.notation = NotationChoice(GetParam());
    OffscreenWindow window(session);
    window.settle();
    look(window, "opening");
    ASSERT_TRUE(window.app().edit(SetBiases{true}));
    for (const ArrayId array : {ArrayId::X, ArrayId::K, ArrayId::scores, ArrayId::scaled, ArrayId::row_max, ArrayId::A,
                                ArrayId::O, ArrayId::concat, ArrayId::Y, ArrayId::W_Q, ArrayId::W_O, ArrayId::b_K}) {
        window.app().go_to(array);
        window.settle();
        look(window, std::string(array_name(array)));
    }
    std::set<std::string> menus;
    for (const ShownTarget& target : window.app().targets())
        if (target.name.starts_with("action:menu/"))
            menus.insert(target.name);
    for (const std::string& menu : menus) {
        if (!window.shows(menu))
            continue;
        window.click(menu);
        look(window, menu);
        window.key("escape");
    }
    window.app().go_to(ArrayId::A);
    window.settle();
    window.key("ctrl+k");
    look(window, "pin");
    ASSERT_FALSE(window.app().edit(Unpin{{0, ArrayId::row_max, 0, 0, 1, 0}}));
    window.settle();
    look(window, "refusal");
    window.key("ctrl+b");
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 3}));
    window.settle();
    look(window, "baseline");
    for (const std::string_view letters : {"w_q", "scores", "row", "pin"}) {
        window.key("ctrl+p");
        window.write(letters);
        window.settle();
        look(window, "ctrl+p");
        window.key("escape");
    }
    EXPECT_THAT(wrong_, IsEmpty());
}

/// The factors of a cell's products are named as in the formula above them.
TEST_P(NamesInTheWindow, TermsHaveTheLettersOfTheirFormula) {
    for (const char* const name : {"masks", "red-fox"}) { // two heads, and one
        Session session = preset(name);
        session.notation = NotationChoice(GetParam());
        OffscreenWindow window(session);
        window.app().workspace().steps = StepsShown::all;
        for (const ArrayId array :
             {ArrayId::Q, ArrayId::K, ArrayId::V, ArrayId::scores, ArrayId::O, ArrayId::parts, ArrayId::Y}) {
            window.show(array);
            const Workspace& view = window.app().workspace();
            const Explanation explanation =
                explain(window.app().trace(), {0, array, view.item, view.head, view.row, view.column});
            const std::string formula = window.says("inspector.formula");
            for (const Term& term : terms_as_written(window.app().trace(), explanation)) {
                if (!term.left.cell || !term.right || !window.shows("link:" + cell_name(*term.left.cell)))
                    continue;
                const std::string said = window.says("link:" + cell_name(*term.left.cell)); // "q₄‚₁", "Q₍₄‚₁₎"
                const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
                const std::string letter(said.begin(), std::ranges::find_if_not(said, is_letter));
                EXPECT_THAT(formula, HasSubstr(letter)) << name << " " << array_name(array);
                ++seen_;
            }
        }
    }
    EXPECT_GE(seen_, 20);
}

INSTANTIATE_TEST_SUITE_P(All, NamesInTheWindow, testing::ValuesIn(notation_names()),
                         [](const auto& each) { return std::string(each.param); });

} // namespace
} // namespace attn
