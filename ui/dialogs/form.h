#pragma once

#include "ui/actions/dialog.h"
#include "ui/document/export_preview.h"
#include "ui/document/picture_thumbnails.h"
#include "ui/document/term_examples.h"
#include "ui/panels/controls.h"
#include "ui/toolkit/list_box.h"
#include "ui/toolkit/scene.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The surroundings of a dialog.
struct DialogSurroundings {
    Box window;
    Box stage;
    const DisplayList& beneath; ///< the items that the window shows
    ExportPreviewer& previewer;
    PictureThumbnails& thumbnails;
    TermExamples& examples;
};

/// A dialog's layout, from its upper left corner at (0, 0) downwards; its height follows from what is added. Texts are
/// drawn and recorded at once, so that scripts read exactly the shown text.
class Form {
public:
    static constexpr float margin = panel_margin;

    Form(const UiContext& ui, const Dialog& dialog, const DialogSurroundings& around);

    const UiContext& ui() const { return ui_; }
    const Theme& theme() const { return ui_.theme(); }
    const DialogSurroundings& around() const { return around_; }
    Scene& scene() { return scene_; }

    // --- Size --------------------------------------------------------------------------------------------------------

    /// Makes the dialog `wanted` wide, if the window has room for that and for `beside` on either side.
    void set_width(float wanted, float beside = space::section);
    /// Gives the dialog a size that does not depend on its content.
    void set_size(Point size);
    /// Hangs the dialog from a point, if the window has room there, without dimming the window. `name`: the dialog's
    /// target.
    void hang(Point at, std::string name);
    /// Lays the dialog out in the window's own coordinates, without a panel.
    void fill_window() { is_placed_ = true; }

    Box box() const { return {0, 0, width_, height_}; }
    float inner() const { return width_ - 2 * margin; }
    float right() const { return width_ - margin; }
    /// The window relative to the dialog's corner; for a dialog whose size was set.
    Box window() const;

    /// The y of the next thing to be added, from the dialog's top.
    float top() const { return top_; }
    void skip(float by) { top_ += by; }
    void go_to(float top) { top_ = top; }

    // --- Content -----------------------------------------------------------------------------------------------------

    /// Adds the dialog's title, or another one, at the top.
    void title() { title(std::string(dialog_.title)); }
    void title(const std::string& text, const std::string& name = {});
    /// Adds lines of text across the dialog. `name`: scripts read the text by this name.
    void paragraph(const Prose& text, Colour colour, std::string name = {}, const Font& font = {});
    void note(const Prose& text, std::string name = {}) { paragraph(text, theme().dim, std::move(name)); }
    /// Adds a paragraph `width` wide with its first baseline at `at`; returns its height.
    float say_lines(std::string name, Point at, float width, const Prose& text, Colour colour, const Font& font = {},
                    float line_height = 20);
    /// Adds one line, shortened if it is wider than `room`; returns its width.
    float say(const std::string& name, Point at, const std::string& text, Colour colour, const Font& font = {},
              Horizontal side = Horizontal::left, float room = 0);
    float write(Point at, const std::string& text, Colour colour, const Font& font = {},
                Horizontal side = Horizontal::left, float room = 0) {
        return say({}, at, text, colour, font, side, room);
    }
    void rule(Point from, Point to);

    /// Adds a cross in the upper right corner that closes the dialog, for dialogs without a Close button.
    void close_button();
    /// Adds separate buttons; returns the right end of the last one.
    float buttons(Point at, const std::vector<Segment>& buttons);
    /// Adds joined buttons whose right end is at `right_end`; returns their left end.
    float buttons_before(Point right_end, const std::vector<Segment>& buttons);
    /// Adds buttons in the lower left corner with `remark` after them, and `closing` in the lower right corner.
    void foot(const std::vector<Segment>& left, const std::string& remark = {},
              const std::vector<Segment>& closing = {});
    /// Adds buttons in the lower left corner, and the names of keys in small type: after the buttons, or in the lower
    /// right corner.
    void foot_with_keys(const std::vector<Segment>& left, const std::string& keys);
    void foot_before_keys(const std::vector<Segment>& left, const std::string& remark, const std::string& keys,
                          const std::string& name_of_keys = {});
    /// The y of the foot in a dialog whose size was set.
    float foot_top() const { return height_ - margin - control_height; }

    void field(const Box& box, std::string_view target) { add_field(scene_, ui_, box, std::string(target)); }
    /// Adds the reason why the open field's text was refused; returns its height.
    float field_problem(Point at, float width);

    // --- Lists -------------------------------------------------------------------------------------------------------

    /// A list, of which the lines that fit in the area are shown. `add_line` draws a line in its box; `target_of`
    /// returns the name of the target of a click on the line, or an empty name. A mark at the right shows which part of
    /// the list is visible.
    struct List {
        Index count = 0;
        Index marked = 0;
        float line = 0;
        std::function<std::string(Index)> target_of;
        std::function<void(Index, const Box&)> add_line;
        Index offset = 0;
    };
    ListWindow list(const Box& area, const List& list);
    /// Adds the background of a line that can be marked and clicked.
    void line_ground(const Box& line, const std::string& target, bool marked);
    /// Adds a cross whose click removes what the line shows.
    void cross(const Box& box, const std::string& target);

    /// Adds items that the dialog's scroll position moves up and down in the area.
    void scrolled(const Box& area, const DisplayList& list);

    // --- The end -----------------------------------------------------------------------------------------------------

    /// Adds the dialog to the window's scene, at its position; a click beside the dialog is "action:close".
    void place(Scene& into);
    /// Returns the largest scroll position; 0 unless the dialog, or something in it, is higher than the room that it
    /// has.
    float longest_scroll() const { return longest_scroll_; }

private:
    Point corner() const;
    float add_foot(const std::vector<Segment>& left);
    void add_ground(Scene& into, const Box& box) const;

    const UiContext& ui_;
    const Dialog& dialog_;
    const DialogSurroundings& around_;
    Scene scene_;
    float width_ = 0;
    float height_ = 0;
    float top_ = margin;
    float longest_scroll_ = 0;
    bool is_placed_ = false;
    std::optional<Point> hangs_from_;
    std::string target_ = "dialog";
};

} // namespace attn
