#include "core/figure/display_list.h"

#include "core/figure/text.h"

#include <algorithm>
#include <cassert>

namespace attn {

namespace {

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
        // The controls of a curve span it.
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

std::optional<Box> narrowed(const std::optional<Box>& outer, const std::optional<Box>& inner) {
    if (outer && inner)
        return common(*outer, *inner);
    return outer ? outer : inner;
}

/// The cell of an image at a point within it.
CellId cell_at(const Image& image, CellId first, Point point) {
    const auto steps = [](float share, Index count) {
        // While it is a float: an image without height has no share.
        return static_cast<Index>(bounded(share * static_cast<float>(count), 0.0F, static_cast<float>(count - 1)));
    };
    Index row = steps((point.y - image.box.y) / image.box.height, image.shown_rows());
    Index column = steps((point.x - image.box.x) / image.box.width, image.shown_columns());
    if (image.transposed)
        std::swap(row, column);
    first.row += row;
    first.column += column;
    return first;
}

/// The place of a cell in an image that begins with the cell `first`; nothing where it is not in it.
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
    const auto* image = std::get_if<Image>(&item.shape);
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

Item& DisplayList::add(decltype(Item::shape) shape, Target target) {
    return items.emplace_back(Item{std::move(shape), std::move(target), std::nullopt});
}

void DisplayList::append(const DisplayList& other, Point by, const std::optional<Box>& clip) {
    assert(&other != this);
    lacks_numbers = lacks_numbers || other.lacks_numbers;
    prints_numbers = prints_numbers || other.prints_numbers;
    items.reserve(items.size() + other.items.size());
    for (const Item& item : other.items) {
        Item& placed = items.emplace_back(moved(item, by));
        placed.clip = narrowed(clip, placed.clip);
    }
}

Path line(Point from, Point to, Stroke stroke) {
    Path path;
    path.points = {from, to};
    path.stroke = stroke;
    return path;
}

Item moved(Item item, Point by) {
    std::visit(Mover{by}, item.shape);
    if (item.clip)
        item.clip = item.clip->moved(by);
    return item;
}

void make_grey(std::span<Item> items) {
    for (Item& item : items)
        if (auto* const text = std::get_if<Text>(&item.shape))
            text->grey = true;
}

void make_all_grey(std::span<Item> items) {
    for (Item& item : items)
        std::visit(Greyer{}, item.shape);
}

Box bounds(const Item& item, const Typesetter& typesetter) {
    const Box box = std::visit(Bounder{typesetter}, item.shape);
    return item.clip ? common(box, *item.clip) : box;
}

Box bounds(std::span<const Item> items, const Typesetter& typesetter) {
    if (items.empty())
        return {};
    Box all = bounds(items.front(), typesetter);
    for (const Item& item : items)
        all = united(all, bounds(item, typesetter));
    return all;
}

Box bounds(const DisplayList& list, const Typesetter& typesetter) {
    return bounds(std::span(list.items), typesetter);
}

Target hit(const DisplayList& list, Point point, const Typesetter& typesetter) {
    for (std::size_t i = list.items.size(); i-- > 0;) {
        const Item& item = list.items[i];
        if (std::holds_alternative<std::monostate>(item.target) || !bounds(item, typesetter).contains(point))
            continue;
        const auto* image = std::get_if<Image>(&item.shape);
        const auto* first = std::get_if<CellId>(&item.target);
        if (image != nullptr && first != nullptr)
            return cell_at(*image, *first, point);
        return item.target;
    }
    return {};
}

std::optional<Box> find(const DisplayList& list, const Target& target, const Typesetter& typesetter) {
    for (std::size_t i = list.items.size(); i-- > 0;) {
        const Item& item = list.items[i];
        if (const auto place = place_of(item, target, typesetter))
            return item.clip ? common(*place, *item.clip) : *place;
    }
    return std::nullopt;
}

} // namespace attn
