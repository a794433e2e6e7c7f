#include "ui/panels/manual_dialog.h"

#include "core/files/manual.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float manual_margin = space::huge;
constexpr float manual_list_width = 150;
constexpr float manual_topic_height = 28;
constexpr float widest_page = 720;
constexpr float tallest_manual = 860;
constexpr float text_line = 19;
constexpr float table_line = 17;
constexpr float point_indent = 16;

/// Writes blocks beneath each other.
class PageLayout {
public:
    PageLayout(Scene& page, const UiContext& ui, float width) : page_(page), ui_(ui), width_(width) {}

    void add(std::span<const ManualBlock> blocks) {
        for (std::size_t i = 0; i < blocks.size();) {
            const std::size_t end = end_of_run(blocks, i);
            add_run(blocks.subspan(i, end - i));
            i = end;
        }
    }

private:
    using Kind = ManualBlock::Kind;

    /// Lines of code and rows of a table belong together.
    static std::size_t end_of_run(std::span<const ManualBlock> blocks, std::size_t first) {
        const Kind kind = blocks[first].kind;
        std::size_t end = first + 1;
        if (kind == Kind::code || kind == Kind::row)
            while (end < blocks.size() && blocks[end].kind == kind && !blocks[end].is_first)
                ++end;
        return end;
    }

    void add_run(std::span<const ManualBlock> run) {
        const Theme& theme = ui_.theme();
        const ManualBlock& block = run.front();
        switch (block.kind) {
        case Kind::title:
            write(block.text, bold(type_size::large), theme.ink, 26, 0);
            break;
        case Kind::heading:
            y_ += space::medium;
            write(block.text, bold(), theme.ink, text_line, 0);
            break;
        case Kind::paragraph:
            write(block.text, {}, theme.ink, text_line, 0);
            y_ += space::small;
            break;
        case Kind::point:
            add_text(page_, ui_, {space::tiny, y_ + 14}, "•", theme.dim);
            write(block.text, {}, theme.ink, text_line, point_indent);
            y_ += space::tiny;
            break;
        case Kind::code:
            for (const ManualBlock& line : run)
                write(line.text.empty() ? " " : line.text, small(), theme.dim, table_line, point_indent);
            y_ += space::small;
            break;
        case Kind::row:
            add_table(run);
            break;
        }
    }

    void write(const std::string& text, const Font& font, Colour colour, float line, float indent) {
        y_ += add_paragraph(page_, ui_, {indent, y_ + 14}, width_ - indent, text, colour, font, line);
    }

    /// Columns as wide as their longest cell; where all together are too wide, each gets its share of what the narrow
    /// ones leave.
    std::vector<float> widths_of(std::span<const ManualBlock> rows) const {
        std::vector<float> widths;
        for (const ManualBlock& row : rows) {
            widths.resize(std::max(widths.size(), row.cells.size()));
            for (std::size_t i = 0; i < row.cells.size(); ++i)
                widths[i] =
                    std::max(widths[i], std::ceil(ui_.typesetter.measure(row.cells[i], bold(type_size::small)).width));
        }
        float room = width_ - static_cast<float>(widths.size() - 1) * space::large;
        auto left = static_cast<float>(widths.size());
        std::vector<std::size_t> by_width(widths.size());
        std::iota(by_width.begin(), by_width.end(), std::size_t{0});
        std::ranges::sort(by_width, {}, [&](std::size_t i) { return widths[i]; });
        for (const std::size_t i : by_width) {
            widths[i] = std::min(widths[i], std::floor(room / left));
            room -= widths[i];
            --left;
        }
        return widths;
    }

    void add_table(std::span<const ManualBlock> rows) {
        const Theme& theme = ui_.theme();
        const std::vector<float> widths = widths_of(rows);
        for (const ManualBlock& row : rows) {
            float x = 0;
            float height = table_line;
            for (std::size_t i = 0; i < row.cells.size(); ++i) {
                const Font font = row.is_first ? bold(type_size::small) : small();
                height =
                    std::max(height, add_paragraph(page_, ui_, {x, y_ + 14}, widths[i], row.cells[i],
                                                   i == 0 || row.is_first ? theme.ink : theme.dim, font, table_line));
                x += widths[i] + space::large;
            }
            y_ += height + space::tiny;
            if (row.is_first)
                add_rule(page_, ui_, {0, y_}, {width_, y_});
        }
        y_ += space::medium;
    }

    Scene& page_;
    const UiContext& ui_;
    float width_;
    float y_ = 0;
};

void add_topics(Scene& scene, const UiContext& ui, Point at, std::size_t chosen) {
    const Theme& theme = ui.theme();
    float y = at.y;
    for (std::size_t n = 0; n < ui.status.manual.size(); ++n) {
        const std::string& topic = ui.status.manual[n].topic;
        const Target target = fmt::format("action:manual/{}", topic);
        Rectangle row;
        row.box = {at.x, y, manual_list_width, manual_topic_height};
        row.corner_radius = measure::corner;
        if (n == chosen)
            row.stroke = {theme.ink, 1.5F};
        scene.list.add(row, target);
        add_text(scene, ui, {at.x + space::small, y + 19}, topic, theme.ink, n == chosen ? bold() : Font{},
                 Horizontal::left, target);
        y += manual_topic_height + space::tiny;
    }
}

Point size_of_manual(const Box& window) {
    return {std::min(widest_page + manual_list_width + 3 * manual_margin, window.width - 2 * space::huge),
            std::min(tallest_manual, window.height - 2 * space::huge)};
}

/// Where its page stands in a dialog.
Box page_area(const Box& dialog) {
    const float left = dialog.x + 2 * manual_margin + manual_list_width;
    const float top = dialog.y + manual_margin;
    return {left, top, dialog.right() - manual_margin - left, dialog.bottom() - manual_margin - top};
}

/// The page that is read, laid out from the upper left corner on.
DisplayList page_of(const UiContext& ui, const Box& area) {
    Scene page;
    const auto& pages = ui.status.manual;
    const auto read = std::clamp<Index>(ui.workspace.overlay->marked, 0, std::ssize(pages) - 1);
    PageLayout(page, ui, area.width - space::large).add(blocks_of(pages[static_cast<std::size_t>(read)]));
    return std::move(page.list);
}

float longest_scroll(const UiContext& ui, const DisplayList& page, const Box& area) {
    return std::max(0.0F, bounds(page, ui.typesetter).bottom() - area.height);
}

} // namespace

float longest_manual_scroll(const UiContext& ui, const Box& window) {
    if (ui.status.manual.empty())
        return 0;
    const Point size = size_of_manual(window);
    const Box area = page_area({0, 0, size.x, size.y});
    return longest_scroll(ui, page_of(ui, area), area);
}

void manual_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const Box box = add_dialog(scene, ui, window, size_of_manual(window));
    const Box area = page_area(box);
    if (ui.status.manual.empty()) {
        add_text(scene, ui, {box.x + manual_margin, area.y + 14}, "The manual is not there.", ui.theme().dim);
        return;
    }
    const auto& pages = ui.status.manual;
    const auto read =
        static_cast<std::size_t>(std::clamp<Index>(ui.workspace.overlay->marked, 0, std::ssize(pages) - 1));
    add_topics(scene, ui, {box.x + manual_margin, area.y}, read);
    const std::vector<Segment> done{{.target = "action:close", .label = "Done"}};
    add_segments(scene, ui, {box.x + manual_margin, box.bottom() - manual_margin - control_height}, done);
    scene.values.insert_or_assign("manual.topic", pages[read].topic);
    const DisplayList page = page_of(ui, area);
    const float longest = longest_scroll(ui, page, area);
    const float by = std::clamp(ui.workspace.overlay->scroll, 0.0F, longest);
    scene.list.append(page, {area.x, area.y - by}, area);
    add_scroll_mark(scene, ui, area.grown(space::small), {by, longest});
}

} // namespace attn
