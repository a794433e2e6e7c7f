#pragma once

#include "core/tensor/matrix.h"

namespace attn {

/// The range of a list's lines that is visible: as many as fit, with the marked one in the middle.
struct ListWindow {
    Index first = 0;
    Index end = 0;
    Index last_first = 0; ///< the largest possible `first`
    Index unclamped = 0;  ///< `first` before it was limited to the list's lines

    Index count() const { return end - first; }
};

/// `offset`: lines by which the list is scrolled away from the marked one.
ListWindow window_of_list(Index count, Index room, Index marked, Index offset = 0);

/// Returns the mark moved by `by` lines, limited to the lines from `least` to the last.
Index moved_mark(Index mark, Index by, Index count, Index least = 0);

/// The lines by which this frame's arrow keys, Page Up and Page Down move a mark; 0 if none was pressed. `page`: the
/// lines of a page; 0 ignores Page Up and Page Down.
Index lines_of_keys(Index page);

} // namespace attn
