#include "core/tokenizer/vocabulary.h"

#include "core/files/printable.h"

#include <algorithm>

namespace attn {

Result<void> Vocabulary::add(std::string piece, Index id) {
    if (id < 0 || id > token_id_limit)
        return error("“{}” has the number {}, expected 0 to {}", printable(piece), id, token_id_limit);
    if (const auto other = pieces_.find(id); other != pieces_.end())
        return error("“{}” and “{}” have one number, {}", printable(other->second), printable(piece), id);
    const std::size_t length = piece.size();
    const auto [place, is_new] = ids_.emplace(std::move(piece), id);
    if (!is_new)
        return error("“{}” stands there twice, as {} and as {}", printable(place->first), place->second, id);
    pieces_.emplace(id, place->first);
    longest_ = std::max(longest_, length);
    return {};
}

std::optional<Index> Vocabulary::find(std::string_view piece) const {
    const auto found = ids_.find(piece);
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string_view> Vocabulary::piece(Index id) const {
    const auto found = pieces_.find(id);
    return found == pieces_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace attn
