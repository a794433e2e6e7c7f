#pragma once

#include "ui/actions/frame_actions.h"
#include "ui/actions/token_places.h"
#include "ui/document/export_preview.h"
#include "ui/document/picture_thumbnails.h"
#include "ui/document/ui_context.h"
#include "ui/gl/image_cache.h"
#include "ui/gl/text_cache.h"
#include "ui/toolkit/change_highlight.h"
#include "ui/toolkit/scene.h"

#include <filesystem>
#include <optional>
#include <utility>

struct ImDrawList;

namespace attn {

/// What is on the screen. A frame has two halves, so that it shows what the user has just done: first what happened
/// to the scene that the user saw becomes FrameActions, then, when that has been applied, the next scene is painted.
class Frame {
public:
    /// The typesetter, the workers, who make large matrices smaller, and the background, which lays previews out with
    /// fonts from the folder, must outlive the frame.
    Frame(const Typesetter& typesetter, Workers& workers, Background& background, const std::filesystem::path& fonts);

    /// What the mouse and the keys that ImGui knows of did to the scene. Changes the workspace, nothing else;
    /// `ui` looks at the same one.
    FrameActions react(const UiContext& ui, Workspace& workspace);

    /// Lays the window out in ImGui's display and paints it, with `scale` pixels a logical pixel.
    /// What glows is outlined.
    void paint(const UiContext& ui, float scale, ChangeHighlight& highlight);

    /// The notes of a lecture, for a window beside this one, `area` large: after paint, in the same frame.
    Scene paint_notes(ImDrawList& target, const UiContext& ui, Point area);

    /// The same while there is nothing to show yet but how far the first session has come.
    void paint_waiting(const UiContext& ui, float scale);
    /// Whether the user did not want to wait any longer.
    bool gives_up_waiting() const;

    /// The scene painted last.
    const Scene& scene() const { return scene_; }

private:
    void keep_lesson_in_sight(const UiContext& ui, Workspace& workspace, const Box& area);

    TextCache texts_;
    ImageCache images_;
    const Typesetter& typesetter_;
    Scene scene_;
    ExportPreviewer previewer_;
    PictureThumbnails thumbnails_;
    /// What the pipeline was last scrolled to: the step, in a diagram of which so much does not fit.
    std::optional<std::pair<ArrayId, float>> step_in_sight_;
    std::optional<TokenPlace> token_in_sight_;
    float longest_dialog_scroll_ = 0; ///< of one that is higher than the window
    /// How far the lesson's step could be scrolled.
    std::pair<std::size_t, float> lesson_in_sight_;
};

} // namespace attn
