#pragma once

#include "core/figure/lenses/known_model.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/text_layout.h"

#include <string>
#include <string_view>

namespace attn {

/// The base of pictures of a whole model whose reading has been computed.
class ModelCanvas : protected Canvas {
protected:
    ModelCanvas(DisplayList& list, const DrawContext& drawing, const Box& area, const KnownModel& known)
        : Canvas(list, drawing, area), known_(known), reading_(*known.reading) {}

    static constexpr float legend_line = 14;
    static constexpr float switch_size = 9; ///< side of the box that switches a part of the model
    static constexpr Always is_of_model{"a number of the model around the layer, which tests compare with read_model"};

    bool has_parts() const { return !reading_.parts.empty(); }
    bool is_in_sight(Index layer, Index head) const { return layer == known_.layer && head == view().head; }
    Colour quiet() const { return known_.is_present ? theme_.ink : theme_.dim; }
    Colour logit_colour(double logit) const {
        if (view().grey)
            return logit < 0 ? theme_.dim : theme_.ink;
        return logit < 0 ? theme_.negative : theme_.positive;
    }

    /// Adds a line of text about numbers of the model.
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

    /// True if parts of the model can be switched off here. A lesson does not allow it.
    bool has_switches() const { return !on_paper() && !view().in_lesson(); }
    /// The argument of the action that switches the part on or off; empty if it cannot be switched.
    std::string switch_of(const LogitPart& part) const;
    /// Adds a box that is filled while the part is on. A click switches the part.
    void add_switch(Point baseline, const std::string& part, bool is_on);

    /// The probability in percent, short enough for a column.
    static std::string share_words(double share);

    const KnownModel& known_;
    const ModelReading& reading_;
};

/// Adds the words that may follow the selected token, and below them the parts of the likeliest word's logit.
void add_next_words(DisplayList& list, const DrawContext& drawing, const Box& area, const KnownModel& known);

/// The height of add_next_words on paper.
constexpr float least_height_of_next_words = 18 * 20;

} // namespace attn
