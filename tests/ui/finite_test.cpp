// The window draws layers with any numbers.

#include "core/figure/pictures/labels.h"
#include "tests/judge/extreme_numbers.h"
#include "tests/judge/random_sessions.h"
#include "tests/ui/offscreen_window.h"

#include <cmath>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <imgui.h>

namespace attn {
namespace {

using test::misplaced;
using test::Random;
using testing::IsEmpty;

constexpr std::uint32_t windows_looked_at = 3;
constexpr int steps_of_each = 2;

bool is_finite(const ImVec2& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

/// The vertices that ImGui was told to paint at infinity or NaN.
std::vector<std::string> painted_nowhere() {
    std::vector<std::string> all;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        for (const ImDrawVert& vertex : list.VtxBuffer)
            if (!is_finite(vertex.pos))
                all.push_back(fmt::format("a corner at {}, {}", vertex.pos.x, vertex.pos.y));
        for (const ImDrawCmd& command : list.CmdBuffer)
            if (const ImVec4& clip = command.ClipRect; !(clip.x <= clip.z && clip.y <= clip.w))
                all.push_back(fmt::format("a clip from {}, {} to {}, {}", clip.x, clip.y, clip.z, clip.w));
    }
    return all;
}

void expect_places(OffscreenWindow& window, const std::string& where) {
    window.settle();
    EXPECT_THAT(painted_nowhere(), IsEmpty()) << where;
    EXPECT_THAT(misplaced(window.app().scene().list), IsEmpty()) << where;
}

TEST(Finite, EveryPanelOfTheWindowHasItsPlaces) {
    for (std::uint32_t seed = 0; seed < windows_looked_at; ++seed) {
        Random random(seed);
        OffscreenWindow window(test::with_extreme_numbers(random, test::random_session(random)), 1280, 720);
        const std::vector<ArrayId> steps = stages_of(window.app().trace());
        for (int i = 0; i < steps_of_each; ++i) {
            const ArrayId step = steps[static_cast<std::size_t>(test::random_index(random, 0, std::ssize(steps) - 1))];
            window.app().go_to(step);
            const std::string where = fmt::format("session {}, {}", seed, array_name(step));
            expect_places(window, where);
            for (const char* const chord : {"v", "ctrl+e", "ctrl+shift+k"}) {
                window.key(chord);
                expect_places(window, fmt::format("{}, {}", where, chord));
                window.key("escape");
            }
        }
    }
}

TEST(Finite, ASharePinnedToTheLeastFloatIsShownInEveryPicture) {
    OffscreenWindow window(preset("by-hand"));
    ASSERT_TRUE(window.app().edit(Pin{{0, ArrayId::row_sum, 0, 0, 0, 0}, 1e-40F}));
    window.app().go_to(ArrayId::A);
    expect_places(window, "A");
    ASSERT_TRUE(std::isinf(window.app().trace().value({0, ArrayId::A, 0, 0, 0, 0})));
    window.key("ctrl+e");
    expect_places(window, "the export dialog of the first picture");
    window.key("escape");
    for (int pictures = 0; pictures < 8; ++pictures) {
        window.key("v");
        expect_places(window, fmt::format("picture {}", pictures));
    }
    window.key("ctrl+e");
    expect_places(window, "the export dialog");
}

} // namespace
} // namespace attn
