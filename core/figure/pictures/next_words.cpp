#include "core/figure/number.h"
#include "core/figure/pictures/model_canvas.h"
#include "core/model/stream.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float word_line = 20;
constexpr float bar_height = 9;
constexpr int logit_decimals = 2;

/// The name of a part. Layers are counted from 0 and heads from 1, as everywhere.
std::string name_of_part(const LogitPart& part) {
    using Kind = LogitPart::Kind;
    switch (part.kind) {
    case Kind::embedding:
        return "embedding";
    case Kind::head:
        return fmt::format("head {}:{}", part.layer, part.head + 1);
    case Kind::attention:
        return fmt::format("attention {}", part.layer);
    case Kind::mlp:
        return fmt::format("MLP {}", part.layer);
    case Kind::given:
        return fmt::format("pins in layer {}", part.layer);
    case Kind::bias:
        return "biases";
    }
    return {};
}

std::string signed_number(double number) {
    const std::string digits = display_number(static_cast<float>(number), logit_decimals);
    return number > 0 ? "+" + digits : digits;
}

class NextWords : ModelCanvas {
public:
    NextWords(DisplayList& list, const DrawContext& drawing, const Box& area, const KnownModel& known)
        : ModelCanvas(list, drawing, area, known) {
        if (view().sampling != Sampling{.temperature = 1})
            drawn_ = words_drawn_from(reading_.logits, view().sampling);
    }

    void add() {
        const Box& box = area_;
        const auto off = static_cast<float>(std::ranges::count(reading_.parts, false, &LogitPart::is_on));
        const float outlined = drawn_.empty() ? 0.0F : 1.0F; // the line that explains outlines
        const auto lines = static_cast<Index>(box.height / word_line - 5 - off - outlined);
        const Index words = std::clamp<Index>(has_parts() ? lines * 2 / 5 : lines,
                                              std::min<Index>(3, std::ssize(reading_.next)), std::ssize(reading_.next));
        float y = box.y + 12;
        const bool draws = !on_paper() && reading_.row + 1 == reading_.tokens;
        const std::string draw = "draw one";
        const float title = box.width - (draws ? width_of(draw) + space::medium : 0);
        add_text({box.x, y},
                 fitting(fmt::format("NEXT, AFTER “{}”",
                                     token_label(drawing_.layer().sequence, reading_.item, reading_.row)),
                         title, bold(type_size::small)),
                 theme_.dim, bold(type_size::small));
        if (draws) {
            add_text({box.right(), y}, draw, theme_.ink, {}, Horizontal::right).target = "action:draw-word";
            add_rule(list_, {box.right() - width_of(draw), y + 3}, {box.right(), y + 3}, theme_.connector);
        }
        y += word_line;
        for (Index place = 0; place < words; ++place, y += word_line)
            add_next({box.x, y, box.width, word_line}, place);
        if ((draws && !view().in_lesson()) || !drawn_.empty()) {
            const std::string rule = fitting(words_on_sampling(view().sampling), box.width, small());
            add_text({box.x, y - 2}, rule, theme_.ink, small()).target = "action:menu/next-word";
            add_rule(list_, {box.x, y + 1}, {box.x + width_of(rule, small()), y + 1}, theme_.connector);
            y += legend_line + space::tiny;
        }
        const float said = add_claims_within({box.x, y - 8}, box.width, {{words_on_sureness(), is_of_model}});
        y += std::max(word_line, said) + space::small;
        if (has_parts())
            add_parts({box.x, y, box.width, box.bottom() - y});
    }

private:
    Colour share_colour() const { return view().grey ? theme_.dim : theme_.attention_high; }

    static std::string words_on_sampling(const Sampling& sampling) {
        std::string words = fmt::format("Drawn at temperature {}", exact_number(sampling.temperature));
        if (sampling.top_k > 0)
            words += fmt::format(", top {}", sampling.top_k);
        if (sampling.top_p < 1)
            words += fmt::format(", {} %", percent_digits(sampling.top_p, 0));
        return words;
    }

    double perplexity_of_drawn() const {
        std::vector<double> shares;
        for (const DrawnWord& word : drawn_)
            shares.push_back(word.share);
        return perplexity(shares);
    }

    std::string words_on_sureness() const {
        constexpr double one = 1.05;
        const double words = drawn_.empty() ? reading_.perplexity : perplexity_of_drawn();
        const std::string sure = words < one ? "It is sure: nearly all goes to one word."
                                             : fmt::format("As unsure as among {} equally likely words.",
                                                           display_number(static_cast<float>(words), 1));
        return drawn_.empty() ? sure : sure + " Outlined: the model's own shares.";
    }

    /// The probability of the word under the sampling rule that the user chose.
    double drawn_share(const LikelyWord& word) const {
        if (drawn_.empty())
            return word.probability;
        const auto found = std::ranges::find(drawn_, word.word, &DrawnWord::word);
        return found == drawn_.end() ? 0 : found->share;
    }

    void add_next(const Box& line, Index place) {
        const LikelyWord& word = reading_.next[static_cast<std::size_t>(place)];
        const std::string target = fmt::format("next:{}", place + 1);
        add_place({line.x, line.y - 14, line.width, line.height}, target);
        const Font font = place == 0 ? bold() : Font();
        const double drawn = drawn_share(word);
        const std::string share = drawn > 0 ? share_words(drawn) : "never";
        const float name = line.width * 0.36F;
        const float number = width_of("<0.1 %") + space::small;
        add_fact({line.x, line.y}, fitting(known_.word(word.word), name - space::tiny, font), quiet(), font);
        list_.items.back().target = target;
        const float room = std::max(0.0F, line.width - name - number);
        const Box bar{line.x + name, line.y - bar_height, 0, bar_height};
        add_box({bar.x, bar.y, room * static_cast<float>(drawn), bar.height},
                place == 0 ? share_colour() : theme_.connector);
        if (!drawn_.empty()) // in addition to the model's own probability
            add_box({bar.x, bar.y - 1, std::max(2.0F, room * static_cast<float>(word.probability)), bar.height + 2},
                    transparent, {theme_.ink, 1});
        add_fact({line.right(), line.y}, share, quiet(), {}, Horizontal::right);
        list_.items.back().target = fmt::format("next-share:{}", place + 1);
    }

    /// Adds the parts of the likeliest word's logit: the largest ones, the sum of the others, and those that are
    /// switched off.
    void add_parts(const Box& box) {
        std::vector<LogitPart> parts = reading_.parts;
        std::ranges::stable_sort(parts, std::ranges::greater(),
                                 [](const LogitPart& part) { return std::abs(part.logit); });
        const auto first_off = std::stable_partition(parts.begin(), parts.end(), std::mem_fn(&LogitPart::is_on));
        const std::span<const LogitPart> on(parts.begin(), first_off);
        const std::span<const LogitPart> off(first_off, parts.end());
        const float lines = box.height / word_line - 4 - static_cast<float>(off.size());
        const auto room = static_cast<std::size_t>(std::max(3.0F, lines));
        const std::size_t shown = on.size() <= room + 1 ? on.size() : room;
        float y = box.y + 8;
        add_text({box.x, y},
                 fitting(fmt::format("THE LOGIT OF “{}”", known_.word(reading_.next.front().word)), box.width,
                         bold(type_size::small)),
                 theme_.dim, bold(type_size::small));
        const double largest = std::abs(parts.front().logit);
        const auto next_line = [&] { return Box{box.x, y += word_line, box.width, word_line}; };
        for (const LogitPart& part : on.first(shown))
            add_part(next_line(), part, largest);
        if (const auto rest = on.subspan(shown); !rest.empty()) {
            const double sum = std::accumulate(rest.begin(), rest.end(), 0.0, [](double before, const LogitPart& part) {
                return before + part.logit;
            });
            add_addend(next_line(), fmt::format("{} others", rest.size()), sum, largest, false);
        }
        for (const LogitPart& part : off)
            add_part(next_line(), part, largest);
        y += word_line;
        add_rule(list_, {box.x, y - 14}, {box.right(), y - 14}, theme_.hairline);
        add_text({box.x, y + 2}, "logit", theme_.dim);
        add_fact({number_end(box), y + 2}, display_number(static_cast<float>(reading_.logit), logit_decimals), quiet(),
                 bold(), Horizontal::right);
        add_claims_within({box.x, y + space::medium}, box.width,
                          {{"The last norm's mean and factor are those of the whole row.",
                            Always{"it says how the parts of a logit are worked out"}}});
    }

    void add_part(const Box& line, const LogitPart& part, double largest) {
        if (has_switches())
            add_switch({line.x, line.y}, switch_of(part), part.is_on);
        const bool is_head = part.kind == LogitPart::Kind::head;
        if (part.is_on)
            add_addend(line, name_of_part(part), part.logit, largest, is_head && is_in_sight(part.layer, part.head));
        else
            add_fact({name_x(line), line.y}, fitting(name_of_part(part) + " is off", line.right() - name_x(line)),
                     theme_.dim);
        if (const Target target = target_of(part); !std::holds_alternative<std::monostate>(target))
            add_place({name_x(line), line.y - 14, line.right() - name_x(line), line.height}, target);
    }

    /// The x of a part's name, after its switch.
    float name_x(const Box& line) const { return line.x + (has_switches() ? switch_size + space::small : 0); }

    static Target target_of(const LogitPart& part) {
        if (part.kind != LogitPart::Kind::head)
            return {};
        return fmt::format("action:head-of-layer/{}:{}", part.layer, part.head + 1);
    }

    static float number_end(const Box& box) { return box.x + box.width * 0.7F; }

    void add_addend(const Box& line, const std::string& name, double logit, double largest, bool is_chosen) {
        const std::string number = signed_number(logit);
        const float end = number_end(line);
        const Font font = is_chosen ? bold() : Font();
        add_fact({name_x(line), line.y}, fitting(name, end - width_of(number) - space::small - name_x(line), font),
                 theme_.ink, font);
        add_fact({end, line.y}, number, quiet(), font, Horizontal::right);
        // All bars begin at the same zero, which leaves room to the left for negative parts.
        const float zero = end + space::small + (line.right() - end - space::small) * 0.3F;
        const float most = (logit < 0 ? zero - end - space::tiny : line.right() - zero);
        const float length = largest > 0 ? std::min(1.0F, static_cast<float>(std::abs(logit) / largest)) * most : 0;
        add_box({logit < 0 ? zero - length : zero, line.y - bar_height, length, bar_height}, logit_colour(logit));
        add_box({std::floor(zero), line.y - bar_height - 2, 1, bar_height + 4}, theme_.connector);
    }

    std::vector<DrawnWord> drawn_; ///< the words with their probabilities under the user's sampling rule; empty: the
                                   ///< model's own probabilities are used
};

} // namespace

std::string ModelCanvas::switch_of(const LogitPart& part) const {
    using Kind = LogitPart::Kind;
    if (part.kind == Kind::mlp && part.layer == known_.layer && !drawing_.trace.has(first_of_mlp()))
        return {}; // the layer was opened without its model
    switch (part.kind) {
    case Kind::head:
        return fmt::format("{}:{}", part.layer, part.head + 1);
    case Kind::attention:
        return fmt::format("attention:{}", part.layer);
    case Kind::mlp:
        return fmt::format("mlp:{}", part.layer);
    case Kind::embedding:
    case Kind::given:
    case Kind::bias:
        break;
    }
    return {};
}

void ModelCanvas::add_switch(Point baseline, const std::string& part, bool is_on) {
    if (part.empty())
        return;
    const Box box{baseline.x, baseline.y - switch_size, switch_size, switch_size};
    add_box(box, is_on ? theme_.dim : transparent, {theme_.dim, 1});
    add_place(box.grown(space::tiny), "action:switch/" + part);
}

std::string ModelCanvas::share_words(double share) {
    constexpr double most = 0.995;
    constexpr double few = 0.1;
    constexpr double least = 0.001;
    if (share > most || share < least)
        return share > most ? ">99 %" : "<0.1 %";
    return percent_digits(static_cast<float>(share), share < few ? 1 : 0) + " %";
}

void add_next_words(DisplayList& list, const DrawContext& drawing, const Box& area, const KnownModel& known) {
    NextWords(list, drawing, area, known).add();
}

} // namespace attn
