#pragma once

#include "core/explain/explain.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

/// True if a factor is a head's contribution to the output, or to a sum over heads.
bool is_part(const Factor& factor);

/// The terms of a sum. Some are written on a line of their own, in their order; the others are written as one number.
class SumTerms {
public:
    /// At first all terms are written. `terms` must outlive this object.
    explicit SumTerms(const std::vector<Term>& terms);

    void write_all();
    /// Writes the `count` terms that contribute most to the sum.
    void write_largest(std::size_t count);

    /// The indices of the terms that are written.
    const std::vector<std::size_t>& written() const { return written_; }
    bool are_all_written() const { return written_.size() == terms_.size(); }
    /// The indices of all terms, the largest contribution first. NaN and infinities come first, because they determine
    /// the sum.
    const std::vector<std::size_t>& by_size() const { return by_size_; }

    /// The sum of the terms that are not written.
    double rest() const;
    /// The words for the terms that are not written: "61 more", or in a sum over heads "6 heads, bias".
    std::string words_of_rest() const { return words_of_rest_beside(written_); }
    /// The longest words of the rest: those if no term is written.
    std::string longest_words_of_rest() const { return words_of_rest_beside({}); }

private:
    std::string words_of_rest_beside(const std::vector<std::size_t>& written) const;

    const std::vector<Term>& terms_;
    std::vector<std::size_t> by_size_;
    std::vector<std::size_t> written_;
};

} // namespace attn
