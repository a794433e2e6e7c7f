// Edits of whole matrices and parts of them.

#include "core/document/session/edit_steps.h"
#include "core/document/session/places.h"
#include "core/document/session/random_numbers.h"
#include "core/document/session/word_embeddings.h"
#include "core/model/structure.h"
#include "core/tensor/compose.h"
#include "core/tensor/eigen.h"
#include "core/tensor/noun_for.h"

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

/// The range that the edit fills, excluding its ends; 0 rows or columns mean all.
Result<Range> range_of(const Fill& edit, Shape shape) {
    const bool rows_fit = edit.first_row >= 0 && edit.rows >= 0 && edit.first_row <= shape.rows &&
                          edit.rows <= shape.rows - edit.first_row;
    const bool columns_fit = edit.first_column >= 0 && edit.columns >= 0 && edit.first_column <= shape.columns &&
                             edit.columns <= shape.columns - edit.first_column;
    if (!rows_fit || !columns_fit)
        return error("{}: {} rows from {} and {} columns from {} do not lie within {}", named(edit.array), edit.rows,
                     edit.first_row + 1, edit.columns, edit.first_column + 1, shape_in_words(shape));
    return Range{edit.rows == 0 ? 0 : edit.first_row, edit.rows == 0 ? shape.rows : edit.first_row + edit.rows,
                 edit.columns == 0 ? 0 : edit.first_column,
                 edit.columns == 0 ? shape.columns : edit.first_column + edit.columns};
}

Matrix drawn_for(const Fill& edit, Shape shape) {
    if (edit.with != Fill::With::random)
        return {};
    if (is_parameter(edit.array))
        return random_parameter(edit.seed, edit.array, edit.head, shape);
    return random_stage(edit.seed, {0, edit.array, edit.item, edit.head}, shape);
}

/// The matrix with the range filled. An identity matrix begins at the upper left of the range.
Matrix with_range_filled(const Matrix& matrix, const Fill& edit, const Range& range) {
    const Matrix drawn = drawn_for(edit, matrix.shape());
    return filled(matrix.rows(), matrix.columns(), [&](Index i, Index j) {
        if (range.contains(i, j))
            switch (edit.with) {
            case Fill::With::zero:
                return 0.0F;
            case Fill::With::identity:
                return i - range.first_row == j - range.first_column ? 1.0F : 0.0F;
            case Fill::With::random:
                return drawn(i, j);
            case Fill::With::scaled:
                return edit.number * matrix(i, j);
            case Fill::With::constant:
                return edit.number;
            }
        return matrix(i, j);
    });
}

/// Replaces a weight or bias. If it did not exist, the other heads get zeros.
void set_parameter(Layer& layer, ArrayId id, Index head, Matrix matrix) {
    if (has_heads(id) && parameter(layer, id, head).empty())
        for (Index other = 0; other < static_cast<Index>(layer.heads.size()); ++other)
            parameter(layer, id, other) = Matrix::zeros(matrix.rows(), matrix.columns());
    parameter(layer, id, head) = std::move(matrix);
}

const std::vector<std::string>& tokens_of(const Layer& layer, Index item) {
    return layer.sequence.items[static_cast<std::size_t>(item)];
}

/// The embeddings of an item's tokens: S_q x D.
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

/// The treatment of equal words whose rows differ: must_agree is an error, take_the_first uses the first row.
enum class EqualWords : std::uint8_t { must_agree, take_the_first };

/// Sets the embeddings of the words in rows [first, last) of the item to these rows.
Result<void> set_embeddings(Layer& layer, Index item, const Matrix& matrix, Index first, Index last,
                            EqualWords equal_words) {
    const auto changed = std::make_shared<Embeddings>(*layer.sequence.embeddings);
    std::map<std::string, Index, std::less<>> first_places;
    const auto& tokens = tokens_of(layer, item);
    for (Index i = first; i < last; ++i) {
        const std::string& word = tokens[static_cast<std::size_t>(i)];
        const auto [place, is_first] = first_places.emplace(word, i);
        const Matrix row = matrix.row_block(i, 1);
        const bool agrees = is_first || equal_bits(row, matrix.row_block(place->second, 1));
        if (!agrees && equal_words == EqualWords::must_agree)
            return error("{}: rows {} and {} are both “{}” and differ; equal words share an embedding",
                         named(ArrayId::E), place->second + 1, i + 1, word);
        if (is_first && !equal_bits(row, (*changed)[word]))
            (*changed)[word] = Matrix::copy_of(row);
    }
    layer.sequence.embeddings = changed;
    return {};
}

/// Drops the pins in the range, because they would hide the new numbers. Returns a sentence about them.
NamedWords drop_pins(Layer& layer, Address slot, const Range& range) {
    const auto count = std::erase_if(layer.pins, [&](const auto& pin) {
        const CellId& cell = pin.first;
        return cell.array == ArrayId(slot.array) && cell.item == slot.item && cell.head == slot.head &&
               range.contains(cell.row, cell.column);
    });
    return count == 0 ? NamedWords()
                      : fmt::format("{} {} in ", count, noun_for(count, "pin")) + NamedWords::array(slot.array) +
                            fmt::format(" {} removed: other numbers were put there.", count == 1 ? "was" : "were");
}

Range all_of(const Matrix& matrix) {
    return {0, matrix.rows(), 0, matrix.columns()};
}

bool comes_from_words(const Layer& layer, Address slot) {
    return slot.array == ArrayId::E && layer.sequence.embeddings && !layer.given.contains(slot);
}

Result<Applied> set_stage(Session session, const SetMatrix& edit) {
    Layer& layer = session.layer();
    const auto id = edit.array;
    auto slot = find_slot(layer, id, edit.item, edit.head);
    if (!slot)
        return slot.error();
    if (id == ArrayId::context && !layer.context)
        return error("there is no context in this session");
    if (auto fits = check_shape(named(id), edit.matrix.shape(), shape_of(sizes_of(layer), id)); !fits)
        return fits.error();
    if (!comes_from_words(layer, *slot)) {
        layer.given[*slot] = edit.matrix;
        NamedWords notice = drop_pins(layer, *slot, all_of(edit.matrix));
        return Applied{std::move(session), std::move(notice)};
    }
    if (auto done = set_embeddings(layer, slot->item, edit.matrix, 0, edit.matrix.rows(), EqualWords::must_agree);
        !done)
        return done.error();
    return Applied{std::move(session), {}};
}

Result<Applied> fill_parameter(Session session, const Fill& edit) {
    Layer& layer = session.layer();
    const auto id = edit.array;
    if (auto fits = check_parameter(layer, id, edit.head); !fits)
        return fits.error();
    const Matrix& present = parameter(layer, id, edit.head);
    if (present.empty())
        return error("{} does not exist in this session", named(id));
    auto range = range_of(edit, present.shape());
    if (!range)
        return range.error();
    Matrix matrix = with_range_filled(present, edit, *range);
    if (auto fits = check_numbers(id, matrix); !fits)
        return fits.error();
    set_parameter(layer, id, edit.head, std::move(matrix));
    return Applied{std::move(session), {}};
}

/// The numbers of a stage if they are given, not computed; empty for other stages.
Matrix known_numbers(const Layer& layer, Address slot, Shape shape) {
    if (const auto given = layer.given.find(slot); given != layer.given.end())
        return given->second;
    if (comes_from_words(layer, slot))
        return embeddings_of(layer, slot.item);
    if (slot.array == ArrayId::mask)
        return layer.mask.painted.empty() ? Matrix::zeros(shape.rows, shape.columns) : layer.mask.painted;
    if (slot.array == ArrayId::P && layer.sequence.positions.kind == Positions::Kind::given)
        return layer.sequence.positions.rows.resized(shape.rows, shape.columns);
    return {};
}

/// Writes a stage's numbers where they are stored: in the embeddings of words in the range, the painted mask, or the
/// given positions; else the stage becomes given.
Result<NamedWords> put(Layer& layer, Address slot, Matrix matrix, const Range& range, EqualWords equal_words) {
    Positions& positions = layer.sequence.positions;
    if (comes_from_words(layer, slot)) {
        if (auto done = set_embeddings(layer, slot.item, matrix, range.first_row, range.last_row, equal_words); !done)
            return done.error();
    } else if (slot.array == ArrayId::mask && !layer.given.contains(slot)) {
        layer.mask.painted = std::move(matrix);
    } else if (slot.array == ArrayId::P && positions.kind == Positions::Kind::given && !layer.given.contains(slot)) {
        positions.rows = std::move(matrix);
    } else {
        layer.given[slot] = std::move(matrix);
    }
    return drop_pins(layer, slot, range);
}

Result<Applied> fill_stage(Session session, const Fill& edit) {
    Layer& layer = session.layer();
    const auto id = edit.array;
    if (!is_present(layer, id))
        return error("there is no {} in this session", named(id));
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
                     named(id));
    if (present.empty())
        present = Matrix::zeros(shape.rows, shape.columns);
    Matrix matrix = with_range_filled(present, edit, *range);
    if (auto fits = check_numbers(id, matrix); !fits)
        return fits.error();
    auto notice = put(layer, *slot, std::move(matrix), *range, EqualWords::take_the_first);
    if (!notice)
        return notice.error();
    return Applied{std::move(session), *std::move(notice)};
}

/// The range that the pasted table covers in an array of this shape.
Result<Range> range_of(const SetPart& edit, Shape shape) {
    const CellId& first = edit.first;
    if (auto fits = check_cell(first.array, shape, first.row, first.column); !fits)
        return fits.error();
    const Shape part = edit.numbers.shape();
    if (part.rows > shape.rows - first.row || part.columns > shape.columns - first.column)
        return error("{}: {} numbers from row {}, column {} on do not fit; it is {}", named(first.array),
                     shape_in_words(part), first.row + 1, first.column + 1, shape_in_words(shape));
    return Range{first.row, first.row + part.rows, first.column, first.column + part.columns};
}

Matrix with_part(const Matrix& matrix, const Matrix& part, const Range& range) {
    RowMajorMatrix changed = eigen(matrix);
    changed.block(range.first_row, range.first_column, part.rows(), part.columns()) = eigen(part);
    return matrix_of(std::move(changed));
}

Result<Applied> set_part_of_parameter(Session session, const SetPart& edit) {
    Layer& layer = session.layer();
    const auto id = edit.first.array;
    if (auto fits = check_parameter(layer, id, edit.first.head); !fits)
        return fits.error();
    const Matrix& present = parameter(layer, id, edit.first.head);
    if (present.empty())
        return error("{} does not exist in this session", named(id));
    const auto range = range_of(edit, present.shape());
    if (!range)
        return range.error();
    set_parameter(layer, id, edit.first.head, with_part(present, edit.numbers, *range));
    return Applied{std::move(session), {}};
}

/// The most pins that may be set at once; more would make a session slow.
constexpr Index most_pasted_pins = 4096;

/// Pins the cells to the table's numbers.
Result<NamedWords> pin_part(Layer& layer, Address slot, const Matrix& numbers, const Range& range) {
    const std::string name = named(slot.array);
    const Index count = numbers.rows() * numbers.columns();
    if (count > most_pasted_pins)
        return error("{}: {} of its cells would be pinned, at most {} can be at once; paste all of it", name, count,
                     most_pasted_pins);
    for (Index i = 0; i < numbers.rows(); ++i)
        for (Index j = 0; j < numbers.columns(); ++j)
            layer.pins[{slot.layer, slot.array, slot.item, slot.head, range.first_row + i, range.first_column + j}] =
                numbers(i, j);
    return fmt::format("{} {} of ", count, noun_for(count, "cell")) + NamedWords::array(slot.array) +
           fmt::format(" {} pinned now.", count == 1 ? "is" : "are");
}

/// Pastes into an input that is computed from words: it becomes given if the table covers it, otherwise cells are
/// pinned.
Result<NamedWords> give_or_pin(Layer& layer, Address slot, const Matrix& numbers, const Range& range, Shape shape) {
    if (numbers.shape() == shape) {
        layer.given[slot] = numbers;
        const NamedWords lost = drop_pins(layer, slot, range);
        return NamedWords::array(slot.array) + " is given now, and no longer made from words." +
               (lost.empty() ? "" : " ") + lost;
    }
    return pin_part(layer, slot, numbers, range);
}

bool is_input(ArrayId id) {
    return id == ArrayId::P || id == ArrayId::X || id == ArrayId::context;
}

Result<Applied> set_part_of_stage(Session session, const SetPart& edit) {
    Layer& layer = session.layer();
    const auto id = edit.first.array;
    if (!is_present(layer, id))
        return error("there is no {} in this session", named(id));
    const auto slot = find_slot(layer, id, edit.first.item, edit.first.head);
    if (!slot)
        return slot.error();
    const Shape shape = shape_of(sizes_of(layer), id);
    const auto range = range_of(edit, shape);
    if (!range)
        return range.error();
    const Matrix present = known_numbers(layer, *slot, shape);
    if (present.empty() && !is_input(id) && edit.pins) {
        auto notice = pin_part(layer, *slot, edit.numbers, *range);
        if (!notice)
            return notice.error();
        return Applied{std::move(session), *std::move(notice)};
    }
    if (present.empty() && !is_input(id))
        return error("{} is computed, so no table can be pasted into it; pin single cells (Ctrl+K), or paste into what "
                     "it is made from",
                     named(id));
    auto notice = present.empty()
                      ? give_or_pin(layer, *slot, edit.numbers, *range, shape)
                      : put(layer, *slot, with_part(present, edit.numbers, *range), *range, EqualWords::must_agree);
    if (!notice)
        return notice.error();
    return Applied{std::move(session), *std::move(notice)};
}

} // namespace

Result<Applied> apply_edit(Session session, const SetMatrix& edit) {
    if (edit.matrix.empty())
        return error("{}: there is no matrix to set", named(edit.array));
    if (auto fits = check_numbers(edit.array, edit.matrix); !fits)
        return fits.error();
    if (is_stage(edit.array))
        return set_stage(std::move(session), edit);
    Layer& layer = session.layer();
    const auto id = edit.array;
    if (auto fits = check_parameter(layer, id, edit.head); !fits)
        return fits.error();
    if (auto fits = check_shape(named(id), edit.matrix.shape(), shape_of(sizes_of(layer), id)); !fits)
        return fits.error();
    set_parameter(layer, id, edit.head, edit.matrix);
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const SetPart& edit) {
    if (edit.numbers.empty() || edit.numbers.rows() == 0 || edit.numbers.columns() == 0)
        return error("{}: there are no numbers to paste", named(edit.first.array));
    if (auto fits = check_numbers(edit.first.array, edit.numbers); !fits)
        return fits.error();
    if (is_parameter(edit.first.array))
        return set_part_of_parameter(std::move(session), edit);
    return set_part_of_stage(std::move(session), edit);
}

Result<Applied> apply_edit(Session session, const Fill& edit) {
    if (is_parameter(edit.array))
        return fill_parameter(std::move(session), edit);
    return fill_stage(std::move(session), edit);
}

} // namespace attn
