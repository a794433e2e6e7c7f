#include "core/figure/pictures/written_row.h"

#include "core/document/session_notation.h"
#include "core/explain/explain.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/words/equal_words.h"
#include "core/notation/in_notation.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float written_row_line_height = 20;
constexpr float sentence_height = 44;
constexpr float sum_height = 3 * written_row_line_height + space::large;
constexpr float least_height_for_sum = 470; // of the whole area
constexpr float name_width = 64;
constexpr float number_width = 52;
constexpr Index most_numbers = 12;

bool adds_places(const DrawContext& drawing) {
    const ArrayId step = drawing.view_state.step;
    const bool is_sum = step == ArrayId::resid_pre || (step == ArrayId::X && !drawing.trace.has(ArrayId::resid_pre));
    return !drawing.view_state.parameter && is_sum && drawing.trace.has(ArrayId::E) && drawing.trace.has(ArrayId::P);
}

class RowLayout : Canvas {
public:
    RowLayout(DisplayList& list, const DrawContext& drawing, const Box& area, const CellId& selected)
        : Canvas(list, drawing, area), selected_(selected),
          shown_(std::min(drawing.sizes().D,
                          std::min(most_numbers, to_integer<Index>((area.width - name_width - 48) / number_width)))) {}

    void add() {
        float y = area_.y + written_row_line_height / 2;
        add_row(ArrayId::E, "", "<e>", y);
        add_row(ArrayId::P, "+", "<p>", y + written_row_line_height);
        y += 2 * written_row_line_height;
        const float right = area_.x + 24 + name_width + static_cast<float>(shown_) * number_width;
        add_rule(list_, {area_.x, y - written_row_line_height / 2}, {right, y - written_row_line_height / 2},
                 theme_.ink);
        add_row(selected_.array, "=", selected_.array == ArrayId::X ? "<x>" : "r", y);
    }

private:
    void add_row(ArrayId array, const std::string& sign, std::string_view letter, float y) {
        const Matrix values = drawing_.trace.array(array, selected_.item, 0);
        add_text_about({area_.x, y}, sign, theme_.dim, {.size = 15}, Horizontal::left);
        add_text_about({area_.x + 24, y},
                       in_letters(letter, notation_of(drawing_.session)) + subscript(selected_.row + 1), theme_.ink,
                       {.weight = FontWeight::medium}, Horizontal::left);
        for (Index d = 0; d < shown_; ++d) {
            const float right = area_.x + 24 + name_width + (static_cast<float>(d) + 0.7F) * number_width;
            const bool chosen = d == selected_.column;
            add_text_about({right, y}, display_number(values(selected_.row, d), view().decimals), theme_.ink,
                           {.weight = chosen ? FontWeight::semibold : FontWeight::regular}, Horizontal::right);
        }
        if (shown_ < values.columns())
            add_text_about({area_.x + 24 + name_width + static_cast<float>(shown_) * number_width, y}, "…", theme_.dim,
                           {}, Horizontal::left);
    }

    CellId selected_;
    Index shown_; ///< so many numbers of the row
};

} // namespace

float written_row_height(const DrawContext& drawing, const Box& area) {
    if (!adds_places(drawing))
        return 0;
    return sentence_height + (area.height >= least_height_for_sum ? sum_height : 0);
}

void add_written_row(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const CellId selected = selected_cell(drawing);
    const float sum = std::max(0.0F, area.height - sentence_height);
    if (sum > 0)
        RowLayout(list, drawing, {area.x, area.y, area.width, sum}, selected).add();
    add_paragraph(list, drawing.typesetter, {area.x, area.y + sum + 14}, area.width,
                  equal_words_claims(drawing, selected), drawing.theme().ink);
}

} // namespace attn
