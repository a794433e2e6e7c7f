#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pictures/view_state.h"
#include "ui/document/ui_context.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace attn {

/// Small pictures of the views that the stage in sight has, for the menu in which one is chosen: drawn once, as long as
/// the menu shows the same stage, or until what is worked out beside the frames is there.
class PictureThumbnails {
public:
    /// Pixels of the window.
    static constexpr Point size{124, 78};

    /// At (0, 0), of that size; empty where the layer is so large that drawing all views would take a while.
    const DisplayList& of(const UiContext& ui, PictureId id);
    void forget() { known_.clear(); }

private:
    struct Known {
        DisplayList list;
        bool is_whole = false; ///< otherwise something was not worked out yet
    };
    std::map<std::string, Known, std::less<>> known_;
};

/// What is looked at, drawn in an area and made small: words too small to be read are grey lines, and nothing in it
/// stands for anything.
DisplayList thumbnail_of(const UiContext& ui, const ViewState& seen, Point drawn_in, Point size);

} // namespace attn
