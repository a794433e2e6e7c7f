#include "core/document/session/steps.h"

#include "core/model/arrays.h"
#include "core/model/overrides.h"

#include <algorithm>

namespace attn {

namespace {

bool shows_what_is_set(const Layer& layer, const Array& row) {
    return (row.set != nullptr ? row.set(layer) : row.wanted != nullptr) || is_overridden(layer, row.id);
}

/// True for the product of queries and keys, which lecture notes may include in another step: S = QKᵀ/√d_k.
bool is_product_of_tokens(const Array& row) {
    return row.columns == Axis::key_tokens && !row.recipes.empty() &&
           row.recipes.begin()->operation == OperationId::product;
}

/// True for concat of a single head, which equals the head's output.
bool does_nothing(const Layer& layer, const Array& row) {
    return row.recipes.begin()->operation == OperationId::side_by_side && layer.heads.size() <= 1 &&
           !is_overridden(layer, row.id);
}

} // namespace

std::vector<ArrayId> steps_of(const Trace& trace, const NotationChoice& notation, StepsShown shown) {
    const std::span<const ArrayId> of_notes = steps_of_notes(notation);
    const Layer& layer = trace.layer();
    std::vector<ArrayId> all;
    std::vector<ArrayId> steps;
    for (const Array& row : stages()) {
        if (!trace.has(row.id))
            continue;
        all.push_back(row.id);
        const bool is_of_notes = std::ranges::find(of_notes, row.id) != of_notes.end();
        if (is_of_notes ? !does_nothing(layer, row) : is_product_of_tokens(row) || shows_what_is_set(layer, row))
            steps.push_back(row.id);
    }
    return shown == StepsShown::all || steps.empty() ? all : steps;
}

std::span<const ArrayId> steps_of_notes(const NotationChoice& notation) {
    const std::vector<ArrayId>& own = notation.profile().steps;
    return own.empty() ? shipped_notations().front()->steps : own;
}

Index place_among(std::span<const ArrayId> steps, ArrayId stage) {
    const auto at = std::ranges::lower_bound(steps, stage);
    return at == steps.end() ? std::ssize(steps) - 1 : at - steps.begin();
}

ArrayId step_from(std::span<const ArrayId> steps, ArrayId stage, Index by) {
    const auto at = std::ranges::lower_bound(steps, stage);
    const bool is_step = at != steps.end() && *at == stage;
    const Index to = at - steps.begin() + by - (is_step || by <= 0 ? 0 : 1);
    return steps[static_cast<std::size_t>(std::clamp<Index>(to, 0, std::ssize(steps) - 1))];
}

} // namespace attn
