// The bar at the top of the window: what fits into it, and that nothing in it overlaps.

#include "core/document/session/edits.h"
#include "tests/judge/layout.h"
#include "tests/judge/random_sessions.h"
#include "tests/ui/lesson_window.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>

namespace attn {
namespace {

using test::Random;

/// The texts in the bar, without clipped ones, which are scrolled beneath it.
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

TEST(Bar, HasRoomForTheWholeNameOfAMask) {
    OffscreenWindow window(preset("by-hand"));
    window.click("token:2");
    window.click("action:menu/mask");
    window.click("action:hide-token");
    const DisplayList words = bar_of(window, {0, 0, 1280, 48});
    EXPECT_TRUE(std::ranges::any_of(words.items, [](const Item& item) {
        const auto* const text = std::get_if<Text>(&item.shape());
        return text != nullptr && text->text == "mask: painted";
    }));
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

/// The buttons of the bar from the left, without those that keep or drop a baseline.
std::map<std::string, Box> buttons_of(const OffscreenWindow& window) {
    constexpr std::array all{"action:menu/presets", "action:undo",        "action:redo",      "action:head/1",
                             "action:head/2",       "action:menu/head",   "action:all-heads", "action:head-on",
                             "action:menu/mask",    "action:menu/scale",  "action:menu/item", "action:menu/positions",
                             "action:menu/edit",    "action:menu/matrix", "action:menu/more", "action:menu/notation",
                             "action:menu/file",    "action:menu/help"};
    std::map<std::string, Box> places;
    for (const char* target : all)
        if (window.shows(target))
            places[target] = window.place_of(target);
    return places;
}

void expect_same_places(const std::map<std::string, Box>& before, const std::map<std::string, Box>& now,
                        const std::string& what) {
    for (const auto& [target, box] : before) {
        const auto found = now.find(target);
        const bool greys = target == "action:undo" || target == "action:redo";
        if (found == now.end() && greys)
            continue;
        ASSERT_NE(found, now.end()) << what << " takes " << target << " away";
        EXPECT_EQ(found->second.x, box.x) << what << " moves " << target;
        EXPECT_EQ(found->second.width, box.width) << what << " makes another width of " << target;
    }
    for (const auto& [target, box] : now)
        EXPECT_TRUE(before.contains(target) || target == "action:undo" || target == "action:redo")
            << what << " brings " << target;
}

TEST(Bar, NothingMovesUnderTheMouseWhateverIsSwitched) {
    for (const char* name : {"who-and-where", "eight-heads", "by-hand", "masks"})
        for (const float width : {900.0F, 1280.0F, 1440.0F, 1920.0F}) {
            OffscreenWindow window(preset(name), width, 800);
            const auto before = buttons_of(window);
            const auto expect_unmoved = [&](const std::string& what) {
                window.settle();
                expect_same_places(before, buttons_of(window), fmt::format("{}, {} wide: {}", name, width, what));
            };
            window.click("action:head-on");
            expect_unmoved("a head is switched off");
            window.app().workspace().head = std::ssize(window.app().session().layer().heads) - 1;
            expect_unmoved("another head is looked at");
            window.click("action:head-on");
            expect_unmoved("that is switched off too");
            if (window.shows("action:all-heads"))
                window.click("action:all-heads");
            expect_unmoved("all heads are looked at");
            ASSERT_TRUE(window.app().edit(SetOption{OptionId::temperature, 0.731}));
            expect_unmoved("the temperature is changed");
            ASSERT_TRUE(window.app().edit(SetOption{OptionId::soft_cap, 12}));
            expect_unmoved("a cap is set");
            window.key("ctrl+m");
            ASSERT_TRUE(window.app().edit(SetOption{OptionId::window, 2}));
            expect_unmoved("masks are set");
            window.key("ctrl+b");
            expect_unmoved("a baseline is kept");
            window.key("c");
            expect_unmoved("the change is put away");
        }
}

TEST(Bar, OrderOfItsGroupsIsTheSameAtEachWidth) {
    for (const char* name : {"who-and-where", "eight-heads", "by-hand"})
        for (const float width : {900.0F, 1280.0F, 1440.0F, 1920.0F}) {
            const OffscreenWindow window(preset(name), width, 800);
            const float heads = window.place_of("action:head-on").x;
            for (const char* later : {"action:menu/mask", "action:menu/scale"})
                if (window.shows(later))
                    EXPECT_LT(heads, window.place_of(later).x) << name << ", " << width << " wide";
        }
}

TEST(Bar, LayerOfOneHeadHasNoChoiceOfHeads) {
    Session session = preset("by-hand");
    Sizes sizes = sizes_of(session.layer());
    sizes.H = 1;
    session = attn::apply(session, Resize{sizes})->session;
    const OffscreenWindow window(session, 1280, 720);
    EXPECT_FALSE(window.shows("action:head/1"));
    EXPECT_FALSE(window.shows("action:all-heads"));
    EXPECT_TRUE(window.shows("action:head-on"));
}

} // namespace
} // namespace attn
