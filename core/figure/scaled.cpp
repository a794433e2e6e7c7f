#include "core/figure/scaled.h"

namespace attn {

namespace {

Box scaled(const Box& box, float by) {
    return {box.x * by, box.y * by, box.width * by, box.height * by};
}

Point scaled(Point point, float by) {
    return {point.x * by, point.y * by};
}

struct Scaler {
    float by;

    void operator()(Rectangle& shape) const {
        shape.box = scaled(shape.box, by);
        shape.stroke.width *= by;
        shape.corner_radius *= by;
        shape.overlap_right *= by;
        shape.overlap_below *= by;
    }
    void operator()(Path& shape) const {
        for (Point& point : shape.points)
            point = scaled(point, by);
        shape.stroke.width *= by;
    }
    void operator()(Text& shape) const {
        shape.position = scaled(shape.position, by);
        shape.font.size *= by;
        shape.font.letter_spacing *= by;
    }
    void operator()(Image& shape) const { shape.box = scaled(shape.box, by); }
    void operator()(FormulaMark& shape) const {
        shape.position = scaled(shape.position, by);
        shape.size *= by;
    }
};

} // namespace

void enlarge(std::span<Item> items, float by) {
    for (Item& item : items) {
        item.change(Scaler{by});
        if (item.clip)
            item.clip = scaled(*item.clip, by);
    }
}

DisplayList scaled(const DisplayList& list, float by) {
    DisplayList enlarged = list;
    enlarge(enlarged.items, by);
    for (Item& item : enlarged.items)
        item.target = {};
    return enlarged;
}

} // namespace attn
