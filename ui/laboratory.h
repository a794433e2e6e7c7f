#pragma once

#include "core/attention/engine.h"
#include "core/attention/result.h"
#include "core/figure/text.h"
#include "core/session/history.h"
#include "core/session/presets.h"
#include "ui/comparison.h"
#include "ui/frame.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What a frame asks of the window around it.
struct FrameNeeds {
    std::string title;               ///< of the window
    std::optional<float> next_frame; ///< in how many seconds it wants to be drawn again though nothing happens
    bool closed = false;             ///< the program may end
};

/// A session that is worked on: its history, its numbers, its file and its window. Window, pictures in memory and
/// tests all use this one.
class Laboratory {
public:
    /// `assets` is the program's assets folder, `file` where the session was read from. Fails without fonts.
    static Result<std::unique_ptr<Laboratory>> open(Session session, const std::filesystem::path& assets,
                                                    std::optional<std::filesystem::path> file = std::nullopt);
    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;
    ~Laboratory() = default;

    /// Puts what ImGui needs into its font atlas. The program's own text is set by Pango.
    static void load_fonts(float scale);
    /// One frame: between ImGui's NewFrame and Render, in logical pixels.
    FrameNeeds draw(float scale);
    /// Opens the first of the files, after asking about unsaved changes; arrays and folders are checked against the
    /// layer.
    void drop(const std::vector<std::filesystem::path>& files);
    /// Wants the window closed; asks about unsaved changes.
    void ask_to_close();

    /// Another session in the place of this one, without asking. Its opening cell is shown.
    void show(Session session, std::optional<std::filesystem::path> file = std::nullopt);
    /// Shows a stage, weight or bias; nothing happens where the layer has none.
    void go_to(ArrayId array);
    /// Applies an edit, records and computes it. An error is shown, and returned.
    Result<void> edit(const Edit& edit, std::uint64_t gesture = 0);

    const Session& session() const { return history_.present(); }
    const Trace& trace() const { return engine_.trace(); }
    Workspace& workspace() { return workspace_; }
    bool unsaved() const { return history_.revision() != saved_revision_; }

    /// What can be named on the screen now, in logical pixels.
    std::vector<ShownTarget> targets() const;
    std::optional<ShownTarget> find_target(std::string_view name) const;

private:
    Laboratory(Session session, std::filesystem::path assets, std::optional<std::filesystem::path> file,
               std::vector<Preset> presets, std::unique_ptr<Typesetter> typesetter);

    struct Answer;
    Status status() const;
    Desk desk(const Status& now);
    void apply_outcome(const Outcome& outcome);
    void answer(const Asked& asked);
    bool asks_first(const Asked& asked);
    void compute();
    void step_history(bool back);
    void check_against(const std::filesystem::path& path);
    void open_file(const std::filesystem::path& path);
    bool save_to(const std::filesystem::path& path);
    void say(std::string text, bool is_error);
    void tell(const Error& error) { say(error.message, true); }

    std::filesystem::path assets_;
    std::optional<std::filesystem::path> file_;
    std::vector<Preset> presets_;
    std::unique_ptr<Typesetter> typesetter_;
    History history_;
    Engine engine_;
    Workspace workspace_;
    Derived derived_;
    std::optional<Trace> baseline_;
    std::optional<Comparison> comparison_;
    Frame frame_;
    std::uint64_t saved_revision_ = 0;
    bool closed_ = false;
};

} // namespace attn
