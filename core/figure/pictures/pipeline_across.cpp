#include "core/figure/pictures/pipeline_across.h"

#include "core/figure/pictures/diagram.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float across_caption = 42; // the symbol and the shape beneath a picture
constexpr float across_between = 18; // from a caption to the next picture
constexpr float across_gap = 26;     // from column to column
constexpr float across_bend = 10;    // of an arrow, before a column
constexpr float across_trunks = 6;   // between the ways of several stages out of one column
constexpr float across_stub = 24;
constexpr float across_weight_size = 14;
constexpr float smallest_picture = 18;
constexpr float usual_picture = 40;
constexpr float largest_picture = 96;
constexpr float across_largest_cell = 14;
constexpr float highest_sheets = 2 * between_sheets;
/// What a picture has above and beneath it, up to the next.
constexpr float beside_picture = highest_sheets + across_caption + across_between;

/// One stage of the diagram.
struct Node {
    ArrayId stage{};
    std::size_t column = 0;
    float place = 0; ///< from the top, in pixels of a diagram 224 high
    Typeset symbol{};
    Index sheets = 0;
    float caption_width = 0;
};

struct Column {
    float centre = 0;
    float width = 0;
    float gap_before = 0;
    float captions = 0; ///< the widest
};

class DiagramAcross {
public:
    DiagramAcross(const DrawContext& drawing, float width, std::optional<float> height)
        : drawing_(drawing), bands_(drawing.trace, arrays_of_diagram(drawing)),
          arrows_(arrows_of(drawing.trace, bands_)), columns_(static_cast<std::size_t>(bands_.count())) {
        for (const Array& row : stages())
            if (bands_.is_shown(row.id))
                nodes_.push_back(node_of(row));
        fit_down(height);
        fit_across(width);
        keep_together();
    }

    std::optional<float> largest() const {
        const float least = std::min(thumb_.x, thumb_.y);
        return least < smallest_picture ? std::nullopt : std::optional(least);
    }

    void add(DisplayList& list) {
        list_ = &list;
        for (const Arrow& arrow : arrows_)
            add_arrow(arrow);
        for (const Node& node : nodes_)
            add_node(node);
    }

private:
    Node node_of(const Array& row) {
        Node node{.stage = row.id, .column = static_cast<std::size_t>(bands_.row(row.id)), .place = row.place.x};
        node.symbol = set_formula(drawing_, symbol_of(row.id), type_size::normal, drawing_.theme().ink);
        node.sheets = sheets_behind(drawing_, row.id);
        node.caption_width =
            std::max(node.symbol.width, drawing_.typesetter.measure(stage_shape(drawing_, row.id), small()).width);
        Column& column = columns_[node.column];
        column.captions = std::max(column.captions, node.caption_width);
        return node;
    }

    const Node& node(ArrayId stage) const { return *std::ranges::find(nodes_, stage, &Node::stage); }

    /// As high as there is room for without one caption meeting the next picture.
    void fit_down(std::optional<float> height) {
        const auto [first, last] = std::ranges::minmax_element(nodes_, {}, &Node::place);
        first_place_ = first->place;
        const float reach = last->place - first->place;
        float closest = std::max(reach, 1.0F);
        for (const Node& a : nodes_)
            for (const Node& b : nodes_)
                if (a.column == b.column && b.place > a.place)
                    closest = std::min(closest, b.place - a.place);
        // stretch · closest holds a picture with its caption, and stretch · reach with one more of them the height.
        stretch_ =
            (height ? (*height + across_between) / (reach + closest) : (usual_picture + beside_picture) / closest);
        stretch_ = std::min(stretch_, (largest_picture + beside_picture) / closest);
        thumb_.y = stretch_ * closest - beside_picture;
    }

    /// As wide as there is room for beside all captions and arrows.
    void fit_across(float width) {
        thumb_.x = largest_picture;
        measure_gaps();
        while (place_columns() > width && thumb_.x > 0)
            thumb_.x -= 1;
    }

    /// Where pictures are lower than they may be, for want of width or of cells, nothing stands further apart for it.
    void keep_together() {
        float tallest = smallest_picture;
        for (const Node& node : nodes_)
            tallest = std::max(tallest, picture_size(node).y);
        const float spare = std::max(0.0F, thumb_.y - tallest);
        stretch_ *= 1 - spare / (thumb_.y + beside_picture);
        thumb_.y -= spare;
    }

    void measure_gaps() {
        for (std::size_t i = 1; i < columns_.size(); ++i)
            columns_[i].gap_before = across_gap;
        for (const Arrow& arrow : arrows_) {
            const Node& to = node(arrow.to);
            const Node& from = node(arrow.from);
            if (to.column == from.column)
                continue;
            float needed = across_gap;
            if (arrow.weight)
                needed += across_bend / 2 + name_of(*arrow.weight).width + trunk_offset(arrow);
            if (is_blocked(arrow))
                needed += across_stub + from.symbol.width;
            columns_[to.column].gap_before = std::max(columns_[to.column].gap_before, needed);
        }
    }

    float place_columns() {
        for (Column& column : columns_)
            column.width = column.captions;
        for (const Node& node : nodes_) {
            Column& column = columns_[node.column];
            column.width =
                std::max(column.width, picture_size(node).x + between_sheets * static_cast<float>(2 * node.sheets));
        }
        float x = 0;
        for (Column& column : columns_) {
            x += column.gap_before;
            column.centre = x + column.width / 2;
            x += column.width;
        }
        return x;
    }

    Point picture_size(const Node& node) const { return stage_size(drawing_, node.stage, thumb_, across_largest_cell); }

    /// The middle of the pictures that stand at a place.
    float middle(const Node& node) const {
        return highest_sheets + thumb_.y / 2 + (node.place - first_place_) * stretch_;
    }

    Box picture(const Node& node) const {
        const Point size = picture_size(node);
        return {std::round(columns_[node.column].centre - size.x / 2), std::round(middle(node) - size.y / 2), size.x,
                size.y};
    }

    /// With sheets and caption; captions stand close to their picture, however low it is.
    Box covered(const Node& node) const {
        const Box box = picture(node);
        const float up = between_sheets * static_cast<float>(node.sheets);
        const float width = std::max(box.width + 2 * up, node.caption_width);
        return {box.centre().x - width / 2, box.y - up, width, box.height + up + across_caption};
    }

    void add_node(const Node& node) {
        const Box box = picture(node);
        add_stage(*list_, drawing_, node.stage, box);
        const float symbol = box.bottom() + space::tiny + node.symbol.ascent;
        list_->append(node.symbol.list, {box.centre().x - node.symbol.width / 2, symbol});
        add_stage_shape(*list_, drawing_, node.stage,
                        {box.centre().x, symbol + std::max(14.0F, node.symbol.descent + type_size::small)});
    }

    Typeset name_of(ArrayId weight) const { return weight_name(drawing_, weight, drawing_.theme().dim); }

    /// Ways from several stages through weights turn one behind the other.
    float trunk_offset(const Arrow& arrow) const {
        float offset = 0;
        for (const Node& other : nodes_) {
            if (other.stage == arrow.from)
                break;
            const bool is_a_trunk = std::ranges::any_of(arrows_, [&](const Arrow& way) {
                return way.from == other.stage && way.weight && node(way.to).column == node(arrow.to).column &&
                       node(way.to).column != other.column;
            });
            offset += is_a_trunk ? across_trunks : 0;
        }
        return offset;
    }

    /// The height at which the arrow runs past the columns between: through weights it turns at once.
    float level(const Arrow& arrow) const {
        return std::round(middle(node(arrow.weight ? arrow.to : arrow.from))) + 0.5F;
    }

    bool is_blocked(const Arrow& arrow) const {
        const Node& from = node(arrow.from);
        const Node& to = node(arrow.to);
        return std::ranges::any_of(nodes_, [&](const Node& other) {
            const Box box = covered(other);
            return from.column < other.column && other.column < to.column && box.y - 2 < level(arrow) &&
                   level(arrow) < box.bottom() + 2;
        });
    }

    void add_line(std::vector<Point> points) {
        Path path;
        path.points = std::move(points);
        path.stroke = {drawing_.theme().connector, 1};
        list_->add(std::move(path));
    }

    void add_arrow(const Arrow& arrow) {
        const Node& from = node(arrow.from);
        const Node& to = node(arrow.to);
        if (from.column == to.column)
            add_arrow_down(arrow, covered(from), picture(to), to.sheets);
        else if (is_blocked(arrow))
            add_stub(arrow, from, to);
        else
            add_arrow_across(arrow, from, to);
    }

    /// Between neighbours of a column: a sign, or a line with the name of its weight beside it.
    void add_arrow_down(const Arrow& arrow, const Box& from, const Box& to, Index sheets) {
        const float end = to.y - between_sheets * static_cast<float>(sheets) - 3;
        const float x = std::floor(to.centre().x) + 0.5F;
        const float y = (from.bottom() + end) / 2;
        if (!arrow.sign.empty()) {
            list_->add(Text{.text = std::string(arrow.sign),
                            .position = {x, y},
                            .font = {},
                            .colour = drawing_.theme().dim,
                            .horizontal = Horizontal::centre,
                            .vertical = Vertical::middle});
            return;
        }
        add_line({{x, from.bottom()}, {x, end}});
        if (arrow.weight)
            list_->append(name_of(*arrow.weight).list, {x + space::tiny, y + 4});
    }

    void add_arrow_across(const Arrow& arrow, const Node& from, const Node& to) {
        const Box end = picture(to);
        const float begin_y = std::round(middle(from)) + 0.5F;
        const float end_y = std::round(middle(to)) + 0.5F;
        const Column& column = columns_[to.column];
        const Column& before = columns_[from.column];
        const float sheets = between_sheets * static_cast<float>(from.sheets);
        const float x = std::floor(arrow.weight ? before.centre + before.width / 2 + across_bend + trunk_offset(arrow)
                                                : column.centre - column.width / 2 - across_bend) +
                        0.5F;
        const Point begin{picture(from).right() + sheets + 3, begin_y};
        add_line(begin_y == end_y ? std::vector<Point>{begin, {end.x - 3, end_y}}
                                  : std::vector<Point>{begin, {x, begin_y}, {x, end_y}, {end.x - 3, end_y}});
        if (arrow.weight)
            add_weight(*arrow.weight, x, std::min(end.x, column.centre - column.width / 2), end_y);
    }

    /// Above the last part of its arrow.
    void add_weight(ArrayId weight, float from, float to, float y) {
        const Typeset name = name_of(weight);
        list_->append(name.list, {(from + to - name.width) / 2, y - space::tiny - name.descent});
    }

    /// A short way into the picture, and where it comes from by name.
    void add_stub(const Arrow& arrow, const Node& from, const Node& to) {
        const Column& column = columns_[to.column];
        const float y = std::round(middle(to)) + 0.5F;
        const float weight = arrow.weight ? name_of(*arrow.weight).width + space::small : 0;
        const float end = column.centre - column.width / 2;
        const float begin = end - across_stub - weight;
        add_line({{begin, y}, {picture(to).x - 3, y}});
        const Typeset name = set_formula(drawing_, symbol_of(from.stage), across_weight_size, drawing_.theme().dim);
        list_->append(name.list, {begin - name.width - space::tiny, y + 4});
        if (arrow.weight)
            add_weight(*arrow.weight, begin, end, y);
    }

    const DrawContext& drawing_;
    Bands bands_;
    std::vector<Arrow> arrows_;
    std::vector<Column> columns_;
    std::vector<Node> nodes_;
    DisplayList* list_ = nullptr;
    Point thumb_; ///< the most that a picture takes
    float stretch_ = 1;
    float first_place_ = 0;
};

} // namespace

std::optional<float> pipeline_across_picture(DisplayList& list, const DrawContext& drawing, float width,
                                             std::optional<float> height) {
    DiagramAcross diagram(drawing, width, height);
    const std::optional<float> largest = diagram.largest();
    if (largest)
        diagram.add(list);
    return largest;
}

} // namespace attn
