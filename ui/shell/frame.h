#pragma once

#include "ui/actions/frame_actions.h"
#include "ui/actions/token_places.h"
#include "ui/document/export_preview.h"
#include "ui/document/picture_thumbnails.h"
#include "ui/document/term_examples.h"
#include "ui/document/ui_context.h"
#include "ui/gl/image_cache.h"
#include "ui/gl/text_cache.h"
#include "ui/toolkit/change_highlight.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

#include <filesystem>
#include <optional>
#include <utility>

struct ImDrawList;

namespace attn {

/// Draws the window. A frame has two halves, so that it shows what the user has just done: react() turns what happened
/// to the scene on the screen into FrameActions; once these are applied, paint() paints the next scene.
class Frame {
public:
    /// Typesetter, workers and background must outlive the frame. The workers make large matrices smaller; the
    /// background lays out previews with fonts from the folder.
    Frame(const Typesetter& typesetter, Workers& workers, Background& background, const std::filesystem::path& fonts);

    /// Reacts to what the mouse and the keys known to ImGui did to the scene. Changes the workspace, nothing else; `ui`
    /// refers to the same workspace.
    FrameActions react(const UiContext& ui, Workspace& workspace);

    /// Lays the window out in ImGui's display and paints it, with `scale` pixels per logical pixel and the highlighted
    /// changes outlined.
    void paint(const UiContext& ui, float scale, ChangeHighlight& highlight);

    /// Paints the notes of a lecture for a window beside this one, `area` large; after paint(), in the same frame.
    Scene paint_notes(ImDrawList& target, const UiContext& ui, Point area);

    /// Paints the progress of the first session, while there is nothing else to show.
    void paint_waiting(const UiContext& ui, float scale);
    /// True if the user cancels waiting for the first session.
    bool gives_up_waiting() const;

    /// The scene painted last.
    const Scene& scene() const { return scene_; }

private:
    void add_dialog(const UiContext& ui, const WindowLayout& layout);
    void keep_lesson_in_sight(const UiContext& ui, Workspace& workspace, const Box& area);

    TextCache texts_;
    ImageCache images_;
    const Typesetter& typesetter_;
    Scene scene_;
    ExportPreviewer previewer_;
    PictureThumbnails thumbnails_;
    TermExamples examples_;
    /// The step that the pipeline was last scrolled to, and the excess height of its diagram then.
    std::optional<std::pair<ArrayId, float>> step_in_sight_;
    std::optional<TokenPlace> token_in_sight_;
    float longest_dialog_scroll_ = 0; ///< for a dialog that is higher than the window
    /// The lesson's step, and how far it could be scrolled.
    std::pair<std::size_t, float> lesson_in_sight_;
};

} // namespace attn
