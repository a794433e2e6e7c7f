#pragma once

#include "core/tensor/result.h"
#include "core/tokenizer/pattern.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A text, or a part of it, on its way to pieces.
struct Fragment {
    std::string text;
    /// So many of its first bytes come from the letter that the whole text begins with, or were put before it. Hugging
    /// Face's tokenizers know of each letter where it stood; what counts is whether it stood at the beginning.
    std::size_t beginning = 0;

    bool is_first() const { return beginning > 0; }
};
using Fragments = std::vector<Fragment>;

/// A text that is cut nowhere yet.
Fragment whole_text(std::string_view text);
/// Its bytes from `begin` to `end`.
Fragment part_of(const Fragment& fragment, std::size_t begin, std::size_t end);
/// What is put before the first letter counts as standing at its place; before nothing, nothing is put.
Fragment with_before(Fragment fragment, std::string_view added);
/// Each match replaced. `cuts` are of its text.
Fragment with_replaced(const Fragment& fragment, const std::vector<Cut>& cuts, std::string_view content);

/// Changes a text letter by letter, whatever stands further away.
using LetterChange = std::function<Result<std::string>(const std::string& text)>;
Result<Fragment> with_letters_changed(const Fragment& fragment, const LetterChange& change);

} // namespace attn
