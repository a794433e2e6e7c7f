// Everything drawn of a layer has a finite place, whichever numbers the layer holds.

#include "core/figure/figure.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pipeline.h"
#include "core/handouts/handout.h"
#include "core/handouts/storyboard.h"
#include "core/handouts/worksheet.h"
#include "tests/core/figure/fonts.h"
#include "tests/judge/extreme_numbers.h"
#include "tests/judge/findings.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using test::described;
using test::misplaced;
using test::numbers_that_are_none;
using test::Random;
using test::random_index;
using testing::IsEmpty;

constexpr int requests_of_each = 2;

/// The number of sessions: 12, at night 800.
std::uint32_t sessions() {
    return test::number_of_sessions() / 25;
}

/// A random session whose numbers are extreme.
struct Extreme {
    explicit Extreme(Random& random)
        : session(test::with_extreme_numbers(random, test::random_session(random))),
          trace(test::computed(session.layer())),
          before(test::computed(test::random_baseline(random, session).layer())) {}

    Session session;
    Trace trace;
    Trace before;
};

TEST(Finite, EveryPictureOfTheWindowHasItsPlaces) {
    for (std::uint32_t seed = 0; seed < sessions(); ++seed) {
        Random random(seed);
        const Extreme drawn(random);
        for (int i = 0; i < requests_of_each; ++i) {
            const FigureRequest request = test::random_figure(random, drawn.session);
            ViewState view = test::view_of(request);
            view.shows_change = i % 2 == 0;
            PictureCache cache;
            const DrawContext drawing{drawn.session, drawn.trace, view, typesetter(), cache, &drawn.before};
            for (const PictureId id : fitting_pictures(drawing)) {
                DisplayList list;
                picture(id).draw(list, drawing, {24, 24, 900, 560});
                EXPECT_THAT(misplaced(list), IsEmpty())
                    << seed << ", " << picture(id).name << ": " << described(request, drawn.session);
            }
            PipelineView diagram;
            diagram.area = {0, 0, pipeline_size(drawing).x, pipeline_size(drawing).y};
            DisplayList list;
            pipeline_picture(list, drawing, diagram);
            EXPECT_THAT(misplaced(list), IsEmpty()) << seed;
        }
    }
}

TEST(Finite, EveryFileHasItsNumbers) {
    for (std::uint32_t seed = 0; seed < sessions(); ++seed) {
        Random random(seed);
        const Extreme drawn(random);
        const FigureSource source{drawn.session, drawn.trace, typesetter(), &drawn.before};
        for (int i = 0; i < requests_of_each; ++i) {
            const FigureRequest request = test::random_figure(random, drawn.session);
            const auto figure = lay_out(request, source);
            if (!figure) // there is no such picture, or a refusal because of its size
                continue;
            EXPECT_THAT(misplaced(figure->list), IsEmpty()) << seed << ": " << described(request, drawn.session);
            for (const FigureFormat format : {FigureFormat::svg, FigureFormat::tex}) {
                const auto file = write(*figure, format, 96, typesetter());
                if (file) // matrices may be too large for TeX
                    EXPECT_THAT(numbers_that_are_none(*file), IsEmpty())
                        << seed << ": " << described(request, drawn.session);
            }
            if (seed % 4 == 0 && i == 0)
                for (const FigureFormat format : {FigureFormat::png, FigureFormat::pdf})
                    EXPECT_TRUE(write(*figure, format, 48, typesetter())) << described(request, drawn.session);
        }
    }
}

TEST(Finite, EveryDocumentHasItsNumbers) {
    for (std::uint32_t seed = 0; seed < sessions(); seed += 4) {
        Random random(seed);
        const Extreme drawn(random);
        const FigureSource source{drawn.session, drawn.trace, typesetter(), &drawn.before};
        if (const auto html = handout(source, {}))
            EXPECT_THAT(numbers_that_are_none(*html), IsEmpty()) << seed;
        if (const auto pages = storyboard(source, {}))
            for (const StoryPage& page : *pages)
                EXPECT_THAT(misplaced(page.page.list), IsEmpty()) << seed << ", " << page.name;
        if (const auto pages = worksheet_pages(drawn.session, {}, typesetter()))
            for (const PdfPage& page : pages->key)
                EXPECT_THAT(misplaced(page.list), IsEmpty()) << seed;
    }
}

} // namespace
} // namespace attn
