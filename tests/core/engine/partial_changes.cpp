#include "tests/core/engine/partial_changes.h"

#include "core/model/arrays.h"

#include <array>
#include <atomic>
#include <fmt/core.h>
#include <iterator>
#include <stop_token>
#include <utility>

namespace attn::test {

std::string first_difference(const Trace& left, const Trace& right) {
    for (const Array& row : stages()) {
        if (left.has(row.id) != right.has(row.id))
            return std::string(row.name) + " exists in one only";
        if (!left.has(row.id))
            continue;
        const Extent extent = left.extent(row.id);
        if (extent != right.extent(row.id))
            return std::string(row.name) + " has another extent";
        for (const Address slot : left.slots(row.id))
            if (!equal_bits(left.matrix(slot), right.matrix(slot)))
                return fmt::format("{} of item {}, head {}", row.name, slot.item + 1, slot.head + 1);
    }
    return {};
}

void compute_in_pieces(Engine& engine, const Layer& layer, Random& random) {
    while (test::random_index(random, 0, 2) != 0) {
        std::stop_source stop;
        std::atomic<Index> left = test::random_index(random, 0, 40);
        engine.compute(layer, stop.get_token(), [&](const EngineProgress&) {
            if (--left <= 0)
                stop.request_stop();
        });
    }
}

Matrix changed_in_a_cell(Random& random, const Matrix& matrix) {
    return matrix.with_cell(test::random_index(random, 0, matrix.rows() - 1),
                            test::random_index(random, 0, matrix.columns() - 1),
                            test::random_matrix(random, 1, 1)(0, 0));
}

Layer changed_in_a_column(Random& random, Layer layer) {
    const auto head =
        static_cast<std::size_t>(test::random_index(random, 0, static_cast<Index>(layer.heads.size()) - 1));
    constexpr std::array learnt{&HeadWeights::W_Q, &HeadWeights::W_K, &HeadWeights::W_V, &HeadWeights::W_O,
                                &HeadWeights::b_Q, &HeadWeights::b_K, &HeadWeights::b_V, &HeadWeights::W_G};
    Matrix& matrix =
        layer.heads[head].*learnt.at(static_cast<std::size_t>(test::random_index(random, 0, learnt.size() - 1)));
    if (!matrix.empty())
        matrix = changed_in_a_cell(random, matrix);
    return layer;
}

Layer changed_in_part(Random& random, Layer layer) {
    const Index kind = test::random_index(random, 0, 3);
    if (kind == 0)
        return changed_in_a_column(random, std::move(layer));
    if (layer.given.empty() || kind == 1)
        return randomly_changed(random, std::move(layer));
    auto given = layer.given.begin();
    std::advance(given, test::random_index(random, 0, static_cast<Index>(layer.given.size()) - 1));
    Matrix& matrix = given->second;
    matrix = changed_in_a_cell(random, matrix);
    return layer;
}

} // namespace attn::test
