// Operations that look numbers up: embeddings, positions, the mask.

#include "core/model/mask.h"
#include "core/model/operation.h"
#include "core/model/positions.h"

#include <fmt/core.h>

namespace attn::operations {

namespace {

bool has_words(const Layer& layer) {
    return layer.sequence.embeddings != nullptr;
}

bool has_context_words(const Layer& layer) {
    return layer.context && layer.context->embeddings;
}

IndexRange changed_words(const Layer& before, const Layer& after, Address slot) {
    return changed_embeddings(before.sequence, after.sequence, slot.item);
}

void look_up_words(const Layer& layer, Address slot, Operands& /*none*/, const View& result) {
    fill_embeddings(layer.sequence, slot.item, result);
}

bool same_places(const Layer& before, const Layer& after, Address /*slot*/) {
    return same_positions(before.sequence.positions, after.sequence.positions);
}

void look_up_places(const Layer& layer, Address /*slot*/, Operands& /*none*/, const View& result) {
    fill_positions(layer.sequence.positions, result);
}

IndexRange changed_context(const Layer& before, const Layer& after, Address slot) {
    return same_positions(before.context->positions, after.context->positions)
               ? changed_embeddings(*before.context, *after.context, slot.item)
               : IndexRange{0, after.context->token_count()};
}

/// Writes e + p for the second sequence, which has no stages E and P of its own.
void look_up_context(const Layer& layer, Address slot, Operands& /*none*/, const View& result) {
    fill_positions(layer.context->positions, result);
    add_embeddings(*layer.context, slot.item, result);
}

void look_up_mask(const Layer& layer, Address slot, Operands& /*none*/, const View& result) {
    fill_mask(layer, slot.item, slot.head, result);
}

/// True if the mask depends only on positions, not on tokens.
bool is_of_places(const Mask& mask) {
    return (mask.causal || mask.window > 0) && !mask.pad_tokens && mask.painted.empty() && mask.padding.empty() &&
           mask.given.empty();
}

std::string mask_in_python(const PythonOperands& operands) {
    const Mask& mask = operands.layer.mask;
    if (!is_of_places(mask))
        return {};
    return fmt::format("mask_of_places(S_q, S_k{}{})", mask.causal ? ", causal=True" : "",
                       mask.window > 0 ? fmt::format(", window={}", mask.window) : "");
}

std::string function_of_mask(const Layer& layer, std::string_view module) {
    if (!is_of_places(layer.mask))
        return {};
    return fmt::format(R"(def mask_of_places(queries, keys, causal=False, window=inf):
    """−∞ where a query does not read a key: the key is behind it, or not within the window."""
    distance = {0}.arange(keys) - {0}.arange(queries)[:, None]
    hidden = (abs(distance) >= window) | ((distance > 0) & causal)
    return {0}.where(hidden, -inf, 0.0)[None, None]
)",
                       module);
}

/// Explains a position; a sinusoidal one has an angle.
void explain_place(const CellOperands& operands, Explanation& explanation) {
    explain_lookup(operands, explanation);
    if (operands.layer().sequence.positions.kind == Positions::Kind::sinusoidal)
        explanation.angle = {operands.cell().row,
                             sinusoidal_frequency(operands.cell().column, sizes_of(operands.layer()).D)};
}

} // namespace

void explain_lookup(const CellOperands& /*none*/, Explanation& explanation) {
    explanation.rule = Rule::lookup;
    explanation.recomputed = static_cast<double>(explanation.value);
}

const Operation embed{.id = OperationId::embed,
                      .possible = has_words,
                      .changed_rows = changed_words,
                      .compute = look_up_words,
                      .explain = explain_lookup};
const Operation positions{.id = OperationId::positions,
                          .possible = has_words,
                          .same_options = same_places,
                          .compute = look_up_places,
                          .explain = explain_place};
const Operation embed_and_positions{.id = OperationId::embed_and_positions,
                                    .possible = has_context_words,
                                    .changed_rows = changed_context,
                                    .compute = look_up_context,
                                    .explain = explain_lookup};
const Operation mask{.id = OperationId::mask,
                     .same_options = same_mask,
                     .compute = look_up_mask,
                     .explain = explain_lookup,
                     .python = mask_in_python,
                     .python_function = function_of_mask};

} // namespace attn::operations
