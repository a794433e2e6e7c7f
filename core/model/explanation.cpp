#include "core/model/explanation.h"

namespace attn {

Term product_term(const Factor& left, const Factor& right) {
    return {left, right, static_cast<double>(left.value) * static_cast<double>(right.value)};
}

Term single_term(const Factor& left) {
    return {left, std::nullopt, static_cast<double>(left.value)};
}

void Explanation::add_up() {
    recomputed = 0;
    for (const Term& term : terms)
        recomputed += term.value;
}

} // namespace attn
