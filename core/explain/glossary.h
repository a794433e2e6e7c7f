#pragma once

#include "core/model/layer.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// A place where the thing can be seen: an array and its view, by their names.
struct ShownIn {
    std::string_view array{};
    std::string_view view{};
};

/// A technical term and its meaning, in a sentence or two.
struct GlossaryTerm {
    std::string_view name;                     ///< "attention head"
    std::array<std::string_view, 5> written{}; ///< forms in which texts write it, in lower case; the rest empty
    std::string_view meaning;                  ///< <line> stands for a row or a column, whichever a token is in
                                               ///< matrices
    ShownIn shown{};                           ///< named beside the term in the glossary
    /// The term in numbers of this layer: "Here: 8."; null: no numbers.
    std::string (*here)(const Layer& layer, const Sizes& sizes) = nullptr;
    /// is_here: true if the layer has the thing. make_example: adds a small example to a layer without it. Null:
    /// `shown` decides.
    bool (*is_here)(const Layer& layer) = nullptr;
    void (*make_example)(Layer& layer) = nullptr;
};

/// All terms, sorted by name.
std::span<const GlossaryTerm> glossary();

/// A term in a text: the bytes [begin, end) name it.
struct TermInText {
    const GlossaryTerm* term = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The first term at or after `from`, as whole words in upper or lower case; the longest if several begin there.
std::optional<TermInText> find_term(std::string_view text, std::size_t from = 0);

/// The term with exactly this name or written form; null if there is none.
const GlossaryTerm* find_term_named(std::string_view name);

} // namespace attn
