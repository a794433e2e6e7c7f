// Edits of cells and pins, and of given stages.

#include "core/document/session/edit_steps.h"
#include "core/document/session/places.h"
#include "core/document/session/word_embeddings.h"
#include "core/model/structure.h"

#include <algorithm>

namespace attn {

namespace {

/// The cell at its canonical address; an error if it does not exist.
Result<CellId> find_cell(const Layer& layer, const CellId& cell) {
    const auto& id = cell.array;
    if (!is_present(layer, id))
        return error("there is no {} in this session", named(id));
    auto slot = find_slot(layer, id, cell.item, cell.head);
    if (!slot)
        return slot.error();
    if (auto fits = check_cell(id, shape_of(sizes_of(layer), id), cell.row, cell.column); !fits)
        return fits.error();
    return CellId{slot->layer, id, slot->item, slot->head, cell.row, cell.column};
}

Result<Applied> set_parameter_cell(Session session, const CellId& cell, float value) {
    const auto id = cell.array;
    if (auto fits = check_parameter(session.layer(), id, cell.head); !fits)
        return fits.error();
    Matrix& matrix = parameter(session.layer(), id, cell.head);
    if (matrix.empty())
        return error("{} does not exist in this session", named(id));
    if (auto fits = check_cell(id, matrix.shape(), cell.row, cell.column); !fits)
        return fits.error();
    matrix = matrix.with_cell(cell.row, cell.column, value);
    return Applied{std::move(session), {}};
}

void set_embedding_cell(Sequence& sequence, const CellId& cell, float value) {
    const auto& word = sequence.items[static_cast<std::size_t>(cell.item)][static_cast<std::size_t>(cell.row)];
    const Matrix& row = sequence.embeddings->find(word)->second;
    sequence.embeddings = with_embedding(sequence.embeddings, word, row.with_cell(0, cell.column, value));
}

void paint(Layer& layer, Index row, Index column, float value) {
    Matrix& painted = layer.mask.painted;
    if (painted.empty()) {
        const Sizes sizes = sizes_of(layer);
        painted = Matrix::zeros(sizes.S_q, sizes.S_k);
    }
    painted = painted.with_cell(row, column, value);
}

/// Changes a number where it is stored; pins the cell if it is computed.
void set_source_cell(Layer& layer, const CellId& cell, float value) {
    switch (what_set_becomes(layer, cell)) {
    case SetBecomes::given: {
        Matrix& given = layer.given.at({cell.layer, cell.array, cell.item, cell.head});
        given = given.with_cell(cell.row, cell.column, value);
        return;
    }
    case SetBecomes::embedding:
        return set_embedding_cell(layer.sequence, cell, value);
    case SetBecomes::position: {
        Matrix& rows = layer.sequence.positions.rows;
        rows = rows.with_cell(cell.row, cell.column, value);
        return;
    }
    case SetBecomes::painted:
        return paint(layer, cell.row, cell.column, value);
    case SetBecomes::weight:
    case SetBecomes::pin:
        layer.pins[cell] = value;
    }
}

} // namespace

SetBecomes what_set_becomes(const Layer& layer, const CellId& cell) {
    if (is_parameter(cell.array))
        return SetBecomes::weight;
    if (layer.pins.contains(cell))
        return SetBecomes::pin;
    if (layer.given.contains({cell.layer, cell.array, cell.item, cell.head}))
        return SetBecomes::given;
    if (cell.array == ArrayId::E)
        return SetBecomes::embedding;
    const Positions& positions = layer.sequence.positions;
    if (cell.array == ArrayId::P && positions.kind == Positions::Kind::given && cell.row < positions.rows.rows())
        return SetBecomes::position;
    return cell.array == ArrayId::mask ? SetBecomes::painted : SetBecomes::pin;
}

Result<Applied> apply_edit(Session session, const SetCell& edit) {
    if (auto fits = check_number(edit.cell.array, edit.value); !fits)
        return fits.error();
    if (is_parameter(edit.cell.array))
        return set_parameter_cell(std::move(session), edit.cell, edit.value);
    auto cell = find_cell(session.layer(), edit.cell);
    if (!cell)
        return cell.error();
    set_source_cell(session.layer(), *cell, edit.value);
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const PaintMask& edit) {
    if (auto fits = check_number(ArrayId::mask, edit.value); !fits)
        return fits.error();
    const Sizes sizes = sizes_of(session.layer());
    if (auto fits = check_cell(ArrayId::mask, {sizes.S_q, sizes.S_k}, edit.row, edit.column); !fits)
        return fits.error();
    paint(session.layer(), edit.row, edit.column, edit.value);
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const ComputeAgain& edit) {
    Layer& layer = session.layer();
    auto slot = find_slot(layer, edit.slot.array, edit.slot.item, edit.slot.head);
    if (!slot)
        return slot.error();
    if (layer.given.erase(*slot) == 0)
        return error("{} is not given here; it is computed", named(slot->array));
    if (!is_present(layer, slot->array))
        return error("{} cannot be computed: what it is made from is not in this session", named(slot->array));
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const Pin& edit) {
    const ArrayId id = edit.cell.array;
    if (!is_stage(id))
        return error("{} cannot be pinned; only a stage can", named(edit.cell.array));
    if (auto fits = check_number(id, edit.value); !fits)
        return fits.error();
    auto cell = find_cell(session.layer(), edit.cell);
    if (!cell)
        return cell.error();
    session.layer().pins[*cell] = edit.value;
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const Unpin& edit) {
    if (!is_stage(edit.cell.array))
        return error("{} cannot be pinned; only a stage can", named(edit.cell.array));
    auto cell = find_cell(session.layer(), edit.cell);
    if (!cell)
        return cell.error();
    if (session.layer().pins.erase(*cell) == 0)
        return error("{} is not pinned", named(*cell));
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const UnpinAll&) {
    session.layer().pins.clear();
    return Applied{std::move(session), {}};
}

} // namespace attn
