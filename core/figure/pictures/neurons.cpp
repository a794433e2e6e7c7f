#include "core/figure/bar_length.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/pictures.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <numeric>
#include <vector>

namespace attn {

namespace {

constexpr float neuron_line = 22;
constexpr float least_list_width = 220;
constexpr float widest_list = 420;
constexpr float between_lists = 36;
constexpr float bar_height = 8;
constexpr float words_room = 28; // height of the line above the lists
constexpr float least_name_room = 36;
constexpr float number_room = 64;
constexpr Index most_lists = 3;

class NeuronsLayout : Canvas {
public:
    NeuronsLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), chosen_(selected_cell(drawing)),
          heat_(heat_of(drawing, {chosen_.layer, chosen_.array, chosen_.item, chosen_.head, 0, 0}, false)),
          numbers_(heat_.matrix.row(chosen_.row)), names_(column_names(drawing, chosen_.array).labels),
          largest_first_(ranked()) {
        lists_ = std::clamp<Index>(
            static_cast<Index>((area.width + between_lists) / (least_list_width + between_lists)), 1, most_lists);
        lines_ = std::max<Index>(1, static_cast<Index>((area.height - words_room) / neuron_line));
        const Index count = std::ssize(largest_first_);
        lists_ = std::min(lists_, (count + lines_ - 1) / lines_);
        if (on_paper()) // lists of one length
            lines_ = std::min(lines_, (count + lists_ - 1) / lists_);
        shown_ = std::min(count, lists_ * lines_);
        const float room = (area.width - between_lists * static_cast<float>(lists_ - 1)) / static_cast<float>(lists_);
        width_ = std::min(room, widest_list);
        for (const std::string& name : names_)
            name_room_ = std::max(name_room_, width_of(name) + space::medium);
    }

    void add() {
        const Index count = std::ssize(largest_first_);
        add_text({area_.x, area_.y + 12},
                 shown_ < count ? fmt::format("{} of {} neurons, the largest first, whatever their sign", shown_, count)
                                : fmt::format("{} neurons, the largest first, whatever their sign", count),
                 theme_.dim, small());
        for (Index place = 0; place < shown_; ++place)
            add_neuron(place);
    }

private:
    /// The columns, the largest number first, whatever its sign; equal ones in their order, NaN first.
    std::vector<Index> ranked() const {
        std::vector<Index> columns(numbers_.size());
        std::iota(columns.begin(), columns.end(), Index{0});
        const auto size = [&](Index column) {
            const float number = std::abs(numbers_[static_cast<std::size_t>(column)]);
            return std::isnan(number) ? std::numeric_limits<float>::infinity() : number;
        };
        std::ranges::stable_sort(columns, std::ranges::greater(), size);
        return columns;
    }

    void add_neuron(Index place) {
        const Index column = largest_first_[static_cast<std::size_t>(place)];
        const float number = numbers_[static_cast<std::size_t>(column)];
        const Index list = place / lines_;
        const Box line{area_.x + static_cast<float>(list) * (width_ + between_lists),
                       area_.y + words_room + static_cast<float>(place % lines_) * neuron_line, width_, neuron_line};
        CellId cell = *heat_.first_cell;
        cell.row = chosen_.row;
        cell.column = column;
        const bool is_chosen = column == chosen_.column;
        const Font font = is_chosen ? Font{.weight = FontWeight::semibold} : Font();
        if (is_chosen && view().marks_cell)
            add_box(line.grown(1), transparent, {theme_.ink, 1.5F}, measure::corner);
        add_place(line, cell);
        const float middle = line.centre().y;
        add_text_about({line.x + name_room_ - space::small, middle}, names_[static_cast<std::size_t>(column)],
                       theme_.dim, font, Horizontal::right);
        const float end = line.x + name_room_ + number_room;
        add_text_about({end, middle}, number_in_cell(number, view().fine_decimals()), theme_.ink, font,
                       Horizontal::right)
            .says = ShownNumber{.cell = cell};
        const Box bars{end + space::small, middle - bar_height / 2, line.right() - end - space::medium, bar_height};
        add_bar(bars, number, cell);
    }

    /// Adds a bar from the zero that all lines share. The most negative number reaches the left end of the room, the
    /// most positive one the right end.
    void add_bar(const Box& room, float number, const CellId& cell) {
        const double below = largest(-1);
        const double span = std::max(below + largest(1), 1e-30);
        const float zero = room.x + filled_part(below, span) * room.width;
        const float side = number < 0 ? zero - room.x : room.right() - zero;
        const float length = std::min(side, filled_part(std::abs(static_cast<double>(number)), span) * room.width);
        const ColourMap& map = colour_map(heat_.palette, heat_.look);
        const Colour usual = view().grey ? theme_.dim : number < 0 ? theme_.negative : theme_.positive;
        if (length > 0)
            add_box({number < 0 ? zero - length : zero, room.y, length, room.height},
                    bar_colour(static_cast<double>(number), usual, map))
                .says = ShownMeasure{cell, Measure::width};
        add_box({std::floor(zero), room.y - 2, 1, room.height + 4}, theme_.connector);
    }

    /// The largest finite number times `sign`; 0 if all are below it.
    double largest(float sign) const {
        float most = 0;
        for (const float number : numbers_)
            if (std::isfinite(number))
                most = std::max(most, sign * number);
        return static_cast<double>(most);
    }

    CellId chosen_;
    HeatmapOptions heat_;
    std::span<const float> numbers_; // 1 x d_ff, the chosen token's
    std::vector<std::string> names_;
    std::vector<Index> largest_first_;
    Index lists_ = 1; ///< beside each other
    Index lines_ = 1; ///< lines of each list
    Index shown_ = 0; ///< neurons
    float width_ = 0; ///< width of a list
    float name_room_ = least_name_room;
};

} // namespace

bool shows_neurons(const DrawContext& drawing) {
    return !drawing.view_state.parameter && row_of(drawing.view_state.array()).columns == Axis::mlp;
}

void neurons_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    NeuronsLayout(list, drawing, area).add();
}

} // namespace attn
