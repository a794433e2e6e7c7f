#include "ui/actions/playback.h"

#include "core/figure/pictures/picture.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/zoom.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn {

namespace {

/// Returns the part of the array that is revealed at a time of the film: what the segment at `at` and all earlier ones
/// reveal.
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

/// Selects the cell that the film is computing.
void select_revealed(const UiContext& ui, Workspace& workspace, const Reveal& reveal) {
    if (!is_played_by_cells(ui) || reveal.reading == Reading::outer_products)
        return;
    const Shape shape = array_shape(ui, workspace.array());
    Index place = reveal.cells;
    // While the rest of a row appears, the newest cell is selected.
    if (reveal.terms == 0 && place > 0)
        --place;
    place = std::min(place, shape.rows * shape.columns - 1);
    workspace.focus.reset();
    workspace.row = place / shape.columns;
    workspace.column = place % shape.columns;
}

void show_moment(const UiContext& ui, Workspace& workspace, const std::vector<FilmSegment>& all) {
    Playback& playback = workspace.playback;
    const FilmSegment& part = segment_at(all, playback.at);
    playback.words = part.words.text.letters();
    const Reveal reveal = revealed_at(all, playback.at, playback.reading);
    select_revealed(ui, workspace, reveal);
    workspace.reveal = reveal;
    if (playback.at >= all.back().end) {
        // The film is over: the stage is whole, and the last words stay.
        playback.running = false;
        workspace.reveal.reset();
    }
}

/// Returns the array's first picture that shows from what its cells are computed; nullopt if there is only the matrix.
std::optional<PictureId> picture_with_operands(const UiContext& ui) {
    const std::vector<PictureId> all = fitting_pictures(ui);
    const auto found = std::ranges::find_if(
        all, [](PictureId id) { return id != PictureId::heatmap && picture(id).played != Picture::Steps::none; });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

void begin(const UiContext& ui, Workspace& workspace) {
    Playback& playback = workspace.playback;
    if (!has_readings(ui))
        playback.reading = Reading::cells;
    playback.active = true;
    playback.at = 0;
    workspace.on_opening = false;
    fit_stage(workspace);
    const PictureId shown = shown_picture(ui);
    if (shown == PictureId::heatmap || picture(shown).played == Picture::Steps::none)
        workspace.picture = picture_with_operands(ui);
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
    playback.running = true;
    playback.backward = false;
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
}

void end_playback(Workspace& workspace) {
    workspace.playback.active = workspace.playback.running = false;
    workspace.playback.words.clear();
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
    playback.at += seconds * playback.speed * (playback.backward ? -1 : 1);
    playback.at = std::clamp(playback.at, 0.0, all.back().end);
    if (playback.backward && playback.at == 0)
        playback.running = false;
    show_moment(ui, workspace, all);
}

} // namespace attn
