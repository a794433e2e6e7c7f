// Dialogs: each is a row of a table, and states its contents.

#include "tests/core/figure/fonts.h"
#include "tests/ui/offscreen_window.h"
#include "ui/actions/dialog.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

bool is_written(OffscreenWindow& window, const std::string& text) {
    return std::ranges::any_of(window.app().scene().list.items, [&](const Item& item) {
        const auto* const written = std::get_if<Text>(&item.shape());
        return written != nullptr && written->text == text;
    });
}

TEST(Dialogs, SayWhatStandsInThem) {
    Session session = preset("by-hand");
    session.title = std::string(200, 'm') + " is a long title";
    OffscreenWindow window(std::move(session));
    ASSERT_TRUE(window.app().edit(SetHeadOn{0, false}));
    window.app().ask_to_close();
    window.settle();
    const std::string said = window.says("unsaved.text");
    EXPECT_TRUE(said.ends_with("…")) << said;
    EXPECT_TRUE(is_written(window, said)) << "what scripts read is what people do: " << said;
    EXPECT_TRUE(is_written(window, window.says("unsaved.keys")));
}

TEST(Dialogs, OpenWithTheirFirstFieldAndCloseWithIt) {
    OffscreenWindow window(preset("by-hand"));
    for (std::size_t i = 0; i < Overlay::kinds; ++i) {
        const Dialog& dialog = dialog_of(static_cast<Overlay::Kind>(i));
        EXPECT_EQ(static_cast<std::size_t>(dialog.kind), i);
        if (dialog.action.empty() || dialog.kind == Overlay::Kind::left_work ||
            dialog.kind == Overlay::Kind::palette) // the list in which the others are found
            continue;
        window.run(std::string(dialog.action));
        ASSERT_TRUE(is_open(window.app().workspace(), dialog.kind)) << dialog.action;
        EXPECT_TRUE(find(window.app().scene().list, Target(std::string("dialog")), typesetter())) << dialog.action;
        const auto& field = window.app().workspace().field;
        EXPECT_EQ(field ? field->name : std::string(), dialog.first_field);
        window.key("escape");
        EXPECT_FALSE(window.app().workspace().overlay) << dialog.action;
        EXPECT_FALSE(window.app().workspace().field) << dialog.action;
    }
}

} // namespace
} // namespace attn
