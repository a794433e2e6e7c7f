// The stage's use of its room: in small and in large windows, and in a lecture.

#include "ui/document/lecture.h"

#include "tests/core/figure/fonts.h"
#include "tests/judge/layout.h"
#include "tests/ui/offscreen_window.h"
#include "tests/ui/pictures_of_steps.h"

#include "core/document/files/session_file.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/png.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <set>

namespace attn {
namespace {

constexpr std::array window_sizes{Point{1024, 700}, Point{1280, 720}, Point{1440, 900}, Point{1920, 1080},
                                  Point{3840, 2160}};

Session drawn_session(const std::string& tokens_as_json, int heads) {
    const std::string text =
        fmt::format(R"({{"version":1,"tokens":{},"sizes":{{"d_model":8,"heads":{},"d_k":4,"d_v":4}},"title":"Drawn"}})",
                    tokens_as_json, heads);
    Result<Session> session = parse_session(text, "test", ".");
    if (!session)
        throw std::runtime_error(session.error().message);
    return *std::move(session);
}

const std::string twelve_words =
    R"(["the","quick","brown","fox","jumps","over","the","understanding","dog","and","sleeps","well"])";
const std::string six_words = R"(["the","cat","sat","on","the","mat"])";

/// The room for pictures, and the part of it that they take.
struct Stage {
    Box room;
    Box taken;
};

Stage stage_of(const DisplayList& list) {
    const auto ground = std::ranges::find(list.items, Target(std::string("stage")), &Item::target);
    Stage stage{bounds(*ground, typesetter()), {}};
    for (auto item = ground + 1; item != list.items.end(); ++item)
        if (const Box seen = common(bounds(*item, typesetter()), stage.room); !seen.empty())
            stage.taken = stage.taken.empty() ? seen : united(stage.taken, seen);
    return stage;
}

/// The area of a head's whole matrix.
Box matrix_of(const DisplayList& list, const CellId& first, Shape shape) {
    CellId last = first;
    last.row = shape.rows - 1;
    last.column = shape.columns - 1;
    const auto from = find(list, first, typesetter());
    const auto to = find(list, last, typesetter());
    return from && to ? united(*from, *to) : Box{};
}

void keep_picture(OffscreenWindow& window, Point size, const std::string& name) {
    const char* const folder = std::getenv("ATTN_TRUTH_PICTURES");
    if (folder == nullptr)
        return;
    const float scale = size.y <= 400 ? 2.0F : size.y > 1100 ? 0.5F : 1.0F;
    if (const auto bytes =
            write_png(window.app().scene().list, {{0, 0, size.x, size.y}, {255, 255, 255, 255}}, scale, typesetter()))
        std::ofstream(std::filesystem::path(folder) / (name + ".png"), std::ios::binary) << *bytes;
}

TEST(StageSize, InALectureAMatrixIsLargerThanInTheWindow) {
    const auto matrix_in = [](Point size, bool in_lecture) {
        OffscreenWindow window(drawn_session(twelve_words, 2), size.x, size.y);
        window.app().go_to(ArrayId::A);
        window.settle();
        if (in_lecture)
            window.key("f11");
        window.key("v");
        return matrix_of(window.app().scene().list, {0, ArrayId::A, 0, 0, 0, 0}, {12, 12});
    };
    const Box in_window = matrix_in({1920, 1080}, false);
    const Box in_lecture = matrix_in({711, 400}, true);
    EXPECT_GT(in_lecture.height * 2.7F, in_window.height);
    EXPECT_GT(in_lecture.width * 2.7F, in_window.width);
}

TEST(StageSize, EveryPictureFillsItsStage) {
    constexpr float share = 0.69F; // part of the width or of the height
    for (const Point size : window_sizes) {
        OffscreenWindow window(drawn_session(six_words, 2), size.x, size.y);
        test::for_each_picture(window, [&](const std::string& name) {
            const std::string where = fmt::format("window-{}-{}", size.x, name);
            keep_picture(window, size, where);
            const auto [room, taken] = stage_of(window.app().scene().list);
            EXPECT_GE(std::max(taken.width / room.width, taken.height / room.height), share) << fmt::format(
                "{}: {:.0f}×{:.0f} of {:.0f}×{:.0f}", where, taken.width, taken.height, room.width, room.height);
        });
    }
}

TEST(StageSize, ItemsOfABatchKeepTheirWords) {
    const Session session = drawn_session(
        R"([["understanding","is","not","transformation"],["the","quick","brown","fox"],["a","b","c","understanding"]])",
        2);
    std::set<std::string> complaints;
    for (float width = 1194; width <= 1500; width += 34) {
        OffscreenWindow window(session, width, 700 + (width - 1024) / 4);
        window.app().go_to(ArrayId::A);
        window.settle();
        window.key("i");
        const DisplayList& list = window.app().scene().list;
        EXPECT_FALSE(list.lacks_words) << width;
        const Box stage = stage_of(list).room;
        for (const Item& item : list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape());
                text && text->text.size() > 4 && item.clip && *item.clip == common(*item.clip, stage.grown(1))) {
                const Box box = typesetter().box(*text);
                if (box.x < stage.x - 1 || box.right() > stage.right() + 1 || text->text.find("…") != std::string::npos)
                    complaints.insert(fmt::format("{} is cut off at {}", text->text, width));
            }
    }
    EXPECT_EQ(complaints, std::set<std::string>());
}

TEST(StageSize, ManyHeadsKeepTheShapeOfTheirMatrixAndStandOnPages) {
    for (const Point size : {Point{1024, 700}, Point{1440, 900}, Point{1920, 1080}}) {
        OffscreenWindow window(drawn_session(twelve_words, 32), size.x, size.y);
        window.app().go_to(ArrayId::A);
        window.settle();
        window.key("a");
        keep_picture(window, size, fmt::format("heads-{}", size.x));
        const Box matrix = matrix_of(window.app().scene().list, {0, ArrayId::A, 0, 0, 0, 0}, {12, 12});
        ASSERT_FALSE(matrix.empty()) << size.x;
        EXPECT_NEAR(matrix.width / matrix.height, 1, 0.1F) << size.x;
        EXPECT_GE(matrix.height, 48) << size.x;
        window.app().show_head(31);
        window.settle();
        EXPECT_TRUE(window.shows("cell:A/32[1,1]")) << "the page follows the head that is chosen";
    }
}

/// The area of the stage's cells, and the size of its letters.
struct DrawnSize {
    float cell = 0;
    float letter = 0;
};

DrawnSize drawn_size(const DisplayList& list) {
    const auto ground = std::ranges::find(list.items, Target(std::string("stage")), &Item::target);
    DrawnSize size;
    for (auto item = ground + 1; item != list.items.end() && item->target != Target(std::string("pipeline")); ++item) {
        if (const auto* const cell = std::get_if<Rectangle>(&item->shape());
            cell != nullptr && std::holds_alternative<CellId>(item->target))
            size.cell = std::max(size.cell, cell->box.width * cell->box.height);
        if (const auto* const text = std::get_if<Text>(&item->shape()))
            size.letter = std::max(size.letter, text->font.size);
    }
    return size;
}

TEST(StageSize, ZoomingEnlargesWhateverPictureIsShown) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    Workspace& workspace = window.app().workspace();
    std::set<std::string_view> seen;
    for (const ArrayId stage : {ArrayId::A, ArrayId::scores, ArrayId::scaled, ArrayId::Q, ArrayId::O, ArrayId::concat,
                                ArrayId::parts, ArrayId::Y}) {
        window.app().go_to(stage);
        for (const Picture& row : pictures()) {
            workspace.picture = row.id();
            workspace.zoom = 1;
            workspace.pan = {};
            if (seen.contains(row.name))
                continue;
            window.glance();
            if (window.says("action:menu/picture") != "view: " + std::string(row.label))
                continue;
            window.settle();
            seen.insert(row.name);
            const DrawnSize before = drawn_size(window.app().scene().list);
            workspace.zoom = 2;
            window.settle();
            const DrawnSize after = drawn_size(window.app().scene().list);
            EXPECT_TRUE(after.cell >= 1.4F * before.cell || after.letter >= 1.9F * before.letter)
                << row.name << " of " << array_name(stage) << ": cells " << before.cell << " to " << after.cell
                << ", letters " << before.letter << " to " << after.letter;
        }
    }
    EXPECT_GT(seen.size(), 15U);
}

} // namespace
} // namespace attn
