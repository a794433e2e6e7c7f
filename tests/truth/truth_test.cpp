// Everything drawn is true: random sessions, and any kind of figure of any of their arrays.

#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pipeline.h"
#include "tests/core/figure/fonts.h"
#include "tests/judge/findings.h"
#include "tests/judge/refusals.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Case;
using test::complaints;
using test::described;
using test::FigureTally;
using test::Findings;
using test::number_of_sessions;
using test::Random;

/// Requests some pictures of each random session, and checks them.
template <class Check>
void for_each_request(int pictures_of_each, const Check& check) {
    for (std::uint32_t seed = 0; seed < number_of_sessions(); ++seed) {
        Random random(seed);
        const Case drawn(random);
        for (int i = 0; i < pictures_of_each; ++i) {
            const FigureRequest request = test::random_figure(random, drawn.session);
            SCOPED_TRACE(fmt::format("session {}: {}", seed, described(request, drawn.session)));
            check(random, drawn, request, i);
        }
    }
}

/// The stage of a window from 1280 × 720 to 3840 × 2160; every other one is that of a small window.
Box random_stage(Random& random) {
    const bool is_small = test::random_index(random, 0, 1) == 0;
    return {24, 24, static_cast<float>(test::random_index(random, 640, is_small ? 900 : 3200)),
            static_cast<float>(test::random_index(random, 390, is_small ? 560 : 1800))};
}

TEST(Truth, OfFiguresOfRandomSessions) {
    constexpr int figures_of_each = 4;
    Findings findings;
    FigureTally tally;
    for_each_request(figures_of_each, [&](Random& random, const Case& drawn, FigureRequest request, int /*number*/) {
        const FigureSource source{drawn.session, drawn.trace, typesetter(), &drawn.before};
        if (const auto figure = tally.laid_out(random, request, source))
            findings.add(request.kind, described(request, drawn.session), figure->list, figure->page,
                         complaints(figure->list, figure->page.area, drawn, request.is_grey()));
    });
    tally.expect_all_kinds();
    findings.expect_none(2 * static_cast<int>(number_of_sessions()));
}

TEST(Truth, OfPicturesInTheWindow) {
    constexpr int pictures_of_each = 12;
    Findings findings;
    for_each_request(
        pictures_of_each, [&](Random& random, const Case& drawn, const FigureRequest& request, int number) {
            ViewState view = test::view_of(request);
            view.shows_change = number % 3 == 0;
            PictureCache cache;
            const DrawContext drawing{drawn.session, drawn.trace, view, typesetter(), cache, &drawn.before};
            const std::vector<PictureId> fitting = fitting_pictures(drawing);
            const Picture& shown =
                picture(fitting[static_cast<std::size_t>(test::random_index(random, 0, std::ssize(fitting) - 1))]);
            const Box area = random_stage(random);
            DisplayList list;
            shown.draw(list, drawing, area);
            const Box panel = area.grown(24);
            findings.add(std::string(shown.name),
                         fmt::format("{}{} in {:.0f}×{:.0f}", described(request, drawn.session),
                                     view.shows_change ? ", changed" : "", area.width, area.height),
                         list, {panel, drawing.theme().panel}, complaints(list, panel, drawn, request.is_grey()));
        });
    findings.expect_none(static_cast<int>(number_of_sessions()));
}

TEST(Truth, OfTheDiagramBesideTheStage) {
    Findings findings;
    for (std::uint32_t seed = 0; seed < number_of_sessions(); ++seed) {
        Random random(seed);
        const Case drawn(random);
        const FigureRequest request = test::random_figure(random, drawn.session);
        ViewState state = test::view_of(request);
        state.steps = static_cast<StepsShown>(test::random_index(random, 0, 1));
        PictureCache cache;
        const DrawContext drawing{drawn.session, drawn.trace, state, typesetter(), cache, &drawn.before};
        const Point size = pipeline_size(drawing);
        PipelineView view;
        view.area = {0, 0, size.x, size.y};
        view.marks_step = true;
        DisplayList list;
        pipeline_picture(list, drawing, view);
        findings.add("pipeline", described(request, drawn.session), list, {view.area, drawing.theme().panel},
                     complaints(list, view.area, drawn, request.is_grey()));
    }
    findings.expect_none(static_cast<int>(number_of_sessions()) - 1);
}

} // namespace
} // namespace attn
