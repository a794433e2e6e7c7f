#pragma once

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

/// What a SOURCE names.
struct OpenedSource {
    SavedSession saved;
    std::optional<std::filesystem::path> file; ///< where saving writes to
};

/// What scripts ask of the rest of the program.
struct PlayServices {
    std::function<Result<OpenedSource>(std::span<const std::string> source)> open;
    std::function<Result<void>(const Trace& trace, const std::filesystem::path& file)> write_trace;
    std::function<void(const std::string& line)> print;
};

/// Does what the lines of a script say, as hands would: through events at the places of what is on the screen.
class Player {
public:
    /// Everything must outlive the player. `window` is the screen's surface where that is a window. Nothing that is
    /// written takes the place of `script`.
    Player(App& app, Screen& screen, Content& content, Window* window, PlayServices services,
           const std::filesystem::path& script);

    /// Does all lines. The value is what an `expect` found otherwise, "line 9: expect cell:A/1[5,2] 0.07: it is 0.073",
    /// or nothing. Fails where a line cannot be done, naming `script` and the line.
    Result<std::optional<std::string>> play(std::span<const ScriptLine> lines, std::string_view script);

private:
    // What an `expect` found otherwise; empty where all is as expected.
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
    /// Fails where a file to be written is the script, or was read, named or saved meanwhile, by a line or by hand.
    Result<void> check_spares_inputs(const std::filesystem::path& output);
    static Found act(const script::SetClipboard& command);
    Found act(const script::Wait& command);
    Found act(const script::Expect& command);
    Found act(const script::Screenshot& command);
    Found act(const script::WriteTrace& command);
    Found act(const script::ListTargets& command);

    /// What a target that is read, and not a cell, says.
    Result<std::string> reading_of(const std::string& target) const;
    Result<Point> place_of(const std::string& target) const;
    std::string canonical_target(const std::string& target) const;
    Error not_on_screen(const std::string& target) const;
    void click(Point place);
    void let_double_click_pass(Point place);
    void press_key(const Chord& chord);
    void type_letters(std::string_view text);

    void push(const InputEvent& event) { screen_->input().push(event); }
    void frame();
    void settle();

    App* app_;
    Screen* screen_;
    Content* content_;
    Window* window_;
    PlayServices services_;
    InputFiles inputs_; // what was read so far
    bool closed_ = false;
    std::optional<Point> clicked_; // where the last click was
    float since_click_ = 0;        // seconds
};

} // namespace attn
