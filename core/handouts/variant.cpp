#include "core/handouts/variant.h"

#include "core/document/session/random_numbers.h"
#include "core/engine/engine.h"
#include "core/figure/pictures/product.h"
#include "core/model/arrays.h"
#include "core/tensor/compose.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr int most_trials = 400;
constexpr Index far = Index{1} << 40;

/// The number of non-zero numbers in each column.
std::vector<Index> filled_columns(ConstView matrix) {
    std::vector<Index> counts(static_cast<std::size_t>(matrix.columns));
    for (Index i = 0; i < matrix.rows; ++i)
        for (Index j = 0; j < matrix.columns; ++j)
            counts[static_cast<std::size_t>(j)] += matrix(i, j) != 0 ? 1 : 0;
    return counts;
}

/// The number of products of two non-zero numbers in all products of the layer. A sum over heads is counted head by
/// head.
Index products_of(const Trace& trace) {
    Index count = 0;
    for (const Array& row : stages()) {
        const auto operands = product_operands(trace.structure(), row.id);
        if (!operands || row.heads == Heads::none || !trace.has(operands->left) || !trace.has(operands->right))
            continue;
        for (Index item = 0; item < trace.sizes().B; ++item)
            for (Index head = 0; head < trace.sizes().H; ++head) {
                const Matrix right = trace.array(operands->right, item, head);
                const std::vector<Index> before = filled_columns(trace.array(operands->left, item, head));
                const std::vector<Index> behind =
                    filled_columns(operands->right_transposed ? right : right.transposed());
                count += std::inner_product(before.begin(), before.end(), behind.begin(), Index{0});
            }
    }
    return count;
}

/// Draws random numbers, one after the other.
class Draws {
public:
    explicit Draws(std::uint64_t key) : key_(key) {}

    /// A random permutation of 0 … count − 1. (Fisher and Yates 1938)
    std::vector<Index> order(Index count) {
        std::vector<Index> places(static_cast<std::size_t>(count));
        std::iota(places.begin(), places.end(), Index{0});
        for (std::size_t left = places.size(); left > 1; --left)
            std::swap(places[left - 1], places[random_bits(key_, next_++) % left]);
        return places;
    }

private:
    std::uint64_t key_;
    std::uint64_t next_ = 0;
};

Matrix rearranged(const Matrix& matrix, const std::vector<Index>& rows, const std::vector<Index>& columns) {
    return filled(matrix.rows(), matrix.columns(), [&](Index i, Index j) {
        return matrix(rows[static_cast<std::size_t>(i)], columns[static_cast<std::size_t>(j)]);
    });
}

/// The matrix with its rows and its columns permuted.
Matrix shuffled(const Matrix& matrix, Draws& draws) {
    if (matrix.empty())
        return matrix;
    const std::vector<Index> rows = draws.order(matrix.rows());
    return rearranged(matrix, rows, draws.order(matrix.columns()));
}

/// The matrix with the numbers of each row permuted.
Matrix shuffled_rows(const Matrix& matrix, Draws& draws) {
    std::vector<float> values;
    for (Index i = 0; i < matrix.rows(); ++i)
        for (const Index j : draws.order(matrix.columns()))
            values.push_back(matrix(i, j));
    return Matrix::adopt(std::move(values), matrix.rows(), matrix.columns());
}

std::shared_ptr<const Embeddings> shuffled(const std::shared_ptr<const Embeddings>& words, Draws& draws) {
    if (words == nullptr)
        return words;
    auto others = std::make_shared<Embeddings>();
    for (const auto& [word, row] : *words)
        others->insert_or_assign(word, shuffled_rows(row, draws));
    return others;
}

/// True if words with different embeddings still have different ones.
bool keeps_words_apart(const Embeddings* before, const Embeddings* after) {
    if (before == nullptr)
        return true;
    for (auto a = before->begin(); a != before->end(); ++a)
        for (auto b = std::next(a); b != before->end(); ++b)
            if (!equal_bits(a->second, b->second) && equal_bits(after->at(a->first), after->at(b->first)))
                return false;
    return true;
}

Session with_other_numbers(const Session& session, std::uint64_t key) {
    Draws draws(key);
    Session other = session;
    Layer& layer = other.layer();
    layer.sequence.embeddings = shuffled(layer.sequence.embeddings, draws);
    if (layer.context) {
        auto context = std::make_shared<Sequence>(*layer.context);
        context->embeddings = shuffled(context->embeddings, draws);
        layer.context = context;
    }
    for (auto& [slot, matrix] : layer.given)
        matrix = shuffled_rows(matrix, draws);
    for (HeadWeights& head : layer.heads)
        for (Matrix* weights : {&head.W_Q, &head.W_K, &head.W_V, &head.W_O, &head.b_Q, &head.b_K, &head.b_V})
            *weights = shuffled(*weights, draws);
    layer.b_O = shuffled(layer.b_O, draws);
    return other;
}

/// The matrices of scores, or of attention weights if only these were recorded.
std::vector<Matrix> scores_of(const Trace& trace) {
    const ArrayId id = trace.has(ArrayId::scores) ? ArrayId::scores : ArrayId::A;
    std::vector<Matrix> all;
    if (trace.has(id))
        for (const Address slot : trace.slots(id))
            all.push_back(trace.matrix(slot));
    return all;
}

/// True if all matrices of scores differ, so that somebody who has the one sheet can copy nothing for the other.
bool are_different(const std::vector<Matrix>& scores, const std::vector<Matrix>& before) {
    return std::equal(scores.begin(), scores.end(), before.begin(), before.end(),
                      [](const Matrix& left, const Matrix& right) { return !equal_bits(left, right); });
}

/// The distance of two difficulties; 0 if they are equal.
Index distance(const Difficulty& a, const Difficulty& b) {
    return (a.whole == b.whole ? 0 : far) + std::abs(a.products - b.products) + std::abs(a.largest - b.largest);
}

} // namespace

Difficulty difficulty(const Trace& trace) {
    Difficulty found;
    found.products = products_of(trace);
    found.whole = trace.has(ArrayId::scaled);
    double largest = 0;
    if (trace.has(ArrayId::scaled))
        for (const Address slot : trace.slots(ArrayId::scaled)) {
            const Matrix scaled = trace.matrix(slot);
            for (Index i = 0; i < scaled.rows(); ++i)
                for (const float score : scaled.row(i)) {
                    found.whole = found.whole && std::abs(score - std::nearbyint(score)) < 1e-5F;
                    if (std::isfinite(score))
                        largest = std::max(largest, static_cast<double>(std::abs(score)));
                }
        }
    found.largest = to_integer<int>(std::min(1e6, std::ceil(largest - 1e-5)));
    return found;
}

Session variant(const Session& session, std::uint64_t number) {
    Engine engine(1);
    const Trace first = engine.compute(session.layer());
    const Difficulty wanted = difficulty(first);
    const std::vector<Matrix> before = scores_of(first);
    std::optional<Session> nearest;
    Index least = 0;
    for (std::uint64_t trial = 0; trial < most_trials; ++trial) {
        Session other = with_other_numbers(session, random_bits(random_bits(hash_of("variant"), number), trial));
        if (!keeps_words_apart(session.layer().sequence.embeddings.get(), other.layer().sequence.embeddings.get()))
            continue;
        const Trace& trace = engine.compute(other.layer());
        const Index apart = distance(difficulty(trace), wanted) + (are_different(scores_of(trace), before) ? 0 : far);
        if (!nearest || apart < least) {
            nearest = std::move(other);
            least = apart;
        }
        if (least == 0)
            break;
    }
    return nearest.value_or(session);
}

} // namespace attn
