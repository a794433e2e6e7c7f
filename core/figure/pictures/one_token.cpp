#include "core/figure/pictures/one_token.h"

#include "core/explain/lenses.h"
#include "core/figure/bar_length.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"
#include "core/model/mask.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float largest_number = 38;          // of cells side by side
constexpr float least_type = 8;               // of numbers in cells
constexpr float token_number_room = 18;       // above the tallest bar, for its number
constexpr float words_room = 116;             // behind the symbols, where there is width enough
constexpr float least_symbol_room = 56;       // at the left, for all heads
constexpr float symbols_share = 0.2F;         // of the width, at most
constexpr float wide_enough = 620;            // for words behind symbols
constexpr float wide_enough_for_weights = 96; // a head
constexpr Index most_with_words = 4;          // heads: more take their room
constexpr float least_head = 64;              // wide
constexpr float largest_head = 560;
constexpr float least_side_by_side = 14;
constexpr float readable_vector_cell = 36; // of a number with its sign
constexpr float numbered_row = 16;
constexpr Index most_numbered_rows = 12;
constexpr float one_token_symbol_size = 15;
constexpr float widest_share_line = 7;
constexpr Index most_token_lines = 64;
constexpr float between_rows = 6;
constexpr float said_line = 18;
constexpr float usual_cell = 48; // with which rows are as high as usual
constexpr float highest_cell = 120;

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
    Row row{};
    float usual = 0;
    float least = 0;
    float most = 0;
};
constexpr std::array row_heights{
    RowHeight{Row::x, 26, 16, 44},         RowHeight{Row::to_heads, 30, 11, 44}, RowHeight{Row::title, 18, 13, 24},
    RowHeight{Row::q, 26, 16, 44},         RowHeight{Row::fan, 22, 3, 40},       RowHeight{Row::k, 26, 13, 88},
    RowHeight{Row::scores, 26, 16, 44},    RowHeight{Row::scaled, 26, 16, 44},   RowHeight{Row::shares, 56, 12, 200},
    RowHeight{Row::v, 26, 13, 88},         RowHeight{Row::mixed, 38, 10, 88},    RowHeight{Row::o, 26, 16, 44},
    RowHeight{Row::from_heads, 30, 9, 44}, RowHeight{Row::concat, 26, 16, 44},   RowHeight{Row::to_output, 30, 18, 44},
    RowHeight{Row::y, 26, 16, 44}};

struct PlacedMap {
    HeatmapOptions options;
    Point at;
};

class TokenPicture {
public:
    TokenPicture(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), row_(selected_cell(drawing).row),
          sizes_(drawing.sizes()), words_(column_axis_of(drawing, ArrayId::A)), rows_(shown_rows()),
          ranges_(comparable_ranges(drawing, shown_maps())) {
        words_.title.clear();
        // Which is as wide as any of them can be.
        const auto width = [&](const std::string& word) { return drawing.typesetter.measure(word, bold()).width; };
        words_.emphasised = std::ranges::max_element(words_.labels, {}, width) - words_.labels.begin();
        arrange();
        word_ = grid_->cell().x;
        width_ = word_ * static_cast<float>(sizes_.S_k);
        left_ = grid_->cells(0, 0).x;
        step_ = shown_ > 1 ? grid_->cells(0, 1).x - left_ : 0;
        heads_width_ = step_ * static_cast<float>(shown_ - 1) + width_;
    }

    void add() {
        for (const RowHeight& row : rows_)
            add_row(row.row, band(row.row));
        add_said(grid_->covered().bottom() + said_line);
    }

private:
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

    /// In a low window rows rather lose their numbers, which pointing tells.
    float least_of(const RowHeight& row, float needed) const {
        if (!drawing_.view_state.on_paper)
            return std::min(row.least, 0.45F * row.usual);
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
        return set_general_formula(drawing_, symbol, size, theme_.ink);
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

    void add_row(Row row, const Box& band) {
        if (row == words_row_)
            add_words(row == Row::shares ? band.y - token_number_room : band.y);
        const Point centre = band.centre();
        const std::optional<ArrayId> array = array_in(row);
        const auto add_label = [&](std::string_view symbol, const std::string& words) {
            this->add_label(symbol, words, centre.y);
        };
        const auto for_heads = [&](const auto& visit) {
            for (Index i = 0; i < shown_; ++i)
                visit(first_ + i, left_ + static_cast<float>(i) * step_);
        };
        switch (row) {
        case Row::x: {
            const std::string named = fmt::format("what {} is", name());
            add_label("<x>_<i>", has_room_for(named) ? named : "what it is");
            return add_wide_strip(ArrayId::X, 0, band);
        }
        case Row::to_heads:
            return add_bus(band, true);
        case Row::title:
            return for_heads([&](Index head, float x) { add_title(head, {x, band.y}); });
        case Row::q:
            add_label("<q>_<i>", "looks for");
            for_heads([&](Index head, float x) { add_centred(*array, head, x, band); });
            break;
        case Row::fan:
            return for_heads([&](Index, float x) { add_fan({x + width_ / 2, band.y + 2}, x, band.bottom() + 4); });
        case Row::k:
            add_label("<k>_<j>", of_tokens(drawing_.session, "each word offers"));
            for_heads([&](Index head, float x) { add_vectors(*array, head, x, band); });
            break;
        case Row::scores:
            add_label(R"(<q>_<i> \cdot <k>_<j>)", "how well it fits");
            for_heads([&](Index head, float x) { add_strip(*array, head, x, band); });
            break;
        case Row::scaled:
            add_label("<masked score>", has_mask(drawing_.layer()) ? "scaled and masked" : "scaled");
            for_heads([&](Index head, float x) { add_strip(*array, head, x, band); });
            break;
        case Row::shares:
            add_label("<share>", "its share");
            return for_heads([&](Index head, float x) { add_shares(head, x, band); });
        case Row::v:
            add_label("<v read>_<j>", "each hands over");
            for_heads([&](Index head, float x) { add_vectors(*array, head, x, band); });
            break;
        case Row::mixed:
            return for_heads([&](Index head, float x) { add_mixture(head, x, band.y + 2, band.bottom() - 2); });
        case Row::o:
            add_label("<o row>", "takes home");
            for_heads([&](Index head, float x) { add_centred(*array, head, x, band); });
            break;
        case Row::from_heads:
            return add_bus(band, false);
        case Row::concat:
            add_label("<c>_<i>", "side by side");
            return add_wide_strip(ArrayId::concat, sizes_.d_v, band);
        case Row::to_output:
            add_arrow({centre.x, band.y + 2}, {centre.x, band.bottom() - 2});
            return put_weights(
                [&](float size) {
                    const std::string formula = by_weights("<all W_O>") + (has_bias() ? " + <b_O>" : "");
                    return set_general_formula(drawing_, formula, size, theme_.dim);
                },
                {centre.x + space::small, band.y}, band.height);
        case Row::y:
            add_label("<y>_<i>", "knows now");
            return add_wide_strip(ArrayId::Y, 0, band);
        }
        add_row_of_maps();
    }

    /// Above their columns in each head, that of the strongest in bold.
    void add_words(float foot) {
        for (Index i = 0; i < shown_; ++i) {
            AxisLabels words = words_;
            words.emphasised = strongest(first_ + i);
            const DisplayList laid_out = lay_out_axis(words, AxisSide::above, {sizes_.S_k, word_, 0, sizes_.S_k}, 0,
                                                      theme_, drawing_.typesetter);
            list_.append(laid_out, {left_ + static_cast<float>(i) * step_, foot}, area_.grown(2));
        }
    }

    /// What a row is multiplied with: from the right, or as a column from the left.
    std::string by_weights(const std::string& weights) const {
        return drawing_.session.tokens_as_columns ? transposed_symbol(weights) + R"( \times)" : R"(\times )" + weights;
    }

    std::string name() const { return token_name(drawing_, false, row_); }
    bool has_bias() const { return !drawing_.layer().b_O.empty(); }
    float smallest_type() const { return std::max(least_type, drawing_.view_state.smallest_number); }
    bool labels_words() const { return labels_ > symbol_room_; }

    void put(std::string text, Point at, Colour colour, const Font& font, Horizontal horizontal) {
        add_text(list_, drawing_.typesetter, at, std::move(text), colour, font, horizontal);
        list_.items.back().clip = area_.grown(2);
    }

    bool has_room_for(const std::string& words) const {
        return drawing_.typesetter.measure(words, small()).width <= words_room - space::small;
    }

    /// What a row of the picture is, for all heads.
    void add_label(std::string_view symbol, const std::string& words, float middle) {
        Typeset set = set_symbol(symbol, one_token_symbol_size);
        if (set.width > symbol_room_ - space::small)
            set = set_symbol(symbol, one_token_symbol_size * (symbol_room_ - space::small) / set.width);
        list_.append(set.list, {grid_->covered().x, middle + 5}, area_.grown(2));
        if (labels_words())
            put(words, {grid_->covered().x + symbol_room_, middle + 4}, theme_.dim, small(), Horizontal::left);
    }

    /// One row of a stage that lies.
    HeatmapOptions strip_of(ArrayId array, Index head, Index row, Point cell) const {
        HeatmapOptions options = row_at(drawing_, {array, drawing_.view_state.item, head}, row);
        options.range = ranges_.at(array);
        options.cell_width = cell.x;
        options.cell_height = cell.y;
        if (options.numbers != CellNumbers::never)
            options.numbers = CellNumbers::printed;
        options.smallest_number = smallest_type();
        return options;
    }

    void add_map(HeatmapOptions options, Point at) {
        if (!drawing_.view_state.on_paper) // where the whole token is chosen
            outline_cell(options, canonical(drawing_, selected_cell(drawing_)));
        add_matrix(list_, drawing_, std::move(options), at, area_.grown(2));
    }

    /// The maps that wait, all with numbers of one size or all without.
    void add_row_of_maps() {
        std::vector<HeatmapOptions*> maps;
        for (PlacedMap& placed : waiting_)
            maps.push_back(&placed.options);
        share_number_size(maps, drawing_.typesetter);
        for (PlacedMap& placed : waiting_)
            add_map(std::move(placed.options), placed.at);
        waiting_.clear();
    }

    /// A row as wide as the heads together at most, in the middle; `columns_each` of it are a head's.
    void add_wide_strip(ArrayId array, Index columns_each, const Box& band) {
        const float y = band.y;
        const Index columns = array_shape(drawing_, array).columns;
        const float cell = std::min(largest_number + 6, heads_width_ / static_cast<float>(columns));
        const float across = cell * static_cast<float>(columns);
        const float x = left_ + (heads_width_ - across) / 2;
        add_map(strip_of(array, 0, row_, {cell, band.height}), {x, y});
        for (Index head = 0; columns_each > 0 && head < sizes_.H; ++head) {
            Rectangle edge;
            const float block = cell * static_cast<float>(columns_each);
            edge.box = {x + block * static_cast<float>(head), y, block, band.height};
            edge.stroke = head_stroke(drawing_, head, 2);
            list_.add(edge).clip = area_.grown(2);
        }
    }

    void add_line(std::vector<Point> points, const Stroke& stroke, bool curved = false) {
        Path path;
        path.points = std::move(points);
        path.stroke = stroke;
        path.curved = curved;
        list_.add(std::move(path)).clip = area_.grown(2);
    }

    void add_arrow(Point from, Point to) {
        add_line({from, to}, {theme_.connector, 1});
        add_line({{to.x - 3, to.y - 4}, to, {to.x + 3, to.y - 4}}, {theme_.connector, 1});
    }

    /// From one strip to all heads, or from all heads to one.
    void add_bus(const Box& band, bool fans_out) {
        const float centre = band.centre().x;
        const float top = band.y;
        const float bottom = band.bottom();
        const float title = fans_out ? this->band(Row::title).height : 0; // which arrows pass by
        const float level =
            fans_out ? top + std::floor((bottom - top) * 0.4F) : bottom - std::floor((bottom - top) * 0.4F);
        const Stroke stroke{theme_.connector, 1};
        const float first = left_ + width_ / 2;
        const float last = first + static_cast<float>(shown_ - 1) * step_;
        add_line({{std::min(first, centre), level}, {std::max(last, centre), level}}, stroke);
        if (fans_out)
            add_line({{centre, top + 2}, {centre, level}}, stroke);
        else
            add_arrow({centre, level}, {centre, bottom - 2});
        for (Index i = 0; i < shown_; ++i) {
            const float middle = first + static_cast<float>(i) * step_;
            if (!fans_out) {
                add_line({{middle, top + 2}, {middle, level}}, stroke);
                continue;
            }
            add_arrow({middle, level}, {middle, bottom + title - 2});
            if (width_ >= wide_enough_for_weights)
                put_weights(
                    [&](float size) {
                        return set_formula(drawing_, by_weights("<W_Q>"), size, theme_.dim, first_ + i);
                    },
                    {middle + space::small, level}, bottom + title - level);
        }
    }

    /// What a row is multiplied with, beside an arrow: smaller where what stands above and beneath it is close.
    template <class Set>
    void put_weights(const Set& set, Point at, float height) {
        constexpr float usual = 13;
        const float room = height - 2;
        Typeset weights = set(usual);
        if (const float tall = weights.ascent + weights.descent; tall > room) {
            const float size = usual * room / tall;
            if (drawing_.view_state.on_paper && size < type_size::small)
                return;
            weights = set(size);
        }
        const float baseline = at.y + (height + weights.ascent - weights.descent) / 2;
        list_.append(weights.list, {at.x, baseline}, area_.grown(2));
    }

    /// Which head it is, and what it is said or seen to do.
    void add_title(Index head, Point at) {
        Rectangle mark;
        mark.box = {at.x, at.y + 2, 10, 4};
        mark.fill = head_colour(theme_, head);
        if (drawing_.view_state.grey)
            mark.fill = theme_.ink;
        list_.add(mark).clip = area_.grown(2);
        const bool is_off = !drawing_.layer().heads.at(static_cast<std::size_t>(head)).on;
        const Font font{.weight = FontWeight::medium};
        const float room = width_ / 2 - 22; // up to the arrow in the middle
        std::string words = fmt::format("head {}{}", head_number(drawing_.session, head), is_off ? ", off" : "");
        if (drawing_.typesetter.measure(words, font).width > room)
            words = std::to_string(head_number(drawing_.session, head)) + (is_off ? " off" : "");
        if (drawing_.typesetter.measure(words, font).width > room)
            words = std::to_string(head_number(drawing_.session, head));
        put(drawing_.typesetter.shortened(words, font, room + 4), {at.x + 15, at.y + 8},
            is_off ? theme_.dim : theme_.ink, font, Horizontal::left);
    }

    float centre_of_word(float x, Index key) const { return x + (static_cast<float>(key) + 0.5F) * word_; }

    /// A head's own row, in its middle.
    void add_centred(ArrayId array, Index head, float x, const Box& band) {
        const auto columns = static_cast<float>(array_shape(drawing_, array).columns);
        const float cell = std::min(largest_number, width_ / columns);
        waiting_.push_back(
            {strip_of(array, head, row_, {cell, band.height}), {x + (width_ - cell * columns) / 2, band.y}});
    }

    /// From the query to every word.
    void add_fan(Point from, float x, float bottom) {
        if (sizes_.S_k > most_token_lines)
            return;
        const float bend = (bottom - from.y) * 0.6F;
        for (Index j = 0; j < sizes_.S_k; ++j) {
            const float to = centre_of_word(x, j);
            add_line({from, {from.x, from.y + bend}, {to, bottom - bend}, {to, bottom}}, {theme_.hairline, 1}, true);
        }
    }

    Matrix shares_of(Index head) const {
        return drawing_.trace.matrix({ArrayId::A, drawing_.view_state.item, head}).row_block(row_, 1);
    }

    Index strongest(Index head) const {
        const Matrix shares = shares_of(head);
        const auto row = shares.row(0);
        return std::max_element(row.begin(), row.end()) - row.begin();
    }

    /// The keys' or values' rows: each beneath its word, lying where it has room, else all of them standing.
    void add_vectors(ArrayId array, Index head, float x, const Box& band) {
        const float y = band.y;
        const auto columns = static_cast<float>(array_shape(drawing_, array).columns);
        const float cell = std::min(largest_number, (word_ - space::small) / columns);
        if (!lies(array_shape(drawing_, array).columns)) {
            HeatmapOptions options = heat_of(drawing_, {array, drawing_.view_state.item, head, 0, 0}, true);
            options.range = ranges_.at(array);
            options.cell_width = word_;
            options.cell_height = band.height / columns;
            options.shape = false;
            options.numbers = drawing_.view_state.on_paper ? options.numbers : CellNumbers::never;
            options.smallest_number = smallest_type();
            waiting_.push_back({std::move(options), {x, y}});
            return;
        }
        for (Index j = 0; j < sizes_.S_k; ++j)
            waiting_.push_back(
                {strip_of(array, head, j, {cell, band.height}), {centre_of_word(x, j) - cell * columns / 2, y}});
    }

    void add_strip(ArrayId array, Index head, float x, const Box& band) {
        waiting_.push_back({strip_of(array, head, row_, {word_, band.height}), {x, band.y}});
    }

    std::string share_number(float share) const {
        return display_number(share, std::max(3, drawing_.view_state.decimals));
    }

    /// With which all of them have room above their bars; at most that of small letters.
    float number_size_of(std::span<const float> shares) const {
        float widest = 0;
        for (const float share : shares)
            widest = std::max(widest, drawing_.typesetter.measure(share_number(share), small()).width);
        return type_size::small * std::min(1.0F, (word_ - 2) / widest);
    }

    /// Bars, with their numbers where they have room.
    void add_shares(Index head, float x, const Box& band) {
        const float foot = band.bottom();
        const CellId first = canonical(drawing_, {ArrayId::A, drawing_.view_state.item, head, row_, 0});
        const Matrix shares = shares_of(head);
        const ColourMap& map = colour_map(palette_of(drawing_, ArrayId::A), drawing_.view_state.look);
        const Font font{.size = number_size_of(shares.row(0))};
        const bool says_numbers = font.size >= smallest_type();
        const double tallest = fullest(shares.row(0), 1);
        list_.lacks_numbers = list_.lacks_numbers || !says_numbers;
        for (Index j = 0; j < sizes_.S_k; ++j) {
            const float share = shares(0, j);
            const float height = filled_part(static_cast<double>(share), tallest) * band.height;
            const float wide = std::max(std::min(word_ * 0.8F, 52.0F), std::min(word_, 1.0F));
            CellId cell = first;
            cell.column = j;
            Rectangle bar;
            bar.box = {centre_of_word(x, j) - wide / 2, foot - height, wide, height};
            bar.fill = map.at(share, {0, 1, 0, 1, RangeSource::fixed}); // as in A
            bar.stroke = {faded(theme_.ink, height >= 2 ? 0.35F : 0.0F), 1};
            list_.add(bar).clip = area_.grown(2);
            list_.items.back().says = ShownMeasure{canonical(drawing_, cell), Measure::height};
            Rectangle place;
            place.box = {x + static_cast<float>(j) * word_, foot - band.height - token_number_room, word_,
                         band.height + token_number_room};
            list_.add(place, cell).clip = area_.grown(2);
            if (!says_numbers)
                continue;
            put(share_number(share), {centre_of_word(x, j), foot - height - 4}, theme_.ink, font, Horizontal::centre);
            list_.items.back().says = ShownNumber{canonical(drawing_, cell)};
        }
        add_line({{x, foot + 0.5F}, {x + width_, foot + 0.5F}}, {theme_.connector, 1});
    }

    /// Every word's value on its way to the output, as strong as its share.
    void add_mixture(Index head, float x, float top, float bottom) {
        const Matrix shares = shares_of(head);
        const ColourMap& map = colour_map(palette_of(drawing_, ArrayId::A), drawing_.view_state.look);
        const Point to{x + width_ / 2, bottom};
        const float bend = (bottom - top) * 0.6F;
        for (Index j = 0; j < sizes_.S_k; ++j) {
            const float share = filled_part(static_cast<double>(shares(0, j)), 1);
            if (share < 0.005F)
                continue;
            const float from = centre_of_word(x, j);
            add_line({{from, top}, {from, top + bend}, {to.x, to.y - bend}, to},
                     {map.at_share(0.3F + 0.7F * share), std::max(1.0F, share * widest_share_line)}, true);
        }
    }

    /// On paper as many lines as it takes, in the window one, where it has room.
    void add_said(float y) {
        const float width = std::max(area_.width, grid_->covered().width);
        if (drawing_.view_state.on_paper)
            add_paragraph(list_, drawing_.typesetter, {area_.x, y}, width, said(), theme_.dim, {}, said_line);
        else if (y <= area_.bottom()) {
            put(drawing_.typesetter.shortened(text_of(said()), {}, width), {area_.x, y}, theme_.dim, {},
                Horizontal::left);
            attach_claims(list_, said());
        }
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    Index row_;
    Sizes sizes_;
    AxisLabels words_; ///< above the keys
    std::vector<RowHeight> rows_;
    std::map<ArrayId, Range> ranges_; ///< of colours
    Row words_row_ = Row::x;          ///< above which they stand
    float symbol_room_ = 0;           ///< at the left, for all heads
    float labels_ = 0;                ///< with the words behind the symbols
    float said_height_ = 0;
    Index first_ = 0; ///< head
    Index shown_ = 1; ///< heads
    std::optional<Grid> grid_;
    float word_ = 0;                 ///< width of a word's column
    float width_ = 0;                ///< of a head
    float left_ = 0;                 ///< of the first head
    float step_ = 0;                 ///< from head to head
    float heads_width_ = 0;          ///< of all of them
    std::vector<PlacedMap> waiting_; ///< of the row that is laid out
};

} // namespace

bool shows_token(const DrawContext& drawing) {
    constexpr std::array needed{ArrayId::X, ArrayId::Q, ArrayId::K,      ArrayId::V, ArrayId::scores,
                                ArrayId::A, ArrayId::O, ArrayId::concat, ArrayId::Y};
    if (drawing.view_state.parameter)
        return false;
    const Axis rows = row_of(drawing.view_state.step).rows;
    const bool is_reader = rows == Axis::query_tokens || (rows == Axis::key_tokens && !drawing.layer().context);
    return is_reader && std::ranges::all_of(needed, [&](ArrayId stage) { return drawing.trace.has(stage); });
}

void token_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    draw_above_scales(list, drawing, area, [&](const Box& above) { TokenPicture(list, drawing, above).add(); });
}

} // namespace attn
