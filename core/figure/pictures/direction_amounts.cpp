#include "core/figure/pictures/direction_amounts.h"

#include "core/explain/spectrum.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/value_axis.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

Lens lens_of(DirectionRole role) {
    switch (role) {
    case DirectionRole::query:
        return Lens::amounts_of_queries;
    case DirectionRole::key:
        return Lens::amounts_of_keys;
    case DirectionRole::value:
    case DirectionRole::output: // is no word
        break;
    }
    return Lens::amounts_of_values;
}

ShownAmount amount_of(const DrawContext& drawing, DirectionRole role, Index direction, Index row) {
    return {role, drawing.view_state.item, drawing.view_state.head, direction, row};
}

} // namespace

std::vector<Amount> amounts_of_words(const DrawContext& drawing, DirectionRole role, const Matrix& directions,
                                     Index n) {
    const bool reads = role == DirectionRole::query;
    const ArrayId array = !reads && drawing.trace.has(ArrayId::context) ? ArrayId::context : ArrayId::X;
    if (!drawing.trace.has(array))
        return {};
    const Index item = drawing.view_state.item;
    LensInputs inputs;
    inputs.number(item).stage(drawing.trace, array, item).matrix(directions);
    const Matrix& all = drawing.cache.seen_through(
        lens_of(role), std::move(inputs), [&] { return along(drawing.trace.array(array, item, 0), directions); });
    std::vector<Amount> words;
    for (Index token = 0; token < all.rows(); ++token)
        words.push_back({token_name(drawing, !reads, token), all(token, n), amount_of(drawing, role, n, token)});
    return words;
}

std::vector<Amount> amounts_of_output(const DrawContext& drawing, const Matrix& directions, Index n) {
    std::vector<Amount> numbers;
    for (Index column = 0; column < directions.columns(); ++column) {
        std::string label = fmt::format("number {}", column + 1);
        for (const ReadOut& readout : drawing.session.readouts)
            if (column >= readout.first && column < readout.first + readout.count())
                label = readout.labels[static_cast<std::size_t>(column - readout.first)];
        numbers.push_back(
            {std::move(label), directions(n, column), amount_of(drawing, DirectionRole::output, n, column)});
    }
    return numbers;
}

std::vector<Amount> most_of(std::vector<Amount> all, std::size_t count) {
    const auto size = [](const Amount& amount) { // what is no number comes last
        return std::isnan(amount.value) ? -1.0F : std::abs(amount.value);
    };
    std::ranges::stable_sort(all, std::ranges::greater(), size);
    all.resize(std::min(all.size(), count));
    return all;
}

void add_amounts(DisplayList& list, const DrawContext& drawing, std::string_view title,
                 const std::vector<Amount>& amounts, const Box& box) {
    constexpr float bar_height = 8;
    const Typesetter& typesetter = drawing.typesetter;
    const Theme& theme = drawing.theme();
    add_text(list, typesetter, {box.x, box.y}, std::string(title), theme.dim, small());
    const auto number = [&](const Amount& amount) { return display_number(amount.value, drawing.view_state.decimals); };
    float label_room = 0;
    float number_room = 0;
    float furthest = 0;
    for (const Amount& amount : amounts) {
        number_room = std::max(number_room, typesetter.measure(number(amount), small()).width + space::tiny);
        label_room = std::max(label_room, typesetter.measure(amount.label, small()).width);
        if (std::isfinite(amount.value))
            furthest = std::max(furthest, std::abs(amount.value));
    }
    // On paper and in a lecture words are whole, as long as something is seen of the bars.
    constexpr float least_bar = 24;
    const bool has_all = drawing.view_state.on_paper || drawing.view_state.is_enlarged;
    const float share =
        has_all ? box.width - number_room - space::small - space::tiny - least_bar : (box.width - number_room) * 0.6F;
    Font font = small();
    if (drawing.view_state.is_enlarged && label_room > share)
        font.size = std::max(smallest_enlarged_word, 0.98F * font.size * share / label_room);
    label_room = std::ceil(std::min(label_room, share));
    const float from = box.x + label_room + space::small;
    const float longest = std::max(0.0F, box.right() - number_room - space::tiny - from);
    float y = box.y + amount_line;
    for (const Amount& amount : amounts) {
        add_text(list, typesetter, {box.x, y}, fitting_text(list, typesetter, amount.label, font, label_room),
                 theme.ink, small());
        const ValueAxis axis{0, static_cast<double>(furthest), {from, y}, {from + longest, y}};
        const double size = std::isfinite(amount.value) ? static_cast<double>(std::abs(amount.value)) : 0;
        Rectangle bar;
        bar.box = {from, y - bar_height, axis.place(size).x - from, bar_height};
        bar.fill = drawing.view_state.grey ? theme.dim : amount.value < 0 ? theme.negative : theme.positive;
        if (drawing.view_state.grey && amount.value < 0) { // which greys do not tell
            bar.box = bar.box.grown(-0.5F);
            bar.fill = transparent;
            bar.stroke = {theme.ink, 1};
        }
        if (!bar.box.empty())
            list.add(bar);
        add_text(list, typesetter, {box.right(), y}, number(amount), theme.dim, small(), Horizontal::right);
        list.items.back().says = amount.says;
        y += amount_line;
    }
}

} // namespace attn
