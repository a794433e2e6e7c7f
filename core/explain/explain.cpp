#include "core/explain/explain.h"

#include "core/explain/written_terms.h"
#include "core/model/arrays.h"
#include "core/model/rotary.h"

#include <algorithm>

namespace attn {

namespace {

/// The cells of `reader` in a head that depend on the cell. If heads are side by side, columns are counted over all
/// heads.
Dependents reading_cells(const Trace& trace, const CellId& cell, ArrayId reader, Reads reads, Index head) {
    const Index column = cell.column + (reads == Reads::block ? cell.head * trace.sizes().d_v : 0);
    const Submatrix part =
        readers_of({{cell.row, cell.row + 1}, {column, column + 1}}, reads, shape_of(trace.sizes(), reader));
    return {reader, head, part.rows.first, part.rows.last, part.columns.first, part.columns.last};
}

/// True if the reader's matrix depends on the cell. Both addresses are canonical.
bool reads_cell(const Trace& trace, Address reader, const CellId& cell) {
    if (!has_heads(reader.array))
        return true;
    if (is_in_blocks(cell.array))
        return reader.head == cell.column / trace.sizes().d_v;
    if (reads_all_heads(trace.layer(), trace.structure(), reader.array) && is_stage(cell.array))
        return true;
    CellId read = cell;
    read.head = reader.head;
    return trace.canonical(read) == cell;
}

void collect(const Trace& trace, const CellId& cell, ArrayId reader, Reads reads, std::vector<Dependents>& feeds) {
    for (const Index head : trace.addresses().heads(reader)) {
        const Address slot = trace.canonical(Address{trace.layer().number, reader, cell.item, head});
        if (trace.layer().given.contains(slot) || !reads_cell(trace, slot, cell))
            continue;
        if (reads != Reads::pair) {
            feeds.push_back(reading_cells(trace, cell, reader, reads, head));
            continue;
        }
        feeds.push_back(reading_cells(trace, cell, reader, Reads::cell, head));
        CellId partner = cell;
        partner.column = partner_of(trace.layer().rotary, trace.sizes().d_k, cell.column);
        if (partner != cell)
            feeds.push_back(reading_cells(trace, partner, reader, Reads::cell, head));
    }
}

std::vector<Dependents> feeds_of(const Trace& trace, const CellId& cell) {
    std::vector<Dependents> feeds;
    for (const Array& row : stages()) {
        if (!trace.has(row.id))
            continue;
        for (const Operand& operand : trace.made_from(row.id))
            if (cell.array == operand.array)
                collect(trace, cell, row.id, operand.reads, feeds);
    }
    return feeds;
}

/// The operands of a cell, read from the trace.
class TraceOperands : public CellOperands {
public:
    TraceOperands(const Trace& trace, const CellId& cell) : trace_(trace), cell_(cell) {}

    const Layer& layer() const override { return trace_.layer(); }
    const CellId& cell() const override { return cell_; }
    bool has(std::size_t operand) const override {
        return operand < operands().size() && trace_.has(operands()[operand].array);
    }
    Matrix matrix(std::size_t operand) const override {
        const ArrayId id = operands()[operand].array;
        const Matrix whole = trace_.array(id, cell_.item, cell_.head);
        return reads_block(id) ? whole.column_block(cell_.head * trace_.sizes().d_v, trace_.sizes().d_v) : whole;
    }
    Factor factor(std::size_t operand, Index row, Index column) const override {
        return factor_of_head(operand, cell_.head, row, column);
    }
    Factor factor_of_head(std::size_t operand, Index head, Index row, Index column) const override {
        const ArrayId id = operands()[operand].array;
        const Index first = reads_block(id) ? head * trace_.sizes().d_v : 0;
        const CellId read = trace_.canonical(CellId{trace_.layer().number, id, cell_.item, head, row, first + column});
        return {read, trace_.value(read)};
    }

private:
    const InlineVector<Operand, 4>& operands() const { return trace_.recipe(cell_.array).operands; }
    /// True if the head reads only its own block of columns.
    bool reads_block(ArrayId id) const { return is_in_blocks(id) && has_heads(cell_.array); }

    const Trace& trace_;
    const CellId& cell_;
};

/// Replaces the sum over a single head, which would only say y = y, by the terms of that head's contribution, unless
/// that is given or pinned.
void expand_single_head_sum(const Trace& trace, Explanation& explanation) {
    const bool sums_heads = trace.recipe(explanation.cell.array).operation == OperationId::sum_over_heads;
    if (!sums_heads || trace.layer().heads.size() != 1)
        return;
    const Explanation part = explain(trace, *explanation.terms.front().left.cell);
    if (part.rule != Rule::sum_of_products)
        return;
    explanation.rule = part.rule;
    explanation.terms.erase(explanation.terms.begin());
    explanation.terms.insert(explanation.terms.begin(), part.terms.begin(), part.terms.end());
    explanation.add_up();
}

void explain_rule(const Trace& trace, Explanation& explanation) {
    const Recipe& recipe = trace.recipe(explanation.cell.array);
    operation(recipe.operation).explain(TraceOperands(trace, explanation.cell), explanation);
    expand_single_head_sum(trace, explanation);
}

} // namespace

Explanation explain(const Trace& trace, const CellId& cell) {
    Explanation explanation;
    explanation.cell = trace.canonical(cell);
    explanation.value = trace.value(explanation.cell);
    explanation.recomputed = static_cast<double>(explanation.value);
    explanation.feeds = feeds_of(trace, explanation.cell);
    const ArrayId id = explanation.cell.array;
    if (!is_stage(id))
        return explanation;
    const CellId& own = explanation.cell;
    const bool given = trace.layer().given.contains({own.layer, id, own.item, own.head});
    if (given)
        explanation.rule = Rule::given;
    else
        explain_rule(trace, explanation);
    if (trace.layer().pins.contains(own))
        explanation.rule = Rule::pinned;
    return explanation;
}

Explanation explain_computing(const Trace& trace, const CellId& cell) {
    Explanation explanation;
    explanation.cell = trace.canonical(cell);
    explanation.value = trace.value(explanation.cell);
    explain_rule(trace, explanation);
    return explanation;
}

std::vector<Term> terms_as_written(const Trace& trace, const Explanation& explanation) {
    std::vector<Term> terms = explanation.terms;
    if (explanation.rule == Rule::copy) // a copied number is explained by the cell that it copies
        return terms;
    for (Term& term : terms)
        if (term.left.cell && is_in_blocks(term.left.cell->array))
            if (const Explanation beside = explain(trace, *term.left.cell); beside.rule == Rule::copy)
                term.left = beside.terms.front().left;
    return terms;
}

} // namespace attn
