#pragma once

#include "core/lesson/advance.h"
#include "core/model/layer.h"
#include "ui/document/exporting.h"

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

namespace attn {

struct Undo {};
struct Redo {};
struct OpenPreset {
    std::string name;       ///< as on the command line
    std::string sentence{}; ///< replaces the preset's own; empty: it stays
};
/// Opens a small layer with random weights, whose sentence the user writes.
struct NewSession {};
/// Opens the preset of the first minute, and begins it.
struct OpenStart {};
/// Opens a lesson at a step; without a file, the first lesson of the course.
struct OpenLesson {
    std::filesystem::path file{};
    std::optional<std::size_t> step = 0; ///< `nullopt`: where it was left
    bool anew = false;                   ///< forgets all answers to it
};
/// Opens a lecture at its first scene, for an audience.
struct OpenLecture {
    std::filesystem::path file;
};
/// Asks again some of the questions that were missed in a quiz.
struct AskMissed {};
/// Goes on with the lesson in which the session was saved, with the work saved in it.
struct ResumeLesson {};
struct LeaveLesson {};
/// The user's answers about a model's layer, for what no file says.
struct LayerAnswers {
    std::optional<Index> heads{};
    std::optional<bool> causal{};
    std::optional<Rotary::Pairs> rotary{};
    std::optional<Packing> packing{};
    float rotary_base = Rotary().base; ///< if columns are rotated
    std::optional<Norm::Kind> norm{};
    std::optional<float> epsilon{};
    std::optional<std::filesystem::path> resid_pre{}; ///< a file with the layer's input
};
/// Opens a file: a session takes the place of this one; weights or an input become part of it.
struct OpenFile {
    std::filesystem::path path;
    std::optional<std::filesystem::path> input{}; ///< X, where `path` holds weights: both make a session
    std::optional<std::string> layer{}; ///< the name of a checkpoint's layer, which becomes a session of its own
    /// The tokens of the model's layer, for each item, in place of those of the present session's tokens.
    std::optional<std::vector<std::vector<std::string>>> tokens{};
    Index layers_on = 0;    ///< instead of `layer`: number of layers from the present session's to the one to open
    bool lists = false;     ///< only lists what the file holds
    LayerAnswers answers{}; ///< about the checkpoint's layer
    std::optional<std::filesystem::path> trace{}; ///< may hold the layer's input
    bool typed = false;                           ///< errors are shown at the field into which the path was typed
    bool recorded = false;                        ///< the file's stages become a session of their own
    bool left = false;                            ///< the path is the journal of left work, to be opened again
};
/// Saves to the session's file; asks for a path if it has none.
struct SaveFile {};
struct SaveFileAs {
    std::filesystem::path path;
    bool typed = false;
    bool may_replace = true; ///< may replace a file of that name
    bool weights = false;    ///< only the weights, as arrays, instead of the session
    bool asked = false;      ///< the user knows what is replaced
};
/// Compares the user's own numbers with the layer and shows the result.
struct CheckAgainst {
    std::filesystem::path path;
};
/// Keeps the present numbers, or those before the last edit, as the baseline that changes are counted from, and shows
/// changes from now on.
struct KeepBaseline {
    bool before_last_edit = false;
};
struct DropBaseline {};
/// Deletes the work that another window left in this journal.
struct DiscardLeftWork {
    std::filesystem::path folder;
};
struct Quit {};
/// Undoes until the last document with unsaved changes is shown again.
struct GoBackToUnsaved {};
/// Gives up the work under way: computing, opening, saving.
struct CancelWork {};

/// A request of the user other than an edit of the session.
using Request =
    std::variant<Undo, Redo, OpenPreset, NewSession, OpenStart, OpenLesson, OpenLecture, AskMissed, ResumeLesson,
                 GoToLessonStep, LeaveLesson, BringBackBeginning, OpenFile, SaveFile, SaveFileAs, ExportOrder,
                 CheckAgainst, KeepBaseline, DropBaseline, DiscardLeftWork, Quit, GoBackToUnsaved, CancelWork>;

} // namespace attn
