// Painting the mask with the mouse.

#include "core/engine/engine.h"
#include "tests/core/figure/fonts.h"
#include "tests/ui/offscreen_window.h"
#include "ui/actions/drag.h"

#include <gmock/gmock.h>
#include <variant>

namespace attn {
namespace {

constexpr float side_of_cell = 40;

/// A scene of the first column of a mask, one cell beneath the other.
Scene column_of_mask(Index rows) {
    Scene scene;
    for (Index i = 0; i < rows; ++i) {
        Rectangle cell;
        cell.box = {0, side_of_cell * static_cast<float>(i), side_of_cell, side_of_cell};
        scene.list.add(cell, CellId{0, ArrayId::mask, 0, 0, i, 0});
    }
    return scene;
}

TEST(Painting, AQuickStrokeLeavesNoCellOut) {
    const Session session = preset("who-and-where");
    Engine engine(1);
    const Trace& trace = engine.compute(session.layer());
    Workspace workspace;
    workspace.step = ArrayId::mask;
    PictureCache cache;
    Status status;
    FrameActions made;
    const UiContext ui{{session, trace, workspace, typesetter(), cache, nullptr}, workspace, status};
    const CommandContext command{ui, workspace, made, {}};
    const Scene scene = column_of_mask(4);
    const Point first{side_of_cell / 2, side_of_cell / 2};
    workspace.drag = drag_of(scene.list.items.front().target, "cell:mask[1,1]", first, scene, command);
    drag(first + Point{0, 3 * side_of_cell}, scene, command); // a single frame from the first cell to the last
    std::vector<Index> rows;
    for (const EditAction& action : made.edits)
        if (const auto* const paint = std::get_if<PaintMask>(&action.edit))
            rows.push_back(paint->row);
    EXPECT_THAT(rows, testing::UnorderedElementsAre(0, 1, 2, 3));
}

TEST(Painting, NothingMovesUnderTheMouseUntilItIsReleased) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.show(ArrayId::mask);
    Workspace& workspace = window.app().workspace();
    const Box before = window.place_of("cell:mask[3,3]");
    MouseDrag& drag = workspace.drag.emplace();
    drag.kind = MouseDrag::Kind::paint;
    drag.target = "cell:mask[1,1]";
    window.run("mask-causal");
    EXPECT_EQ(window.place_of("cell:mask[3,3]").width, before.width);
    workspace.drag.reset();
    window.settle();
    EXPECT_LT(window.place_of("cell:mask[3,3]").width, before.width) << "the line about marks takes its room then";
}

} // namespace
} // namespace attn
