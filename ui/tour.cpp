#include "ui/tour.h"

#include "core/figure/pictures/labels.h"
#include "ui/navigation.h"

#include <algorithm>

namespace attn {

namespace {

// What the tour looks at: in head 2, rose₄ reads rose₄.
constexpr Index second_head = 1;
constexpr Index rose = 3;

void show_cell_of(const UiContext& ui, Workspace& workspace, ArrayId stage) {
    go_to_cell(ui, workspace, {stage, 0, second_head, rose, rose});
}

void show_weight(const UiContext& ui, Workspace& workspace) {
    go_to_cell(ui, workspace, {ArrayId::Q, 0, second_head, rose, 0});
}

/// The pipeline's end, which low windows do not show.
void show_end_of_pipeline(const UiContext& /*desk*/, Workspace& workspace) {
    constexpr float beyond_its_end = 1e4F;
    workspace.pipeline_scroll = beyond_its_end;
}

/// What the bar has is in sight.
void show_bar(const UiContext& /*desk*/, Workspace& /*workspace*/) {}

bool shows(const UiContext& ui, ArrayId stage) {
    return !ui.workspace.parameter && ui.workspace.step == stage;
}

bool has_menu(const UiContext& ui, std::string_view name) {
    const auto& overlay = ui.workspace.overlay;
    return overlay && overlay->kind == Overlay::Kind::menu && overlay->menu == name;
}

bool has_overlay(const UiContext& ui, Overlay::Kind kind) {
    return ui.workspace.overlay && ui.workspace.overlay->kind == kind;
}

const Session& beginning(const UiContext& ui) {
    return ui.workspace.tour->began;
}

bool has_query_weights_of_the_beginning(const UiContext& ui) {
    const std::vector<HeadWeights>& now = ui.layer().heads;
    const std::vector<HeadWeights>& before = beginning(ui).layer().heads;
    return std::ranges::equal(
        now, before, [](const HeadWeights& left, const HeadWeights& right) { return equal_bits(left.W_Q, right.W_Q); });
}

constexpr std::array steps{
    TourStep{
        .title = "A row is a word that reads",
        .text = "Columns are the words that are read. The shares in the row of rose₄ sum to 1: it reads rose₁ and "
                "itself alike. Click the cell where rose₄ reads itself.",
        .targets = {"cell:A/2[4,4]"},
        .show = go_to_opening,
        .is_met =
            [](const UiContext& ui) {
                return shows(ui, ArrayId::A) && inspected_cell(ui) == CellId{ArrayId::A, 0, second_head, rose, rose};
            }},
    TourStep{.title = "Where does the number come from?",
             .text = "Here is its formula, and the same with this cell’s numbers. Whatever is underlined leads to "
                     "where it was made: follow it up to the scores.",
             // From below: each stage's own operand comes before the links to what it becomes.
             .targets = {"link:scores/*", "link:scaled/*", "link:masked/*", "link:exp/*"},
             .show = [](const UiContext& ui, Workspace& workspace) { show_cell_of(ui, workspace, ArrayId::A); },
             .is_met = [](const UiContext& ui) { return shows(ui, ArrayId::scores); }},
    TourStep{.title = "A product, before your eyes",
             .text = "Play makes the scores one by one, and soon asks you for the next. Type its number, then Enter; a "
                     "wrong one is told what slipped.",
             .then = "Esc shows all of it.",
             .targets = {"field:answer", "action:skip", "action:play"},
             .show = [](const UiContext& ui, Workspace& workspace) { show_cell_of(ui, workspace, ArrayId::scores); },
             .is_met = [](const UiContext& ui) { return !ui.workspace.playback.verdict.empty(); }},
    TourStep{.title = "Further up: a query",
             .text = "A score is a query times a key. Follow one of the q to Q, where each word’s X meets the weights "
                     "W_Q.",
             .targets = {"link:Q/*", "action:play-end"},
             .show = [](const UiContext& ui, Workspace& workspace) { show_cell_of(ui, workspace, ArrayId::scores); },
             .is_met = [](const UiContext& ui) { return shows(ui, ArrayId::Q) || shows(ui, ArrayId::X); }},
    TourStep{.title = "Change a weight",
             .text = "Baseline keeps the numbers as they are now. Then drag a cell of W_Q up or down: from there on "
                     "everything follows, and shows by how much.",
             .targets = {"action:baseline-keep", "cell:W_Q/*"},
             .show = show_weight,
             .is_met =
                 [](const UiContext& ui) { return ui.baseline != nullptr && !has_query_weights_of_the_beginning(ui); }},
    TourStep{
        .title = "What moved, and what stayed",
        .text = "Along the pipeline orange rose, blue fell, and what is pale did not move. Undo takes it back; "
                "then Change shows the numbers themselves again.",
        .targets = {"action:undo", "action:change"},
        .show = show_bar,
        .is_met =
            [](const UiContext& ui) { return has_query_weights_of_the_beginning(ui) && !ui.workspace.shows_change; }},
    TourStep{.title = "Change a word",
             .text = "Double-click rose₄ and write lily, then Enter. This layer knows the word; of any other it makes "
                     "an embedding from the letters.",
             .targets = {"field:token/*", "token:4"},
             .show = [](const UiContext& ui, Workspace& workspace) { show_cell_of(ui, workspace, ArrayId::A); },
             .is_met =
                 [](const UiContext& ui) { return ui.layer().sequence.items != beginning(ui).layer().sequence.items; }},
    TourStep{.title = "What the layer hands on",
             .text = "There is no other lily, so in head 2 it reads itself alone. Go down the pipeline to Y: a row for "
                     "each word, and in it what both heads found.",
             .targets = {"action:step/Y"},
             .show = show_end_of_pipeline,
             .is_met = [](const UiContext& ui) { return shows(ui, ArrayId::Y); }},
    TourStep{.title = "Take it with you",
             .text = "File saves the session, and exports what the stage shows as a figure for print, or as a table. "
                     "Open it.",
             .then = "Esc closes it.",
             .targets = {"action:menu/file"},
             .show = show_bar,
             .is_met =
                 [](const UiContext& ui) { return has_menu(ui, "file") || has_overlay(ui, Overlay::Kind::exporting); }},
    TourStep{.title = "Find everything else",
             .text = "Ctrl+P finds every action by its name, and ? shows all keys. Help has both, and this tour. Try "
                     "one of them.",
             .then = "Esc closes it, and ends the tour.",
             .targets = {"action:menu/help"},
             .show = show_bar,
             .is_met =
                 [](const UiContext& ui) {
                     return has_menu(ui, "help") || has_overlay(ui, Overlay::Kind::palette) ||
                            has_overlay(ui, Overlay::Kind::keys);
                 }},
};

void enter(const UiContext& ui, Workspace& workspace, std::size_t step) {
    Tour& tour = *workspace.tour;
    tour.step = step;
    tour.met = tour.met_before = steps.at(step).is_met(ui);
}

void go_on(const UiContext& ui, Workspace& workspace) {
    if (const std::size_t next = workspace.tour->step + 1; next < steps.size()) {
        enter(ui, workspace, next);
        return;
    }
    workspace.tour.reset();
    workspace.notice = Notice{"That was the tour. The first menu above has more questions.", false, true};
}

bool hands_are_free(const Workspace& workspace) {
    return !workspace.grip && !workspace.field && !workspace.overlay && !workspace.playback.active;
}

} // namespace

std::span<const TourStep> tour_steps() {
    return steps;
}

const TourStep& tour_step(const Workspace& workspace) {
    return steps.at(workspace.tour->step);
}

void begin_tour(const UiContext& ui, Workspace& workspace) {
    workspace.offers_tour = workspace.lecture = false;
    workspace.knows_tour = true;
    workspace.tour = Tour{.began = ui.session};
    enter(ui, workspace, 0);
}

void advance_tour(const UiContext& ui, Workspace& workspace) {
    if (!workspace.tour)
        return;
    Tour& tour = *workspace.tour;
    const bool met = tour_step(workspace).is_met(ui);
    if (tour.met_before && !met)
        tour.met_before = tour.met = false; // it can be done after all
    tour.met = tour.met || met;
    if (tour.met && !tour.met_before && hands_are_free(workspace))
        go_on(ui, workspace);
}

void skip_tour_step(const UiContext& ui, Workspace& workspace) {
    go_on(ui, workspace);
}

void go_back_in_tour(const UiContext& ui, Workspace& workspace) {
    if (workspace.tour->step > 0)
        enter(ui, workspace, workspace.tour->step - 1);
}

void end_tour(Workspace& workspace) {
    workspace.tour.reset();
    workspace.notice = Notice{"The tour ended. Help has it again.", false, true};
}

void decline_tour(Workspace& workspace) {
    workspace.offers_tour = false;
    workspace.knows_tour = true;
}

} // namespace attn
