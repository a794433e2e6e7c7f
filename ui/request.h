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
struct Quit {};

/// What the user wants beyond an edit of the session.
using Request = std::variant<Undo, Redo, OpenPreset, OpenFile, SaveFile, SaveFileAs, SavePicture, Quit>;

} // namespace attn
