#pragma once

#include "ui/actions/dialog.h"

namespace attn {

// The functions of the rows in dialogs.cpp; each dialog has a file of its own.

void draw_menu(Form& form);
bool react_in_menu(const CommandContext& command);
void draw_picture_menu(Form& form);

void draw_open_file(Form& form);
void draw_save_file(Form& form);
void draw_save_weights(Form& form);
void draw_check_file(Form& form);

void draw_exporting(Form& form);
bool react_in_exporting(const CommandContext& command);
bool leave_export_field(const CommandContext& command);
bool close_export_list(Workspace& workspace);

void draw_comparison(Form& form);

void draw_unsaved(Form& form);
bool react_in_unsaved(const CommandContext& command);
void draw_replacing(Form& form);
bool react_in_replacing(const CommandContext& command);
void draw_recorded(Form& form);
bool react_in_recorded(const CommandContext& command);

void draw_palette(Form& form);
Index count_of_found_actions(const UiContext& ui);

void draw_keys(Form& form);
bool react_in_keys(const CommandContext& command);
void draw_manual(Form& form);
bool react_in_manual(const CommandContext& command);

void draw_glossary(Form& form);
bool react_in_glossary(const CommandContext& command);
void find_term_typed(const CommandContext& command);
void turn_wheel_in_glossary(const CommandContext& command, float by);

void draw_sizes(Form& form);
void draw_texts(Form& form);
void draw_readouts(Form& form);
void draw_notation(Form& form);

void draw_pins(Form& form);
Index count_of_pins(const UiContext& ui);
bool react_in_pins(const CommandContext& command);
void go_to_marked_pin(const CommandContext& command);

void draw_layers(Form& form);
Index count_of_found_layers(const UiContext& ui);
Index page_of_layers(const UiContext& ui);
bool react_in_layers(const CommandContext& command);
void find_layers(const CommandContext& command);

void draw_layer_questions(Form& form);
void open_asked_layer(const CommandContext& command);
bool leave_layer_question(const CommandContext& command);

void draw_hypothesis(Form& form);
Index count_of_hypotheses(const UiContext& ui);

void draw_moved(Form& form);
Index count_of_moved(const UiContext& ui);

void draw_left_work(Form& form);
bool react_in_left_work(const CommandContext& command);

void draw_lessons(Form& form);
void open_next_lesson(const CommandContext& command);

} // namespace attn
