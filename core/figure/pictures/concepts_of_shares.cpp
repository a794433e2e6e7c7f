#include "core/document/session/random_numbers.h"
#include "core/figure/layout/label_reach.h"
#include "core/figure/number.h"
#include "core/figure/pictures/concept_layout.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/value_axis.h"
#include "core/figure/words/softmax_claims.h"
#include "core/model/facts.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

using enum ArrayId;

namespace {

class ConditionalProbability : ConceptLayout {
public:
    using ConceptLayout::ConceptLayout;

    void add() {
        const auto shares = matrix(A).row_block(row_, 1);
        const auto row = shares.row(0);
        float y = area_.y + concept_line_step;
        y = say({prose("Given that {} asks: which key?", token_name(drawing_, false, row_)),
                 Always{"it asks, and says nothing that could be false"}},
                y);
        if (const auto why = why_no_distribution(
                row, canonical(drawing_, {drawing_.layer().number, A, view().item, view().head, row_, 0})))
            return void(say(no_distribution(*why), y));
        const std::vector<Index> drawn = draws(row);
        constexpr float widest_step = 160;
        constexpr float number_line = 12;
        constexpr float level_reach = 22;
        const auto keys_count = static_cast<Index>(row.size());
        const auto count = static_cast<float>(row.size());
        const float step = std::min(area_.width / count, widest_step);
        AxisLabels keys = column_axis_of(drawing_, A);
        keys.title.clear();
        const float reach = label_reach(drawing_, keys, step); // turned labels reach further
        const float height = height_above(8) - std::max(0.0F, reach - level_reach);
        const float tallest = height / 1.1F; // a key may be drawn more often than its attention weight says
        const float begin = area_.x + (on_paper() ? 0 : (area_.width - step * count) / 2);
        const float foot = y + height;
        const float highest = std::max(*std::ranges::max_element(row), 0.05F);
        const Colour fill = colour_map(palette_of(drawing_, A), view().look).at_share(0.55F);
        for (std::size_t j = 0; j < row.size(); ++j) {
            const float left = begin + static_cast<float>(j) * step;
            const float width = step * 0.32F;
            const CellId share = canonical(
                drawing_, {drawing_.layer().number, A, view().item, view().head, row_, static_cast<Index>(j)});
            add_bar({left + step * 0.14F, foot, width, row[j] / highest * tallest}, fill, {},
                    ShownMeasure{share, Measure::height});
            const float seen = static_cast<float>(drawn[j]) / static_cast<float>(draw_count);
            add_bar({left + step * 0.5F, foot, width, std::min(seen / highest, 1.1F) * tallest}, {}, theme_.ink);
            if (step >= measure::numbered_cell)
                add_text({left + step * 0.48F, foot + reach + number_line}, number_in_cell(row[j], 3), theme_.ink,
                         small(), Horizontal::centre)
                    .says = ShownNumber{.cell = share};
        }
        list_.append(
            lay_out_axis(keys, AxisSide::below, {keys_count, step, 0, keys_count}, 0, theme_, drawing_.typesetter),
            {begin, foot}, area_);
        add_line({begin, foot}, {begin + step * count, foot}, {theme_.connector});
        y = foot + reach + number_line + concept_line_step + space::small;
        say({prose("Filled: P(key | {}), the {} of {}. Outlined: how often each came in {} draws.",
                   token_name(drawing_, false, row_), line(), name_of(drawing_.notation, A), draw_count),
             Always{"it says what of the picture stands for what, which is how every such picture is drawn"}},
            y);
    }

private:
    static constexpr int draw_count = 1000;

    Claim no_distribution(const Fact& why) const {
        const std::string_view reason = why.of == Quantity::is_nan      ? "not all its shares are numbers"
                                        : why.of == Quantity::row_sum   ? "its shares do not sum to 1"
                                        : why.of == Quantity::row_least ? "a share is below 0"
                                                                        : "a share is above 1";
        return {fmt::format("This {} is no distribution: {}.", line(), reason), why};
    }

    std::string_view line() const { return token_line(drawing_.session.tokens_as_columns); }

    void add_bar(Box foot_and_height, Colour fill, Colour edge, const Statement& says = {}) {
        const Box bar{foot_and_height.x, foot_and_height.y - foot_and_height.height, foot_and_height.width,
                      foot_and_height.height};
        if (bar.height >= 0.5F)
            add_box(bar, fill, {edge, 1}).says = says;
    }

    /// The number of draws of each key. The random numbers depend only on the session's seed.
    std::vector<Index> draws(std::span<const float> row) const {
        std::vector<Index> counts(row.size());
        for (std::uint64_t i = 0; i < draw_count; ++i) {
            constexpr double steps = 9007199254740992.0; // 2⁵³
            double left = static_cast<double>(random_bits(drawing_.session.seed, i) >> 11U) / steps;
            std::size_t key = 0;
            while (key + 1 < row.size() && left >= static_cast<double>(row[key]))
                left -= static_cast<double>(row[key++]);
            ++counts[key];
        }
        return counts;
    }
};

class Saturation : ConceptLayout {
public:
    using ConceptLayout::ConceptLayout;

    void add() {
        const Matrix all = matrix(masked).row_block(row_, 1);
        const auto row = all.row(0);
        const auto own = static_cast<double>(row[static_cast<std::size_t>(column_)]);
        const double others = log_sum_of_others(row);
        if (!std::isfinite(own) || !std::isfinite(others))
            return void(say(without_curve(own, others), area_.y + concept_line_step));
        const double share = 1 / (1 + std::exp(-(own - others)));
        if (std::abs(share - static_cast<double>(drawing_.trace.value(cell(A)))) > 1e-3)
            return void(
                say({"Another number was put in the place of what softmax makes of the scores.",
                     Always{"the share is compared with what softmax makes of the scores, in this frame; what was "
                            "given may be any number between the two"}},
                    area_.y + concept_line_step));
        const double reach = std::max(6.0, std::abs(own - others) + 1.5);
        const float left = area_.x + 36;
        const float width = area_.width - 44;
        const float height = height_above(7);
        const float top = area_.y + concept_line_step;
        const ValueAxis scores{others - reach, others + reach, {left, top + height}, {left + width, top + height}};
        const ValueAxis shares{0, 1, {left, top + height}, {left, top}, TickSide::left};
        const auto at = [&](double score) {
            return Point{scores.place(score).x, shares.place(1 / (1 + std::exp(-(score - others)))).y};
        };
        add_axes(scores, shares);
        std::vector<Point> curve;
        constexpr int steps = 120;
        for (int i = 0; i <= steps; ++i)
            curve.push_back(at(others - reach + 2 * reach * i / steps));
        add_way(std::move(curve), {theme_.ink, 2});
        const double slope = share * (1 - share);
        add_tangent(at(own), slope, width / static_cast<float>(2 * reach), height, top);
        add_dot(at(own), theme_.ink);
        float y = top + height + 2 * concept_line_step;
        y = say({prose("Share of {} for {}:", token_name(drawing_, true, column_), token_name(drawing_, false, row_)),
                 Always{"the number that stands behind it is compared with what it says"}},
                y, cell(A), 3);
        const std::string steep = display_number(static_cast<float>(slope), 3);
        const std::string moved = display_number(static_cast<float>(slope / 10), 3);
        Fact tenth = written_fact(Quantity::share_slope, cell(A), moved);
        tenth.at_least = tenth.at_most = 0.1; // the claim holds for a tenth of the number
        y = say({prose("Slope {} = {}: 0.1 more in the score that softmax reads moves the share by about {}.",
                       symbol_in("<a> (1 - <a>)", drawing_.notation), steep, moved),
                 {written_fact(Quantity::share_slope, cell(A), steep), std::move(tenth)}},
                y);
        constexpr double flat = 0.02; // slope of a softmax whose attention weight is above 0.98 or below 0.02
        if (slope < flat) {
            say({"Here the curve is flat: softmax is saturated, and learning hardly moves it.",
                 fact_within(Quantity::share_slope, cell(A), 0, flat + 1e-4)},
                y);
        }
    }

private:
    Claim without_curve(double own, double others) const {
        const CellId score = cell(masked);
        constexpr double hidden = -std::numeric_limits<double>::infinity();
        if (own == hidden)
            return {"This key may not be read: softmax gives it 0 whatever its score would be.",
                    fact(Quantity::value, score, own)};
        if (std::isfinite(own) && others == hidden)
            return {"There is no other key to share with: softmax gives it 1 whatever the score.",
                    fact(Quantity::readable_in_row, score, 1)};
        const auto row = matrix(masked).row_block(row_, 1);
        if (const CellId nan = first_nan(row.row(0), score); std::isnan(row(0, nan.column)))
            return {"Not all scores of it are finite: there is no curve.", fact(Quantity::is_nan, nan, 1)};
        return {"Not all scores of it are finite: there is no curve.",
                Always{"one of them is infinite, which has no bounds that could be compared"}};
    }

    double log_sum_of_others(std::span<const float> row) const {
        double largest = -std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < row.size(); ++j)
            if (static_cast<Index>(j) != column_)
                largest = std::max(largest, static_cast<double>(row[j]));
        if (!std::isfinite(largest))
            return largest;
        double sum = 0;
        for (std::size_t j = 0; j < row.size(); ++j)
            if (static_cast<Index>(j) != column_)
                sum += std::exp(static_cast<double>(row[j]) - largest);
        return largest + std::log(sum);
    }

    void add_axes(const ValueAxis& scores, const ValueAxis& shares) {
        for (const Tick& tick : {Tick{0, "0"}, Tick{0.5, "½"}, Tick{1, "1"}}) {
            const float y = shares.place(tick.value).y;
            add_line({scores.from.x, y}, {scores.to.x, y}, {theme_.hairline});
            add_tick_label(list_, shares, tick, theme_.dim);
        }
        add_claim({(scores.from.x + scores.to.x) / 2, scores.from.y + 18},
                  {"its score, the others as they are", Always{"it names what is counted along the axis"}}, theme_.dim,
                  small(), Horizontal::centre);
    }

    /// Adds the tangent, as far as it lies within the plot.
    void add_tangent(Point at, double slope, float unit, float height, float top) {
        const auto rise = static_cast<float>(slope) * height / unit; // pixels up per pixel to the right
        float half = 70;
        if (rise > 0)
            half = std::min({half, (at.y - top) / rise, (top + height - at.y) / rise});
        add_line({at.x - half, at.y + half * rise}, {at.x + half, at.y - half * rise},
                 {view().grey ? theme_.dim : theme_.positive, 1.5F});
    }
};

} // namespace

void conditional_probability_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    ConditionalProbability(list, drawing, area).add();
}

void saturation_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    Saturation(list, drawing, area).add();
}

} // namespace attn
