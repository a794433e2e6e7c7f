#include "ui/actions/lecture.h"

#include "ui/actions/zoom.h"

namespace attn {

void begin_lecture(Workspace& workspace) {
    workspace.lecture = true;
    workspace.lecture_inspector = workspace.lecture_tokens = false;
    fit_stage(workspace); // what is larger in a window is not in a lecture, nor the other way round
    workspace.overlay.reset();
    workspace.field.reset();
    workspace.notice = passing({{"Page Down, Page Up: step. E: explain. W: words. B: blank. Esc: leave.",
                                 Always{"what keys do in every lecture"}},
                                HoldsWhile::in_lecture});
}

void end_lecture(Workspace& workspace) {
    workspace.lecture = workspace.blank = false;
    fit_stage(workspace);
}

} // namespace attn
