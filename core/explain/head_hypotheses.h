#pragma once

#include "core/engine/trace.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What can be said of a head so that it can be measured. Their rules stand in a table in head_hypotheses.cpp.
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

/// What is supposed of a head.
struct Hypothesis {
    HypothesisId id{};
    Index back = 2; ///< of HypothesisId::back: so many tokens before
    bool operator==(const Hypothesis&) const = default;
};

/// Who reads and who is read. Equal words have equal numbers.
struct ReadWords {
    std::vector<Index> queries;    // S_q
    std::vector<Index> keys;       // S_k
    std::vector<bool> marker_keys; // S_k: "[pad]", "</s>" and the like
    bool in_one_sequence = true;   ///< key j is the token that query j is
};

/// A rule: which keys a hypothesis names to a query.
struct HypothesisRule {
    HypothesisId id{};
    std::string_view name;  ///< in files: "previous token"
    std::string_view words; ///< of a head: "reads the previous token"
    std::string_view about; ///< what it names, for whoever chooses
    /// Whether the hypothesis names key j to query i; none: it is measured by how even the shares are.
    bool (*names)(const Hypothesis& hypothesis, const ReadWords& words, Index i, Index j) = nullptr;
};

/// All rules, in the order of a list to choose from.
std::span<const HypothesisRule> hypothesis_rules();
const HypothesisRule& hypothesis_rule(HypothesisId id);

/// As files say it: "previous token", "3 back".
std::string hypothesis_name(const Hypothesis& hypothesis);
/// As a sentence about a head goes on: "reads the previous token", "reads the token 3 back".
std::string hypothesis_words(const Hypothesis& hypothesis);
/// The hypothesis that a text means, in the words of either; nothing where no rule is known for it.
std::optional<Hypothesis> find_hypothesis(std::string_view text);

/// The words of one item, as rules see them.
ReadWords read_words(const Layer& layer, Index item);

/// How much of a head's attention a hypothesis explains. Only rows count in which it names a key that may be read.
struct HypothesisMeasure {
    Index rows = 0;     ///< that count; 0: the hypothesis says nothing here
    Index all_rows = 0; ///< S_q
    double share = 0;   ///< mean over those rows of what the named keys get; of `evenly`: entropy / log₂ allowed keys
    double even = 0;    ///< the same if every allowed key got an even share
    Index worst = 0;    ///< the row that it explains worst
    double worst_share = 0;
    Index worst_key = 0; ///< the first key that it names there

    double gain() const { return share - even; }
};
HypothesisMeasure measure_hypothesis(const Hypothesis& hypothesis, const Trace& trace, Index item, Index head);

/// A hypothesis that fits, and how well.
struct FittingHypothesis {
    Hypothesis hypothesis;
    HypothesisMeasure measure;
};

/// The hypothesis that gains most over an even share. Where none gains a tenth: that the head spreads evenly, if it
/// nearly does, and otherwise nothing.
std::optional<FittingHypothesis> best_hypothesis(const Trace& trace, Index item, Index head);

} // namespace attn
