// The pipeline from input to output, and the frame around the present step.
#include "core/figure/pictures/pipeline.h"

#include "core/document/session/steps.h"
#include "core/figure/pictures/labels.h"
#include "tests/core/figure/pictures/shown.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace attn {
namespace {

using test::Shown;

std::optional<Box> frame_in(const DisplayList& list, const Theme& theme) {
    for (const Item& item : list.items)
        if (const auto* const frame = std::get_if<Rectangle>(&item.shape());
            frame != nullptr && frame->stroke.width == 2 && frame->stroke.colour == theme.ink)
            return frame->box;
    return std::nullopt;
}

bool holds(const Box& outer, const Box& box) {
    return box.x >= outer.x && box.right() <= outer.right() && box.y >= outer.y && box.bottom() <= outer.bottom();
}

/// The words that an edge of the frame crosses.
std::string words_across(const DisplayList& list, const Box& frame) {
    std::string words;
    for (const Item& item : list.items)
        // A weight's symbol at the left of a frame may touch its edge, which avoids it as far as it can.
        if (const auto* const text = std::get_if<Text>(&item.shape());
            text != nullptr && text->font.family == FontFamily::sans) {
            const Box box = typesetter().box(*text);
            if (!common(box, frame).empty() && !holds(frame, box))
                words += text->text + " ";
        }
    return words;
}

TEST(Pipeline, FrameOfAStepHasAWordWholeOrNotAtAll) {
    for (const std::string_view notation : notation_names())
        for (const char* const preset : {"who-and-where", "by-hand", "masks"})
            for (const float height : {560.0F, 720.0F, 735.0F, 900.0F}) {
                Shown shown = Shown::preset(preset);
                shown.in_notation_of(std::string(notation));
                for (const ArrayId step : steps_of_notes(shown.session().notation)) {
                    if (!has_array(shown.drawing(), step))
                        continue;
                    shown.at(step);
                    PipelineView view;
                    view.area = {0, 0, 224, height};
                    view.marks_step = true;
                    DisplayList list;
                    pipeline_picture(list, shown.drawing(), view);
                    const std::optional<Box> frame = frame_in(list, shown.drawing().theme());
                    if (frame)
                        EXPECT_EQ(words_across(list, *frame), "")
                            << notation << ", " << preset << ", " << array_name(step) << " at " << height;
                }
            }
}

} // namespace
} // namespace attn
