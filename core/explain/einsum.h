#pragma once

#include "core/engine/trace.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// An axis of the arrays in an einsum.
struct EinsumLetter {
    char letter = 0;
    std::string_view counts; ///< the things that the axis counts, in words
    std::string_view symbol; ///< symbol of its length in formulas: "<S_q>"; may be empty
    Index length = 0;
    bool is_summed = false; ///< true: the result does not have this axis
};

/// An array in an einsum, with a letter for each axis.
struct EinsumArray {
    ArrayId array{};
    std::string letters;
    std::string written; ///< Python for the array, from the arrays of a trace or a file of weights: "W_Q.reshape(8, 2,
                         ///< 4)"
};

/// A stage for all items and heads as an einsum: its operands, and the letters over which is summed.
struct Einsum {
    EinsumArray left;
    EinsumArray right;
    EinsumArray result; ///< has the letters of the sum; Python gives it the axes of a trace
    std::vector<EinsumLetter> letters;
    std::string added;        ///< Python for a bias that is added; may be empty
    bool is_logistic = false; ///< true: the stage is 1 / (1 + exp(−x)) of each sum x

    /// The subscripts: "bsd,dhk->bhsk".
    std::string subscripts() const;
    /// The same einsum with other letters.
    Einsum in_letters(const std::map<char, char>& letters) const;
    /// A line of Python that computes the stage; `library` is "np" or "torch".
    std::string in_python(std::string_view library) const;
};

/// The einsum of a stage that multiplies two arrays, as matrices or cell by cell; nullopt for other stages.
std::optional<Einsum> einsum_of(const Trace& trace, ArrayId stage);

} // namespace attn
