#pragma once

#include "core/model/arrays.h"

#include <optional>
#include <string_view>
#include <vector>

namespace attn::test {

/// The meaning of a notation's symbol in a formula.
struct SymbolMeaning {
    enum class Kind : std::uint8_t { matrix, cells, length, index, number };
    enum class Part : std::uint8_t { own, all_heads, first_head, last_head };
    Kind kind{};
    std::vector<ArrayId> arrays; ///< the matrix or cells; several: the formula's own array is made from one
    bool transposed = false;
    Part part = Part::own;
    bool operator==(const SymbolMeaning&) const = default;
};

/// The meaning of a symbol; nullopt for symbols that mean nothing of their own, or that no formula needs.
std::optional<SymbolMeaning> meaning_of(std::string_view symbol);

} // namespace attn::test
