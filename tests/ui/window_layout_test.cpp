// The whole window with any session: nothing overlaps, nothing is cut off or lies beyond the window, and every formula
// is true.

#include "tests/judge/equations.h"
#include "tests/judge/layout.h"
#include "tests/judge/random_sessions.h"
#include "tests/ui/offscreen_window.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/png.h"
#include "core/model/arrays.h"
#include "tests/core/figure/fonts.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

namespace attn {
namespace {

using test::Random;

constexpr std::uint32_t windows_drawn = 24;
constexpr int stages_of_each = 4;

struct WindowSize {
    float width, height;
};
constexpr std::array window_sizes{WindowSize{1280, 720}, WindowSize{1440, 900}, WindowSize{1920, 1080}};

TEST(WindowLayout, ShowsTheWholePipelineWhereASecondSequenceIsReadToo) {
    for (const WindowSize size : {WindowSize{1280, 720}, WindowSize{1440, 900}}) {
        OffscreenWindow window(preset("by-hand"), size.width, size.height);
        ASSERT_TRUE(window.app().edit(SetContext{true}));
        window.settle();
        const Box pipeline = window.app().find_target("pipeline")->box;
        for (const ArrayId stage : stages_of(window.app().trace())) {
            window.app().go_to(stage);
            window.settle();
            EXPECT_EQ(window.app().workspace().pipeline_scroll, 0) << array_name(stage) << " at " << size.height;
        }
        for (const char* target : {"action:step/E", "action:step/context", "action:step/Y"}) {
            const auto found = window.app().find_target(target);
            ASSERT_TRUE(found) << target;
            EXPECT_GE(found->box.y, pipeline.y) << target;
            EXPECT_LE(found->box.bottom(), pipeline.bottom()) << target;
        }
    }
}

TEST(WindowLayout, HoldsWhateverTheSessionIs) {
    std::set<std::string> told;
    for (std::uint32_t seed = 0; seed < windows_drawn; ++seed) {
        Random random(seed);
        const WindowSize size = window_sizes.at(seed % window_sizes.size());
        OffscreenWindow window(test::random_session(random), size.width, size.height);
        const Box whole{0, 0, size.width, size.height};
        for (int i = 0; i < stages_of_each; ++i) {
            const std::vector<ArrayId> steps = stages_of(window.app().trace());
            const auto step = steps[static_cast<std::size_t>(test::random_index(random, 0, std::ssize(steps) - 1))];
            window.app().go_to(step);
            window.settle();
            const Box tokens = window.app().find_target("tokens")->box;
            if (const char* const folder = std::getenv("ATTN_TRUTH_PICTURES"))
                if (const auto bytes =
                        write_png(window.app().scene().list, {whole, {255, 255, 255, 255}}, 1, typesetter()))
                    std::ofstream(std::filesystem::path(folder) / fmt::format("window-{}-{}.png", seed, i),
                                  std::ios::binary)
                        << *bytes;
            std::vector<std::string> all =
                test::layout_complaints(test::without_scrolled_away(window.app().scene().list, tokens), whole);
            const test::Reference reference(window.app().trace().layer());
            std::ranges::move(test::formula_complaints(window.app().scene().list,
                                                       {.session = window.app().session(), .reference = reference}),
                              std::back_inserter(all));
            for (const std::string& complaint : all)
                if (told.insert(complaint).second)
                    ADD_FAILURE() << fmt::format("session {}, {} at {}x{}: {}", seed, array_name(step), size.width,
                                                 size.height, complaint);
        }
    }
}

} // namespace
} // namespace attn
