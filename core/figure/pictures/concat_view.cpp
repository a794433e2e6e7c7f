#include "core/figure/layout/grid.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/head_names.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attn {

namespace {

constexpr float edge = 2;       // width of the edges around heads and their blocks
constexpr float name_room = 32; // above a head; if tokens are columns, the name is to the right
constexpr float most_apart = 32;
constexpr float least_apart = 6;
constexpr float apart_share = 0.2F; // part of the room that the gaps take
constexpr float to_what_they_become = 56;
constexpr float joined_largest_cell = 52;
constexpr float row_of_words = 18; // cells of this height all have their labels

/// A smooth step from 0 to 1: slow at the start and at the end.
float eased(float way) {
    const float share = std::clamp(way, 0.0F, 1.0F);
    return share * share * (3 - 2 * share);
}

/// The outputs of the heads and the concatenated matrix. Tokens as rows: heads are side by side above it; tokens as
/// columns: one below the other, to its left.
class JoinedPicture : Canvas {
public:
    JoinedPicture(DisplayList& list, const DrawContext& drawing, const Box& area, bool has_bar = false)
        : Canvas(list, drawing, area), has_bar_(has_bar), heads_(drawing.sizes().H), width_(drawing.sizes().d_v),
          of_heads_(drawing.trace.has(ArrayId::O_gated) ? ArrayId::O_gated : ArrayId::O),
          upright_(is_transposed(drawing, ArrayId::concat)), selected_(selected_cell(drawing)),
          gap_(gap_in(upright_ ? area.height : area.width)), grid_(drawing, area, lines(), rules()) {}

    bool has_numbers() const { return grid_.has_numbers(); }

    void add() {
        const std::optional<Reveal>& slides = drawing_.view_state.reveal;
        if (!slides)
            for (Index head = 0; head < heads_; ++head)
                add_way(head);
        if (slides) { // on these slides the concatenated matrix is blank, and heads move into it
            joined().map.revealed = 0;
            joined().map.outlines.clear();
        }
        grid_.add(list_);
        const float way = slides ? eased(slides->way) : 0;
        std::vector<MatrixBox> heads = boxes_of_heads(way);
        for (Index head = 0; head < heads_; ++head) {
            const Box from = apart(head);
            const Box to = block(head);
            if (slides)
                add_frame(head, from, LineStyle::dashed);
            add_frame(head, to.grown(slides ? 0 : -edge / 2), slides ? LineStyle::dashed : LineStyle::solid);
            attn::add_box(list_, drawing_, heads[static_cast<std::size_t>(head)],
                          {from.x + (to.x - from.x) * way, from.y + (to.y - from.y) * way}, area_);
        }
    }

private:
    float gap_in(float room) const {
        return std::clamp(room * apart_share / static_cast<float>(std::max<Index>(heads_ - 1, 1)), least_apart,
                          most_apart);
    }

    /// The sum of all gaps between heads.
    float spread() const { return gap_ * static_cast<float>(heads_ - 1); }

    /// The box for all heads is as long as the concatenated matrix; the gaps between heads are added around it.
    MatrixLines lines() const {
        MatrixBox joined{.map =
                             matrix_at(drawing_, {drawing_.layer().number, ArrayId::concat, drawing_.view_state.item},
                                       {.name = NamePlace::right, .chosen = selected_})};
        joined.map.colour_bar = has_bar_;
        MatrixBox heads{.map = joined.map, .is_drawn = false};
        heads.map.name_place = NamePlace::none;
        heads.map.colour_bar = false;
        const float beside = std::floor(spread() / 2);
        if (upright_) {
            heads.map.columns.title.clear();
            heads.kept = {.right = space::medium + widest_name(), .above = beside, .below = beside};
            return {{heads, joined}};
        }
        heads.map.columns = {};
        heads.kept = {.left = beside, .right = beside, .above = name_room};
        return {{heads}, {joined}};
    }

    GridRules rules() const {
        return {.largest_cell = joined_largest_cell,
                .stretched_cell = upright_ ? joined_largest_cell : row_of_words,
                .least_gutter = space::large,
                .line_gap = to_what_they_become};
    }

    MatrixBox& joined() { return upright_ ? grid_.box(0, 1) : grid_.box(1, 0); }
    Box place_of_joined() const { return upright_ ? grid_.cells(0, 1) : grid_.cells(1, 0); }

    /// The box of a head's columns in the concatenated matrix.
    Box block(Index head) const {
        Box block = place_of_joined();
        const auto heads = static_cast<float>(heads_);
        (upright_ ? block.height : block.width) /= heads;
        (upright_ ? block.y : block.x) += (upright_ ? block.height : block.width) * static_cast<float>(head);
        return block;
    }

    /// The box of a head's output where it is alone.
    Box apart(Index head) const {
        const Box all = grid_.cells(0, 0);
        Box apart = block(head);
        const float beyond = gap_ * static_cast<float>(head) - std::floor(spread() / 2);
        return upright_ ? Box{all.x, apart.y + beyond, apart.width, apart.height}
                        : Box{apart.x + beyond, all.y, apart.width, apart.height};
    }

    std::vector<Typeset> names_of(Index head) const {
        return names_of_head(drawing_, symbol_of(of_heads_), head, remark_on_head(drawing_, head));
    }

    float widest_name() const {
        float widest = 0;
        for (Index head = 0; head < heads_; ++head)
            widest = std::max(widest, names_of(head).front().width);
        return widest;
    }

    std::vector<MatrixBox> boxes_of_heads(float way) {
        std::vector<MatrixBox> boxes;
        for (Index head = 0; head < heads_; ++head)
            boxes.push_back(head_box(head, way));
        if (way < 1)
            name(boxes);
        return boxes;
    }

    /// The matrix of a head, in the colours of the concatenated matrix. Its labels stay where the head stood.
    MatrixBox head_box(Index head, float way) {
        const HeatmapOptions& whole = joined().map;
        const Address address{selected_.layer, of_heads_, selected_.item, head};
        MatrixBox box{.map = matrix_at(drawing_, address, {.name = NamePlace::none, .chosen = selected_}),
                      .edged = head,
                      .edge_width = edge};
        box.map.columns.title.clear();
        if (way > 0 || (!upright_ && head > 0))
            box.map.rows = {};
        if (way > 0 || !upright_ || head + 1 < heads_)
            box.map.columns = {};
        box.map.shape = false;
        box.map.is_part = true; // the name says which head it is
        box.map.range = whole.range;
        box.map.number_size = whole.number_size;
        box.map.cell_width = whole.cell_width;
        box.map.cell_height = whole.cell_height;
        box.map.outlines.clear();
        if (selected_.column / width_ == head && way == 0) {
            const ShownPlace place = shown_place(
                drawing_, {drawing_.layer().number, of_heads_, 0, 0, selected_.row, selected_.column % width_});
            box.map.outlines = {{place.row, place.column}};
        }
        return box;
    }

    /// Gives all boxes names of the same length: the longest for which all have room, or none.
    void name(std::vector<MatrixBox>& boxes) {
        std::vector<std::vector<Typeset>> names;
        for (Index head = 0; head < heads_; ++head)
            names.push_back(names_of(head));
        const Box head = block(0);
        const auto has_room = [&](const Typeset& name) {
            return upright_ ? name.ascent + name.descent <= head.height + gap_
                            : name.width <= head.width + gap_ - space::small;
        };
        for (std::size_t length = 0; length < names.front().size(); ++length) {
            if (!std::ranges::all_of(names, [&](const auto& of_head) { return has_room(of_head[length]); }))
                continue;
            for (std::size_t head = 0; head < boxes.size(); ++head) {
                boxes[head].map.name = names[head][length];
                boxes[head].map.name_place = upright_ ? NamePlace::right : NamePlace::above;
            }
            return;
        }
    }

    void add_frame(Index head, const Box& place, LineStyle line) {
        const bool is_dashed = line == LineStyle::dashed;
        const Colour colour = head_stroke(drawing_, head, 1).colour;
        add_box(place, transparent, {is_dashed ? faded(colour, 0.5F) : colour, is_dashed ? 1 : edge, line});
    }

    /// Adds lines from the corners of a head to those of its block.
    void add_way(Index head) {
        const Box from = apart(head);
        const Box to = block(head);
        const float begin = (upright_ ? from.right() : from.bottom()) + edge;
        const float end = upright_ ? to.x - edge - grid_.margins(0, 1).left : to.y - edge;
        Canvas::add(filled(
            upright_ ? std::vector<Point>{{begin, from.y}, {begin, from.bottom()}, {end, to.bottom()}, {end, to.y}}
                     : std::vector<Point>{{from.x, begin}, {from.right(), begin}, {to.right(), end}, {to.x, end}},
            faded(head_stroke(drawing_, head, 1).colour, 0.12F)));
    }

    bool has_bar_; ///< true: a colour bar is beside the matrices; false: beneath them
    Index heads_;
    Index width_;      ///< columns of one head
    ArrayId of_heads_; ///< the array that is concatenated: O, or O after its gate
    bool upright_;
    CellId selected_;
    float gap_; ///< gap between heads
    Grid grid_; ///< holds S_q x H·d_v twice: the heads apart, and concatenated
};

} // namespace

bool shows_joined(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::concat && drawing.trace.has(ArrayId::O) &&
           !is_given(drawing, drawing.view_state.array());
}

void joined_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    JoinedPicture beside_bar(list, drawing, area, true);
    // On a page, the colour bar may not cost the numbers.
    const bool costs_numbers = drawing.view_state.on_paper && !beside_bar.has_numbers() &&
                               JoinedPicture(list, drawing, above_scales(area)).has_numbers();
    has_bar_beside(drawing, area.width) && !costs_numbers ? beside_bar.add()
                                                          : draw_above_scales<JoinedPicture>(list, drawing, area);
}

} // namespace attn
