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
#include "ui/document/seen_files.h"
#include "ui/document/session_in_use.h"
#include "ui/document/work_keeping.h"
#include "ui/shell/frame.h"
#include "ui/shell/frame_needs.h"
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

struct ScriptLine;

/// The part of the window's state that is begun anew with a document that is opened.
enum class Begins : std::uint8_t { nothing, start, lesson, session, sentence, same_view };

/// The surroundings of the window's session.
struct AppOptions {
    std::optional<std::filesystem::path> file; ///< the file that the session was read from
    Remembered remembered;
    bool offers_start = false;               ///< opens the first minute, if the user has not seen it yet
    std::uint64_t draw = 0;                  ///< seed of the numbers that the first lesson draws
    std::int64_t today = 0;                  ///< in days; questions missed before today are asked again; 0: none are
    std::optional<JournalOptions> journal{}; ///< keeps unsaved work, and offers work that was left; `nullopt`: neither
    /// Called from other threads when something is finished that a frame should show.
    std::function<void()> wake = [] {};
    /// The notation of sessions that name none, whatever is remembered.
    std::optional<NotationChoice> notation{};
    std::filesystem::path locks{}; ///< folder of locks: which window works on which session; empty: no locks
    /// The longest time for which computing the rest waits until the part in sight has been painted.
    std::chrono::milliseconds longest_frame = Computing::time_of_a_frame;
};

/// The shell: it draws frames, applies the edits and requests that they return to the document, and begins jobs in the
/// background. The window, pictures in memory and tests all use this one.
class App {
public:
    /// `assets` is the program's folder of assets. Fails without fonts.
    static Result<std::unique_ptr<App>> open(SavedSession first, const std::filesystem::path& assets,
                                             AppOptions options = {});
    App(const App&) = delete;
    App& operator=(const App&) = delete;
    /// Discards the journals if the user closed the window; otherwise they stay.
    ~App();

    /// Puts ImGui's own font into its font atlas. Pango sets the program's text.
    static void load_fonts(float scale);
    /// Draws one frame, between ImGui's NewFrame and Render, in logical pixels.
    FrameNeeds draw(float scale);
    /// Draws a lecture's notes, after a frame that has some, for a window of `area` logical pixels.
    Scene draw_notes(ImDrawList& target, Point area);
    /// Tells that the frame is on the screen: the part not in sight is computed now.
    void painted() { jobs_.computing().go_on(); }
    /// Opens a session; takes over weights or an input; opens weights and the input dropped with them as a session;
    /// checks other arrays, and folders of them, against the layer.
    void drop(const std::vector<std::filesystem::path>& files);
    /// Closes the window, after asking about unsaved changes.
    void ask_to_close();

    /// Shows another session in place of this one, at its opening cell. Undo comes back to this one if anything was
    /// done in it.
    void show(SavedSession saved, std::optional<std::filesystem::path> file = std::nullopt,
              std::optional<FileStamp> stamp = std::nullopt);
    /// Opens a lesson at one of its steps.
    void learn(const OpenLesson& request);
    /// Opens the step of a lesson that was read already, with the answers given in it.
    void open_lesson_step(LessonRun run);
    /// Begins the step of the open lesson again.
    void begin_lesson_step_again();
    /// Sets the seed of the numbers that the next lesson draws.
    void draw_lessons_from(std::uint64_t seed) { next_draw_ = seed; }
    /// Opens a lesson as a lecture: full screen, its steps being the scenes.
    void lecture(const std::filesystem::path& lesson);
    /// Asks some of the questions that were missed in a quiz, in a lesson of their own.
    void ask_missed();
    /// Shows a stage, weight or bias; does nothing if the layer has none.
    void go_to(ArrayId array);
    void show_head(Index head);
    /// Applies, records and computes an edit. An error is shown, and returned.
    Result<void> edit(EditAction action);
    Result<void> edit(const Edit& edit) { return this->edit(EditAction{edit}); }
    /// Waits for all jobs.
    void finish_work();
    /// True while background work for a picture is under way.
    bool is_finding_for_pictures() const { return background_.is_busy(); }
    /// True while a lesson acts for the learner, one line a frame.
    bool is_acting() const { return workspace_.lesson && !workspace_.lesson->acting.empty(); }
    /// Waits until unsaved work is in the journal, as far as that is possible. From any thread, during frames too.
    void flush_journal() { keeping_.flush(); }
    /// Shows an error that does not depend on the session.
    void say_problem(std::string text) {
        Notice notice = notice_of_deed(std::move(text));
        notice.is_error = true;
        say(std::move(notice));
    }
    /// Shows a notice until it is dismissed or untrue.
    void say(Notice notice) { workspace_.notice = std::move(notice); }

    /// The newest state, whose trace may not be computed yet.
    const Session& session() const { return document_.newest().session(); }
    const Trace& trace() const { return document_.trace(); }
    /// True if frames show the newest state; of a large layer, the part in sight.
    bool is_newest_seen() const { return document_.is_newest_seen(); }
    Workspace& workspace() { return workspace_; }
    /// The jobs beside the frames.
    Jobs& jobs() { return jobs_; }
    bool unsaved() const { return document_.newest().unsaved(); }
    Remembered remembered() const;

    /// The room, in logical pixels, beneath the lesson's texts in a notation; negative if they are too long.
    float room_of_lesson(const NotationChoice& notation);
    const LessonShelf& course() const { return lessons_; }

    /// The scene that the last frame painted.
    const Scene& scene() const { return frame_.scene(); }
    /// The named targets on the screen now, in logical pixels.
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
    void apply_actions(FrameActions frame_actions);
    void drop_notice_that_holds_no_more();
    bool is_so(const Notice& notice) const;
    Notation notation() const;
    /// The revision of the newest state, as Status has it for the shown one. Each session counts its own revisions, so
    /// the number of opened documents is mixed in.
    std::uint64_t newest_revision() const { return documents_ << 32U ^ document_.newest().history.revision(); }
    void make(EditAction made);
    void say_new_pins(const Pins& before);
    void answer(const RequestAction& asked);
    bool asks_first(const RequestAction& asked);
    void step_history(bool back);
    void go_back_to_unsaved();
    void advance_history(DocumentState next);
    void note_notation(const NotationChoice& next);

    // Opening: each of these leads to a document of its own, from which undo leads back.
    enum class OpenedBy : std::uint8_t { user, script };
    void open_document(Session session, OpenedDocument document, OpenedBy by = OpenedBy::user);
    void load_preset(const OpenPreset& preset);
    void begin_session();
    void open_to_begin_start();
    Session with_word_of_start(Session session) const;
    std::optional<LessonRun> first_minute();
    void go_to_lesson_step(const GoToLessonStep& request);
    void open_lesson_step(LessonRun run, Session session);
    void note_word_of_start();
    /// Notes the learner's work in the open lesson in the session, so that it can be resumed.
    void note_lesson(Session& saved) const;
    void begin_lesson_step();
    /// Takes an event to the open lesson, if there is one.
    void tell_lesson(const LessonEvent& event);
    void offer_course();
    void resume_lesson();
    void bring_back_work();
    void bring_back_beginning();
    /// Notes that the session differs from the step's beginning only in its notation, if the one with revision `before`
    /// did.
    void note_other_letters(std::uint64_t before);
    void act_for_learner();
    void act_for_learner(const ScriptLine& line);
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
    bool ask_about(Replacement replacement);
    void refuse_path(std::string field, const std::filesystem::path& path, const Error& error);
    void tell(const Error& error) { say(refusal(session(), error)); }
    /// Does `work`. If memory or threads do not suffice, shows an error and goes on.
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

    // Take the results of jobs.
    void take_everything();
    void take(Job job, std::chrono::milliseconds patience = {});
    void take(const Document::News& news);
    void take_rows(const Session& read);
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

    /// True while edits are refused, because another session is being opened.
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
    NotationChoice preferred_notation_; ///< for sessions that name none
    NotationChoice doubted_notation_;   ///< the one that the last warning about taken letters was for
    Workspace workspace_;
    Workers workers_;              ///< for large matrices on the screen
    Background background_{wake_}; ///< computes for pictures what takes longer than a frame
    PictureCache cache_{&workers_, &background_};
    std::unique_ptr<KeptReadings> readings_ = std::make_unique<KeptReadings>(); ///< for the session in sight
    std::optional<Comparison> comparison_;
    ChangeHighlight highlight_;
    std::uint64_t gesture_ = 0; ///< gesture of the last edit
    DiffCount diff_;
    Beginnings beginnings_;                           ///< empty: there are no goals
    std::shared_ptr<const Session> baseline_session_; ///< the session whose numbers changes are counted from
    std::shared_ptr<const Session> coming_baseline_;  ///< the session whose numbers are being computed as the baseline
    std::unique_ptr<SeenFiles> files_ = std::make_unique<SeenFiles>();
    Frame frame_;
    std::uint64_t documents_ = 0;              ///< number of documents opened so far
    std::uint64_t saved_document_ = 0;         ///< number of the document that is being saved
    std::filesystem::path warned_of_;          ///< the user knows that saving replaces this file
    std::set<std::filesystem::path> exported_; ///< files and folders that this window's exports wrote
    SessionInUse in_use_;
    WorkKeeping keeping_;
    KnownAnswers known_answers_;
    Jobs jobs_;
    Document document_; ///< its numbers are computed by the jobs

    bool offers_comparison_ = false; ///< the comparison is shown as soon as the user's hands are free
    bool closed_ = false;
    Begins begins_ = Begins::nothing; ///< for the next document
    /// A session with another text or with changed layers before its own, which are computing its rows.
    struct ComingRows {
        Session session;
        NamedWords edit;  ///< in words
        std::string said; ///< the notice when it is done
    };
    std::optional<ComingRows> coming_rows_;
    std::optional<LessonRun> coming_lesson_;     ///< for the next document, if it begins a step
    std::optional<SavedSession> work_to_resume_; ///< brought back as soon as the step has begun
    std::int64_t today_ = 0;
    bool offers_course_ = false;                 ///< offers the next lesson as soon as the session is shown
    std::uint64_t next_draw_ = 0;                ///< seed of the next lesson's numbers
    std::optional<std::int64_t> recovered_from_; ///< time at which the work in the next document was left
    bool offers_left_work_ = false;              ///< offers left work as soon as nothing else is open
    bool tells_way_back_ = false;                ///< the next document tells how to go back from it
};

} // namespace attn
