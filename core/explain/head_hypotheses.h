#pragma once

#include "core/engine/trace.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The kinds of measurable statements about a head. Their rules are in a table in head_hypotheses.cpp.
enum class HypothesisId : std::uint8_t {
    previous_token,
    next_token,
    itself,
    first_token,
    same_word,
    word_after_same,
    marker,
    back,
    mirrored,
    evenly
};

/// A statement about a head.
struct Hypothesis {
    HypothesisId id{};
    Index back = 2; ///< the distance in tokens, for HypothesisId::back
    bool operator==(const Hypothesis&) const = default;
};

/// The words of queries and keys as numbers, in which equal words are equal.
struct ReadWords {
    std::vector<Index> queries;    // S_q
    std::vector<Index> keys;       // S_k
    std::vector<bool> marker_keys; // S_k: true for "[pad]", "</s>" and the like
    bool in_one_sequence = true;   ///< true if query j and key j are the same token
};

/// A rule: which keys a hypothesis predicts for a query.
struct HypothesisRule {
    HypothesisId id{};
    std::string_view name;  ///< name of the hypothesis in files: "previous token"
    std::string_view words; ///< the words for a sentence about a head: "reads the previous token"
    std::string_view about; ///< the predicted keys in words, for the list of choices
    /// True if the hypothesis predicts key j for query i; null: the evenness of attention is measured.
    bool (*names)(const Hypothesis& hypothesis, const ReadWords& words, Index i, Index j) = nullptr;
};

/// All rules, in the order of the list of choices.
std::span<const HypothesisRule> hypothesis_rules();
const HypothesisRule& hypothesis_rule(HypothesisId id);

/// The name of a hypothesis in files: "previous token", "3 back".
std::string hypothesis_name(const Hypothesis& hypothesis);
/// The words after "the head" in a sentence: "reads the previous token", "reads the token 3 back".
std::string hypothesis_words(const Hypothesis& hypothesis);
/// The hypothesis with this name or these words; nullopt if there is none.
std::optional<Hypothesis> find_hypothesis(std::string_view text);

/// The words of one item, for the rules.
ReadWords read_words(const Layer& layer, Index item);

/// The part of a head's attention that a hypothesis explains. Only rows count for which it predicts a key that is not
/// masked.
struct HypothesisMeasure {
    Index rows = 0;     ///< number of rows that count; 0: the hypothesis does not apply
    Index all_rows = 0; ///< S_q
    double share = 0; ///< attention to the predicted keys, averaged over those rows; for `evenly`: entropy / log₂ of
                      ///< the number of allowed keys
    double even = 0;  ///< the value that `share` would have with even attention to all allowed keys
    Index worst = 0;  ///< the row with the lowest value
    double worst_share = 0;
    Index worst_key = 0; ///< the first key that is predicted for that row

    double gain() const { return share - even; }
};
HypothesisMeasure measure_hypothesis(const Hypothesis& hypothesis, const Trace& trace, Index item, Index head);

/// A hypothesis that fits, and its measure.
struct FittingHypothesis {
    Hypothesis hypothesis;
    HypothesisMeasure measure;
};

/// The hypothesis with the largest gain over even attention. If none gains 0.1: `evenly` if the head's attention is
/// nearly even, else nullopt.
std::optional<FittingHypothesis> best_hypothesis(const Trace& trace, Index item, Index head);

} // namespace attn
