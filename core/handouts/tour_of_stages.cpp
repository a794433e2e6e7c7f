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

constexpr float walk_small_size = 8.25F; ///< points: 11 logical pixels

class Walk {
public:
    Walk(const FigureSource& source, const FigureRequest& shown, const CellId& opened)
        : source_(source), shown_(shown), opened_(opened) {}

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
            columns == Role::width ? largest_in(matrix, row) : std::min(place_of(columns), matrix.columns() - 1);
        if (id == source_.session.opening.stage && !shown_.column)
            step.column = std::min(source_.session.opening.column, matrix.columns() - 1);
        step.font_size = walk_small_size;
        return step;
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
