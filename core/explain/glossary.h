#pragma once

#include "core/model/layer.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// The place in the window that shows a term: the names of an array and of a picture of the array.
struct ShownIn {
    std::string_view array{};
    std::string_view view{};
};

/// A technical term and its meaning, in a sentence or two.
struct GlossaryTerm {
    std::string_view name;                     ///< "attention head"
    std::array<std::string_view, 5> written{}; ///< spellings in texts, in lower case; unused ones are empty
    std::string_view meaning; ///< <line> is replaced by "row" or "column", depending on how tokens are shown
    ShownIn shown{};          ///< shown beside the term in the glossary
    /// A sentence about the term with numbers of this layer: "Here: 8."; null: none.
    std::string (*here)(const Layer& layer, const Sizes& sizes) = nullptr;
    /// is_here: true if the layer has what the term means. make_example: adds a small example of it to a layer without
    /// it. Null: `shown` decides.
    bool (*is_here)(const Layer& layer) = nullptr;
    void (*make_example)(Layer& layer) = nullptr;
};

/// All terms, sorted by name.
std::span<const GlossaryTerm> glossary();

/// The bytes [begin, end) of a text, which name a term.
struct TermInText {
    const GlossaryTerm* term = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The first term at or after `from`, as whole words in upper or lower case. If several begin there, the longest.
std::optional<TermInText> find_term(std::string_view text, std::size_t from = 0);

/// The term with exactly this name or spelling; null if there is none.
const GlossaryTerm* find_term_named(std::string_view name);

} // namespace attn
