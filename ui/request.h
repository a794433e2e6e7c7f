#pragma once

#include <filesystem>
#include <string>
#include <variant>

namespace attn {

struct Undo {};
struct Redo {};
struct OpenPreset {
    std::string name; ///< as on the command line
};
struct OpenFile {
    std::filesystem::path path;
};
/// Saves to where the session came from; asks for a path where there is none.
struct SaveFile {};
struct SaveFileAs {
    std::filesystem::path path;
};
/// Writes the array on the stage as a PNG.
struct SavePicture {
    std::filesystem::path path;
};
/// Compares numbers of somebody's own with the layer and shows what was found.
struct CheckAgainst {
    std::filesystem::path path;
};
/// Keeps the present numbers as what changes are counted from; shows changes from now on.
struct KeepBaseline {};
struct DropBaseline {};
struct Quit {};

/// What the user wants beyond an edit of the session.
using Request = std::variant<Undo, Redo, OpenPreset, OpenFile, SaveFile, SaveFileAs, SavePicture, CheckAgainst,
                             KeepBaseline, DropBaseline, Quit>;

} // namespace attn
