#include "core/check/known_bugs.h"

#include <algorithm>
#include <vector>

namespace attn {

std::span<const KnownBug> known_bugs() {
    static const std::vector<KnownBug> all = [] {
        std::vector<KnownBug> rows;
        for (const auto of_kind : {known_bugs_of_norms(), known_bugs_of_weights(), known_bugs_of_biases(),
                                   known_bugs_of_heads(), known_bugs_of_positions(), known_bugs_of_scores(),
                                   known_bugs_of_masks(), known_bugs_of_softmax(), known_bugs_of_rounding()})
            rows.insert(rows.end(), of_kind.begin(), of_kind.end());
        std::ranges::stable_sort(rows, {}, &KnownBug::shows_at);
        return rows;
    }();
    return all;
}

} // namespace attn
