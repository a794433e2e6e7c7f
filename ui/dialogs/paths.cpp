// The dialogs that ask for the path of a file.

#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/file_list.h"

namespace attn {

namespace {

constexpr float file_list_height = 254;

/// Adds the field of the dialog's path, its button, the files to choose from, and `remark`, or why a path was refused.
void add_path(Form& form, std::string_view field, const std::string& verb, const std::string& remark) {
    const UiContext& ui = form.ui();
    form.set_width(560, 0);
    form.close_button();
    form.title();
    const float y = form.top() + space::small;
    const float left = form.buttons_before({form.right(), y}, {{.target = "action:take-path", .label = verb}});
    form.field({Form::margin, y, left - space::small - Form::margin, control_height}, field);
    const float below = y + control_height + space::section - space::medium;
    const std::string& problem = ui.workspace.field_problem;
    const Font font{.weight = problem.empty() ? FontWeight::regular : FontWeight::medium};
    form.say_lines(problem.empty() ? "" : "field.problem", {Form::margin, below + 6}, form.inner(),
                   problem.empty() ? remark : problem, problem.empty() ? form.theme().dim : form.theme().ink, font);
    const float list = below + 54;
    add_file_list(form, {Form::margin, list, form.inner(), file_list_height});
    form.go_to(list + file_list_height - space::medium);
}

} // namespace

void draw_open_file(Form& form) {
    add_path(form, "field:open-path", "Open",
             "Enter opens a session (.json, .attn), weights (.npz, .safetensors) or an input X (.npy). Files can also "
             "be dropped on the window.");
}

void draw_save_file(Form& form) {
    add_path(form, "field:save-path", "Save",
             "Enter saves it. The path ends in .json or .attn: a small session is text, a large one is packed with "
             "its arrays.");
}

void draw_save_weights(Form& form) {
    add_path(form, "field:weights-path", "Export",
             "A path that ends in .npz or .safetensors. Weights of a checkpoint keep its layout and its other "
             "tensors.");
}

void draw_check_file(Form& form) {
    add_path(form, "field:check-path", "Check",
             "An .npz, .safetensors or folder of .npy with stages by their names (Q, A, Y …); or drop it on the "
             "window.");
}

} // namespace attn
