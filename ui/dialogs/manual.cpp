// The manual: its pages at the left, and the one being read.

#include "core/files/manual.h"
#include "ui/actions/manual_pages.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr float manual_list_width = 150;
constexpr float manual_topic_height = 28;
constexpr float widest_page = 720;
constexpr float tallest_manual = 860;
constexpr float text_line = 19;
constexpr float table_line = 17;
constexpr float point_indent = 16;

/// Lays out the blocks of a page, one below the other.
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

    /// Returns the end of a run of blocks that are laid out together: lines of code, or rows of a table.
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

    /// The widths of a table's columns: that of the longest cell. If all together are too wide, the wide ones share
    /// what the narrow ones leave.
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

void add_topics(Form& form, std::size_t chosen) {
    const UiContext& ui = form.ui();
    float y = form.top();
    for (std::size_t n = 0; n < ui.status.manual.size(); ++n) {
        const std::string& topic = ui.status.manual[n].topic;
        const Target target = fmt::format("action:manual/{}", topic);
        Rectangle row;
        row.box = {Form::margin, y, manual_list_width, manual_topic_height};
        row.corner_radius = measure::corner;
        if (n == chosen)
            row.stroke = {form.theme().ink, 1.5F};
        form.scene().list.add(row, target);
        add_text(form.scene(), ui, {Form::margin + space::small, y + 19}, topic, form.theme().ink,
                 n == chosen ? bold() : Font{}, Horizontal::left, target);
        y += manual_topic_height + space::tiny;
    }
}

} // namespace

void draw_manual(Form& form) {
    const UiContext& ui = form.ui();
    const auto& pages = ui.status.manual;
    const Box& window = form.around().window;
    form.set_size({std::min(widest_page + manual_list_width + 3 * Form::margin, window.width - 2 * space::huge),
                   std::min(tallest_manual, window.height - 2 * space::huge)});
    if (pages.empty()) {
        form.note("The manual is not there.");
        return;
    }
    const auto read =
        static_cast<std::size_t>(std::clamp<Index>(ui.workspace.overlay->marked, 0, std::ssize(pages) - 1));
    add_topics(form, read);
    form.scene().values.insert_or_assign("manual.topic", pages[read].topic);
    const float left = 2 * Form::margin + manual_list_width;
    const Box area{left, form.top(), form.right() - left, form.box().height - 2 * Form::margin};
    Scene page;
    PageLayout(page, ui, area.width - space::large).add(blocks_of(pages[read]));
    form.scrolled(area, page.list);
    form.foot({{.target = "action:close", .label = "Done"}});
}

/// Arrows turn pages; Page Up and Page Down scroll, as in any dialog.
bool react_in_manual(const CommandContext& command) {
    if (key_pressed(Key::down))
        turn_manual_page(command.ui, command.workspace, 1);
    else if (key_pressed(Key::up))
        turn_manual_page(command.ui, command.workspace, -1);
    else
        return false;
    return true;
}

} // namespace attn
