#pragma once

#include "core/model/layer.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Where something can be seen: the array and its view, by their names.
struct ShownIn {
    std::string_view array{};
    std::string_view view{};
};

/// A word of the field and what it means, in a sentence or two.
struct GlossaryTerm {
    std::string_view name;                     ///< "attention head"
    std::array<std::string_view, 5> written{}; ///< forms in which texts have it, in lower case; the rest empty
    std::string_view meaning;                  ///< what a token is in matrices stands as <line>: a row, or a column
    ShownIn shown{};                           ///< beside the word in the glossary
    /// The same in numbers of this layer: "Here: 8."; none: it has none.
    std::string (*here)(const Layer& layer, const Sizes& sizes) = nullptr;
    /// Whether this layer has it, and what gives a layer that has none a small example; none: what is shown tells.
    bool (*is_here)(const Layer& layer) = nullptr;
    void (*make_example)(Layer& layer) = nullptr;
};

/// By name.
std::span<const GlossaryTerm> glossary();

/// A term in a text: the bytes from `begin` to before `end` name it.
struct TermInText {
    const GlossaryTerm* term = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The first term at or after `from`, as whole words, in either case; of several at one place the longest.
std::optional<TermInText> find_term(std::string_view text, std::size_t from = 0);

/// The term that has exactly this name, or is written so.
const GlossaryTerm* find_term_named(std::string_view name);

} // namespace attn
