// Editing of whole matrices and parts of them.

#include "core/attention/stages.h"
#include "core/session/edit_steps.h"
#include "core/session/places.h"
#include "core/session/random.h"
#include "core/session/words.h"

#include <algorithm>
#include <set>
#include <vector>

namespace attn {

namespace {

struct Range {
    Index first_row = 0, last_row = 0;
    Index first_column = 0, last_column = 0;

    bool contains(Index row, Index column) const {
        return row >= first_row && row < last_row && column >= first_column && column < last_column;
    }
};

/// Half open; all of the matrix where the edit says 0.
Result<Range> range_of(const Fill& edit, Shape shape) {
    const bool rows_fit = edit.first_row >= 0 && edit.rows >= 0 && edit.first_row <= shape.rows &&
                          edit.rows <= shape.rows - edit.first_row;
    const bool columns_fit = edit.first_column >= 0 && edit.columns >= 0 && edit.first_column <= shape.columns &&
                             edit.columns <= shape.columns - edit.first_column;
    if (!rows_fit || !columns_fit)
        return error("{}: {} rows from {} and {} columns from {} do not lie within {}", array_name(edit.array),
                     edit.rows, edit.first_row + 1, edit.columns, edit.first_column + 1, shape_in_words(shape));
    return Range{edit.rows == 0 ? 0 : edit.first_row, edit.rows == 0 ? shape.rows : edit.first_row + edit.rows,
                 edit.columns == 0 ? 0 : edit.first_column,
                 edit.columns == 0 ? shape.columns : edit.first_column + edit.columns};
}

Matrix drawn_for(const Fill& edit, Shape shape) {
    if (edit.with != Fill::With::random)
        return {};
    if (const auto* id = std::get_if<ParameterId>(&edit.array))
        return random_parameter(edit.seed, *id, edit.head, shape);
    return random_stage(edit.seed, {std::get<StageId>(edit.array), edit.item, edit.head}, shape);
}

/// `matrix` with the range filled. The identity has its first 1 at the range's upper left.
Matrix filled(const Matrix& matrix, const Fill& edit, const Range& range) {
    const Matrix drawn = drawn_for(edit, matrix.shape());
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(matrix.rows() * matrix.columns()) + 1);
    for (Index i = 0; i < matrix.rows(); ++i)
        for (Index j = 0; j < matrix.columns(); ++j) {
            if (!range.contains(i, j)) {
                values.push_back(matrix(i, j));
                continue;
            }
            switch (edit.with) {
            case Fill::With::zero:
                values.push_back(0);
                break;
            case Fill::With::identity:
                values.push_back(i - range.first_row == j - range.first_column ? 1.0F : 0.0F);
                break;
            case Fill::With::random:
                values.push_back(drawn(i, j));
                break;
            case Fill::With::scaled:
                values.push_back(edit.factor * matrix(i, j));
                break;
            }
        }
    return Matrix::adopt(std::move(values), matrix.rows(), matrix.columns());
}

/// Replaces a weight or bias. Where it did not exist, the other heads get zeros.
void set_parameter(Layer& layer, ParameterId id, Index head, Matrix matrix) {
    if (per_head(id) && parameter(layer, id, head).empty())
        for (Index other = 0; other < static_cast<Index>(layer.heads.size()); ++other)
            parameter(layer, id, other) = Matrix::zeros(matrix.rows(), matrix.columns());
    parameter(layer, id, head) = std::move(matrix);
}

const std::vector<std::string>& tokens_of(const Layer& layer, Index item) {
    return layer.sequence.items[static_cast<std::size_t>(item)];
}

/// The embeddings of an item's tokens, row by row.
Matrix embeddings_of(const Layer& layer, Index item) {
    const Sizes sizes = sizes_of(layer);
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(sizes.S_q * sizes.D) + 1);
    for (const std::string& word : tokens_of(layer, item)) {
        const auto row = layer.sequence.embeddings->find(word)->second.row(0);
        values.insert(values.end(), row.begin(), row.end());
    }
    return Matrix::adopt(std::move(values), sizes.S_q, sizes.D);
}

/// Every word takes the row at which it stands. Equal words that would differ are an error, unless `first_wins`.
Result<void> set_embeddings(Layer& layer, Index item, const Matrix& matrix, bool first_wins) {
    const auto changed = std::make_shared<Embeddings>(*layer.sequence.embeddings);
    std::map<std::string, Index, std::less<>> first_places;
    const auto& tokens = tokens_of(layer, item);
    for (Index i = 0; i < matrix.rows(); ++i) {
        const std::string& word = tokens[static_cast<std::size_t>(i)];
        const auto [place, is_first] = first_places.emplace(word, i);
        const Matrix row = matrix.row_block(i, 1);
        if (!is_first && !first_wins && !equal_bits(row, matrix.row_block(place->second, 1)))
            return error("E: rows {} and {} are both “{}” and differ; equal words share an embedding",
                         place->second + 1, i + 1, word);
        if (is_first && !equal_bits(row, (*changed)[word]))
            (*changed)[word] = Matrix::copy_of(row);
    }
    layer.sequence.embeddings = changed;
    return {};
}

/// Gives a stage whole; what was pinned in it goes.
std::string give(Layer& layer, SlotId slot, Matrix matrix) {
    layer.given[slot] = std::move(matrix);
    const auto count = std::erase_if(layer.pins, [&](const auto& pin) {
        const CellId& cell = pin.first;
        return cell.array == ArrayId(slot.stage) && cell.item == slot.item && cell.head == slot.head;
    });
    return count == 0 ? std::string()
                      : fmt::format("{} {} in {} went: all of it is given now.", count, count == 1 ? "pin" : "pins",
                                    array_name(slot.stage));
}

bool comes_from_words(const Layer& layer, SlotId slot) {
    return slot.stage == StageId::E && layer.sequence.embeddings && !layer.given.contains(slot);
}

Result<Applied> set_stage(Session session, const SetMatrix& edit) {
    Layer& layer = session.layer();
    const auto id = std::get<StageId>(edit.array);
    auto slot = find_slot(layer, id, edit.item, edit.head);
    if (!slot)
        return slot.error();
    if (id == StageId::context && !layer.context)
        return error("there is no context in this session");
    if (auto fits = check_shape(array_name(id), edit.matrix.shape(), shape_of(sizes_of(layer), id)); !fits)
        return fits.error();
    if (!comes_from_words(layer, *slot)) {
        std::string notice = give(layer, *slot, edit.matrix);
        return Applied{std::move(session), std::move(notice)};
    }
    if (auto done = set_embeddings(layer, slot->item, edit.matrix, false); !done)
        return done.error();
    return Applied{std::move(session), {}};
}

Result<Applied> fill_parameter(Session session, const Fill& edit) {
    Layer& layer = session.layer();
    const auto id = std::get<ParameterId>(edit.array);
    if (auto fits = check_parameter(layer, id, edit.head); !fits)
        return fits.error();
    const Matrix& present = parameter(layer, id, edit.head);
    if (present.empty())
        return error("{} does not exist in this session", array_name(id));
    auto range = range_of(edit, present.shape());
    if (!range)
        return range.error();
    Matrix matrix = filled(present, edit, *range);
    if (auto fits = check_numbers(id, matrix); !fits)
        return fits.error();
    set_parameter(layer, id, edit.head, std::move(matrix));
    return Applied{std::move(session), {}};
}

/// The numbers of a stage that the user gave, which need not be computed; nothing for the rest.
Matrix known_numbers(const Layer& layer, SlotId slot, Shape shape) {
    if (const auto given = layer.given.find(slot); given != layer.given.end())
        return given->second;
    if (comes_from_words(layer, slot))
        return embeddings_of(layer, slot.item);
    if (slot.stage == StageId::mask)
        return layer.mask.painted.empty() ? Matrix::zeros(shape.rows, shape.columns) : layer.mask.painted;
    if (slot.stage == StageId::P && layer.sequence.positions.kind == Positions::Kind::given)
        return layer.sequence.positions.rows.resized(shape.rows, shape.columns);
    return {};
}

Result<Applied> fill_stage(Session session, const Fill& edit) {
    Layer& layer = session.layer();
    const auto id = std::get<StageId>(edit.array);
    if (!is_present(layer, id))
        return error("there is no {} in this session", array_name(id));
    auto slot = find_slot(layer, id, edit.item, edit.head);
    if (!slot)
        return slot.error();
    const Shape shape = shape_of(sizes_of(layer), id);
    auto range = range_of(edit, shape);
    if (!range)
        return range.error();
    Matrix present = known_numbers(layer, *slot, shape);
    const bool whole = edit.rows == 0 && edit.columns == 0;
    if (present.empty() && (!whole || edit.with == Fill::With::scaled))
        return error("{} is computed: only the whole of it can be filled, with zeros, an identity or random numbers",
                     array_name(id));
    if (present.empty())
        present = Matrix::zeros(shape.rows, shape.columns);
    Matrix matrix = filled(present, edit, *range);
    if (auto fits = check_numbers(id, matrix); !fits)
        return fits.error();
    std::string notice;
    if (comes_from_words(layer, *slot)) {
        if (auto done = set_embeddings(layer, slot->item, matrix, true); !done)
            return done.error();
    } else if (id == StageId::mask && !layer.given.contains(*slot)) {
        layer.mask.painted = std::move(matrix);
    } else if (id == StageId::P && layer.sequence.positions.kind == Positions::Kind::given &&
               !layer.given.contains(*slot)) {
        layer.sequence.positions.rows = std::move(matrix);
    } else {
        notice = give(layer, *slot, std::move(matrix));
    }
    return Applied{std::move(session), std::move(notice)};
}

} // namespace

Result<Applied> carry_out(Session session, const SetMatrix& edit) {
    if (edit.matrix.empty())
        return error("{}: there is no matrix to set", array_name(edit.array));
    if (auto fits = check_numbers(edit.array, edit.matrix); !fits)
        return fits.error();
    if (std::holds_alternative<StageId>(edit.array))
        return set_stage(std::move(session), edit);
    Layer& layer = session.layer();
    const auto id = std::get<ParameterId>(edit.array);
    if (auto fits = check_parameter(layer, id, edit.head); !fits)
        return fits.error();
    if (auto fits = check_shape(array_name(id), edit.matrix.shape(), parameter_shape(sizes_of(layer), id)); !fits)
        return fits.error();
    set_parameter(layer, id, edit.head, edit.matrix);
    return Applied{std::move(session), {}};
}

Result<Applied> carry_out(Session session, const Fill& edit) {
    if (std::holds_alternative<ParameterId>(edit.array))
        return fill_parameter(std::move(session), edit);
    return fill_stage(std::move(session), edit);
}

} // namespace attn
