#include "core/explain/score_distribution.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/dot_plot.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/words/score_distribution_words.h"
#include "core/model/facts.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <vector>

namespace attn {

namespace {

constexpr float widest_factor_room = 112; // largest gap between the matrices, for the factor
constexpr float beside_factor = space::medium;
constexpr float factor_line = 16; // height of the factor's number, beneath it
constexpr float least_strips = 168;
constexpr float low_strips = 124; // height of the dot plot in a low window
constexpr float low_stage = 400;  // below this, matrices need the room of words
constexpr float strips_share = 0.42F;
constexpr float widest_strips = 900;
constexpr std::array maps_shares{0.58F, 0.62F, 0.66F}; // widths of the matrices on a wide page, as parts of its width;
                                                       // the first with room for numbers is used
constexpr float widely = 1.7F;                         // width divided by height from which on a page counts as wide
constexpr float spread_text_line = 20;
constexpr float usual_text_room = 3 * spread_text_line;

const ScoreDistribution& spread_of(const DrawContext& drawing, const CellId& cell) {
    LensInputs inputs;
    inputs.number(cell.item).number(cell.head);
    for (const ArrayId stage : {ArrayId::scores, ArrayId::scaled, ArrayId::mask})
        inputs.stage(drawing.trace, stage, cell.item);
    return drawing.cache.seen_through(Lens::spread, inputs,
                                      [&] { return score_distribution(drawing.trace, cell.item, cell.head); });
}

/// True if the dot plot is to the right of the matrices, as on a wide page.
bool has_strips_beside(const DrawContext& drawing, const Box& area) {
    return drawing.view_state.on_paper && area.width >= widely * area.height;
}

/// True if the colour scale lies beneath the matrices, because a bar beside them would be higher than they are, or on a
/// page take the width of their numbers.
bool has_scale_beneath(const DrawContext& drawing, const Box& area) {
    return drawing.view_state.on_paper || area.height < low_stage;
}

class SpreadLayout : Canvas {
public:
    SpreadLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), selected_(selected_cell(drawing)), spread_(spread_of(drawing, selected_)),
          words_(said()), text_room_(room_for_words()), before_(map_of(ArrayId::scores)),
          after_(map_of(ArrayId::scaled)) {
        if (before_.range.source != RangeSource::fixed && after_.range.source != RangeSource::fixed) {
            before_.range = joined(before_.range, after_.range);
            before_.range.source = RangeSource::this_matrix;
            after_.range = before_.range;
        }
        label();
    }

    void add() {
        if (spread_.scores.empty()) {
            const Box maps = add_maps(maps_in({area_.x, area_.y, area_.width, area_.height - text_room_}));
            return add_words(maps.bottom() + space::small + spread_text_line);
        }
        const std::vector<Strip> strips{strip(ArrayId::scores), strip(ArrayId::scaled)};
        if (has_strips_beside(drawing_, area_))
            return add_beside(strips);
        const float width = std::min(area_.width, widest_strips);
        float height = std::max(on_paper() ? least_strips : low_strips, std::floor(area_.height * strips_share));
        if (on_paper()) // a page is only as high as needed
            height = std::min(height, std::max(least_strips_height(drawing_, width, strips), least_strips));
        const auto maps_above = [&](float words) {
            return maps_in({area_.x, area_.y, area_.width, area_.height - height - words});
        };
        Grid grid = maps_above(text_room_);
        // In the window, labels of rows are worth more than sentences.
        const bool says = view().says_remarks && (on_paper() || grid.has_words());
        if (!says)
            grid = maps_above(0);
        const Box maps = add_maps(grid);
        const float beneath =
            on_paper() ? maps.bottom() + space::medium : area_.bottom() - height - (says ? text_room_ : 0);
        const float y = std::max(beneath, maps.bottom() + space::small);
        add_strips(list_, drawing_, {std::floor(area_.x + (area_.width - width) / 2), y, width, height}, strips);
        if (says)
            add_words(y + height + spread_text_line);
    }

private:
    /// The sentences about the standard deviation; shorter in a small window, where they would take the matrices' room.
    Claim said() const {
        if (spread_.scores.empty())
            return {"The mask allows no score, so there is no spread.",
                    fact(Quantity::readable, canonical(drawing_, selected_), 0)};
        Claim words = score_distribution_words(drawing_, spread_);
        const bool is_long = !on_paper() && (area_.height < low_stage || height_of(words) > usual_text_room);
        return is_long ? brief_score_distribution_words(drawing_, spread_) : words;
    }

    float height_of(const Claim& words) const {
        return paragraph_height(drawing_.typesetter, area_.width, words.text, spread_text_line);
    }

    float room_for_words() const {
        const float least = has_scale_beneath(drawing_, area_) ? 0 : usual_text_room;
        return std::max(least, spread_text_line / 2 + height_of(words_));
    }

    void add_beside(const std::vector<Strip>& strips) {
        const float height = area_.height - text_room_;
        const auto grid_in = [&](float share) {
            return maps_in({area_.x, area_.y, std::floor(area_.width * share), height});
        };
        const auto* const enough =
            std::ranges::find_if(maps_shares, [&](float share) { return grid_in(share).has_numbers(); });
        const Box maps = add_maps(grid_in(enough == maps_shares.end() ? maps_shares.front() : *enough));
        const float left = maps.right() + space::section;
        const float width = area_.right() - left;
        const float strips_height =
            std::min(height, std::max(least_strips_height(drawing_, width, strips), maps.height));
        const float top = std::max(area_.y, std::floor(maps.centre().y - strips_height / 2));
        add_strips(list_, drawing_, {left, top, width, strips_height}, strips);
        add_words(std::max(maps.bottom(), top + strips_height) + spread_text_line);
    }

    double factor() const { return score_factor(drawing_.layer()); }

    HeatmapOptions map_of(ArrayId stage) const {
        HeatmapOptions map =
            matrix_at(drawing_, {selected_.layer, stage, selected_.item, selected_.head}, {.chosen = selected_});
        if (drawing_.trace.has(ArrayId::mask))
            map.mask = drawing_.trace.matrix({selected_.layer, ArrayId::mask, selected_.item, selected_.head});
        map.columns.title.clear();
        map.shape = false;
        return map;
    }

    void label() {
        after_.rows = {};
        const bool has_low_rows = on_paper() ? has_strips_beside(drawing_, area_) : area_.height < low_stage;
        if (has_low_rows) // the title is longer than a few low rows
            before_.rows.title.clear();
        after_.colour_bar = !has_scale_beneath(drawing_, area_);
        after_.bar_caption = after_.range.source == RangeSource::fixed ? "" : "both matrices";
        if (view().reveal)
            after_.revealed = view().reveal->cells;
    }

    Grid maps_in(const Box& room) const {
        std::vector<Grid> grids{maps_beside(room)};
        if (on_paper())
            grids.push_back(maps_below(room));
        return best_of(grids);
    }

    /// Returns the box of the matrices, which on a page may be larger than the room.
    Box add_maps(const Grid& grid) {
        grid.add(list_);
        const Box before = grid.cells(0, 0);
        const bool is_beside = grid.places() > 1;
        const Box after = is_beside ? grid.cells(0, 1) : grid.cells(1, 0);
        add_factor(is_beside ? Point{(before.right() + after.x) / 2, before.centre().y}
                             : Point{before.centre().x, (before.bottom() + after.y - after_.name.ascent) / 2});
        return grid.covered();
    }

    Grid maps_beside(const Box& room) const {
        const float sign = std::max(factor_sign().width, width_of(factor_words()));
        const float factor_room = std::min(widest_factor_room, sign + 2 * beside_factor);
        return {drawing_,
                room,
                {{{.map = before_}, {.map = after_}}},
                {.largest_cell = 44, .least_gutter = factor_room, .beside_words = 0}};
    }

    /// The two matrices one below the other, for pages too narrow for numbers in both side by side. The keys' labels
    /// are drawn only once.
    Grid maps_below(const Box& room) const {
        const Typeset sign = factor_sign();
        MatrixBox before{.map = before_};
        before.map.columns = {};
        MatrixBox after{.map = after_};
        after.map.rows = before_.rows;
        return {drawing_,
                room,
                {{before}, {after}},
                {.largest_cell = 44,
                 .line_gap = sign.ascent + sign.descent + factor_line + 2 * beside_factor,
                 .aligned = true}};
    }

    Typeset factor_sign() const {
        const bool is_value = drawing_.layer().scale.kind == Scale::Kind::value;
        const std::string tex = is_value ? R"(\times <scale(><)scale>)" : R"(\times <scale(>1<)scale>)";
        return set_formula(drawing_, tex, 15, theme_.ink);
    }

    /// Adds the factor between the matrices: "× 1/√d_k = 0.5 →".
    void add_factor(Point middle) {
        const Typeset sign = factor_sign();
        append(sign.list, {middle.x - sign.width / 2, middle.y - space::tiny});
        add_text({middle.x, middle.y - space::tiny + sign.descent + factor_line}, factor_words(), theme_.dim, {},
                 Horizontal::centre);
    }

    /// The value of the factor, "= 0.5"; empty for 1.
    std::string factor_words() const { return factor() == 1 ? "" : "= " + score_factor_text(drawing_.layer()); }

    Strip strip(ArrayId stage) const {
        const bool is_before = stage == ArrayId::scores;
        Strip strip;
        strip.mean = is_before ? spread_.mean_before : spread_.mean_after;
        strip.deviation = is_before ? spread_.deviation_before : spread_.deviation_after;
        strip.dots.reserve(spread_.scores.size());
        for (const ScoreDistribution::Score& score : spread_.scores) {
            if (score.row == selected_.row && score.column == selected_.column)
                strip.chosen = static_cast<Index>(strip.dots.size());
            strip.dots.push_back({is_before ? score.before : score.after,
                                  {selected_.layer, stage, selected_.item, selected_.head, score.row, score.column}});
        }
        if (strip.chosen < 0 && spread_.step > 1 &&
            is_allowed(selected_)) { // with many scores, the selected one may not be among the dots
            const Matrix numbers = drawing_.trace.matrix({selected_.layer, stage, selected_.item, selected_.head});
            strip.chosen = static_cast<Index>(strip.dots.size());
            strip.dots.push_back(
                {numbers(selected_.row, selected_.column),
                 {selected_.layer, stage, selected_.item, selected_.head, selected_.row, selected_.column}});
        }
        strip.label = is_before ? "before" : "after";
        strip.remarks = {fmt::format("σ = {}", display_number(static_cast<float>(strip.deviation), 2)),
                         fmt::format("mean {}", display_number(static_cast<float>(strip.mean), 2))};
        return strip;
    }

    bool is_allowed(const CellId& cell) const {
        const auto number = [&](ArrayId stage) {
            return drawing_.trace.matrix({cell.layer, stage, cell.item, cell.head})(cell.row, cell.column);
        };
        return (!drawing_.trace.has(ArrayId::mask) || std::isfinite(number(ArrayId::mask))) &&
               std::isfinite(number(ArrayId::scores)) && std::isfinite(number(ArrayId::scaled));
    }

    void add_words(float y) { add_claims({area_.x, y}, {words_}, theme_.ink); }

    CellId selected_;
    const ScoreDistribution& spread_;
    Claim words_;           ///< the sentences beneath
    float text_room_;       ///< height of the sentences
    HeatmapOptions before_; // S_q x S_k
    HeatmapOptions after_;  // S_q x S_k
};

} // namespace

bool shows_spread(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::scaled && drawing.trace.has(ArrayId::scores);
}

void spread_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    has_scale_beneath(drawing, area) ? draw_above_scales<SpreadLayout>(list, drawing, area)
                                     : SpreadLayout(list, drawing, area).add();
}

} // namespace attn
