#pragma once

#include "core/figure/geometry.h"
#include "core/model/cell.h"
#include "core/tensor/result.h"
#include "ui/toolkit/key.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

/// The commands of a play script. Targets are names of what is on the screen: "cell:A/1[5,2]", "action:undo".
namespace script {

/// A SOURCE as on the command line, in words.
struct Open {
    std::vector<std::string> source;
};
struct Step {
    enum class To : std::uint8_t { array, next, previous };
    To to = To::array;
    ArrayId array;
};
struct Head {
    Index head = 0; ///< number of the head, from 0
};
struct Click {
    std::string target;
    bool twice = false;
    Chord held{}; ///< modifiers only, held while clicking: Ctrl, Shift, Alt
};
struct Drag {
    std::string target;
    Point by; ///< logical pixels
};
struct Hover {
    std::string target;
};
struct Wheel {
    std::string target;
    float by = 0; ///< notches; up is positive
};
struct Type {
    std::string target;
    std::string text; ///< UTF-8
};
struct Press {
    Chord chord;
};
/// Sets the clipboard, as if another program had copied the text.
struct SetClipboard {
    std::string text; ///< UTF-8, lines end in \n
};
struct Wait {
    float seconds = 0;
};
struct Expect {
    std::string target;
    std::string value;
    std::optional<double> within;
};
struct Screenshot {
    std::filesystem::path file;
};
struct WriteTrace {
    std::filesystem::path file;
};
struct ListTargets {};

using Command = std::variant<Open, Step, Head, Click, Drag, Hover, Wheel, Type, Press, SetClipboard, Wait, Expect,
                             Screenshot, WriteTrace, ListTargets>;

} // namespace script

struct ScriptLine {
    int number = 0; ///< line number in the file, from 1
    std::string text;
    script::Command command;
};

/// Reads a whole script: one command a line, words with spaces are in double quotes, # for comments. `name` is the
/// file's, for errors such as "tour.play:7: unknown command 'clik'; did you mean click?".
Result<std::vector<ScriptLine>> parse_script(std::string_view text, std::string_view name);

} // namespace attn
