#include "ui/panels/start_letters.h"

#include "core/document/session/readings.h"
#include "core/document/session/sentences.h"
#include "core/explain/readout.h"
#include "core/figure/bar_length.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"
#include "ui/panels/controls.h"
#include "ui/panels/reading.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

class LetterPicture {
public:
    LetterPicture(Scene& scene, const UiContext& ui, const LetterRows& rows)
        : scene_(scene), ui_(ui), rows_(rows), readings_(present_readings(ui.snapshot())),
          sureness_(readings_.empty() ? "" : sureness_text(ui.session.readouts.front(), readings_)),
          tokens_(ui.layer().sequence.items[static_cast<std::size_t>(ui.workspace.item)]) {}

    void add() {
        const Theme& theme = ui_.theme();
        const float left = rows_.place(0) - rows_.box.x / 2 - space::section - space::small;
        const float right = rows_.place(std::ssize(tokens_) - 1) + rows_.box.x / 2 + space::large;
        const float bar_y = rows_.back.y + space::medium;
        add_text(scene_, ui_, {left, rows_.back.y}, "comes back", theme.dim, {}, Horizontal::right);
        add_text(scene_, ui_, {left, bar_y + space::small}, "how sure", theme.dim, small(), Horizontal::right);
        add_text(scene_, ui_, {left, rows_.goes_in + rows_.box.y / 2 + space::tiny}, "goes in", theme.dim, {},
                 Horizontal::right);
        add_text(scene_, ui_, {right, bar_y + space::small}, sureness_, theme.dim, small());
        for (Index token = 0; token < std::ssize(tokens_); ++token) {
            add_letter(token);
            const Box bar{rows_.place(token) - rows_.box.x / 2, bar_y, rows_.box.x, space::tiny};
            if (token < std::ssize(readings_))
                add_reading(scene_, ui_, token, readings_[static_cast<std::size_t>(token)],
                            {rows_.place(token), rows_.back.y}, bar, rows_.size);
        }
        scene_.values.insert_or_assign("readout", present_reading_text(ui_.snapshot()));
        scene_.values.insert_or_assign("readout.sure", sureness_);
    }

    /// Adds lines from each output letter to the input letters that its position attends to, as wide as the attention
    /// weight.
    void add_lines(Index head) {
        constexpr float widest = 3;
        constexpr float least = 0.1F; // thinner lines would hide those that matter
        const Matrix shares = ui_.trace.array(ArrayId::A, ui_.workspace.item, head);
        const float top = rows_.back.y + space::medium + space::tiny + space::small;
        const float bottom = rows_.goes_in - space::small;
        const bool is_on = ui_.layer().heads.at(static_cast<std::size_t>(head)).on;
        const float strength = is_on ? 1.0F : 0.35F; // a head that is off has no effect on what comes back
        for (Index i = 0; i < shares.rows(); ++i)
            for (Index j = 0; j < shares.columns(); ++j)
                if (const float share = shares(i, j); share > least)
                    scene_.list.add(line({rows_.place(i), top}, {rows_.place(j), bottom},
                                         {faded(ui_.theme().attention_high, std::min(1.0F, 0.1F + share) * strength),
                                          std::max(0.75F, widest * filled_part(static_cast<double>(share), 1))}));
        const float right = rows_.place(std::ssize(tokens_) - 1) + rows_.box.x / 2 + space::large;
        add_text(scene_, ui_, {right, (top + bottom) / 2 + space::tiny},
                 fmt::format("what head {} {}", head + 1, is_on ? "looks at" : "would look at"), ui_.theme().dim,
                 small());
        attach_claims(scene_.list,
                      {{std::get<Text>(scene_.list.items.back().shape()).text,
                        fact(Quantity::is_head_on, {ui_.layer().number, ArrayId::A, ui_.workspace.item, head, 0, 0},
                             is_on ? 1 : 0)}});
    }

private:
    void add_letter(Index token) {
        const Theme& theme = ui_.theme();
        Rectangle frame;
        frame.box = {rows_.place(token) - rows_.box.x / 2 + 0.5F, rows_.goes_in + 0.5F, rows_.box.x - 1,
                     rows_.box.y - 1};
        frame.fill = theme.panel;
        frame.stroke = {theme.hairline, 1};
        frame.corner_radius = measure::corner;
        const std::string name = fmt::format("letter:{}", token + 1);
        scene_.list.add(frame, name);
        const std::string& text = tokens_[static_cast<std::size_t>(token)];
        scene_.values.insert_or_assign(name, text);
        Text letter;
        letter.text = text;
        letter.position = frame.box.centre();
        letter.font.size = rows_.size > type_size::large ? type_size::large : type_size::normal;
        letter.colour = theme.ink;
        letter.horizontal = Horizontal::centre;
        letter.vertical = Vertical::middle;
        scene_.list.add(letter);
    }

    Scene& scene_;
    const UiContext& ui_;
    LetterRows rows_;
    std::vector<TokenReading> readings_;
    std::string sureness_;
    const std::vector<std::string>& tokens_;
};

} // namespace

void add_letters(Scene& scene, const UiContext& ui, const LetterRows& rows) {
    LetterPicture(scene, ui, rows).add();
}

void add_looks(Scene& scene, const UiContext& ui, const LetterRows& rows, Index head) {
    LetterPicture(scene, ui, rows).add_lines(head);
}

} // namespace attn
