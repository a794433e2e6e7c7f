#pragma once

#include "core/figure/geometry.h"
#include "ui/actions/actions.h"
#include "ui/toolkit/list_box.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

class Form;

/// The type and the room that a dialog has in a lecture.
enum class RoomInLecture : std::uint8_t {
    window, ///< as in a window: an audience does not read it
    scene,  ///< a scene's
    stage   ///< the lecture's own type, in the room that there is
};

/// The purpose of the path that a dialog asks for.
enum class PathUse : std::uint8_t { read, save, exported };

/// The list of a dialog: arrow keys and the wheel move its mark.
struct DialogList {
    Index (*count)(const UiContext& ui) = nullptr; ///< the number of its lines; null: the dialog has no list
    Index (*page)(const UiContext& ui) = nullptr;  ///< lines of a page; null: Page Up and Page Down do something else
    Index least = 0;                               ///< the least line that can be marked; −1: none need be
    Index notch = 1;                               ///< lines that a notch of the wheel moves the mark by
};

/// A dialog: it lies over the window and takes all clicks and keys. Each dialog has a file in ui/dialogs; its row says
/// all that frame, mouse, keys and lecture have to know about it.
struct Dialog {
    Overlay::Kind kind{};
    std::string_view title{};
    std::string_view action{};      ///< the action that does nothing but open it
    std::string_view first_field{}; ///< opens with the dialog
    void (*draw)(Form& form);       ///< has no default: a row without it does not compile
    DialogList list{};
    bool (*keys)(const CommandContext& command) = nullptr;  ///< its own keys; true if one of them was pressed
    void (*enter)(const CommandContext& command) = nullptr; ///< Enter while no field is edited
    void (*typed)(const CommandContext& command) = nullptr; ///< called when the text of its field has changed
    /// Enter and Tab in one of its fields, where they do more than commit it; true if they did.
    bool (*leave_field)(const CommandContext& command) = nullptr;
    bool (*escape)(Workspace& workspace) = nullptr; ///< gives up something within the dialog; false: the dialog closes
    void (*wheel)(const CommandContext& command, float by) = nullptr; ///< null: the wheel moves the mark, or scrolls
    std::optional<PathUse> path{};                                    ///< the use of its fields that end in "-path"
    RoomInLecture room = RoomInLecture::window;
    bool is_menu = false;            ///< hangs from a button, and leaves the window behind it as it was
    bool closes_when_chosen = false; ///< closes before the chosen entry is done
    bool keeps_open = false;         ///< Escape in one of its fields closes the field alone
    bool takes_tab = false;          ///< Tab does not walk through its buttons
    bool is_wide = false;            ///< has pictures side by side, which need the whole window
    bool explains_words = false;     ///< its sentences are about the layer: words of the glossary are underlined
    bool says_notice = false;        ///< shows the notice itself
};

const Dialog& dialog_of(Overlay::Kind kind);
/// The dialog that the action of that id opens.
const Dialog& dialog_of_action(std::string_view action);
/// The dialog that opens with that field.
const Dialog& dialog_with_field(std::string_view field);
/// The row of the open dialog; `nullptr` if none is open.
const Dialog* open_dialog(const Workspace& workspace);
/// True if a dialog is open that is no menu.
bool has_dialog(const Workspace& workspace);
bool is_open(const Workspace& workspace, Overlay::Kind kind);

/// Opens a dialog, with its first field if it has one.
void open_overlay(const CommandContext& command, Overlay::Kind kind);
/// Opens the dialog of that first field, with a text that was refused and the problem with it.
void open_refused(Workspace& workspace, std::string field, std::string text, std::string problem);

} // namespace attn
