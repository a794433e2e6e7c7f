#include "core/figure/pictures/spectrum_directions.h"

#include "core/figure/lenses/known_spectra.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/direction_amounts.h"
#include "core/figure/pictures/labels.h"

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
            add_amounts(list_, drawing_, title, most_of(std::move(amounts), words_), {x, y, width, 0});
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
