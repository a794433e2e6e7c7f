#include "ui/panels/menu.h"

#include "core/figure/number.h"
#include "core/figure/pictures/naming.h"
#include "ui/array_edits.h"
#include "ui/panels/bar.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float line_height = 30;
constexpr float tall_line = 64;
constexpr float least_width = 248;
constexpr float most_width = 400;
constexpr float tall_width = 460;
constexpr float field_width = 80;
constexpr float rule_height = 9;
constexpr float problem_height = 36; // two lines
constexpr float mark_room = 24;
constexpr std::string_view field_prefix = "field:";

/// In the place of an id: a line for each recent file, and a rule behind them.
constexpr std::string_view recent_files = "recent";

/// Menus that are lists of actions; an empty id is a rule, "field:…" a field.
struct FixedMenu {
    std::string_view name;
    std::vector<std::string_view> ids;
};

const std::vector<FixedMenu>& fixed_menus() {
    static const std::vector<FixedMenu> menus{
        {"file",
         {"open", "save", "save-as", "", recent_files, "picture", "", "check", "", "theme", "find", "keys", "",
          "quit"}},
        {"colours",
         {"theme", "grey", "", "range-matrix", "range-stage", "range-fixed", "", "baseline-keep", "change",
          "baseline-drop", "", "moved", "glow"}},
        {"reading", {"read-cells", "read-rows", "read-outer"}},
        {"mask", {"mask-none", "mask-causal", "mask-padding", "field:window", "", "mask-clear"}},
        {"scale", {"scale-default", "scale-one", "field:scale", "", "field:temperature"}},
        {"positions",
         {"positions-none", "positions-sinusoidal", "positions-one-hot", "", "context-none", "context-sinusoidal",
          "context-one-hot"}},
        {"edit",
         {"sizes",
          "biases",
          "context-begin",
          "context-end",
          "",
          "swap-query-key",
          "make-uniform",
          "head-on",
          "",
          "claim",
          "claim-find",
          "claim-remove",
          "",
          "add-token",
          "add-context-token",
          "rename-token",
          "token-left",
          "token-right",
          "remove-token",
          "",
          "pins",
          "pin",
          "unpin",
          "unpin-all"}},
        {"matrix",
         {"edit-cell",
          "paste",
          "compute-again",
          "",
          "fill-zero",
          "fill-identity",
          "fill-random",
          "field:fill/matrix",
          "field:scale-by/matrix",
          "",
          "field:fill/row",
          "field:scale-by/row",
          "field:fill/column",
          "field:scale-by/column",
          "",
          "copy",
          "copy-row",
          "copy-column",
          "copy-number",
          "copy-csv",
          "copy-tex",
          "copy-numpy",
          "copy-markdown"}},
    };
    return menus;
}

/// What a field that fills or scales a part says: "Row 3: scale by".
std::optional<std::string> part_field(const Desk& desk, std::string_view target) {
    const bool fills = target.starts_with("field:fill/");
    if (!fills && !target.starts_with("field:scale-by/"))
        return std::nullopt;
    const CellId cell = inspected_cell(desk);
    if (target.ends_with("row"))
        return fmt::format("Row {}: {}", cell.row + 1, fills ? "fill with" : "scale by");
    if (target.ends_with("column"))
        return fmt::format("Column {}: {}", cell.column + 1, fills ? "fill with" : "scale by");
    return fills ? "Fill with" : "Scale by";
}

Offer field_offer(const Desk& desk, std::string_view target) {
    Offer offer;
    offer.target = target;
    const Layer& layer = desk.layer();
    if (target == "field:window") {
        offer.label = "Window";
        offer.key = std::to_string(layer.mask.window);
        offer.chosen = layer.mask.window > 0;
    } else if (target == "field:scale") {
        offer.label = "Another value";
        offer.key = exact_number(layer.scale.value);
        offer.chosen = layer.scale.kind == Scale::Kind::value;
    } else if (const auto part = part_field(desk, target)) {
        offer.label = *part;
        offer.about = "number";
        offer.enabled = can_fill(desk);
    } else {
        offer.label = "Temperature τ";
        offer.key = exact_number(layer.temperature);
    }
    return offer;
}

std::vector<Offer> numbered(std::string_view kind, Index count, Index chosen) {
    std::vector<Offer> offers;
    for (Index i = 0; i < count; ++i) {
        Offer offer;
        offer.target = fmt::format("action:{}/{}", kind, i + 1);
        offer.label = fmt::format("{} {}", kind, i + 1);
        offer.chosen = i == chosen;
        offers.push_back(std::move(offer));
    }
    return offers;
}

std::vector<Offer> weights(const Desk& desk) {
    std::vector<Offer> offers;
    for (Index i = 0; i < parameter_count; ++i) {
        const auto id = static_cast<ParameterId>(i);
        if (!has_array(desk, id))
            continue;
        const Shape shape = parameter_shape(desk.sizes(), id);
        Offer offer;
        offer.target = fmt::format("action:show/{}", array_name(id));
        offer.label = array_label(desk, id);
        offer.key = fmt::format("{}×{}", shape.rows, shape.columns);
        offer.chosen = desk.workspace.parameter == id;
        offers.push_back(std::move(offer));
    }
    return offers;
}

std::vector<Offer> presets(const Desk& desk) {
    std::vector<Offer> offers;
    for (const Preset& preset : desk.status.presets) {
        Offer offer;
        offer.target = "action:preset/" + preset.name;
        offer.label = preset.title;
        offer.about = preset.about;
        offer.chosen = preset.title == desk.session.title;
        offers.push_back(std::move(offer));
    }
    return offers;
}

/// What has no room in the bar: its menus by name.
std::vector<Offer> overflow(const Desk& desk, float window_width) {
    std::vector<Offer> offers;
    for (const Segment& segment : overflowing(desk, window_width)) {
        Offer offer;
        offer.target = segment.target;
        offer.label = segment.opens_menu ? segment.label + " …" : segment.label;
        offer.chosen = segment.chosen;
        offers.push_back(std::move(offer));
    }
    return offers;
}

/// What a line of a fixed menu offers.
std::vector<Offer> offers_of(const Desk& desk, std::string_view id) {
    if (id.empty())
        return {Offer{}};
    if (id.substr(0, field_prefix.size()) == field_prefix)
        return {field_offer(desk, id)};
    if (id != recent_files)
        return {offer_of(desk, id)};
    std::vector<Offer> offers = recent_offers(desk);
    for (Offer& offer : offers)
        offer.about.clear(); // the folder's name stands behind it
    if (!offers.empty())
        offers.emplace_back();
    return offers;
}

bool is_field(const Offer& offer) {
    return offer.target.substr(0, field_prefix.size()) == field_prefix;
}

bool is_refused(const Desk& desk, const Offer& offer) {
    const Workspace& workspace = desk.workspace;
    return !workspace.field_problem.empty() && workspace.field && workspace.field->name == offer.target;
}

float height_of(const Desk& desk, const Offer& offer) {
    if (offer.target.empty())
        return rule_height;
    if (is_refused(desk, offer))
        return line_height + problem_height;
    return offer.about.size() > 60 && !is_field(offer) ? tall_line : line_height;
}

/// The least width in which every line's label and key have room.
float width_for(const Desk& desk, const std::vector<Offer>& offers) {
    float width = least_width;
    for (const Offer& offer : offers) {
        const float label = desk.typesetter.measure(offer.label, Font{}).width;
        const float key = is_field(offer) ? field_width : desk.typesetter.measure(offer.key, small()).width;
        width = std::max(width, mark_room + label + space::large + key + 2 * space::medium);
    }
    return std::ceil(std::min(width, most_width));
}

class MenuLayout {
public:
    MenuLayout(Scene& scene, const Desk& desk, const Box& window, std::vector<Offer> offers)
        : scene_(scene), desk_(desk), theme_(desk.theme()), offers_(std::move(offers)) {
        const bool tall = std::any_of(offers_.begin(), offers_.end(),
                                      [&](const Offer& offer) { return height_of(desk, offer) == tall_line; });
        const float width = tall ? tall_width : width_for(desk, offers_);
        float height = 2 * space::tiny;
        for (const Offer& offer : offers_)
            height += height_of(desk, offer);
        const Point anchor = desk.workspace.overlay->anchor;
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
        scene_.list.add(panel, std::string("menu"));
    }

    void add() {
        float y = box_.y + space::tiny;
        for (const Offer& offer : offers_) {
            const Box line{box_.x + space::tiny, y, box_.width - 2 * space::tiny, height_of(desk_, offer)};
            if (offer.target.empty())
                add_rule(scene_, desk_, {box_.x, y + 4}, {box_.right(), y + 4});
            else
                add_offer(offer, line);
            y += line.height;
        }
    }

private:
    void add_offer(const Offer& offer, const Box& line) {
        Rectangle ground;
        ground.box = line;
        ground.corner_radius = 4;
        if (offer.enabled && !is_field(offer) && desk_.workspace.hovered == offer.target)
            ground.fill = faded(theme_.ink, 0.07F);
        scene_.list.add(ground);
        const Colour colour = offer.enabled ? theme_.ink : faded(theme_.dim, 0.6F);
        const float baseline = line.y + 20;
        if (offer.chosen)
            add_text(scene_, desk_, {line.x + space::small, baseline}, "✓", theme_.ink);
        const bool tall = height_of(desk_, offer) == tall_line;
        const std::string behind = desk_.typesetter.shortened(offer.key, small(), line.width / 3);
        const float taken =
            tall || behind.empty() ? 0 : desk_.typesetter.measure(behind, small()).width + space::medium;
        add_text(scene_, desk_, {line.x + mark_room, baseline},
                 desk_.typesetter.shortened(offer.label, Font{}, line.width - mark_room - space::small - taken), colour,
                 tall ? Font{.weight = FontWeight::medium} : Font{});
        if (is_field(offer)) {
            if (offer.enabled)
                add_number_field(offer, line);
            return;
        }
        if (tall)
            add_about(offer, line);
        else
            add_text(scene_, desk_, {line.right() - space::small, baseline}, behind, theme_.dim, small(),
                     Horizontal::right);
        if (!offer.enabled)
            return;
        Rectangle place;
        place.box = line;
        scene_.list.add(place, offer.target);
        scene_.values.insert_or_assign(offer.target, offer.label);
    }

    void add_number_field(const Offer& offer, const Box& line) {
        add_field(scene_, desk_, {line.right() - field_width - 4, line.y + 1, field_width, line_height - 2},
                  offer.target, offer.key, offer.about);
        add_field_problem(scene_, desk_, {line.x + mark_room, line.y + line_height}, line.width - mark_room,
                          offer.target);
    }

    /// Two lines of what it is about.
    void add_about(const Offer& offer, const Box& line) {
        const float width = line.width - mark_room - space::small;
        const std::string about = desk_.typesetter.shortened(offer.about, small(), 2 * width - space::section);
        add_paragraph(scene_, desk_, {line.x + mark_room, line.y + 37}, width, about, theme_.dim, small(), 15);
    }

    Scene& scene_;
    const Desk& desk_;
    const Theme& theme_;
    std::vector<Offer> offers_;
    Box box_;
};

} // namespace

std::vector<Offer> menu_offers(const Desk& desk, std::string_view menu, float window_width) {
    if (menu == "presets")
        return presets(desk);
    if (menu == "weights")
        return weights(desk);
    if (menu == "head")
        return numbered("head", desk.sizes().H, desk.workspace.head);
    if (menu == "item")
        return numbered("item", desk.sizes().B, desk.workspace.item);
    if (menu == "notation")
        return notation_offers(desk);
    if (menu == "picture")
        return picture_offers(desk);
    if (menu == "more")
        return overflow(desk, window_width);
    std::vector<Offer> offers;
    for (const FixedMenu& fixed : fixed_menus())
        if (fixed.name == menu)
            for (const std::string_view id : fixed.ids)
                for (Offer& offer : offers_of(desk, id))
                    offers.push_back(std::move(offer));
    // What concerns the second sequence is only said where there is one.
    if (menu == "positions" && !desk.layer().context)
        offers.erase(
            std::find_if(offers.begin(), offers.end(), [](const Offer& offer) { return offer.target.empty(); }),
            offers.end());
    return offers;
}

void menu_panel(Scene& scene, const Desk& desk, const Box& window) {
    MenuLayout(scene, desk, window, menu_offers(desk, desk.workspace.overlay->menu, window.width)).add();
}

} // namespace attn
