#include "core/document/session/changed_parts.h"

#include "core/model/arrays.h"
#include "core/model/layer.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

/// True if both have the same numbers, or are both empty.
bool are_same(const Matrix& left, const Matrix& right) {
    return left.is_same_as(right) || equal_bits(left, right);
}

bool are_same(const std::vector<Matrix>& left, const std::vector<Matrix>& right) {
    return std::ranges::equal(left, right, [](const Matrix& a, const Matrix& b) { return are_same(a, b); });
}

bool are_same(const Positions& left, const Positions& right) {
    return left.kind == right.kind && are_same(left.rows, right.rows) && are_same(left.from_end, right.from_end);
}

/// True if all words in both have the same embeddings; words in only one are new tokens, not changed numbers.
bool have_same_embeddings(const Sequence& left, const Sequence& right) {
    if (left.embeddings == right.embeddings)
        return true;
    if (!left.embeddings || !right.embeddings)
        return false;
    return std::ranges::all_of(*left.embeddings, [&](const auto& word) {
        const auto other = right.embeddings->find(word.first);
        return other == right.embeddings->end() || are_same(word.second, other->second);
    });
}

bool are_same(const Mask& left, const Mask& right) {
    return left.causal == right.causal && left.pad_tokens == right.pad_tokens && left.window == right.window &&
           are_same(left.painted, right.painted) && are_same(left.padding, right.padding) &&
           are_same(left.given, right.given);
}

std::string name_of(ArrayId array, Index head) {
    return has_heads(array) ? fmt::format("{}/{}", array_name(array), head + 1) : std::string(array_name(array));
}

void add_changed_parameters(const Layer& now, const Layer& then, std::vector<std::string>& parts) {
    const Index heads = std::min(std::ssize(now.heads), std::ssize(then.heads));
    for (const Array& row : parameters())
        for (Index head = 0; head < (has_heads(row.id) ? heads : 1); ++head)
            if (!are_same(parameter(now, row.id, head), parameter(then, row.id, head)))
                parts.push_back(name_of(row.id, head));
}

void add_changed_pins(const Layer& now, const Layer& then, std::vector<std::string>& parts) {
    for (const auto& [layer, other] : {std::pair(&now, &then), std::pair(&then, &now)})
        for (const auto& [cell, value] : layer->pins) {
            const auto found = other->pins.find(cell);
            if (found == other->pins.end() || found->second != value)
                parts.push_back(name_of(cell.array, cell.head));
        }
}

} // namespace

std::vector<std::string> changed_parts(const Layer& now, const Layer& then) {
    std::vector<std::string> parts;
    if (now.heads.size() != then.heads.size())
        parts.emplace_back("sizes");
    if (now.sequence.items != then.sequence.items)
        parts.emplace_back("tokens");
    if (!are_same(now.sequence.positions, then.sequence.positions))
        parts.emplace_back("P");
    if (!have_same_embeddings(now.sequence, then.sequence))
        parts.emplace_back("E");
    if ((now.context == nullptr) != (then.context == nullptr) ||
        (now.context && now.context->items != then.context->items))
        parts.emplace_back("context");
    if (!are_same(now.mask, then.mask))
        parts.emplace_back("mask");
    if (!(now.scale == then.scale) || now.temperature != then.temperature)
        parts.emplace_back("scale");
    if (!std::ranges::equal(now.heads, then.heads, {}, &HeadWeights::on, &HeadWeights::on))
        parts.emplace_back("heads");
    add_changed_parameters(now, then, parts);
    add_changed_pins(now, then, parts);
    std::ranges::sort(parts);
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    return parts;
}

bool is_part_of(std::string_view part, std::string_view allowed) {
    return part == allowed || (part.starts_with(allowed) && part.substr(allowed.size()).starts_with('/'));
}

} // namespace attn
