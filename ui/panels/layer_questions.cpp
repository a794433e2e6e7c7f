#include "core/files/printable.h"
#include "ui/actions/layer_answers.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"
#include "ui/toolkit/whole_words.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float asked_width = 640;
constexpr float asked_margin = space::huge;
constexpr float asked_line = 62; // a control, and beneath it what it means
constexpr float asked_label = 152;
constexpr float asked_foot = 96;

/// "64 queries: 1, 2, 4, 8 … heads" and what enters a layer depend on the layer.
std::string about_question(const LayerQuestion& question, const LayerQuestions& asked) {
    if (question.name == "resid-pre")
        return fmt::format("It is not its model's first layer and has no X of its own: give the output of the layer "
                           "before it, S × {} or B × S × {}, as an .npy or in the .npz of a trace (--resid-pre).",
                           asked.width, asked.width);
    if (question.name == "heads")
        return fmt::format("into how many the {} queries are cut", asked.query_width);
    return std::string(question.about);
}

/// Returns the height that it takes.
float add_layer_question(Scene& scene, const UiContext& ui, const Box& row, const LayerQuestion& question,
                         const AskedLayer& asked) {
    const Theme& theme = ui.theme();
    const LayerAnswers& answers = asked.request.answers;
    add_text(scene, ui, {row.x, row.y + 20}, std::string(question.label), theme.ink, bold());
    const float left = row.x + asked_label;
    if (question.choices.empty()) {
        const bool is_path = question.name == "resid-pre";
        add_field(scene, ui, {left, row.y, is_path ? row.right() - left : 120, control_height},
                  layer_question_field(question), question.text(answers), std::string(question.hint));
    } else {
        std::vector<Segment> segments;
        for (const AskedChoice& choice : question.choices)
            segments.push_back({.target = fmt::format("action:ask/{}/{}", question.name, choice.name),
                                .label = std::string(choice.label),
                                .chosen = choice.chosen(answers)});
        add_segments(scene, ui, {left, row.y}, segments);
    }
    const std::string about = about_question(question, asked.questions);
    scene.values.insert_or_assign(fmt::format("ask:{}", question.name), about);
    return control_height + space::large +
           add_paragraph(scene, ui, {left, row.y + control_height + 15}, row.right() - left, about, theme.dim, small(),
                         15);
}

} // namespace

void layer_questions_panel(Scene& scene, const UiContext& ui, const Box& window) {
    if (!ui.workspace.asked_layer)
        return;
    const AskedLayer& asked = *ui.workspace.asked_layer;
    const Theme& theme = ui.theme();
    const float width = std::min(asked_width, window.width - 2 * space::section);
    const float inner = width - 2 * asked_margin;
    const std::string& problem = ui.workspace.field_problem;
    const std::string why =
        asked.questions.input && !asked.questions.heads && !asked.questions.mask && !asked.questions.rotary
            ? std::string("Sentence, head and cell stay as they are.")
            : fmt::format("It is not guessed: {}.", asked.questions.why);
    const auto add_rows = [&](Scene& into, const Box& box) {
        float y = box.y;
        for (const LayerQuestion& question : layer_question_table())
            if (is_wanted(question, asked))
                y += add_layer_question(into, ui, {box.x, y, box.width, asked_line}, question, asked);
        return y - box.y;
    };
    Scene unseen;
    const float why_height = add_paragraph(unseen, ui, {}, inner, why, theme.dim);
    const float rows = add_rows(unseen, {0, 0, inner, 0});
    const float problem_height = problem.empty() ? 0 : add_paragraph(unseen, ui, {}, inner, problem, theme.ink);
    const Box box = add_dialog(scene, ui, window, {width, 66 + why_height + rows + problem_height + asked_foot - 20});
    const std::string title =
        "To be said of " + (asked.questions.layer.empty() ? "this layer" : printable(asked.questions.layer, 120));
    const float left = box.x + asked_margin;
    add_text(scene, ui, {left, box.y + 40}, shortened_to_words(ui.typesetter, title, bold(type_size::large), inner),
             theme.ink, bold(type_size::large));
    float y = box.y + 66;
    y += add_paragraph(scene, ui, {left, y}, inner, why, theme.dim) + space::small;
    y += add_rows(scene, {left, y, inner, 0});
    if (!problem.empty()) {
        add_paragraph(scene, ui, {left, y + space::small}, inner, problem, theme.ink);
        scene.values.insert_or_assign("ask.problem", problem);
    }
    const float foot = box.bottom() - asked_margin - control_height;
    const float taken =
        add_segments(scene, ui, {left, foot},
                     {{.target = "action:ask/open", .label = "Open", .chosen = first_open_question(asked) == nullptr}});
    add_segments(scene, ui, {left + taken + space::small, foot}, {{.target = "action:close", .label = "Cancel"}});
    add_text(scene, ui, {box.right() - asked_margin, foot + 20}, "Enter   Esc", theme.dim, small(), Horizontal::right);
}

} // namespace attn
