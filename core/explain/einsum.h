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
    std::string_view counts; ///< the things that are counted, in words
    std::string_view symbol; ///< of its length in formulas: "<S_q>"; may be empty
    Index length = 0;
    bool is_summed = false; ///< true if the result does not have it
};

/// An array in an einsum, with a letter for each axis.
struct EinsumArray {
    ArrayId array{};
    std::string letters;
    std::string written; ///< in Python, from the arrays of a trace or of a file of weights: "W_Q.reshape(8, 2, 4)"
};

/// A stage for all items and heads at once in Einstein's notation: the operands, and the letters that are summed over.
struct Einsum {
    EinsumArray left;
    EinsumArray right;
    EinsumArray result; ///< with the letters of the sum; in Python it has the axes of a trace
    std::vector<EinsumLetter> letters;
    std::string added;        ///< a bias that is added to the sum, in Python; may be empty
    bool is_logistic = false; ///< true if the stage is 1 / (1 + exp(−x)) of each sum x

    /// The subscripts: "bsd,dhk->bhsk".
    std::string subscripts() const;
    /// The same einsum with other letters for its axes.
    Einsum in_letters(const std::map<char, char>& letters) const;
    /// A line of Python that computes the stage; `library` is "np" or "torch".
    std::string in_python(std::string_view library) const;
};

/// The einsum of a stage that multiplies two arrays of the trace, as matrices or cell by cell; nullopt for other
/// stages.
std::optional<Einsum> einsum_of(const Trace& trace, ArrayId stage);

} // namespace attn
