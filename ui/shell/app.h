#pragma once

#include "core/document/sources/presets.h"
#include "core/figure/text.h"
#include "core/tensor/background.h"
#include "core/tensor/result.h"
#include "core/tensor/workers.h"
#include "ui/document/computing.h"
#include "ui/document/diff.h"
#include "ui/document/document.h"
#include "ui/document/jobs.h"
#include "ui/document/known_answers.h"
#include "ui/document/remembered.h"
#include "ui/document/session_in_use.h"
#include "ui/document/work_keeping.h"
#include "ui/shell/frame.h"
#include "ui/toolkit/change_highlight.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

struct ImDrawList;

namespace attn {

/// What a frame asks of the window around it.
struct FrameNeeds {
    std::string title;                  ///< of the window
    std::optional<float> next_frame;    ///< in how many seconds it wants to be drawn again though nothing happens
    bool closed = false;                ///< the program may end
    bool full_screen = false;           ///< the window fills its monitor
    bool beside = false;                ///< there are notes for a window on another monitor
    float text_size = 1;                ///< of all that is shown, times the desktop's
    std::optional<Point> enlarged_to{}; ///< logical pixels that then fill it
    Point least_area{};                 ///< logical pixels that have room in it, however small it is
};

/// What the window begins with a document that is opened.
enum class Begins : std::uint8_t { nothing, start, lesson, session, same_view };

/// What surrounds the window's session.
struct AppOptions {
    std::optional<std::filesystem::path> file; ///< where the session was read from
    Remembered remembered;
    bool offers_start = false; ///< the first minute, if the user has not seen it yet
    std::uint64_t draw = 0;    ///< which numbers a lesson draws first
    std::int64_t today = 0;    ///< counted in days: what was missed before it is asked again; 0: nothing is
    std::optional<JournalOptions> journal{}; ///< keeps what is not saved, and offers what was left; none: neither
    /// Called from other threads when something was finished that a frame should show.
    std::function<void()> wake = [] {};
    /// In which sessions are shown that name none, whatever is remembered.
    std::optional<NotationChoice> notation{};
    std::filesystem::path locks{}; ///< the folder in which windows say on which sessions they work; empty: they do not
    /// So long what is not in sight is not computed, unless what is has been painted before.
    std::chrono::milliseconds longest_frame = Computing::time_of_a_frame;
};

/// The shell: it draws frames, applies the edits and requests that they return to the document, and begins the jobs
/// that are done beside them. Window, pictures in memory and tests all use this one.
class App {
public:
    /// `assets` is the program's assets folder. Fails without fonts.
    static Result<std::unique_ptr<App>> open(SavedSession first, const std::filesystem::path& assets,
                                             AppOptions options = {});
    App(const App&) = delete;
    App& operator=(const App&) = delete;
    /// Closed by its user, it leaves no journal behind; ended otherwise, it does.
    ~App();

    /// Puts what ImGui needs into its font atlas. The program's own text is set by Pango.
    static void load_fonts(float scale);
    /// One frame: between ImGui's NewFrame and Render, in logical pixels.
    FrameNeeds draw(float scale);
    /// After a frame that has notes: draws them for a window of that many logical pixels.
    Scene draw_notes(ImDrawList& target, Point area);
    /// The frame is on the screen: what it did not show is computed now.
    void painted() { jobs_.computing().go_on(); }
    /// Opens a session; takes over weights or an input; opens weights and the input that was dropped with them; checks
    /// other arrays and folders of them against the layer.
    void drop(const std::vector<std::filesystem::path>& files);
    /// Wants the window closed; asks about unsaved changes.
    void ask_to_close();

    /// Another session in the place of this one, which undo comes back to if anything was done there. Its opening cell
    /// is shown.
    void show(SavedSession saved, std::optional<std::filesystem::path> file = std::nullopt,
              std::optional<FileStamp> stamp = std::nullopt);
    /// Opens a lesson at one of its steps.
    void learn(const OpenLesson& request);
    /// Opens the step of a lesson that was read already, with what was answered in it.
    void open_lesson_step(LessonRun run);
    /// The step of the lesson that is open, from its beginning.
    void begin_lesson_step_again();
    /// The numbers that the next lesson draws.
    void draw_lessons_from(std::uint64_t seed) { next_draw_ = seed; }
    /// The same on a wall: full screen, its steps the scenes.
    void lecture(const std::filesystem::path& lesson);
    /// Some of the questions that were missed in a quiz, in a lesson of their own.
    void ask_missed();
    /// Shows a stage, weight or bias; nothing happens where the layer has none.
    void go_to(ArrayId array);
    void show_head(Index head);
    /// Applies an edit, records and computes it. An error is shown, and returned.
    Result<void> edit(const Edit& edit, std::uint64_t gesture = 0, const std::string& said = {});
    /// Waits for all jobs.
    void finish_work();
    /// Whether something is being found that a picture shows.
    bool is_finding_for_pictures() const { return background_.is_busy(); }
    /// Whether something acts for who learns, a line a frame.
    bool is_acting() const { return workspace_.lesson && !workspace_.lesson->acting.empty(); }
    /// Returns when what is not saved is in the journal as far as that is possible. From any thread, during frames too.
    void flush_journal() { keeping_.flush(); }
    /// What went wrong, whatever the session is.
    void say_problem(std::string text) {
        Notice notice = notice_of_deed(std::move(text));
        notice.is_error = true;
        say(std::move(notice));
    }
    /// Something to be said, until it is dismissed or no longer so.
    void say(Notice notice) { workspace_.notice = std::move(notice); }

    /// The newest state, of which the trace may not be computed yet.
    const Session& session() const { return document_.newest().session(); }
    const Trace& trace() const { return document_.trace(); }
    /// Whether frames show the newest state: of a large layer first what is in sight.
    bool is_newest_seen() const { return document_.is_newest_seen(); }
    Workspace& workspace() { return workspace_; }
    /// What is done beside the frames.
    Jobs& jobs() { return jobs_; }
    bool unsaved() const { return document_.newest().unsaved(); }
    Remembered remembered() const;

    /// What room is beneath the lesson's texts, as they would be in a notation; less than none where they are too long.
    float room_of_lesson(const NotationChoice& notation);
    const LessonShelf& course() const { return lessons_; }

    /// What the last frame painted.
    const Scene& scene() const { return frame_.scene(); }
    /// What can be named on the screen now, in logical pixels.
    std::vector<ShownTarget> targets() const;
    std::optional<ShownTarget> find_target(std::string_view name) const;

private:
    App(SavedSession first, std::filesystem::path assets, std::vector<Preset> presets, std::vector<ManualPage> manual,
        std::unique_ptr<Typesetter> typesetter, AppOptions options);

    struct Answer;
    Status status() const;
    UiContext ui(const Status& now);
    FrameNeeds draw_waiting(float scale);
    using Pins = decltype(Layer::pins);
    void apply_actions(const FrameActions& frame_actions);
    void drop_notice_that_holds_no_more();
    bool is_so(const Notice& notice) const;
    Notation notation() const;
    void make(const EditAction& made);
    void say_new_pins(const Pins& before);
    void answer(const RequestAction& asked);
    bool asks_first(const RequestAction& asked);
    void step_history(bool back);
    void go_back_to_unsaved();
    void advance_history(DocumentState next);
    void note_notation(const NotationChoice& next);

    // Opening: each leads to a document of its own, and undo back from it.
    enum class OpenedBy : std::uint8_t { user, script };
    void open_document(Session session, OpenedDocument document, OpenedBy by = OpenedBy::user);
    void load_preset(const OpenPreset& preset);
    void begin_session();
    void open_to_begin_start();
    std::optional<LessonRun> first_minute();
    void go_to_lesson_step(const GoToLessonStep& request);
    void open_lesson_step(LessonRun run, Session session);
    std::size_t step_left_at(const Lesson& lesson) const;
    LessonWork work_of_before(const Lesson& lesson) const;
    void forget_answers(const std::string& lesson);
    void offer_course();
    void resume_lesson();
    void bring_back_work();
    void bring_back_beginning();
    LessonWork work_in_lesson() const;
    void act_in_lesson();
    void note_shown(ShownChange change, bool has_changed);
    void begin_document(const Document::News& news);
    void begin_view(bool keeps);
    void begin_display(Begins begins);
    void note_left(std::uint64_t document);
    void come_back_to(const LeftDisplay& left);
    bool is_work(const DocumentState& state, const History::LeftDocument& document) const;
    std::vector<History::LeftDocument> unsaved_documents() const;
    std::string way_back() const;
    std::string lesson_saved_in() const;
    std::string doubts_about_notation();

    void load(const OpenFile& request);
    void check_against(const std::filesystem::path& path);
    void save(SaveFileAs request);
    bool asks_about_replacing(SaveFileAs& request);
    void ask_for_session_path();
    void lock_session();
    void begin_export(const ExportOrder& order);
    bool asks_about_replacing(const ExportOrder& order);
    void refuse_path(Overlay::Kind kind, const std::filesystem::path& path, const Error& error);
    void tell(const Error& error) { say(refusal(session(), error)); }
    /// Does `work`; where memory or threads do not suffice, says so, and goes on with what there is.
    template <class Work>
    void tell_of_memory(const Work& work) {
        try {
            work();
        } catch (const std::bad_alloc&) {
            tell(error("Not enough memory for this."));
        } catch (const std::system_error&) {
            tell(error("The system gives no thread for this; too much is under way."));
        }
    }

    // What was finished meanwhile.
    void take_everything();
    void take(Job job, std::chrono::milliseconds patience = {});
    void take(const Document::News& news);
    void advance(DocumentState next, std::uint64_t gesture);
    void take(FileWork::Loaded loaded);
    void take(Computing::Finished finished) { take(document_.take(std::move(finished))); }
    void take(Checked checked);
    void take(StateBefore before);
    void take(const FileWork::Saved& saved);
    void take(const Exporting::Done& done);
    void take(Result<FoundLeftWork> found);

    void offer_comparison();
    void offer_left_work();
    void discard_left_work(const std::filesystem::path& folder);
    void open_left_work(const std::filesystem::path& folder, Session session);
    void keep_unsaved_work();

    /// What keeps edits from being made: another session is on its way.
    bool is_opening() const { return document_.is_opening() || jobs_.is_under_way(Job::loading); }
    void cancel_work();
    void compute_baseline(std::shared_ptr<const Session> of);
    void keep_baseline(std::optional<Trace> numbers, std::shared_ptr<const Session> of = nullptr);
    void keep_state_before();
    const Diff* diff();
    void note_goals();
    void begin_highlight(const Document::News& news);

    std::filesystem::path assets_;
    std::vector<Preset> presets_;
    std::vector<ManualPage> manual_;
    LessonShelf lessons_;
    std::unique_ptr<Typesetter> typesetter_;
    std::function<void()> wake_;
    Remembered remembered_;
    NotationChoice preferred_notation_; ///< of sessions that name none
    NotationChoice doubted_notation_;   ///< of whose letters it was told last when a session was opened
    Workspace workspace_;
    Workers workers_;              ///< of large matrices that are looked at
    Background background_{wake_}; ///< finds for pictures what takes longer than a frame
    PictureCache cache_{&workers_, &background_};
    std::unique_ptr<KeptReadings> readings_ = std::make_unique<KeptReadings>(); ///< of the session in sight
    std::optional<Comparison> comparison_;
    ChangeHighlight highlight_;
    std::uint64_t gesture_ = 0; ///< of the last edit
    DiffCount diff_;
    Beginnings beginnings_;                           ///< none where there are no goals
    std::shared_ptr<const Session> baseline_session_; ///< whose numbers changes are counted from
    std::shared_ptr<const Session> coming_baseline_;  ///< the same of those that are being computed
    Frame frame_;
    std::uint64_t documents_ = 0;              ///< opened so far
    std::uint64_t saved_document_ = 0;         ///< the number of the one that is being saved
    std::filesystem::path warned_of_;          ///< the user knows that saving replaces this file
    std::set<std::filesystem::path> exported_; ///< files and folders that exports of this window wrote
    SessionInUse in_use_;
    WorkKeeping keeping_;
    KnownAnswers known_answers_;
    Jobs jobs_;
    Document document_; ///< computed by the jobs

    bool offers_comparison_ = false; ///< as soon as the user's hands are free
    bool closed_ = false;
    Begins begins_ = Begins::nothing;            ///< with the next document
    std::optional<LessonRun> coming_lesson_;     ///< with the next document, where it begins a step
    std::optional<SavedSession> work_to_resume_; ///< comes back as soon as the step has begun
    std::int64_t today_ = 0;
    bool offers_course_ = false;                 ///< as soon as the session is shown
    std::uint64_t next_draw_ = 0;                ///< of a lesson's numbers
    std::optional<std::int64_t> recovered_from_; ///< the next document is work left at that time
    bool offers_left_work_ = false;              ///< as soon as nothing else is open
    bool tells_way_back_ = false;                ///< from the next document
};

} // namespace attn
