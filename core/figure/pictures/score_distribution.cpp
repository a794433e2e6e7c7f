#include "core/explain/score_distribution.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/dot_plot.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/model/facts.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float widest_factor_room = 112; // between the matrices
constexpr float beside_factor = space::medium;
constexpr float least_strips = 168;
constexpr float strips_share = 0.42F;
constexpr float widest_strips = 900;
constexpr float maps_share = 0.58F; // of such a page's width
constexpr float widely = 1.7F;      // so many times as wide as high
constexpr float spread_text_line = 20;
constexpr float spread_text_room = 3 * spread_text_line;

const ScoreDistribution& spread_of(const DrawContext& drawing, const CellId& cell) {
    LensInputs inputs;
    inputs.number(cell.item).number(cell.head);
    for (const ArrayId stage : {ArrayId::scores, ArrayId::scaled, ArrayId::mask})
        inputs.stage(drawing.trace, stage, cell.item);
    return drawing.cache.seen_through(Lens::spread, std::move(inputs),
                                      [&] { return score_distribution(drawing.trace, cell.item, cell.head); });
}

class SpreadLayout : Canvas {
public:
    SpreadLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), selected_(selected_cell(drawing)), spread_(spread_of(drawing, selected_)),
          before_(map_of(ArrayId::scores)), after_(map_of(ArrayId::scaled)) {
        if (drawing.view_state.range != RangeSource::fixed) {
            before_.range = joined(before_.range, after_.range);
            before_.range.source = RangeSource::this_matrix;
            after_.range = before_.range;
        }
        label();
    }

    void add() {
        if (spread_.scores.empty())
            return say_that_there_is_none();
        const std::vector<Strip> strips{strip(ArrayId::scores), strip(ArrayId::scaled)};
        if (on_paper() && area_.width >= widely * area_.height)
            return add_beside(strips);
        const float width = std::min(area_.width, widest_strips);
        float height = std::max(least_strips, std::floor(area_.height * strips_share));
        if (on_paper()) // which is as high as it need be
            height = std::min(height, std::max(least_strips_height(drawing_, width, strips), least_strips));
        const Box maps = add_maps({area_.x, area_.y, area_.width, area_.height - height - spread_text_room});
        const float beneath = on_paper() ? maps.bottom() + space::medium : area_.bottom() - height - spread_text_room;
        const float y = std::max(beneath, maps.bottom() + space::small);
        add_strips(list_, drawing_, {std::floor(area_.x + (area_.width - width) / 2), y, width, height}, strips);
        add_words(y + height + spread_text_line);
    }

private:
    void say_that_there_is_none() {
        const Box maps = add_maps({area_.x, area_.y, area_.width, area_.height - spread_text_room});
        add_claims({area_.x, maps.bottom() + space::small + spread_text_line},
                   {{"The mask allows no score, so there is no spread.",
                     fact(Quantity::readable, canonical(drawing_, selected_), 0)}},
                   theme_.ink);
    }

    /// On a wide page the strips stand right of the matrices.
    void add_beside(const std::vector<Strip>& strips) {
        const float height = area_.height - spread_text_room;
        const Box maps = add_maps({area_.x, area_.y, std::floor(area_.width * maps_share), height});
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
        HeatmapOptions map = matrix_at(drawing_, {stage, selected_.item, selected_.head}, {.chosen = selected_});
        if (drawing_.trace.has(ArrayId::mask))
            map.mask = drawing_.trace.matrix({ArrayId::mask, selected_.item, selected_.head});
        const ShownPlace place = shown_place(drawing_, selected_);
        map.outlines = chosen_cell(place.row, place.column, shown_shape(map));
        map.columns.title.clear();
        map.shape = false;
        return map;
    }

    void label() {
        after_.rows = {};
        after_.colour_bar = true;
        after_.bar_caption = after_.range.source == RangeSource::fixed ? "" : "both matrices";
        if (view().reveal)
            after_.revealed = view().reveal->cells;
    }

    /// Returns what they take, which may be more than there is room for on a page.
    Box add_maps(const Box& room) {
        const float sign = std::max(factor_sign().width, width_of(factor_words()));
        const float factor_room = std::min(widest_factor_room, sign + 2 * beside_factor);
        const Grid grid(drawing_, room, {{{.map = before_}, {.map = after_}}},
                        {.largest_cell = 44, .least_gutter = factor_room, .beside_words = 0});
        grid.add(list_);
        const Box before = grid.cells(0, 0);
        add_factor({(before.right() + grid.cells(0, 1).x) / 2, before.centre().y});
        return grid.covered();
    }

    Typeset factor_sign() const {
        const bool is_value = drawing_.layer().scale.kind == Scale::Kind::value;
        const std::string tex = is_value ? R"(\times <scale(><)scale>)" : R"(\times <scale(>1<)scale>)";
        return set_formula(drawing_, tex, 15, theme_.ink);
    }

    /// "× 1/√d_k = 0.5 →", between the matrices.
    void add_factor(Point middle) {
        const Typeset sign = factor_sign();
        append(sign.list, {middle.x - sign.width / 2, middle.y - space::tiny});
        add_text({middle.x, middle.y - space::tiny + sign.descent + 16}, factor_words(), theme_.dim, {},
                 Horizontal::centre);
    }

    /// Of a factor of 1 none.
    std::string factor_words() const {
        return factor() == 1 ? "" : "= " + display_number(static_cast<float>(factor()), 3);
    }

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
                                  {stage, selected_.item, selected_.head, score.row, score.column}});
        }
        if (strip.chosen < 0 && spread_.step > 1 &&
            is_allowed(selected_)) { // of very many it may not be among the drawn
            const Matrix numbers = drawing_.trace.matrix({stage, selected_.item, selected_.head});
            strip.chosen = static_cast<Index>(strip.dots.size());
            strip.dots.push_back({numbers(selected_.row, selected_.column),
                                  {stage, selected_.item, selected_.head, selected_.row, selected_.column}});
        }
        strip.label = is_before ? "before" : "after";
        strip.remarks = {fmt::format("σ = {}", display_number(static_cast<float>(strip.deviation), 2)),
                         fmt::format("mean {}", display_number(static_cast<float>(strip.mean), 2))};
        return strip;
    }

    bool is_allowed(const CellId& cell) const {
        const auto number = [&](ArrayId stage) {
            return drawing_.trace.matrix({stage, cell.item, cell.head})(cell.row, cell.column);
        };
        return (!drawing_.trace.has(ArrayId::mask) || std::isfinite(number(ArrayId::mask))) &&
               std::isfinite(number(ArrayId::scores)) && std::isfinite(number(ArrayId::scaled));
    }

    std::string share_of(ArrayId stage) const {
        const double share =
            largest_share(drawing_.trace.matrix({stage, selected_.item, selected_.head}), after_.mask, selected_.row);
        return share_in_percent(share);
    }

    Claim words() const {
        const auto shown = [](double number) { return display_number(static_cast<float>(number), 2); };
        const std::string row = token_name(drawing_, false, selected_.row);
        const std::string_view line = token_line(drawing_.session.tokens_as_columns);
        const Index count = spread_.count;
        std::string counted = fmt::format("{} {} that may be read", count, count == 1 ? "score" : "scores");
        if (spread_.step > 1)
            counted += fmt::format(", of which one in {} is drawn", spread_.step);
        const CellId before =
            canonical(drawing_, {ArrayId::scores, selected_.item, selected_.head, selected_.row, selected_.column});
        const CellId after =
            canonical(drawing_, {ArrayId::scaled, selected_.item, selected_.head, selected_.row, selected_.column});
        const std::string spread_before = shown(spread_.deviation_before);
        const std::string spread_after = shown(spread_.deviation_after);
        const std::string share_after = share_of(ArrayId::scaled);
        std::vector<Fact> facts{fact(Quantity::readable, before, static_cast<double>(count)),
                                written_fact(Quantity::spread, before, spread_before),
                                written_fact(Quantity::softmax_largest, after, share_after)};
        const std::string by = display_number(static_cast<float>(factor()), 3);
        const bool is_changed_after = drawing_.trace.has(ArrayId::capped) || drawing_.trace.has(ArrayId::bias);
        const std::string_view alone = is_changed_after ? " alone" : "";
        if (factor() != 1) {
            const std::string share_before = share_of(ArrayId::scores);
            facts.push_back(written_fact(Quantity::softmax_largest, before, share_before));
            facts.push_back(written_fact(Quantity::spread, after, spread_after));
            facts.push_back(written_fact(Quantity::score_factor, before, by));
            return {fmt::format("{}, each times {}: their spread σ goes from {} to {}. Softmax of the {} of {}{} would "
                                "give one key {} as it was, and {} {} as it is.",
                                counted, by, spread_before, spread_after, line, row, alone, share_before,
                                is_changed_after ? "would give" : "gives", share_after),
                    std::move(facts)};
        }
        facts.push_back(fact_near(Quantity::score_factor, before, 1, 5e-7));
        const double usual = 1 / std::sqrt(static_cast<double>(drawing_.sizes().d_k));
        const std::string usual_scale = display_number(static_cast<float>(usual), 3);
        const std::string usual_spread = shown(spread_.deviation_before * usual);
        std::string words =
            fmt::format("{} {} their spread σ of {}, and softmax of the {} of {}{} gives one key {}.", counted,
                        count == 1 ? "keeps" : "keep", spread_before, line, row, alone, share_after);
        if (drawing_.sizes().d_k == 1)
            return {fmt::format("Times 1/√1 nothing changes: {}", words), std::move(facts)};
        facts.push_back(written_fact(Quantity::usual_scale, before, usual_scale));
        facts.push_back(written_fact(Quantity::usual_spread, before, usual_spread));
        const bool is_off = drawing_.layer().scale.kind == Scale::Kind::one && drawing_.layer().temperature == 1;
        return {fmt::format("{}: {} Times 1/√{} = {} their spread would be {}.",
                            is_off ? "The scale is off" : "Scale and temperature make 1 together", words,
                            drawing_.sizes().d_k, usual_scale, usual_spread),
                std::move(facts)};
    }

    void add_words(float y) { add_claims({area_.x, y}, {words()}, theme_.ink); }

    CellId selected_;
    const ScoreDistribution& spread_;
    HeatmapOptions before_; // S_q x S_k
    HeatmapOptions after_;  // S_q x S_k
};

} // namespace

bool shows_spread(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::scaled && drawing.trace.has(ArrayId::scores);
}

void spread_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    SpreadLayout(list, drawing, area).add();
}

} // namespace attn
