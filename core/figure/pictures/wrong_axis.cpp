#include "core/explain/lenses.h"
#include "core/figure/bar_length.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/words/softmax_claims.h"
#include "core/figure/words/wrong_axis_words.h"
#include "core/model/overrides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace attn {

namespace {

constexpr float heading_room = 26;
constexpr float widest_cell = 56;
constexpr float sums_across = 96;   // width for the sums of rows, with bars and numbers
constexpr float bars_across = 56;   // width for their bars alone
constexpr float sums_down = 56;     // height for the sums of columns
constexpr float length_of_row = 36; // the bar for a row's sum of 1
constexpr float length_of_column = 26;
constexpr double longest_bar = 1.25; // if a sum is larger, all bars are shorter
constexpr float bar_thickness = 8;
constexpr float numbered_step = 13;

/// The name of the axis along which softmax runs, long and short.
struct Heading {
    std::string_view words;
    std::string_view brief;
};
constexpr std::array headings{Heading{"over the keys, as it is", "over keys"},
                              Heading{"over the queries, which is wrong", "over queries: wrong"}};

/// The sums of rows and columns, as shown.
struct Sums {
    std::vector<double> rows;
    std::vector<double> columns;
};

Sums sums_of(const HeatmapOptions& options) {
    const Shape shape = shown_shape(options);
    Sums sums{std::vector<double>(static_cast<std::size_t>(shape.rows)),
              std::vector<double>(static_cast<std::size_t>(shape.columns))};
    for (Index i = 0; i < shape.rows; ++i)
        for (Index j = 0; j < shape.columns; ++j) {
            const auto share = static_cast<double>(options.transposed ? options.matrix(j, i) : options.matrix(i, j));
            sums.rows.at(static_cast<std::size_t>(i)) += share;
            sums.columns.at(static_cast<std::size_t>(j)) += share;
        }
    return sums;
}

class WrongAxisPicture : Canvas {
public:
    WrongAxisPicture(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), selected_(selected_cell(drawing)),
          right_(matrix_at(drawing, {selected_.layer, ArrayId::A, selected_.item, selected_.head},
                           {.name = NamePlace::none, .chosen = selected_})),
          wrong_(right_) {
        LensInputs inputs;
        inputs.number(selected_.item).number(selected_.head).stage(drawing.trace, ArrayId::masked, selected_.item);
        wrong_.matrix = drawing.cache.seen_through(Lens::wrong_axis, inputs, [&] {
            return softmax_over_queries(drawing.trace, selected_.item, selected_.head);
        });
        wrong_.first_cell.reset();
        if (!drawing.view_state.has_fixed_range(ArrayId::A))
            wrong_.range = range_of(wrong_.matrix, wrong_.palette, wrong_.mask);
        const ShownPlace place = shown_place(drawing_, selected_);
        wrong_.outlines = {{place.row, place.column}};
        for (HeatmapOptions* const map : {&right_, &wrong_}) {
            map->scale_name = R"(\mathrm{both\ matrices})"; // the wrong matrix has no symbol
            map->columns.title.clear();
            map->columns_above = true;
        }
    }

    /// Adds the two matrices side by side, or one below the other if they fit only so.
    void add() {
        const Claim words = wrong_axis_words(drawing_, right_.matrix, wrong_.matrix);
        measure_sums(words);
        const std::vector<Grid> with = grids(words);
        const std::vector<Grid> without = grids({});
        const bool says = leaves_room_to_say(best_of(with), best_of(without));
        lay_out(says ? with : without);
        if (says)
            add_claims({area_.x, best_of(with).covered().bottom() + space::huge}, {words}, theme_.ink);
    }

private:
    /// Chooses between sums with numbers and bars alone, which need less room in a window with low rows.
    void measure_sums(const Claim& words) {
        sums_ = sums_across;
        const bool has_low_rows = best_of(grids(words)).cell().y < numbered_step;
        sums_ = on_paper() || !has_low_rows ? sums_across : bars_across;
    }

    /// The two matrices one below the other and side by side, with room for the sentences beneath.
    std::vector<Grid> grids(const std::optional<Claim>& said) const {
        const GridRules rules{.largest_cell = widest_cell,
                              .least_gutter = 36,
                              .line_gap = space::huge,
                              .foot = space::huge +
                                      (said ? paragraph_height(drawing_.typesetter, area_.width, said->text) : 0)};
        const MatrixBox right = box_of(right_, headings[0]);
        MatrixBox wrong = box_of(wrong_, headings[1]);
        std::vector<Grid> grids;
        grids.emplace_back(drawing_, area_, MatrixLines{{right}, {wrong}}, rules);
        wrong.map.rows = {};
        grids.emplace_back(drawing_, area_, MatrixLines{{right, wrong}}, rules);
        return grids;
    }

    void lay_out(const std::vector<Grid>& grids) {
        const Grid& grid = best_of(grids);
        const bool is_beside = &grid == &grids.back();
        grid.add(list_);
        for (std::size_t i = 0; i < headings.size(); ++i) {
            const Box cells = is_beside ? grid.cells(0, i) : grid.cells(i, 0);
            const float end = is_beside && i == 0 ? grid.cells(0, 1).x - space::medium : area_.right();
            const float above = is_beside ? grid.margins(0, i).above : grid.margins(i, 0).above;
            add_heading(headings.at(i), {cells.x, cells.y - above + type_size::normal}, end);
            const HeatmapOptions& map = is_beside ? grid.box(0, i).map : grid.box(i, 0).map;
            const Sums sums = sums_of(map);
            add_sums(sums.rows, map, cells, true);
            add_sums(sums.columns, map, cells, false);
        }
    }

    Typeset softmax() const { return set_formula(drawing_, R"(\mathrm{softmax})", 15, theme_.ink); }

    float heading_width(std::string_view words) const {
        return softmax().width + space::small + width_of(words, {.weight = FontWeight::medium});
    }

    MatrixBox box_of(const HeatmapOptions& map, const Heading& heading) const {
        return {.map = map,
                .kept = {.right = sums_, .above = heading_room, .below = sums_down},
                .heading = heading_width(heading.brief)};
    }

    void add_heading(const Heading& heading, Point at, float end) {
        const Typeset symbol = softmax();
        append(symbol.list, at);
        const bool is_brief = at.x + heading_width(heading.words) > end;
        add_text({at.x + symbol.width + space::small, at.y}, std::string(is_brief ? heading.brief : heading.words),
                 theme_.ink, {.weight = FontWeight::medium})
            .says =
            ShownClaims{{{std::string(heading.words), Always{"it names what is shown, and states nothing of it"}}}};
    }

    Colour fill(double sum) const {
        const ColourMap& map = colour_map(right_.palette, right_.look);
        return bar_colour(sum, map.at_share(0.55F), map);
    }

    /// The bars of sums. A sum of 1 is `unit` long, or less if another bar would be too long.
    struct SumBars {
        float unit = 0;
        double most = 1;

        SumBars(const std::vector<double>& sums, float length_of_one) : unit(length_of_one) {
            for (const double sum : sums)
                if (std::isfinite(sum))
                    most = std::max(most, sum);
        }

        float length_of(double sum) const {
            return filled_part(sum, most) * unit * static_cast<float>(std::min(most, longest_bar));
        }
    };

    static std::string written(double sum) { return display_number(static_cast<float>(sum), 2); }
    /// The font of a sum; semibold if the sum is not 1.
    static Font font_of(double sum) {
        return {.size = type_size::small, .weight = is_nearly_one(sum) ? FontWeight::regular : FontWeight::semibold};
    }

    /// Adds the sums of rows to the right of them, or of columns beneath them, with a dashed line at 1.
    void add_sums(const std::vector<double>& sums, const HeatmapOptions& map, const Box& cells, bool are_rows) {
        const float step = are_rows ? map.cell_height : map.cell_width;
        const SumBars bars(sums, are_rows ? length_of_row : length_of_column);
        const float thickness = std::min(bar_thickness, std::max(1.0F, step - 1));
        const Point foot{cells.right() + space::medium, cells.bottom() + space::medium};
        const auto at = [&](float along, float out) {
            return are_rows ? Point{foot.x + out, cells.y + along} : Point{cells.x + along, foot.y + out};
        };
        float needed = are_rows && sums_ < sums_across ? farthest_place : numbered_step;
        for (const double sum : sums)
            needed = are_rows ? needed : std::max(needed, width_of(written(sum), font_of(sum)) + space::small);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const float middle = (static_cast<float>(i) + 0.5F) * step;
            const Point corner = at(middle - thickness / 2, 0);
            const float length = bars.length_of(sums[i]);
            add_box({corner.x, corner.y, are_rows ? length : thickness, are_rows ? thickness : length}, fill(sums[i]));
            if (step >= needed)
                add_text_about(at(middle, std::max(length, bars.unit) + (are_rows ? 6.0F : 11.0F)), written(sums[i]),
                               theme_.ink, font_of(sums[i]), are_rows ? Horizontal::left : Horizontal::centre);
        }
        if (are_rows)
            add_text({foot.x, cells.y - space::small}, "sum", theme_.dim, small());
        const float one = bars.length_of(1);
        add_line(at(0, one), at(step * static_cast<float>(sums.size()), one), {theme_.ink, 1, LineStyle::dashed});
    }

    CellId selected_;
    float sums_ = sums_across; ///< width of the rows' sums
    HeatmapOptions right_;     // S_q x S_k
    HeatmapOptions wrong_;     // S_q x S_k
};

} // namespace

bool shows_wrong_axis(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::A && drawing.trace.has(ArrayId::masked) &&
           !is_overridden(drawing.layer(), ArrayId::A);
}

void wrong_axis_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    draw_above_scales<WrongAxisPicture>(list, drawing, area);
}

} // namespace attn
