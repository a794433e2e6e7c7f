#pragma once

#include "core/figure/pictures/text_layout.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string>
#include <vector>

namespace attn {

constexpr float control_height = 30;
/// The margin of panels and dialogs, in logical pixels.
constexpr float panel_margin = space::huge;

/// A button, alone or one of several in a common frame.
struct Segment {
    std::string target; ///< "action:undo"
    std::string label;
    bool chosen = false;
    bool enabled = true;
    bool dim = false;
    bool opens_menu = false; ///< true: a small triangle follows the label
    bool is_off = false;     ///< true: what the button controls is switched off, and the label is struck through
    float room = 0;          ///< width reserved for the label, so that a change of the label moves nothing; 0: the
                             ///< label's own width
};

/// The width of the segments.
float segments_width(const UiContext& ui, const std::vector<Segment>& segments);

/// Adds buttons in a common frame whose upper left corner is `at`. Returns their width. A disabled button has no
/// target.
float add_segments(Scene& scene, const UiContext& ui, Point at, const std::vector<Segment>& segments);

/// Buttons within text: underlined words.
float text_buttons_width(const UiContext& ui, const std::vector<Segment>& buttons);
void add_text_buttons(Scene& scene, const UiContext& ui, Point at, const std::vector<Segment>& buttons);

/// Adds a field for one line of text; it is being edited if the workspace says so. The text becomes the target's value;
/// `hint` is shown while the field is empty.
void add_field(Scene& scene, const UiContext& ui, const Box& box, const std::string& target, const std::string& text,
               const std::string& hint = {});
/// Adds the target's field, with the text and the hint that its row gives.
void add_field(Scene& scene, const UiContext& ui, const Box& box, const std::string& target);

/// Adds the reason why the field's last text was refused, if it was, with its upper left corner at `at`. Returns its
/// height.
float add_field_problem(Scene& scene, const UiContext& ui, Point at, float width, const std::string& target);

/// Adds a line of text in the interface's font; returns its width.
float add_text(Scene& scene, const UiContext& ui, Point at, std::string text, Colour colour, Font font = {},
               Horizontal horizontal = Horizontal::left, Target target = {});

/// Adds text wrapped to `width`, its first baseline at `at`, baselines `line_height` apart. Returns its height.
float add_paragraph(Scene& scene, const UiContext& ui, Point at, float width, const Prose& text, Colour colour,
                    Font font = {}, float line_height = 20);

/// Adds a section's heading in small capitals.
void add_section(Scene& scene, const UiContext& ui, Point at, const std::string& text);

/// A panel's scroll position and its largest value, in logical pixels.
struct Scrolled {
    float by = 0;
    float longest = 0;
};

/// Adds a mark at the panel's right edge that shows which part of the content is visible.
void add_scroll_mark(Scene& scene, const UiContext& ui, const Box& panel, const Scrolled& scrolled);

/// Adds a hairline.
void add_rule(Scene& scene, const UiContext& ui, Point from, Point to);

} // namespace attn
