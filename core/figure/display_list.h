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

/// The thing that an item stands for: nothing, a number of the layer, or anything else by the name that scripts use for
/// it ("action:undo", "token:3", "inspector.value").
using Target = std::variant<std::monostate, CellId, std::string>;

/// The name by which a script points at the target: "cell:A/1[5,2]", "action:undo"; empty for nothing.
std::string target_name(const Target& target);

enum class LineStyle : std::uint8_t { solid, dashed, dotted };

struct Stroke {
    Colour colour;
    float width = 1;
    LineStyle style = LineStyle::solid;
    bool operator==(const Stroke&) const = default;

    bool visible() const { return colour.visible() && width > 0; }
};

/// The stroke is centred on the edge.
struct Rectangle {
    Box box;
    Colour fill;
    Stroke stroke;
    float corner_radius = 0;
    Colour hatch;             ///< diagonal lines over the fill, where visible
    bool hatch_falls = false; ///< from upper left to lower right; otherwise they rise
    /// The distance by which the fill reaches under a neighbour that is painted later; without it a thin seam would
    /// show.
    float overlap_right = 0;
    float overlap_below = 0;
    bool operator==(const Rectangle&) const = default;

    Box filled() const { return {box.x, box.y, box.width + overlap_right, box.height + overlap_below}; }
};

/// Lines from point to point; or, when curved, cubic Bézier curves: a start, then two controls and an end for each.
struct Path {
    std::vector<Point> points;
    Stroke stroke;
    Colour fill;
    bool curved = false;
    bool closed = false;
    bool operator==(const Path&) const = default;
};

/// The family of a font: sans is Inter, mathematics is STIX. Letters that they lack come from the folder's other fonts.
enum class FontFamily : std::uint8_t { sans, mathematics };
enum class FontWeight : std::uint16_t { regular = 400, medium = 500, semibold = 600, bold = 700 };

struct Font {
    FontFamily family = FontFamily::sans;
    float size = type_size::normal; ///< logical pixels an em
    FontWeight weight = FontWeight::regular;
    bool italic = false;
    float letter_spacing = 0; ///< logical pixels added after each letter
    bool operator==(const Font&) const = default;
};

enum class Horizontal : std::uint8_t { left, centre, right };
/// The line of a text that its position gives; middle: halfway up the capitals; top: the ascent's line.
enum class Vertical : std::uint8_t { baseline, middle, top };

/// The direction of a line of text: from left to right, rotated by 45°, or from the bottom up.
enum class Direction : std::uint8_t { level, slanted, upright };
/// The angle of the direction, in degrees counterclockwise.
float degrees_of(Direction direction);
/// The image of a place about (0, 0) when a level line there is turned to `direction`; of a box, the box around its
/// image.
Point turned(Point point, Direction direction);
Box turned(const Box& box, Direction direction);

/// A line of text with symbols in it, as TeX writes it in the place of the texts that it is painted by.
struct TextLine {
    TexText tex;
    std::size_t pieces = 1; ///< so many texts, one behind the other
    bool operator==(const TextLine&) const = default;
};

/// One line of text, or a piece of one.
struct Text {
    std::string text; ///< UTF-8
    Point position;   ///< where its anchor lies
    Font font;
    Colour colour;
    Horizontal horizontal = Horizontal::left;
    Vertical vertical = Vertical::baseline;
    Direction direction = Direction::level; ///< turned about `position`
    bool grey = false; ///< letters that have colours of their own, as emoji have, are printed in greys
    std::shared_ptr<const TextLine> line{}; ///< that it begins; none: it is a text by itself, or a later piece
    /// True if both texts are equal, wherever their letters are kept.
    bool operator==(const Text& other) const;
};

/// Says which formula the next `pieces` items draw; paints nothing. Writers that know TeX write it in their place.
struct FormulaMark {
    std::string tex;
    Point position; ///< left end of its baseline
    float size = 0; ///< of its letters, logical pixels
    Colour colour;
    std::size_t pieces = 0;
    std::vector<FormulaName> names{}; ///< what its symbols name
    bool is_of_notes = false;         ///< somebody's letters, as they stand there
};

/// A matrix in colours, one cell beside the other, filling the box. Masked cells show what lies beneath.
struct Image {
    Box box;
    Matrix matrix;
    Matrix mask;   ///< of the matrix' shape, or empty; −∞ where a cell is masked
    Matrix before; ///< the same; what is shown is then how much the numbers changed since, over what lies beneath
    Palette palette = Palette::diverging;
    Look look = Look::light;
    Range range;
    bool transposed = false; ///< the matrix' columns are shown as rows

    Index shown_rows() const { return transposed ? matrix.columns() : matrix.rows(); }
    Index shown_columns() const { return transposed ? matrix.rows() : matrix.columns(); }
};

using ItemShape = std::variant<Rectangle, Path, Text, Image, FormulaMark>;

/// The part of an item that is seen and hit: all of it, or the part within a box. The box is never inside out; a box
/// that cannot be drawn shows nothing.
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

/// One thing to paint. Whatever numbers it was made of, each coordinate and length of its shape can be drawn: a shape
/// of which one cannot is left out, and a path without points stands for it, which is nowhere and stands for nothing.
class Item {
public:
    explicit Item(ItemShape shape, Target target = {}, Clip clip = {});

    const ItemShape& shape() const { return shape_; }

    /// Calls `change` with the shape, whichever it is.
    template <class Change>
    void change(const Change& change) {
        std::visit(change, shape_);
        leave_out_unless_drawable();
    }
    /// Calls `change` with the shape if it is a `Wanted`.
    template <class Wanted, class Change>
    void change_any(const Change& change) {
        if (auto* const wanted = std::get_if<Wanted>(&shape_)) {
            change(*wanted);
            leave_out_unless_drawable();
        }
    }

    /// The thing that the item stands for; for an image, its cell [0,0], from which the other cells' targets follow.
    Target target;
    Clip clip;
    Statement says{}; ///< of the layer

private:
    void leave_out_unless_drawable();

    ItemShape shape_;
};

/// The signs in and around cells that a reader must be told of.
struct Marks {
    bool pins = false;        ///< a corner of a cell whose number is held
    bool signs = false;       ///< in grey negative numbers are hatched
    bool no_signs = false;    ///< grey cells below zero that are too small for that
    bool non_numbers = false; ///< colours of NaN and infinities, in cells too small for their letters
    bool outline = false;     ///< around the chosen cell
};

/// The items of a picture, from the back to the front.
struct DisplayList {
    std::vector<Item> items;
    bool lacks_numbers = false;  ///< cells that were to have theirs have no room for them
    bool prints_numbers = false; ///< others have theirs
    bool lacks_words = false;    ///< rows or columns whose words have no room have none
    bool lacks_terms = false;    ///< a sum that was to be written out, term by term, has no room for that
    Marks marks{};

    /// Removes all items; the memory stays for the next ones.
    void clear();
    /// The item added; valid until the next one is.
    Item& add(ItemShape shape, Target target = {});
    /// Puts `other`, moved by `by`, in front. A clip given here narrows the clips that its items have.
    void append(const DisplayList& other, Point by = {}, const Clip& clip = {});
};

/// A straight line.
Path line(Point from, Point to, Stroke stroke);
/// The area within the corners.
Path filled(std::vector<Point> corners, Colour fill);

/// The item, moved.
Item moved(Item item, Point by);

/// Takes letters' own colours away, for print.
void make_grey(std::span<Item> items);

/// Turns every colour into the grey of its luminance and takes letters' own colours away, for print in greys alone.
/// Images keep their palette.
void make_all_grey(std::span<Item> items);

/// The box around what the item draws, with its stroke and measured text, cut to its clip.
Box bounds(const Item& item, const Typesetter& typesetter);
/// The box around all items; empty without items.
Box bounds(std::span<const Item> items, const Typesetter& typesetter);
Box bounds(const DisplayList& list, const Typesetter& typesetter);

/// The foremost target at a point. In an image that stands for cells it is the cell there.
Target hit(const DisplayList& list, Point point, const Typesetter& typesetter);

/// The box of the foremost item whose target has that name, of those at `point` if it is given; for a cell within an
/// image, the cell's box.
std::optional<Box> find(const DisplayList& list, const Target& target, const Typesetter& typesetter,
                        const std::optional<Point>& point = {});

} // namespace attn
