#include "ui/actions/playback.h"

#include "core/explain/answer_bugs.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/zoom.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

/// What has been revealed when the film is at a place: of the segment there, and of all before it.
Reveal revealed_at(const std::vector<FilmSegment>& all, double at, Reading reading) {
    Reveal reveal;
    reveal.reading = reading;
    for (const FilmSegment& part : all) {
        if (part.begin > at)
            break;
        const double share =
            part.end > part.begin ? std::clamp((at - part.begin) / (part.end - part.begin), 0.0, 1.0) : 1;
        const auto place =
            part.first + to_integer<Index>(std::floor(share * static_cast<double>(part.last - part.first)));
        switch (part.kind) {
        case FilmSegment::Kind::terms:
            reveal.terms = place;
            break;
        case FilmSegment::Kind::cells:
            reveal.cells = place;
            reveal.terms = 0;
            break;
        case FilmSegment::Kind::outer_products:
            reveal.terms = share > 0 ? part.last : part.first;
            break;
        case FilmSegment::Kind::level:
            reveal.level = static_cast<int>(part.last);
            break;
        case FilmSegment::Kind::slide:
            reveal.way = static_cast<float>(share);
            break;
        case FilmSegment::Kind::question:
            reveal.cells = part.first;
            reveal.terms = 0;
            break;
        case FilmSegment::Kind::words:
            break;
        }
    }
    return reveal;
}

const FilmSegment& segment_at(const std::vector<FilmSegment>& all, double at) {
    const auto later = std::find_if(all.begin(), all.end(), [&](const FilmSegment& part) { return part.begin > at; });
    return later == all.begin() ? all.front() : *(later - 1);
}

double end_of_questions(const std::vector<FilmSegment>& all) {
    const auto last = std::ranges::find(all.rbegin(), all.rend(), FilmSegment::Kind::question, &FilmSegment::kind);
    return last == all.rend() ? 0 : last->end;
}

/// The cell that is being made, or asked for, follows the film.
void select_revealed(const UiContext& ui, Workspace& workspace, const Reveal& reveal) {
    if (!is_played_by_cells(ui) || reveal.reading == Reading::outer_products)
        return;
    const Shape shape = array_shape(ui, workspace.array());
    Index place = reveal.cells;
    // While the rest of a row appears, the cell that came last is the one to look at.
    if (reveal.terms == 0 && place > 0 && !workspace.playback.asks)
        --place;
    place = std::min(place, shape.rows * shape.columns - 1);
    workspace.focus.reset();
    workspace.row = place / shape.columns;
    workspace.column = place % shape.columns;
}

void show_moment(const UiContext& ui, Workspace& workspace, const std::vector<FilmSegment>& all) {
    Playback& playback = workspace.playback;
    const FilmSegment& part = segment_at(all, playback.at);
    playback.words = part.words.text;
    const bool asked_before = std::exchange(playback.asks, part.kind == FilmSegment::Kind::question);
    if (playback.asks && !asked_before) {
        playback.verdict.clear();
        playback.right = 0;
        workspace.field = open_field("field:answer", "");
    }
    // What was said of the last answer is still read while the rest appears.
    if (part.kind == FilmSegment::Kind::cells && !playback.verdict.empty())
        playback.words = playback.verdict;
    if (!playback.asks && workspace.field && workspace.field->name == "field:answer")
        workspace.field.reset();
    const Reveal reveal = revealed_at(all, playback.at, playback.reading);
    select_revealed(ui, workspace, reveal);
    workspace.reveal = reveal;
    if (playback.at >= all.back().end) {
        // The film is over: the stage is whole, and what was said last stays.
        playback.running = false;
        workspace.reveal.reset();
    }
}

void begin(const UiContext& ui, Workspace& workspace) {
    Playback& playback = workspace.playback;
    if (!has_readings(ui))
        playback.reading = Reading::cells;
    playback.active = true;
    playback.at = 0;
    playback.verdict.clear();
    workspace.on_opening = false;
    fit_stage(workspace);
    if (picture(shown_picture(ui)).played == Picture::Steps::none)
        workspace.picture.reset();
}

} // namespace

bool has_readings(const UiContext& ui) {
    return picture(shown_picture(ui)).has_readings;
}

void play_or_pause(const UiContext& ui, Workspace& workspace) {
    Playback& playback = workspace.playback;
    if (playback.running && !playback.backward) {
        playback.running = false;
        return;
    }
    if (!playback.active || playback.at >= film(ui, playback.reading).back().end)
        begin(ui, workspace);
    // Whoever goes on without an answer is not asked again.
    if (playback.asks) {
        playback.at = end_of_questions(film(ui, playback.reading));
        playback.verdict.clear();
    }
    playback.running = true;
    playback.backward = false;
    playback.asks = false;
    advance_playback(ui, workspace, 0);
}

void play_backward(const UiContext& ui, Workspace& workspace) {
    Playback& playback = workspace.playback;
    if (!playback.active) {
        begin(ui, workspace);
        playback.at = film(ui, playback.reading).back().end;
    }
    playback.running = true;
    playback.backward = true;
    advance_playback(ui, workspace, 0);
}

void skip(const UiContext& ui, Workspace& workspace) {
    Playback& playback = workspace.playback;
    if (!playback.active)
        begin(ui, workspace);
    const std::vector<FilmSegment> all = film(ui, playback.reading);
    playback.at = segment_at(all, playback.at).end;
    playback.backward = false;
    show_moment(ui, workspace, all);
    if (playback.asks)
        playback.running = false;
}

void end_playback(Workspace& workspace) {
    workspace.playback.active = workspace.playback.running = workspace.playback.asks = false;
    workspace.playback.words.clear();
    workspace.playback.verdict.clear();
    workspace.reveal.reset();
}

void choose_reading(const UiContext& ui, Workspace& workspace, Reading reading) {
    workspace.playback.reading = reading;
    if (!workspace.playback.active)
        return;
    workspace.playback.at = 0;
    advance_playback(ui, workspace, 0);
}

void advance_playback(const UiContext& ui, Workspace& workspace, double seconds) {
    Playback& playback = workspace.playback;
    const std::vector<FilmSegment> all = film(ui, playback.reading);
    const double before = playback.at;
    playback.at += seconds * playback.speed * (playback.backward ? -1 : 1);
    playback.at = std::clamp(playback.at, 0.0, all.back().end);
    if (playback.backward && playback.at == 0)
        playback.running = false;
    for (const FilmSegment& part : all)
        if (part.kind == FilmSegment::Kind::question && before < part.begin && playback.at >= part.begin) {
            // Whoever is asked is given time.
            playback.at = part.begin;
            playback.running = false;
        }
    show_moment(ui, workspace, all);
}

void answer_question(const UiContext& ui, Workspace& workspace, float answer) {
    Playback& playback = workspace.playback;
    const std::vector<FilmSegment> all = film(ui, playback.reading);
    // Whatever was selected meanwhile, the answer is to the question.
    select_revealed(ui, workspace, revealed_at(all, playback.at, playback.reading));
    const CellId cell = selected_cell(ui);
    playback.verdict = bug_of_answer(ui.trace, cell, answer);
    workspace.field = open_field("field:answer", "");
    if (!playback.verdict.empty())
        return;
    ++playback.right;
    const auto next = std::ranges::find_if(all, [&](const FilmSegment& part) {
        return part.kind == FilmSegment::Kind::question && part.begin > playback.at;
    });
    if (next != all.end()) {
        playback.at = next->begin;
        playback.verdict = fmt::format("Right: {}. And this one?", display_number(ui.trace.value(cell), 2));
    } else {
        playback.at = end_of_questions(all);
        playback.verdict = playback.right > 1
                               ? fmt::format("{} times right. All the rest is made the same way.", playback.right)
                               : "Right. All the rest is made the same way.";
        playback.running = true;
        playback.backward = false;
    }
    show_moment(ui, workspace, all);
}

} // namespace attn
