// Each document, figure and script is made, or refused in one line, whichever stages were recorded.

#include "tests/recorded_stages.h"

#include "core/export/script.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/labels.h"
#include "core/handouts/handout.h"
#include "core/handouts/lecture_tex.h"
#include "core/handouts/storyboard.h"
#include "core/handouts/worksheet.h"
#include "tests/core/figure/figures.h"
#include "tests/core/figure/pictures/shown.h"

#include <functional>

namespace attn::test {
namespace {

/// Fails if something was refused without a line that says why.
template <class Made>
void expect_made_or_refused(const Result<Made>& made, const std::string& what) {
    if (made)
        return;
    EXPECT_FALSE(made.error().message.empty()) << what;
    EXPECT_EQ(made.error().message.find('\n'), std::string::npos) << what << ": " << made.error().message;
}

/// Visits sessions with different recorded stages, every second one with its layer's weights.
void for_each_recording(unsigned count, const std::function<void(Random& random, const RecordedSession&)>& visit) {
    unsigned visited = 0;
    for (unsigned seed = 0; visited < count; ++seed) {
        Random random(seed);
        if (const auto recorded = record_some_stages(random, seed % 2 == 0)) {
            visit(random, *recorded);
            ++visited;
        }
    }
}

FigureRequest all_steps() {
    FigureRequest shown;
    shown.steps = StepsShown::all;
    return shown;
}

TEST(RecordedStages, OfSharesOrMaskedScoresAloneGiveEveryDocument) {
    using enum ArrayId;
    for (const std::set<ArrayId>& recorded :
         {std::set{A}, std::set{masked}, std::set{A, V}, std::set{A, O}, std::set{A, Y}, std::set{Q, A, O, Y}}) {
        const auto session = record_stages(recorded, false);
        ASSERT_TRUE(session);
        const Drawn drawn(session->session);
        for (const char* const notation : {"default", "nxd", "sum"}) {
            FigureRequest shown;
            shown.notation = notation;
            EXPECT_TRUE(lecture_notes(drawn.source(), shown)) << session->stages << notation;
            EXPECT_TRUE(slide_deck(drawn.source(), shown)) << session->stages << notation;
            EXPECT_TRUE(handout(drawn.source(), shown)) << session->stages << notation;
            EXPECT_TRUE(storyboard(drawn.source(), shown)) << session->stages << notation;
        }
    }
}

TEST(RecordedStages, OfSharesAndJoinedHeadsTellHowWideAHeadIs) {
    const auto recorded = record_stages({ArrayId::A, ArrayId::concat}, false);
    ASSERT_TRUE(recorded);
    EXPECT_EQ(sizes_of(recorded->session.layer()).d_v, 2);
}

TEST(RecordedStages, AreToldInNotes) {
    for_each_recording(6, [](Random&, const RecordedSession& recorded) {
        const Drawn drawn(recorded.session);
        expect_made_or_refused(lecture_notes(drawn.source(), {}), recorded.stages);
        expect_made_or_refused(lecture_notes(drawn.source(), all_steps()), recorded.stages);
    });
}

TEST(RecordedStages, AreToldOnSlides) {
    for_each_recording(6, [](Random&, const RecordedSession& recorded) {
        const Drawn drawn(recorded.session);
        expect_made_or_refused(slide_deck(drawn.source(), {}), recorded.stages);
        expect_made_or_refused(slide_deck(drawn.source(), all_steps()), recorded.stages);
    });
}

TEST(RecordedStages, AreWalkedThroughInHandoutsStoryboardsAndScripts) {
    for_each_recording(30, [](Random&, const RecordedSession& recorded) {
        const Drawn drawn(recorded.session);
        expect_made_or_refused(handout(drawn.source(), all_steps()), recorded.stages);
        expect_made_or_refused(storyboard(drawn.source(), all_steps()), recorded.stages);
        for (const ScriptLanguage language : {ScriptLanguage::numpy, ScriptLanguage::torch})
            expect_made_or_refused(layer_script(drawn.session(), language), recorded.stages);
    });
}

TEST(RecordedStages, LeaveWorkForASheetOrNone) {
    for_each_recording(30, [](Random&, const RecordedSession& recorded) {
        const Drawn drawn(recorded.session);
        expect_made_or_refused(worksheet_pages(drawn.session(), {}, typesetter()), recorded.stages);
        for (const ArrayId stage : stages_of(drawn.trace())) {
            WorksheetRequest request;
            request.stages = {stage};
            request.slip = true;
            expect_made_or_refused(worksheet_pages(drawn.session(), request, typesetter()), recorded.stages);
        }
    });
}

TEST(RecordedStages, AreDrawnInEveryPictureThatTheWindowOffers) {
    for_each_recording(30, [](Random&, const RecordedSession& recorded) {
        Shown shown(recorded.session);
        for (const ArrayId stage : stages_of(shown.trace()))
            for (const PictureId id : fitting_pictures(shown.at(stage).drawing()))
                EXPECT_FALSE(shown.draw(id).items.empty()) << recorded.stages << ": " << array_name(stage);
    });
}

/// Every kind of figure is drawn at some recorded stage.
TEST(RecordedStages, AreDrawnInEveryKindOfFigure) {
    for_each_recording(60, [](Random& random, const RecordedSession& recorded) {
        const Drawn drawn(recorded.session);
        const std::vector<ArrayId> stages = stages_of(drawn.trace());
        for (const FigureKind& kind : figure_kinds()) {
            const ArrayId stage = stages[static_cast<std::size_t>(random_index(random, 0, std::ssize(stages) - 1))];
            expect_made_or_refused(lay_out(request_of(kind.name, stage), drawn.source()),
                                   recorded.stages + ": " + std::string(kind.name));
        }
    });
}

} // namespace
} // namespace attn::test
