#include "core/explain/lenses.h"
#include "core/figure/bar_length.h"
#include "core/figure/heatmap_cells.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/one_token_places.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"
#include "core/model/mask.h"
#include "core/model/overrides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float wide_enough_for_weights = 96; // width of a head
constexpr float widest_share_line = 7;
constexpr float highest_hatched = 5; // height of the hatch for a masked weight, which has no bar
constexpr Index most_token_lines = 64;

class TokenPicture : TokenPlaces {
public:
    TokenPicture(DisplayList& list, const DrawContext& drawing, const Box& area)
        : TokenPlaces(list, drawing, area), ranges_(comparable_ranges(drawing, shown_maps())) {}

    void add() {
        for (const TokenRowRules& rules : rows_)
            add_row(rules, band(rules.row));
        add_said(grid_->covered().bottom() + said_line);
    }

private:
    void add_row(const TokenRowRules& rules, const Box& band) {
        if (rules.row == words_row_)
            add_words(rules.row == TokenRow::shares ? band.y - token_number_room : band.y);
        if (rules.array)
            add_label(rules.symbol, words_of(rules), band);
        switch (rules.row) {
        case TokenRow::x:
        case TokenRow::concat:
        case TokenRow::y:
            return add_wide_strip(rules, rules.row == TokenRow::concat ? sizes_.d_v : 0, band);
        case TokenRow::to_heads:
        case TokenRow::from_heads:
            return add_bus(band, rules.row == TokenRow::to_heads);
        case TokenRow::to_output:
            return add_way_to_output(band);
        default:
            for (Index i = 0; i < shown_; ++i)
                add_in_head(rules.row, first_ + i,
                            {left_ + static_cast<float>(i) * step_, band.y, width_, band.height});
            add_row_of_maps();
        }
    }

    /// Adds one row of the picture in one head.
    void add_in_head(TokenRow row, Index head, const Box& band) {
        switch (row) {
        case TokenRow::title:
            return add_title(head, {band.x, band.y});
        case TokenRow::fan:
            return add_fan({band.centre().x, band.y + 2}, band.x, band.bottom() + 4);
        case TokenRow::shares:
            return add_shares(head, band);
        case TokenRow::mixed:
            return add_mixture(head, band.x, band.y + 2, band.bottom() - 2);
        case TokenRow::k:
        case TokenRow::v:
            return add_vectors(*array_in(row), head, band);
        case TokenRow::scores:
        case TokenRow::scaled:
            return add_strip(row, head, band);
        default: // rows for the head's query and output
            return add_centred(*array_in(row), head, band);
        }
    }

    std::string words_of(const TokenRowRules& rules) const {
        std::string named = fmt::format("what {} is", name());
        if (rules.row == TokenRow::x && has_room(named))
            return named;
        if (rules.row == TokenRow::scaled)
            return words_of_scaled();
        const std::string done = rules.array ? done_to(rules.row) : "";
        if (done.empty())
            return words_in(rules.says, drawing_.notation).letters();
        const std::string both = fmt::format("{}, {}", rules.briefly, done);
        return has_room(both) ? both : done;
    }

    bool has_room(const std::string& words) const { return width_of(words, small()) <= words_room - space::small; }

    /// The steps from scores to softmax in words: all, or the first and the last if there is no room.
    std::string words_of_scaled() const {
        std::vector<std::string> done{"scaled"};
        if (drawing_.trace.has(ArrayId::capped))
            done.emplace_back("capped");
        if (drawing_.trace.has(ArrayId::bias))
            done.emplace_back("biased");
        if (has_mask(drawing_.layer()))
            done.emplace_back("masked");
        const std::string all = fmt::format("{}", fmt::join(done, done.size() == 2 ? " and " : ", "));
        return has_room(all) ? all : fmt::format("{} … {}", done.front(), done.back());
    }

    void add_way_to_output(const Box& band) {
        const float centre = band.centre().x;
        add_arrow({centre, band.y + 2}, {centre, band.bottom() - 2});
        if (is_given(drawing_, ArrayId::Y) || is_overridden(drawing_.layer(), ArrayId::parts))
            return;
        const std::string formula = by_weights("<all W_O>") + (drawing_.layer().b_O.empty() ? "" : " + <b_O>");
        put_weights([&](float size) { return set_general_formula(drawing_, formula, size, theme_.dim); },
                    {centre + space::small, band.y}, band.height);
    }

    /// Adds the keys' words above their columns in each head. The word with the largest attention weight is bold.
    void add_words(float foot) {
        for (Index i = 0; i < shown_; ++i) {
            AxisLabels words = words_;
            words.emphasised = strongest(first_ + i);
            const DisplayList laid_out = lay_out_axis(words, AxisSide::above, {sizes_.S_k, word_, 0, sizes_.S_k}, 0,
                                                      theme_, drawing_.typesetter);
            append(laid_out, {left_ + static_cast<float>(i) * step_, foot});
        }
    }

    /// The sign and symbol of a weight that multiplies a row: from the right, or from the left if tokens are columns.
    std::string by_weights(const std::string& weights) const {
        return drawing_.session.tokens_as_columns ? transposed_symbol(weights) + R"( \times)" : R"(\times )" + weights;
    }

    float smallest_type() const { return std::max(least_token_type, view().smallest_number); }

    /// Adds the symbol and words of a row of the picture, once for all heads. In low rows they are smaller, to keep a
    /// distance from the next row.
    void add_label(std::string_view symbol, const std::string& words, const Box& band) {
        constexpr float of_row = 0.72F;
        const float least = on_paper() ? type_size::small : 0; // the requested size
        const float size = bounded(of_row * (band.height + between_rows()), least, one_token_symbol_size);
        const float middle = band.centre().y;
        Typeset set = set_symbol(symbol, size);
        if (set.width > symbol_room_ - space::small)
            set = set_symbol(symbol, size * (symbol_room_ - space::small) / set.width);
        append(set.list, {grid_->covered().x, middle + 5});
        if (view().says_token_lines && labels_ > symbol_room_)
            add_text({grid_->covered().x + symbol_room_, middle + 4}, words, theme_.dim, small());
    }

    /// One row of a stage as a horizontal strip.
    HeatmapOptions strip_of(ArrayId array, Index head, Index row, Point cell) const {
        HeatmapOptions options = row_at(drawing_, {drawing_.layer().number, array, view().item, head}, row);
        options.range = ranges_.at(array);
        options.cell_width = cell.x;
        options.cell_height = cell.y;
        if (options.numbers != CellNumbers::never)
            options.numbers = CellNumbers::printed;
        options.smallest_number = smallest_type();
        return options;
    }

    void add_map(HeatmapOptions options, Point at) {
        if (!on_paper()) // on paper the whole token is the subject, not a cell
            outline_cell(options, canonical(drawing_, selected_cell(drawing_)));
        add_matrix(list_, drawing_, std::move(options), at, area_.grown(2));
    }

    /// Draws the collected strips of a row. Either all of them show numbers or none does.
    void add_row_of_maps() {
        std::vector<HeatmapOptions*> maps;
        for (auto& [map, at] : waiting_)
            maps.push_back(&map);
        share_number_size(maps, drawing_.typesetter);
        for (auto& [map, at] : waiting_)
            add_map(std::move(map), at);
        waiting_.clear();
    }

    /// Adds a row that is centred and at most as wide as all heads; each head has `columns_each` of its columns.
    void add_wide_strip(const TokenRowRules& rules, Index columns_each, const Box& band) {
        const ArrayId array = *rules.array;
        const float y = band.y;
        const Index columns = array_shape(drawing_, array).columns;
        const float cell = cell_of_wide_row(array);
        const float across = cell * static_cast<float>(columns);
        const float x = left_ + (heads_width_ - across) / 2;
        add_map(strip_of(array, 0, row_, {cell, band.height}), {x, y});
        if (rules.row == TokenRow::x && names_of_x_)
            add_names(*names_of_x_, AxisSide::above, cell, {x, y});
        if (rules.row == TokenRow::y && names_of_y_)
            add_names(*names_of_y_, AxisSide::below, cell, {x, band.bottom()});
        for (Index head = 0; columns_each > 0 && head < sizes_.H; ++head) {
            const float block = cell * static_cast<float>(columns_each);
            add_box({x + block * static_cast<float>(head), y, block, band.height}, transparent,
                    head_stroke(drawing_, head, 2));
        }
    }

    void add_names(const AxisLabels& names, AxisSide side, float cell, Point at) {
        const Index columns = std::ssize(names.labels);
        append(lay_out_axis(names, side, {columns, cell, 0, columns}, 0, theme_, drawing_.typesetter), at);
    }

    void add_arrow(Point from, Point to) {
        add_line(from, to, {theme_.connector, 1});
        add_way({{to.x - 3, to.y - 4}, to, {to.x + 3, to.y - 4}}, {theme_.connector, 1});
    }

    /// Adds the lines from one strip to all heads, or from all heads to one strip.
    void add_bus(const Box& band, bool fans_out) {
        const float centre = band.centre().x;
        const float top = band.y;
        const float bottom = band.bottom();
        const float title = fans_out ? this->band(TokenRow::title).height : 0; // the arrows run past the titles
        const float level =
            fans_out ? top + std::floor((bottom - top) * 0.4F) : bottom - std::floor((bottom - top) * 0.4F);
        const Stroke stroke{theme_.connector, 1};
        const float first = left_ + width_ / 2;
        const float last = first + static_cast<float>(shown_ - 1) * step_;
        add_line({std::min(first, centre), level}, {std::max(last, centre), level}, stroke);
        if (fans_out)
            add_line({centre, top + 2}, {centre, level}, stroke);
        else
            add_arrow({centre, level}, {centre, bottom - 2});
        for (Index i = 0; i < shown_; ++i) {
            const float middle = first + static_cast<float>(i) * step_;
            if (!fans_out) {
                add_line({middle, top + 2}, {middle, level}, stroke);
                continue;
            }
            add_arrow({middle, level}, {middle, bottom + title - 2});
            if (width_ >= wide_enough_for_weights)
                put_weights([&](float size) { return way_to_query(first_ + i, size, width_ / 2 - space::small); },
                            {middle + space::small, level}, bottom + title - level);
        }
    }

    /// The weights that turn x into the head's query, and the steps after them, e.g. "rotated", if there is room.
    Typeset way_to_query(Index head, float size, float room) const {
        const auto set = [&](const std::string& formula) {
            return set_formula(drawing_, formula, size, theme_.dim, head);
        };
        if (drawing_.layer().given.contains({drawing_.layer().number, ArrayId::Q, view().item, head}))
            return set(R"(\text{given})");
        Typeset weights = set(by_weights("<W_Q>"));
        const std::string done = done_to(TokenRow::q);
        if (done.empty())
            return weights;
        Typeset all = set(fmt::format(R"({},\ \text{{{}}})", by_weights("<W_Q>"), done));
        return all.width <= room ? all : weights;
    }

    /// Adds the weights beside an arrow, in smaller type if the arrow is short.
    template <class Set>
    void put_weights(const Set& set, Point at, float height) {
        constexpr float usual = 13;
        const float room = height - 2;
        Typeset weights = set(usual);
        if (const float tall = weights.ascent + weights.descent; tall > room) {
            const float size = usual * room / tall;
            if (on_paper() && size < type_size::small)
                return;
            weights = set(size);
        }
        const float baseline = at.y + (height + weights.ascent - weights.descent) / 2;
        append(weights.list, {at.x, baseline});
    }

    /// Adds the title of a head: its number, and the rule that it follows or is said to follow.
    void add_title(Index head, Point at) {
        const float baseline = at.y + (is_shown(TokenRow::to_heads) ? 8 : 13); // otherwise nothing separates it from
                                                                               // what is above
        add_box({at.x, baseline - 6, 10, 4}, view().grey ? theme_.ink : head_colour(theme_, head));
        const bool is_off = !drawing_.layer().heads.at(static_cast<std::size_t>(head)).on;
        const Font font{.weight = FontWeight::medium};
        const float room = width_ / 2 - 22; // up to the arrow in the middle
        std::string words = fmt::format("head {}{}", head_number(drawing_.session, head), is_off ? ", off" : "");
        if (width_of(words, font) > room)
            words = std::to_string(head_number(drawing_.session, head)) + (is_off ? " off" : "");
        if (width_of(words, font) > room)
            words = std::to_string(head_number(drawing_.session, head));
        add_text({at.x + 15, baseline}, drawing_.typesetter.shortened(words, font, room + 4),
                 is_off ? theme_.dim : theme_.ink, font);
    }

    float centre_of_word(float x, Index key) const { return x + (static_cast<float>(key) + 0.5F) * word_; }

    /// Adds a row of a head, centred.
    void add_centred(ArrayId array, Index head, const Box& band) {
        const auto columns = static_cast<float>(array_shape(drawing_, array).columns);
        const float cell = std::min(largest_number, width_ / columns);
        waiting_.push_back(
            {strip_of(array, head, row_, {cell, band.height}), {band.centre().x - cell * columns / 2, band.y}});
    }

    void add_curve(Point from, Point to, const Stroke& stroke) {
        const float bend = (to.y - from.y) * 0.6F;
        add_way({from, {from.x, from.y + bend}, {to.x, to.y - bend}, to}, stroke, true);
    }

    /// Adds the lines from the query to all words.
    void add_fan(Point from, float x, float bottom) {
        for (Index j = 0; j < sizes_.S_k && sizes_.S_k <= most_token_lines; ++j)
            add_curve(from, {centre_of_word(x, j), bottom}, {theme_.hairline, 1});
    }

    Matrix shares_of(Index head) const {
        return drawing_.trace.array(ArrayId::A, view().item, head).row_block(row_, 1);
    }

    Index strongest(Index head) const {
        const Matrix shares = shares_of(head);
        const auto row = shares.row(0);
        return std::max_element(row.begin(), row.end()) - row.begin();
    }

    /// Adds the rows of keys or values beneath their words: horizontal if there is room, otherwise vertical.
    void add_vectors(ArrayId array, Index head, const Box& band) {
        const auto [x, y] = Point{band.x, band.y};
        const auto columns = static_cast<float>(array_shape(drawing_, array).columns);
        const float cell = std::min(largest_number, (word_ - space::small) / columns);
        if (!lies(array_shape(drawing_, array).columns)) {
            HeatmapOptions options = heat_of(drawing_, {drawing_.layer().number, array, view().item, head, 0, 0}, true);
            options.range = ranges_.at(array);
            options.cell_width = word_;
            options.cell_height = band.height / columns;
            options.shape = false;
            options.numbers = on_paper() ? options.numbers : CellNumbers::never;
            options.smallest_number = smallest_type();
            waiting_.emplace_back(std::move(options), Point{x, y});
            return;
        }
        for (Index j = 0; j < sizes_.S_k; ++j)
            waiting_.push_back(
                {strip_of(array, head, j, {cell, band.height}), {centre_of_word(x, j) - cell * columns / 2, y}});
    }

    void add_strip(TokenRow row, Index head, const Box& band) {
        HeatmapOptions strip = strip_of(*array_in(row), head, row_, {word_, band.height});
        if (row == TokenRow::scaled)
            strip.scale_name = "<softmax score>"; // the same name for masked and unmasked scores
        waiting_.push_back({strip, {band.x, band.y}});
    }

    /// The numbers above bars, and their size of type.
    struct ShareNumbers {
        std::vector<std::string> texts;
        float size = 0;
    };

    /// The numbers above the bars of attention weights, in the largest type in which neighbours do not touch, but no
    /// larger than small type or the least readable type.
    ShareNumbers share_numbers(std::span<const float> shares) const {
        const float most = std::max(type_size::small, smallest_type());
        std::vector<std::string> texts;
        float widest = 0;
        for (const float share : shares) {
            texts.push_back(share_text(share));
            widest = std::max(widest, width_of(texts.back(), {.size = most}));
        }
        return {std::move(texts), most * std::min(1.0F, (word_ - between_shares) / widest)};
    }

    /// Adds a hatched box, as for a masked cell of A.
    void add_hatched(const Box& box) {
        Rectangle cell;
        cell.box = box;
        cell.fill = theme_.masked;
        cell.hatch = theme_.hatch;
        Canvas::add(cell);
    }

    /// Adds the bars of the attention weights, and their numbers if there is room.
    void add_shares(Index head, const Box& band) {
        const float x = band.x;
        const float foot = band.bottom();
        const CellId first = canonical(drawing_, {drawing_.layer().number, ArrayId::A, view().item, head, row_, 0});
        const Matrix shares = shares_of(head);
        const ColourMap& map = colour_map(palette_of(drawing_, ArrayId::A), view().look);
        const ShareNumbers numbers = share_numbers(shares.row(0));
        const Font font{.size = numbers.size};
        const bool says_numbers = font.size >= smallest_type();
        const double tallest = fullest(shares.row(0), 1);
        const HeatmapOptions in_A = row_at(drawing_, {drawing_.layer().number, first.array, view().item, head}, row_);
        const HeatmapCells row(in_A);
        const float hatched = std::min(band.height, highest_hatched);
        list_.lacks_numbers = list_.lacks_numbers || !says_numbers;
        for (Index j = 0; j < sizes_.S_k; ++j) {
            const float share = shares(0, j);
            const float height = filled_part(static_cast<double>(share), tallest) * band.height;
            const float wide = std::max(std::min(word_ * 0.8F, 52.0F), std::min(word_, 1.0F));
            CellId cell = first;
            cell.column = j;
            const CellId says{canonical(drawing_, cell)};
            add_box({centre_of_word(x, j) - wide / 2, foot - height, wide, height},
                    map.at(share, {0, 1, 0, 1, RangeSource::fixed}), // the same colours as in A
                    {faded(theme_.ink, height >= 2 ? 0.35F : 0.0F), 1})
                .says = ShownMeasure{says, Measure::height};
            const Box place{x + static_cast<float>(j) * word_, foot - band.height - token_number_room, word_,
                            band.height + token_number_room};
            add_place(place, cell);
            if (!on_paper() && view().marks_cell && canonical(drawing_, selected_cell(drawing_)) == says)
                add_outline(list_, Outline::Kind::strong, place.grown(-1), theme_, view().grey);
            if (row.masked(0, j)) {
                add_hatched({x + static_cast<float>(j) * word_, foot - hatched, word_, hatched});
                continue;
            }
            if (says_numbers)
                add_text({centre_of_word(x, j), foot - height - 4}, numbers.texts[static_cast<std::size_t>(j)],
                         theme_.ink, font, Horizontal::centre)
                    .says = ShownNumber{says};
        }
        add_line({x, foot + 0.5F}, {x + width_, foot + 0.5F}, {theme_.connector, 1});
    }

    /// Adds the lines from all words' values to the output, as thick as the attention weights.
    void add_mixture(Index head, float x, float top, float bottom) {
        constexpr float of_height = 0.3F; // a line thicker than this would look like a block
        const float widest = std::min(widest_share_line, of_height * (bottom - top));
        const Matrix shares = shares_of(head);
        const ColourMap& map = colour_map(palette_of(drawing_, ArrayId::A), view().look);
        for (Index j = 0; j < sizes_.S_k; ++j)
            if (const float share = filled_part(static_cast<double>(shares(0, j)), 1); share >= 0.005F)
                add_curve({centre_of_word(x, j), top}, {x + width_ / 2, bottom},
                          {map.at_share(0.3F + 0.7F * share), std::max(1.0F, share * widest)});
    }

    /// Adds the sentences beneath the picture: on paper as many lines as they need, in the window one line if there is
    /// room.
    void add_said(float y) {
        const float width = std::max(area_.width, grid_->covered().width);
        if (on_paper())
            add_paragraph(list_, drawing_.typesetter, {area_.x, y}, width, said(), theme_.dim, {}, said_line);
        else if (y <= area_.bottom()) {
            const float ways = shown_ < sizes_.H ? 3 * space::huge : 0;
            const std::string words = drawing_.typesetter.shortened(text_of(said()), {}, width - ways);
            add_text({area_.x, y}, words, theme_.dim).says = ShownClaims{said()};
            add_ways_to_others({area_.x + width_of(words, {}) + space::huge, y});
        }
    }

    /// Adds arrows that lead to the heads before and after those that are shown.
    void add_ways_to_others(Point at) {
        const auto add = [&](const std::string& arrow, float x, Index first) {
            add_text({x, at.y}, arrow, theme_.ink, {}, Horizontal::centre).target =
                fmt::format("action:head/{}", first + shown_ / 2 + 1);
        };
        if (first_ > 0)
            add("◀", at.x, std::max<Index>(0, first_ - shown_));
        if (first_ + shown_ < sizes_.H)
            add("▶", at.x + space::huge, std::min(first_ + shown_, sizes_.H - shown_));
    }

    std::map<ArrayId, Range> ranges_;                       ///< colour range of each array
    std::vector<std::pair<HeatmapOptions, Point>> waiting_; ///< the strips of the current row, with their places
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
    draw_above_scales<TokenPicture>(list, drawing, area);
}

} // namespace attn
