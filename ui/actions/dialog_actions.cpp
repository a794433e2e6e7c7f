#include "core/document/session/edits.h"
#include "core/model/arrays.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/fields.h"
#include "ui/actions/folder_list.h"
#include "ui/actions/glossary_list.h"
#include "ui/actions/hypothesis_actions.h"
#include "ui/actions/manual_pages.h"
#include "ui/actions/moved.h"
#include "ui/actions/navigation.h"
#include "ui/actions/token_places.h"
#include "ui/document/diff_words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

// --- Domains ---------------------------------------------------------------------------------------------------------

constexpr Domain<ArrayId> a_stage{"stage", [](const UiContext&, std::string_view name) {
                                      const auto array = find_array(name);
                                      return array && is_stage(*array) ? array : std::nullopt;
                                  }};

constexpr Domain<CellId> a_cell{"cell", [](const UiContext&, std::string_view name) { return parse_cell_name(name); }};

constexpr Domain<const ArrayDiff*> what_moved{
    "stage that moved", [](const UiContext& ui, std::string_view name) -> std::optional<const ArrayDiff*> {
        const auto all = moved_arrays(ui);
        const auto found = std::ranges::find(all, name, [](const ArrayDiff* diff) { return moved_target(*diff); });
        return found == all.end() ? std::nullopt : std::optional(*found);
    }};

constexpr Domain<Index> a_folder_entry{"file", [](const UiContext& ui, std::string_view name) -> std::optional<Index> {
                                           return asks_for_path(ui) ? number_among(std::ssize(folder_entries(ui)), name)
                                                                    : std::nullopt;
                                       }};

constexpr Domain<Index> left_work_entry{"work that was left", [](const UiContext& ui, std::string_view name) {
                                            return number_among(std::ssize(ui.status.left_work), name);
                                        }};

/// A layer of the checkpoint in the list, by its number; layers count from 0, as in their model.
constexpr Domain<const FoundLayer*> a_listed_layer{
    "layer", [](const UiContext& ui, std::string_view number) -> std::optional<const FoundLayer*> {
        if (!ui.workspace.layer_choice)
            return std::nullopt;
        for (const ListedLayer& listed : ui.workspace.layer_choice->listing.layers)
            if (std::to_string(listed.layer.number) == number)
                return &listed.layer;
        return std::nullopt;
    }};

template <Side side>
constexpr Domain<Index> a_token{"token", [](const UiContext& ui, std::string_view name) -> std::optional<Index> {
                                    if (side == Side::context && !ui.layer().context)
                                        return std::nullopt;
                                    return number_among(sequence_of(ui, side).token_count(), name);
                                }};

// --- Effects ---------------------------------------------------------------------------------------------------------

void compare_stage(const CommandContext& command, ArrayId stage) {
    command.workspace.compared = stage;
}

void unpin(const CommandContext& command, const CellId& cell) {
    make(command, Unpin{cell});
}

void save_first(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    workspace.overlay.reset();
    if (workspace.present_is_saved) {
        workspace.waiting.reset();
        ask(command, GoBackToUnsaved{});
    } else
        ask(command, SaveFile{}); // the waiting request goes on once the session is saved
}

void discard_changes(const CommandContext& command) {
    command.workspace.overlay.reset();
    if (const std::optional<Request> waiting = std::exchange(command.workspace.waiting, std::nullopt))
        command.frame_actions.requests.push_back({*waiting, true});
}

/// Replaces a file that somebody else changed, that is no session, or that no export of this window wrote.
void replace_file(const CommandContext& command) {
    command.workspace.overlay.reset();
    const auto ask_again = [&](auto request) {
        request.asked = true;
        ask(command, std::move(request));
    };
    if (std::optional<Replacement> replacement = std::exchange(command.workspace.replacement, std::nullopt))
        std::visit(ask_again, std::move(replacement->request));
}

void save_elsewhere(const CommandContext& command) {
    command.workspace.overlay.reset();
    const std::optional<Replacement> replacement = std::exchange(command.workspace.replacement, std::nullopt);
    if (replacement && replacement->is_export())
        open_export_again(command);
    else if (replacement)
        run_action("action:save-as", command);
}

void check_recorded(const CommandContext& command) {
    command.workspace.overlay.reset();
    if (const auto path = std::exchange(command.workspace.recorded, std::nullopt))
        ask(command, CheckAgainst{*path});
}

void open_recorded(const CommandContext& command) {
    command.workspace.overlay.reset();
    if (const auto path = std::exchange(command.workspace.recorded, std::nullopt))
        ask(command, OpenFile{.path = *path, .recorded = true});
}

/// Opens a chosen file at once if one is to be read; for saving, only writes its path into the field.
void choose_file(const CommandContext& command, Index number) {
    if (!choose_entry(command.ui, command.workspace, number) || !asks_for_file_to_read(command.ui))
        return;
    const FieldEdit field = *command.workspace.field;
    if (const Result<void> taken = commit_field(field, command); !taken)
        command.workspace.field_problem = text_in(command.ui.session, taken.error());
    else
        command.workspace.field.reset();
}

const LeftWorkLabel& left_work(const CommandContext& command, Index number) {
    return command.ui.status.left_work[static_cast<std::size_t>(number)];
}

void open_left_work(const CommandContext& command, Index number) {
    command.workspace.overlay.reset();
    ask(command, OpenFile{.path = left_work(command, number).folder, .left = true});
}

void discard_left_work(const CommandContext& command, Index number) {
    ask(command, DiscardLeftWork{left_work(command, number).folder});
}

/// Opens a layer as a session of its own.
void open_layer(const CommandContext& command, const FoundLayer* layer) {
    Workspace& workspace = command.workspace;
    OpenFile request{.path = workspace.layer_choice->path, .layer = layer->name};
    workspace.overlay.reset();
    workspace.field.reset();
    workspace.layer_choice.reset();
    ask(command, std::move(request));
}

/// Opens the dialog of hypotheses for a head.
void open_hypothesis_of(const CommandContext& command, Index head) {
    choose_head(command.ui, command.workspace, head);
    open_hypothesis(command);
}

template <Side side>
void remove_token_of(const CommandContext& command, Index token) {
    make(command, RemoveToken{command.workspace.item, token, side});
}

constexpr Domain<Index> a_manual_page{
    "page of the manual", [](const UiContext& ui, std::string_view topic) { return find_manual_page(ui, topic); }};

constexpr Domain<const GlossaryTerm*> a_glossary_term{
    "term", [](const UiContext&, std::string_view name) -> std::optional<const GlossaryTerm*> {
        const GlossaryTerm* const term = find_term_named(name);
        return term == nullptr ? std::nullopt : std::optional(term);
    }};

std::string question_about(const std::string& term) {
    const bool is_several = term.size() > 1 && term.ends_with('s') && term != "bias";
    return fmt::format("What {} {}?", is_several ? "are" : "is", term);
}

std::vector<Offer> terms_by_name(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const GlossaryTerm& term : glossary())
        offers.push_back({.target = fmt::format("action:glossary/{}", term.name),
                          .label = question_about(shown_term(ui, term)),
                          .about = meaning_of(ui, term).letters(),
                          .key = {}});
    return offers;
}

void read_manual_page(const CommandContext& command, Index page) {
    show_manual_page(command.workspace, page);
}

std::vector<Offer> found_manual_pages(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const ManualPage& page : ui.status.manual)
        offers.push_back(
            {.target = "action:manual/" + page.topic, .label = "Manual: " + page.heading(), .about = {}, .key = {}});
    return offers;
}

constexpr std::array dialog_table{
    ArgumentAction{.id = "manual",
                   .takes = taking<a_manual_page, read_manual_page>,
                   .menus = InNoMenu::in_its_dialog,
                   .found = found_manual_pages},
    ArgumentAction{.id = "glossary",
                   .takes = taking<a_glossary_term, show_in_glossary>,
                   .menus = InNoMenu::in_its_dialog,
                   .found = terms_by_name},
    ArgumentAction{.id = "compare", .takes = taking<a_stage, compare_stage>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "unpin", .takes = taking<a_cell, unpin>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "moved", .takes = taking<what_moved, show_moved>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "claim", .takes = taking<any_words, say_of_head>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{
        .id = "claim-of", .takes = taking<a_head, open_hypothesis_of>, .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{.id = "unsaved/save", .takes = taking_nothing<save_first>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "unsaved/discard", .takes = taking_nothing<discard_changes>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "replace/yes", .takes = taking_nothing<replace_file>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "replace/save-as", .takes = taking_nothing<save_elsewhere>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "recorded/check", .takes = taking_nothing<check_recorded>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "recorded/open", .takes = taking_nothing<open_recorded>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "choose", .takes = taking<a_folder_entry, choose_file>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{
        .id = "left-open", .takes = taking<left_work_entry, open_left_work>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{
        .id = "left-discard", .takes = taking<left_work_entry, discard_left_work>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "layer", .takes = taking<a_listed_layer, open_layer>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "remove-token",
                   .takes = taking<a_token<Side::sequence>, remove_token_of<Side::sequence>>,
                   .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{.id = "remove-context-token",
                   .takes = taking<a_token<Side::context>, remove_token_of<Side::context>>,
                   .menus = InNoMenu::beside_what_it_is_for},
};
static_assert(each_is_in_a_menu_or_says_why_not(dialog_table));

} // namespace

std::span<const ArgumentAction> dialog_actions() {
    return dialog_table;
}

} // namespace attn
