// The window's sentences beside its pictures are true: inspector, tips, and the words during a computation.

#include "core/document/session/edits.h"
#include "core/engine/engine.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/pipeline.h"
#include "core/model/arrays.h"
#include "tests/core/figure/fonts.h"
#include "tests/folders.h"
#include "tests/judge/claims.h"
#include "tests/judge/random_sessions.h"
#include "ui/document/film.h"
#include "ui/panels/inspector.h"
#include "ui/panels/panels.h"
#include "ui/panels/pipeline_panel.h"
#include "ui/panels/tip.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace attn {
namespace {

using test::Random;

constexpr std::uint32_t sessions_seen = 60;
constexpr int cells_of_each = 6;

/// A session, its numbers, and the context that the window would have.
struct Seen {
    explicit Seen(Session of) : session(std::move(of)), engine(1), trace(engine.compute(session.layer())) {
        status.lessons = &course;
    }
    UiContext ui() { return {{session, trace, workspace, typesetter(), cache, nullptr}, workspace, status}; }

    Session session;
    Engine engine;
    Trace trace;
    Workspace workspace;
    PictureCache cache;
    LessonShelf course{assets_folder()};
    Status status;
};

/// Selects a cell of any stage, whether or not the notes have a step for it.
void select_any_cell(Random& random, Seen& seen) {
    const std::vector<ArrayId> all = stages_of(seen.trace);
    seen.workspace.step = all[static_cast<std::size_t>(test::random_index(random, 0, std::ssize(all) - 1))];
    const Sizes sizes = sizes_of(seen.session.layer());
    const Shape shape = shape_of(sizes, seen.workspace.step);
    seen.workspace.item = test::random_index(random, 0, sizes.B - 1);
    seen.workspace.head = test::random_index(random, 0, sizes.H - 1);
    seen.workspace.row = test::random_index(random, 0, shape.rows - 1);
    seen.workspace.column = test::random_index(random, 0, shape.columns - 1);
    seen.workspace.steps = static_cast<StepsShown>(test::random_index(random, 0, 1));
}

/// The tips for all targets of the scene.
std::vector<Tip> tips_of(const Scene& scene, const UiContext& ui) {
    std::vector<Tip> tips;
    std::set<std::string> asked;
    for (const Item& item : scene.list.items) {
        const std::string target = target_name(item.target);
        if (target.empty() || !asked.insert(target).second)
            continue;
        if (auto tip = tip_at(scene, ui, bounds(item, ui.typesetter).centre()))
            tips.push_back(*std::move(tip));
    }
    return tips;
}

TEST(WindowClaims, OfInspectorTipsAndFilmsAreSo) {
    std::map<std::string, int> wrong;
    int told = 0;
    for (std::uint32_t seed = 0; seed < sessions_seen; ++seed) {
        Random random(seed);
        Seen seen(test::random_session(random));
        const test::Reference reference(seen.session.layer());
        const auto look = [&](const std::vector<std::string>& complaints) {
            for (const std::string& complaint : complaints)
                ++wrong[fmt::format("{} ({}, {}): {}", seed, array_name(seen.workspace.step),
                                    seen.session.notation.name(), complaint)];
        };
        for (int i = 0; i < cells_of_each; ++i) {
            select_any_cell(random, seen);
            const UiContext ui = seen.ui();
            Scene scene;
            inspector_panel(scene, ui, {1000, 0, 340, 2000});
            look(test::claim_complaints(scene.list, seen.session, reference));
            PipelineView view;
            view.area = {0, 0, pipeline_size(ui).x, pipeline_size(ui).y};
            pipeline_picture(scene.list, ui, view);
            for (const Tip& tip : tips_of(scene, ui)) {
                ++told;
                look(test::claim_complaints(tip.about, seen.session, reference));
                if (!tip.behind_name.empty())
                    look(test::claim_complaints({{tip.name, tip.behind_name}}, seen.session, reference));
            }
            for (const Reading reading : {Reading::cells, Reading::rows, Reading::outer_products})
                for (const FilmSegment& segment : film(ui, reading))
                    look(test::claim_complaints({segment.words}, seen.session, reference));
        }
    }
    EXPECT_GT(told, 1000);
    int most = 40;
    for (const auto& [what, count] : wrong)
        if (most-- > 0)
            ADD_FAILURE() << what;
}

TEST(WindowClaims, WhatTypingANumberDoesIsWhatTheEditDoes) {
    for (std::uint32_t seed = 0; seed < sessions_seen; ++seed) {
        Random random(seed);
        Seen seen(test::random_session(random));
        for (int i = 0; i < cells_of_each; ++i) {
            select_any_cell(random, seen);
            const UiContext ui = seen.ui();
            Scene scene;
            inspector_panel(scene, ui, {1000, 0, 340, 2000});
            std::string all;
            for (const Item& item : scene.list.items)
                if (const auto* text = std::get_if<Text>(&item.shape()))
                    all += text->text + " ";
            const bool says_it_pins = all.find("typing a number pins it") != std::string::npos;
            const CellId cell = inspected_cell(ui);
            const auto applied = attn::apply(seen.session, SetCell{cell, 0.25F});
            if (!applied)
                continue;
            const bool is_pinned_anew = applied->session.layer().pins.size() > seen.session.layer().pins.size();
            EXPECT_EQ(says_it_pins, is_pinned_anew) << seed << ": " << cell_name(cell);
        }
    }
}

} // namespace
} // namespace attn
