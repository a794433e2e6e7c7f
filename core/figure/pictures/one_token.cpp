#include "core/figure/pictures/one_token.h"

#include "core/explain/lenses.h"
#include "core/figure/bar_length.h"
#include "core/figure/layout/matrix_box.h"
#include "core/figure/number.h"
#include "core/figure/pictures/column_words.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/one_token_places.h"
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

constexpr float largest_number = 38; // of cells side by side
constexpr float least_type = 8;      // of numbers in cells

struct PlacedMap {
    HeatmapOptions options;
    Point at;
};

class TokenLayout : TokenPlaces {
public:
    TokenLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : TokenPlaces(drawing, area), list_(list), theme_(drawing.theme()),
          ranges_(comparable_ranges(drawing, shown_maps())) {}

    void add() {
        const TokenLines& lines = heights_.lines;
        float y = area_.y;
        const float x_centre = left_ + heads_width_ / 2;
        const std::string named = fmt::format("what {} is", name());
        if (lines.x) {
            add_wide_strip(ArrayId::X, 0, y, "<x>_<i>", has_room_for(named) ? named : "what it is");
            y += heights_.strip + (lines.q ? 0 : heights_.gap);
        }
        if (lines.leads_to_heads()) {
            add_bus(x_centre, y, y + heights_.bus, true);
            y += heights_.bus;
        }
        if (lines.heads()) {
            for_heads([&](Index head, float x) { add_title(head, {x, y}); });
            y += heights_.title;
        }
        add_heads(y);
        y = foot_;
        if (lines.leads_from_heads()) {
            add_bus(x_centre, y, y + heights_.bus, false);
            y += heights_.bus;
        }
        if (lines.concat) {
            add_wide_strip(ArrayId::concat, sizes_.d_v, y, "<c>_<i>", "side by side");
            y += heights_.strip;
        }
        if (lines.leads_to_output()) {
            add_arrow({x_centre, y + 2}, {x_centre, y + heights_.bus - 2});
            put_formula(by_weights("<all W_O>") + (drawing_.trace.has(ArrayId::Y) && has_bias() ? " + <b_O>" : ""),
                        {x_centre + space::small, y + heights_.bus / 2 + 4});
            y += heights_.bus;
        }
        if (lines.y) {
            add_wide_strip(ArrayId::Y, 0, y, "<y>_<i>", "knows now");
            y += heights_.strip;
        }
        add_said(y + heights_.said - 6);
    }

private:
    /// What is shown as maps.
    std::vector<ArrayId> shown_maps() const {
        const TokenLines& lines = heights_.lines;
        std::vector<ArrayId> maps;
        for (const auto& [shown, array] :
             {std::pair(lines.x, ArrayId::X), std::pair(lines.q, query_array()), std::pair(lines.k, key_array()),
              std::pair(lines.scores, ArrayId::scores), std::pair(lines.scaled, ArrayId::masked),
              std::pair(lines.v, value_array()), std::pair(lines.o, output_array()),
              std::pair(lines.concat, ArrayId::concat), std::pair(lines.y, ArrayId::Y)})
            if (shown)
                maps.push_back(array);
        return maps;
    }

    /// What a row is multiplied with: from the right, or as a column from the left.
    std::string by_weights(const std::string& weights) const {
        return drawing_.session.tokens_as_columns ? transposed_symbol(weights) + R"( \times)" : R"(\times )" + weights;
    }

    std::string name() const { return token_name(drawing_, false, row_); }
    bool has_bias() const { return !drawing_.layer().b_O.empty(); }
    float smallest_type() const { return std::max(least_type, drawing_.view_state.smallest_number); }
    bool labels_words() const { return drawing_.view_state.says_token_lines && labels_ > symbol_room_; }

    template <class Visit>
    void for_heads(const Visit& visit) const {
        for (Index i = 0; i < shown_; ++i)
            visit(first_ + i, left_ + static_cast<float>(i) * step_);
    }

    void put(std::string text, Point at, Colour colour, const Font& font, Horizontal horizontal) {
        add_text(list_, drawing_.typesetter, at, std::move(text), colour, font, horizontal);
        list_.items.back().clip = area_.grown(2);
    }

    void put_formula(std::string_view formula, Point at) {
        list_.append(set_general_formula(drawing_, formula, 13, theme_.dim).list, at, area_.grown(2));
    }

    bool has_room_for(const std::string& words) const {
        return drawing_.typesetter.measure(words, small()).width <= words_room - space::small;
    }

    /// What a row of the picture is, for all heads.
    void add_label(std::string_view symbol, const std::string& words, float middle) {
        Typeset set = set_symbol(symbol, one_token_symbol_size);
        if (set.width > symbol_room_ - space::small)
            set = set_symbol(symbol, one_token_symbol_size * (symbol_room_ - space::small) / set.width);
        list_.append(set.list, {area_.x, middle + 5}, area_.grown(2));
        if (labels_words())
            put(words, {area_.x + symbol_room_, middle + 4}, theme_.dim, small(), Horizontal::left);
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
    void add_wide_strip(ArrayId array, Index columns_each, float y, std::string_view symbol, const std::string& words) {
        add_label(symbol, words, y + heights_.strip / 2);
        const Index columns = array_shape(drawing_, array).columns;
        const float cell = std::min(largest_number + 6, heads_width_ / static_cast<float>(columns));
        const float across = cell * static_cast<float>(columns);
        const float x = left_ + (heads_width_ - across) / 2;
        add_map(strip_of(array, 0, row_, {cell, heights_.strip}), {x, y});
        for (Index head = 0; columns_each > 0 && head < sizes_.H; ++head) {
            Rectangle edge;
            const float block = cell * static_cast<float>(columns_each);
            edge.box = {x + block * static_cast<float>(head), y, block, heights_.strip};
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
    void add_bus(float centre, float top, float bottom, bool fans_out) {
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
        for_heads([&](Index head, float x) {
            const float middle = x + width_ / 2;
            if (!fans_out) {
                add_line({{middle, top + 2}, {middle, level}}, stroke);
                return;
            }
            add_arrow({middle, level}, {middle, bottom + heights_.title - 2});
            if (width_ >= wide_enough_for_weights)
                put_weights(head, {middle + space::small, level}, bottom + heights_.title - level);
        });
    }

    /// What the query is made with, beside its arrow: between the line above and the strip beneath, smaller where they
    /// are close.
    void put_weights(Index head, Point at, float height) {
        constexpr float usual = 13;
        const float room = height - 4;
        const auto set = [&](float size) { return set_formula(drawing_, by_weights("<W_Q>"), size, theme_.dim, head); };
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

    /// Everything between the two buses.
    void add_heads(float y) {
        const TokenLines& lines = heights_.lines;
        if (lines.q) {
            add_label("<q>_<i>", "looks for", y + heights_.strip / 2);
            for_heads([&](Index head, float x) { add_centred(query_array(), head, x, y); });
            add_row_of_maps();
            y += heights_.strip;
            if (lines.k)
                for_heads([&](Index, float x) { add_fan({x + width_ / 2, y + 2}, x, y + heights_.fan); });
            y += lines.k ? heights_.fan : heights_.gap;
        }
        if (lines.words()) {
            for_heads(
                [&](Index head, float x) { add_words(head, x, y + heights_.words + heights_.upright_words - 5); });
            y += heights_.words + heights_.upright_words;
        }
        if (lines.k) {
            add_label("<k>_<j>", of_tokens(drawing_.session, "each word offers"), y + heights_.vectors / 2);
            for_heads([&](Index head, float x) { add_vectors(key_array(), head, x, y); });
            add_row_of_maps();
            y += heights_.vectors + heights_.gap;
        }
        y = add_ways_to_shares(y);
        if (lines.v) {
            add_label("<v read>_<j>", "each hands over", y + heights_.vectors / 2);
            for_heads([&](Index head, float x) { add_vectors(value_array(), head, x, y); });
            add_row_of_maps();
            y += heights_.vectors;
        }
        if (lines.mixes()) {
            for_heads([&](Index head, float x) { add_mixture(head, x, y + 2, y + heights_.mixed - 2); });
            y += heights_.mixed;
        }
        if (lines.o) {
            add_label("<o row>", "takes home", y + heights_.strip / 2);
            for_heads([&](Index head, float x) { add_centred(output_array(), head, x, y); });
            add_row_of_maps();
            y += heights_.strip;
        }
        foot_ = y;
    }

    /// Scores, scaled and masked, and what softmax makes of them; gives where that ends.
    float add_ways_to_shares(float y) {
        const TokenLines& lines = heights_.lines;
        if (lines.scores) {
            add_label(R"(<q>_<i> \cdot <k>_<j>)", "how well it fits", y + heights_.strip / 2);
            for_heads([&](Index head, float x) { add_scores(ArrayId::scores, head, x, y); });
            add_row_of_maps();
            y += heights_.strip + heights_.gap;
        }
        if (lines.scaled && drawing_.trace.has(ArrayId::masked)) {
            add_label("<masked score>", has_mask(drawing_.layer()) ? "scaled and masked" : "scaled",
                      y + heights_.strip / 2);
            for_heads([&](Index head, float x) { add_scores(ArrayId::masked, head, x, y); });
            add_row_of_maps();
        }
        if (lines.scaled)
            y += heights_.strip + heights_.gap;
        if (!lines.shares)
            return y;
        y += token_number_room + heights_.bars;
        add_label("<share>", "its share", y - heights_.bars / 2);
        for_heads([&](Index head, float x) { add_shares(head, x, y); });
        return y + heights_.gap;
    }

    /// A head's own row, in its middle.
    void add_centred(ArrayId array, Index head, float x, float y) {
        const auto columns = static_cast<float>(array_shape(drawing_, array).columns);
        const float cell = std::min(largest_number, width_ / columns);
        waiting_.push_back(
            {strip_of(array, head, row_, {cell, heights_.strip}), {x + (width_ - cell * columns) / 2, y}});
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

    void add_words(Index head, float x, float baseline) {
        list_.lacks_words = list_.lacks_words || !words_.are_whole;
        const Index best = strongest(head);
        const bool upright = heights_.upright_words > 0;
        for (Index j = 0; j < std::ssize(words_.words); ++j)
            list_
                .add(Text{.text = words_.words[static_cast<std::size_t>(j)],
                          .position = {centre_of_word(x, j), baseline},
                          .font = {.size = words_size_, .weight = j == best ? FontWeight::bold : FontWeight::regular},
                          .colour = j == best ? theme_.ink : theme_.dim,
                          .horizontal = upright ? Horizontal::left : Horizontal::centre,
                          .vertical = upright ? Vertical::middle : Vertical::baseline,
                          .direction = upright ? Direction::upright : Direction::level})
                .clip = area_.grown(2);
    }

    /// The keys' or values' rows: each beneath its word, lying where it has room, else all of them standing.
    void add_vectors(ArrayId array, Index head, float x, float y) {
        const auto columns = static_cast<float>(array_shape(drawing_, array).columns);
        const float cell = std::min(largest_number, (word_ - space::small) / columns);
        if (!lies(array_shape(drawing_, array).columns)) {
            HeatmapOptions options = heat_of(drawing_, {array, drawing_.view_state.item, head, 0, 0}, true);
            options.range = ranges_.at(array);
            options.cell_width = word_;
            options.cell_height = heights_.vectors / columns;
            options.shape = false;
            options.numbers = drawing_.view_state.on_paper ? options.numbers : CellNumbers::never;
            options.smallest_number = smallest_type();
            waiting_.push_back({std::move(options), {x, y}});
            return;
        }
        for (Index j = 0; j < sizes_.S_k; ++j)
            waiting_.push_back(
                {strip_of(array, head, j, {cell, heights_.vectors}), {centre_of_word(x, j) - cell * columns / 2, y}});
    }

    void add_scores(ArrayId array, Index head, float x, float y) {
        waiting_.push_back({strip_of(array, head, row_, {word_, heights_.strip}), {x, y}});
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

    /// Bars that stand on `foot`, with their numbers where they have room.
    void add_shares(Index head, float x, float foot) {
        const CellId first = canonical(drawing_, {ArrayId::A, drawing_.view_state.item, head, row_, 0});
        const Matrix shares = shares_of(head);
        const ColourMap& map = colour_map(palette_of(drawing_, ArrayId::A), drawing_.view_state.look);
        const Font font{.size = number_size_of(shares.row(0))};
        const bool says_numbers = font.size >= smallest_type();
        const double tallest = fullest(shares.row(0), 1);
        list_.lacks_numbers = list_.lacks_numbers || !says_numbers;
        for (Index j = 0; j < sizes_.S_k; ++j) {
            const float share = shares(0, j);
            const float height = filled_part(static_cast<double>(share), tallest) * heights_.bars;
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
            place.box = {x + static_cast<float>(j) * word_, foot - heights_.bars - token_number_room, word_,
                         heights_.bars + token_number_room};
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
        constexpr float line_height = 18;
        const float width = std::max(area_.width, labels_ + heads_width_);
        if (drawing_.view_state.on_paper)
            add_paragraph(list_, drawing_.typesetter, {area_.x, y}, width, said(), theme_.dim, {}, line_height);
        else if (y <= area_.bottom()) {
            put(drawing_.typesetter.shortened(text_of(said()), {}, width), {area_.x, y}, theme_.dim, {},
                Horizontal::left);
            attach_claims(list_, said());
        }
    }

    DisplayList& list_;
    const Theme& theme_;
    std::map<ArrayId, Range> ranges_; ///< of colours
    std::vector<PlacedMap> waiting_;  ///< of the row that is laid out
    float foot_ = 0;                  ///< of the last row that heads have
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
    draw_above_scales(list, drawing, area, [&](const Box& above) { TokenLayout(list, drawing, above).add(); });
}

} // namespace attn
