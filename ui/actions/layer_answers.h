#pragma once

#include "ui/actions/actions.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// An answer that is chosen among some.
struct AskedChoice {
    std::string_view name;
    std::string_view label;
    bool (*chosen)(const LayerAnswers& answers);
    void (*choose)(LayerAnswers& answers);
};

/// Something that is asked, by choices or by a field. Their order is that in which they stand.
struct LayerQuestion {
    std::string_view name; ///< of the field, or before the names of the choices
    std::string_view label;
    std::string_view about;
    std::span<const AskedChoice> choices{};
    bool (*wanted)(const LayerQuestions& questions, const LayerAnswers& answers);
    bool (*answered)(const LayerAnswers& answers);
    std::string (*text)(const LayerAnswers& answers) = nullptr; ///< of a field
    Result<void> (*take)(LayerAnswers& answers, std::string_view text, const LayerQuestions& questions) = nullptr;
    std::string_view hint{};
};

std::span<const LayerQuestion> layer_question_table();

/// "field:ask/heads".
std::string layer_question_field(const LayerQuestion& question);
bool is_wanted(const LayerQuestion& question, const AskedLayer& asked);
/// The first question without an answer; none where all have one.
const LayerQuestion* first_open_question(const AskedLayer& asked);

/// Begins to ask.
void open_layer_questions(Workspace& workspace, AskedLayer asked);

/// The keyboard goes to the next question without an answer; opens the layer where all have one.
void ask_next_question(const CommandContext& command);
void open_answered_layer(const CommandContext& command);

/// The answer that is typed to "heads", "rotary-base", "epsilon" or "resid-pre": as its field says it, and as Enter
/// takes it.
std::string typed_answer(const UiContext& ui, std::string_view name);
Result<void> type_about_layer(const CommandContext& command, std::string_view name, std::string_view text);

} // namespace attn
