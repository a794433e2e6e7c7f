#include "ui/panels/menu.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "core/model/options.h"
#include "ui/actions/array_edits.h"
#include "ui/panels/bar.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::string_view menu_offers_field_prefix = "field:";
constexpr std::string_view menu_prefix = "menu/";

/// In the place of an id: a line for each recent file, and a rule behind them.
constexpr std::string_view recent_files = "recent";

/// In the place of an id: the options of the layer that stand in this menu.
constexpr std::string_view options_of_menu = "options";

/// Menus that are lists of actions; an empty id is a rule, "field:…" a field, "menu/…" another menu.
struct FixedMenu {
    std::string_view name;
    std::vector<std::string_view> ids;
};

const std::vector<FixedMenu>& fixed_menus() {
    static const std::vector<FixedMenu> menus{
        {"file", {"new",        "open",    "layers",       "left-work",      "save", "save-as", "",
                  recent_files, "picture", "copy-picture", "export-weights", "",     "check",   "",
                  "theme",      "lecture", "find",         "keys",           "",     "quit"}},
        {"colours",
         {"theme", "grey", "", "range-matrix", "range-stage", "range-fixed", "", "baseline-keep", "change",
          "baseline-drop", "", "moved", "glow", "", "see-as-it-is", "see-deuteranopia", "see-protanopia",
          "see-tritanopia"}},
        {"help",
         {"start", "see-how", "start-leave", "start-who", "start-switch", "start-all-on", "see-how-next",
          "see-how-back", "see-how-end", "", "find", "what-is-this", "keys", "", "menu/go", "menu/look"}},
        {"go", {"next",          "previous", "first",      "last",           "opening",       "answer",
                "task-done",     "",         "play",       "play-backward",  "skip",          "play-end",
                "faster",        "slower",   "",           "next-head",      "previous-head", "next-item",
                "previous-item", "",         "next-layer", "previous-layer", "layers"}},
        {"look",
         {"next-picture",   "one-token",     "all-heads", "all-items", "columns",  "",           "more-decimals",
          "fewer-decimals", "whole-numbers", "",          "zoom-in",   "zoom-out", "zoom-reset", "",
          "lecture",        "blank",         "",          "close",     "dismiss",  "cancel"}},
        {"reading", {"read-cells", "read-rows", "read-outer"}},
        {"mask", {"mask-none", "mask-causal", "mask-padding", "field:window", "", "mask-clear", "", options_of_menu}},
        {"scale", {options_of_menu}},
        {"positions",
         {"positions-none", "positions-sinusoidal", "positions-one-hot", "", options_of_menu, "", "context-none",
          "context-sinusoidal", "context-one-hot"}},
        {"edit",
         {
             "undo",
             "redo",
             "",
             "sizes",
             "texts",
             "readouts",
             "biases",
             options_of_menu,
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
             "sentence",
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
             "unpin-all",
         }},
        {"matrix",
         {
             "edit-cell",
             "zero-cell",
             "zero-range",
             "fill-down",
             "fill-right",
             "paste",
             "compute-again",
             "",
             "fill-zero",
             "fill-identity",
             "fill-random",
             "weights-random",
             "weights-integers",
             "weights-zero",
             "",
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
             "copy-markdown",
         }},
    };
    return menus;
}

/// What a field that fills or scales a part says: "Row 3: scale by".
std::optional<std::string> part_field(const UiContext& ui, std::string_view target) {
    const bool fills = target.starts_with("field:fill/");
    if (!fills && !target.starts_with("field:scale-by/"))
        return std::nullopt;
    const CellId cell = inspected_cell(ui);
    if (target.ends_with("row"))
        return fmt::format("Row {}: {}", cell.row + 1, fills ? "fill with" : "scale by");
    if (target.ends_with("column"))
        return fmt::format("Column {}: {}", cell.column + 1, fills ? "fill with" : "scale by");
    return fills ? "Fill with" : "Scale by";
}

Offer field_offer(const UiContext& ui, std::string_view target) {
    if (const Option* const option = find_option(target.substr(menu_offers_field_prefix.size())))
        return offers_of(ui, *option).back();
    Offer offer;
    offer.target = target;
    offer.label = part_field(ui, target).value_or("");
    assert(!offer.label.empty());
    offer.about = "number";
    offer.enabled = can_fill(ui);
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

std::vector<Offer> weights(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const Array& row : parameters()) {
        const ArrayId id = row.id;
        if (!has_array(ui, id))
            continue;
        const Shape shape = shape_of(ui.sizes(), id);
        Offer offer;
        offer.target = fmt::format("action:show/{}", array_name(id));
        offer.label = array_label(ui, id);
        offer.key = fmt::format("{}×{}", shape.rows, shape.columns);
        offer.chosen = ui.workspace.parameter == id;
        offers.push_back(std::move(offer));
    }
    return offers;
}

std::vector<Offer> presets(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const Preset& preset : ui.status.presets) {
        Offer offer;
        offer.target = "action:preset/" + preset.name;
        offer.label = preset.title;
        offer.about = preset.about;
        offer.chosen = preset.title == ui.session.title;
        offers.push_back(std::move(offer));
    }
    return offers;
}

/// What has no room in the bar: its menus by name.
std::vector<Offer> overflow(const UiContext& ui, float window_width) {
    std::vector<Offer> offers;
    for (const Segment& segment : overflowing(ui, window_width)) {
        Offer offer;
        offer.target = segment.target;
        offer.label = segment.opens_menu ? segment.label + " …" : segment.label;
        offer.chosen = segment.chosen;
        offers.push_back(std::move(offer));
    }
    return offers;
}

/// A line that opens another menu.
Offer submenu(std::string_view id) {
    assert(id == "menu/go" || id == "menu/look");
    Offer offer;
    offer.target = fmt::format("action:{}", id);
    offer.label = id == "menu/go" ? "Go and play …" : "Look and zoom …";
    return offer;
}

/// What a line of a fixed menu offers.
std::vector<Offer> offers_of_line(const UiContext& ui, std::string_view menu, std::string_view id) {
    if (id.empty())
        return {Offer{}};
    if (id == options_of_menu) {
        std::vector<Offer> offers;
        for (const Option& option : options())
            if (option.menu == menu)
                for (Offer& offer : offers_of(ui, option))
                    offers.push_back(std::move(offer));
        return offers;
    }
    if (id.substr(0, menu_offers_field_prefix.size()) == menu_offers_field_prefix)
        return {field_offer(ui, id)};
    if (id.starts_with(menu_prefix))
        return {submenu(id)};
    if (id != recent_files)
        return {offer_of(ui, id)};
    std::vector<Offer> offers = recent_offers(ui);
    for (Offer& offer : offers)
        offer.about.clear(); // the folder's name stands behind it
    if (!offers.empty())
        offers.emplace_back();
    return offers;
}

} // namespace

bool is_menu(std::string_view name) {
    constexpr std::array<std::string_view, 7> listed{"presets",  "weights", "head", "item",
                                                     "notation", "picture", "more"};
    return std::ranges::find(listed, name) != listed.end() ||
           std::ranges::find(fixed_menus(), name, &FixedMenu::name) != fixed_menus().end();
}

std::vector<Offer> menu_offers(const UiContext& ui, std::string_view menu, float window_width) {
    if (menu == "presets")
        return presets(ui);
    if (menu == "weights")
        return weights(ui);
    if (menu == "head")
        return numbered("head", ui.sizes().H, ui.workspace.head);
    if (menu == "item")
        return numbered("item", ui.sizes().B, ui.workspace.item);
    if (menu == "notation")
        return notation_offers(ui);
    if (menu == "picture")
        return picture_offers(ui);
    if (menu == "more")
        return overflow(ui, window_width);
    std::vector<Offer> offers;
    for (const FixedMenu& fixed : fixed_menus())
        if (fixed.name == menu)
            for (const std::string_view id : fixed.ids)
                for (Offer& offer : offers_of_line(ui, menu, id))
                    offers.push_back(std::move(offer));
    // What concerns the second sequence is only said where there is one.
    if (menu == "positions" && !ui.layer().context) {
        std::erase_if(offers, [](const Offer& offer) { return offer.target.starts_with("action:context-"); });
        offers.pop_back(); // the rule before them
    }
    if (menu == "file")
        std::erase_if(offers, [](const Offer& offer) { return !offer.enabled && offer.target == "action:left-work"; });
    // What belongs to the first minute, or to what is told step by step, only while there is such a thing.
    if (menu == "help")
        std::erase_if(offers, [](const Offer& offer) {
            return !offer.enabled &&
                   (offer.target.starts_with("action:start-") || offer.target.starts_with("action:see-how-"));
        });
    return offers;
}

} // namespace attn
