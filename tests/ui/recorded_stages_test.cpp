// The window shows every recorded stage in every picture that it offers, and `check` compares with it, whichever stages
// were recorded.

#include "tests/recorded_stages.h"

#include "core/check/report.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "tests/ui/offscreen_window.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Random;

TEST(RecordedStagesInTheWindow, AreShownByTheWindowInEveryPicture) {
    constexpr unsigned sessions = 12;
    std::size_t shown = 0;
    for (unsigned seed = 0; seed < sessions; ++seed) {
        Random random(seed);
        const auto recorded = test::record_some_stages(random, seed % 4 == 0);
        if (!recorded)
            continue;
        OffscreenWindow window(recorded->session, 1280, 720);
        for (const ArrayId stage : stages_of(window.app().trace())) {
            window.app().go_to(stage);
            for (const Picture& picture : pictures()) { // a picture that is not offered is replaced by the stage's own
                window.app().workspace().picture = picture.id();
                window.glance();
                EXPECT_FALSE(window.app().scene().list.items.empty()) << recorded->stages << ": " << array_name(stage);
                ++shown;
            }
        }
    }
    EXPECT_GT(shown, 1000U);
}

TEST(RecordedStagesInTheWindow, AreComparedWithAnyOthers) {
    constexpr unsigned sessions = 60;
    const Trace whole = test::computed(test::layer_to_record());
    std::size_t reports = 0;
    for (unsigned seed = 0; seed < sessions; ++seed) {
        Random random(seed);
        const auto recorded = test::record_some_stages(random, seed % 2 == 0);
        if (!recorded)
            continue;
        const Trace trace = test::computed(recorded->session.layer());
        Answer answer;
        for (const ArrayId stage : stages_of(trace))
            if (whole.has(stage)) {
                const Extent& extent = trace.extent(stage);
                AnsweredStage& answered = answer.stages.emplace_back();
                answered.stage = stage;
                answered.extent = extent;
                for (const Address slot : trace.slots(stage)) // an answer with an error of one in a cell differs
                    answered.slots.push_back(trace.matrix(slot).with_cell(0, 0, 0.5F));
            }
        EXPECT_FALSE(report_text(check(trace, answer), trace).empty()) << recorded->stages;
        ++reports;
    }
    EXPECT_GT(reports, 20U);
}

} // namespace
} // namespace attn
