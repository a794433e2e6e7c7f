#pragma once

#include "core/explain/lenses.h"
#include "core/figure/layout/grid.h"
#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <iterator>
#include <optional>
#include <vector>

namespace attn {

/// Which rows one token's picture has, which heads stand in it, and where: as the grid settles it.
class TokenPlaces {
public:
    TokenPlaces(const DrawContext& drawing, const Box& area)
        : drawing_(drawing), area_(area), row_(selected_cell(drawing).row), sizes_(drawing.sizes()),
          words_(column_axis_of(drawing, ArrayId::A)), rows_(shown_rows()) {
        words_.title.clear();
        // Which is as wide as any of them can be.
        const auto width = [&](const std::string& word) { return drawing.typesetter.measure(word, bold()).width; };
        words_.emphasised = std::ranges::max_element(words_.labels, {}, width) - words_.labels.begin();
        arrange();
        measure_heads();
    }

protected:
    static constexpr float largest_number = 38;          // of cells side by side
    static constexpr float least_type = 8;               // of numbers in cells
    static constexpr float token_number_room = 18;       // above the tallest bar, for its number
    static constexpr float words_room = 116;             // behind the symbols, where there is width enough
    static constexpr float least_symbol_room = 56;       // at the left, for all heads
    static constexpr float symbols_share = 0.2F;         // of the width, at most
    static constexpr float wide_enough = 620;            // for words behind symbols
    static constexpr float wide_enough_for_weights = 96; // a head
    static constexpr Index most_with_words = 4;          // heads: more take their room
    static constexpr float least_head = 64;              // wide
    static constexpr float largest_head = 560;
    static constexpr float least_side_by_side = 14;
    static constexpr float readable_vector_cell = 36; // of a number with its sign
    static constexpr float numbered_row = 16;
    static constexpr Index most_numbered_rows = 12;
    static constexpr float one_token_symbol_size = 15;
    static constexpr float widest_share_line = 7;
    static constexpr Index most_token_lines = 64;
    static constexpr float between_rows = 6;
    static constexpr float said_line = 18;
    static constexpr float usual_cell = 48; // with which rows are as high as usual
    static constexpr float highest_cell = 120;

    /// What stands in the picture, from above to below.
    enum class Row : std::uint8_t {
        x,
        to_heads,
        title,
        q,
        fan,
        k,
        scores,
        scaled,
        shares,
        v,
        mixed,
        o,
        from_heads,
        concat,
        to_output,
        y
    };

    /// How high a row usually is, and what of that it can give and take.
    struct RowHeight {
        Row row;
        float usual;
        float least;
        float most;
    };
    static constexpr std::array<RowHeight, 16> row_heights{
        RowHeight{Row::x, 26, 16, 44},         RowHeight{Row::to_heads, 30, 11, 44},
        RowHeight{Row::title, 18, 15, 24},     RowHeight{Row::q, 26, 16, 44},
        RowHeight{Row::fan, 22, 3, 40},        RowHeight{Row::k, 26, 13, 88},
        RowHeight{Row::scores, 26, 16, 44},    RowHeight{Row::scaled, 26, 16, 44},
        RowHeight{Row::shares, 56, 12, 200},   RowHeight{Row::v, 26, 13, 88},
        RowHeight{Row::mixed, 38, 10, 88},     RowHeight{Row::o, 26, 16, 44},
        RowHeight{Row::from_heads, 30, 9, 44}, RowHeight{Row::concat, 26, 16, 44},
        RowHeight{Row::to_output, 30, 18, 44}, RowHeight{Row::y, 26, 16, 44}};

    std::string name() const { return token_name(drawing_, false, row_); }

    // What the stages read in this layer.
    ArrayId operand(ArrayId stage, std::size_t number) const {
        return drawing_.trace.recipe(stage).operands[number].array;
    }
    ArrayId query_array() const { return operand(ArrayId::scores, 0); }
    ArrayId key_array() const { return operand(ArrayId::scores, 1); }
    ArrayId value_array() const { return values_mixed(drawing_.trace); }
    ArrayId output_array() const { return operand(ArrayId::concat, 0); }

    /// What a row of the picture shows of the layer; nothing of what leads from one to another.
    std::optional<ArrayId> array_in(Row row) const {
        switch (row) {
        case Row::x:
            return ArrayId::X;
        case Row::q:
            return query_array();
        case Row::k:
            return key_array();
        case Row::scores:
            return ArrayId::scores;
        case Row::scaled:
            return ArrayId::masked;
        case Row::shares:
            return ArrayId::A;
        case Row::v:
            return value_array();
        case Row::o:
            return output_array();
        case Row::concat:
            return ArrayId::concat;
        case Row::y:
            return ArrayId::Y;
        default:
            return std::nullopt;
        }
    }

    /// Where only some rows are to be shown: whether one of them is the array's.
    bool is_asked_for(std::initializer_list<ArrayId> arrays) const {
        const std::vector<ArrayId>& lines = drawing_.view_state.token_lines;
        return lines.empty() || std::ranges::any_of(arrays, [&](ArrayId array) {
                   return std::ranges::find(lines, array) != lines.end();
               });
    }

    bool is_shown(Row row) const {
        const auto all = [&](std::initializer_list<Row> rows) {
            return std::ranges::all_of(rows, [&](Row one) { return is_shown(one); });
        };
        switch (row) {
        case Row::q:
            return is_asked_for({ArrayId::Q});
        case Row::k:
            return is_asked_for({ArrayId::K});
        case Row::v:
            return is_asked_for({ArrayId::V});
        case Row::o:
            return is_asked_for({ArrayId::O});
        case Row::scaled:
            return is_asked_for({ArrayId::scaled, ArrayId::masked}) && drawing_.trace.has(ArrayId::masked);
        case Row::to_heads:
            return all({Row::x, Row::q});
        case Row::title:
            return std::ranges::any_of(
                std::array{Row::q, Row::k, Row::scores, Row::scaled, Row::shares, Row::v, Row::o},
                [&](Row one) { return is_shown(one); });
        case Row::fan:
            return all({Row::q, Row::k});
        case Row::mixed:
            return all({Row::shares, Row::v, Row::o});
        case Row::from_heads:
            return all({Row::o, Row::concat});
        case Row::to_output:
            return all({Row::concat, Row::y});
        default:
            return is_asked_for({*array_in(row)});
        }
    }

    std::vector<RowHeight> shown_rows() const {
        std::vector<RowHeight> rows;
        std::ranges::copy_if(row_heights, std::back_inserter(rows),
                             [&](const RowHeight& row) { return is_shown(row.row); });
        return rows;
    }

    /// What is shown as maps.
    std::vector<ArrayId> shown_maps() const {
        std::vector<ArrayId> maps;
        for (const RowHeight& row : rows_)
            if (const auto array = array_in(row.row); array && row.row != Row::shares)
                maps.push_back(*array);
        return maps;
    }

    /// The words of the keys hold; what the rows are gives way, then heads, down to the selected one: which are shown
    /// is said. Where words have no room at all, as many heads as have room.
    void arrange() {
        const Index most = most_heads();
        for (const bool holds_words : {true, false})
            for (shown_ = most; shown_ > 0; --shown_)
                for (const bool says_rows : {true, false}) {
                    if (says_rows && (area_.width < wide_enough || sizes_.H > most_with_words))
                        continue;
                    place(says_rows);
                    const bool has_width = grid_->covered().width <= area_.width + 1;
                    const bool has_all = has_all_words(drawing_, words_, AxisSide::above, grid_->cell().x) &&
                                         grid_->covered().height + said_height_ <= area_.height + 1;
                    if (has_width && (has_all || !holds_words))
                        return;
                }
        shown_ = 1;
        place(false);
    }

    void measure_heads() {
        word_ = grid_->cell().x;
        width_ = word_ * static_cast<float>(sizes_.S_k);
        left_ = grid_->cells(0, 0).x;
        step_ = shown_ > 1 ? grid_->cells(0, 1).x - left_ : 0;
        heads_width_ = step_ * static_cast<float>(shown_ - 1) + width_;
    }

    Index most_heads() const {
        const float each = drawing_.view_state.on_paper ? 24.0F : 1.0F; // words and shares must have their room
        const float least = std::max(least_head, std::min(each * static_cast<float>(sizes_.S_k), 320.0F));
        return std::clamp<Index>(to_integer<Index>((area_.width - least_symbol_room + gap()) / (least + gap())), 1,
                                 sizes_.H);
    }

    float gap() const { return sizes_.H <= 3 ? 36 : 16; }

    void place(bool says_rows) {
        symbol_room_ = room_for_symbols();
        labels_ = symbol_room_ + (says_rows ? words_room : 0);
        first_ = std::clamp<Index>(drawing_.view_state.head - shown_ / 2, 0, sizes_.H - shown_);
        const auto heads = static_cast<float>(shown_);
        const float room = (area_.width - labels_ - (heads - 1) * gap()) / heads;
        word_ = std::min(std::max(room, least_head), largest_head) / static_cast<float>(sizes_.S_k);
        const Claims claims = said();
        said_height_ = claims.empty() ? 0
                       : drawing_.view_state.on_paper
                           ? paragraph_height(drawing_.typesetter, area_.width, text_of(claims), said_line)
                           : said_line + space::small;
        GridRules rules{.largest_cell = std::max(highest_cell, largest_head / static_cast<float>(sizes_.S_k)),
                        .stretched_cell = farthest_place, // neither side depends on the other
                        .least_gutter = gap(),
                        .line_gap = 0,
                        .told_apart = least_head / static_cast<float>(sizes_.S_k),
                        .foot = said_height_,
                        .aligned = true};
        MatrixLines lines;
        bool has_words = false;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const RowHeight& height = rows_[i];
            const Row row = height.row;
            const float needed = row == Row::k || row == Row::v ? height_of_vectors() : 0;
            rules.heights.push_back(
                {std::max(height.usual, needed) / usual_cell, least_of(height, needed), std::max(height.most, needed)});
            MatrixBox box{.map = place_of_words(), .is_drawn = false};
            if (!has_words && (row == Row::k || row == Row::scores || row == Row::scaled || row == Row::shares)) {
                has_words = true;
                words_row_ = row;
                box.map.columns = words_;
            }
            box.kept.above = row == Row::shares ? token_number_room : 0;
            box.kept.below = leads_on(i) ? 0 : is_low_page() ? 1 : between_rows;
            MatrixBox first = box;
            first.kept.left = labels_;
            first.alike = 2 * i;
            box.alike = 2 * i + 1;
            lines.emplace_back(static_cast<std::size_t>(shown_), box).front() = first;
        }
        grid_.emplace(drawing_, area_, std::move(lines), rules);
    }

    /// In a low window rows rather lose their numbers, which pointing tells; words cannot be pointed at.
    float least_of(const RowHeight& row, float needed) const {
        if (!drawing_.view_state.on_paper)
            return array_in(row.row) ? std::min(row.least, 0.45F * row.usual) : row.least;
        return is_low_page() ? row.least : std::max(row.least, needed);
    }

    /// Whether the next row leads on from this one, or this to the next, without a gap.
    bool leads_on(std::size_t row) const {
        const auto leads = [&](std::size_t i) { return i >= rows_.size() || !array_in(rows_[i].row); };
        return leads(row) || leads(row + 1);
    }

    HeatmapOptions place_of_words() const {
        HeatmapOptions map;
        map.matrix = Matrix::adopt(std::vector<float>(static_cast<std::size_t>(sizes_.S_k)), 1, sizes_.S_k);
        map.columns_above = true;
        map.shape = false;
        return map;
    }

    bool is_low_page() const { return drawing_.view_state.on_paper && area_.width > 1.5F * area_.height; }

    /// Whether so many numbers of a key have room beside each other beneath its word. On paper, which is as high as it
    /// must be, they rather stand where they can then be read.
    bool lies(Index numbers) const {
        const float cell = (word_ - space::small) / static_cast<float>(numbers);
        return cell >= least_side_by_side && (cell >= readable_vector_cell || !stands_readably(numbers));
    }
    bool stands_readably(Index numbers) const {
        return drawing_.view_state.on_paper && word_ >= readable_vector_cell && numbers <= most_numbered_rows;
    }
    /// As high as numbers above each other need.
    float height_of_vectors() const {
        const Index rows =
            std::max(array_shape(drawing_, key_array()).columns, array_shape(drawing_, value_array()).columns);
        return !lies(rows) && stands_readably(rows) ? numbered_row * static_cast<float>(rows) : 0;
    }

    /// Some notations write words where others have letters.
    float room_for_symbols() const {
        float widest = 0;
        for (const std::string& symbol :
             {std::string("<share>"), std::string("<masked score>"), std::string("<c>_<i>")})
            widest = std::max(widest, set_symbol(symbol, one_token_symbol_size).width);
        return std::clamp(widest + space::medium, least_symbol_room,
                          std::max(least_symbol_room, area_.width * symbols_share));
    }

    Typeset set_symbol(std::string_view symbol, float size) const {
        return set_general_formula(drawing_, symbol, size, drawing_.theme().ink);
    }

    Claims said() const {
        Claims claims;
        constexpr float low = 440; // in which rows need the room, as on a slide
        if ((drawing_.view_state.on_paper ? !is_low_page() : area_.height >= low) && is_shown(Row::k) &&
            is_shown(Row::v))
            claims.emplace_back(
                fmt::format("All that becomes of {}: of the other {} it needs only their keys and values.", name(),
                            of_tokens(drawing_.session, "words")),
                Always{"other tokens reach a row of the output through keys and values alone"});
        if (shown_ < sizes_.H) {
            Fact heads = fact(Quantity::length, {}, static_cast<double>(sizes_.H));
            heads.length = &Sizes::H;
            const Index first = head_number(drawing_.session, first_);
            const std::string shown =
                shown_ == 1 ? fmt::format("Head {}", first) : fmt::format("Heads {} to {}", first, first + shown_ - 1);
            claims.emplace_back(fmt::format("{} {}.", shown, of_all_heads(drawing_)), std::move(heads));
        }
        return claims;
    }

    /// A row of the picture, over all heads.
    Box band(Row row) const {
        const auto line = static_cast<std::size_t>(std::ranges::find(rows_, row, &RowHeight::row) - rows_.begin());
        const Box first = grid_->cells(line, 0);
        return {first.x, first.y, heads_width_, first.height};
    }

    const DrawContext& drawing_;
    Box area_;
    Index row_;
    Sizes sizes_;
    AxisLabels words_; ///< above the keys
    std::vector<RowHeight> rows_;
    Row words_row_ = Row::x; ///< above which they stand
    float symbol_room_ = 0;  ///< at the left, for all heads
    float labels_ = 0;       ///< with the words behind the symbols
    float said_height_ = 0;
    Index first_ = 0; ///< head
    Index shown_ = 1; ///< heads
    std::optional<Grid> grid_;
    float word_ = 0;        ///< width of a word's column
    float width_ = 0;       ///< of a head
    float left_ = 0;        ///< of the first head
    float step_ = 0;        ///< from head to head
    float heads_width_ = 0; ///< of all of them
};

} // namespace attn
