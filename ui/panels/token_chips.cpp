#include "ui/panels/token_chips.h"

#include "core/document/session/known_words.h"
#include "core/document/session/model_words.h"
#include "core/document/session/sentences.h"
#include "core/explain/readout.h"
#include "core/figure/pictures/labels.h"
#include "ui/actions/lesson_names.h"
#include "ui/panels/controls.h"
#include "ui/panels/reading.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr float least_chip = 36;
constexpr float edited_chip = 84;
constexpr float number_gap = 6;
constexpr float remove_room = 18;
constexpr float plus_room = 36;

// Distances above the chips to the read-out.
constexpr float reading_baseline = 28;
constexpr float reading_bar = 18;

bool is_edited(const UiContext& ui, const TokenPlace& place) {
    return ui.workspace.field && ui.workspace.field->name == token_field(place);
}

/// The look of a chip.
struct Chip {
    TokenPlace place;
    std::string text;
    Font font;
    bool edited = false;
    bool is_row = false;    ///< the selected row is that of this token
    bool is_key = false;    ///< the selected column is that of this token
    bool is_chosen = false; ///< keys act on it
    bool removable = false;
    bool is_stranger = false; ///< the layer has no numbers of its own for the token
    std::string token{};      ///< the token itself; `text` may be a word for it
    bool joined = false;      ///< to the chip before it, whose word it continues
    float text_width = 0;
    float width = 0;
};

/// True if tokens can be added and removed by clicks, which a lecture does not show.
bool shows_edits(const UiContext& ui) {
    return !ui.scope().is_for_audience;
}

Chip chip_of(const UiContext& ui, const TokenPlace& place) {
    Chip chip;
    chip.place = place;
    chip.edited = is_edited(ui, place);
    // The selection may be the answer to a question whose picture is still hidden.
    const bool hides_selection = ui.scope().hides_picture;
    chip.is_row = !hides_selection && selected_token(ui) == place;
    chip.is_key = !hides_selection && selected_key(ui) == place;
    chip.is_chosen = ui.workspace.chosen_token == place;
    const auto row = selected_token(ui);
    const bool selected = chip.is_chosen || chip.is_row || (chip.is_key && row && row->side != place.side);
    chip.removable = shows_edits(ui) && selected && !chip.edited && sequence_of(ui, place.side).token_count() > 1;
    chip.font.weight = chip.is_row ? FontWeight::semibold : FontWeight::regular;
    chip.text = chip.edited ? ui.workspace.field->text
                            : token_label(sequence_of(ui, place.side), ui.workspace.item, place.token);
    const ModelWords* const words = ui.session.model_words.get();
    chip.joined = words != nullptr && place.token > 0 && !chip.edited && words->goes_on(chip.text);
    chip.token = chip.text;
    const bool is_models = words != nullptr && place.side == Side::sequence && !chip.edited;
    if (const std::string_view around = is_models ? words->place_around(chip.token) : ""; !around.empty())
        chip.text = around;
    chip.text_width = std::ceil(ui.typesetter.measure(chip.text, chip.font).width);
    const float number_width = std::ceil(ui.typesetter.measure(std::to_string(place.token + 1), small()).width);
    chip.width = std::max(least_chip, chip.text_width + number_width + number_gap + 2 * chip_padding) +
                 (chip.removable ? remove_room : 0);
    if (chip.edited)
        chip.width = std::max(chip.width, edited_chip);
    return chip;
}

/// The distance by which a joined chip is closer to the one before it, so that both share a line.
float nearer(const Chip& chip) {
    return chip.joined ? space::small + 1 : 0;
}

/// The distance from a chip to the next one.
float advance_of(const Chip& chip) {
    return chip.width + space::small - nearer(chip);
}

/// The chips of a sequence, including that of a token that is being added.
std::vector<Chip> chips_of(const UiContext& ui, Side side) {
    std::vector<Chip> chips;
    const Index count = sequence_of(ui, side).token_count();
    for (Index token = 0; token < count; ++token)
        chips.push_back(chip_of(ui, {side, token}));
    if (is_edited(ui, {side, count}))
        chips.push_back(chip_of(ui, {side, count}));
    if (ui.scope().is_taught)
        return chips;
    const auto unknown = strangers(ui.session, sequence_of(ui, side), ui.workspace.item);
    for (Chip& chip : chips)
        chip.is_stranger = !chip.edited && std::ranges::find(unknown, chip.token) != unknown.end();
    return chips;
}

class ChipLine {
public:
    ChipLine(Scene& scene, const UiContext& ui, Side side, const Box& area, bool reads_out)
        : scene_(scene), ui_(ui), side_(side), area_(area), which_(shown_read_out(ui)),
          readings_(reads_out ? read_out(ui.trace, ui.session.readouts[which_], ui.workspace.item)
                              : std::vector<TokenReading>()),
          x_(area.x - ui.workspace.tokens_scroll) {}

    void add() {
        for (const Chip& chip : chips_of(ui_, side_)) {
            const Box box{std::round(x_ - nearer(chip)), area_.y, chip.width, chip_height};
            x_ += advance_of(chip);
            if (box.right() < area_.x || box.x > area_.right())
                continue;
            add_chip(chip, box);
            if (chip.place.token < std::ssize(readings_))
                add_reading_over(chip.place.token, box);
        }
        if (!readings_.empty())
            add_sureness();
        if (!shows_edits(ui_))
            return;
        const std::string target = fmt::format("action:add-{}token", side_prefix(side_));
        Scene plus;
        add_segments(plus, ui_, {std::round(x_), area_.y + 1}, {{.target = target, .label = "+"}});
        scene_.list.append(plus.list, {}, area_.grown(2));
        scene_.values.merge(plus.values);
        add_signs_of_more();
    }

private:
    /// Adds arrows at the ends of the line beyond which it goes on; the wheel scrolls it.
    void add_signs_of_more() {
        constexpr float beside = 8;
        const float end = std::round(x_) + plus_room - space::small;
        const auto add_sign = [&](const std::string& sign, float x, const std::string& target) {
            add_text(scene_, ui_, {x, area_.y + 20}, sign, ui_.theme().dim, small(), Horizontal::centre, target);
            scene_.values.insert_or_assign(target, sign);
        };
        if (ui_.workspace.tokens_scroll > 0)
            add_sign("◀", area_.x - beside, fmt::format("{}tokens.before", side_prefix(side_)));
        if (end > area_.right() + 1)
            add_sign("▶", area_.right() + beside, fmt::format("{}tokens.more", side_prefix(side_)));
    }

    template <class Shape>
    void add(Shape shape, const Target& target = {}) {
        scene_.list.add(std::move(shape), target).clip = area_.grown(2);
    }

    void add_chip(const Chip& chip, const Box& box) {
        if (chip.edited) {
            Scene field;
            add_field(field, ui_, box, token_field(chip.place), chip.text);
            scene_.list.append(field.list, {}, area_.grown(2));
            scene_.values.merge(field.values);
            return;
        }
        const Theme& theme = ui_.theme();
        const std::string name = token_target(chip.place);
        Rectangle frame;
        frame.box = {box.x + 0.5F, box.y + 0.5F, box.width - 1, box.height - 1};
        frame.fill = ui_.workspace.hovered == name || chip.is_chosen ? theme.field : theme.panel;
        frame.corner_radius = measure::corner;
        frame.stroke = chip.is_row || chip.is_chosen ? Stroke{theme.ink, 2}
                       : chip.is_key                 ? Stroke{theme.ink, 1.5F, LineStyle::dashed}
                                                     : Stroke{theme.hairline, 1};
        add(frame, name);
        scene_.values.insert_or_assign(name, chip.token);
        const float baseline = box.y + 20;
        add(Text{
            .text = chip.text, .position = {box.x + chip_padding, baseline}, .font = chip.font, .colour = theme.ink});
        if (chip.is_stranger)
            add(line({box.x + chip_padding, baseline + 4}, {box.x + chip_padding + chip.text_width, baseline + 4},
                     {theme.dim, 1, LineStyle::dashed}));
        add(Text{.text = std::to_string(chip.place.token + 1),
                 .position = {box.x + chip_padding + chip.text_width + number_gap, baseline + 4},
                 .font = small(),
                 .colour = theme.dim});
        if (chip.removable)
            add_remove(chip.place, {box.right() - 22, box.y, 22, box.height});
    }

    void add_reading_over(Index token, const Box& box) {
        Scene over;
        add_reading(over, ui_, token, readings_[static_cast<std::size_t>(token)],
                    {box.centre().x, box.y - reading_baseline}, {box.x, box.y - reading_bar, box.width, space::tiny},
                    type_size::large);
        scene_.list.append(over.list, {},
                           Box{area_.x - 2, area_.y - 2 * chip_height, area_.width + 4, 3 * chip_height});
        scene_.values.merge(over.values);
    }

    /// Adds how sure the read-out is, behind the last chip, and the names of the rows at the left.
    void add_sureness() {
        const Theme& theme = ui_.theme();
        const ReadOut& readout = ui_.session.readouts[which_];
        const std::string sure = sureness_text(readout, readings_);
        const float left = area_.x - space::large;
        const float bar = area_.y - reading_bar + space::small;
        // A read-out other than the first is shown by its name.
        add_text(scene_, ui_, {left, area_.y - reading_baseline}, which_ == 0 ? "comes back" : readout.name, theme.dim,
                 {}, Horizontal::right);
        add_text(scene_, ui_, {left, bar}, "how sure", theme.dim, small(), Horizontal::right);
        add_text(scene_, ui_, {left, area_.y + 20}, "goes in", theme.dim, {}, Horizontal::right);
        if (x_ + ui_.typesetter.measure(sure, small()).width < area_.right() + space::large)
            add_text(scene_, ui_, {x_ + space::small, bar}, sure, theme.dim, small());
        scene_.values.insert_or_assign("readout.name", readout.name);
        scene_.values.insert_or_assign("readout", reading_text(readout, readings_, between_tokens(ui_.session)));
        scene_.values.insert_or_assign("readout.sure", sure);
    }

    void add_remove(const TokenPlace& place, const Box& box) {
        const std::string target = fmt::format("action:remove-{}token/{}", side_prefix(side_), place.token + 1);
        const Colour colour = ui_.workspace.hovered == target ? ui_.theme().ink : ui_.theme().dim;
        const Point centre = box.centre();
        constexpr float arm = 3.5F;
        add(line(centre - Point{arm, arm}, centre + Point{arm, arm}, {colour, 1.5F}));
        add(line(centre + Point{-arm, arm}, centre + Point{arm, -arm}, {colour, 1.5F}));
        Rectangle room;
        room.box = box;
        add(room, target);
    }

    Scene& scene_;
    const UiContext& ui_;
    Side side_;
    Box area_;
    std::size_t which_; ///< index of the shown read-out
    std::vector<TokenReading> readings_;
    float x_;
};

} // namespace

void token_chips(Scene& scene, const UiContext& ui, Side side, const Box& area, bool reads_out) {
    ChipLine(scene, ui, side, area, reads_out).add();
}

float token_chips_width(const UiContext& ui, Side side) {
    float width = shows_edits(ui) ? plus_room : 0;
    for (const Chip& chip : chips_of(ui, side))
        width += advance_of(chip);
    return width;
}

std::optional<ChipSpan> token_chip_span(const UiContext& ui, const TokenPlace& wanted) {
    float x = 0;
    for (const Chip& chip : chips_of(ui, wanted.side)) {
        if (chip.place == wanted)
            return ChipSpan{x, x + chip.width + plus_room};
        x += advance_of(chip);
    }
    return std::nullopt;
}

} // namespace attn
