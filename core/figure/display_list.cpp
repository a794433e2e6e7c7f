#include "core/figure/display_list.h"

#include "core/figure/text.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cassert>
#include <numbers>
#include <tuple>

namespace attn {

bool Text::operator==(const Text& other) const {
    const auto placed = [](const Text& text) {
        return std::tie(text.text, text.position, text.font, text.colour, text.horizontal, text.vertical,
                        text.direction, text.grey);
    };
    const bool same_line = line && other.line ? *line == *other.line : line == other.line;
    return same_line && placed(*this) == placed(other);
}

namespace {

/// True for a shape whose coordinates and lengths can all be drawn.
struct Drawable {
    bool operator()(const Rectangle& rectangle) const {
        return is_drawable(rectangle.box) && is_drawable(rectangle.stroke.width) &&
               is_drawable(rectangle.corner_radius) &&
               is_drawable(Point{rectangle.overlap_right, rectangle.overlap_below});
    }
    bool operator()(const Path& path) const {
        return is_drawable(path.stroke.width) &&
               std::ranges::all_of(path.points, [](Point point) { return is_drawable(point); });
    }
    bool operator()(const Text& text) const {
        return is_drawable(text.position) && is_drawable(text.font.size) && is_drawable(text.font.letter_spacing);
    }
    bool operator()(const Image& image) const { return is_drawable(image.box); }
    bool operator()(const FormulaMark& mark) const { return is_drawable(mark.position) && is_drawable(mark.size); }
};

struct Mover {
    Point by;

    void operator()(Rectangle& rectangle) const { rectangle.box = rectangle.box.moved(by); }
    void operator()(Path& path) const {
        for (Point& point : path.points)
            point = point + by;
    }
    void operator()(Text& text) const { text.position = text.position + by; }
    void operator()(Image& image) const { image.box = image.box.moved(by); }
    void operator()(FormulaMark& mark) const { mark.position = mark.position + by; }
};

struct Greyer {
    void operator()(Rectangle& rectangle) const {
        for (Colour* colour : {&rectangle.fill, &rectangle.stroke.colour, &rectangle.hatch})
            *colour = grey_of(*colour);
    }
    void operator()(Path& path) const {
        path.stroke.colour = grey_of(path.stroke.colour);
        path.fill = grey_of(path.fill);
    }
    void operator()(Text& text) const {
        text.colour = grey_of(text.colour);
        text.grey = true;
    }
    void operator()(Image&) const {}
    void operator()(FormulaMark& mark) const { mark.colour = grey_of(mark.colour); }
};

struct Bounder {
    const Typesetter& typesetter;

    Box operator()(const Rectangle& rectangle) const {
        return rectangle.stroke.visible() ? rectangle.box.grown(rectangle.stroke.width / 2) : rectangle.box;
    }
    Box operator()(const Path& path) const {
        if (path.points.empty())
            return {};
        // A Bézier curve lies within the box of its control points.
        Point low = path.points.front();
        Point high = low;
        for (const Point& point : path.points) {
            low = {std::min(low.x, point.x), std::min(low.y, point.y)};
            high = {std::max(high.x, point.x), std::max(high.y, point.y)};
        }
        const Box box{low.x, low.y, high.x - low.x, high.y - low.y};
        return path.stroke.visible() ? box.grown(path.stroke.width / 2) : box;
    }
    Box operator()(const Text& text) const { return typesetter.box(text); }
    Box operator()(const Image& image) const { return image.box; }
    Box operator()(const FormulaMark& mark) const { return {mark.position.x, mark.position.y, 0, 0}; }
};

Clip narrowed(const Clip& outer, const Clip& inner) {
    if (outer && inner)
        return common(*outer, *inner);
    return outer ? outer : inner;
}

/// True if the item has no bounds: a path without points.
bool is_nowhere(const Item& item) {
    const auto* const path = std::get_if<Path>(&item.shape());
    return path != nullptr && path->points.empty();
}

/// The cell of an image at a point. The point's coordinates are parts of the image's width and height.
CellId cell_at(const Image& image, CellId first, Point point) {
    const auto steps = [](float share, Index count) {
        return bounded(to_integer<Index>(share * static_cast<float>(count)), Index{0}, count - 1);
    };
    Index row = steps((point.y - image.box.y) / image.box.height, image.shown_rows());
    Index column = steps((point.x - image.box.x) / image.box.width, image.shown_columns());
    if (image.transposed)
        std::swap(row, column);
    first.row += row;
    first.column += column;
    return first;
}

/// The place of a cell in an image whose first cell is `first`; nullopt if the image does not contain it.
std::optional<Box> place_of(const Image& image, const CellId& first, const CellId& cell) {
    CellId beginning = cell;
    beginning.row = first.row;
    beginning.column = first.column;
    if (beginning != first)
        return std::nullopt;
    Index row = cell.row - first.row;
    Index column = cell.column - first.column;
    if (row < 0 || column < 0 || row >= image.matrix.rows() || column >= image.matrix.columns())
        return std::nullopt;
    if (image.transposed)
        std::swap(row, column);
    const float width = image.box.width / static_cast<float>(image.shown_columns());
    const float height = image.box.height / static_cast<float>(image.shown_rows());
    return Box{image.box.x + static_cast<float>(column) * width, image.box.y + static_cast<float>(row) * height, width,
               height};
}

std::optional<Box> place_of(const Item& item, const Target& target, const Typesetter& typesetter) {
    const auto* image = std::get_if<Image>(&item.shape());
    const auto* first = std::get_if<CellId>(&item.target);
    const auto* wanted = std::get_if<CellId>(&target);
    if (image != nullptr && first != nullptr && wanted != nullptr)
        return place_of(*image, *first, *wanted);
    if (item.target != target)
        return std::nullopt;
    return bounds(item, typesetter);
}

} // namespace

std::string target_name(const Target& target) {
    if (const auto* cell = std::get_if<CellId>(&target))
        return "cell:" + cell_name(*cell);
    if (const auto* name = std::get_if<std::string>(&target))
        return *name;
    return {};
}

Clip::Clip(const Box& box)
    : box_(is_drawable(box) ? Box{box.x, box.y, std::max(0.0F, box.width), std::max(0.0F, box.height)} : Box{}) {}

Item::Item(ItemShape shape, Target target_, Clip clip_)
    : target(std::move(target_)), clip(clip_), shape_(std::move(shape)) {
    leave_out_unless_drawable();
}

void Item::leave_out_unless_drawable() {
    if (std::visit(Drawable{}, shape_))
        return;
    shape_ = Path{};
    target = {};
}

void DisplayList::clear() {
    std::vector<Item> cleared = std::move(items);
    cleared.clear();
    *this = {};
    items = std::move(cleared);
}

Item& DisplayList::add(ItemShape shape, Target target) {
    return items.emplace_back(std::move(shape), std::move(target));
}

void DisplayList::append(const DisplayList& other, Point by, const Clip& clip) {
    assert(&other != this);
    lacks_numbers = lacks_numbers || other.lacks_numbers;
    prints_numbers = prints_numbers || other.prints_numbers;
    lacks_words = lacks_words || other.lacks_words;
    lacks_terms = lacks_terms || other.lacks_terms;
    marks.pins = marks.pins || other.marks.pins;
    marks.signs = marks.signs || other.marks.signs;
    marks.no_signs = marks.no_signs || other.marks.no_signs;
    marks.non_numbers = marks.non_numbers || other.marks.non_numbers;
    marks.outline = marks.outline || other.marks.outline;
    items.reserve(items.size() + other.items.size());
    for (const Item& item : other.items) {
        Item& placed = items.emplace_back(moved(item, by));
        placed.clip = narrowed(clip, placed.clip);
    }
}

float degrees_of(Direction direction) {
    return direction == Direction::upright ? 90 : direction == Direction::slanted ? 45 : 0;
}

Point turned(Point point, Direction direction) {
    constexpr auto diagonal = static_cast<float>(1 / std::numbers::sqrt2);
    switch (direction) {
    case Direction::level:
        break;
    case Direction::slanted:
        return {(point.x + point.y) * diagonal, (point.y - point.x) * diagonal};
    case Direction::upright:
        return {point.y, -point.x};
    }
    return point;
}

Box turned(const Box& box, Direction direction) {
    if (direction == Direction::level)
        return box;
    const Point first = turned(Point{box.x, box.y}, direction);
    Box reached{first.x, first.y, 0, 0};
    for (const Point corner :
         {Point{box.right(), box.y}, Point{box.x, box.bottom()}, Point{box.right(), box.bottom()}}) {
        const Point at = turned(corner, direction);
        reached = united(reached, {at.x, at.y, 0, 0});
    }
    return reached;
}

Path line(Point from, Point to, Stroke stroke) {
    Path path;
    path.points = {from, to};
    path.stroke = stroke;
    return path;
}

Path filled(std::vector<Point> corners, Colour fill) {
    Path path;
    path.points = std::move(corners);
    path.fill = fill;
    path.closed = true;
    return path;
}

Item moved(Item item, Point by) {
    item.change(Mover{by});
    if (item.clip)
        item.clip = item.clip->moved(by);
    return item;
}

void make_grey(std::span<Item> items) {
    for (Item& item : items)
        item.change_any<Text>([](Text& text) { text.grey = true; });
}

void make_all_grey(std::span<Item> items) {
    for (Item& item : items)
        item.change(Greyer{});
}

Box bounds(const Item& item, const Typesetter& typesetter) {
    const Box box = std::visit(Bounder{typesetter}, item.shape());
    return item.clip ? common(box, *item.clip) : box;
}

Box bounds(std::span<const Item> items, const Typesetter& typesetter) {
    std::optional<Box> all;
    for (const Item& item : items)
        if (!is_nowhere(item)) {
            const Box box = bounds(item, typesetter);
            all = all ? united(*all, box) : box;
        }
    return all.value_or(Box{});
}

Box bounds(const DisplayList& list, const Typesetter& typesetter) {
    return bounds(std::span(list.items), typesetter);
}

Target hit(const DisplayList& list, Point point, const Typesetter& typesetter) {
    for (std::size_t i = list.items.size(); i-- > 0;) {
        const Item& item = list.items[i];
        if (std::holds_alternative<std::monostate>(item.target) || !bounds(item, typesetter).contains(point))
            continue;
        const auto* image = std::get_if<Image>(&item.shape());
        const auto* first = std::get_if<CellId>(&item.target);
        if (image != nullptr && first != nullptr)
            return cell_at(*image, *first, point);
        return item.target;
    }
    return {};
}

std::optional<Box> find(const DisplayList& list, const Target& target, const Typesetter& typesetter,
                        const std::optional<Point>& point) {
    for (std::size_t i = list.items.size(); i-- > 0;) {
        const Item& item = list.items[i];
        const auto place = place_of(item, target, typesetter);
        if (place && (!point || place->contains(*point)))
            return item.clip ? common(*place, *item.clip) : *place;
    }
    return std::nullopt;
}

} // namespace attn
