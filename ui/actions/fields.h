#pragma once

#include "core/files/typed_number.h"
#include "core/tensor/result.h"
#include "ui/actions/actions.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Something that can be typed. A row whose id ends in "/" is that of many fields; `part` is the rest of a field's
/// name.
struct FieldRow {
    std::string_view id;                                     ///< "value": its target is "field:value"
    std::string_view label{};                                ///< as menus and dialogs show it
    std::string_view hint{};                                 ///< describes the text to be typed
    std::optional<OptionId> option{};                        ///< the option of the layer whose number it sets
    std::string (*label_now)(const UiContext& ui) = nullptr; ///< a label that depends on the state; null: `label`
    /// The text that the field opens with; null: none.
    std::string (*read)(const UiContext& ui, std::string_view part) = nullptr;
    /// Reacts to Enter: parses the text and commits its value. See entering.
    Result<void> (*enter)(const CommandContext& command, std::string_view part, std::string_view text) = nullptr;
    bool (*enabled)(const UiContext& ui) = nullptr; ///< null: always
    std::string_view needs{};                       ///< why nothing can be typed while it is not enabled, for menus
    bool keeps_refused = false;   ///< a refused text stays in the field, so that its writer can mend it
    bool waits_for_enter = false; ///< only Enter commits the text, e.g. a path or a search
    MenuPlaces menus = InNoMenu::beside_what_it_is_for;
};

/// The `enter` of a row. `parse` gives the text's value, or an error that says what was expected; `commit` takes the
/// value, or says why not.
template <auto parse, auto commit>
Result<void> entering(const CommandContext& command, std::string_view part, std::string_view text) {
    auto value = parse(text);
    if (!value)
        return value.error();
    return commit(command, part, *std::move(value));
}

/// All rows of fields. Each option of the layer that is a number has a field of its name besides.
std::span<const FieldRow> fields();
// The tables of fields.

/// Fields that change the session.
std::span<const FieldRow> session_field_rows();
/// Fields for places to go to, and for the range of colours.
std::span<const FieldRow> view_field_rows();
/// Fields of paths, and of searches.
std::span<const FieldRow> path_field_rows();

/// Finds "field:size/D"; `nullptr` if no row has that name.
const FieldRow* find_field(std::string_view target);

/// The field as a menu shows it.
Offer offer_of(const UiContext& ui, const FieldRow& field);
/// The text that the field of that target shows or opens with.
std::string field_text(const UiContext& ui, std::string_view target);
/// Opens the field of that target with its text.
void begin_field(const UiContext& ui, Workspace& workspace, std::string target);

void begin_field(Workspace& workspace, std::string target, std::string text);

/// Enters the open field. Returns true if its text was taken; otherwise the field stays open with all of it selected.
bool enter_field(const CommandContext& command);
/// Leaves the field because of a key that is meant for something else. Returns true if the field is left. A text that
/// was not changed is no edit.
bool leave_field_for_key(const CommandContext& command);
/// Leaves the field because the mouse is pressed beside it. A text that can be taken is kept; otherwise the old value
/// stays, and a notice says so.
void leave_field(const CommandContext& command);

/// Commits the text of a field. Fails, saying what was expected, if it cannot be taken; the old value then stays.
Result<void> commit_field(const FieldEdit& field, const CommandContext& command);

/// Makes the edit if the session can take it; otherwise the error is shown beside the field.
Result<void> make_if_valid(const CommandContext& command, Edit edit, std::string said = {});

/// Parse functions for rows: the whole text, or the text without the spaces around it.
Result<std::string_view> as_typed(std::string_view text);
Result<std::string_view> as_words(std::string_view text);

/// A path as shells take it: ~ is the user's home folder.
std::filesystem::path path_of(std::string_view text);

} // namespace attn
