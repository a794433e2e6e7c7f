#include "ui/action_tables.h"
#include "ui/lecture.h"
#include "ui/tour.h"

#include <array>

namespace attn {

namespace {

bool tours(const UiContext& ui) {
    return ui.workspace.tour.has_value();
}

bool lectures(const UiContext& ui) {
    return ui.workspace.lecture;
}

template <Vision vision>
void see(const CommandContext& command) {
    command.workspace.vision = vision;
}

template <Vision vision>
bool is_seen(const UiContext& ui) {
    return ui.workspace.vision == vision;
}

constexpr std::array guide_action_table{
    Action{.id = "tour",
           .label = "Tour",
           .about = "two minutes, from a word that reads to the numbers behind it",
           .run = [](const CommandContext& d) { ask(d, StartTour{}); }},
    Action{.id = "tour-decline",
           .label = "No tour now",
           .about = "Help has it later",
           .run = [](const CommandContext& d) { decline_tour(d.workspace); },
           .enabled = [](const UiContext& d) { return d.workspace.offers_tour; }},
    Action{.id = "tour-skip",
           .label = "Skip this step of the tour",
           .chord = {.key = Key::page_down, .alt = true},
           .about = "and go on to the next",
           .run = [](const CommandContext& d) { skip_tour_step(d.ui, d.workspace); },
           .enabled = tours},
    Action{.id = "tour-back",
           .label = "Back in the tour",
           .chord = {.key = Key::page_up, .alt = true},
           .about = "to the step before",
           .run = [](const CommandContext& d) { go_back_in_tour(d.ui, d.workspace); },
           .enabled = [](const UiContext& d) { return tours(d) && d.workspace.tour->step > 0; }},
    Action{.id = "tour-show",
           .label = "Show me what the tour means",
           .chord = {.key = Key::home, .alt = true},
           .about = "goes to where its step happens",
           .run =
               [](const CommandContext& d) {
                   end_lecture(d.workspace);
                   tour_step(d.workspace).show(d.ui, d.workspace);
               },
           .enabled = tours},
    Action{.id = "tour-end",
           .label = "End the tour",
           .about = "also Esc",
           .run = [](const CommandContext& d) { end_tour(d.workspace); },
           .enabled = tours},

    Action{.id = "what-is-this",
           .label = "What is this?",
           .chord = {.key = Key::f1, .shift = true},
           .about = "tells of the selected cell what the mouse at rest would",
           .run = [](const CommandContext& d) { d.workspace.pointing = {.by = Pointing::By::selection}; }},
    Action{.id = "lecture",
           .label = "Lecture",
           .chord = key(Key::f11),
           .other_chord = key(Key::f5),
           .about = "full screen, large; Page Up and Page Down step, Esc leaves",
           .run =
               [](const CommandContext& d) {
                   if (lectures(d.ui))
                       end_lecture(d.workspace);
                   else
                       begin_lecture(d.workspace);
               },
           .chosen = lectures},
    Action{.id = "blank",
           .label = "Blank the screen",
           .chord = key(letter_key('b')),
           .other_chord = key(Key::period),
           .about = "in a lecture; again: what was shown",
           .run = [](const CommandContext& d) { d.workspace.blank = !d.workspace.blank; },
           .enabled = lectures,
           .chosen = [](const UiContext& d) { return d.workspace.blank; }},

    Action{.id = "see-as-it-is",
           .label = "See all colours",
           .about = "ends the preview of other eyes",
           .run = see<Vision::typical>,
           .chosen = is_seen<Vision::typical>},
    Action{.id = "see-deuteranopia",
           .label = "See as with deuteranopia",
           .about = "preview for eyes without the cones for green: colour blind",
           .run = see<Vision::deuteranopia>,
           .chosen = is_seen<Vision::deuteranopia>},
    Action{.id = "see-protanopia",
           .label = "See as with protanopia",
           .about = "preview for eyes without the cones for red: colour blind",
           .run = see<Vision::protanopia>,
           .chosen = is_seen<Vision::protanopia>},
    Action{.id = "see-tritanopia",
           .label = "See as with tritanopia",
           .about = "preview for eyes without the cones for blue: colour blind",
           .run = see<Vision::tritanopia>,
           .chosen = is_seen<Vision::tritanopia>},
};

} // namespace

std::span<const Action> guide_actions() {
    return guide_action_table;
}

} // namespace attn
