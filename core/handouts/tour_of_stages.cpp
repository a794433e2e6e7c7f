#include "core/handouts/tour_of_stages.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/softmax_row.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace attn {

namespace {

/// Up to where a row of softmax is on its way when the array is computed; none: all of it.
std::optional<int> softmax_level_of(ArrayId array) {
    switch (array) {
    case ArrayId::row_max:
        return softmax_level::maximum;
    case ArrayId::exp:
        return softmax_level::exponentials;
    case ArrayId::row_sum:
        return softmax_level::sum;
    default:
        return std::nullopt;
    }
}

constexpr ArrayId head_output = ArrayId::O; ///< what a head hands over
constexpr float walk_small_size = 8.25F;    ///< points: 11 logical pixels

class Walk {
public:
    Walk(const FigureSource& source, const FigureRequest& shown, const CellId& opened)
        : source_(source), shown_(shown), opened_(opened) {
        const Opening& opening = source.session.opening;
        if (!shown.column && column_role(opening.stage) == Role::width)
            opened_column_ = opening.column;
    }

    std::vector<FigureRequest> steps() const {
        const NotationChoice& notation = shown_.notation ? *shown_.notation : source_.session.notation;
        std::vector<FigureRequest> steps;
        for (const ArrayId id : steps_of(source_.trace, notation, shown_.steps))
            if (shown_.steps == StepsShown::all || !is_before_notes(id, notation))
                for (const Index head : heads_with_own(id))
                    steps.push_back(step(id, head));
        return steps;
    }

private:
    /// Notes begin with what they are given, however that was made.
    static bool is_before_notes(ArrayId id, const NotationChoice& notation) {
        return id < std::ranges::min(steps_of_notes(notation));
    }

    /// The heads that are asked for, of those that have a matrix in common the first; one where no head has its own.
    std::vector<Index> heads_with_own(ArrayId id) const {
        std::vector<Index> heads;
        std::set<Index> stored;
        std::vector<Index> asked = heads_of(shown_);
        if (asked.empty() || !has_heads(id))
            asked = {opened_.head};
        for (const Index head : asked)
            if (stored.insert(source_.trace.canonical(Address{id, opened_.item, head}).head).second)
                heads.push_back(head);
        return heads;
    }

    FigureRequest step(ArrayId id, Index head) const {
        FigureRequest step = shown_;
        step.array = id;
        step.item = opened_.item;
        step.head = head;
        step.more_heads.clear();
        const Matrix matrix = source_.trace.matrix({id, opened_.item, head});
        const Index row = std::min(place_of(row_role(id)), matrix.rows() - 1);
        const Role columns = column_role(id);
        step.row = row;
        step.column =
            std::min(columns == Role::width ? number_of(id, row, head) : place_of(columns), matrix.columns() - 1);
        step.font_size = walk_small_size;
        return step;
    }

    /// Of a row of numbers the one that is followed.
    Index number_of(ArrayId id, Index row, Index head) const {
        if (const auto opened = opened_number(id))
            return *opened;
        switch (row_of(id).columns) {
        case Axis::key_width:
            return number_of_match(head);
        case Axis::value_width:
            return number_handed_over(head);
        case Axis::concat_width:
            return head * source_.trace.sizes().d_v + number_handed_over(head);
        default:
            break;
        }
        if (reads_heads(id))
            return number_added_to(head);
        return largest_in(source_.trace.matrix({id, opened_.item, head}), row);
    }

    /// The number that the session opens on, where it is one of those.
    std::optional<Index> opened_number(ArrayId id) const {
        const ArrayId opened = source_.session.opening.stage;
        if (!opened_column_ || reads_heads(id) != reads_heads(opened))
            return std::nullopt;
        return row_of(id).columns == row_of(opened).columns ? opened_column_ : std::nullopt;
    }

    /// Whether it is as wide as the model and made from what heads hand over.
    static bool reads_heads(ArrayId id) { return row_of(id).columns == Axis::model && id >= ArrayId::parts; }

    /// Where the query and the key have their largest product; of a query that matches nobody its largest number.
    Index number_of_match(Index head) const {
        const auto operands = product_operands(source_.trace.structure(), ArrayId::scores);
        if (!operands)
            return 0;
        const Matrix queries = source_.trace.array(operands->left, opened_.item, head);
        const Matrix keys = source_.trace.array(operands->right, opened_.item, head);
        const Index query = std::min(place_of(Role::queries), queries.rows() - 1);
        const Index key = std::min(place_of(Role::keys), keys.rows() - 1);
        Index best = largest_in(queries, query);
        const auto product = [&](Index column) { return std::abs(queries(query, column) * keys(key, column)); };
        for (Index column = 0; column < queries.columns(); ++column)
            if (product(column) > product(best))
                best = column;
        return best;
    }

    Index number_handed_over(Index head) const {
        if (const auto opened = opened_number(head_output))
            return *opened;
        if (!source_.trace.has(head_output))
            return 0;
        const Matrix outputs = source_.trace.array(head_output, opened_.item, head);
        return largest_in(outputs, std::min(place_of(Role::queries), outputs.rows() - 1));
    }

    /// The number of the output to which the one that is handed over adds most.
    Index number_added_to(Index head) const {
        const Matrix weights = source_.trace.array(ArrayId::W_O, opened_.item, head); // empty: a recording has none
        const Index handed_over = number_handed_over(head);
        return handed_over < weights.rows() ? largest_in(weights, handed_over) : 0;
    }

    /// Which query, or which key.
    Index place_of(Role role) const {
        const Opening& opening = source_.session.opening;
        if (role == Role::queries && shown_.row)
            return *shown_.row;
        if (role == Role::keys && shown_.column)
            return *shown_.column;
        if (role == Role::queries)
            return row_role(opening.stage) == Role::queries ? opening.row : 0;
        if (role != Role::keys)
            return 0;
        return column_role(opening.stage) == Role::keys ? opening.column : opening.row;
    }

    static Index largest_in(const Matrix& matrix, Index row) {
        const auto numbers = matrix.row(row);
        const auto found = std::ranges::max_element(numbers, {}, [](float number) { return std::abs(number); });
        return found - numbers.begin();
    }

    const FigureSource& source_;
    const FigureRequest& shown_;
    CellId opened_;
    std::optional<Index> opened_column_; ///< where the session opens on a number
};

} // namespace

Result<std::vector<FigureRequest>> walk(const FigureSource& source, const FigureRequest& shown) {
    const auto opened = figure_cell(shown, source);
    if (!opened)
        return opened.error();
    return Walk(source, shown, *opened).steps();
}

FigureStep part_of_picture(const DrawContext& drawing, const CellId& cell) {
    FigureStep part{.name = {}, .page_grows = false};
    if (picture(shown_picture(drawing)).built_up != Picture::Steps::softmax_levels)
        return part;
    const auto level = softmax_level_of(cell.array);
    if (level) {
        part.reveal.emplace();
        part.reveal->level = *level;
    }
    return part;
}

CellId cell_of(const FigureRequest& step) {
    return {step.array.value_or(ArrayId::A), step.item.value_or(0), step.head.value_or(0), step.row.value_or(0),
            step.column.value_or(0)};
}

std::string whose(const DrawContext& drawing) {
    const Sizes& sizes = drawing.sizes();
    std::vector<std::string> parts;
    if (sizes.H > 1 && has_heads(drawing.view_state.array()))
        parts.push_back(head_words(drawing));
    if (sizes.B > 1)
        parts.push_back(fmt::format("item {} of {}", drawing.view_state.item + 1, sizes.B));
    return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace attn
