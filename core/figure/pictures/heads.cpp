#include "core/figure/layout/grid.h"
#include "core/figure/layout/label_reach.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/head_matrices.h"
#include "core/figure/pictures/hypothesis_note.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float note_gap = 12; // gap between notes beside each other
constexpr float wanted_note = 184;
constexpr float largest_cell_on_screen = 88;
constexpr float largest_cell_on_paper = 56;
constexpr float page_room = 28;    // for the line that says which heads the page shows
constexpr float title_room = 20;   // beneath the labels of the columns, for their title
constexpr float upright_room = 24; // beside the labels of the rows, for their title
/// Arrangements of heads are compared by the area of a cell, times these factors. The first is for a grid whose last
/// line is shorter than the others; the second is for paper, if another arrangement has lines of equal length.
constexpr float worth_an_even_grid = 0.4F;
constexpr float worth_a_printed_even_grid = 0.05F;
/// On paper: for a grid that does not fit, or that leaves out labels.
constexpr float worth_all_words = 0.1F;
/// For a grid whose numbers are too small to be read.
constexpr float worth_numbers = 0.6F;
/// The factor by which the area of cells must grow to arrange heads in more lines, since heads are easier to compare
/// side by side.
constexpr float worth_another_line = 1.6F;

/// True if there is no room for the question what a head does: in a low area heads come first, and an enlarged picture
/// has no reader who could answer.
bool has_no_room_to_ask(const DrawContext& drawing, const Box& area) {
    constexpr float low = 400;
    return drawing.view_state.is_enlarged || area.height < low;
}

class HeadsPicture : Canvas {
public:
    HeadsPicture(DisplayList& list, const DrawContext& drawing, const Box& area, bool differences = false)
        : Canvas(list, drawing, area), differences_(differences), matrices_(drawing, differences),
          heads_(matrices_.count()), has_bar_(differences || has_bar_beside(drawing, area.width)),
          has_notes_(!differences && has_hypotheses(drawing) &&
                     !(drawing.session.hypotheses.empty() && has_no_room_to_ask(drawing, area))),
          shape_(shown_shape(drawing, matrices_.array())), rows_(left_axis_of(drawing, matrices_.array(), marked())),
          columns_(lower_axis_of(drawing, matrices_.array(), marked())), rows_title_(std::exchange(rows_.title, "")),
          columns_title_(std::exchange(columns_.title, "")) {
        columns_.may_slant = columns_.are_whole;
        for (Index head = 0; head < heads_; ++head)
            boxes_.push_back(box_of(head));
        choose_page();
    }

    void add() {
        std::vector<HeatmapOptions*> maps;
        for (Index place = 0; place < shown_; ++place)
            maps.push_back(&box_at(place).map);
        share_number_size(maps, drawing_.typesetter);
        grid_->add(list_);
        for (Index place = 0; place < shown_ && has_notes_ && shows_hypotheses(drawing_); ++place) {
            const Box cells = cells_at(place);
            add_hypothesis_note(list_, drawing_, matrices_.stored(first_ + place),
                                {cells.x, cells.bottom() + notes_down(place)}, std::max(note_width_, cells.width),
                                area_);
        }
        add_titles();
        add_page_line({(cells_at(0).x + cells_at(across() - 1).right()) / 2,
                       grid_->covered().bottom() + page_room - space::small});
    }

private:
    Index across() const { return grid_->places(); }
    std::size_t line_of(Index place) const { return static_cast<std::size_t>(place / across()); }
    std::size_t column_of(Index place) const { return static_cast<std::size_t>(place % across()); }
    MatrixBox& box_at(Index place) { return grid_->box(line_of(place), column_of(place)); }
    Box cells_at(Index place) const { return grid_->cells(line_of(place), column_of(place)); }

    /// The distance from the cells of a line to the notes beneath its labels.
    float notes_down(Index place) const {
        float labels = 0;
        for (Index other = 0; other < shown_; ++other)
            if (line_of(other) == line_of(place))
                labels = std::max(labels, grid_->margins(line_of(other), column_of(other)).below - notes_);
        return labels;
    }

    /// Chooses the heads that are shown: all if each is large enough to be read, otherwise the page that contains the
    /// selected head. On paper all are shown.
    void choose_page() {
        for (const Index most :
             {heads_, Index{16}, Index{12}, Index{8}, Index{6}, Index{4}, Index{3}, Index{2}, Index{1}}) {
            if (most > heads_)
                continue;
            page_ = most;
            first_ = matrices_.chosen() / page_ * page_;
            shown_ = std::min(page_, heads_ - first_);
            if (may_be_numbered() && (arrange_for_numbers(false) || arrange_for_numbers(true)))
                break;
            is_tight_ = false;
            arrange(false);
            if (on_paper() || can_be_looked_into())
                break;
        }
    }

    bool arrange_for_numbers(bool tightly) {
        is_tight_ = tightly;
        return arrange(true) && can_be_looked_into();
    }

    bool can_be_looked_into() const {
        const bool is_enlarged = view().is_enlarged; // then all words must be shown
        const float least_side = is_enlarged ? 140 : 80;
        const float least_cell = is_enlarged ? 5.5F : legible_cell();
        const float zoom = view().zoom;
        const auto is_large = [&](Index cells, float cell) {
            const auto count = static_cast<float>(cells);
            return count * cell / zoom >= std::min(least_side, count * least_cell);
        };
        return is_large(shape_.columns, grid_->cell().x) && is_large(shape_.rows, grid_->cell().y);
    }

    /// The least size of a cell with which a matrix can be read. In small matrices each row has room for its label.
    float legible_cell() const {
        constexpr float named = 10, many = 6;
        constexpr Index few = 10;
        return std::max(shape_.rows, shape_.columns) <= few ? named : many;
    }

    /// Chooses the widest arrangement whose cells are about as large as those of the others, because heads are compared
    /// side by side. If `for_numbers`, an arrangement with more lines wins if only it shows numbers. Returns true if
    /// numbers are shown.
    bool arrange(bool for_numbers) {
        float largest = -1;
        bool is_numbered = false;
        const float bar = has_bar_ ? bar_room(drawing_, matrices_.coloured(0)) : 0;
        const float notes_room = has_notes_ ? area_.width - left_room() - bar : 0;
        for (Index across = page_; across >= 1; --across) {
            const Index down = (page_ + across - 1) / across;
            if (across > 1 && (page_ + across - 2) / (across - 1) == down) // fewer heads across need no more lines
                continue;
            const bool may_gain_numbers = for_numbers && !is_numbered && may_be_numbered(across);
            const float most = largest_cell_in(across);
            if (most * most <= largest * worth_another_line && !may_gain_numbers)
                continue;
            const float note = std::min(wanted_note, notes_room / static_cast<float>(across) - note_gap);
            const float notes = has_notes_ ? hypothesis_notes_height(drawing_, note) : 0;
            Grid grid(drawing_, area_, lines(across, note, notes), rules());
            const float cell = std::min(grid.cell().x, grid.cell().y);
            const float size = cell * cell * (page_ % across == 0 ? 1 : worth_if_uneven()) *
                               (has_all(grid) ? 1 : worth_all_words) * (has_numbers(grid) ? 1 : worth_numbers);
            const bool gains_numbers = may_gain_numbers && grid.has_numbers() && grid.fits();
            if (size <= largest * worth_another_line && !gains_numbers)
                continue;
            largest = size;
            is_numbered = grid.has_numbers();
            note_width_ = note;
            notes_ = notes;
            grid_.emplace(std::move(grid));
        }
        return is_numbered;
    }

    /// True if the grid shows numbers. A printed figure that is higher than wide counts as having none; with two heads
    /// or differences it may be higher.
    bool has_numbers(const Grid& grid) const {
        const float highest = differences_ || heads_ == 2 ? 1.45F : 1.0F;
        return grid.has_numbers() && (!on_paper() || grid.covered().height <= highest * grid.covered().width);
    }

    float worth_if_uneven() const {
        for (Index across = 2; across < page_ && on_paper(); ++across)
            if (page_ % across == 0)
                return worth_a_printed_even_grid;
        return worth_an_even_grid;
    }

    /// The largest side of cells if there were no labels. It spares laying out arrangements that cannot win.
    float largest_cell_in(Index across) const {
        const Index beside = std::min(across, shown_);
        const Index down = (shown_ + across - 1) / across;
        const float wide = area_.width / static_cast<float>(beside * shape_.columns);
        const float high = area_.height / static_cast<float>(down * shape_.rows);
        return (on_paper() ? wide : std::min(wide, high)) * view().zoom; // a page grows in height
    }

    bool may_be_numbered() const {
        for (Index across = 1; across <= page_; ++across)
            if (may_be_numbered(across))
                return true;
        return false;
    }

    /// True if cells in the window would be large enough for numbers if there were no labels. Enlarged pictures are
    /// compared from afar, without numbers.
    bool may_be_numbered(Index across) const {
        const Index beside = std::min(across, shown_);
        const Index down = (shown_ + across - 1) / across;
        return !on_paper() && !view().is_enlarged && view().numbers == CellNumbers::fitting &&
               area_.width * view().zoom >= measure::numbered_cell * static_cast<float>(beside * shape_.columns) &&
               area_.height * view().zoom >= measure::numbered_cell / 2 * static_cast<float>(down * shape_.rows);
    }

    bool has_all(const Grid& grid) const {
        return !on_paper() ||
               (grid.fits() && grid.is_within_area() && has_all_words(drawing_, rows_, AxisSide::left, grid.cell().y) &&
                has_all_words(drawing_, columns_, AxisSide::below, grid.cell().x));
    }

    GridRules rules() const {
        // On a screen, wide matrices get rows high enough for a label each.
        const bool is_long = !on_paper() && shape_.columns > 2 * shape_.rows;
        return {.largest_cell = on_paper() ? largest_cell_on_paper : largest_cell_on_screen,
                .stretched_cell = is_long ? axis_line_height : GridRules().stretched_cell,
                .least_gutter = between_heads(),
                .line_gap = view().is_enlarged ? 8.0F : 12.0F,
                .foot = page_ < heads_ ? page_room : 0,
                .has_bar = has_bar_,
                .aligned = true};
    }

    float between_heads() const {
        if (!has_bar_beside(drawing_, area_.width)) // on a narrow page
            return 12;
        return view().is_enlarged ? 16 : is_tight_ ? 12 : 24;
    }

    bool names_rows() const { return !rows_title_.empty() && !is_tight_; }

    MatrixLines lines(Index across, float note, float notes) const {
        MatrixLines lines;
        for (Index place = 0; place < shown_; ++place) {
            const bool is_first = place % across == 0;
            const bool has_none_beneath = place + across >= shown_;
            if (is_first)
                lines.emplace_back();
            MatrixBox& box = lines.back().emplace_back(boxes_[static_cast<std::size_t>(first_ + place)]);
            box.alike = (is_first ? 1 : 0) + (has_none_beneath ? 2 : 0);
            if (is_first) {
                box.map.rows = rows_;
                box.kept.left = names_rows() ? upright_room : 0;
            }
            if (has_none_beneath)
                box.map.columns = columns_;
            box.kept.below = notes + (has_none_beneath && !columns_title_.empty() ? title_room : 0);
            if (has_notes_)
                box.heading = note;
        }
        return lines;
    }

    MatrixBox box_of(Index head) const {
        MatrixBox box{.map = matrices_.coloured(head),
                      .names = matrices_.names(head),
                      .edged = matrices_.stored(head),
                      .edge_width = 1.5F};
        box.map.shape = false;
        box.map.name_place = NamePlace::above;
        box.map.is_part = true; // the name is that of the head, or of its difference from another
        if (!view().marks_cell)
            return box;
        const ShownPlace chosen = shown_place(drawing_, matrices_.selected());
        box.map.outlines = {{chosen.row, chosen.column, 1, 1, Outline::Kind::thin}};
        if (head == matrices_.chosen()) {
            box.map.outlines = chosen_cell(chosen.row, chosen.column, shape_);
            box.edge_width = 3;
        }
        return box;
    }

    /// Adds the line "heads 9 to 16 of 32", between arrows to the previous and the next page.
    void add_page_line(Point middle) {
        if (page_ == heads_)
            return;
        const std::string words =
            words_of_heads(drawing_, matrices_.first_head(first_), shown_ * matrices_.shared(), "head");
        const float beside = width_of(words) / 2 + space::huge;
        add_text(middle, words, theme_.dim, {}, Horizontal::centre).clip = clip();
        const auto add_way = [&](const std::string& arrow, float x, Index to) {
            Item& way = add_text({x, middle.y}, arrow, theme_.ink, {}, Horizontal::centre);
            way.target = fmt::format("action:head/{}", matrices_.first_head(to) + 1);
            way.clip = clip();
        };
        if (first_ > 0)
            add_way("◀", middle.x - beside, first_ - page_);
        if (first_ + shown_ < heads_)
            add_way("▶", middle.x + beside, first_ + page_);
    }

    std::optional<CellId> marked() const {
        return view().marks_cell ? std::optional(matrices_.selected()) : std::nullopt;
    }

    /// Adds the titles of rows and columns once for all heads.
    void add_titles() {
        const Box last = cells_at(shown_ - 1);
        const Box heads{cells_at(0).x, cells_at(0).y, cells_at(across() - 1).right() - cells_at(0).x,
                        last.bottom() - cells_at(0).y};
        const Text title{.text = rows_title_,
                         .position = {grid_->covered().x + type_size::small, heads.centre().y},
                         .font = small(),
                         .colour = theme_.dim,
                         .horizontal = Horizontal::centre,
                         .direction = Direction::upright};
        if (names_rows())
            Canvas::add(title);
        if (!columns_title_.empty())
            add_text({heads.centre().x, heads.bottom() + notes_down(shown_ - 1) - space::small}, columns_title_,
                     theme_.dim, small(), Horizontal::centre);
    }

    float left_room() const { return label_width(drawing_, rows_) + space::large + (names_rows() ? upright_room : 0); }

    bool differences_;
    HeadMatrices matrices_;
    Index heads_;    ///< number of matrices, of all heads
    bool has_bar_;   ///< true: a colour bar is beside the matrices; false: beneath them
    bool has_notes_; ///< true: notes beneath the heads say what they do
    Shape shape_;
    AxisLabels rows_;
    AxisLabels columns_;
    std::string rows_title_;
    std::string columns_title_;
    std::vector<MatrixBox> boxes_; ///< by head
    bool is_tight_ = false;        ///< true: heads are closer and rows have no title, to make room for numbers
    Index page_ = 1;               ///< number of matrices on a page
    Index first_ = 0;              ///< index of the first matrix on the page
    Index shown_ = 1;
    float note_width_ = 0;
    float notes_ = 0; ///< height of the notes
    std::optional<Grid> grid_;
};

} // namespace

bool has_several_heads(const DrawContext& drawing) {
    return drawing.sizes().H > 1 && has_heads(drawing.view_state.array());
}

bool shows_parts(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::Y && drawing.trace.has(ArrayId::parts) && drawing.sizes().H > 1;
}

void heads_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    has_bar_beside(drawing, area.width) ? HeadsPicture(list, drawing, area).add()
                                        : draw_above_scales<HeadsPicture>(list, drawing, area);
}

void head_differences_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    HeadsPicture(list, drawing, area, true).add();
}

} // namespace attn
