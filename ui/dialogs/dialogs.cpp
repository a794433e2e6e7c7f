#include "ui/dialogs/dialogs.h"

#include "ui/actions/export_actions.h"
#include "ui/actions/glossary_list.h"
#include "ui/actions/hypothesis_actions.h"
#include "ui/actions/layer_list.h"
#include "ui/actions/moved.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

namespace attn {

namespace {

using enum RoomInLecture;

// The rows are in the order of Overlay::Kind.
constexpr std::array dialog_table{
    Dialog{.kind = Overlay::Kind::menu,
           .draw = draw_menu,
           .keys = react_in_menu,
           .room = stage,
           .is_menu = true,
           .closes_when_chosen = true,
           .keeps_open = true,
           .explains_words = true},
    Dialog{.kind = Overlay::Kind::open_file,
           .title = "Open",
           .action = "open",
           .first_field = "field:open-path",
           .draw = draw_open_file,
           .path = PathUse::read},
    Dialog{.kind = Overlay::Kind::save_file,
           .title = "Save the session",
           .action = "save-as",
           .first_field = "field:save-path",
           .draw = draw_save_file,
           .path = PathUse::save},
    Dialog{.kind = Overlay::Kind::save_weights,
           .title = "Export the weights",
           .action = "export-weights",
           .first_field = "field:weights-path",
           .draw = draw_save_weights,
           .path = PathUse::save},
    Dialog{.kind = Overlay::Kind::exporting,

           .draw = draw_exporting,
           .keys = react_in_exporting,
           .leave_field = leave_export_field,
           .escape = close_export_list,
           .path = PathUse::exported,
           .keeps_open = true,
           .takes_tab = true,
           .is_wide = true},
    Dialog{.kind = Overlay::Kind::check_file,
           .title = "Check an implementation of your own",
           .action = "check",
           .first_field = "field:check-path",
           .draw = draw_check_file,
           .path = PathUse::read},
    Dialog{.kind = Overlay::Kind::comparison, .draw = draw_comparison, .is_wide = true},
    Dialog{.kind = Overlay::Kind::unsaved, .draw = draw_unsaved, .keys = react_in_unsaved, .takes_tab = true},
    Dialog{.kind = Overlay::Kind::replacing, .draw = draw_replacing, .keys = react_in_replacing, .takes_tab = true},
    Dialog{.kind = Overlay::Kind::palette,
           .action = "find",
           .first_field = "field:find",
           .draw = draw_palette,
           .list = {.count = count_of_found_actions, .notch = 3},
           .room = stage,
           .closes_when_chosen = true},
    Dialog{.kind = Overlay::Kind::keys, .action = "keys", .draw = draw_keys, .keys = react_in_keys, .room = stage},
    Dialog{.kind = Overlay::Kind::manual, .draw = draw_manual, .keys = react_in_manual, .room = scene},
    Dialog{.kind = Overlay::Kind::glossary,

           .first_field = glossary_field,
           .draw = draw_glossary,
           .keys = react_in_glossary,
           .enter = go_to_marked_term,
           .typed = find_term_typed,
           .wheel = turn_wheel_in_glossary,
           .room = scene},
    Dialog{.kind = Overlay::Kind::sizes,
           .title = "Sizes",
           .action = "sizes",
           .draw = draw_sizes,
           .keeps_open = true,
           .says_notice = true},
    Dialog{.kind = Overlay::Kind::notation,
           .title = "Notation",
           .action = "notation",
           .first_field = "field:notation-path",
           .draw = draw_notation,
           .path = PathUse::read},
    Dialog{.kind = Overlay::Kind::texts, .title = "Texts", .action = "texts", .draw = draw_texts, .keeps_open = true},
    Dialog{.kind = Overlay::Kind::readouts,
           .title = "Read-outs",
           .action = "readouts",
           .draw = draw_readouts,
           .keeps_open = true},
    Dialog{.kind = Overlay::Kind::pins,
           .title = "Pins",
           .action = "pins",
           .draw = draw_pins,
           .list = {.count = count_of_pins},
           .keys = react_in_pins,
           .enter = go_to_marked_pin},
    Dialog{.kind = Overlay::Kind::layers,
           .first_field = layers_field,
           .draw = draw_layers,
           .list = {.count = count_of_found_layers, .page = page_of_layers},
           .keys = react_in_layers,
           .typed = find_layers,
           .takes_tab = true},
    Dialog{.kind = Overlay::Kind::layer_questions,
           .draw = draw_layer_questions,
           .enter = open_asked_layer,
           .leave_field = leave_layer_question,
           .takes_tab = true,
           .explains_words = true},
    Dialog{.kind = Overlay::Kind::hypothesis,
           .first_field = hypothesis_field,
           .draw = draw_hypothesis,
           .list = {.count = count_of_hypotheses, .least = -1}},
    Dialog{.kind = Overlay::Kind::moved,
           .action = "moved",
           .draw = draw_moved,
           .list = {.count = count_of_moved},
           .enter = go_to_marked_moved,
           .room = stage},
    Dialog{.kind = Overlay::Kind::recorded, .draw = draw_recorded, .keys = react_in_recorded, .takes_tab = true},
    Dialog{.kind = Overlay::Kind::left_work,
           .title = "Work that was not saved",
           .action = "left-work",
           .draw = draw_left_work,
           .keys = react_in_left_work,
           .takes_tab = true},
    Dialog{.kind = Overlay::Kind::lessons, .action = "lessons", .draw = draw_lessons, .enter = open_next_lesson},
};

constexpr bool has_a_row_for_each_kind() {
    for (std::size_t i = 0; i < dialog_table.size(); ++i)
        if (static_cast<std::size_t>(dialog_table[i].kind) != i)
            return false;
    return dialog_table.size() == Overlay::kinds;
}
static_assert(has_a_row_for_each_kind());

} // namespace

const Dialog& dialog_of(Overlay::Kind kind) {
    return dialog_table.at(static_cast<std::size_t>(kind));
}

const Dialog& dialog_of_action(std::string_view action) {
    const auto* const row = std::ranges::find(dialog_table, action, &Dialog::action);
    assert(row != dialog_table.end());
    return *row;
}

const Dialog& dialog_with_field(std::string_view field) {
    if (is_export_path(field)) // the export dialog has one such field for each tab
        return dialog_of(Overlay::Kind::exporting);
    const auto* const row = std::ranges::find(dialog_table, field, &Dialog::first_field);
    assert(row != dialog_table.end());
    return *row;
}

} // namespace attn
