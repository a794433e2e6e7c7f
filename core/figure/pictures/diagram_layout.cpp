#include "core/figure/pictures/diagram_layout.h"

#include "core/document/session/steps.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr float table_width = 224; // width of the diagram in which the table of arrays gives places
constexpr float slot_down = 44;    // room for a picture in that table
constexpr float endless = 8192;
constexpr float between_ways = 6; // distance of arrows from several stages of one band
constexpr float stub = 24;
constexpr float low_stub = 14;    // length of an arrow that comes from above
constexpr float from_passed = 14; // from an arrow to the tops of the pictures that it passes
constexpr float before_tip = 3;

/// The distances between pictures and captions along the flow, in logical pixels. The flow is the direction in which
/// the diagram is read.
struct FlowRules {
    float first;        ///< before the first band
    float last;         ///< after the last band
    float gap;          ///< distance from one band to the next
    float for_weights;  ///< added to the gap for weights on arrows
    float bend_behind;  ///< distance of an arrow's corner from the band that it comes from
    float bend_before;  ///< distance of an arrow's corner from the band that it leads to
    float between;      ///< across the flow, from captions to the next picture
    float largest_cell; ///< largest cell of a small matrix in a picture of the usual size
};
constexpr FlowRules rules_down{12, 18, 10, 26, 4, 7, 0, 9};
constexpr FlowRules rules_across{0, 0, 26, 5, 10, 10, 18, 14};

const FlowRules& rules_of(Flow flow) {
    return flow == Flow::down ? rules_down : rules_across;
}

float captions_height(const DrawContext& drawing) {
    return drawing.view_state.on_paper ? 42 : 24;
}

/// An empty row of cells that stands for a band in the grid, `count` units wide.
HeatmapOptions row_of_units(float count) {
    HeatmapOptions map;
    const auto columns = to_integer<Index>(count);
    map.matrix = Matrix::adopt(std::vector<float>(static_cast<std::size_t>(columns)), 1, columns);
    map.shape = false;
    return map;
}

} // namespace

DiagramLayout::DiagramLayout(const DrawContext& drawing, Flow flow, const DiagramRoom& room)
    : drawing_(drawing), flow_(flow), room_(room),
      steps_(steps_of(drawing.trace, drawing.session.notation, drawing.view_state.steps)),
      bands_(drawing.trace, steps_), arrows_(arrows_of(drawing.trace, bands_)) {
    for (const Array& row : stages())
        if (bands_.is_shown(row.id))
            nodes_.push_back(node_of(row.id));
    for (DiagramNode& node : nodes_)
        if (node.band == 0)
            stand_before_what_it_leads_to(node);
    flow == Flow::down ? settle_down() : settle_across();
}

/// Moves an input to the middle of the stages that are computed from it, unless it is added to a stage beside it.
void DiagramLayout::stand_before_what_it_leads_to(DiagramNode& node) const {
    float sum = 0;
    float count = 0;
    for (const Arrow& arrow : arrows_) {
        if (arrow.to == node.stage || (arrow.from == node.stage && is_beside(arrow)))
            return;
        if (arrow.from == node.stage && this->node(arrow.to).band == 1) {
            sum += this->node(arrow.to).place;
            ++count;
        }
    }
    node.place = count > 0 ? sum / count : node.place;
}

DiagramNode DiagramLayout::node_of(ArrayId stage) const {
    const auto width = [&](const std::string& text) { return drawing_.typesetter.measure(text, small()).width; };
    DiagramNode node{.stage = stage,
                     .band = static_cast<std::size_t>(bands_.row(stage)),
                     .place = row_of(stage).place.x,
                     .sheets = between_sheets * static_cast<float>(sheets_behind(drawing_, stage))};
    if (drawing_.view_state.on_paper)
        node.symbol = set_formula(drawing_, symbol_of(drawing_, stage), type_size::normal, drawing_.theme().ink);
    else
        node.name = short_name(drawing_.notation, stage);
    node.caption_width = std::max({node.symbol.width, width(node.name), width(stage_shape(drawing_, stage))});
    return node;
}

const DiagramNode& DiagramLayout::node(ArrayId stage) const {
    return *std::ranges::find(nodes_, stage, &DiagramNode::stage);
}

/// Sizes a diagram that runs down: its rows are as high as their pictures.
void DiagramLayout::settle_down() {
    slot_ = slot_down;
    units_ = table_width;
    const Point area{room_.width, room_.height.value_or(endless)};
    settle({slot_ * room_.width / units_, room_.most_picture}, area);
    settle(thumb_, area);
    if (!drawing_.view_state.on_paper && room_.height)
        spread(area.y - size().y, farthest_place);
}

/// Moves bands further apart if there is room, by at most `most`.
void DiagramLayout::spread(float left, float most) {
    const auto gaps = static_cast<float>(bands_.count() - 1);
    if (gaps > 0 && left > 0)
        spread_ = std::min(std::floor(left / gaps), most);
}

/// Sizes a diagram that runs across: high enough that captions do not touch the next picture, but no higher than the
/// pictures need.
void DiagramLayout::settle_across() {
    const auto [first, last] = std::ranges::minmax_element(nodes_, {}, &DiagramNode::place);
    slot_ = closest_in_a_band();
    units_ = last->place - first->place + slot_;
    first_ = first->place - slot_ / 2;
    const float between = rules_across.between;
    const float beside = 2 * between_sheets + captions_height(drawing_) + between;
    const auto height_of = [&](float picture) { return (picture + beside) * units_ / slot_; };
    const float highest = std::min(room_.height.value_or(endless) + between, height_of(room_.most_picture));
    settle({room_.most_picture, highest * slot_ / units_ - beside}, {room_.width, highest});
    float tallest = room_.least_picture;
    for (const DiagramNode& node : nodes_)
        tallest = std::max(tallest, picture_size(node.stage, thumb_).y);
    settle(thumb_, {room_.width, height_of(std::min(tallest, thumb_.y))});
    constexpr float farthest_apart = 48;
    if (drawing_.view_state.on_paper)
        spread(room_.width - size().x, farthest_apart);
}

/// Lays out the bands with pictures of at most size `thumb`.
void DiagramLayout::settle(Point thumb, Point area) {
    GridRules rules{.largest_cell = std::max(room_.most_picture, 2 * area.x / units_),
                    .stretched_cell = farthest_place, // width and height of cells are independent
                    .line_gap = 0,
                    .told_apart = 0.1F};
    MatrixLines lines;
    for (std::size_t band = 0; band < static_cast<std::size_t>(bands_.count()); ++band) {
        rules.heights.push_back(length_of(band, thumb));
        lines.push_back({{.map = row_of_units(units_),
                          .kept = {.above = room_before(band), .below = room_behind(band)},
                          .is_drawn = false}});
    }
    lines.back().front().kept.below += rules_of(flow_).last;
    ViewState view = drawing_.view_state; // the diagram does not zoom
    view.zoom = 1;
    view.pan = {};
    const DrawContext unscaled = drawing_.seen_as(view);
    const Box along_flow = flow_ == Flow::down ? Box{0, 0, area.x, area.y} : Box{0, 0, area.y, area.x};
    const Grid grid(unscaled, along_flow, std::move(lines), rules);
    const Box covered = grid.covered();
    extents_.clear();
    for (std::size_t band = 0; band < rules.heights.size(); ++band) {
        const Box cells = grid.cells(band, 0);
        extents_.push_back({cells.y - covered.y, cells.height});
    }
    covered_ = {covered.width, covered.height};
    unit_ = grid.cell().x;
    const float longest = std::min(grid.cell().y, flow_ == Flow::down ? thumb.y : thumb.x);
    thumb_ =
        flow_ == Flow::down
            ? Point{slot_ * unit_, std::max(longest, room_.least_picture)}
            : Point{longest, slot_ * unit_ - 2 * between_sheets - captions_height(drawing_) - rules_across.between};
}

/// The size of a stage's picture. On paper all have the same cell size, if its cells can then be told apart.
Point DiagramLayout::picture_size(ArrayId stage, Point thumb) const {
    constexpr float usual_picture = 40;
    constexpr float told_apart = 4;
    const float larger = std::max(1.0F, thumb.y / usual_picture);
    const float largest = rules_of(flow_).largest_cell * larger;
    float common = largest;
    for (const DiagramNode& node : nodes_) {
        const Shape shape = shown_shape(drawing_, node.stage);
        common =
            std::min({common, thumb.x / static_cast<float>(shape.columns), thumb.y / static_cast<float>(shape.rows)});
    }
    return stage_size(drawing_, stage, thumb, drawing_.view_state.on_paper && common >= told_apart ? common : largest);
}

/// The length of a band along the flow: that of its longest picture, or of its captions if the diagram runs across.
LineHeight DiagramLayout::length_of(std::size_t band, Point thumb) const {
    float most = 0;
    float captions = 0;
    for (const DiagramNode& node : nodes_) {
        if (node.band != band)
            continue;
        const Point size = picture_size(node.stage, thumb);
        most = std::max(most, flow_ == Flow::down ? size.y : size.x + 2 * node.sheets);
        captions = std::max(captions, flow_ == Flow::down ? 0 : std::ceil(node.caption_width));
    }
    return {.least = std::max(captions, std::min(most, room_.least_picture)), .most = std::max(most, captions)};
}

/// The room before a band for arrows and the weights on them.
float DiagramLayout::room_before(std::size_t band) const {
    const FlowRules& rules = rules_of(flow_);
    float needed = band == 0 ? rules.first : rules.gap;
    for (const Arrow& arrow : arrows_) {
        if (node(arrow.to).band != band || is_beside(arrow))
            continue;
        float own = band == 0 ? rules.first : rules.gap;
        if (arrow.weight)
            own += rules.for_weights + (flow_ == Flow::across ? width_of_weight(arrow) + beyond_others(arrow) : 0);
        if (passes_another(arrow))
            own += from_passed;
        if (flow_ == Flow::across && !extents_.empty() && is_blocked(arrow)) // known only after the first layout
            own += stub + node(arrow.from).symbol.width;
        needed = std::max(needed, own);
    }
    return needed;
}

/// The room after a band: for the captions of a row, or for the weights on arrows within a column.
float DiagramLayout::room_behind(std::size_t band) const {
    if (flow_ == Flow::down)
        return captions_height(drawing_);
    float needed = 0;
    for (const Arrow& arrow : arrows_)
        if (arrow.weight && is_beside(arrow) && node(arrow.to).band == band)
            needed = std::max(needed, width_of_weight(arrow) + space::small - node(arrow.to).caption_width / 2);
    return needed;
}

float DiagramLayout::width_of_weight(const Arrow& arrow) const {
    return arrow.weight ? weight_name(drawing_, *arrow.weight, drawing_.theme().dim).width : 0;
}

float DiagramLayout::closest_in_a_band() const {
    float closest = table_width;
    for (const DiagramNode& a : nodes_)
        for (const DiagramNode& b : nodes_)
            if (a.band == b.band && b.place > a.place)
                closest = std::min(closest, b.place - a.place);
    return closest;
}

Point DiagramLayout::size() const {
    const float length = covered_.y + spread_ * static_cast<float>(bands_.count() - 1);
    return flow_ == Flow::down ? Point{covered_.x, length} : Point{length, covered_.x - rules_across.between};
}

bool DiagramLayout::fits() const {
    constexpr float rounding = 1;
    const Point size = this->size();
    const float least = flow_ == Flow::down ? thumb_.y : std::min(thumb_.x, thumb_.y);
    return size.x <= room_.width + rounding && size.y <= room_.height.value_or(endless) + rounding &&
           least >= room_.least_picture;
}

/// The end of a band along the flow, including the captions of a row.
float DiagramLayout::end(std::size_t band) const {
    return begin(band) + length(band) + (flow_ == Flow::down ? captions_height(drawing_) : 0);
}

/// The middle of a stage's picture, across the flow.
float DiagramLayout::middle(const DiagramNode& node) const {
    if (flow_ == Flow::down)
        return node.place * unit_;
    return (node.place - first_ - slot_ / 2) * unit_ + 2 * between_sheets + thumb_.y / 2;
}

Point DiagramLayout::at(float along, float across) const {
    return flow_ == Flow::down ? Point{across, along} : Point{along, across};
}

Box DiagramLayout::picture(const DiagramNode& node) const {
    const Point size = picture_size(node.stage, thumb_);
    const Point centre = at(begin(node.band) + length(node.band) / 2, middle(node));
    return {std::round(centre.x - size.x / 2), std::round(centre.y - size.y / 2), size.x, size.y};
}

Box DiagramLayout::covered(const DiagramNode& node) const {
    const Box box = picture(node);
    const float width = std::max(box.width + 2 * node.sheets, node.caption_width);
    const float bottom = captions_begin(node) + captions_height(drawing_);
    return {box.centre().x - width / 2, box.y - node.sheets, width, bottom - box.y + node.sheets};
}

float DiagramLayout::captions_begin(const DiagramNode& node) const {
    return flow_ == Flow::down ? begin(node.band) + length(node.band) : picture(node).bottom();
}

/// True if the arrow would run close along the tops of other pictures of its row, as if it led to them.
bool DiagramLayout::passes_another(const Arrow& arrow) const {
    if (flow_ == Flow::across || arrow.weight || is_beside(arrow))
        return false;
    const float least = std::min(node(arrow.from).place, node(arrow.to).place);
    const float most = std::max(node(arrow.from).place, node(arrow.to).place);
    return std::ranges::any_of(nodes_, [&](const DiagramNode& other) {
        return other.stage != arrow.to && other.band == node(arrow.to).band && least <= other.place &&
               other.place <= most;
    });
}

/// True if the arrow would run through a stage of a band between. An arrow with a weight turns at its start, others
/// just before their tip.
bool DiagramLayout::is_blocked(const Arrow& arrow) const {
    const DiagramNode& from = node(arrow.from);
    const DiagramNode& to = node(arrow.to);
    const float level = middle(arrow.weight ? to : from);
    return std::ranges::any_of(nodes_, [&](const DiagramNode& other) {
        const Box box = covered(other).grown(2);
        const bool is_in_the_way =
            flow_ == Flow::down ? box.x < level && level < box.right() : box.y < level && level < box.bottom();
        return from.band < other.band && other.band < to.band && is_in_the_way;
    });
}

/// True if an arrow comes along the row from a stage beside this one; another arrow's stub would lie on it.
bool DiagramLayout::has_arrow_from_beside(const DiagramNode& to) const {
    return flow_ == Flow::down &&
           std::ranges::any_of(arrows_, [&](const Arrow& arrow) { return arrow.to == to.stage && is_beside(arrow); });
}

/// The extra distance before the arrow turns. Arrows that turn at the same place would look as if each of them led to
/// all stages.
float DiagramLayout::beyond_others(const Arrow& arrow) const {
    float beyond = 0;
    for (const DiagramNode& other : nodes_) {
        if (other.stage == arrow.from)
            break;
        const bool leads_there = std::ranges::any_of(arrows_, [&](const Arrow& way) {
            return way.from == other.stage && way.weight && node(way.to).band == node(arrow.to).band && !is_beside(way);
        });
        beyond += leads_there ? between_ways : 0;
    }
    return beyond;
}

std::vector<Point> DiagramLayout::way(const Arrow& arrow) const {
    const FlowRules& rules = rules_of(flow_);
    const auto on_pixel = [](float place) { return std::floor(place) + 0.5F; };
    const DiagramNode& from = node(arrow.from);
    const DiagramNode& to = node(arrow.to);
    const Box end = picture(to);
    if (is_beside(arrow)) {
        const float level = on_pixel(flow_ == Flow::down ? picture(from).centre().y : end.centre().x);
        if (flow_ == Flow::down)
            return {{picture(from).right() + from.sheets + before_tip, level}, {end.x - before_tip, level}};
        return {{level, covered(from).bottom()}, {level, end.y - to.sheets - before_tip}};
    }
    if (is_blocked(arrow) && has_arrow_from_beside(to)) {
        const float x = on_pixel(end.centre().x);
        return {{x, end.y - low_stub}, {x, end.y - before_tip}};
    }
    if (is_blocked(arrow)) {
        const float level = on_pixel(end.centre().y);
        const float weight = arrow.weight && flow_ == Flow::across ? width_of_weight(arrow) + space::small : 0;
        return {{covered(to).x - stub - weight, level}, {end.x - before_tip, level}};
    }
    const float begin =
        flow_ == Flow::down ? this->end(from.band) - 2 : picture(from).right() + from.sheets + before_tip;
    const float tip = flow_ == Flow::down ? this->begin(to.band) - 1 : end.x - before_tip;
    const float bend =
        on_pixel(arrow.weight || passes_another(arrow) ? this->end(from.band) + rules.bend_behind + beyond_others(arrow)
                                                       : this->begin(to.band) - rules.bend_before);
    const float before = on_pixel(middle(from));
    const float behind = on_pixel(middle(to));
    if (before == behind)
        return {at(begin, before), at(tip, behind)};
    return {at(begin, before), at(bend, before), at(bend, behind), at(tip, behind)};
}

} // namespace attn
