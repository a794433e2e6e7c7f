#include "core/document/session/rearrange.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace attn {

namespace {

using Texts = std::span<const std::string>;

/// If there are more pairs of tokens than this, only equal tokens at both ends are matched.
constexpr std::size_t pairs_limit = std::size_t{1} << 22;

/// A longest common subsequence as pairs of indices (before, after), in order.
std::vector<std::pair<Index, Index>> common_tokens(Texts before, Texts after) {
    const std::size_t rows = before.size() + 1;
    const std::size_t columns = after.size() + 1;
    if (rows * columns > pairs_limit)
        return {};
    // lengths[i][j]: length of the longest common subsequence of before[i …] and after[j …]
    std::vector<std::uint16_t> lengths(rows * columns);
    const auto length = [&](std::size_t i, std::size_t j) -> std::uint16_t& { return lengths[i * columns + j]; };
    for (std::size_t i = before.size(); i-- > 0;)
        for (std::size_t j = after.size(); j-- > 0;)
            length(i, j) = before[i] == after[j] ? static_cast<std::uint16_t>(length(i + 1, j + 1) + 1)
                                                 : std::max(length(i + 1, j), length(i, j + 1));
    std::vector<std::pair<Index, Index>> pairs;
    for (std::size_t i = 0, j = 0; i < before.size() && j < after.size();) {
        if (before[i] == after[j] && length(i, j) == length(i + 1, j + 1) + 1)
            pairs.emplace_back(i++, j++);
        else if (length(i + 1, j) >= length(i, j + 1))
            ++i;
        else
            ++j;
    }
    return pairs;
}

} // namespace

Origins places_kept(Index before, Index after) {
    Origins origins;
    for (Index i = 0; i < after; ++i)
        origins.push_back(i < before ? i : new_token);
    return origins;
}

Origins origins_of(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    const auto shorter = static_cast<Index>(std::min(before.size(), after.size()));
    const auto head = std::ranges::mismatch(before, after).in1 - before.begin();
    Index tail = 0;
    while (tail < shorter - head && before[before.size() - 1 - static_cast<std::size_t>(tail)] ==
                                        after[after.size() - 1 - static_cast<std::size_t>(tail)])
        ++tail;
    const auto old_end = static_cast<Index>(before.size()) - tail;
    const auto new_end = static_cast<Index>(after.size()) - tail;
    auto pairs =
        common_tokens(Texts(before).subspan(static_cast<std::size_t>(head), static_cast<std::size_t>(old_end - head)),
                      Texts(after).subspan(static_cast<std::size_t>(head), static_cast<std::size_t>(new_end - head)));
    pairs.emplace_back(old_end - head, new_end - head);

    Origins origins(after.size(), new_token);
    for (Index i = 0; i < head; ++i)
        origins[static_cast<std::size_t>(i)] = i;
    for (Index i = 0; i < tail; ++i)
        origins[static_cast<std::size_t>(new_end + i)] = old_end + i;
    Index next_old = head;
    Index next_new = head;
    for (const auto& [gap_old, gap_new] : pairs) {
        const Index old_place = head + gap_old;
        const Index new_place = head + gap_new;
        const bool renamed = old_place - next_old == new_place - next_new;
        for (; renamed && next_new < new_place; ++next_new)
            origins[static_cast<std::size_t>(next_new)] = next_old++;
        if (new_place < new_end)
            origins[static_cast<std::size_t>(new_place)] = old_place;
        next_old = old_place + 1;
        next_new = new_place + 1;
    }
    return origins;
}

} // namespace attn
