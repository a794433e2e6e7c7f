#pragma once

#include "ui/actions/actions.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// One of the answers to choose from.
struct AskedChoice {
    std::string_view name;
    std::string_view label;
    bool (*chosen)(const LayerAnswers& answers);
    void (*choose)(LayerAnswers& answers);
};

/// A question about a layer, answered by choices or in a field. The dialog shows the questions in the order of their
/// rows.
struct LayerQuestion {
    std::string_view name; ///< name of the field, or the beginning of the choices' names
    std::string_view label;
    std::string_view about;
    std::span<const AskedChoice> choices{};
    bool (*wanted)(const LayerQuestions& questions, const LayerAnswers& answers);
    bool (*answered)(const LayerAnswers& answers);
    std::string (*text)(const LayerAnswers& answers) = nullptr; ///< the answer as a field shows it
    Result<void> (*take)(LayerAnswers& answers, std::string_view text, const LayerQuestions& questions) = nullptr;
    std::string_view hint{};
};

std::span<const LayerQuestion> layer_question_table();

/// The target of the question's field: "field:ask/heads".
std::string layer_question_field(const LayerQuestion& question);
bool is_wanted(const LayerQuestion& question, const AskedLayer& asked);
/// The first question without an answer; `nullptr` if all have one.
const LayerQuestion* first_open_question(const AskedLayer& asked);

/// Opens the dialog of questions.
void open_layer_questions(Workspace& workspace, AskedLayer asked);

/// Puts the keyboard's focus on the next question without an answer.
void ask_next_question(const CommandContext& command);
void open_answered_layer(const CommandContext& command);

/// Returns the answer to "heads", "rotary-base", "epsilon" or "resid-pre" as its field shows it.
std::string typed_answer(const UiContext& ui, std::string_view name);
Result<void> type_about_layer(const CommandContext& command, std::string_view name, std::string_view text);

} // namespace attn
