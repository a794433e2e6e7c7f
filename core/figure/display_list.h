#pragma once

#include "core/figure/colour.h"
#include "core/figure/colour_map.h"
#include "core/figure/geometry.h"
#include "core/figure/statement.h"
#include "core/figure/theme.h"
#include "core/formula/formula.h"
#include "core/model/cell.h"
#include "core/tensor/matrix.h"
#include "core/text/tex_escape.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

class Typesetter;

/// The thing that an item stands for: nothing, a number of the layer, or something else, by the name that scripts use
/// for it ("action:undo", "token:3", "inspector.value").
using Target = std::variant<std::monostate, CellId, std::string>;

/// The name by which a script points at the target: "cell:A/1[5,2]", "action:undo"; empty for no target.
std::string target_name(const Target& target);

enum class LineStyle : std::uint8_t { solid, dashed, dotted };

struct Stroke {
    Colour colour;
    float width = 1;
    LineStyle style = LineStyle::solid;
    bool operator==(const Stroke&) const = default;

    bool visible() const { return colour.visible() && width > 0; }
};

/// A rectangle. The stroke is centred on the edge.
struct Rectangle {
    Box box;
    Colour fill;
    Stroke stroke;
    float corner_radius = 0;
    Colour hatch;             ///< colour of diagonal lines over the fill
    bool hatch_falls = false; ///< true: hatch lines fall from upper left to lower right; false: they rise
    /// The distance by which the fill reaches under a neighbour that is painted later, so that no thin seam shows.
    float overlap_right = 0;
    float overlap_below = 0;
    bool operator==(const Rectangle&) const = default;

    Box filled() const { return {box.x, box.y, box.width + overlap_right, box.height + overlap_below}; }
};

/// Straight lines from point to point. If curved, cubic Bézier curves: a start, then two control points and an end for
/// each.
struct Path {
    std::vector<Point> points;
    Stroke stroke;
    Colour fill;
    bool curved = false;
    bool closed = false;
    bool operator==(const Path&) const = default;
};

/// The family of a font: sans is Inter, mathematics is STIX. Letters that a font lacks are taken from the other fonts
/// in the folder.
enum class FontFamily : std::uint8_t { sans, mathematics };
enum class FontWeight : std::uint16_t { regular = 400, medium = 500, semibold = 600, bold = 700 };

struct Font {
    FontFamily family = FontFamily::sans;
    float size = type_size::normal; ///< logical pixels per em
    FontWeight weight = FontWeight::regular;
    bool italic = false;
    float letter_spacing = 0; ///< logical pixels added after each letter
    bool operator==(const Font&) const = default;
};

enum class Horizontal : std::uint8_t { left, centre, right };
/// The line of a text that lies at its position. middle: half the height of capitals above the baseline; top: the
/// ascent's line.
enum class Vertical : std::uint8_t { baseline, middle, top };

/// The direction of a line of text: left to right, rotated by 45°, or bottom to top.
enum class Direction : std::uint8_t { level, slanted, upright };
/// The angle of the direction, in degrees counterclockwise.
float degrees_of(Direction direction);
/// The point or box, rotated about (0, 0) from a level direction to `direction`. A rotated box is the smallest upright
/// box around it.
Point turned(Point point, Direction direction);
Box turned(const Box& box, Direction direction);

/// A line of text with symbols in it. TeX writes `tex` in place of the texts that paint the line.
struct TextLine {
    TexText tex;
    std::size_t pieces = 1; ///< number of Text items that the painter draws for the line
    bool operator==(const TextLine&) const = default;
};

/// One line of text, or a piece of one.
struct Text {
    std::string text; ///< UTF-8
    Point position;   ///< position of the anchor
    Font font;
    Colour colour;
    Horizontal horizontal = Horizontal::left;
    Vertical vertical = Vertical::baseline;
    Direction direction = Direction::level; ///< direction in which the text is rotated about `position`
    bool grey = false; ///< true: letters with colours of their own, such as emoji, are printed in grey
    std::shared_ptr<const TextLine> line{}; ///< the line that this text begins; null: a text by itself, or a later
                                            ///< piece of a line
    /// True if both texts are equal; their lines are compared by contents.
    bool operator==(const Text& other) const;
};

/// Says which formula the next `pieces` items draw. It paints nothing; writers that know TeX write the formula in place
/// of the items.
struct FormulaMark {
    std::string tex;
    Point position; ///< left end of its baseline
    float size = 0; ///< size of the letters in logical pixels
    Colour colour;
    std::size_t pieces = 0;
    std::vector<FormulaName> names{}; ///< the meanings of its symbols
    bool is_of_notes = false;         ///< true: written in the user's own notation, as it stands
};

/// A matrix as colours: the cells lie side by side and fill the box. Masked cells are transparent.
struct Image {
    Box box;
    Matrix matrix;
    Matrix mask;   ///< the matrix' shape, or empty; −∞ where a cell is masked
    Matrix before; ///< the matrix before a change, or empty. If given, the image shows only how much the numbers
                   ///< changed
    Palette palette = Palette::diverging;
    Look look = Look::light;
    Range range;
    bool transposed = false; ///< true: shows the matrix' columns as rows

    Index shown_rows() const { return transposed ? matrix.columns() : matrix.rows(); }
    Index shown_columns() const { return transposed ? matrix.rows() : matrix.columns(); }
};

using ItemShape = std::variant<Rectangle, Path, Text, Image, FormulaMark>;

/// The part of an item that is seen and can be hit: all of it, or the part within a box. A box that cannot be drawn
/// shows nothing. The box's width and height are never negative.
class Clip {
public:
    Clip() = default;
    Clip(std::nullopt_t /*all*/) {}
    Clip(const Box& box);
    Clip(const std::optional<Box>& box) : Clip(box ? Clip(*box) : Clip()) {}
    bool operator==(const Clip&) const = default;

    explicit operator bool() const { return box_.has_value(); }
    const Box& operator*() const { return *box_; }
    const Box* operator->() const { return &*box_; }
    void reset() { box_.reset(); }

private:
    std::optional<Box> box_;
};

/// One thing to paint. All coordinates and lengths of its shape can be drawn: a shape with a NaN or a place too far
/// away is replaced by a path without points, and its target is dropped.
class Item {
public:
    explicit Item(ItemShape shape, Target target = {}, Clip clip = {});

    const ItemShape& shape() const { return shape_; }

    /// Calls `change` with the shape, whatever its type is.
    template <class Change>
    void change(const Change& change) {
        std::visit(change, shape_);
        leave_out_unless_drawable();
    }
    /// Calls `change` with the shape if its type is `Wanted`.
    template <class Wanted, class Change>
    void change_any(const Change& change) {
        if (auto* const wanted = std::get_if<Wanted>(&shape_)) {
            change(*wanted);
            leave_out_unless_drawable();
        }
    }

    /// The thing that the item stands for. An image has the target of cell [0,0]; the targets of its other cells follow
    /// from that.
    Target target;
    Clip clip;
    Statement says{}; ///< the item's statement about the layer

private:
    void leave_out_unless_drawable();

    ItemShape shape_;
};

/// The signs in and around cells that a caption must explain.
struct Marks {
    bool pins = false;        ///< corners of cells whose numbers are pinned
    bool signs = false;       ///< negative numbers are hatched, in greys
    bool no_signs = false;    ///< negative numbers in greys whose cells are too small for a hatch
    bool non_numbers = false; ///< colours of NaN and infinities, in cells too small to say so in letters
    bool outline = false;     ///< the outline of the selected cell
};

/// The items of a picture, from the back to the front.
struct DisplayList {
    std::vector<Item> items;
    bool lacks_numbers = false;  ///< true: some cells have no room for their numbers
    bool prints_numbers = false; ///< true: some cells show their numbers
    bool lacks_words = false;    ///< true: some rows or columns have no room for their words
    bool lacks_terms = false;    ///< true: a sum has no room to be written out term by term
    Marks marks{};

    /// Removes all items; the memory stays for the next ones.
    void clear();
    /// Adds an item and returns it. The reference is valid until the next item is added.
    Item& add(ItemShape shape, Target target = {});
    /// Adds the items of `other` in front, moved by `by`. `clip` narrows the clips that they have.
    void append(const DisplayList& other, Point by = {}, const Clip& clip = {});
};

/// A straight line.
Path line(Point from, Point to, Stroke stroke);
/// The filled polygon with these corners.
Path filled(std::vector<Point> corners, Colour fill);

/// The item, moved.
Item moved(Item item, Point by);

/// Prints emoji in greys.
void make_grey(std::span<Item> items);

/// Turns all colours into greys of the same luminance, emoji too, for print without colours. Images keep their palette.
void make_all_grey(std::span<Item> items);

/// The box around all that the item draws, including its stroke, cut to its clip.
Box bounds(const Item& item, const Typesetter& typesetter);
/// The box around all items; empty without items.
Box bounds(std::span<const Item> items, const Typesetter& typesetter);
Box bounds(const DisplayList& list, const Typesetter& typesetter);

/// The target of the foremost item at a point. For an image whose cells have targets it is the cell's.
Target hit(const DisplayList& list, Point point, const Typesetter& typesetter);

/// The box of the foremost item with that target, among the items at `point` if it is given; for a cell in an image,
/// the cell's box.
std::optional<Box> find(const DisplayList& list, const Target& target, const Typesetter& typesetter,
                        const std::optional<Point>& point = {});

} // namespace attn
