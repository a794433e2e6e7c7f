#include "core/figure/pictures/one_token_places.h"

#include "core/explain/lenses.h"
#include "core/figure/layout/label_reach.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/model/facts.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <iterator>
#include <limits>

namespace attn {

namespace {

constexpr float least_symbol_room = 56; // width at the left of all heads
constexpr float symbols_share = 0.2F;   // largest part of the width
constexpr float wide_enough = 620;      // for words after symbols
constexpr Index most_with_words = 4;    // with more heads there is no room for words
constexpr float least_head = 64;        // width
constexpr float largest_head = 560;
constexpr float least_side_by_side = 14;
constexpr float readable_vector_cell = 36; // width of a number with its sign
constexpr float numbered_row = 16;
constexpr Index most_numbered_rows = 12;
constexpr float column_names_room = 18;
constexpr float beneath_cut_off = 20;
constexpr float usual_cell = 48; // size of the cells with which rows have their usual height
constexpr float highest_cell = 120;

using Row = TokenRow;
constexpr std::array row_table{
    TokenRowRules{Row::x, 26, 16, 44, {}, ArrayId::X, "<x>_<i>", "what it is"},
    TokenRowRules{Row::to_heads, 30, 11, 44, {Row::x, Row::q}},
    TokenRowRules{Row::title, 18, 15, 24},
    TokenRowRules{Row::q, 26, 16, 44, {}, ArrayId::Q, "<q read>_<i>", "looks for", "looks for"},
    TokenRowRules{Row::fan, 22, 3, 40, {Row::q, Row::k}},
    TokenRowRules{Row::k, 26, 13, 88, {}, ArrayId::K, "<k read>_<j>", "each word offers", "offers"},
    TokenRowRules{
        Row::scores, 26, 16, 44, {}, ArrayId::scores, R"(<q read>_<i> \cdot <k read>_<j>)", "how well it fits"},
    TokenRowRules{Row::scaled, 26, 16, 44, {}, ArrayId::masked, "<softmax score>", "scaled"},
    TokenRowRules{Row::shares, 56, 12, 200, {}, ArrayId::A, "<share>", "its share"},
    TokenRowRules{Row::v, 26, 13, 88, {}, ArrayId::V, "<v read>_<j>", "each hands over", "hands over"},
    TokenRowRules{Row::mixed, 38, 10, 88, {Row::shares, Row::v, Row::o}},
    TokenRowRules{Row::o, 26, 16, 44, {}, ArrayId::O, "<o row>", "takes home"},
    TokenRowRules{Row::gated, 26, 16, 44, {}, ArrayId::O_gated, "<o gated>_<i>", "through its gate"},
    TokenRowRules{Row::from_heads, 30, 9, 44, {Row::o, Row::concat}},
    TokenRowRules{Row::concat, 26, 16, 44, {}, ArrayId::concat, "<c>_<i>", "side by side"},
    TokenRowRules{Row::to_output, 30, 18, 44, {Row::concat, Row::y}},
    TokenRowRules{Row::y, 26, 16, 44, {}, ArrayId::Y, "<y>_<i>", "knows now"}};

/// The rows that a low window leaves out, in this order.
constexpr std::array dispensable_rows{Row::scaled, Row::k, Row::v, Row::scores, Row::q};

bool is_above_words(Row row) {
    return row == Row::k || row == Row::scores || row == Row::scaled || row == Row::shares;
}

bool is_of_heads(Row row) {
    return row == Row::q || row == Row::v || row == Row::o || row == Row::gated || is_above_words(row);
}

} // namespace

TokenPlaces::TokenPlaces(DisplayList& list, const DrawContext& drawing, const Box& area)
    : Canvas(list, drawing, area), row_(selected_cell(drawing).row), sizes_(drawing.sizes()),
      words_(column_axis_of(drawing, ArrayId::A)) {
    words_.title.clear();
    if (!on_paper() && drawing.session.split == Split::letters)
        words_.smallest_word = smallest_enlarged_word; // small level letters read better than turned ones
    const auto width = [&](const std::string& word) { return width_of(word, bold()); };
    words_.emphasised = std::ranges::max_element(words_.labels, {}, width) - words_.labels.begin();
    arrange();
    measure_heads();
    name_columns();
}

std::string TokenPlaces::name() const {
    return token_name(drawing_, false, row_).letters();
}

std::string TokenPlaces::done_to(TokenRow row) const {
    const ArrayId first = *std::ranges::find(row_table, row, &TokenRowRules::row)->array;
    std::string done;
    for (ArrayId array = *array_in(row); array != first && !drawing_.trace.recipe(array).operands.empty();
         array = drawing_.trace.recipe(array).operands[0].array)
        done.insert(0, short_name(drawing_.notation, array) + (done.empty() ? "" : ", "));
    return done;
}

/// The array that a row shows: for q and k the queries and keys that scores read, for v the values that are mixed, else
/// the row's own.
std::optional<ArrayId> TokenPlaces::array_in(TokenRow row) const {
    const auto operand = [&](ArrayId stage, std::size_t number) {
        return drawing_.trace.recipe(stage).operands[number].array;
    };
    if (row == Row::q || row == Row::k)
        return operand(ArrayId::scores, row == Row::q ? 0 : 1);
    if (row == Row::v)
        return values_mixed(drawing_.trace);
    return std::ranges::find(row_table, row, &TokenRowRules::row)->array;
}

bool TokenPlaces::is_shown(TokenRow row) const {
    return is_shown(*std::ranges::find(row_table, row, &TokenRowRules::row));
}

bool TokenPlaces::is_shown(const TokenRowRules& row) const {
    if (std::ranges::find(left_out_, row.row) != left_out_.end())
        return false;
    const std::vector<ArrayId>& asked = view().token_lines; // empty: all
    const auto is_asked_for = [&](ArrayId array) {
        return asked.empty() || std::ranges::find(asked, array) != asked.end();
    };
    if (row.row == Row::title)
        return std::ranges::any_of(row_table,
                                   [&](const TokenRowRules& one) { return is_of_heads(one.row) && is_shown(one); });
    if (row.row == Row::scaled)
        return drawing_.trace.has(ArrayId::masked) && (is_asked_for(ArrayId::scaled) || is_asked_for(ArrayId::masked));
    if (row.row == Row::gated)
        return drawing_.trace.has(ArrayId::O_gated) && (is_asked_for(ArrayId::O) || is_asked_for(ArrayId::O_gated));
    if (row.array)
        return is_asked_for(*row.array);
    return std::ranges::all_of(row.between, [&](std::optional<TokenRow> one) { return !one || is_shown(*one); });
}

/// The arrays that are shown as cells.
std::vector<ArrayId> TokenPlaces::shown_maps() const {
    std::vector<ArrayId> maps;
    for (const TokenRowRules& row : rows_)
        if (const auto array = array_in(row.row); array && row.row != Row::shares)
            maps.push_back(*array);
    return maps;
}

/// Chooses the rows and heads that have room. Where no tooltip shows numbers, first words beside rows, then heads other
/// than the selected one, are left out to make room for numbers. In a low window some rows are left out then, and the
/// picture says so. If the keys' words have no room either, they are left out, and on paper the picture may be higher
/// than asked.
void TokenPlaces::arrange() {
    leave_out({});
    const bool wants_numbers = (on_paper() || view().is_enlarged) && view().numbers != CellNumbers::never;
    for (const bool holds_numbers : {true, false}) {
        holds_numbers_ = holds_numbers;
        if (wants_numbers && settles({.words = true, .height = true, .numbers = true}))
            return;
    }
    for (const bool holds_numbers : {true, false}) {
        holds_small_numbers_ = holds_numbers;
        if (settles({.words = true, .height = true})) {
            make_room_for_numbers();
            return;
        }
    }
    if (wants_numbers && on_paper() && settles({.words = true, .height = false, .numbers = true}))
        return;
    for (const bool holds_words : {true, false})
        for (std::size_t count = 1; count <= dispensable_rows.size() && !on_paper(); ++count) {
            leave_out(std::span(dispensable_rows).first(count));
            if (settles({.words = holds_words, .height = true}))
                return;
        }
    leave_out({});
    if (settles({.words = false, .height = false}))
        return;
    shown_ = 1;
    place(false);
}

void TokenPlaces::leave_out(std::span<const TokenRow> rows) {
    left_out_ = rows;
    rows_.clear();
    std::ranges::copy_if(row_table, std::back_inserter(rows_), [&](const TokenRowRules& row) { return is_shown(row); });
}

bool TokenPlaces::settles(const Holds& holds) {
    for (shown_ = most_heads(); shown_ > 0; --shown_)
        if (heads_settle(holds))
            return true;
    return false;
}

bool TokenPlaces::heads_settle(const Holds& holds) {
    return (area_.width >= wide_enough && sizes_.H <= most_with_words && settles_with(true, holds)) ||
           settles_with(false, holds);
}

bool TokenPlaces::settles_with(bool says_rows, const Holds& holds) {
    place(says_rows);
    const bool has_width = grid_->covered().width <= area_.width + 1;
    const bool has_height = grid_->covered().height + said_height_ <= area_.height + 1;
    const bool has_words = has_all_words(drawing_, words_, AxisSide::above, grid_->cell().x);
    const bool has_numbers =
        grid_->cell().x >= (on_paper() || view().is_enlarged ? readable_vector_cell : width_of_shares());
    return has_width && (has_height || !holds.height) && (has_words || !holds.words) && (has_numbers || !holds.numbers);
}

/// The width of the widest attention weight in the smallest type.
float TokenPlaces::width_of_shares() const {
    constexpr Index most = 1024; // more have no room for numbers
    float widest = 0;
    for (Index head = 0; head < sizes_.H && sizes_.H * sizes_.S_k <= most; ++head) {
        const Matrix shares =
            drawing_.trace.array(*array_in(Row::shares), view().item, head).row_block(row_, 1); // 1 x S_k
        for (const float share : shares.row(0))
            widest = std::max(widest, width_of(share_text(share), {.size = least_token_type}));
    }
    return widest + between_shares;
}

std::string TokenPlaces::share_text(float share) const {
    return number_in_cell(share, view().fine_decimals());
}

/// In a window, makes room for numbers by moving heads closer together, or by leaving out the words beside rows. All
/// heads stay, since tooltips show their numbers.
void TokenPlaces::make_room_for_numbers() {
    if (on_paper() || view().is_enlarged || view().numbers == CellNumbers::never)
        return;
    const Holds with_numbers{.words = true, .height = true, .numbers = true};
    for (const bool stands_close : {false, true}) {
        stands_close_ = stands_close;
        if (heads_settle(with_numbers))
            return;
    }
    stands_close_ = false;
    heads_settle({.words = true, .height = true});
}

void TokenPlaces::measure_heads() {
    word_ = grid_->cell().x;
    width_ = word_ * static_cast<float>(sizes_.S_k);
    left_ = grid_->cells(0, 0).x;
    step_ = shown_ > 1 ? grid_->cells(0, 1).x - left_ : 0;
    heads_width_ = step_ * static_cast<float>(shown_ - 1) + width_;
}

/// The height of the lowest row with numbers in cells.
float TokenPlaces::lowest_row() const {
    float lowest = farthest_place;
    for (const TokenRowRules& row : rows_)
        if (array_in(row.row) && row.row != Row::shares)
            lowest = std::min(lowest, band(row.row).height);
    return lowest;
}

/// Labels the columns of x and y, unless that makes rows too low for numbers or the picture too high.
void TokenPlaces::name_columns() {
    constexpr float readable_row = 16;
    const auto name = [&](std::optional<AxisLabels>& names, Row row) {
        const ArrayId array = *array_in(row);
        const float step = cell_of_wide_row(array);
        if (on_paper() || !drawing_.session.column_names.contains(array) || !is_shown(row))
            return;
        AxisLabels labels = column_axis_of(drawing_, array);
        labels.title.clear();
        if (!has_all_words(drawing_, labels, AxisSide::above, step))
            return;
        const float height = lowest_row();
        const bool says_rows = labels_ > symbol_room_;
        names = std::move(labels);
        place(says_rows);
        if (grid_->covered().height + said_height_ > area_.height + 1 ||
            lowest_row() < std::min(height, readable_row)) {
            names.reset();
            place(says_rows);
        }
    };
    name(names_of_x_, Row::x);
    name(names_of_y_, Row::y);
}

/// The width of a cell in a row that is as wide as all heads.
float TokenPlaces::cell_of_wide_row(ArrayId array) const {
    return std::min(largest_number + 6, heads_width_ / static_cast<float>(array_shape(drawing_, array).columns));
}

Index TokenPlaces::most_heads() const {
    const float each = on_paper() ? 24.0F : 1.0F; // words and attention weights need this much
    const float least = std::max(least_head, std::min(each * static_cast<float>(sizes_.S_k), 320.0F));
    return std::clamp<Index>(to_integer<Index>((area_.width - least_symbol_room + gap()) / (least + gap())), 1,
                             sizes_.H);
}

void TokenPlaces::place(bool says_rows) {
    symbol_room_ = room_for_symbols();
    labels_ = symbol_room_ + (says_rows ? words_room : 0);
    first_ = std::clamp<Index>(view().head - shown_ / 2, 0, sizes_.H - shown_);
    const auto heads = static_cast<float>(shown_);
    const float room = (area_.width - labels_ - (heads - 1) * gap()) / heads;
    word_ = std::min(std::max(room, least_head), largest_head) / static_cast<float>(sizes_.S_k);
    const Claims claims = said();
    said_height_ = claims.empty() ? 0
                   : on_paper()   ? paragraph_height(drawing_.typesetter, area_.width, prose_of(claims), said_line)
                                  : said_line + space::small;
    GridRules rules{.largest_cell = std::max(highest_cell, largest_head / static_cast<float>(sizes_.S_k)),
                    .stretched_cell = farthest_place, // width and height of cells are independent
                    .least_gutter = gap(),
                    .line_gap = 0,
                    .told_apart = least_head / static_cast<float>(sizes_.S_k),
                    .foot = said_height_,
                    .aligned = true};
    MatrixLines lines;
    bool has_words = false;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const TokenRowRules& height = rows_[i];
        const Row row = height.row;
        const float needed = row == Row::k || row == Row::v ? height_of_vectors() : 0;
        rules.heights.push_back({std::max(height.usual, needed) / usual_cell, least_of(height, needed),
                                 std::max(height.most, least_of(height, needed))});
        MatrixBox box{.map = place_of_words(), .is_drawn = false};
        if (!has_words && is_above_words(row)) {
            has_words = true;
            words_row_ = row;
            box.map.columns = words_;
        }
        box.kept.above = row == Row::shares ? token_number_room : row == Row::x && names_of_x_ ? column_names_room : 0;
        box.kept.below = row == Row::y && names_of_y_ ? column_names_room : leads_on(i) ? 0 : between_rows();
        box.kept.below += is_cut_off(row) ? beneath_cut_off : 0;
        MatrixBox first = box;
        first.kept.left = labels_;
        first.alike = 2 * i;
        box.alike = 2 * i + 1;
        lines.emplace_back(static_cast<std::size_t>(shown_), box).front() = first;
    }
    grid_.emplace(drawing_, area_, std::move(lines), rules);
}

/// The least height of a row. In a low window rows lose numbers, which tooltips show, before words, which they do not.
/// Enlarged pictures have no tooltips.
float TokenPlaces::least_of(const TokenRowRules& row, float needed) const {
    constexpr float of_row = 0.7F; // size of a number, as a part of the row's height
    const bool is_numbered = array_in(row.row) && row.row != Row::shares && row.row != Row::k && row.row != Row::v;
    if (view().is_enlarged && holds_numbers_ && is_numbered)
        return std::max(row.least, std::ceil(view().smallest_number / of_row));
    const float numbered = is_numbered && holds_small_numbers_ ? std::ceil(least_token_type / of_row) : 0;
    if (!on_paper())
        return array_in(row.row) ? std::max(numbered, std::min(row.least, 0.45F * row.usual)) : row.least;
    return holds_numbers_ || !is_low_page() ? std::max(row.least, needed) : row.least;
}

/// True if this row or the next consists of lines that connect them, so that there is no gap.
bool TokenPlaces::leads_on(std::size_t row) const {
    const auto leads = [&](std::size_t i) { return i >= rows_.size() || !array_in(rows_[i].row); };
    return leads(row) || leads(row + 1);
}

/// True if the picture leaves out the lines that follow this row, so that it is not connected to the next one.
bool TokenPlaces::is_cut_off(TokenRow row) const {
    return view().in_lesson() && std::ranges::any_of(row_table, [&](const TokenRowRules& one) {
               return one.between.front() == row && !is_shown(one);
           });
}

HeatmapOptions TokenPlaces::place_of_words() const {
    HeatmapOptions map;
    map.matrix = Matrix::adopt(std::vector<float>(static_cast<std::size_t>(sizes_.S_k)), 1, sizes_.S_k);
    map.columns_above = true;
    map.shape = false;
    return map;
}

/// True if that many numbers of a key fit side by side beneath its word. On paper, numbers that would be too small are
/// written one below the other instead.
bool TokenPlaces::lies(Index numbers) const {
    const float cell = (word_ - space::small) / static_cast<float>(numbers);
    return cell >= least_side_by_side && (cell >= readable_vector_cell || !stands_readably(numbers));
}
bool TokenPlaces::stands_readably(Index numbers) const {
    return on_paper() && word_ >= readable_vector_cell && numbers <= most_numbered_rows;
}
/// The height of keys and values: as much as their numbers need, side by side or one below the other.
float TokenPlaces::height_of_vectors() const {
    const Index rows =
        std::max(array_shape(drawing_, *array_in(Row::k)).columns, array_shape(drawing_, *array_in(Row::v)).columns);
    if (lies(rows))
        return on_paper() ? numbered_row : 0;
    return stands_readably(rows) ? numbered_row * static_cast<float>(rows) : 0;
}

/// The width of the rows' symbols, which are words in some notations.
float TokenPlaces::room_for_symbols() const {
    float widest = 0;
    for (const std::string& symbol : {std::string("<share>"), std::string("<softmax score>"), std::string("<c>_<i>")})
        widest = std::max(widest, set_symbol(symbol, one_token_symbol_size).width);
    const float readable = on_paper() ? widest * type_size::small / one_token_symbol_size + space::small : 0;
    return std::clamp(widest + space::medium, least_symbol_room,
                      std::max({least_symbol_room, area_.width * symbols_share, readable}));
}

Typeset TokenPlaces::set_symbol(std::string_view symbol, float size) const {
    return set_general_formula(drawing_, symbol, size, drawing_.theme().ink);
}

Claims TokenPlaces::said() const {
    Claims claims;
    constexpr float low = 440; // rows of a slide need the height
    if ((on_paper() ? !is_low_page() : area_.height >= low) && is_shown(Row::k) && is_shown(Row::v) &&
        view().says_token_lines)
        claims.emplace_back(
            prose("Of the {} {} needs only the keys and values.",
                  words_in(drawing_.layer().context ? "<word>s that are read" : "other <word>s", drawing_.notation),
                  token_name(drawing_, false, row_)),
            Always{"other tokens reach a row of the output through keys and values alone"});
    if (!left_out_.empty()) {
        Prose names;
        for (const Row row : left_out_)
            if (drawing_.trace.has(*array_in(row)))
                names += (names.empty() ? "" : ", ") + name_of(drawing_.notation, *array_in(row));
        claims.emplace_back(prose("No room here for {}.", names),
                            Always{"they are those that were left out as rows were given their places"});
    }
    if (shown_ < sizes_.H)
        claims.emplace_back(words_of_heads(drawing_, first_, shown_) + ".", length_fact(sizes_, &Sizes::H));
    return claims;
}

/// The box of a row of the picture, over all heads.
Box TokenPlaces::band(TokenRow row) const {
    const auto line = static_cast<std::size_t>(std::ranges::find(rows_, row, &TokenRowRules::row) - rows_.begin());
    const Box first = grid_->cells(line, 0);
    return {first.x, first.y, heads_width_, first.height};
}

} // namespace attn
