#include "core/figure/pictures/labels.h"
#include "core/figure/words/hypothesis_words.h"
#include "core/tensor/noun_for.h"
#include "ui/actions/hypothesis_actions.h"
#include "ui/panels/controls.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float width = 400;
constexpr float hypothesis_margin = space::large;
constexpr float hypothesis_header = 88; // title and field
constexpr float hypothesis_line_height = 28;
constexpr float hypothesis_mark_room = 24;
constexpr float hypothesis_footer = control_height + hypothesis_margin;
/// What is said when the user asks for the hypothesis that fits best.
std::string best_in_words(const std::optional<FittingHypothesis>& best) {
    if (!best)
        return "No claim in the list explains a tenth more than an even share would. Say it in your own words.";
    const std::string words = hypothesis_words(best->hypothesis);
    if (best->hypothesis.id == HypothesisId::evenly)
        return fmt::format("Fits best: “{}”, with {}.", words, measure_in_words(best->hypothesis, best->measure));
    return fmt::format("Gains most over an even share: “{}”. It explains {}, an even share {}, in {} of {} {}.", words,
                       share_in_words(best->measure.share), share_in_words(best->measure.even), best->measure.rows,
                       best->measure.all_rows, noun_for(best->measure.all_rows, "row"));
}

class HypothesisLayout {
public:
    HypothesisLayout(Scene& scene, const UiContext& ui, const Box& window)
        : scene_(scene), ui_(ui), theme_(ui.theme()), head_(ui.workspace.head),
          typed_(ui.workspace.field && ui.workspace.field->name == hypothesis_field ? ui.workspace.field->text
                                                                                    : std::string()),
          offers_(hypothesis_offers(typed_)), measured_(measured_hypothesis(ui, head_)) {
        if (ui.workspace.overlay->tells_best)
            best_ = best_in_words(ui.cache.best_hypothesis(ui.trace, {ArrayId::A, ui.workspace.item, head_}));
        Scene nothing;
        const float best = best_.empty() ? 0 : add_best(nothing, {}) + space::small;
        const float height = hypothesis_header + static_cast<float>(offers_.size()) * hypothesis_line_height +
                             space::medium + (measured_ ? 48.0F : 0.0F) + best + hypothesis_footer;
        const Point anchor = ui.workspace.overlay->anchor;
        box_ = {
            std::floor(std::clamp(anchor.x, space::small, std::max(space::small, window.width - width - space::small))),
            std::floor(std::clamp(anchor.y, 0.0F, std::max(0.0F, window.height - height - space::small))), width,
            height};
        Rectangle veil;
        veil.box = window;
        scene_.list.add(veil, std::string("action:close"));
        Rectangle panel;
        panel.box = box_.grown(-0.5F);
        panel.fill = theme_.panel;
        panel.stroke = {theme_.connector, 1};
        panel.corner_radius = measure::corner;
        scene_.list.add(panel, std::string("claim"));
    }

    void add() {
        const std::string title = fmt::format("What does head {} do?", head_number(ui_.session, head_));
        add_text(scene_, ui_, {left(), box_.y + 30}, title, theme_.ink, bold());
        scene_.values.insert_or_assign("claim.title", title);
        add_field(scene_, ui_, {left(), box_.y + 44, inner_width(), control_height}, std::string(hypothesis_field));
        float y = box_.y + hypothesis_header;
        const Index marked = marked_hypothesis(ui_, offers_);
        for (Index i = 0; i < std::ssize(offers_); ++i, y += hypothesis_line_height)
            add_offer(offers_[static_cast<std::size_t>(i)], i == marked,
                      {box_.x + space::small, y, width - 2 * space::small, hypothesis_line_height});
        y += space::small;
        if (measured_)
            y += add_measure(y);
        if (!best_.empty())
            add_best(scene_, {left(), y + space::large});
        add_buttons();
    }

private:
    float left() const { return box_.x + hypothesis_margin; }
    static float inner_width() { return width - 2 * hypothesis_margin; }

    void add_offer(const HypothesisOffer& offer, bool marked, const Box& line) {
        Rectangle ground;
        ground.box = line;
        ground.corner_radius = 4;
        if (marked || ui_.workspace.hovered == offer.target)
            ground.fill = faded(theme_.ink, 0.07F);
        scene_.list.add(ground);
        const float baseline = line.y + 19;
        if (offer.words == hypothesis_of_head(ui_, head_))
            add_text(scene_, ui_, {line.x + space::small, baseline}, "✓", theme_.ink);
        const float room = line.width - hypothesis_mark_room - 2 * space::small;
        const std::string words = ui_.typesetter.shortened(offer.words, Font{}, room);
        const float taken = add_text(scene_, ui_, {line.x + hypothesis_mark_room, baseline}, words, theme_.ink);
        add_text(scene_, ui_, {line.right() - space::small, baseline},
                 ui_.typesetter.shortened(offer.about, small(), room - taken), theme_.dim, small(), Horizontal::right);
        Rectangle place;
        place.box = line;
        scene_.list.add(place, offer.target);
        scene_.values.insert_or_assign(offer.target, offer.words);
    }

    /// How much the present hypothesis explains, and where it fails. Returns the height.
    float add_measure(float y) {
        add_rule(scene_, ui_, {box_.x, y}, {box_.right(), y});
        if (measured_->rows == 0) {
            add_text(scene_, ui_, {left(), y + 24}, "It names no key that may be read here.", theme_.dim);
            return 48;
        }
        const std::string words = measure_in_words(*find_hypothesis(hypothesis_of_head(ui_, head_)), *measured_);
        add_text(scene_, ui_, {left(), y + 20}, "explains " + words, theme_.ink, {.weight = FontWeight::medium});
        scene_.values.insert_or_assign("claim.measure", words);
        const float width =
            add_text(scene_, ui_, {left(), y + 38}, worst_in_words(ui_, *measured_), theme_.dim, small(),
                     Horizontal::left, "link:" + cell_name(worst_cell(ui_, head_, *measured_)));
        scene_.list.add(line({left(), y + 42}, {left() + width, y + 42}, {theme_.dim, 1, LineStyle::dashed}));
        return 48;
    }

    float add_best(Scene& scene, Point at) const {
        scene.values.insert_or_assign("claim.best", best_);
        return add_paragraph(scene, ui_, at, inner_width(), best_, theme_.ink);
    }

    void add_buttons() {
        const float y = box_.bottom() - hypothesis_margin - control_height;
        float x = left();
        x += add_segments(scene_, ui_, {x, y}, {{.target = "action:claim-find", .label = "Find the best"}}) +
             space::small;
        if (ui_.session.hypotheses.contains(head_))
            x += add_segments(scene_, ui_, {x, y}, {{.target = "action:claim-remove", .label = "Take it back"}}) +
                 space::small;
        add_segments(scene_, ui_, {x, y}, {{.target = "action:close", .label = "Close"}});
    }

    Scene& scene_;
    const UiContext& ui_;
    const Theme& theme_;
    Index head_;
    std::string typed_;
    std::vector<HypothesisOffer> offers_;
    std::optional<HypothesisMeasure> measured_;
    std::string best_;
    Box box_;
};

} // namespace

void hypothesis_panel(Scene& scene, const UiContext& ui, const Box& window) {
    HypothesisLayout(scene, ui, window).add();
}

} // namespace attn
