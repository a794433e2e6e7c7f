#include "core/handouts/sheet_blocks.h"

#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/words/cell_words.h"
#include "core/handouts/worked_cell.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace attn {

namespace {

constexpr float between_columns = 24;
constexpr float least_writing_line = 24; // high
constexpr std::size_t anonymous_lines = 12;
constexpr std::size_t most_summands_in_half = 5;

/// Adds a dashed line to write on behind `name`, `height` beneath the line above.
void add_writing_line(PageBlock& block, const DrawContext& drawing, const Typeset& name, float x, float width,
                      float height) {
    block.list.append(name.list, {x, height});
    block.list.add(line({x + name.width + space::tiny, height + 2}, {x + width, height + 2},
                        {drawing.theme().connector, 1, LineStyle::dashed}));
    block.height = height;
}

/// A cell's name in the letters of its formula, with `behind` after it, tagged with the array that it names.
Typeset set_cell(const DrawContext& drawing, const CellId& cell, std::string_view behind, Colour colour) {
    NamedTex named{cell_tex(drawing, cell), {}};
    named.names.push_back({std::string(row_of(cell.array).name), 0, named.tex.size()});
    named.tex += behind;
    return set_tex(drawing, std::move(named), type_size::normal, colour);
}

/// True for a sum of a few numbers that already stand side by side, or for one of them times a factor.
bool is_done_in_the_head(const std::vector<Term>& terms) {
    constexpr std::size_t most = 3;
    return terms.size() <= most &&
           std::ranges::none_of(terms, [](const Term& term) { return term.right && term.right->cell; });
}

void add_field(DisplayList& list, const Typesetter& typesetter, const std::string& label, float left, float right) {
    const Theme& look = theme(Look::light);
    const float width = add_text(list, typesetter, {left, 20}, label, look.dim);
    add_rule(list, {left + width + space::tiny, 23}, {right, 23}, look.connector);
}

} // namespace

PageBlock sheet_head(const SheetHead& head, const Typesetter& typesetter) {
    const Theme& look = theme(Look::light);
    PageBlock block;
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

std::vector<PageBlock> writing_lines(const DrawContext& drawing, const Exercise& exercise, float room) {
    if (is_worked_out_by_row(exercise.slot.array))
        return {};
    const std::vector<Term> terms = summands(drawing.trace, exercise.cells.front(), adds_heads(drawing));
    if (is_done_in_the_head(terms))
        return {};
    const bool two = terms.size() <= most_summands_in_half;
    const std::size_t wanted = two ? (exercise.cells.size() + 1) / 2 : exercise.cells.size();
    std::vector<Typeset> names;
    float height = least_writing_line;
    for (const CellId& cell : exercise.cells) {
        names.push_back(set_cell(drawing, cell, " =", drawing.theme().dim));
        height = std::max(height, names.back().ascent + names.back().descent + space::tiny);
    }
    const auto most = static_cast<std::size_t>(std::max(0.0F, room / height));
    std::vector<PageBlock> lines(wanted <= most ? wanted : std::clamp<std::size_t>(most, 1, anonymous_lines));
    if (wanted > most) {
        for (PageBlock& block : lines)
            add_writing_line(block, drawing, {}, 0, paper::text_width, height);
        return lines;
    }
    const float width = two ? (paper::text_width - between_columns) / 2 : paper::text_width;
    for (std::size_t i = 0; i < names.size(); ++i) { // fills the first column, then the second
        const float x = i >= wanted ? width + between_columns : 0;
        add_writing_line(lines[i % wanted], drawing, names[i], x, width, height);
    }
    return lines;
}

PageBlock answer_lines(const DrawContext& drawing, const CellId& named) {
    const Theme& look = drawing.theme();
    PageBlock block;
    float x = add_text(block.list, drawing.typesetter, {0, 20}, "The wrong number, by its name, such as ", look.ink);
    const Typeset name = set_cell(drawing, named, ":", look.ink);
    block.list.append(name.list, {x, 20});
    x += name.width;
    const auto field = [&](const std::string& label, float y, float right) {
        const float used = add_text(block.list, drawing.typesetter, {x, y}, label, look.ink);
        add_rule(block.list, {x + used + space::tiny, y + 3}, {right, y + 3}, look.connector);
        x = right + space::small;
    };
    field("", 20, paper::text_width - 190);
    field("It should be", 20, paper::text_width);
    x = 0;
    field("because", 56, paper::text_width);
    add_rule(block.list, {0, 92}, {paper::text_width, 92}, look.connector);
    block.height = 96;
    return block;
}

WorkedLine worked_line(const DrawContext& drawing, const CellId& cell) {
    return {set_cell(drawing, cell, "", drawing.theme().ink), worked_steps(drawing, cell)};
}

PageBlock worked_block(const WorkedLine& line, const Typesetter& typesetter) {
    PageBlock block;
    const float x = line.name.width + space::tiny;
    // A name with an index above and below is higher than a line.
    const float baseline = std::max(14.0F, line.name.ascent + 2);
    block.list.append(line.name.list, {0, baseline});
    const float words = add_paragraph(block.list, typesetter, {x, baseline}, paper::text_width - x,
                                      Claims{{line.steps, Always{"each of its numbers is compared where it is worked "
                                                                 "out"}}},
                                      theme(Look::light).ink, {}, 18);
    block.height = std::max(words + baseline - 14, baseline + line.name.descent + 2);
    return block;
}

std::vector<PageBlock> worked_lines(const DrawContext& drawing, const std::vector<CellId>& cells) {
    constexpr float half = paper::text_width / 2;
    std::vector<WorkedLine> lines;
    lines.reserve(cells.size());
    for (const CellId& cell : cells)
        lines.push_back(worked_line(drawing, cell));
    const bool two = std::ranges::all_of(lines, [&](const WorkedLine& line) {
        return line.name.width + space::tiny + drawing.typesetter.measure(line.steps, {}).width <= half - space::large;
    });
    const std::size_t down = two ? (lines.size() + 1) / 2 : lines.size();
    std::vector<PageBlock> blocks;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        PageBlock block = worked_block(lines[i], drawing.typesetter);
        if (i < down)
            blocks.push_back(std::move(block));
        else
            blocks[i - down].list.append(block.list, {half, 0});
    }
    return blocks;
}

} // namespace attn
