#include "core/document/options/session_notation.h"
#include "core/figure/axis.h"
#include "core/figure/layout/columns.h"
#include "core/figure/lenses/known_spectra.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/small_spectra.h"
#include "core/figure/value_axis.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float spectrum_formula_size = 16;
constexpr float refused_formula_size = 14;
constexpr float sentence_line = 18;
constexpr float above_bars = 16; // for values
constexpr float below_bars = 24; // for the numbers from 1
constexpr float widest_slot = 44;
constexpr float numbered_slot = 30;
constexpr float least_two_panels = 560;
constexpr float widest_panel = 600;
constexpr float least_plot = 44;
constexpr float most_plot = 240;
constexpr float usual_plot = 88; // height of a plot if there is little room
constexpr float plot_on_paper = 112;
constexpr float small_on_paper = 52;

bool is_shown_on(ArrayId stage) {
    constexpr std::array all{ArrayId::scores, ArrayId::Q, ArrayId::K, ArrayId::V, ArrayId::Y};
    return std::ranges::find(all, stage) != all.end();
}

class SpectrumLayout : Canvas {
public:
    SpectrumLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), head_(drawing.view_state.head) {
        for (const WeightProduct product : products_at(drawing.view_state.array()))
            if (const auto there = has_spectrum(drawing, product, head_))
                shown_.push_back(product);
            else
                refused_.emplace_back(
                    product, fmt::format("has no spectrum here: {}.", text_in(drawing_.session, there.error())));
        for (const WeightProduct product : shown_)
            all_heads_.at(static_cast<std::size_t>(product)) = spectra_of_heads(drawing, product);
    }

    void add() {
        DisplayList refusals;
        float refused_height = 0;
        for (const auto& [product, why] : refused_)
            refused_height += add_refusal(refusals, product, why, refused_height);
        const float below = refused_.empty() ? 0 : refused_height + space::medium;
        std::size_t columns = shown_.size() == 2 && area_.width >= least_two_panels ? 2 : 1;
        float width = share_out(columns, area_.height - below);
        if (!on_paper() && columns < shown_.size() &&
            placed(columns, width).height - space::huge > area_.height - below)
            width = share_out(columns = shown_.size(), area_.height - below);
        const Columns panels = placed(columns, width);
        const float all = static_cast<float>(columns) * (width + space::section) - space::section;
        const Point first{area_.x + std::floor((area_.width - all) / 2), area_.y};
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            const Point at = first + panels.places[i];
            add_panel(shown_[i], {at.x, at.y, width, 0});
        }
        const float beneath = std::max(0.0F, panels.height - space::huge);
        list_.append(refusals, {0, area_.y + beneath + space::medium + space::small});
    }

private:
    /// Returns the height of what it adds.
    float add_refusal(DisplayList& list, WeightProduct product, const std::string& why, float y) const {
        const Typeset formula =
            set_formula(drawing_, formula_of_product(drawing_, product), refused_formula_size, theme_.dim, head_);
        list.append(formula.list, {area_.x, y});
        const float x = area_.x + formula.width + space::small;
        const float height =
            add_paragraph(list, drawing_.typesetter, {x, y}, area_.right() - x,
                          Claims{{why, Always{"it says why something is not shown, which is asked in the same frame"}}},
                          theme_.dim, {}, sentence_line);
        return std::max(height, sentence_line + space::tiny);
    }

    std::string in_words(double number) const { return display_number(static_cast<float>(number), view().decimals); }

    const SpectraOfHeads& heads_of(WeightProduct product) const {
        return all_heads_.at(static_cast<std::size_t>(product));
    }
    /// The spectrum of the selected head, as far as it is known.
    const Later<MaybeSpectrum>& known(WeightProduct product) const { return heads_of(product).of(head_); }
    const Spectrum* found(WeightProduct product) const { return heads_of(product).found(head_); }

    /// The heights of a panel's parts and the width of a bar with its gap. All panels have the same, so that bars can
    /// be compared, and either all or none have numbers.
    struct Heights {
        float slot = widest_slot;
        float ascent = 0; ///< ascent of the formulas
        float heading = 0;
        float sentence = 0;
        float plot = 0;
        float heads = 0;
    };

    /// The places of the panels in columns.
    Columns placed(std::size_t columns, float width) const {
        std::vector<float> heights;
        for (const WeightProduct product : shown_)
            heights.push_back(panel_height(product, width) + space::huge);
        return in_columns(heights, columns, width + space::section);
    }

    /// Divides the area among panels in that many columns; returns the width of a panel.
    float share_out(std::size_t columns, float height) {
        const std::size_t whole = (shown_.size() + columns - 1) / columns;
        const auto lines = static_cast<float>(whole);
        const float step = (area_.width + space::section) / static_cast<float>(columns);
        const float width = std::min(widest_panel * (columns == 2 ? 1 : 1.5F), std::floor(step - space::section));
        share_out_of_panel(width, std::floor((height - (lines - 1) * space::huge) / lines));
        return width;
    }

    void share_out_of_panel(float width, float height) {
        heights_ = {};
        DisplayList unseen;
        for (const WeightProduct product : shown_) {
            const Typeset formula = set_product(product);
            heights_.ascent = std::max(heights_.ascent, std::ceil(formula.ascent));
            heights_.heading = std::max(heights_.heading, heights_.ascent + std::ceil(formula.descent) + space::tiny);
            heights_.sentence =
                std::max(heights_.sentence, add_paragraph(unseen, drawing_.typesetter, {}, width,
                                                          Claims{sentence(product)}, theme_.ink, {}, sentence_line) +
                                                space::tiny);
            heights_.slot =
                std::min(heights_.slot, std::max(1.0F, width - left_of_bars(product) - right_of_bars(product)) /
                                            static_cast<float>(count_of(product)));
        }
        const float left = height - heights_.heading - heights_.sentence - above_bars - below_bars;
        const float lowest = small_spectra_height(drawing_, width, SmallSpectrum::lowest);
        const float highest =
            small_spectra_height(drawing_, width, on_paper() ? small_on_paper : SmallSpectrum::tallest);
        const bool has_heads = on_paper() || lowest <= left - least_plot; // in a low window, many heads have no room
        heights_.heads = has_heads ? std::max(lowest, std::min(left - usual_plot, highest)) : 0;
        heights_.plot = std::clamp(left - heights_.heads, least_plot, on_paper() ? plot_on_paper : most_plot);
    }

    float panel_height(WeightProduct product, float width) const {
        const float values = above_bars + heights_.plot + below_bars;
        const float heads =
            heights_.heads > 0
                ? small_spectra_height(drawing_, width, fitting_small_spectrum(drawing_, width, heights_.heads))
                : 0;
        return heights_.heading + heights_.sentence + (found(product) == nullptr ? 0 : values) + heads;
    }

    void add_panel(WeightProduct product, const Box& box) {
        float y = box.y;
        add_heading(product, box);
        y += heights_.heading;
        add_paragraph(list_, drawing_.typesetter, {box.x, y + sentence_line - space::tiny}, box.width,
                      Claims{sentence(product)}, theme_.ink, {}, sentence_line);
        y += heights_.sentence;
        if (const Spectrum* const spectrum = found(product)) {
            add_bars(product, *spectrum, known(product).is_present, {box.x, y + above_bars, box.width, heights_.plot});
            y += above_bars + heights_.plot + below_bars;
        }
        if (heights_.heads > 0)
            add_small_spectra(list_, drawing_, heads_of(product), {box.x, y, box.width, heights_.heads});
    }

    Typeset set_product(WeightProduct product) const {
        return set_formula(drawing_, formula_of_product(drawing_, product), spectrum_formula_size, theme_.ink, head_);
    }

    void add_heading(WeightProduct product, const Box& box) {
        const Typeset formula = set_product(product);
        const float baseline = box.y + heights_.ascent;
        list_.append(formula.list, {box.x, baseline});
        const std::string about =
            product == WeightProduct::asking ? "what it asks of whom" : "what it writes for what it reads";
        const float room = box.width - formula.width - space::medium;
        if (width_of(about) <= room)
            add_claim({box.x + formula.width + space::medium, baseline},
                      {about, Always{"it says what the product of the two weights maps from and to"}}, theme_.dim);
    }

    /// The largest rank that the product can have: "min(dₖ, D) = 4".
    Prose bound(WeightProduct product, Index count) const {
        const Notation& notation = drawing_.notation;
        const bool has_context = drawing_.trace.has(ArrayId::context);
        Prose terms = symbol_in(product == WeightProduct::asking ? "<d_k>" : "<d_v>", notation) + ", " +
                      symbol_in("<D>", notation);
        if (has_context)
            terms += ", " + symbol_in("<width of source>", notation);
        return prose("min({}) = {}", terms, count);
    }

    /// The claim on the head's effective rank, or the reason why it is missing.
    Claim sentence(WeightProduct product) const {
        constexpr Always is_work{"it says how far the work is in this frame, and is drawn anew in the next"};
        if (!known(product).is_present)
            return {progress(product), is_work};
        if (known(product).found == nullptr)
            return {std::string(known(product).why_not()), is_work};
        const Spectrum* const spectrum = found(product);
        if (spectrum == nullptr)
            return {"A weight is no finite number: there are no singular values.", is_work};
        const std::string rank = in_words(spectrum->effective_rank);
        return {prose("Effective rank {} of at most {}.", rank, bound(product, std::ssize(spectrum->values))),
                written_fact(Quantity::effective_rank, first_weight(drawing_.layer(), product, head_), rank)};
    }

    /// The progress of computing spectra: "Being worked out: head 3 of 32 …". For a single head, the reason why its
    /// spectrum is missing.
    std::string progress(WeightProduct product) const {
        const Index heads = drawing_.sizes().H;
        const Index there = heads_of(product).settled;
        return heads == 1 ? std::string(known(product).why_not())
                          : fmt::format("Being worked out: head {} of {} …", std::min(there + 1, heads), heads);
    }

    Index count_of(WeightProduct product) const {
        return spectrum_size(product_weights(drawing_.layer(), head_, product));
    }
    static std::string at_most(Index count) { return fmt::format("≤ {}", count); }
    float left_of_bars(WeightProduct product) const {
        return width_of(in_words(largest(product)), small()) + space::small;
    }
    float right_of_bars(WeightProduct product) const {
        return width_of(at_most(count_of(product)), small()) + 2 * space::small;
    }

    void add_bars(WeightProduct product, const Spectrum& found, bool is_present, const Box& plot) {
        const std::vector<double>& values = found.values;
        const Index count = std::ssize(values);
        const float slot = heights_.slot;
        const float x = plot.x + left_of_bars(product);
        const float end = x + slot * static_cast<float>(count);
        const ValueAxis axis = axis_of_values(heads_of(product), {x, plot.y, end - x, plot.height});
        for (const Tick& tick : {Tick{largest(product), in_words(largest(product))}, Tick{0, "0"}}) {
            add_tick_mark(list_, axis, tick.value, theme_.connector);
            add_tick_label(list_, axis, tick, theme_.dim).says = ShownTick{tick.value};
        }
        const float bar = slot >= 3 ? std::max(2.0F, std::floor(slot * 0.72F)) : slot;
        const std::string_view prefix = spectrum_bars.at(static_cast<std::size_t>(product)).prefix;
        for (Index n = 0; n < count; ++n) {
            const float at = x + slot * static_cast<float>(n);
            const float reach = plot.height + above_bars + below_bars - space::tiny; // a low bar is a target of this
                                                                                     // height
            add_place({at, plot.y - above_bars, slot, reach}, fmt::format("{}{}", prefix, n + 1));
        }
        for (Index n = 0; n < count; ++n) {
            const auto value = values[static_cast<std::size_t>(n)];
            const float top = axis.place(value).y;
            const float at = x + slot * (static_cast<float>(n) + 0.5F) - bar / 2;
            Item& shown = add_box({at, top, bar, plot.bottom() - top}, colour_of_spectrum(drawing_, is_present));
            shown.target = fmt::format("{}{}", prefix, n + 1);
            if (is_present)
                shown.says = ShownSingularValue{product, head_, n, true};
        }
        add_rule(list_, {x, plot.bottom()}, {end + space::tiny, plot.bottom()}, theme_.connector);
        add_rule(list_, {end + space::tiny, plot.y}, {end + space::tiny, plot.bottom()}, theme_.connector);
        add_text({end + space::small + 1, plot.y + 9}, at_most(count), theme_.dim, small());
        for (Index n = 0; n < count; ++n) {
            const float middle = x + slot * (static_cast<float>(n) + 0.5F);
            if (is_present && slot >= numbered_slot)
                add_value(product, n, values[static_cast<std::size_t>(n)], middle, {x, plot.y, end - x, plot.height});
        }
        AxisLabels counts; // numbers from 1, as far as they fit
        counts.labels = counted(count);
        list_.append(lay_out_axis(counts, AxisSide::below, {count, slot, 0, count}, 0, theme_, drawing_.typesetter),
                     {x, plot.bottom()});
    }

    double largest(WeightProduct product) const { return heads_of(product).largest; }

    /// Adds a singular value above its bar.
    void add_value(WeightProduct product, Index n, double value, float middle, const Box& plot) {
        const std::string text = in_words(value);
        const float half = width_of(text, small()) / 2;
        const float at = std::max(plot.x + half, std::min(middle, plot.right() + space::huge - half));
        const float top = axis_of_values(heads_of(product), plot).place(value).y;
        add_text({at, top - space::tiny}, text, theme_.dim, small(), Horizontal::centre).says =
            ShownSingularValue{product, head_, n, false};
    }

    Index head_;
    std::vector<WeightProduct> shown_;
    std::vector<std::pair<WeightProduct, std::string>> refused_; ///< products that the head does not have, with the
                                                                 ///< reason
    std::array<SpectraOfHeads, 2> all_heads_;                    ///< spectra of all heads, one entry for each product
    Heights heights_;
};

} // namespace

bool shows_spectrum(const DrawContext& drawing) {
    return !drawing.view_state.parameter && is_shown_on(drawing.view_state.step) && has_any_spectrum(drawing);
}

void spectrum_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    SpectrumLayout(list, drawing, area).add();
}

} // namespace attn
