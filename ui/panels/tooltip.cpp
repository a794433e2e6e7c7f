#include "core/document/options/session_notation.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/typeset_formula.h"
#include "ui/panels/controls.h"
#include "ui/panels/panels.h"
#include "ui/panels/tip.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <string_view>

namespace attn {

namespace {

constexpr float widest = 320;
constexpr float formula_size = 15;
constexpr float margin = space::medium;
constexpr float symbol_size = 15;
constexpr float symbol_room = 64;
constexpr float symbol_line = 24;

/// The items of a tip, laid out from (0, 0) on.
class TipLayout {
public:
    TipLayout(const UiContext& ui, const Tip& tip) : ui_(ui), theme_(ui.theme()), width_(width_of(tip)) {
        add_head(tip);
        add_formula(tip);
        add_symbols(tip);
        if (!tip.becomes.empty())
            add_lines(
                {{tip.becomes, Always{"it is read in this frame from what the table of arrays says reads the cell"}}},
                theme_.dim, small(), 16);
        if (!tip.about.empty())
            add_lines(tip.about, theme_.ink, {}, 19);
        if (!tip.picture.items.empty()) {
            const Box box = bounds(tip.picture, ui_.typesetter);
            y_ += space::medium;
            scene_.list.append(tip.picture, {margin - box.x, y_ - box.y});
            y_ += box.height;
        }
    }

    const DisplayList& list() const { return scene_.list; }
    Point size() const { return {width_ + 2 * margin, y_ + margin}; }

private:
    float measure(std::string_view text, const Font& font) const { return ui_.typesetter.measure(text, font).width; }

    /// Returns the width that the tip's content needs, at most `widest`.
    float width_of(const Tip& tip) const {
        float width = line_width(ui_.typesetter, tip.name, name_font()) +
                      (tip.key.empty() ? 0 : space::huge + measure(tip.key, small()));
        width = std::max({width, measure(tip.value, bold(type_size::large)), measure(text_of(tip.about), {}),
                          line_width(ui_.typesetter, tip.becomes, small())});
        if (!tip.picture.items.empty())
            width = std::max(width, bounds(tip.picture, ui_.typesetter).width);
        if (!tip.formula.empty())
            width = std::max(width, set_general_formula(ui_, tip.formula, formula_size, theme_.ink).width);
        for (const SymbolLine& line : tip.symbols)
            width = std::max(width, symbol_room + measure(line.words, {}));
        return std::ceil(std::min(width, widest));
    }

    static Font name_font() { return {.weight = FontWeight::medium}; }

    void add_head(const Tip& tip) {
        if (!tip.value.empty()) {
            y_ += space::large + space::tiny;
            add_text(scene_, ui_, {margin, y_ + space::small}, tip.value, theme_.ink, bold(type_size::large));
            y_ += space::medium;
        }
        if (tip.name.empty() && tip.key.empty())
            return;
        y_ += space::huge;
        const float key_width = tip.key.empty() ? 0 : measure(tip.key, small()) + space::medium;
        const float room = width_ - key_width;
        const std::size_t first = scene_.list.items.size();
        const bool has_room = line_width(ui_.typesetter, tip.name, name_font()) <= room;
        add_line(scene_.list, ui_.typesetter, {margin, y_},
                 has_room ? tip.name : Prose(ui_.typesetter.shortened(tip.name.letters(), name_font(), room)),
                 theme_.ink, name_font());
        if (tip.behind_name.empty())
            attach_claims(scene_.list, first,
                          {{tip.name, Always{"it names a cell or an array, and states nothing of it"}}});
        else
            attach_claims(scene_.list, first, {{tip.name, tip.behind_name}});
        if (!tip.key.empty())
            add_text(scene_, ui_, {margin + width_, y_}, tip.key, theme_.dim, small(), Horizontal::right);
    }

    void add_formula(const Tip& tip) {
        if (tip.formula.empty())
            return;
        Typeset set = set_general_formula(ui_, tip.formula, formula_size, theme_.ink);
        if (set.width > width_)
            set = set_general_formula(ui_, tip.formula, formula_size * width_ / set.width, theme_.ink);
        y_ += space::small + set.ascent;
        scene_.list.append(set.list, {margin, y_});
        y_ += set.descent;
    }

    void add_symbols(const Tip& tip) {
        for (const SymbolLine& line : tip.symbols) {
            y_ += symbol_line;
            auto set = typeset(line.tex, symbol_size, theme_.ink, ui_.typesetter);
            if (set && set->width > symbol_room - space::small)
                set = typeset(line.tex, symbol_size * (symbol_room - space::small) / set->width, theme_.ink,
                              ui_.typesetter);
            if (set)
                scene_.list.append(set->list, {margin, y_});
            add_text(scene_, ui_, {margin + symbol_room, y_},
                     ui_.typesetter.shortened(line.words, {}, width_ - symbol_room), theme_.ink);
        }
    }

    /// Adds the lines of a text, each wrapped if it is too wide.
    void add_lines(const Claims& claims, Colour colour, const Font& font, float line_height) {
        y_ += space::tiny;
        const std::size_t first = scene_.list.items.size();
        const std::string whole = text_of(claims);
        std::string_view text = whole;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            y_ += add_paragraph(scene_, ui_, {margin, y_ + line_height - 3}, width_ + 1,
                                std::string(text.substr(0, end)), colour, font, line_height);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        attach_claims(scene_.list, first, claims);
    }

    const UiContext& ui_;
    const Theme& theme_;
    float width_;
    float y_ = 0;
    Scene scene_;
};

/// Returns the corner of a tip beside `thing`: below it or, if there is no room, above it or at one of its sides. The
/// tip covers the thing only if the thing fills the window.
Point place_beside(const Box& thing, Point size, const Box& window) {
    const Box room = window.grown(-space::tiny);
    const auto within = [](float wanted, float low, float high) {
        return std::clamp(wanted, low, std::max(low, high));
    };
    const float x = within(thing.centre().x - size.x / 2, room.x, room.right() - size.x);
    const float y = within(thing.centre().y - size.y / 2, room.y, room.bottom() - size.y);
    const float below = thing.bottom() + space::small;
    const float above = thing.y - space::small - size.y;
    const float right = thing.right() + space::small;
    const float left = thing.x - space::small - size.x;
    Point place{x, room.bottom() - size.y};
    if (below + size.y <= room.bottom())
        place = {x, below};
    else if (above >= room.y)
        place = {x, above};
    else if (right + size.x <= room.right())
        place = {right, y};
    else if (left >= room.x)
        place = {left, y};
    return {std::floor(place.x), std::floor(place.y)};
}

void say(Scene& scene, const UiContext& ui, const Tip& tip) {
    const std::string formula = tip.formula.empty() ? "" : in_notation(tip.formula, notation_of(ui.session));
    std::string symbols;
    for (const SymbolLine& line : tip.symbols)
        symbols += fmt::format("{}{}: {}", symbols.empty() ? "" : "; ", line.tex, line.words);
    scene.values.insert_or_assign("tooltip", tip.name.letters());
    scene.values.insert_or_assign("tooltip.symbols", symbols);
    scene.values.insert_or_assign("tooltip.name", tip.name.letters());
    scene.values.insert_or_assign("tooltip.value", tip.value);
    scene.values.insert_or_assign("tooltip.formula", formula);
    scene.values.insert_or_assign("tooltip.becomes", tip.becomes.letters());
    scene.values.insert_or_assign("tooltip.about", text_of(tip.about));
    scene.values.insert_or_assign("tooltip.key", tip.key);
}

} // namespace

void tooltip_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const std::optional<Tip> tip = present_tip(scene, ui, window);
    if (!tip)
        return;
    const TipLayout layout(ui, *tip);
    const Point size = layout.size();
    // The tip of a large thing, e.g. a matrix with small cells, is beside the mouse.
    Box thing = tip->place;
    if (thing.width > size.x || thing.height > size.y)
        thing = {ui.workspace.pointing.at.x, ui.workspace.pointing.at.y, 1, space::large};
    const Point at = place_beside(thing, size, window);
    Rectangle ground;
    ground.box = {at.x, at.y, size.x, size.y};
    ground.fill = ui.theme().panel;
    ground.stroke = {ui.theme().connector, 1};
    ground.corner_radius = measure::corner;
    scene.list.add(ground);
    scene.list.append(layout.list(), at);
    say(scene, ui, *tip);
}

} // namespace attn
