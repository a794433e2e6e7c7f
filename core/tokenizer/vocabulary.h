#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace attn {

/// A hash that lets a map of strings be searched by a string_view, without a copy.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

/// The largest id that a token may have.
constexpr Index token_id_limit = Index{1} << 24;

/// The pieces of a tokenizer as its files write them, each with its id.
class Vocabulary {
public:
    using Ids = std::unordered_map<std::string, Index, TextHash, std::equal_to<>>;

    Vocabulary() = default;
    Vocabulary(Vocabulary&&) = default;
    Vocabulary& operator=(Vocabulary&&) = default;
    Vocabulary(const Vocabulary&) = delete; // pieces_ points into ids_
    Vocabulary& operator=(const Vocabulary&) = delete;
    ~Vocabulary() = default;

    /// Adds a piece with its id. Fails if the id is out of range, or if the piece or the id is already there.
    Result<void> add(std::string piece, Index id);

    std::optional<Index> find(std::string_view piece) const;
    /// Returns the piece of an id; nullopt if no piece has this id.
    std::optional<std::string_view> piece(Index id) const;

    const Ids& ids() const { return ids_; }
    /// Returns the length of the longest piece, in bytes.
    std::size_t longest() const { return longest_; }

private:
    Ids ids_;
    std::unordered_map<Index, std::string_view> pieces_; ///< pieces by id; the texts are views of keys of ids_
    std::size_t longest_ = 0;
};

} // namespace attn
