// Two dialogs with a field for each row: the layer's sizes, and the session's texts.

#include "core/figure/pictures/text_layout.h"
#include "ui/actions/fields.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::string_view size_fields = "size/";
constexpr std::string_view text_fields = "text/";

/// The fields whose ids begin with `prefix` and that are enabled, in the order of their rows.
std::vector<const FieldRow*> fields_of_dialog(const UiContext& ui, std::string_view prefix) {
    std::vector<const FieldRow*> rows;
    for (const FieldRow& field : fields())
        if (field.id.starts_with(prefix) && (field.enabled == nullptr || field.enabled(ui)))
            rows.push_back(&field);
    return rows;
}

/// Adds the notice about a change of sizes. Room for its usual two lines is reserved from the beginning, so that
/// nothing moves.
void add_notice(Form& form) {
    constexpr float two_lines = 40;
    const UiContext& ui = form.ui();
    const float begin = form.top();
    form.field_problem({Form::margin, begin}, form.inner());
    if (ui.workspace.notice && ui.workspace.field_problem.empty()) {
        form.paragraph(ui.workspace.notice->text, form.theme().ink, "sizes.notice");
        const float below = std::max(form.top(), begin + two_lines);
        const std::vector<Segment> dismiss{{.target = "action:dismiss", .label = "Dismiss"}};
        add_text_buttons(form.scene(), ui, {form.right() - text_buttons_width(ui, dismiss), below}, dismiss);
    }
    form.go_to(std::max(form.top(), begin + two_lines) + space::large);
}

} // namespace

void draw_sizes(Form& form) {
    constexpr float field_width = 84;
    constexpr float step = 40;
    form.set_width(440, space::large);
    form.close_button();
    form.title();
    form.note("Numbers that still fit are kept. New ones are drawn at random: new heads and columns are not trained. "
              "Enter takes a number.");
    form.skip(space::medium);
    for (const FieldRow* const field : fields_of_dialog(form.ui(), size_fields)) {
        const float y = form.top();
        add_line(form.scene().list, form.ui().typesetter, {Form::margin, y + 20}, field->id.substr(size_fields.size()),
                 form.theme().ink, bold());
        form.write({Form::margin + 44, y + 20}, std::string(field->label), form.theme().dim);
        form.field({form.right() - field_width, y, field_width, control_height}, fmt::format("field:{}", field->id));
        form.skip(step);
    }
    add_notice(form);
}

void draw_texts(Form& form) {
    constexpr float label_room = 84;
    constexpr float step = 42;
    form.set_width(720);
    form.close_button();
    form.title();
    form.note(form.ui().session.texts_of_preset
                  ? "A preset's question and answer go when its words or weights change; your own stay."
                  : "Enter takes a text; undo takes it back. They are saved with the session.");
    form.skip(space::small);
    for (const FieldRow* const field : fields_of_dialog(form.ui(), text_fields)) {
        const float y = form.top();
        form.write({Form::margin, y + 20}, std::string(field->label), form.theme().ink, bold());
        form.field({Form::margin + label_room, y, form.inner() - label_room, control_height},
                   fmt::format("field:{}", field->id));
        form.skip(step);
    }
    form.field_problem({Form::margin, form.top() - 4}, form.inner());
    form.skip(space::tiny);
}

} // namespace attn
