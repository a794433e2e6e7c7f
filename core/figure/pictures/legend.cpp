#include "core/figure/layout/columns.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/shapes.h"
#include "core/figure/pictures/text_layout.h"
#include "core/model/mask.h"
#include "core/notation/in_notation.h"
#include "core/notation/size_letters.h"

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

/// The array with that symbol in the table; nullopt if there is none.
std::optional<ArrayId> array_of(std::string_view symbol) {
    const auto all = arrays();
    const auto found = std::ranges::find(all, fmt::format("<{}>", symbol), &Array::symbol);
    return found == all.end() ? std::nullopt : std::optional(found->id);
}

/// One line of the legend: a symbol and its meaning.
struct Entry {
    std::string symbol; ///< the symbol as formulas write it
    std::string words;
    Index Sizes::*length = nullptr; ///< the length that is written after the words
    std::optional<ArrayId> array{};
    std::string shape{};                ///< a shape that belongs to no array
    std::optional<ArrayId> all_heads{}; ///< the array whose matrices of all heads together have the shape
};

struct LegendLine {
    Typeset symbol;
    std::string words;
    Index Sizes::*length = nullptr; ///< the length at the end of the words
    Typeset shape;
};

/// True if the array has the same symbol as the scores from which it is computed, which the legend already explains.
bool is_as_before(const DrawContext& drawing, ArrayId array) {
    const Notation& notation = drawing.notation;
    const std::string symbol = in_notation(symbol_of(array), notation);
    const auto& operands = drawing.trace.recipe(array).operands;
    return std::ranges::any_of(
        operands, [&](const Operand& operand) { return in_notation(symbol_of(operand.array), notation) == symbol; });
}

/// True if this layer does not use a symbol of the table.
bool is_unused(const DrawContext& drawing, std::string_view symbol) {
    const std::optional<ArrayId> array = array_of(symbol);
    if (array && !has_array(drawing, *array))
        return true;
    // Without a mask the symbol M is not used.
    if (array == ArrayId::mask && !has_mask(drawing.layer()))
        return true;
    const bool is_only_head = drawing.sizes().H == 1;
    return (symbol == "tau" && drawing.layer().temperature == 1) || (symbol == "head" && is_only_head) ||
           (symbol == "all W_O" && is_only_head) || (symbol == "S" && drawing.layer().context) ||
           (symbol == "d_ff" && drawing.sizes().d_ff == 0) || (symbol == "d_vocab" && drawing.sizes().V == 0);
}

/// The lengths in cross-attention, which has two sequences.
void add_lengths_of_context(std::vector<Entry>& entries) {
    entries.push_back({"<S_q>", "tokens that read", &Sizes::S_q});
    entries.push_back({"<S_k>", "tokens that are read", &Sizes::S_k});
    entries.push_back({"<D_c>", "width of the second sequence", &Sizes::D_context});
}

/// Adds the stages that follow `array` in the legend; their symbols are not in the table.
void add_behind(std::vector<Entry>& entries, const DrawContext& drawing, ArrayId array) {
    for (const Array& row : stages())
        if (!row.legend.words.empty() && row.legend.behind == array && has_array(drawing, row.id) &&
            !is_as_before(drawing, row.id))
            entries.push_back(
                {symbol_of(row.id), words_in(row.legend.words, drawing.notation).letters(), nullptr, row.id});
}

/// True if the legend of one array contains the entry: the array itself, its operands, or a length in their shapes.
bool belongs_to(const DrawContext& drawing, ArrayId section, const Entry& entry) {
    std::vector<ArrayId> all{section};
    for (const Operand& operand : drawing.trace.made_from(section))
        all.push_back(operand.array);
    const std::optional<ArrayId> array = entry.array ? entry.array : entry.all_heads;
    if (array)
        return std::ranges::find(all, *array) != all.end();
    return entry.length == nullptr || std::ranges::any_of(all, [&](ArrayId id) {
               const std::string shape =
                   length_of_axis(drawing, row_of(id).rows) + length_of_axis(drawing, row_of(id).columns);
               return shape.find(entry.symbol) != std::string::npos;
           });
}

std::vector<Entry> entries_of(const DrawContext& drawing) {
    std::vector<Entry> entries;
    if (drawing.layer().context)
        add_lengths_of_context(entries);
    for (const Symbol& symbol : symbols()) {
        const bool is_mask = array_of(symbol.name) == ArrayId::mask; // stages that the mask changes follow its symbol
        if (symbol.words.empty() || (is_unused(drawing, symbol.name) && !is_mask))
            continue;
        if (!is_unused(drawing, symbol.name))
            entries.push_back({fmt::format("<{}>", symbol.name), words_in(symbol.words, drawing.notation).letters(),
                               length_by_letter(symbol.name), array_of(symbol.name),
                               symbol.name == "all W_O" ? R"(<H><d_v> \times <D>)" : "",
                               find_array(symbol.name.substr(symbol.name.find(' ') + 1))});
        if (const auto array = array_of(symbol.name))
            add_behind(entries, drawing, *array);
    }
    if (const std::optional<ArrayId> section = drawing.view_state.section)
        std::erase_if(entries, [&](const Entry& entry) { return !belongs_to(drawing, *section, entry); });
    return entries;
}

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
    for (const Entry& entry : entries_of(drawing)) {
        LegendLine line;
        line.symbol = set_general_formula(drawing, entry.symbol, symbol_size, theme.ink);
        line.words = entry.words;
        line.length = entry.length;
        if (line.length != nullptr)
            line.words += fmt::format(": {}", drawing.sizes().*line.length);
        const std::string shape = entry.array ? shape_of(drawing, *entry.array) : entry.shape;
        if (!shape.empty()) {
            line.shape = set_general_formula(drawing, shape, symbol_size, theme.ink);
            const Quantity of = entry.array ? Quantity::shape : Quantity::shape_of_all_heads;
            Fact in_letters = written_fact(
                of, {drawing.layer().number, entry.array.value_or(entry.all_heads.value_or(ArrayId())), 0, 0, 0, 0},
                {});
            in_letters.terms = entry.array ? std::vector<Index>() : std::vector<Index>{0}; // weights are never
                                                                                           // transposed
            line.shape.list.items.front().says = ShownClaims{{{shape, std::move(in_letters)}}};
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

/// Draws the legend, in two columns if one is too high and both have room.
void legend_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const std::vector<LegendLine> lines = lines_of(drawing);
    float symbols = 0;
    float shapes = 0;
    float words = 0;
    for (const LegendLine& line : lines) {
        symbols = std::max(symbols, line.symbol.width);
        words = std::max(words, drawing.typesetter.measure(line.words, {}).width);
        shapes = std::max(shapes, line.shape.width);
    }
    const float second = symbols + legend_gap;
    const float third = second + words + legend_gap;
    const float next_column = third + shapes + 2 * legend_gap;
    const bool is_high = static_cast<float>(lines.size()) * legend_line_step > area.height;
    const bool has_room_beside = next_column + third + shapes <= area.width;
    const std::vector<float> heights(lines.size(), legend_line_step);
    const Columns columns = in_columns(heights, is_high && has_room_beside ? 2 : 1, next_column);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const LegendLine& line = lines[i];
        const auto [x, y] = columns.places[i] + Point{area.x, area.y + 0.7F * legend_line_step};
        list.append(line.symbol.list, {x, y});
        add_text(list, drawing.typesetter, {x + second, y}, line.words, drawing.theme().ink);
        attach_claims(list, {{line.words, Always{"it defines the symbol"}}});
        if (line.length != nullptr)
            list.items.back().says = ShownLength{line.length};
        list.append(line.shape.list, {x + third, y});
    }
}

} // namespace attn
