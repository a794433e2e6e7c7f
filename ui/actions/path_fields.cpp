#include "core/document/session/edits.h"
#include "core/notation/notation.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/fields.h"
#include "ui/actions/glossary_list.h"
#include "ui/actions/hypothesis_actions.h"
#include "ui/actions/layer_list.h"
#include "ui/actions/search.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace attn {

namespace {

Result<std::filesystem::path> parse_path(std::string_view text) {
    std::filesystem::path path = path_of(trimmed(text));
    if (path.empty())
        return error("A path is needed: type it here.");
    return path;
}

std::string export_path_text(const UiContext& ui, std::string_view /*part*/) {
    return ui.workspace.exporting.path();
}

Result<void> export_to(const CommandContext& command, std::string_view /*part*/, std::string_view path) {
    return take_export_path(path, command);
}

Result<void> do_found(const CommandContext& command, std::string_view /*part*/, std::string_view words) {
    const std::vector<Offer> found = found_actions(command.ui, words);
    const Index marked = command.workspace.overlay ? command.workspace.overlay->marked : 0;
    if (found.empty())
        return error("no action has that name");
    const Offer offer = found.at(static_cast<std::size_t>(std::min<Index>(marked, std::ssize(found) - 1)));
    command.workspace.overlay.reset();
    run_action(offer.target, command);
    return {};
}

Result<void> go_to_found_term(const CommandContext& command, std::string_view /*part*/, std::string_view words) {
    if (found_terms(command.ui, words).empty())
        return error("no word of the glossary has these letters");
    go_to_marked_term(command);
    return {};
}

Result<void> open_found_layer(const CommandContext& command, std::string_view /*part*/, std::string_view /*words*/) {
    return take_marked_layer(command);
}

Result<void> say_hypothesis(const CommandContext& command, std::string_view /*part*/, std::string_view words) {
    take_hypothesis(words, command);
    return {};
}

/// Makes a request with the typed path, and closes the dialog.
template <Request (*request)(std::filesystem::path path)>
Result<void> ask_with_path(const CommandContext& command, std::string_view /*part*/, std::filesystem::path path) {
    command.workspace.overlay.reset();
    command.frame_actions.requests.push_back({request(std::move(path))});
    return {};
}

Request opening(std::filesystem::path path) {
    return OpenFile{.path = std::move(path), .typed = true};
}

/// A path without an extension gets .json, as the proposed name has.
Request saving(std::filesystem::path path) {
    if (!path.has_extension())
        path += ".json";
    return SaveFileAs{.path = std::move(path), .typed = true, .may_replace = false};
}

Request saving_weights(std::filesystem::path path) {
    return SaveFileAs{.path = std::move(path), .typed = true, .may_replace = false, .weights = true};
}

Request checking(std::filesystem::path path) {
    return CheckAgainst{std::move(path)};
}

std::string proposed_name(const UiContext& ui, std::string_view /*part*/) {
    return ui.status.proposed_name;
}

std::string proposed_weights_name(const UiContext& ui, std::string_view /*part*/) {
    return ui.status.weights_name;
}

/// Reads a notation of the user's own at once, since its file is small.
Result<void> take_notation(const CommandContext& command, std::string_view /*part*/,
                           const std::filesystem::path& path) {
    const auto notation = load_notation(path);
    if (!notation)
        return notation.error();
    return make_if_valid(command, SetNotation{{}, command.ui.session.tokens_as_columns, *notation});
}

constexpr std::array path_field_table{
    FieldRow{.id = "picture-path", .read = export_path_text, .enter = entering<as_words, export_to>},
    FieldRow{.id = "document-path", .read = export_path_text, .enter = entering<as_words, export_to>},
    FieldRow{.id = "folder-path", .read = export_path_text, .enter = entering<as_words, export_to>},

    FieldRow{.id = "find",
             .hint = "what do you want to do?",
             .enter = entering<as_typed, do_found>,
             .waits_for_enter = true},
    FieldRow{.id = "find-term",
             .hint = "find a word",
             .enter = entering<as_typed, go_to_found_term>,
             .waits_for_enter = true},
    FieldRow{.id = "find-layer",
             .hint = "letters of a name, a shape, a type",
             .enter = entering<as_typed, open_found_layer>,
             .waits_for_enter = true},
    FieldRow{.id = "claim",
             .hint = "choose, or say it in your words",
             .enter = entering<as_typed, say_hypothesis>,
             .waits_for_enter = true},
    FieldRow{.id = "open-path",
             .hint = "path, then Enter",
             .enter = entering<parse_path, ask_with_path<opening>>,
             .waits_for_enter = true},
    FieldRow{.id = "save-path",
             .hint = "path, then Enter",
             .read = proposed_name,
             .enter = entering<parse_path, ask_with_path<saving>>,
             .waits_for_enter = true},
    FieldRow{.id = "weights-path",
             .hint = "path, then Enter",
             .read = proposed_weights_name,
             .enter = entering<parse_path, ask_with_path<saving_weights>>,
             .waits_for_enter = true},
    FieldRow{.id = "notation-path",
             .hint = "path, then Enter",
             .enter = entering<parse_path, take_notation>,
             .waits_for_enter = true},
    FieldRow{.id = "check-path",
             .hint = "path, then Enter",
             .enter = entering<parse_path, ask_with_path<checking>>,
             .waits_for_enter = true},
};

} // namespace

std::span<const FieldRow> path_field_rows() {
    return path_field_table;
}

} // namespace attn
