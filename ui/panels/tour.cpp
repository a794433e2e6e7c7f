#include "ui/panels/tour.h"

#include "ui/actions.h"
#include "ui/tour.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <vector>

namespace attn {

namespace {

constexpr float card_width = 332;
constexpr float tour_margin = space::large;
constexpr float ring_gap = 4;
constexpr float halo = 2; // around ring and card, so that they stand out from colours
constexpr float tour_line_width = 2;

/// What is said, laid out from (0, 0) on.
struct Card {
    Scene scene;
    Point size{card_width, 0};
};

std::optional<ShownTarget> pointed_at(const Scene& scene, const UiContext& ui, const TourStep& step) {
    for (const std::string_view name : step.targets)
        if (!name.empty())
            if (auto seen = seen_target(scene, name, ui.workspace.item, ui.typesetter))
                return seen;
    return std::nullopt;
}

/// What stands between the text and the buttons: how far the step is.
std::string remark(const Tour& tour, const TourStep& step, bool in_sight) {
    if (tour.met_before)
        return "✓ It is so already.";
    if (tour.met)
        return fmt::format("✓ {}", step.then.empty() ? "Done." : step.then);
    return in_sight ? std::string() : std::string("It is not on the screen now.");
}

std::string keys_line(const UiContext& ui) {
    return fmt::format("{} skips, {} goes back, Esc ends", offer_of(ui, "tour-skip").key,
                       offer_of(ui, "tour-back").key);
}

/// Returns the height they take.
float add_buttons(Scene& scene, const UiContext& ui, float y, bool in_sight) {
    const Tour& tour = *ui.workspace.tour;
    std::vector<Segment> steps{
        {.target = "action:tour-back", .label = "◀ back", .enabled = tour.step > 0},
        {.target = "action:tour-skip", .label = tour.met ? "next ▶" : "skip ▶", .chosen = tour.met_before}};
    if (!in_sight)
        steps.insert(steps.begin() + 1, {.target = "action:tour-show", .label = "show me", .chosen = !tour.met});
    add_segments(scene, ui, {tour_margin, y}, steps);
    const std::vector<Segment> end{{.target = "action:tour-end", .label = "end"}};
    add_segments(scene, ui, {card_width - tour_margin - segments_width(ui, end), y}, end);
    return control_height;
}

Card lay_out_card(const UiContext& ui, const TourStep& step, bool in_sight) {
    const Theme& theme = ui.theme();
    const Tour& tour = *ui.workspace.tour;
    const float width = card_width - 2 * tour_margin;
    Card card;
    Scene& scene = card.scene;
    add_section(scene, ui, {tour_margin, 26}, fmt::format("TOUR, {} OF {}", tour.step + 1, tour_steps().size()));
    float y = 50;
    add_text(scene, ui, {tour_margin, y}, std::string(step.title), theme.ink, bold());
    y += 22;
    y += add_paragraph(scene, ui, {tour_margin, y}, width, std::string(step.text), theme.ink);
    if (const std::string said = remark(tour, step, in_sight); !said.empty())
        y += add_paragraph(scene, ui, {tour_margin, y + space::tiny}, width, said, theme.ink,
                           {.weight = FontWeight::medium}) +
             space::tiny;
    scene.values.insert_or_assign("tour.remark", remark(tour, step, in_sight));
    y += add_buttons(scene, ui, y - space::tiny, in_sight);
    y += space::medium;
    add_text(scene, ui, {tour_margin, y}, keys_line(ui), theme.dim, small());
    card.size.y = y + space::medium;
    return card;
}

/// An area that a card should rather not cover, and how much so.
struct Obstacle {
    Box box;
    float weight = 1;
};

constexpr float weight_of_cells = 3;

float weight_of(std::string_view name) {
    constexpr std::array over_the_window{"menu", "dialog", "notice"};
    constexpr std::array grounds{"inspector", "pipeline", "tokens", "bar"};
    if (std::ranges::find(over_the_window, name) != over_the_window.end())
        return 50;
    if (std::ranges::find(grounds, name) != grounds.end())
        return 0.4F;
    return name.starts_with("link:") || name.starts_with("inspector.") || name.starts_with("stage.") ? 5 : 1;
}

std::vector<Obstacle> obstacles(const Scene& scene, const UiContext& ui, const Box& ring) {
    std::vector<Obstacle> all{{ring, 1000}};
    for (const Item& item : scene.list.items) {
        const auto* name = std::get_if<std::string>(&item.target);
        if (std::holds_alternative<std::monostate>(item.target) || (name != nullptr && *name == "stage"))
            continue;
        all.push_back({bounds(item, ui.typesetter), name == nullptr ? weight_of_cells : weight_of(*name)});
    }
    return all;
}

/// Beside what it points at, on each side in the middle and flush with its ends, and spread over the window.
std::vector<Point> possible_places(const Box& window, const Box& ring, Point size) {
    constexpr float between = space::huge;
    const std::array beside_x{ring.right() + between, ring.x - between - size.x};
    const std::array beside_y{ring.bottom() + between, ring.y - between - size.y};
    const std::array along_x{ring.centre().x - size.x / 2, ring.x, ring.right() - size.x};
    const std::array along_y{ring.centre().y - size.y / 2, ring.y, ring.bottom() - size.y};
    std::vector<Point> places;
    for (const float x : beside_x)
        for (const float y : along_y)
            places.push_back({x, y});
    for (const float y : beside_y)
        for (const float x : along_x)
            places.push_back({x, y});
    constexpr int steps = 6;
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= steps; ++j)
            places.push_back({window.width * static_cast<float>(i) / steps - size.x / 2,
                              window.height * static_cast<float>(j) / steps - size.y / 2});
    for (Point& place : places) {
        place.x = std::floor(
            std::clamp(place.x, space::medium, std::max(space::medium, window.width - size.x - space::medium)));
        place.y = std::floor(
            std::clamp(place.y, space::medium, std::max(space::medium, window.height - size.y - space::medium)));
    }
    return places;
}

float gap_between(const Box& a, const Box& b) {
    const float x = std::max({0.0F, a.x - b.right(), b.x - a.right()});
    const float y = std::max({0.0F, a.y - b.bottom(), b.y - a.bottom()});
    return std::hypot(x, y);
}

/// Where the card covers least of what is to be seen, and is near to what it points at.
Box place_card(const Scene& scene, const UiContext& ui, const Box& window, const Box& ring, Point size) {
    constexpr float cost_of_distance = 40; // square pixels for each pixel
    const std::vector<Obstacle> all = obstacles(scene, ui, ring);
    const auto cost = [&](const Box& card) {
        float sum = gap_between(card, ring) * cost_of_distance;
        for (const Obstacle& obstacle : all) {
            const Box covered = common(card.grown(space::small), obstacle.box);
            sum += covered.width * covered.height * obstacle.weight;
        }
        return sum;
    };
    Box best;
    float least = 0;
    for (const Point& place : possible_places(window, ring, size)) {
        const Box card{place.x, place.y, size.x, size.y};
        if (const float costs = cost(card); best.empty() || costs < least) {
            best = card;
            least = costs;
        }
    }
    return best;
}

void add_outline(Scene& scene, const UiContext& ui, const Box& box, Colour fill, const Target& target) {
    Rectangle outer;
    outer.box = box;
    outer.corner_radius = measure::corner + 2;
    outer.stroke = {ui.theme().panel, tour_line_width + 2 * halo};
    scene.list.add(outer);
    Rectangle frame = outer;
    frame.fill = fill;
    frame.stroke = {ui.theme().ink, tour_line_width};
    scene.list.add(frame, target);
}

/// The shortest line from the card to what it points at.
void add_leader(Scene& scene, const UiContext& ui, const Box& card, const Box& ring) {
    const auto ends = [](float a, float a_end, float b, float b_end) -> std::pair<float, float> {
        if (a > b_end)
            return {a, b_end};
        if (a_end < b)
            return {a_end, b};
        const float middle = (std::max(a, b) + std::min(a_end, b_end)) / 2;
        return {middle, middle};
    };
    const auto [from_x, to_x] = ends(card.x, card.right(), ring.x, ring.right());
    const auto [from_y, to_y] = ends(card.y, card.bottom(), ring.y, ring.bottom());
    const Point from{from_x, from_y};
    const Point to{to_x, to_y};
    scene.list.add(line(from, to, {ui.theme().panel, tour_line_width + 2 * halo}));
    scene.list.add(line(from, to, {ui.theme().ink, tour_line_width}));
}

void add_step(Scene& scene, const UiContext& ui, const Box& window) {
    const TourStep& step = tour_step(ui.workspace);
    const std::optional<ShownTarget> target = pointed_at(scene, ui, step);
    const Card card = lay_out_card(ui, step, target.has_value());
    // Where there is nothing to point at, the card waits at the bottom of the stage.
    const Box ring = target ? target->box.grown(ring_gap) : Box{window.width / 2, window.height * 0.8F, 0, 0};
    const Box box = place_card(scene, ui, window, ring, card.size);
    if (target) {
        add_leader(scene, ui, box, ring);
        add_outline(scene, ui, ring, transparent, {});
    }
    add_outline(scene, ui, box, ui.theme().panel, std::string("tour.card"));
    scene.list.append(card.scene.list, {box.x, box.y});
    scene.values.insert_or_assign("tour", std::string(step.title));
    scene.values.insert_or_assign("tour.target", target ? target->name : std::string());
    for (const auto& [name, value] : card.scene.values)
        scene.values.insert_or_assign(name, value);
}

void add_offer(Scene& scene, const UiContext& ui, const Box& window) {
    constexpr Point size{324, 84};
    const Theme& theme = ui.theme();
    const Box box{window.right() - size.x - space::medium, window.bottom() - size.y - space::medium, size.x, size.y};
    add_outline(scene, ui, box, theme.panel, std::string("tour.card"));
    scene.values.insert_or_assign("tour", "offered");
    add_text(scene, ui, {box.x + tour_margin, box.y + 28}, "New here? A tour takes two minutes.", theme.ink,
             {.weight = FontWeight::medium});
    const float y = box.bottom() - control_height - space::medium;
    const std::vector<Segment> yes{{.target = "action:tour", .label = "Take the tour", .chosen = true}};
    const std::vector<Segment> no{{.target = "action:tour-decline", .label = "Not now"}};
    const float width = add_segments(scene, ui, {box.x + tour_margin, y}, yes);
    add_segments(scene, ui, {box.x + tour_margin + width + space::small, y}, no);
}

} // namespace

void tour_panel(Scene& scene, const UiContext& ui, const Box& window) {
    if (ui.workspace.tour)
        add_step(scene, ui, window);
    else if (ui.workspace.offers_tour && !ui.workspace.overlay)
        add_offer(scene, ui, window);
}

} // namespace attn
