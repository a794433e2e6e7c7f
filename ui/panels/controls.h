#pragma once

#include "core/figure/pictures/text_layout.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string>
#include <vector>

namespace attn {

constexpr float control_height = 30;

/// One of several buttons in a common frame, or a button alone.
struct Segment {
    std::string target; ///< "action:undo"
    std::string label;
    bool chosen = false;
    bool enabled = true;
    bool dim = false;
    bool opens_menu = false; ///< a small triangle behind the label
    bool is_off = false;     ///< what it stands for is switched off: struck through
    float room = 0;          ///< the label's, whatever it says: nothing beside it moves; 0: as wide as it is
};

/// The width that the segments take.
float segments_width(const UiContext& ui, const std::vector<Segment>& segments);

/// Buttons in a common frame, from the left end on. Returns their width. What is not enabled has no target.
float add_segments(Scene& scene, const UiContext& ui, Point at, const std::vector<Segment>& segments);

/// Buttons of a line of text: words with a line beneath them.
float text_buttons_width(const UiContext& ui, const std::vector<Segment>& buttons);
void add_text_buttons(Scene& scene, const UiContext& ui, Point at, const std::vector<Segment>& buttons);

/// A field for one line of text, being edited where the workspace says so. What it says is entered as its value.
/// `hint` stands in it while it is empty.
void add_field(Scene& scene, const UiContext& ui, const Box& box, const std::string& target, const std::string& text,
               const std::string& hint = {});
/// The field of that target as its row says: what stands in it, and what may be typed.
void add_field(Scene& scene, const UiContext& ui, const Box& box, const std::string& target);

/// Why the field's last text was refused, if it was: lines whose upper left corner is at `at`. Returns their height.
float add_field_problem(Scene& scene, const UiContext& ui, Point at, float width, const std::string& target);

/// A line of text in the interface's type; returns its width.
float add_text(Scene& scene, const UiContext& ui, Point at, std::string text, Colour colour, Font font = {},
               Horizontal horizontal = Horizontal::left, Target target = {});

/// Text broken into lines of at most `width`, baselines `line_height` apart, the first at `at`. Returns the height.
float add_paragraph(Scene& scene, const UiContext& ui, Point at, float width, const std::string& text, Colour colour,
                    Font font = {}, float line_height = 20);

/// A section's head in small capitals.
void add_section(Scene& scene, const UiContext& ui, Point at, const std::string& text);

/// How far a panel is scrolled, and how far it can be.
struct Scrolled {
    float by = 0;
    float longest = 0;
};

/// Says at the panel's right edge that there is more above or below, and how much.
void add_scroll_mark(Scene& scene, const UiContext& ui, const Box& panel, const Scrolled& scrolled);

/// A hairline.
void add_rule(Scene& scene, const UiContext& ui, Point from, Point to);

} // namespace attn
