#include "core/model/positions.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace attn {

namespace {

void fill_sinusoidal(View result) {
    for (Index p = 0; p < result.rows; ++p)
        for (Index d = 0; d < result.columns; ++d) {
            const double exponent = static_cast<double>(d - d % 2) / static_cast<double>(result.columns);
            const double angle = static_cast<double>(p) / std::pow(10000.0, exponent);
            result(p, d) = static_cast<float>(d % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
}

const Matrix& embedding(const Sequence& sequence, Index item, Index token) {
    const auto& text = sequence.items[static_cast<std::size_t>(item)][static_cast<std::size_t>(token)];
    const auto found = sequence.embeddings->find(text);
    assert(found != sequence.embeddings->end());
    return found->second;
}

} // namespace

double sinusoidal_frequency(Index column, Index D) {
    return 1 / std::pow(10000.0, static_cast<double>(column - column % 2) / static_cast<double>(D));
}

void fill_positions(const Positions& positions, View result) {
    for (Index p = 0; p < result.rows; ++p)
        std::ranges::fill(result.row(p), 0.0F);
    switch (positions.kind) {
    case Positions::Kind::none:
        break;
    case Positions::Kind::sinusoidal:
        fill_sinusoidal(result);
        break;
    case Positions::Kind::one_hot:
        for (Index p = 0; p < result.rows; ++p)
            result(p, p) = 1;
        break;
    case Positions::Kind::given:
        for (Index p = 0; p < std::min(result.rows, positions.rows.rows()); ++p)
            std::ranges::copy(positions.rows.row(p), result.row(p).begin());
        break;
    case Positions::Kind::both_ends:
        for (Index p = 0; p < result.rows; ++p)
            for (Index d = 0; d < result.columns; ++d)
                result(p, d) = positions.rows(p, d) + positions.from_end(result.rows - 1 - p, d);
        break;
    }
}

bool same_positions(const Positions& before, const Positions& after) {
    return before.kind == after.kind && before.rows.is_same_as(after.rows) &&
           before.from_end.is_same_as(after.from_end);
}

void fill_embeddings(const Sequence& sequence, Index item, View result) {
    for (Index token = 0; token < result.rows; ++token)
        std::ranges::copy(embedding(sequence, item, token).row(0), result.row(token).begin());
}

void add_embeddings(const Sequence& sequence, Index item, View result) {
    for (Index token = 0; token < result.rows; ++token) {
        const Matrix& added = embedding(sequence, item, token);
        for (Index d = 0; d < result.columns; ++d)
            result(token, d) = added(0, d) + result(token, d);
    }
}

IndexRange changed_embeddings(const Sequence& before, const Sequence& after, Index item) {
    const auto& old_tokens = before.items[static_cast<std::size_t>(item)];
    const auto& tokens = after.items[static_cast<std::size_t>(item)];
    if (before.embeddings == after.embeddings && old_tokens == tokens)
        return {};
    if (!before.embeddings || !after.embeddings)
        return {0, static_cast<Index>(tokens.size())};
    IndexRange changed;
    for (Index token = 0; token < static_cast<Index>(tokens.size()); ++token)
        if (!embedding(before, item, token).is_same_as(embedding(after, item, token)))
            changed = united(changed, {token, token + 1});
    return changed;
}

} // namespace attn
