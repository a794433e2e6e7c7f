#include "ui/toolkit/layout.h"

#include "core/figure/theme.h"

#include <algorithm>
#include <cmath>

namespace attn {

float roomy_scale(Point pixels, Point area) {
    constexpr float steps = 16; // few, since letters are rasterised anew for each scale
    return std::floor(std::min(pixels.x / area.x, pixels.y / area.y) * steps) / steps;
}

bool folds_inspector(float width) {
    constexpr float narrow = 1000;
    return width < narrow;
}

WindowLayout lay_out_window(float width, float height, bool unfolds_inspector) {
    constexpr float narrowest_stage = 440;
    const float middle = std::max(0.0F, height - measure::bar - measure::tokens);
    const float inspector = folds_inspector(width) && !unfolds_inspector ? folded_panel : measure::inspector;
    const bool has_pipeline = width - inspector - measure::pipeline >= narrowest_stage;
    const float pipeline = has_pipeline ? measure::pipeline : 0;
    const float centre = std::max(0.0F, width - pipeline - inspector);
    WindowLayout layout;
    layout.window = {0, 0, width, height};
    layout.bar = {0, 0, width, measure::bar};
    layout.pipeline = {0, measure::bar, pipeline, middle};
    layout.stage = {pipeline, measure::bar, centre, middle};
    layout.inspector = {pipeline + centre, measure::bar, inspector, middle};
    layout.tokens = {0, measure::bar + middle, width, measure::tokens};
    return layout;
}

WindowLayout lay_out_lecture(float width, float height, bool has_inspector, float tokens) {
    const float above = std::max(0.0F, height - tokens);
    constexpr float most_of_width = 0.64F; // limits the inspector on a screen of 4:3
    const float inspector = has_inspector ? std::min(measure::inspector, std::floor(width * most_of_width)) : 0;
    const float centre = std::max(0.0F, width - inspector);
    WindowLayout layout;
    layout.window = {0, 0, width, height};
    layout.stage = {0, 0, centre, above};
    layout.inspector = {centre, 0, inspector, above};
    layout.tokens = {0, above, width, tokens};
    return layout;
}

void place_message(WindowLayout& layout, const MessageRoom& room) {
    const Box& stage = layout.stage;
    layout.message = {stage.x, stage.bottom() - room.foot - room.height, stage.width, room.height};
}

namespace {

/// The layout of a lecture with a column of that width kept free at the left of the stage and the tokens.
WindowLayout beside_column(WindowLayout layout, float column) {
    for (Box* const box : {&layout.stage, &layout.tokens}) {
        box->x = column;
        box->width = std::max(0.0F, layout.window.width - column);
    }
    return layout;
}

} // namespace

WindowLayout lay_out_stacked_scene(float width, float height, float words, float tokens) {
    WindowLayout layout = lay_out_lecture(width, height, false, tokens);
    layout.lesson = {0, 0, width, std::min(words, std::floor(height / 2))};
    layout.stage.y = layout.lesson.height;
    layout.stage.height = std::max(0.0F, layout.stage.height - layout.lesson.height);
    return layout;
}

WindowLayout lay_out_scene(float width, float height, float words, float tokens) {
    WindowLayout layout = lay_out_lecture(width, height, false, tokens);
    const float lesson = std::min(words, std::floor(width / 2));
    layout.lesson = {0, 0, lesson, height};
    return beside_column(layout, lesson);
}

WindowLayout lay_out_explained_scene(float width, float height, float tokens) {
    WindowLayout layout = lay_out_lecture(width, height, false, tokens);
    const float inspector = std::min(measure::inspector, std::floor(width / 2));
    layout.inspector = {0, 0, inspector, height};
    return beside_column(layout, inspector);
}

WindowLayout lay_out_start(float width, float height, bool has_heads) {
    constexpr float share_of_word = 0.26F;
    constexpr float lowest_word = 172;
    constexpr float highest_word = 210;
    const float middle = std::max(0.0F, height - measure::bar);
    WindowLayout layout;
    layout.window = {0, 0, width, height};
    layout.bar = {0, 0, width, measure::bar};
    layout.stage = {0, measure::bar, width, middle};
    if (!has_heads)
        return layout;
    const float word = std::clamp(middle * share_of_word, lowest_word, highest_word);
    layout.stage.height = std::max(0.0F, middle - word);
    layout.tokens = {0, layout.stage.bottom(), width, word};
    return layout;
}

WindowLayout lay_out_lesson(float width, float height, bool has_inspector) {
    WindowLayout layout = lay_out_window(width, height);
    const float below = layout.bar.height;
    const float lesson = std::min(measure::lesson, std::floor(width / 2));
    const float inspector = has_inspector ? layout.inspector.width : 0;
    // In a narrow window there is no room for the tokens beside the lesson.
    const float tokens_left = folds_inspector(width) ? 0 : lesson;
    const float lesson_bottom = folds_inspector(width) ? layout.tokens.y : height;
    const float centre = std::max(0.0F, width - lesson - inspector);
    layout.lesson = {0, below, lesson, std::max(0.0F, lesson_bottom - below)};
    layout.strip = {lesson, below, centre, measure::strip};
    layout.stage = {lesson, below + measure::strip, centre, std::max(0.0F, layout.tokens.y - below - measure::strip)};
    layout.inspector = {lesson + centre, below, inspector, layout.stage.height + measure::strip};
    layout.tokens.x = tokens_left;
    layout.tokens.width = std::max(0.0F, width - tokens_left);
    layout.pipeline = {};
    return layout;
}

WindowLayout lay_out_lesson_alone(float width, float height) {
    WindowLayout layout = lay_out_lesson(width, height, false);
    const float below = layout.lesson.y;
    layout.lesson.height = std::max(0.0F, height - below);
    layout.stage = {layout.lesson.right(), below, width - layout.lesson.width, layout.lesson.height};
    layout.strip = layout.tokens = {};
    return layout;
}

} // namespace attn
