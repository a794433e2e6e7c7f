#include "core/figure/pictures/spectrum_directions.h"

#include "core/figure/lenses/known_spectra.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/value_axis.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float title_line = 18;

/// A word or a number of the output, and how much of a direction it has.
struct Amount {
    std::string label;
    float value = 0;
    ShownAmount says;
};

ShownAmount amount_of(const DrawContext& drawing, DirectionRole role, Index direction, Index row) {
    return {role, drawing.view_state.item, drawing.view_state.head, direction, row};
}

/// How much each word of the item in sight has of direction `n`.
std::vector<Amount> amounts_of_words(const DrawContext& drawing, DirectionRole role, const Matrix& directions,
                                     Index n) {
    const bool reads = role == DirectionRole::query;
    const ArrayId array = !reads && drawing.trace.has(ArrayId::context) ? ArrayId::context : ArrayId::X;
    if (!drawing.trace.has(array))
        return {};
    const Index item = drawing.view_state.item;
    LensInputs inputs;
    inputs.number(item).stage(drawing.trace, array, item).matrix(directions);
    const Lens lens = reads                        ? Lens::amounts_of_queries
                      : role == DirectionRole::key ? Lens::amounts_of_keys
                                                   : Lens::amounts_of_values;
    const Matrix& all = drawing.cache.seen_through(
        lens, std::move(inputs), [&] { return along(drawing.trace.array(array, item, 0), directions); });
    std::vector<Amount> words;
    for (Index token = 0; token < all.rows(); ++token)
        words.push_back({token_name(drawing, !reads, token), all(token, n), amount_of(drawing, role, n, token)});
    return words;
}

/// The direction's own numbers, as columns of Y; what a read-out calls them.
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

/// So many of them, those that have most of it, most first.
std::vector<Amount> most_of(std::vector<Amount> all, std::size_t count) {
    const auto size = [](const Amount& amount) { // what is no number comes last
        return std::isnan(amount.value) ? -1.0F : std::abs(amount.value);
    };
    std::ranges::stable_sort(all, std::ranges::greater(), size);
    all.resize(std::min(all.size(), count));
    return all;
}

class Directions : Canvas {
public:
    Directions(DisplayList& list, const DrawContext& drawing, WeightProduct product, std::size_t words, const Box& box)
        : Canvas(list, drawing, box), product_(product), words_(words) {}

    void add(const Spectrum& spectrum) {
        const Index n = chosen_singular_value(drawing_, std::ssize(spectrum.values));
        const Point title{area_.x, area_.y + title_line - space::tiny};
        add_title(spectrum, n, title);
        const float y = title.y + amount_line;
        const auto directions = directions_of(drawing_, product_, view().head);
        if (n >= values_above_rounding(spectrum))
            say_small({area_.x, y}, "Nothing goes this way.");
        else if (directions.found == nullptr || !*directions.found)
            say_small({area_.x, y}, directions.is_present ? "" : "Its directions are being worked out …");
        else
            add_both_lists(**directions.found, n, y);
    }

private:
    /// "Value 1 of 4: 8.00, 25 % of their sum".
    void add_title(const Spectrum& spectrum, Index n, Point at) {
        const double value = spectrum.values[static_cast<std::size_t>(n)];
        const double sum = std::accumulate(spectrum.values.begin(), spectrum.values.end(), 0.0);
        const CellId weight = first_weight(product_, view().head);
        const std::string number = display_number(static_cast<float>(value), view().decimals);
        std::string title = fmt::format("Value {} of {}: {}", n + 1, spectrum.values.size(), number);
        std::vector<Fact> facts{written_fact(Quantity::singular_value, weight, number)};
        if (sum > 0) {
            const std::string share = share_in_percent(value / sum);
            const std::string in_full = fmt::format("{}, {} of their sum", title, share);
            if (width_of(in_full, {.weight = FontWeight::medium}) <= area_.width || on_paper()) {
                title = in_full;
                facts.push_back(written_fact(Quantity::share_of_singular_value, weight, share));
            }
        }
        for (Fact& fact : facts)
            fact.terms = {n};
        add_claim(at, {title, std::move(facts)}, theme_.ink, {.weight = FontWeight::medium});
    }

    void say_small(Point at, const std::string& words) {
        add_claim(at, {words, Always{"it says how far the work is in this frame, or what the picture leaves out"}},
                  theme_.dim, small());
    }

    void add_both_lists(const SpectrumDirections& directions, Index n, float y) {
        const float width = std::floor((area_.width - space::large) / 2);
        const auto add = [&](std::string_view title, std::vector<Amount> amounts, float x) {
            add_amounts(title, most_of(std::move(amounts), words_), {x, y, width, 0});
        };
        const float right = area_.x + width + space::large;
        if (product_ == WeightProduct::asking) {
            add("as query", amounts_of_words(drawing_, DirectionRole::query, directions.left, n), area_.x);
            add("as key", amounts_of_words(drawing_, DirectionRole::key, directions.right, n), right);
        } else {
            add("what is read", amounts_of_words(drawing_, DirectionRole::value, directions.left, n), area_.x);
            add("what is written", amounts_of_output(drawing_, directions.right, n), right);
        }
    }

    /// A title and below it a line each: its label, a bar as long as the amount, its number. The title's baseline at
    /// the box's top, lines as far from each other as `amount_line`.
    void add_amounts(std::string_view title, const std::vector<Amount>& amounts, const Box& box) {
        constexpr float bar_height = 8;
        add_text({box.x, box.y}, std::string(title), theme_.dim, small());
        const auto number = [&](const Amount& amount) { return display_number(amount.value, view().decimals); };
        float label_room = 0;
        float number_room = 0;
        float furthest = 0;
        for (const Amount& amount : amounts) {
            number_room = std::max(number_room, width_of(number(amount), small()) + space::tiny);
            label_room = std::max(label_room, width_of(amount.label, small()));
            if (std::isfinite(amount.value))
                furthest = std::max(furthest, std::abs(amount.value));
        }
        // On paper and in a lecture words are whole, as long as something is seen of the bars.
        constexpr float least_bar = 24;
        const bool has_all = on_paper() || view().is_enlarged;
        const float share = has_all ? box.width - number_room - space::small - space::tiny - least_bar
                                    : (box.width - number_room) * 0.6F;
        Font font = small();
        if (view().is_enlarged && label_room > share)
            font.size = std::max(smallest_enlarged_word, 0.98F * font.size * share / label_room);
        label_room = std::ceil(std::min(label_room, share));
        const float from = box.x + label_room + space::small;
        const float longest = std::max(0.0F, box.right() - number_room - space::tiny - from);
        float y = box.y;
        for (const Amount& amount : amounts) {
            y += amount_line;
            add_text({box.x, y}, fitting_text(list_, drawing_.typesetter, amount.label, font, label_room), theme_.ink,
                     small());
            const ValueAxis axis{0, static_cast<double>(furthest), {from, y}, {from + longest, y}};
            const double size = std::isfinite(amount.value) ? static_cast<double>(std::abs(amount.value)) : 0;
            Rectangle bar;
            bar.box = {from, y - bar_height, axis.place(size).x - from, bar_height};
            bar.fill = view().grey ? theme_.dim : amount.value < 0 ? theme_.negative : theme_.positive;
            if (view().grey && amount.value < 0) { // which greys do not tell
                bar.box = bar.box.grown(-0.5F);
                bar.fill = transparent;
                bar.stroke = {theme_.ink, 1};
            }
            if (!bar.box.empty())
                list_.add(bar);
            add_text({box.right(), y}, number(amount), theme_.dim, small(), Horizontal::right).says = amount.says;
        }
    }

    WeightProduct product_;
    std::size_t words_;
};

} // namespace

CellId first_weight(WeightProduct product, Index head) {
    return {product == WeightProduct::asking ? ArrayId::W_Q : ArrayId::W_V, 0, head, 0, 0};
}

Index chosen_singular_value(const DrawContext& drawing, Index count) {
    return std::clamp<Index>(drawing.view_state.singular_value, 0, std::max<Index>(count, 1) - 1);
}

void add_spectrum_directions(DisplayList& list, const DrawContext& drawing, WeightProduct product,
                             const Spectrum& spectrum, std::size_t words, const Box& box) {
    Directions(list, drawing, product, words, box).add(spectrum);
}

float spectrum_directions_height(std::size_t words) {
    return title_line + amount_line + static_cast<float>(words) * amount_line + space::medium;
}

} // namespace attn
