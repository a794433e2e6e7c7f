#pragma once

#include "ui/toolkit/child_program.h"

#include <optional>
#include <string_view>

namespace attn {

/// How large the user wants text beside what the monitor's scale makes of it: GNOME's text-scaling-factor. On X11 the
/// content scale of a window has it already (Xft.dpi); on Wayland nobody tells a window, and each program asks the
/// settings itself. Asked while the window is made, since the answer comes from another program.
class DesktopText {
public:
    DesktopText();
    /// 1 where no desktop says more.
    float scale();

private:
    std::optional<ProgramOutput> asked_;
};

/// What the settings' answer means, within what can be drawn; nothing where it is no number.
std::optional<float> parse_text_scale(std::string_view answer);

} // namespace attn
