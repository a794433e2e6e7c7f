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
#include "core/lesson/course_record.h"
#include "core/model/cell.h"
#include "core/model/claim.h"
#include "ui/document/done_goals.h"
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

/// A condition for a notice to stay true, besides the facts of its claim.
enum class HoldsWhile : std::uint8_t {
    whatever,         ///< no condition: it reports something that was done
    session_is_as_is, ///< the session was not changed since, by an edit, undo or redo, and the baseline was not dropped
    saving,           ///< work of that kind is under way
    exporting,
    opening,
    has_baseline, ///< changes are counted from a baseline
    unsaved,      ///< the document has changes that are in no file
    in_lecture
};

/// A button of a notice that runs an action.
struct NoticeButton {
    std::string target; ///< "action:recent/1"
    std::string label;
};

/// A line at the bottom of the window. It stays until it is dismissed or, if it passes, until the next click or key. It
/// goes by itself when it is no longer true.
struct Notice : Claim {
    Notice(Claim claim, HoldsWhile holds_) : Claim(std::move(claim)), holds(holds_) {}

    HoldsWhile holds;
    bool is_error = false;
    bool passes = false;                    ///< goes with the next click or key
    bool undo = false;                      ///< has a button that undoes what it tells of
    std::vector<NoticeButton> leads_on{};   ///< buttons that lead to what it reports
    std::optional<std::uint64_t> told_of{}; ///< the session's revision that it is about
    bool had_baseline = false;              ///< changes were counted from a baseline then
    std::optional<std::chrono::steady_clock::time_point> shown_since{};
};

/// A notice of something that was done; it stays true whatever happens to the session: "Copied W_Q."
inline Notice notice_of_deed(std::string text) {
    return {{std::move(text), Always{"it tells of what was done, and not of how things are"}}, HoldsWhile::whatever};
}

/// A notice about the session as it is now: "A pin went with its token."
inline Notice notice_of_state(Prose text) {
    return {{std::move(text), Always{"it is made from the session as it is, and goes when that is another"}},
            HoldsWhile::session_is_as_is};
}

/// A notice that says why the present session does not allow what was asked for.
inline Notice refusal(const Session& session, const Error& error) {
    Notice notice = notice_of_state(prose_in(session, error));
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

/// The thing asked "what is this?": by the mouse at rest, or by a key.
struct Pointing {
    enum class By : std::uint8_t {
        mouse,    ///< at rest
        selection ///< by a key: the inspected cell, wherever it goes
    };
    By by = By::mouse;
    Point at{};        ///< the place where the mouse came to rest
    float rested = 0;  ///< seconds at rest
    bool quiet = true; ///< the mouse was pressed or turned: no tip is shown until it moves
};

/// The tabs of the export dialog.
enum class ExportTab : std::uint8_t { figure, document, listed };

/// The settings of the export dialog. Its controls replace them as a whole.
struct ExportChoices {
    ExportTab tab = ExportTab::figure;
    FigureRequest figure;
    FigureSet::Which which = FigureSet::Which::one; ///< the figure alone, its steps, or all arrays
    std::string format = "png";                     ///< file name extension of the figure, or of those in its folder
    DocumentRequest document;
    std::string listed_format = "svg";
    std::array<std::string, 3> paths;                   ///< by tab: the path typed
    std::map<DocumentKind, std::string> document_paths; ///< paths of the documents that are not chosen now
    std::array<std::string, 3> made;                    ///< by tab: the path of the last export
    Index page = 0;                                     ///< the document's page in the preview
    Index marked = 0;                                   ///< index among the session's figures

    std::string focus;     ///< the option that the arrow keys change
    std::string open_list; ///< the option whose list is shown; empty: none
    Index listed = 0;      ///< the entry of that list that Enter takes
    bool by_keys = false;  ///< opened by a key; keys go on from its option once it is closed

    std::string& path() { return paths.at(static_cast<std::size_t>(tab)); }
    const std::string& path() const { return paths.at(static_cast<std::size_t>(tab)); }

    std::string& said() { return made.at(static_cast<std::size_t>(tab)); }
    const std::string& said() const { return made.at(static_cast<std::size_t>(tab)); }

    /// The part of the layer that is exported.
    FigureRequest& shown() { return tab == ExportTab::figure ? figure : document.shown; }
    const FigureRequest& shown() const { return tab == ExportTab::figure ? figure : document.shown; }
};

/// A dialog or menu that takes all clicks and keys until it is closed.
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
    static constexpr std::size_t kinds = static_cast<std::size_t>(Kind::lessons) + 1;
    Kind kind = Kind::menu;
    std::string menu{};      ///< the menu's name, or a field of it
    Point anchor{};          ///< its upper left corner
    Index marked = 0;        ///< the entry that Enter takes
    float scroll = 0;        ///< scroll position of the notation's formulas, or of the manual's page
    Index list_offset = 0;   ///< glossary: lines by which its list is scrolled away from the word being read
    bool tells_best = false; ///< hypotheses: says which one fits best
    bool asks = false;       ///< a menu of one field, which closes with it
};

/// The action of the pressed mouse button, until it is released.
struct MouseDrag {
    enum class Kind : std::uint8_t { press, cell, paint, token, slider, stage };
    Kind kind = Kind::press;
    std::string target; ///< name of what was pressed
    std::optional<CellId> cell;
    Point from;
    Point last;
    float start_value = 0; ///< the cell's number at the press
    float step = 0;        ///< change per pixel upwards; of paint: the number that is painted
    bool moved = false;
    bool has_legend = false;   ///< the picture keeps room for a legend during the drag
    std::uint64_t gesture = 0; ///< shared by all edits of one drag
};

/// The film of how the stage is computed; it can be stopped, turned back and skipped through.
struct Playback {
    bool active = false; ///< part of the stage is shown
    bool running = false;
    bool backward = false;
    double at = 0;    ///< seconds from the beginning, at speed 1
    double speed = 1; ///< factor
    Reading reading = Reading::cells;
    std::string words; ///< the words shown now
};

/// A checkpoint's contents, to look through and to choose a layer from.
struct LayerChoice {
    std::filesystem::path path;
    Listing listing;
    bool shows_tensors = false;
    std::vector<std::size_t> found{}; ///< indices of the entries that have the typed letters
};

/// A layer that is being opened, and the questions that no file answers. The answers so far are in the request.
struct AskedLayer {
    OpenFile request;
    LayerQuestions questions;
};

/// A file that saving or an export would replace, and that this window did not write as it is.
struct Replacement {
    std::variant<SaveFileAs, ExportOrder> request;
    std::string reason; ///< one or two sentences

    bool is_export() const { return std::holds_alternative<ExportOrder>(request); }
    const std::filesystem::path& path() const {
        return std::visit([](const auto& any) -> const std::filesystem::path& { return any.path; }, request);
    }
};

/// The window's state that belongs to a session, besides the view of its picture, while that session is shown.
struct SessionView {
    /// The selection of weights while a stage is shown, and of stages while a weight is: rows of weights are no tokens.
    Index other_row = 0, other_column = 0;
    std::optional<TokenPlace> chosen_token; ///< keys act on it; `nullopt`: on the inspected cell

    bool on_opening = true;           ///< the title is the session's question
    bool shows_answer = false;        ///< the answer is shown beneath the question
    bool task_done = false;           ///< the session's task was put away
    std::vector<DoneGoal> goals_done; ///< done goals, in order; read with done_goals_of

    /// By stage: the picture in which it was last looked at.
    std::map<ArrayId, PictureId> pictures;
    /// The picture that a key replaced by another one; the same key brings it back.
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

/// The open lesson if its step fills the window (the first minute), otherwise `nullptr`.
template <class View>
auto lesson_alone(View& view) -> decltype(&*view.lesson) {
    return view.lesson && view.lesson->fills_window() ? &*view.lesson : nullptr;
}

/// A row of numbers that Tab fills.
struct TabbedRow {
    Index first_column = 0;    ///< as shown on the screen
    CellId next{0, ArrayId{}}; ///< the cell that Tab went to last
};

/// Letters typed quickly while no field was open: the user believes that one is.
struct StrayLetters {
    std::string letters;
    std::chrono::steady_clock::time_point last;
};

/// The state of the window, beside the session. Never undone, never saved with the session.
struct Workspace : ViewState, SessionView, CourseRecord {
    std::optional<FieldEdit> field;
    std::string field_problem; ///< why the field's last text was refused
    /// A text that was refused when its field was left, and the reason. It is kept until it is mended, or until another
    /// session is shown.
    struct RefusedText {
        FieldEdit field;
        std::string problem;
    };
    std::optional<RefusedText> refused;
    std::optional<TabbedRow> tabbed_row;
    std::optional<Overlay> overlay;
    std::optional<MouseDrag> drag;
    std::optional<ArrayId> compared; ///< the stage of a check that is shown; `nullopt`: the first that differs
    std::optional<LayerChoice> layer_choice;
    std::optional<AskedLayer> asked_layer;
    std::optional<std::filesystem::path> recorded; ///< a file of stages without weights, to be checked or opened
    std::optional<Request> waiting;                ///< goes on once unsaved changes are settled
    std::vector<std::string> unsaved;       ///< names of the documents with unsaved changes, while the user is asked
    bool present_is_saved = false;          ///< all of these were left; the shown document has no changes
    std::optional<Replacement> replacement; ///< the file that the user is asked about
    std::optional<Notice> notice;
    Playback playback;
    ExportChoices exporting; ///< the settings of the export dialog, kept when it closes
    float window_width = std::numeric_limits<float>::infinity(); ///< this frame's size, in logical pixels
    float window_height = std::numeric_limits<float>::infinity();
    float text_size = 1;                       ///< the window's factor on the desktop's size
    float shown_text_size = 1;                 ///< as much of that as the window has room for
    std::vector<NotationChoice> own_notations; ///< the user's own that this window has shown, the latest last
    bool highlights_changes = true;            ///< outlines for a moment what a change moved
    bool knows_start = false;                  ///< the first minute was seen, and does not open by itself again
    bool knows_all_menus = false;              ///< asked for the menus that no lesson has named yet
    bool lecture = false;                      ///< a lecture is shown: full screen, large, the stage alone
    bool lecture_inspector = false;            ///< a lecture shows the inspector; a narrow window unfolds it
    bool lecture_tokens = false;               ///< a lecture has the tokens beneath the stage
    float lecture_text = 1;                    ///< factor on the words' usual size in a lecture
    bool blank = false;                        ///< a lecture shows nothing for a while
    std::string hovered;                       ///< target under the mouse
    std::string pressed;                       ///< target under the mouse when it was last pressed
    std::optional<CellId> hovered_cell;
    Pointing pointing;
    std::optional<std::string> key_focus; ///< target of the button that the keyboard is at, if it walks through them
    std::uint64_t gestures = 0;           ///< number of drags so far
    StrayLetters stray_letters;
};

} // namespace attn
