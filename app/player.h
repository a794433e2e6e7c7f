#pragma once

#include "app/hands.h"
#include "app/window/content.h"
#include "app/window/screen.h"
#include "core/document/session/session.h"
#include "core/files/input_files.h"
#include "core/tensor/result.h"
#include "ui/shell/app.h"
#include "ui/toolkit/script.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn {

class Window;

/// The session that a SOURCE names.
struct OpenedSource {
    SavedSession saved;
    std::optional<std::filesystem::path> file; ///< the file to which the session is saved
};

/// The services of the rest of the program that scripts need.
struct PlayServices {
    std::function<Result<OpenedSource>(std::span<const std::string> source)> open;
    std::function<Result<void>(const Trace& trace, const std::filesystem::path& file)> write_trace;
    std::function<void(const std::string& line)> print;
};

/// Does the lines of a script as a person would: by events at the positions of things on the screen.
class Player {
public:
    /// Everything but `script` must outlive the player. `window` is the screen's surface if that is a window. No output
    /// may replace `script`.
    Player(App& app, Screen& screen, Content& content, Window* window, PlayServices services,
           const std::filesystem::path& script);

    /// Does all lines. Returns the difference that an `expect` found, "line 9: expect cell:A/1[5,2] 0.07: it is 0.073",
    /// or nullopt. Fails if a line cannot be done, naming `script` and the line.
    Result<std::optional<std::string>> play(std::span<const ScriptLine> lines, std::string_view script);

private:
    // The difference that an `expect` found; empty if there is none.
    using Found = Result<std::string>;

    Found act(const script::Open& command);
    Found act(const script::Step& command);
    Found act(const script::Head& command);
    Found act(const script::Click& command);
    Found act(const script::Drag& command);
    Found act(const script::Hover& command);
    Found act(const script::Wheel& command);
    Found act(const script::Type& command);
    Found act(const script::Press& command);
    /// Fails if `output` is the script, or a file that was read, named or saved meanwhile, by a line or by the user.
    Result<void> check_spares_inputs(const std::filesystem::path& output);
    static Found act(const script::SetClipboard& command);
    Found act(const script::Wait& command);
    Found act(const script::Expect& command);
    Found act(const script::Screenshot& command);
    Found act(const script::WriteTrace& command);
    Found act(const script::ListTargets& command);

    /// Returns the text of a target that is no cell.
    Result<std::string> reading_of(const std::string& target) const;
    Result<Point> place_of(const std::string& target) const;
    std::string canonical_target(const std::string& target) const;
    Error not_on_screen(const std::string& target) const;
    void click(Point place);
    void let_double_click_pass(Point place);
    void frame();
    void settle();

    App* app_;
    Screen* screen_;
    Content* content_;
    Window* window_;
    PlayServices services_;
    Hands hands_;
    InputFiles inputs_; // files that were read so far
    bool closed_ = false;
    std::optional<Point> clicked_; // place of the last click
    float since_click_ = 0;        // seconds since the last click
};

} // namespace attn
