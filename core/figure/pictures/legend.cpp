#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/shapes.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace attn {

namespace {

constexpr float legend_line_step = 24;
constexpr float symbol_size = 15;
constexpr float legend_gap = 24;

/// The array that the symbol of the table stands for.
std::optional<ArrayId> array_of(std::string_view symbol) {
    const auto all = arrays();
    const auto found = std::ranges::find(all, fmt::format("<{}>", symbol), &Array::symbol);
    return found == all.end() ? std::nullopt : std::optional(found->id);
}

/// Lengths of the layer, by the names of their symbols.
Index Sizes::*length_of(std::string_view symbol) {
    if (symbol == "S")
        return &Sizes::S_q;
    if (symbol == "D")
        return &Sizes::D;
    if (symbol == "H")
        return &Sizes::H;
    if (symbol == "d_k")
        return &Sizes::d_k;
    if (symbol == "d_v")
        return &Sizes::d_v;
    return nullptr;
}

struct LegendLine {
    Typeset symbol;
    std::string words;
    Index Sizes::*length = nullptr; ///< the last of the words
    Typeset shape;
};

std::string shape_of(const DrawContext& drawing, ArrayId array) {
    std::string rows = length_of_axis(drawing, row_of(array).rows);
    std::string columns = length_of_axis(drawing, row_of(array).columns);
    if (is_transposed(drawing, array))
        std::swap(rows, columns);
    return rows + R"( \times )" + columns;
}

std::vector<LegendLine> lines_of(const DrawContext& drawing) {
    const Theme& theme = drawing.theme();
    std::vector<LegendLine> lines;
    for (const Symbol& symbol : symbols()) {
        const auto array = array_of(symbol.name);
        const bool unused =
            (array && !has_array(drawing, *array)) || (symbol.name == "tau" && drawing.layer().temperature == 1);
        if (symbol.words.empty() || unused)
            continue;
        LegendLine line;
        line.symbol = set_general_formula(drawing, fmt::format("<{}>", symbol.name), symbol_size, theme.ink);
        line.words = symbol.words;
        line.length = length_of(symbol.name);
        if (line.length != nullptr)
            line.words += fmt::format(": {}", drawing.sizes().*line.length);
        std::string shape = array ? shape_of(drawing, *array) : "";
        if (symbol.name == "all W_O")
            shape = R"(<H><d_v> \times <D>)";
        if (!shape.empty())
            line.shape = set_general_formula(drawing, shape, symbol_size, theme.ink);
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

void legend_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const std::vector<LegendLine> lines = lines_of(drawing);
    float symbols = 0;
    float words = 0;
    for (const LegendLine& line : lines) {
        symbols = std::max(symbols, line.symbol.width);
        words = std::max(words, drawing.typesetter.measure(line.words, {}).width);
    }
    const float second = area.x + symbols + legend_gap;
    const float third = second + words + legend_gap;
    float y = area.y + legend_line_step * 0.7F;
    for (const LegendLine& line : lines) {
        list.append(line.symbol.list, {area.x, y});
        add_text(list, drawing.typesetter, {second, y}, line.words, drawing.theme().ink);
        if (line.length != nullptr)
            list.items.back().says = ShownLength{line.length};
        list.append(line.shape.list, {third, y});
        y += legend_line_step;
    }
}

} // namespace attn
