#pragma once

#include "core/tensor/result.h"
#include "ui/actions/actions.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Something that can be typed. An id that ends in "/" is that of many fields: `part` is what follows in their names.
struct FieldRow {
    std::string_view id;                                     ///< "value"; its target is "field:value"
    std::string_view label{};                                ///< as menus and dialogs say it
    std::string_view hint{};                                 ///< what may be typed
    std::optional<OptionId> option{};                        ///< the option of the layer that it sets, by its number
    std::string (*label_now)(const UiContext& ui) = nullptr; ///< where it depends on what there is; none: the label
    /// What stands in it; none: nothing.
    std::string (*read)(const UiContext& ui, std::string_view part) = nullptr;
    /// What Enter does: parses the text and commits what it means. See entering.
    Result<void> (*enter)(const CommandContext& command, std::string_view part, std::string_view text) = nullptr;
    bool (*enabled)(const UiContext& ui) = nullptr; ///< none: always
    std::string_view needs{};                       ///< why nothing can be typed where it is not enabled, for menus
    bool keeps_refused = false;                     ///< what was refused stays in it, so that who wrote it can mend it
    bool waits_for_enter = false; ///< what was typed means nothing to who goes elsewhere: paths, and searches
    MenuPlaces menus = InNoMenu::beside_what_it_is_for;
};

/// `parse`: the text's value, or what was expected. `commit`: takes the value, or says why not.
template <auto parse, auto commit>
Result<void> entering(const CommandContext& command, std::string_view part, std::string_view text) {
    auto value = parse(text);
    if (!value)
        return value.error();
    return commit(command, part, *std::move(value));
}

/// Besides these each option of the layer that is a number has one of its name.
std::span<const FieldRow> fields();
// The tables that they stand in.

/// What changes the session.
std::span<const FieldRow> session_field_rows();
/// What is looked at, and in which colours.
std::span<const FieldRow> view_field_rows();
/// Where files go and come from, and what is searched for.
std::span<const FieldRow> path_field_rows();

/// "field:size/D"; none where there is none of that name.
const FieldRow* find_field(std::string_view target);

/// The field as a menu shows it.
Offer offer_of(const UiContext& ui, const FieldRow& field);
/// What stands in the field of that target, or in a new one.
std::string field_text(const UiContext& ui, std::string_view target);
/// Opens the field with what stands in it.
void begin_field(const UiContext& ui, Workspace& workspace, std::string target);

void begin_field(Workspace& workspace, std::string target, std::string text);

/// Enter in the open field: whether its text was taken. It stays open, all of it selected, where it was not.
bool enter_field(const CommandContext& command);
/// Something that is not said to the field is done by a key: whether the field is done with. What nobody touched was
/// not typed, and is no edit.
bool leave_field_for_key(const CommandContext& command);
/// The mouse is pressed beside the field: what was typed is kept, if it can be taken; otherwise the old value, and the
/// notice says so.
void leave_field(const CommandContext& command);

/// What Enter in a field means. Fails, saying what was expected, where the text cannot be taken; the old value then
/// stays.
Result<void> commit_field(const FieldEdit& field, const CommandContext& command);

/// Asks for the edit if the session can take it; the reason stands beside the field otherwise.
Result<void> make_if_valid(const CommandContext& command, Edit edit, std::string said = {});

/// Without blanks around it.
std::string_view trimmed(std::string_view text);
/// As parse functions of rows: all that was typed, or without the blanks around it.
Result<std::string_view> as_typed(std::string_view text);
Result<std::string_view> as_words(std::string_view text);

/// A path as shells take it: ~ is the user's own folder.
std::filesystem::path path_of(std::string_view text);

/// A number as people type it: "-2.4", "−2.4", "1e-5", "-inf", "−∞".
Result<float> parse_number(std::string_view text);
/// A whole number from `least` on.
Result<Index> parse_count(std::string_view text, Index least);

} // namespace attn
