#include "ui/document/head_in_sight.h"

#include "core/figure/pictures/picture.h"
#include "core/model/arrays.h"

#include <algorithm>

namespace attn {

namespace {

/// True if the stage is computed from several heads.
bool is_made_of_heads(ArrayId stage) {
    return is_in_blocks(stage) || (row_of(stage).heads == Heads::none && is_made_by_heads(stage));
}

/// True if the inspector, which shows the effects of a number, needs only one head for this stage.
bool needs_no_other_head(ArrayId stage) {
    return std::ranges::none_of(
        stages(), [stage](const Array& row) { return is_made_of_heads(row.id) && may_read(row.id, stage); });
}

} // namespace

std::optional<HeadInSight> head_in_sight(const UiContext& ui) {
    const Workspace& workspace = ui.workspace;
    const bool shows_more =
        workspace.overlay || ui.scope().is_taught || workspace.playback.running || !ui.session.readouts.empty();
    const ArrayId shown = workspace.array();
    const Picture::Shows shows = picture(shown_picture(ui)).shows;
    if (shows_more || is_made_of_heads(shown) || !needs_no_other_head(shown) || shows == Picture::Shows::anything)
        return std::nullopt;
    HeadInSight seen{workspace.item, workspace.head};
    if (shows == Picture::Shows::each_head || workspace.shares_range) // the colours span the numbers of all heads
        seen.up_to = shown;
    return seen;
}

} // namespace attn
