#include "ui/panels/menu.h"

#include "core/figure/pictures/labels.h"
#include "ui/actions/menus.h"
#include "ui/panels/bar.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace attn {

namespace {

constexpr float menu_line_height = 30;
constexpr float about_top = 37; // the first line of a tall offer's description
constexpr float about_line = 15;
constexpr float least_width = 248;
constexpr float most_width = 400;
constexpr float tall_width = 460;
constexpr float field_width = 80;
constexpr float rule_height = 9;
constexpr float title_height = 27;
constexpr float problem_height = 36; // two lines
constexpr float menu_mark_room = 24;
constexpr std::string_view menu_field_prefix = "field:";

bool is_field(const Offer& offer) {
    return offer.target.substr(0, menu_field_prefix.size()) == menu_field_prefix;
}

bool is_refused(const UiContext& ui, const Offer& offer) {
    const Workspace& workspace = ui.workspace;
    return !workspace.field_problem.empty() && workspace.field && workspace.field->name == offer.target;
}

/// True if the description is below the label, because there is no room after the label.
bool is_tall(const Offer& offer) {
    return (offer.tells || offer.about.size() > 60) && !offer.about.empty() && !is_field(offer);
}

float add_about(DisplayList& list, const UiContext& ui, const Offer& offer, const Box& line) {
    return add_paragraph(list, ui.typesetter, {line.x + menu_mark_room, line.y + about_top},
                         line.width - menu_mark_room - space::small, offer.about, ui.theme().dim, small(), about_line);
}

/// True for an entry between groups: a heading or a rule.
bool is_parting(const Offer& offer) {
    return offer.target.empty();
}

float height_of(const UiContext& ui, const Offer& offer, float width) {
    if (is_parting(offer))
        return offer.label.empty() ? rule_height : title_height;
    if (is_refused(ui, offer))
        return menu_line_height + problem_height;
    if (!is_tall(offer))
        return menu_line_height;
    DisplayList unseen;
    return about_top - about_line + add_about(unseen, ui, offer, {0, 0, width, 0}) + space::small;
}

/// The least width in which every line's label and key have room.
float width_for(const UiContext& ui, const std::vector<Offer>& offers) {
    float width = least_width;
    for (const Offer& offer : offers) {
        const float label = ui.typesetter.measure(offer.label, Font{}).width;
        const float key = is_field(offer) ? field_width : ui.typesetter.measure(offer.key, small()).width;
        width = std::max(width, menu_mark_room + label + space::large + key + 2 * space::medium);
    }
    return std::ceil(std::min(width, most_width));
}

/// The label of a button of the bar without its neighbours.
std::string name_alone(const Segment& segment) {
    if (segment.target == "action:all-heads")
        return "all heads";
    if (segment.target == "action:head-on")
        return segment.label + " this head";
    const bool is_number = segment.target.starts_with("action:head/") && !segment.label.starts_with("head");
    return is_number ? "head " + segment.label : segment.opens_menu ? segment.label + " …" : segment.label;
}

/// Returns an offer for each button that has no room in the bar.
std::vector<Offer> overflow(const UiContext& ui, float window_width) {
    std::vector<Offer> offers;
    for (const Segment& segment : overflowing(ui, window_width)) {
        Offer offer;
        offer.target = segment.target;
        offer.label = name_alone(segment);
        offer.chosen = segment.chosen;
        offers.push_back(std::move(offer));
    }
    return offers;
}

class MenuLayout {
public:
    MenuLayout(Scene& scene, const UiContext& ui, const Box& window, Point anchor, const DisplayList& beneath)
        : scene_(scene), beneath_(beneath), ui_(ui), theme_(ui.theme()),
          offers_(menu_offers(ui, ui.workspace.overlay->menu, window.width)) {
        lay_out(window, anchor);
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
        for (std::size_t i = 0; i < offers_.size(); ++i) {
            const Box line = lines_[i].moved({box_.x, box_.y});
            if (is_parting(offers_[i]))
                add_parting(offers_[i], line);
            else
                add_offer(offers_[i], line);
        }
    }

private:
    /// Places the lines and the menu around them; in columns, if one does not fit.
    void lay_out(const Box& window, Point anchor) {
        // The menu hangs from the bar; one from further down moves up if it must.
        const float below = window.height - std::min(anchor.y, measure::bar) - 2 * space::small;
        const float widest = window.width - 2 * space::small;
        const bool hangs_from_bar = anchor.y <= measure::bar; // such a menu is always at the same place
        const Box about = hangs_from_bar ? Box() : box_of_matrix();
        const std::optional<PlacedColumns> beside =
            about.empty() ? std::nullopt : columns_beside(about, window, anchor);
        const MenuColumns columns = beside ? beside->columns : columns_that_fit(below, widest);
        Point at{space::tiny, space::tiny};
        float bottom = 0;
        const float line = columns.width - 2 * space::tiny;
        for (std::size_t i = 0; i < offers_.size(); ++i) {
            const bool begins = i > 0 && std::ranges::find(columns.begins, i) != columns.begins.end();
            if (begins)
                at = {at.x + columns.width - space::tiny, space::tiny};
            // Between columns no rule is needed.
            const bool is_between = begins && is_parting(offers_[i]) && offers_[i].label.empty();
            lines_.push_back({at.x, at.y, line, is_between ? 0 : height_of(ui_, offers_[i], line)});
            at.y = lines_.back().bottom();
            bottom = std::max(bottom, at.y);
        }
        box_.width = width_of_all(columns);
        box_.height = bottom + space::tiny;
        const float right = std::max(space::small, window.width - box_.width - space::small);
        const Point corner = beside ? beside->corner : Point{left_edge(about, anchor, right), anchor.y};
        box_.x = std::floor(std::clamp(corner.x, space::small, right));
        box_.y = std::floor(std::clamp(corner.y, 0.0F, std::max(0.0F, window.height - box_.height - space::small)));
    }

    /// Returns the bounds of the cells of the matrix that the menu is about; empty for other menus.
    Box box_of_matrix() const {
        Box all;
        if (find_menu(ui_.workspace.overlay->menu) != Menu::matrix)
            return all;
        const CellId cell = inspected_cell(ui_);
        for (const Item& item : beneath_.items)
            if (const auto* const other = std::get_if<CellId>(&item.target);
                other != nullptr && other->array == cell.array && other->item == cell.item &&
                other->head == cell.head) {
                const Box box = bounds(item, ui_.typesetter);
                all = all.empty() ? box : united(all, box);
            }
        return all;
    }

    /// Returns the left edge of the menu; if there is no room beside the matrix, as far from the mouse as possible.
    float left_edge(const Box& about, Point anchor, float right) const {
        if (about.empty())
            return anchor.x;
        return anchor.x > right ? about.x - space::small - box_.width : right;
    }

    /// The first line of each column, and the columns' common width.
    struct MenuColumns {
        std::vector<std::size_t> begins;
        float width = 0;
        float height = 0; ///< height of the tallest column
    };
    struct PlacedColumns {
        MenuColumns columns;
        Point corner;
    };

    static float width_of_all(const MenuColumns& columns) {
        return static_cast<float>(columns.begins.size()) * (columns.width - space::tiny) + space::tiny;
    }

    /// Returns the columns beside the menu's matrix (right, left, below or above it), as few as fit; nullopt if none
    /// fit.
    std::optional<PlacedColumns> columns_beside(const Box& about, const Box& window, Point anchor) const {
        const std::array rooms{
            Box{about.right() + space::small, 0, window.width - about.right() - 2 * space::small, window.height},
            Box{space::small, 0, about.x - 2 * space::small, window.height},
            Box{space::small, about.bottom() + space::small, window.width - 2 * space::small,
                window.height - about.bottom() - space::small},
            Box{space::small, 0, window.width - 2 * space::small, about.y - space::small}};
        for (const Box& room : rooms) {
            if (room.width < least_width)
                continue;
            MenuColumns columns = columns_that_fit(room.height - space::small, room.width, true);
            const float width = width_of_all(columns);
            if (columns.height > room.height - space::small || width > room.width)
                continue;
            const bool is_left = room.right() < about.x;
            const float x = room.y > 0 || room.height < window.height ? std::min(anchor.x, room.right() - width)
                            : is_left                                 ? room.right() - width
                                                                      : room.x;
            const float y = std::clamp(anchor.y, room.y, room.bottom() - space::small - columns.height);
            return PlacedColumns{std::move(columns), {x, y}};
        }
        return std::nullopt;
    }

    /// Divides the entries into as few columns as fit. Columns begin at headings, so that each heading is above its
    /// entries; if that does not fit, at any rule; if that does not fit either, anywhere.
    MenuColumns columns_that_fit(float height, float widest, bool at_headings_alone = false) const {
        const float alone = std::ranges::any_of(offers_, is_tall) ? tall_width : width_for(ui_, offers_);
        constexpr std::size_t most_columns = 3;
        MenuColumns lowest;
        for (const auto& may_begin : {&MenuLayout::is_heading, &MenuLayout::is_rule, &MenuLayout::is_line}) {
            if (at_headings_alone && may_begin != &MenuLayout::is_heading)
                break;
            for (std::size_t count = 1; count <= most_columns; ++count) {
                const float preferred = count == 1 ? alone : width_for(ui_, offers_);
                const float room = (widest + static_cast<float>(count - 1) * space::tiny) / static_cast<float>(count);
                MenuColumns columns{{0}, std::floor(std::min(preferred, room))};
                if (columns.width < least_width && count > 1)
                    break;
                part(columns, count, may_begin);
                if (lowest.begins.empty() || columns.height < lowest.height)
                    lowest = columns;
                if (columns.height <= height)
                    return columns;
            }
        }
        return lowest;
    }

    bool is_heading(std::size_t i) const { return is_parting(offers_[i]) && !offers_[i].label.empty(); }
    bool is_rule(std::size_t i) const { return is_parting(offers_[i]); }
    bool is_line(std::size_t i) const { return !is_parting(offers_[i - 1]); }

    /// Parts the lines into at most `count` columns whose tallest is as low as possible (dynamic programming).
    void part(MenuColumns& columns, std::size_t count, bool (MenuLayout::*may_begin)(std::size_t) const) const {
        std::vector<float> tops{0}; // y of each line in a single column
        for (const Offer& offer : offers_)
            tops.push_back(tops.back() + height_of(ui_, offer, columns.width - 2 * space::tiny));
        const std::size_t all = offers_.size();
        // highest[i]: least height of the tallest column for lines i and on, in n + 1 columns; next[n][i]: first line
        // of the second of these columns.
        std::vector<float> highest(all + 1);
        for (std::size_t i = 0; i <= all; ++i)
            highest[i] = tops[all] - tops[i];
        std::vector<std::vector<std::size_t>> next(count, std::vector<std::size_t>(all + 1, all));
        for (std::size_t n = 1; n < count; ++n) {
            const std::vector<float> fewer = highest;
            for (std::size_t i = 0; i < all; ++i)
                for (std::size_t j = i + 1; j < all; ++j)
                    if ((this->*may_begin)(j) && std::max(tops[j] - tops[i], fewer[j]) < highest[i]) {
                        highest[i] = std::max(tops[j] - tops[i], fewer[j]);
                        next[n][i] = j;
                    }
        }
        columns.height = highest[0] + 2 * space::tiny;
        std::size_t at = 0;
        for (std::size_t n = count; n-- > 1;)
            if (const std::size_t begin = next[n][at]; begin < all)
                columns.begins.push_back(at = begin);
    }

    /// Adds a heading and, unless it is at the top of a column, a rule above it.
    void add_parting(const Offer& parting, const Box& line) {
        if (line.y > box_.y + space::small && line.height > 0)
            add_rule(scene_, ui_, {line.x, line.y + 4}, {line.right(), line.y + 4});
        if (!parting.label.empty())
            add_section(scene_, ui_, {line.x + menu_mark_room, line.bottom() - space::tiny}, parting.label);
    }

    void add_offer(const Offer& offer, const Box& line) {
        Rectangle ground;
        ground.box = line;
        ground.corner_radius = 4;
        if (offer.enabled && ui_.workspace.hovered == offer.target)
            ground.fill = faded(theme_.ink, 0.07F);
        scene_.list.add(ground);
        const Colour colour = offer.enabled ? theme_.ink : faded(theme_.dim, 0.6F);
        const float baseline = line.y + 20;
        if (offer.chosen)
            add_text(scene_, ui_, {line.x + space::small, baseline}, "✓", theme_.ink);
        const bool tall = is_tall(offer);
        // Several entries may share a key, which runs the one that is enabled.
        const std::string key = offer.enabled ? offer.key : std::string();
        const std::string behind = ui_.typesetter.shortened(key, small(), line.width / 3);
        const float taken = tall || behind.empty() ? 0 : ui_.typesetter.measure(behind, small()).width + space::medium;
        add_line(scene_.list, ui_.typesetter, {line.x + menu_mark_room, baseline},
                 ui_.typesetter.shortened(offer.label, Font{}, line.width - menu_mark_room - space::small - taken),
                 colour);
        if (is_field(offer)) {
            if (offer.enabled)
                add_number_field(offer, line);
            else
                add_place(offer, line);
            return;
        }
        if (tall)
            add_about(scene_.list, ui_, offer, line);
        else
            add_text(scene_, ui_, {line.right() - space::small, baseline}, behind, theme_.dim, small(),
                     Horizontal::right);
        add_place(offer, line);
    }

    /// A disabled item's tooltip says why it is disabled.
    void add_place(const Offer& offer, const Box& line) {
        if (!offer.enabled && offer.why_not.empty())
            return;
        const std::string target = offer.enabled ? offer.target : std::string(greyed_prefix) + offer.target;
        Rectangle place;
        place.box = line;
        scene_.list.add(place, target);
        scene_.values.insert_or_assign(target, offer.enabled ? offer.label : offer.why_not);
    }

    void add_number_field(const Offer& offer, const Box& line) {
        add_field(scene_, ui_, {line.right() - field_width - 4, line.y + 1, field_width, menu_line_height - 2},
                  offer.target, offer.key, offer.about);
        add_field_problem(scene_, ui_, {line.x + menu_mark_room, line.y + menu_line_height},
                          line.width - menu_mark_room, offer.target);
    }

    Scene& scene_;
    const DisplayList& beneath_;
    const UiContext& ui_;
    const Theme& theme_;
    std::vector<Offer> offers_;
    std::vector<Box> lines_; ///< relative to the menu's corner
    Box box_;
};

} // namespace

std::vector<Offer> menu_offers(const UiContext& ui, std::string_view menu, float window_width) {
    const std::size_t slash = std::min(menu.find('/'), menu.size());
    const auto found = find_menu(menu.substr(0, slash));
    if (!found)
        return {};
    std::vector<Offer> offers = *found == Menu::more ? overflow(ui, window_width) : offers_of_menu(ui, *found);
    if (slash < menu.size())
        std::erase_if(offers, [&](const Offer& offer) { return offer.target != menu.substr(slash + 1); });
    return offers;
}

void menu_panel(Scene& scene, const UiContext& ui, const Box& window, Point anchor, const DisplayList& beneath) {
    MenuLayout(scene, ui, window, anchor, beneath).add();
}

float height_of_asked_field(const UiContext& ui) {
    const std::optional<Overlay>& overlay = ui.workspace.overlay;
    if (!overlay || !overlay->asks)
        return 0;
    float height = 2 * space::tiny;
    for (const Offer& offer : menu_offers(ui, overlay->menu, ui.workspace.window_width))
        height += height_of(ui, offer, least_width);
    return height;
}

} // namespace attn
