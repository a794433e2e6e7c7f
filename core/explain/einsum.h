#pragma once

#include "core/engine/trace.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// One axis of the arrays in an einsum.
struct EinsumLetter {
    char letter = 0;
    std::string_view counts; ///< what there are so many of, in words
    std::string_view symbol; ///< its length's, as formulas write it: "<S>_q"; may be empty
    Index length = 0;
    bool is_summed = false; ///< the result does not have it
};

/// An array in an einsum, its axes in letters.
struct EinsumArray {
    ArrayId array{};
    std::string letters;
    std::string written; ///< in Python, from the arrays of a trace and of a file of weights: "W_Q.reshape(8, 2, 4)"
};

/// A stage for all items and heads at once, in Einstein's notation: what is multiplied, and over which letters it is
/// summed.
struct Einsum {
    EinsumArray left;
    EinsumArray right;
    EinsumArray result; ///< its letters are those of the sum; in Python it has the axes of a trace
    std::vector<EinsumLetter> letters;
    std::string added;        ///< in Python, what is added to the sum: a bias; may be empty
    bool is_logistic = false; ///< of every sum x the stage has 1 / (1 + exp(−x))

    /// "bsd,dhk->bhsk"
    std::string subscripts() const;
    /// The same with other letters for its axes.
    Einsum in_letters(const std::map<char, char>& letters) const;
    /// A line of Python that gives the stage; `library` is "np" or "torch".
    std::string in_python(std::string_view library) const;
};

/// The einsum of a stage that multiplies what the trace has, over rows and columns or cell by cell; nothing for other
/// stages.
std::optional<Einsum> einsum_of(const Trace& trace, ArrayId stage);

} // namespace attn
