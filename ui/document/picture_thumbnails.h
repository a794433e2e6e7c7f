#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pictures/view_state.h"
#include "ui/document/ui_context.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace attn {

/// Thumbnails of the pictures of the shown array, for the menu of pictures. Each is drawn once while the menu shows
/// this array, and again when background work for it is finished.
class PictureThumbnails {
public:
    /// The size of a thumbnail, in logical pixels.
    static constexpr Point size{124, 78};

    /// Returns a thumbnail with its corner at (0, 0), of the size of thumbnails; empty if the layer is so large that
    /// drawing all pictures would take a while.
    const DisplayList& of(const UiContext& ui, PictureId id);
    /// At the end of a frame: drops the thumbnails if the frame did not ask for them.
    void forget_unless_asked();

private:
    struct Known {
        DisplayList list;
        bool is_whole = false; ///< false: background work for it is not finished
    };
    std::map<std::string, Known, std::less<>> known_;
    bool is_shown_ = false; ///< asked for in this frame
};

/// The view `seen`, drawn in an area and scaled down: words too small to be read become grey lines, and no item has a
/// target.
DisplayList thumbnail_of(const UiContext& ui, const ViewState& seen, Point drawn_in, Point size);

} // namespace attn
