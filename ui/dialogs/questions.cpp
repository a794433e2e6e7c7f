// Questions before something would be lost or mistaken: unsaved changes, a file that would be replaced, a file of
// stages without weights.

#include "core/files/printable.h"
#include "core/text/words.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace attn {

namespace {

/// The three buttons of a question. Arrows and Enter choose a button, as does its letter ('\0': none). A button that
/// throws something away has no letter, since the user may be typing something else when the dialog opens.
struct Answers {
    std::array<const char*, 3> targets;
    std::array<char, 2> letters;
};

constexpr Answers unsaved_answers{{"action:unsaved/save", "action:unsaved/discard", "action:close"}, {'s', '\0'}};
constexpr Answers replacing_answers{{"action:replace/yes", "action:replace/save-as", "action:close"}, {'\0', 'a'}};
constexpr Answers recorded_answers{{"action:recorded/check", "action:recorded/open", "action:close"}, {'c', 'o'}};

/// Adds the buttons at the dialog's foot, the marked one highlighted, with `keys` beside them.
void add_answers(Form& form, const Answers& answers, const std::array<std::string, 3>& labels, const std::string& keys,
                 const std::string& name_of_keys = {}) {
    const Index marked = form.ui().workspace.overlay->marked;
    std::vector<Segment> buttons;
    for (std::size_t i = 0; i < labels.size(); ++i)
        buttons.push_back(
            {.target = answers.targets.at(i), .label = labels.at(i), .chosen = marked == static_cast<Index>(i)});
    form.foot_before_keys(buttons, {}, keys, name_of_keys);
}

/// Reacts to keys. Returns true if one moved the mark or pressed a button.
bool answer_by_key(const CommandContext& command, const Answers& answers) {
    Index& marked = command.workspace.overlay->marked;
    const auto count = static_cast<Index>(answers.targets.size());
    if (key_pressed(Key::right) || key_pressed(Key::tab))
        marked = (marked + 1) % count;
    else if (key_pressed(Key::left))
        marked = (marked + count - 1) % count;
    else if (key_pressed(Key::enter))
        run_action(answers.targets.at(static_cast<std::size_t>(marked)), command);
    else {
        for (std::size_t i = 0; i < answers.letters.size(); ++i)
            if (answers.letters.at(i) != '\0' && chord_pressed({.key = letter_key(answers.letters.at(i))})) {
                run_action(answers.targets.at(i), command);
                return true;
            }
        return false;
    }
    return true;
}

/// Returns each name once, with its count if it occurs several times: "By hand", "Masks (2)".
std::vector<std::string> counted_names(const std::vector<std::string>& names) {
    std::vector<std::string> counted;
    for (auto name = names.begin(); name != names.end(); ++name)
        if (std::find(names.begin(), name, *name) == name) {
            const auto count = std::count(name, names.end(), *name);
            const std::string shown = name->empty() ? "a session without a name" : *name;
            counted.push_back(count > 1 ? fmt::format("{} ({})", shown, count) : shown);
        }
    return counted;
}

/// The first names, and how many more: "By hand", "By hand and tea.json", "By hand, tea.json and 3 more".
std::string listed_names(const std::vector<std::string>& all) {
    constexpr std::size_t most = 3;
    std::vector<std::string> names = counted_names(all);
    if (names.size() > most) {
        const std::size_t more = names.size() - (most - 1);
        names.resize(most - 1);
        names.push_back(fmt::format("{} more", more));
    }
    return enumerated(names);
}

} // namespace

void draw_unsaved(Form& form) {
    const Workspace& workspace = form.ui().workspace;
    const bool was_left = workspace.present_is_saved;
    form.set_width(was_left ? 600.0F : 480.0F);
    form.title(was_left ? "Quit with other changes unsaved?" : "Save your changes first?");
    form.say("unsaved.text", {Form::margin, form.top() + 14},
             fmt::format("The changes of {} are in no file. Quitting loses them.", listed_names(workspace.unsaved)),
             form.theme().dim, {}, Horizontal::left, form.inner());
    form.skip(46);
    const std::array<std::string, 3> labels{was_left ? "Go back to them" : "Save",
                                            was_left ? "Quit without them" : "Discard", "Cancel"};
    const auto marked = static_cast<std::size_t>(std::clamp<Index>(workspace.overlay->marked, 0, 2));
    add_answers(form, unsaved_answers, labels, fmt::format("Enter: {}   Esc: Cancel", labels.at(marked)),
                "unsaved.keys");
}

bool react_in_unsaved(const CommandContext& command) {
    return answer_by_key(command, unsaved_answers);
}

void draw_replacing(Form& form) {
    const auto& replacement = form.ui().workspace.replacement;
    if (!replacement)
        return;
    form.set_width(560);
    form.title("Replace " + printable_path(replacement->path().filename()) + "?");
    form.note(replacement->reason, "replacing.reason");
    form.skip(space::section);
    add_answers(form, replacing_answers, {"Replace", replacement->is_export() ? "Another name" : "Save as…", "Cancel"},
                "← →   Enter   A   Esc");
}

bool react_in_replacing(const CommandContext& command) {
    return answer_by_key(command, replacing_answers);
}

void draw_recorded(Form& form) {
    const auto& file = form.ui().workspace.recorded;
    if (!file)
        return;
    form.set_width(560);
    form.title(printable_path(file->filename()) + " holds stages without weights", "recorded.title");
    form.note("Numbers that somebody computed for this layer can be checked against it. Those of another layer open as "
              "a session of their own.");
    form.skip(space::section);
    add_answers(form, recorded_answers, {"Check against this layer", "Open as a session", "Cancel"}, "C   O   Esc");
}

bool react_in_recorded(const CommandContext& command) {
    return answer_by_key(command, recorded_answers);
}

} // namespace attn
