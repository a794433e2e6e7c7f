#pragma once

#include "core/model/claim.h"
#include "ui/document/ui_context.h"

#include <string>

namespace attn {

// What a step that fills the window says, each sentence with what it says of the layer.

/// What the step says now, in two lines: "Without head 1: sessents." and "Six of 8 letters come back right: who helps?"
struct Verdict {
    Claim title;
    Claim text;
};
Verdict said_in_view(const UiContext& ui);

/// What it asks for now: its bet as long as that is open, its task until it is done, and then what is said to that.
Claim asked_in_view(const UiContext& ui);

/// Over the field: why what was typed cannot be read, a remark on it, or what to type.
Claim said_of_name(const UiContext& ui);
/// Of these the first two; empty where there is nothing to remark.
std::string remark_on_name(const UiContext& ui);

} // namespace attn
