#include "core/handouts/writing_lines.h"

#include "core/figure/pictures/text_layout.h"
#include "core/figure/pictures/words.h"
#include "core/handouts/worked_cell.h"

namespace attn {

namespace {

constexpr float line_height = 28;
constexpr float between_columns = 24;
constexpr std::size_t most_named_lines = 40;
constexpr std::size_t anonymous_lines = 5;
constexpr std::size_t most_summands_in_half = 4;

void add_writing_line(Block& block, const DrawContext& drawing, const std::string& label, float x, float width) {
    const float used =
        label.empty() ? 0 : add_text(block.list, drawing.typesetter, {x, line_height}, label, drawing.theme().dim);
    const Stroke dashes{drawing.theme().connector, 1, LineStyle::dashed};
    block.list.add(line({x + used + space::tiny, line_height + 2}, {x + width, line_height + 2}, dashes));
    block.height = line_height;
}

} // namespace

std::vector<Block> writing_lines(const DrawContext& drawing, const Exercise& exercise) {
    if (is_worked_out_by_row(exercise.slot.array))
        return {};
    if (exercise.cells.size() > most_named_lines) {
        std::vector<Block> lines(anonymous_lines);
        for (Block& block : lines)
            add_writing_line(block, drawing, "", 0, paper::text_width);
        return lines;
    }
    const bool two = summands(drawing.trace, exercise.cells.front()).size() <= most_summands_in_half;
    const float width = two ? (paper::text_width - between_columns) / 2 : paper::text_width;
    std::vector<Block> lines;
    for (std::size_t i = 0; i < exercise.cells.size(); ++i) {
        const bool is_second = two && i % 2 == 1;
        if (!is_second)
            lines.emplace_back();
        add_writing_line(lines.back(), drawing, short_cell(drawing, exercise.cells[i]) + " =",
                         is_second ? width + between_columns : 0, width);
    }
    return lines;
}

} // namespace attn
