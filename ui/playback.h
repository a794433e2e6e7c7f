#pragma once

#include "ui/ui_context.h"

#include <string>
#include <vector>

namespace attn {

/// A part of the film: words while nothing moves, or a part of the picture that appears.
struct Scenery {
    enum class Kind : std::uint8_t { words, terms, cells, outer_products, level, slide, question };
    Kind kind = Kind::words;
    double begin = 0; ///< seconds at speed 1
    double end = 0;
    Index first = 0; ///< what is there when it begins: cells, terms of the first cell, outer products, a softmax level
    Index last = 0;  ///< and when it ends
    std::string words;
};

/// How the stage on the desk is computed before the eyes: words and picture alternate. Each cell's terms appear slowly
/// in the first cell, the rest of its row comes faster; then the learner is asked for the next one; then all the rest.
std::vector<Scenery> film(const UiContext& ui, Reading reading);

/// Whether there is more than one way of reading what is on the stage.
bool has_readings(const UiContext& ui);

/// Starts the film, stops it or goes on.
void play_or_pause(const UiContext& ui, Workspace& workspace);
void play_backward(const UiContext& ui, Workspace& workspace);
/// To the next change between words and picture.
void skip(const UiContext& ui, Workspace& workspace);
/// The whole stage again.
void end_playback(Workspace& workspace);
void choose_reading(const UiContext& ui, Workspace& workspace, Reading reading);

/// Lets `seconds` pass: what is revealed, what is said, and which cell is selected follow.
void advance_playback(const UiContext& ui, Workspace& workspace, double seconds);

/// Compares the learner's answer with the cell that was asked for: says what slipped, never the number; or goes on to
/// the next question, and after the last one to the rest.
void answer_question(const UiContext& ui, Workspace& workspace, float answer);

} // namespace attn
