#pragma once

#include "core/explain/explain.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

/// True if a factor is a head's part of the output, or of a sum over heads.
bool is_part(const Factor& factor);

/// The terms of a sum: those that are written each on its own line, in their order, and the others as one.
class SumTerms {
public:
    /// The terms, all of them written. They must outlive this.
    explicit SumTerms(const std::vector<Term>& terms);

    void write_all();
    /// Writes the `count` terms that say most of the sum.
    void write_largest(std::size_t count);

    /// The places of the terms that are written.
    const std::vector<std::size_t>& written() const { return written_; }
    bool are_all_written() const { return written_.size() == terms_.size(); }
    /// The places of all terms, those that say most of the sum first. NaN and infinities lead: they alone make the sum
    /// what it is.
    const std::vector<std::size_t>& by_size() const { return by_size_; }

    /// The sum of the terms that are not written.
    double rest() const;
    /// The words for the terms that are not written: "61 more"; in a sum over heads "6 heads, bias".
    std::string words_of_rest() const { return words_of_rest_beside(written_); }
    /// The words of the rest where no term is written, which are the longest.
    std::string longest_words_of_rest() const { return words_of_rest_beside({}); }

private:
    std::string words_of_rest_beside(const std::vector<std::size_t>& written) const;

    const std::vector<Term>& terms_;
    std::vector<std::size_t> by_size_;
    std::vector<std::size_t> written_;
};

} // namespace attn
