#pragma once

#include "core/checkpoint/listing.h"
#include "core/document/options/session_notation.h"
#include "core/document/session/edits.h"
#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"
#include "core/document/sources/weights_source.h"
#include "core/export/document.h"
#include "core/export/figure_set.h"
#include "core/figure/geometry.h"
#include "core/figure/pictures/view_state.h"
#include "core/model/cell.h"
#include "core/model/claim.h"
#include "ui/document/done_goals.h"
#include "ui/document/lesson_run.h"
#include "ui/document/request.h"
#include "ui/toolkit/field.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

/// What must go on for a notice to be so, beside the facts of its claim.
enum class HoldsWhile : std::uint8_t {
    whatever,         ///< nothing: it tells of what was done, which stays done
    session_is_as_is, ///< the session is neither changed nor is a change of it undone or redone, nor is the baseline
                      ///< dropped that changes were counted from
    saving,           ///< work of that kind is under way
    exporting,
    opening,
    has_baseline, ///< changes are counted from a baseline
    unsaved,      ///< the document has changes that are in no file
    in_lecture
};

/// A line at the bottom that stays until it is dismissed, unless it passes; what is no longer so goes by itself.
struct Notice : Claim {
    Notice(Claim claim, HoldsWhile holds_) : Claim(std::move(claim)), holds(holds_) {}

    HoldsWhile holds;
    bool is_error = false;
    bool passes = false;                    ///< goes with the next click or key already
    bool undo = false;                      ///< what it tells of can be undone beside it
    bool resumes = false;                   ///< the lesson that it tells of can be gone on with beside it
    std::string lesson{};                   ///< id of one of the course that can be gone on with beside it
    std::optional<std::uint64_t> told_of{}; ///< the revision of the session that it was said of
    bool had_baseline = false;              ///< changes were counted from one then
    std::optional<std::chrono::steady_clock::time_point> shown_since{};
};

/// Tells of what was done, whatever becomes of the session: "Copied W_Q."
inline Notice notice_of_deed(std::string text) {
    return {{std::move(text), Always{"it tells of what was done, and not of how things are"}}, HoldsWhile::whatever};
}

/// Tells of the session as it is now: "A pin went with its token."
inline Notice notice_of_state(std::string text) {
    return {{std::move(text), Always{"it is made from the session as it is, and goes when that is another"}},
            HoldsWhile::session_is_as_is};
}

/// Says why the session as it is does not allow what was asked for.
inline Notice refusal(const Session& session, const Error& error) {
    Notice notice = notice_of_state(text_in(session, error));
    notice.is_error = true;
    return notice;
}

/// The same notice, which goes with the next click or key.
inline Notice passing(Notice notice) {
    notice.passes = true;
    return notice;
}

/// A token of one of the two sequences.
struct TokenPlace {
    Side side = Side::sequence;
    Index token = 0;
    bool operator==(const TokenPlace&) const = default;
};

/// What is asked "what is this?": by the mouse at rest, or by a key.
struct Pointing {
    enum class By : std::uint8_t {
        mouse,    ///< at rest
        selection ///< by a key: the inspected cell, wherever it goes
    };
    By by = By::mouse;
    Point at{};        ///< where the mouse came to rest
    float rested = 0;  ///< seconds since then
    bool quiet = true; ///< the mouse was pressed or turned: nothing is told until it moves
};

/// What leaves the window.
enum class ExportTab : std::uint8_t { figure, document, listed };

/// What the export dialog is set to. Its controls make another of it.
struct ExportChoices {
    ExportTab tab = ExportTab::figure;
    FigureRequest figure;
    FigureSet::Which which = FigureSet::Which::one; ///< of the figure: it alone, its steps, or all arrays
    std::string format = "png";                     ///< what the figure's file ends in, or those of its folder
    DocumentRequest document;
    std::string listed_format = "svg";
    std::array<std::string, 3> paths;                   ///< of each tab, as typed
    std::map<DocumentKind, std::string> document_paths; ///< of documents that are not chosen now
    std::array<std::string, 3> made;                    ///< of each tab, where that went which it made last
    Index page = 0;                                     ///< of a document, in the preview
    Index marked = 0;                                   ///< of the session's figures

    std::string focus;     ///< the option that the arrow keys change
    std::string open_list; ///< the option whose list is shown; empty: none
    Index listed = 0;      ///< the place in it that Enter takes
    bool by_keys = false;  ///< it was opened by a key, and keys go on from its option when it is closed

    std::string& path() { return paths.at(static_cast<std::size_t>(tab)); }
    const std::string& path() const { return paths.at(static_cast<std::size_t>(tab)); }

    std::string& said() { return made.at(static_cast<std::size_t>(tab)); }
    const std::string& said() const { return made.at(static_cast<std::size_t>(tab)); }

    /// What of the layer is looked at.
    FigureRequest& shown() { return tab == ExportTab::figure ? figure : document.shown; }
    const FigureRequest& shown() const { return tab == ExportTab::figure ? figure : document.shown; }
};

/// What lies over the window and takes all clicks and keys until it is closed.
struct Overlay {
    enum class Kind : std::uint8_t {
        menu,
        open_file,
        save_file,
        save_weights,
        exporting,
        check_file,
        comparison,
        unsaved,
        replacing,
        palette,
        keys,
        manual,
        glossary,
        sizes,
        notation,
        texts,
        readouts,
        pins,
        layers,
        layer_questions,
        hypothesis,
        moved,
        recorded,
        left_work,
        lessons
    };
    Kind kind = Kind::menu;
    std::string menu;        ///< which menu, or field of it
    Point anchor;            ///< where it hangs: its upper left corner
    Index marked = 0;        ///< the entry that Enter takes
    float scroll = 0;        ///< of the notation's formulas, or the page of the manual
    Index list_offset = 0;   ///< of the glossary: by how many words its list is scrolled from the one that is read
    bool tells_best = false; ///< of hypotheses: the one that fits best is said
    bool asks = false;       ///< a menu of one field, with which it goes
};

/// What the pressed mouse button does until it is released.
struct MouseDrag {
    enum class Kind : std::uint8_t { press, cell, paint, token, slider, stage };
    Kind kind = Kind::press;
    std::string target; ///< name of what was pressed
    std::optional<CellId> cell;
    Point from;
    Point last;
    float start_value = 0; ///< of the cell
    float step = 0;        ///< change for each pixel upwards; of paint: the number that is painted
    bool moved = false;
    bool has_legend = false;   ///< the picture has room for one from the beginning of the drag to its end
    std::uint64_t gesture = 0; ///< all edits of one drag share it
};

/// The stage being computed before the eyes, as a film that can be stopped, turned back and skipped through.
struct Playback {
    bool active = false; ///< some of it is shown; the stage is not whole
    bool running = false;
    bool backward = false;
    double at = 0;    ///< seconds from its beginning, at speed 1
    double speed = 1; ///< times as fast
    Reading reading = Reading::cells;
    std::string words; ///< what is said now
};

/// What a checkpoint holds, to be looked through, and one of its layers to be chosen.
struct LayerChoice {
    std::filesystem::path path;
    Listing listing;
    bool shows_tensors = false;
    std::vector<std::size_t> found{}; ///< which of what is shown have the letters that were typed
};

/// A layer that is being opened, of which nothing says all that has to be known; the answers so far stand in the
/// request.
struct AskedLayer {
    OpenFile request;
    LayerQuestions questions;
};

/// A file that saving, or an export, would replace though it is not what this window left there.
struct Replacement {
    std::variant<SaveFileAs, ExportOrder> request;
    std::string reason; ///< one or two sentences

    bool is_export() const { return std::holds_alternative<ExportOrder>(request); }
    const std::filesystem::path& path() const {
        return std::visit([](const auto& any) -> const std::filesystem::path& { return any.path; }, request);
    }
};

/// What the window shows of a session beside its picture, as long as that session is shown.
struct SessionView {
    /// The selection of weights while a stage is shown, and of stages while a weight is: rows of weights are no tokens.
    Index other_row = 0, other_column = 0;
    std::optional<TokenPlace> chosen_token; ///< keys act on it; none: on the inspected cell

    bool on_opening = true;           ///< the session's question is shown as title
    bool shows_answer = false;        ///< and beneath it what the session is about, which answers it
    bool task_done = false;           ///< what the session says to try was put away
    std::vector<DoneGoal> goals_done; ///< what of it is done, one after the other; read with done_goals_of

    /// In which picture a stage was looked at when another was gone to.
    std::map<ArrayId, PictureId> pictures;
    /// What a stage showed when one key put another picture there, which the same key takes away again.
    struct {
        ArrayId stage{};
        std::optional<PictureId> picture;
    } before_toggle;

    float pipeline_scroll = 0;
    float inspector_scroll = 0;
    float tokens_scroll = 0;
    float lesson_scroll = 0;

    std::optional<LessonRun> lesson;
};

/// The lesson that is open, if its step fills the window: the first minute.
template <class View>
auto lesson_alone(View& view) -> decltype(&*view.lesson) {
    return view.lesson && view.lesson->fills_window() ? &*view.lesson : nullptr;
}

/// A row of numbers as Tab fills it.
struct TabbedRow {
    Index first_column = 0; ///< as columns are shown
    CellId next{};          ///< the cell to which Tab went last
};

/// What was typed while no field was open, as fast as words are: somebody believes that one is.
struct StrayLetters {
    std::string letters;
    std::chrono::steady_clock::time_point last;
};

/// What the window shows of a session, and how. Never undone, never saved with the session.
struct Workspace : ViewState, SessionView {
    std::optional<LessonRun> left_quiz; ///< as it was when it was left for something else
    std::string word_of_start;          ///< what was typed in the first minute, when it was left for how it is done

    std::optional<FieldEdit> field;
    std::string field_problem; ///< why the field's last text was refused
    /// What was refused when its field was left, and why; until it is mended, or the session is another.
    struct RefusedText {
        FieldEdit field;
        std::string problem;
    };
    std::optional<RefusedText> refused;
    std::optional<TabbedRow> tabbed_row;
    std::optional<Overlay> overlay;
    std::optional<MouseDrag> drag;
    std::optional<ArrayId> compared; ///< which stage of a check is looked at; none: the first that differs
    std::optional<LayerChoice> layer_choice;
    std::optional<AskedLayer> asked_layer;
    std::optional<std::filesystem::path> recorded; ///< stages without weights: to be checked, or to be opened
    std::optional<Request> waiting;                ///< what goes on when unsaved changes are settled
    std::vector<std::string> unsaved;              ///< the documents that they are of, while it is asked about them
    bool present_is_saved = false;                 ///< they are all of documents that were left
    std::optional<Replacement> replacement;        ///< about which the user is asked
    std::optional<Notice> notice;
    Playback playback;
    ExportChoices exporting;                                     ///< what the export dialog is, or was, set to
    float window_width = std::numeric_limits<float>::infinity(); ///< of this frame, in logical pixels
    float window_height = std::numeric_limits<float>::infinity();
    float text_size = 1;                          ///< of the window, times the desktop's
    float shown_text_size = 1;                    ///< of that what the window has room for
    std::vector<NotationChoice> own_notations;    ///< of the user, which this window has shown; the latest last
    bool highlights_changes = true;               ///< what a change moved is outlined for a moment
    bool knows_start = false;                     ///< the first minute was seen, and does not come by itself again
    std::map<std::string, Index> lesson_progress; ///< by lesson: the furthest step, or as many as it has
    std::map<std::string, std::vector<Index>> open_steps; ///< by lesson: those whose bet or task is open still
    std::map<std::string, std::vector<Index>> missed;     ///< by quiz: the questions that were answered wrongly last
    std::map<std::string, LessonWork> lesson_work;        ///< by lesson: what was answered in it
    std::map<std::string, Index> quiz_scores;             ///< by quiz: the most questions that were answered rightly
    bool lecture = false;                                 ///< full screen, large, the stage alone
    bool lecture_inspector = false;                       ///< beside it, in a lecture
    bool lecture_tokens = false;                          ///< beneath it
    float lecture_text = 1;                               ///< words in a lecture are that much larger than usual
    bool blank = false;                                   ///< of a lecture: nothing is shown for a while
    std::string hovered;                                  ///< name of the target under the mouse
    std::string pressed;                                  ///< the same, when the mouse was pressed last
    std::optional<CellId> hovered_cell;
    Pointing pointing;
    std::optional<std::string> key_focus; ///< the button that the keyboard is at, if it walks through them
    std::uint64_t gestures = 0;           ///< drags so far
    StrayLetters stray_letters;
};

} // namespace attn
