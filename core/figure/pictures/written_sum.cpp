#include "core/figure/pictures/written_sum.h"

#include "core/explain/explain.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float widest_step = 28;
constexpr float narrowest_step = 17;
constexpr float narrow_chip = 46;
constexpr float chip_height = 20;
constexpr int written_sum_fewest_decimals = 2;
constexpr int written_sum_most_decimals = 3;

class WrittenSumLayout {
public:
    WrittenSumLayout(DisplayList& list, const DrawContext& drawing, const CellId& cell, const Box& box)
        : list_(list), drawing_(drawing), explanation_(explain(drawing.trace, cell)), box_(box) {
        std::vector<float> values;
        for (const Term& term : explanation_.terms) {
            values.push_back(static_cast<float>(term.value));
            largest_ = std::max(largest_, std::abs(static_cast<float>(term.value)));
        }
        const auto exact = decimals_that_add_up(values, sum(), written_sum_fewest_decimals, written_sum_most_decimals);
        decimals_ = exact.value_or(written_sum_fewest_decimals);
        rounded_ = !exact;
    }

    void add() {
        const auto lines = static_cast<float>(explanation_.terms.size());
        const float step = std::clamp(box_.height / (lines + (is_pinned() ? 2.4F : 1.6F)), narrowest_step, widest_step);
        const float lines_beneath = is_pinned() ? 2.4F : 1.6F;
        const auto room = static_cast<std::size_t>(std::max(0.0F, std::floor(box_.height / step - lines_beneath)));
        if (room < 1 || explanation_.terms.empty())
            return;
        float y = box_.y + step / 2;
        const bool all = explanation_.terms.size() <= room;
        const std::size_t shown = all ? explanation_.terms.size() : room - 1;
        const std::size_t there = terms_there();
        for (std::size_t i = 0; i < std::min(shown, there); ++i, y += step)
            add_term(explanation_.terms[i], y, step);
        if (there < explanation_.terms.size())
            return;
        if (!all) {
            add_rest(shown, y);
            y += step;
        }
        y += 2 - step / 2 + 4;
        add_rule(list_, {box_.right() - 170, y}, {box_.right(), y}, drawing_.theme().hairline);
        y += step / 2 + 4;
        add_total("Σ =", sum(), rounded_ ? "rounded" : "", y, !is_pinned());
        if (is_pinned())
            add_total("pinned =", explanation_.value, "", y + std::min(step, chip_height), true);
    }

private:
    bool is_pinned() const { return explanation_.rule == Rule::pinned; }

    /// What the terms add up to; a pin stands in the cell instead of it.
    float sum() const { return is_pinned() ? static_cast<float>(explanation_.recomputed) : explanation_.value; }

    void add_total(std::string name, float value, std::string remark, float y, bool stands) {
        const Colour colour = stands ? drawing_.theme().ink : drawing_.theme().dim;
        const Font font = stands ? bold() : Font{};
        const float left = box_.right() - 8 - chip_width() - 12;
        put(in_sum(value), box_.right() - 8, y, colour, font);
        put(std::move(name), left, y, colour, font);
        put(std::move(remark), left - 36, y, drawing_.theme().dim, small());
    }

    /// All with the same decimals, so that they can be added up.
    std::string in_sum(float value) const {
        return std::abs(value) < 1000 ? fixed_number(value, decimals_) : display_number(value, decimals_);
    }

    /// All terms, or those that are there while the cell is computed.
    std::size_t terms_there() const {
        const std::optional<Reveal>& reveal = drawing_.view_state.reveal;
        if (!reveal)
            return explanation_.terms.size();
        const CellId& cell = explanation_.cell;
        const Index place = cell.row * array_shape(drawing_, cell.array).columns + cell.column;
        return place < reveal->cells ? explanation_.terms.size() : static_cast<std::size_t>(reveal->terms);
    }

    /// Wide enough for a sign and all the decimals.
    float chip_width() const { return narrow_chip + 8 * static_cast<float>(std::max(0, decimals_ - 2)); }

    void put(std::string text, float right, float y, Colour colour, Font font = {}) {
        list_.add(Text{.text = std::move(text),
                       .position = {right, y},
                       .font = font,
                       .colour = colour,
                       .horizontal = Horizontal::right,
                       .vertical = Vertical::middle});
    }

    /// What has no right factor: a head's part of the output, or a bias.
    static std::string name_of(const Factor& factor) {
        const bool is_part = factor.cell && factor.cell->array == ArrayId::parts;
        return is_part ? fmt::format("head {}", factor.cell->head + 1) : "bias";
    }

    void add_term(const Term& term, float y, float step) {
        const Theme& theme = drawing_.theme();
        const float chip_left = box_.right() - chip_width();
        Rectangle chip;
        const float height = std::min(chip_height, step - 3);
        chip.box = {chip_left, std::round(y - height / 2), chip_width(), height};
        chip.corner_radius = 3;
        const Range range{-largest_, largest_, -largest_, largest_, RangeSource::this_matrix};
        chip.fill = colour_map(Palette::diverging, drawing_.view_state.look).at(static_cast<float>(term.value), range);
        list_.add(chip);
        put(in_sum(static_cast<float>(term.value)), box_.right() - 7, y, ink_on(chip.fill));
        put("=", chip_left - 6, y, theme.ink);
        if (!term.right) {
            put(name_of(term.left), chip_left - 24, y, theme.dim, small());
            return;
        }
        put(display_number(term.right->value, 2), chip_left - 24, y, theme.ink);
        put("×", chip_left - 24 - 48, y, theme.ink);
        put(display_number(term.left.value, 2), chip_left - 24 - 66, y, theme.ink);
    }

    void add_rest(std::size_t shown, float y) {
        double rest = 0;
        for (std::size_t i = shown; i < explanation_.terms.size(); ++i)
            rest += explanation_.terms[i].value;
        put(in_sum(static_cast<float>(rest)), box_.right() - 7, y, drawing_.theme().ink);
        put(fmt::format("{} more =", explanation_.terms.size() - shown), box_.right() - chip_width() - 6, y,
            drawing_.theme().dim);
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    Explanation explanation_;
    Box box_;
    float largest_ = 1e-12F;
    int decimals_ = 2;
    bool rounded_ = false;
};

} // namespace

void add_written_sum(DisplayList& list, const DrawContext& drawing, const CellId& cell, const Box& box) {
    WrittenSumLayout(list, drawing, cell, box).add();
}

} // namespace attn
