#include "core/figure/pictures/hypothesis_note.h"

#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/hypothesis_words.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <optional>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr float hypothesis_note_gap = space::small; // gap above a note
constexpr float words_line = 18;
constexpr float hypothesis_note_bar_room = 14;
constexpr float hypothesis_note_line_step = 16;
constexpr float bar_height = 4;
constexpr float hypothesis_note_longest_bar = 176;

Font words_font() {
    return {.weight = FontWeight::medium};
}

/// The words, wrapped to that width. In the window there are at most two lines, the second with all the rest; on paper,
/// which has no tooltip, there are five.
std::vector<std::string> lines_of(const DrawContext& drawing, std::string_view words, float width) {
    const std::size_t most = drawing.view_state.on_paper ? 5 : 2;
    std::vector<std::string> lines;
    while (!words.empty()) {
        std::size_t end = lines.size() + 1 == most ? words.size() : std::min(words.find(' '), words.size());
        for (std::size_t next = end; next < words.size(); end = next) {
            next = std::min(words.find(' ', end + 1), words.size());
            if (drawing.typesetter.measure(words.substr(0, next), words_font()).width > width)
                break;
        }
        lines.emplace_back(words.substr(0, end));
        words.remove_prefix(std::min(words.size(), end + 1));
    }
    return lines;
}

class HypothesisNote : Canvas {
public:
    HypothesisNote(DisplayList& list, const DrawContext& drawing, Index head, Point at, float width, const Box& clip)
        : Canvas(list, drawing, clip), head_(head), at_(at), width_(width) {
        at_.y += hypothesis_note_gap;
    }

    void add() {
        const std::string words = hypothesis_of_head(drawing_, head_);
        if (words.empty()) {
            // The question stands once, under the selected head. It is not asked in a lesson that has not introduced
            // hypotheses.
            if (!on_paper() && head_ == view().head && !view().in_lesson())
                add_link({"say what this head does…", "what does it do…", "say…"}, Font{}, target_of_words());
            return;
        }
        for (const std::string& words_of_line : lines_of(drawing_, words, width_))
            add_words({words_of_line}, theme_.ink, words_font(), target_of_words());
        const std::optional<HypothesisMeasure> measured = measured_hypothesis(drawing_, head_);
        const std::string name = fmt::format("claim.measure/{}", head_ + 1);
        if (!measured) {
            add_words({"no rule known for this: no share", "no rule, no share"}, theme_.dim, small(), name);
        } else if (measured->rows == 0) {
            add_words({"it names no key that may be read here", "names no key here"}, theme_.dim, small(), name);
        } else {
            const Hypothesis hypothesis = *known_hypothesis(drawing_, head_);
            add_bar(hypothesis, *measured);
            add_words({measure_in_words(hypothesis, *measured), short_measure(hypothesis, *measured),
                       share_in_words(measured->share)},
                      theme_.ink, small(), name);
            const std::string query = token_name(drawing_, false, measured->worst).letters();
            add_link({worst_in_words(drawing_, *measured),
                      fmt::format("worst {}: {}", query, share_in_words(measured->worst_share)), "worst " + query},
                     small(), "link:" + cell_name(worst_cell(drawing_, head_, *measured)));
        }
    }

private:
    std::string target_of_words() const { return fmt::format("action:claim-of/{}", head_ + 1); }

    static std::string short_measure(const Hypothesis& hypothesis, const HypothesisMeasure& measured) {
        const std::string share = share_in_words(measured.share);
        return hypothesis.id == HypothesisId::evenly ? share + " of even"
                                                     : fmt::format("{}, even {}", share, share_in_words(measured.even));
    }

    /// Wordings of a line, the longest first; the first that fits is used.
    using Variants = std::vector<std::string>;

    /// Adds a line that is a link in the window.
    void add_link(const Variants& words, const Font& font, const std::string& target) {
        const float width = add_words(words, theme_.dim, font, target);
        if (!on_paper())
            add_line({at_.x, at_.y}, {at_.x + width, at_.y}, {theme_.dim, 1, LineStyle::dashed});
    }

    /// Adds a line of text and returns its width.
    float add_words(const Variants& words, Colour colour, const Font& font, const std::string& target) {
        const float step = font.size > type_size::small ? words_line : hypothesis_note_line_step;
        const auto fits = [&](const std::string& variant) { return width_of(variant, font) <= width_; };
        const auto fitting = std::ranges::find_if(words, fits);
        const std::string text =
            fitting != words.end() ? *fitting : drawing_.typesetter.shortened(words.back(), font, width_);
        Item& line = add_text({at_.x, at_.y + step - space::tiny}, text, colour, font);
        if (!on_paper())
            line.target = target;
        at_.y += step;
        return width_of(text, font);
    }

    /// Adds a bar whose length is the part that the hypothesis explains. A tick shows the part that even attention
    /// would explain.
    void add_bar(const Hypothesis& hypothesis, const HypothesisMeasure& measured) {
        const float whole = std::min(width_, hypothesis_note_longest_bar);
        const auto length = [&](double share) {
            return whole * static_cast<float>(std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0);
        };
        const float y = at_.y + (hypothesis_note_bar_room - bar_height) / 2;
        add_box({at_.x, y, whole, bar_height}, faded(theme_.ink, 0.12F));
        add_box({at_.x, y, length(measured.share), bar_height}, faded(theme_.ink, 0.7F));
        if (hypothesis.id != HypothesisId::evenly)
            add_box({at_.x + std::max(0.0F, length(measured.even) - 1), y - 3, 1.5F, bar_height + 6}, theme_.ink);
        at_.y += hypothesis_note_bar_room;
    }

    Index head_;
    Point at_;
    float width_;
};

} // namespace

bool has_hypotheses(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::A &&
           !(drawing.view_state.on_paper && drawing.session.hypotheses.empty());
}

bool shows_hypotheses(const DrawContext& drawing) {
    return has_hypotheses(drawing) && !(drawing.view_state.shows_change && drawing.baseline != nullptr);
}

float hypothesis_notes_height(const DrawContext& drawing, float width) {
    if (!has_hypotheses(drawing))
        return 0;
    float highest = hypothesis_note_gap + words_line;
    for (const auto& [head, words] : drawing.session.hypotheses) {
        const auto lines = static_cast<float>(lines_of(drawing, hypothesis_of_head(drawing, head), width).size());
        const float below = known_hypothesis(drawing, head) ? hypothesis_note_bar_room + 2 * hypothesis_note_line_step
                                                            : hypothesis_note_line_step;
        highest = std::max(highest, hypothesis_note_gap + lines * words_line + below);
    }
    return highest;
}

void add_hypothesis_note(DisplayList& list, const DrawContext& drawing, Index head, Point at, float width,
                         const Box& clip) {
    HypothesisNote(list, drawing, head, at, width, clip).add();
}

} // namespace attn
