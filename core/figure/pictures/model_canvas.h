#pragma once

#include "core/figure/lenses/known_model.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/text_layout.h"

#include <string>
#include <string_view>

namespace attn {

/// A canvas for the numbers of a whole model, whose reading is known.
class ModelCanvas : protected Canvas {
protected:
    ModelCanvas(DisplayList& list, const DrawContext& drawing, const Box& area, const KnownModel& known)
        : Canvas(list, drawing, area), known_(known), reading_(*known.reading) {}

    static constexpr float legend_line = 14;
    static constexpr float switch_size = 9; ///< of the box that switches a part
    static constexpr Always is_of_model{"a number of the model around the layer, which tests compare with read_model"};

    bool has_parts() const { return !reading_.parts.empty(); }
    bool is_in_sight(Index layer, Index head) const { return layer == known_.layer && head == view().head; }
    Colour quiet() const { return known_.is_present ? theme_.ink : theme_.dim; }
    Colour logit_colour(double logit) const {
        if (view().grey)
            return logit < 0 ? theme_.dim : theme_.ink;
        return logit < 0 ? theme_.negative : theme_.positive;
    }

    /// A line of text that says numbers of the model.
    void add_fact(Point baseline, std::string text, Colour colour, const Font& font = {},
                  Horizontal horizontal = Horizontal::left) {
        add_claim(baseline, {std::move(text), is_of_model}, colour, font, horizontal);
    }
    std::string fitting(std::string_view text, float width, const Font& font = {}) {
        return fitting_text(list_, drawing_.typesetter, text, font, width);
    }
    float add_claims_within(Point at, float width, const Claims& claims) {
        return add_paragraph(list_, drawing_.typesetter, {at.x, at.y + 8}, width, claims, theme_.dim, small(),
                             legend_line);
    }

    /// True if parts of the model can be switched here: a lesson stays in its layer.
    bool has_switches() const { return !on_paper() && !view().in_lesson(); }
    /// The argument of the action that switches the part; empty if it cannot be switched.
    std::string switch_of(const LogitPart& part) const;
    /// A box that is filled while a part is on; a click switches it.
    void add_switch(Point baseline, const std::string& part, bool is_on);

    /// The probability in percent, short enough for a column.
    static std::string share_words(double share);

    const KnownModel& known_;
    const ModelReading& reading_;
};

/// Adds the words that may follow the chosen token, and beneath them what makes the likeliest one's logit.
void add_next_words(DisplayList& list, const DrawContext& drawing, const Box& area, const KnownModel& known);

/// The height on paper of what add_next_words adds.
constexpr float least_height_of_next_words = 18 * 20;

} // namespace attn
