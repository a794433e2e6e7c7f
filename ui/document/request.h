#pragma once

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
    std::string sentence{}; ///< that goes in instead of its own; empty: its own
};
/// A small layer with weights drawn at random, and the sentence to be written.
struct NewSession {};
/// Opens the preset of the first minute, and begins it.
struct OpenStart {};
/// Opens a lesson at a step, where nothing is named the first of the course.
struct OpenLesson {
    std::filesystem::path file{};
    std::optional<std::size_t> step = 0; ///< none: where it was left
    bool anew = false;                   ///< as if nothing of it had been answered
};
/// Opens a lecture at its first scene, on a wall.
struct OpenLecture {
    std::filesystem::path file;
};
/// Asks some of the questions again that were missed in a quiz.
struct AskMissed {};
/// Goes on with the lesson that the session was saved in, with the work that it holds.
struct ResumeLesson {};
/// Another step of the lesson that is open, or this one from its beginning.
struct GoToLessonStep {
    std::size_t step = 0;
    bool again = false;
};
struct LeaveLesson {};
/// The session as the lesson's step began, whatever was tried since.
struct BringBackBeginning {};
/// What the user says of a model's layer where no file says it.
struct LayerAnswers {
    std::optional<Index> heads{};
    std::optional<bool> causal{};
    std::optional<Rotary::Pairs> rotary{};
    std::optional<Packing> packing{};
    float rotary_base = Rotary().base; ///< where columns turn
    std::optional<Norm::Kind> norm{};
    std::optional<float> epsilon{};
    std::optional<std::filesystem::path> resid_pre{}; ///< what enters the layer
};
/// A session takes the place of this one; weights or an input become part of it.
struct OpenFile {
    std::filesystem::path path;
    std::optional<std::filesystem::path> input{}; ///< X, where `path` holds weights: both make a session
    std::optional<std::string> layer{};           ///< which one of a checkpoint; it becomes a session of its own
    Index layers_on = 0;                          ///< instead of `layer`: so many behind that of the present session
    bool lists = false;                           ///< what it holds is listed, and nothing is opened
    LayerAnswers answers{};                       ///< about its layer
    std::optional<std::filesystem::path> trace{}; ///< may hold what enters the layer
    bool typed = false;                           ///< what is wrong with it is said at the field it was typed into
    bool recorded = false;                        ///< its stages become a session of their own
    bool left = false;                            ///< it is the journal of work that was left, to be opened again
};
/// Saves to where the session came from; asks for a path where there is none.
struct SaveFile {};
struct SaveFileAs {
    std::filesystem::path path;
    bool typed = false;
    bool may_replace = true; ///< a file of that name
    bool weights = false;    ///< the weights alone, as arrays, instead of the session
    bool asked = false;      ///< the user knows what it replaces
};
/// Compares numbers of somebody's own with the layer and shows what was found.
struct CheckAgainst {
    std::filesystem::path path;
};
/// Keeps the present numbers as what changes are counted from, or those before the last edit; shows changes from now
/// on.
struct KeepBaseline {
    bool before_last_edit = false;
};
struct DropBaseline {};
/// The work that another window left in this journal goes, for good.
struct DiscardLeftWork {
    std::filesystem::path folder;
};
struct Quit {};
/// Undoes until the last document with unsaved changes is there again.
struct GoBackToUnsaved {};
/// Gives up what takes its time: computing, opening, saving.
struct CancelWork {};

/// What the user wants beyond an edit of the session.
using Request =
    std::variant<Undo, Redo, OpenPreset, NewSession, OpenStart, OpenLesson, OpenLecture, AskMissed, ResumeLesson,
                 GoToLessonStep, LeaveLesson, BringBackBeginning, OpenFile, SaveFile, SaveFileAs, ExportOrder,
                 CheckAgainst, KeepBaseline, DropBaseline, DiscardLeftWork, Quit, GoBackToUnsaved, CancelWork>;

} // namespace attn
