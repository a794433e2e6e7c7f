#include "core/handouts/sheet_blocks.h"

#include "core/figure/pictures/text_layout.h"
#include "core/figure/words/words.h"
#include "core/handouts/worked_cell.h"

namespace attn {

namespace {

constexpr float between_columns = 24;
constexpr std::size_t most_named_lines = 40;
constexpr std::size_t anonymous_lines = 5;
constexpr std::size_t most_summands_in_half = 5;

void add_writing_line(Block& block, const DrawContext& drawing, const std::string& label, float x, float width,
                      float line_height) {
    const float used =
        label.empty() ? 0 : add_text(block.list, drawing.typesetter, {x, line_height}, label, drawing.theme().dim);
    const Stroke dashes{drawing.theme().connector, 1, LineStyle::dashed};
    block.list.add(line({x + used + space::tiny, line_height + 2}, {x + width, line_height + 2}, dashes));
    block.height = line_height;
}

void add_field(DisplayList& list, const Typesetter& typesetter, const std::string& label, float left, float right) {
    const Theme& look = theme(Look::light);
    const float width = add_text(list, typesetter, {left, 20}, label, look.dim);
    add_rule(list, {left + width + space::tiny, 23}, {right, 23}, look.connector);
}

} // namespace

Block sheet_head(const SheetHead& head, const Typesetter& typesetter) {
    const Theme& look = theme(Look::light);
    Block block;
    const Font large = bold(type_size::large);
    const float room = paper::text_width - 290;
    add_text(block.list, typesetter, {0, 20}, typesetter.shortened(head.title, large, room), look.ink, large);
    attach_claims(block.list, {{head.title, Always{"it names what is shown, and states nothing of it"}}});
    if (head.is_for_somebody) {
        add_field(block.list, typesetter, "Name", paper::text_width - 270, paper::text_width - 92);
        add_field(block.list, typesetter, "Date", paper::text_width - 84, paper::text_width);
    }
    float y = 20;
    if (!head.kind.empty()) {
        y += 24;
        add_text(block.list, typesetter, {0, y}, head.kind, look.ink, bold());
    }
    if (!head.instruction.empty())
        y += 6 + add_paragraph(block.list, typesetter, {0, y + 24}, paper::text_width,
                               Claims{{head.instruction, Always{"it tells a reader what to do, and states nothing"}}},
                               look.dim, {}, worksheet_line_height);
    block.height = y + space::tiny;
    return block;
}

std::vector<Block> writing_lines(const DrawContext& drawing, const Exercise& exercise, float line_height) {
    if (is_worked_out_by_row(exercise.slot.array))
        return {};
    if (exercise.cells.size() > most_named_lines) {
        std::vector<Block> lines(anonymous_lines);
        for (Block& block : lines)
            add_writing_line(block, drawing, "", 0, paper::text_width, line_height);
        return lines;
    }
    const bool two =
        summands(drawing.trace, exercise.cells.front(), adds_heads(drawing)).size() <= most_summands_in_half;
    const float width = two ? (paper::text_width - between_columns) / 2 : paper::text_width;
    std::vector<Block> lines;
    for (std::size_t i = 0; i < exercise.cells.size(); ++i) {
        const bool is_second = two && i % 2 == 1;
        if (!is_second)
            lines.emplace_back();
        add_writing_line(lines.back(), drawing, short_cell(drawing, exercise.cells[i]) + " =",
                         is_second ? width + between_columns : 0, width, line_height);
    }
    return lines;
}

Block answer_lines(const Typesetter& typesetter) {
    const Theme& look = theme(Look::light);
    Block block;
    float x = 0;
    const auto field = [&](const std::string& label, float width) {
        const float used = add_text(block.list, typesetter, {x, 20}, label, look.ink);
        add_rule(block.list, {x + used + space::tiny, 23}, {x + used + width, 23}, look.connector);
        x += used + width + space::small;
    };
    field("The wrong number is in", 110);
    field("row", 50);
    field("column", 50);
    field("It should be", 80);
    const float used = add_text(block.list, typesetter, {0, 56}, "because", look.ink);
    add_rule(block.list, {used + space::tiny, 59}, {paper::text_width, 59}, look.connector);
    add_rule(block.list, {0, 92}, {paper::text_width, 92}, look.connector);
    block.height = 96;
    return block;
}

Block worked_block(const std::string& line, const Typesetter& typesetter) {
    Block block;
    block.height = add_paragraph(block.list, typesetter, {0, 14}, paper::text_width,
                                 Claims{{line, Always{"each of its numbers is compared where it is worked out"}}},
                                 theme(Look::light).ink, {}, 18);
    return block;
}

} // namespace attn
