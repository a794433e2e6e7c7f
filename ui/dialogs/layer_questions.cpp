// Questions about a layer whose file does not answer them: number of heads, mask, rotary positions, the norm before the
// layer, and the layer's input.

#include "core/figure/pictures/text_layout.h"
#include "core/files/printable.h"
#include "ui/actions/fields.h"
#include "ui/actions/layer_answers.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

/// The description of a question. Those of heads and of the layer's input contain the layer's sizes.
std::string about_question(const LayerQuestion& question, const LayerQuestions& asked) {
    if (question.name == "resid-pre")
        return fmt::format("This is not its model's first layer and has no X of its own: give the output of the layer "
                           "before it, S × {} or B × S × {}, as an .npy or in the .npz of a trace (--resid-pre).",
                           asked.width, asked.width);
    if (question.name == "heads")
        return fmt::format("how many heads the {} queries are cut into", asked.query_width);
    return std::string(question.about);
}

void add_question(Form& form, const LayerQuestion& question, const AskedLayer& asked) {
    constexpr float label_room = 152;
    const LayerAnswers& answers = asked.request.answers;
    const float y = form.top();
    const float left = Form::margin + label_room;
    form.write({Form::margin, y + 20}, std::string(question.label), form.theme().ink, bold());
    if (question.choices.empty()) {
        const bool is_path = question.name == "resid-pre";
        add_field(form.scene(), form.ui(), {left, y, is_path ? form.right() - left : 120, control_height},
                  layer_question_field(question), question.text(answers), std::string(question.hint));
    } else {
        std::vector<Segment> segments;
        for (const AskedChoice& choice : question.choices)
            segments.push_back({.target = fmt::format("action:ask/{}/{}", question.name, choice.name),
                                .label = std::string(choice.label),
                                .chosen = choice.chosen(answers)});
        add_segments(form.scene(), form.ui(), {left, y}, segments);
    }
    form.skip(control_height + space::large +
              form.say_lines(fmt::format("ask:{}", question.name), {left, y + control_height + 15}, form.right() - left,
                             about_question(question, asked.questions), form.theme().dim, small(), 15));
}

} // namespace

void draw_layer_questions(Form& form) {
    if (!form.ui().workspace.asked_layer)
        return;
    const AskedLayer& asked = *form.ui().workspace.asked_layer;
    const LayerQuestions& questions = asked.questions;
    const std::string& problem = form.ui().workspace.field_problem;
    form.set_width(640);
    form.title("Questions about " + (questions.layer.empty() ? "this layer" : printable(questions.layer, 120)));
    form.note(questions.input && !questions.heads && !questions.mask && !questions.rotary
                  ? std::string("Sentence, head and cell stay as they are.")
                  : fmt::format("The program does not guess: {}.", questions.why));
    form.skip(space::huge);
    for (const LayerQuestion& question : layer_question_table())
        if (is_wanted(question, asked))
            add_question(form, question, asked);
    if (!problem.empty())
        form.paragraph(problem, form.theme().ink, "ask.problem");
    form.skip(space::tiny);
    form.foot_before_keys(
        {{.target = "action:ask/open", .label = "Open", .chosen = first_open_question(asked) == nullptr},
         {.target = "action:close", .label = "Cancel"}},
        {}, "Enter   Esc");
}

void open_asked_layer(const CommandContext& command) {
    run_action("action:ask/open", command);
}

/// Reads the typed answer. After that, Tab goes to the next question; Enter opens the layer if it was the last one.
bool leave_layer_question(const CommandContext& command) {
    const bool enters = key_pressed(Key::enter);
    if ((enters || key_pressed(Key::tab)) && enter_field(command))
        run_action(enters ? "action:ask/open" : "action:ask/next", command);
    return true;
}

} // namespace attn
