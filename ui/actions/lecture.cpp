#include "ui/actions/lecture.h"

namespace attn {

void begin_lecture(Workspace& workspace) {
    workspace.lecture = true;
    workspace.lecture_inspector = workspace.lecture_tokens = false;
    workspace.overlay.reset();
    workspace.field.reset();
    workspace.notice = Notice{"Page Down, Page Up: step. E: explain. W: words. B: blank. Esc: leave.", false, true};
}

void end_lecture(Workspace& workspace) {
    workspace.lecture = workspace.blank = false;
    if (workspace.notice && workspace.notice->passes)
        workspace.notice.reset();
}

} // namespace attn
