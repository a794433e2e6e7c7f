#pragma once

#include "core/attention/result.h"
#include "core/figure/text.h"
#include "core/session/presets.h"
#include "ui/comparison.h"
#include "ui/exporting.h"
#include "ui/file_chooser.h"
#include "ui/file_work.h"
#include "ui/frame.h"
#include "ui/glow.h"
#include "ui/moved.h"
#include "ui/open_document.h"
#include "ui/remembered.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What a frame asks of the window around it.
struct FrameNeeds {
    std::string title;                  ///< of the window
    std::optional<float> next_frame;    ///< in how many seconds it wants to be drawn again though nothing happens
    bool closed = false;                ///< the program may end
    bool full_screen = false;           ///< the window fills its monitor
    std::optional<Point> enlarged_to{}; ///< logical pixels that then fill it
};

/// What surrounds a laboratory.
struct LaboratoryOptions {
    std::optional<std::filesystem::path> file; ///< where the session was read from
    Remembered remembered;
    bool offers_tour = false; ///< if the user has not taken or declined it yet
    /// Called from other threads when something was finished that a frame should show.
    std::function<void()> wake = [] {};
};

/// A session that is worked on: its history, its numbers, its file and its window. Window, pictures in memory and
/// tests all use this one. What takes longer than a blink is done beside the frames; they show how far it has come.
class Laboratory {
public:
    /// `assets` is the program's assets folder. Fails without fonts.
    static Result<std::unique_ptr<Laboratory>> open(Session session, const std::filesystem::path& assets,
                                                    LaboratoryOptions options = {});
    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;
    ~Laboratory() = default;

    /// Puts what ImGui needs into its font atlas. The program's own text is set by Pango.
    static void load_fonts(float scale);
    /// One frame: between ImGui's NewFrame and Render, in logical pixels.
    FrameNeeds draw(float scale);
    /// Opens a session, after asking about unsaved changes; takes over weights or an input; opens weights and the
    /// input that was dropped with them; checks other arrays and folders of them against the layer.
    void drop(const std::vector<std::filesystem::path>& files);
    /// Wants the window closed; asks about unsaved changes.
    void ask_to_close();

    /// Another session in the place of this one, without asking. Its opening cell is shown.
    void show(Session session, std::optional<std::filesystem::path> file = std::nullopt);
    /// Shows a stage, weight or bias; nothing happens where the layer has none.
    void go_to(ArrayId array);
    /// Applies an edit, records and computes it. An error is shown, and returned.
    Result<void> edit(const Edit& edit, std::uint64_t gesture = 0);
    /// Waits for everything that is being computed, opened or saved.
    void finish_work();
    /// Something to be said, until it is dismissed.
    void say(std::string text, bool is_error = false) { workspace_.notice = Notice{std::move(text), is_error}; }

    /// The newest state, of which the trace may not be computed yet.
    const Session& session() const { return document_.newest().session(); }
    const Trace& trace() const { return document_.trace(); }
    Workspace& workspace() { return workspace_; }
    bool unsaved() const { return document_.newest().unsaved(); }
    Remembered remembered() const;

    /// What can be named on the screen now, in logical pixels.
    std::vector<ShownTarget> targets() const;
    std::optional<ShownTarget> find_target(std::string_view name) const;

private:
    using Clock = std::chrono::steady_clock;

    Laboratory(Session session, std::filesystem::path assets, std::vector<Preset> presets,
               std::unique_ptr<Typesetter> typesetter, LaboratoryOptions options);

    struct Answer;
    Status status() const;
    Desk desk(const Status& now);
    FrameNeeds draw_waiting(float scale);
    void apply_outcome(const Outcome& outcome);
    void answer(const Asked& asked);
    bool asks_first(const Asked& asked);
    void step_history(bool back);
    void check_against(const std::filesystem::path& path);
    void load_preset(const std::string& name);
    void start_tour();

    void load(const OpenFile& request);
    void save(const SaveFileAs& request);
    void begin_export(const ExportOrder& order);
    void browse();
    void refuse_path(Overlay::Kind kind, const std::filesystem::path& path, const Error& error);
    void tell(const Error& error) { say(error.message, true); }

    // What was finished meanwhile.
    void take_everything();
    void take(const OpenDocument::News& news);
    void take_loaded(std::chrono::milliseconds patience);
    void take_saved(std::chrono::milliseconds patience);
    void take_exported(std::chrono::milliseconds patience);
    void take_chosen();

    bool is_busy() const {
        return document_.is_computing() || files_.loading() != nullptr || files_.saving() != nullptr ||
               exporting_.under_way() != nullptr;
    }
    /// What keeps edits from being made: another session is on its way.
    bool is_opening() const { return document_.is_opening() || files_.loading() != nullptr; }
    std::optional<Progress> progress() const;
    void cancel_work();
    const Trace* baseline() const { return baseline_ ? &*baseline_ : nullptr; }
    void keep_baseline(std::optional<Trace> numbers);
    void keep_state_before();
    const Moved* moved();
    void begin_glow(const OpenDocument::News& news);

    std::filesystem::path assets_;
    std::vector<Preset> presets_;
    std::unique_ptr<Typesetter> typesetter_;
    std::function<void()> wake_;
    Remembered remembered_;
    Workspace workspace_;
    Derived derived_;
    std::optional<Trace> baseline_;
    std::optional<Comparison> comparison_;
    Glow glow_;
    std::uint64_t gesture_ = 0; ///< of the last edit
    MovedCount moved_;
    Frame frame_;
    bool can_browse_ = FileChooser::is_installed();
    bool closed_ = false;
    bool begins_tour_ = false;                    ///< the next document is the tour's
    std::uint64_t documents_ = 0;                 ///< opened so far
    std::uint64_t saved_document_ = 0;            ///< which of them is being saved
    std::filesystem::path warned_of_;             ///< the user knows that saving replaces this file
    std::optional<Clock::time_point> busy_since_; ///< nothing: it is not busy
    Overlay::Kind chooser_for_ = Overlay::Kind::open_file;
    std::unique_ptr<FileChooser> chooser_;
    FileWork files_;
    Exporting exporting_;
    OpenDocument document_;
};

} // namespace attn
