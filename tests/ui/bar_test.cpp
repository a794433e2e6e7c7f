// The bar at the top: what has room in it, and that nothing in it lies over anything else.

#include "core/document/edits.h"
#include "tests/judge/layout.h"
#include "tests/judge/random_sessions.h"
#include "tests/ui/lesson_window.h"

#include <array>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Random;

/// The words in the bar; what is clipped is scrolled beneath it.
DisplayList bar_of(OffscreenWindow& window, const Box& bar) {
    DisplayList seen = window.app().scene().list;
    std::erase_if(seen.items, [&](const Item& item) {
        const auto* const text = std::get_if<Text>(&item.shape());
        return text == nullptr || item.clip || !bar.contains(text->position);
    });
    return seen;
}

std::string random_name(Random& random) {
    constexpr std::array names{"intelligence", "who", "a sentence of some length, said slowly", "W",
                               "Straßenbahnhaltestelle"};
    std::string name;
    for (Index word = test::random_index(random, 1, 3); word > 0; --word)
        name += std::string(name.empty() ? "" : " ") +
                names.at(static_cast<std::size_t>(test::random_index(random, 0, std::ssize(names) - 1)));
    return name;
}

void put_much_in_the_bar(Layer& layer, Random& random) {
    if (test::random_index(random, 0, 1) == 1) {
        layer.temperature = 3;
        layer.soft_cap = 5;
    }
    layer.mask.causal = test::random_index(random, 0, 1) == 1;
    layer.mask.window = test::random_index(random, 0, 2);
}

TEST(Bar, NothingLiesOverAnythingWhateverItNames) {
    constexpr std::array presets{"who-and-where", "eight-heads", "by-hand"};
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        Random random(seed);
        Session session = preset(presets.at(seed % presets.size()));
        session.title = random_name(random);
        put_much_in_the_bar(session.layer(), random);
        const auto width = static_cast<float>(test::random_index(random, 900, 1440));
        const Box bar{0, 0, width, 48};
        OffscreenWindow window(session, width, 600);
        if (test::random_index(random, 0, 3) > 0)
            window.key("ctrl+b");
        if (test::random_index(random, 0, 1) > 0)
            ASSERT_TRUE(window.app().edit(SetHeadOn{0, false}));
        window.settle();
        const DisplayList words = bar_of(window, bar);
        EXPECT_GT(words.items.size(), 4U);
        EXPECT_EQ(test::layout_complaints(words, bar), std::vector<std::string>())
            << session.title << ", " << width << " wide";
    }
}

TEST(Bar, ShowsAllHeadsOrTheListOfThem) {
    for (const float width : {900.0F, 1024.0F, 1280.0F, 1440.0F}) {
        Session session = preset("who-and-where");
        session.layer().soft_cap = 5;
        session.layer().temperature = 3;
        OffscreenWindow window(session, width, 700);
        for (const bool is_kept : {false, true}) {
            if (is_kept)
                window.key("ctrl+b");
            const bool shows_each = window.shows("action:head/1") && window.shows("action:head/2");
            EXPECT_TRUE(shows_each || window.shows("action:menu/head")) << width;
            EXPECT_NE(shows_each, window.shows("action:menu/head")) << "two of them, or a list: " << width;
            EXPECT_TRUE(window.shows("action:all-heads")) << width;
        }
    }
}

} // namespace
} // namespace attn
