#include "tests/judge/layout.h"

#include "core/figure/text.h"
#include "tests/core/figure/fonts.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn::test {

namespace {

/// The overlap of neighbours that a reader does not see, in logical pixels.
constexpr float touch = 1;

/// The ink of a line of text: its boxes on the page.
struct Ink {
    const Text* text = nullptr;
    Box box;
    std::vector<Box> parts{}; ///< slanted letters, which leave the corners of their box free; otherwise the box
    std::size_t place = 0;    ///< index in the list
    std::size_t formula = 0;  ///< number of its formula; 0: none
    Clip clip{};
};

Ink ink_of(const Text& text) {
    const TextExtent extent = typesetter().measure(text);
    const Box level = extent.ink.moved(typesetter().baseline_start(text));
    Ink ink{.text = &text, .box = turned(level, text.direction).moved(text.position)};
    constexpr float part = 2;
    if (text.direction == Direction::slanted)
        for (float x = level.x; x < level.right(); x += part)
            ink.parts.push_back(turned(Box{x, level.y, std::min(part, level.right() - x), level.height}, text.direction)
                                    .moved(text.position));
    else
        ink.parts.push_back(ink.box);
    return ink;
}

std::vector<Ink> inks_of(const DisplayList& list) {
    std::vector<Ink> inks;
    std::size_t formula = 0;
    std::size_t formula_end = 0;
    std::size_t formulas = 0;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        const Item& item = list.items[i];
        if (const auto* mark = std::get_if<FormulaMark>(&item.shape())) {
            formula = ++formulas;
            formula_end = i + mark->pieces;
        }
        const auto* text = std::get_if<Text>(&item.shape());
        if (text == nullptr || text->text.find_first_not_of(' ') == std::string::npos || !text->colour.visible())
            continue;
        Ink ink = ink_of(*text);
        ink.place = i;
        ink.formula = i <= formula_end ? formula : 0;
        ink.clip = item.clip;
        inks.push_back(std::move(ink));
    }
    return inks;
}

/// True if the boxes do not overlap; the fast answer for most pairs.
bool apart(const Box& a, const Box& b) {
    return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

bool overlap(const Box& a, const Box& b) {
    if (apart(a, b))
        return false;
    const Box both = common(a, b);
    return both.width > touch && both.height > touch;
}

bool overlap(const Ink& a, const Ink& b) {
    return !apart(a.box, b.box) && std::ranges::any_of(a.parts, [&](const Box& part) {
        return std::ranges::any_of(b.parts, [&](const Box& other) { return overlap(part, other); });
    });
}

std::string place_of(const Box& box) {
    return fmt::format("({:.0f}, {:.0f})", box.x, box.y);
}

/// The area that an item covers of those drawn before it; empty for none.
Box cover_of(const Item& item) {
    Box cover;
    if (const auto* rectangle = std::get_if<Rectangle>(&item.shape())) {
        if (rectangle->fill.visible())
            cover = rectangle->box;
    } else if (const auto* image = std::get_if<Image>(&item.shape())) {
        cover = image->box;
    }
    return item.clip ? common(cover, *item.clip) : cover;
}

/// The cells of an item that shows cells.
std::vector<Box> cells_of(const Item& item) {
    if (!std::holds_alternative<CellId>(item.target))
        return {};
    if (const auto* rectangle = std::get_if<Rectangle>(&item.shape()))
        return {rectangle->box};
    std::vector<Box> cells;
    if (const auto* image = std::get_if<Image>(&item.shape())) {
        const float width = image->box.width / static_cast<float>(image->shown_columns());
        const float height = image->box.height / static_cast<float>(image->shown_rows());
        for (Index i = 0; i < image->shown_rows(); ++i)
            for (Index j = 0; j < image->shown_columns(); ++j)
                cells.push_back({image->box.x + static_cast<float>(j) * width,
                                 image->box.y + static_cast<float>(i) * height, width, height});
    }
    return cells;
}

class LayoutComplaints {
public:
    LayoutComplaints(const DisplayList& list, const Box& page) : list_(list), page_(page), inks_(inks_of(list)) {}

    std::vector<std::string> all() {
        within_the_page();
        over_each_other();
        cut_off();
        over_cells();
        under_something();
        struck_through();
        inside_out();
        return std::move(complaints_);
    }

private:
    /// Complains about cells or frames with a negative size, which are not drawn, and so overlap nothing.
    void inside_out() {
        for (const Item& item : list_.items) {
            const auto* const rectangle = std::get_if<Rectangle>(&item.shape());
            const auto* const image = std::get_if<Image>(&item.shape());
            const Box box = rectangle != nullptr ? rectangle->box : image != nullptr ? image->box : Box{};
            if (box.width < 0 || box.height < 0)
                complaints_.push_back(fmt::format("{} is {} x {} large", described(item), box.width, box.height));
        }
    }

    void within_the_page() {
        for (const Item& item : list_.items) {
            const Box covered = bounds(item, typesetter());
            const Box inside = common(covered, page_.grown(touch));
            if (!covered.empty() && (inside.width < covered.width - touch || inside.height < covered.height - touch))
                complaints_.push_back(fmt::format("{} lies beyond the page", described(item)));
        }
    }

    void over_each_other() {
        std::vector<Ink> sorted = inks_;
        std::ranges::sort(sorted, {}, [](const Ink& ink) { return ink.box.x; });
        for (std::size_t i = 0; i < sorted.size(); ++i)
            for (std::size_t j = i + 1; j < sorted.size() && sorted[j].box.x < sorted[i].box.right(); ++j) {
                const Ink& a = sorted[i];
                const Ink& b = sorted[j];
                const bool one_formula = a.formula != 0 && a.formula == b.formula;
                if (!one_formula && overlap(a, b))
                    complaints_.push_back(fmt::format("“{}” lies over “{}” at {}", a.text->text, b.text->text,
                                                      place_of(common(a.box, b.box))));
            }
    }

    void cut_off() {
        for (const Ink& ink : inks_)
            if (ink.clip) {
                const Box seen = common(ink.box, *ink.clip);
                if (seen.width < ink.box.width - touch || seen.height < ink.box.height - touch)
                    complaints_.push_back(fmt::format("“{}” at {} is cut off", ink.text->text, place_of(ink.box)));
            }
    }

    void over_cells() {
        for (const Item& item : list_.items)
            for (const Box& cell : cells_of(item))
                for (const Ink& ink : inks_) {
                    if (apart(cell, ink.box))
                        continue;
                    const Box both = common(cell, ink.box);
                    const bool within = both.width >= ink.box.width - touch && both.height >= ink.box.height - touch;
                    if (std::ranges::any_of(ink.parts, [&](const Box& part) { return overlap(cell, part); }) && !within)
                        complaints_.push_back(
                            fmt::format("“{}” lies half over {}", ink.text->text, target_name(item.target)));
                }
    }

    void under_something() {
        for (std::size_t i = 0; i < list_.items.size(); ++i) {
            const Item& item = list_.items[i];
            const Box cover = cover_of(item);
            // Half a pixel of a small letter can be the tail that makes a Q of an O.
            constexpr float seen = 0.4F;
            const auto is_under = [&](const Box& part) {
                const Box both = common(cover, part);
                return both.width > seen && both.height > seen;
            };
            for (auto ink = inks_.begin(); ink != inks_.end() && ink->place < i && !cover.empty(); ++ink)
                if (!apart(cover, ink->box) && std::ranges::any_of(ink->parts, is_under))
                    complaints_.push_back(fmt::format("“{}” lies under {}", ink->text->text, described(item)));
        }
    }

    /// Complains about straight lines through texts, except lines that strike out what they and the text belong to.
    void struck_through() {
        for (std::size_t i = 0; i < list_.items.size(); ++i) {
            const Item& item = list_.items[i];
            const auto* path = std::get_if<Path>(&item.shape());
            if (path == nullptr || path->curved || !path->stroke.visible() || path->fill.visible())
                continue;
            for (std::size_t p = 1; p < path->points.size(); ++p)
                for (const Ink& ink : inks_)
                    if (!(item.target != Target() && item.target == list_.items[ink.place].target) &&
                        std::ranges::any_of(ink.parts, [&](const Box& part) {
                            return crosses(path->points[p - 1], path->points[p],
                                           seen(part.grown(-touch), item.clip, ink.clip));
                        }))
                        complaints_.push_back(
                            fmt::format("a line runs through “{}” at {}", ink.text->text, place_of(ink.box)));
        }
    }

    static Box seen(Box box, const Clip& clip, const Clip& other) {
        for (const auto& each : {clip, other})
            if (each)
                box = common(box, *each);
        return box;
    }

    /// True if the line from `a` to `b` enters the box.
    static bool crosses(Point a, Point b, const Box& box) {
        if (box.empty())
            return false;
        float from = 0;
        float to = 1;
        const auto clip = [&](float start, float step, float low, float high) {
            if (step == 0)
                return start >= low && start <= high;
            const auto [first, last] = std::minmax({(low - start) / step, (high - start) / step});
            from = std::max(from, first);
            to = std::min(to, last);
            return from <= to;
        };
        return clip(a.x, b.x - a.x, box.x, box.right()) && clip(a.y, b.y - a.y, box.y, box.bottom());
    }

    static std::string described(const Item& item) {
        if (const auto* text = std::get_if<Text>(&item.shape()))
            return fmt::format("“{}”", text->text);
        const std::string name = target_name(item.target);
        return name.empty() ? "a drawing" : name;
    }

    const DisplayList& list_;
    Box page_;
    std::vector<Ink> inks_;
    std::vector<std::string> complaints_;
};

} // namespace

std::vector<std::string> layout_complaints(const DisplayList& list, const Box& page) {
    return LayoutComplaints(list, page).all();
}

DisplayList without_scrolled_away(DisplayList list, const Box& tokens) {
    for (Item& item : list.items)
        if (item.clip)
            item.change_any<Text>([&](Text& text) {
                const Box box = typesetter().box(text);
                const bool is_beyond = box.y < item.clip->y || box.bottom() > item.clip->bottom();
                const bool is_beside = box.y > tokens.y && (box.x < item.clip->x || box.right() > item.clip->right());
                if (is_beyond || is_beside)
                    text.colour = {};
            });
    return list;
}

} // namespace attn::test
