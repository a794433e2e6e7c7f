#pragma once

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
    std::string_view label{};                                ///< label in menus and dialogs
    std::string_view hint{};                                 ///< describes the text to be typed
    std::optional<OptionId> option{};                        ///< the option of the layer whose number the field sets
    std::string (*label_now)(const UiContext& ui) = nullptr; ///< a label that depends on the state; null: `label`
    /// Returns the text with which the field opens; null: the field opens empty.
    std::string (*read)(const UiContext& ui, std::string_view part) = nullptr;
    /// Reacts to Enter: parses the text and commits its value. See entering.
    Result<void> (*enter)(const CommandContext& command, std::string_view part, std::string_view text) = nullptr;
    bool (*enabled)(const UiContext& ui) = nullptr; ///< null: always
    std::string_view needs{};                       ///< why nothing can be typed while the field is not enabled, for
                                                    ///< menus
    bool keeps_refused = false;   ///< true: a refused text stays in the field, so that the user can correct it
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

/// Returns all rows of fields. In addition, each option of the layer that is a number has a field of its name.
std::span<const FieldRow> fields();
// The tables of fields.

/// Returns the rows of fields that change the session.
std::span<const FieldRow> session_field_rows();
/// Fields for places to go to, and for the range of colours.
std::span<const FieldRow> view_field_rows();
/// Fields of paths, and of searches.
std::span<const FieldRow> path_field_rows();

/// Returns the row of a field such as "field:size/D"; nullptr if there is none.
const FieldRow* find_field(std::string_view target);

/// Returns the field as a menu shows it.
Offer offer_of(const UiContext& ui, const FieldRow& field);
/// Returns the text that the target's field shows or opens with.
std::string field_text(const UiContext& ui, std::string_view target);
/// Opens the target's field with its text.
void begin_field(const UiContext& ui, Workspace& workspace, std::string target);

void begin_field(Workspace& workspace, std::string target, std::string text);

/// Enters the open field. Returns true if its text was taken; otherwise the field stays open with all of it selected.
bool enter_field(const CommandContext& command);
/// Leaves the field because of a key that is meant for something else. Returns true if the field is left. A text that
/// was not changed makes no edit.
bool leave_field_for_key(const CommandContext& command);
/// Leaves the field because the mouse is pressed beside it. A valid text is stored; otherwise the old value stays, and
/// a notice says so.
void leave_field(const CommandContext& command);

/// Stores the text of a field. Fails, saying what was expected, if the text cannot be read; the old value then stays.
Result<void> commit_field(const FieldEdit& field, const CommandContext& command);

/// Makes the edit if the session can take it; otherwise the error is shown beside the field.
Result<void> make_if_valid(const CommandContext& command, Edit edit, std::string said = {});

/// Returns the text without the spaces around it.
std::string_view trimmed(std::string_view text);
/// Parse functions for rows: the whole text, or the text without the spaces around it.
Result<std::string_view> as_typed(std::string_view text);
Result<std::string_view> as_words(std::string_view text);

/// Returns a path as shells read it: ~ is the user's home folder.
std::filesystem::path path_of(std::string_view text);

/// Reads a number as people type it: "-2.4", "−2.4", "1e-5", "-inf", "−∞", "1/4".
Result<float> parse_number(std::string_view text);
/// Reads a whole number that is at least `least`.
Result<Index> parse_count(std::string_view text, Index least);

} // namespace attn
