#include "core/explain/head_hypotheses.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <map>

namespace attn {

namespace {

/// The least gain over even attention from which on a hypothesis is suggested.
constexpr double least_gain = 0.1;
/// The evenness (0 to 1) from which on attention counts as even.
constexpr double nearly_even = 0.95;
/// The largest distance in tokens that best_hypothesis tries.
constexpr Index furthest_back = 16;

constexpr std::array hypothesis_rule_table{
    HypothesisRule{HypothesisId::previous_token, "previous token", "reads the previous token", "key i − 1",
                   [](const Hypothesis&, const ReadWords&, Index i, Index j) { return j == i - 1; }},
    HypothesisRule{HypothesisId::next_token, "next token", "reads the next token", "key i + 1",
                   [](const Hypothesis&, const ReadWords&, Index i, Index j) { return j == i + 1; }},
    HypothesisRule{HypothesisId::itself, "itself", "reads itself", "key i",
                   [](const Hypothesis&, const ReadWords&, Index i, Index j) { return j == i; }},
    HypothesisRule{HypothesisId::first_token, "first token", "reads the first token", "key 1",
                   [](const Hypothesis&, const ReadWords&, Index, Index j) { return j == 0; }},
    HypothesisRule{HypothesisId::same_word, "same word", "reads the same word", "wherever it stands, also itself",
                   [](const Hypothesis&, const ReadWords& words, Index i, Index j) {
                       return words.keys[static_cast<std::size_t>(j)] == words.queries[static_cast<std::size_t>(i)];
                   }},
    HypothesisRule{HypothesisId::word_after_same, "word after the same word", "reads the word after the same word",
                   "induction",
                   [](const Hypothesis&, const ReadWords& words, Index i, Index j) {
                       const bool elsewhere = !words.in_one_sequence || j - 1 != i;
                       return j > 0 && elsewhere &&
                              words.keys[static_cast<std::size_t>(j - 1)] == words.queries[static_cast<std::size_t>(i)];
                   }},
    HypothesisRule{HypothesisId::marker, "padding or separators", "reads padding or separators",
                   "[pad], [SEP], </s> and the like",
                   [](const Hypothesis&, const ReadWords& words, Index, Index j) {
                       return static_cast<bool>(words.marker_keys[static_cast<std::size_t>(j)]);
                   }},
    HypothesisRule{
        HypothesisId::back, "{} back", "reads the token {} back", "key i − n, for any number n",
        [](const Hypothesis& hypothesis, const ReadWords&, Index i, Index j) { return j == i - hypothesis.back; }},
    HypothesisRule{HypothesisId::mirrored, "mirrored token", "reads the mirrored place",
                   "key S + 1 − i: the first reads the last",
                   [](const Hypothesis&, const ReadWords& words, Index i, Index j) {
                       return j == std::ssize(words.keys) - 1 - i;
                   }},
    HypothesisRule{HypothesisId::evenly, "evenly", "spreads evenly", "every allowed key gets the same", nullptr},
};

std::string with_number(std::string_view pattern, Index number) {
    std::string text(pattern);
    if (const std::size_t place = text.find("{}"); place != std::string::npos)
        text.replace(place, 2, std::to_string(number));
    return text;
}

/// The text in lower case, with single blanks, without blanks and full stops at its ends.
std::string plain(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        const bool blank = letter == ' ' || letter == '\t';
        if (blank && (result.empty() || result.back() == ' '))
            continue;
        const bool upper = letter >= 'A' && letter <= 'Z';
        result += blank ? ' ' : upper ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    while (!result.empty() && (result.back() == ' ' || result.back() == '.'))
        result.pop_back();
    return result;
}

/// The number in "3 back", "token 3 back" or "reads the token 3 back".
std::optional<Index> number_back(std::string_view text) {
    for (const std::string_view opening : {"reads ", "the ", "token "})
        if (text.starts_with(opening))
            text.remove_prefix(opening.size());
    Index number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    const bool named = problem == std::errc() && number > 0 && (rest == " back" || rest == " tokens back");
    return named ? std::optional(number) : std::nullopt;
}

/// True for "[pad]", "[SEP]", "</s>" and the like. An unknown or a masked word stands for a word, and is no marker.
bool is_marker(std::string_view word) {
    constexpr std::array stand_for_words{"[unk]", "[UNK]", "<unk>", "[MASK]", "[mask]", "<mask>"};
    if (std::ranges::find(stand_for_words, word) != stand_for_words.end())
        return false;
    const bool squared = word.starts_with('[') && word.ends_with(']');
    const bool pointed = word.starts_with('<') && word.ends_with('>');
    return word.size() > 2 && (squared || pointed);
}

/// The numbers of a head that measures need.
struct HeadReading {
    Matrix A;      // S_q x S_k
    Matrix masked; // −∞ hides a key; empty: no key is hidden

    bool allows(Index i, Index j) const { return masked.empty() || masked(i, j) != minus_infinity; }
};

HeadReading reading_of(const Trace& trace, Index item, Index head) {
    HeadReading reading{trace.array(ArrayId::A, item, head), {}};
    if (trace.has(ArrayId::masked))
        reading.masked = trace.compute_uncached({trace.layer().number, ArrayId::masked, item, head});
    return reading;
}

/// The measure of a single row; `counts` is false if the hypothesis does not apply to it.
struct MeasuredRow {
    bool counts = false;
    double share = 0;
    double even = 0;
    Index first_key = 0;
};

MeasuredRow named_share(const Hypothesis& hypothesis, const ReadWords& words, const HeadReading& reading, Index i) {
    MeasuredRow row;
    Index allowed = 0;
    Index named = 0;
    for (Index j = 0; j < reading.A.columns(); ++j) {
        allowed += reading.allows(i, j) ? 1 : 0;
        if (!hypothesis_rule(hypothesis.id).names(hypothesis, words, i, j))
            continue;
        row.share += static_cast<double>(reading.A(i, j));
        if (!reading.allows(i, j))
            continue;
        row.first_key = named == 0 ? j : row.first_key;
        ++named;
    }
    row.counts = named > 0;
    row.even = row.counts ? static_cast<double>(named) / static_cast<double>(allowed) : 0;
    return row;
}

/// The row's entropy divided by that of even attention, 0 to 1. A row with a single allowed key does not count.
MeasuredRow evenness(const HeadReading& reading, Index i) {
    MeasuredRow row;
    Index allowed = 0;
    double entropy = 0;
    for (Index j = 0; j < reading.A.columns(); ++j) {
        allowed += reading.allows(i, j) ? 1 : 0;
        const auto share = static_cast<double>(reading.A(i, j));
        entropy -= share == 0 ? 0 : share * std::log2(share);
        row.first_key = reading.A(i, j) > reading.A(i, row.first_key) ? j : row.first_key;
    }
    row.counts = allowed > 1;
    row.share = row.counts ? entropy / std::log2(static_cast<double>(allowed)) : 0;
    row.even = 1;
    return row;
}

HypothesisMeasure measure_hypothesis(const Hypothesis& hypothesis, const ReadWords& words, const HeadReading& reading) {
    HypothesisMeasure result;
    result.all_rows = reading.A.rows();
    for (Index i = 0; i < result.all_rows; ++i) {
        const MeasuredRow row =
            hypothesis.id == HypothesisId::evenly ? evenness(reading, i) : named_share(hypothesis, words, reading, i);
        if (!row.counts)
            continue;
        if (result.rows == 0 || !(row.share >= result.worst_share)) {
            result.worst = i;
            result.worst_share = row.share;
            result.worst_key = row.first_key;
        }
        ++result.rows;
        result.share += row.share;
        result.even += row.even;
    }
    if (result.rows > 0) {
        result.share /= static_cast<double>(result.rows);
        result.even /= static_cast<double>(result.rows);
    }
    return result;
}

/// The hypotheses that can be suggested. Distances of more than half the sentence are left out, since they could be
/// measured on few rows only, and large ones, since they mean little.
std::vector<Hypothesis> all_hypotheses(Index tokens) {
    std::vector<Hypothesis> hypotheses;
    for (const HypothesisRule& rule : hypothesis_rule_table) {
        if (rule.names == nullptr)
            continue;
        const Index furthest = rule.id == HypothesisId::back ? std::min(tokens / 2, furthest_back) : 2;
        for (Index back = 2; back <= furthest; ++back)
            hypotheses.push_back({rule.id, back});
    }
    return hypotheses;
}

} // namespace

std::span<const HypothesisRule> hypothesis_rules() {
    return hypothesis_rule_table;
}

const HypothesisRule& hypothesis_rule(HypothesisId id) {
    const HypothesisRule& rule = hypothesis_rule_table.at(static_cast<std::size_t>(id));
    assert(rule.id == id);
    return rule;
}

std::string hypothesis_name(const Hypothesis& hypothesis) {
    return with_number(hypothesis_rule(hypothesis.id).name, hypothesis.back);
}

std::string hypothesis_words(const Hypothesis& hypothesis) {
    return with_number(hypothesis_rule(hypothesis.id).words, hypothesis.back);
}

std::optional<Hypothesis> find_hypothesis(std::string_view text) {
    const std::string wanted = plain(text);
    if (const auto back = number_back(wanted))
        return Hypothesis{HypothesisId::back, *back};
    for (const HypothesisRule& rule : hypothesis_rule_table)
        if (rule.id != HypothesisId::back && (plain(rule.name) == wanted || plain(rule.words) == wanted))
            return Hypothesis{rule.id};
    return std::nullopt;
}

ReadWords read_words(const Layer& layer, Index item) {
    const Sequence& sequence = layer.sequence;
    const Sequence& read = key_sequence(layer);
    std::map<std::string_view, Index> numbers;
    // Tokens without text are all different, in both sequences.
    Index next = 0;
    const auto number_of = [&](const std::string& word) {
        return word.empty() ? next++ : numbers.try_emplace(word, next++).first->second;
    };
    ReadWords words;
    words.in_one_sequence = layer.context == nullptr;
    for (const std::string& word : sequence.items.at(static_cast<std::size_t>(item)))
        words.queries.push_back(number_of(word));
    for (const std::string& word : read.items.at(static_cast<std::size_t>(item))) {
        words.keys.push_back(number_of(word));
        words.marker_keys.push_back(is_marker(word));
    }
    if (words.in_one_sequence)
        words.keys = words.queries;
    return words;
}

HypothesisMeasure measure_hypothesis(const Hypothesis& hypothesis, const Trace& trace, Index item, Index head) {
    return measure_hypothesis(hypothesis, read_words(trace.layer(), item), reading_of(trace, item, head));
}

std::optional<FittingHypothesis> best_hypothesis(const Trace& trace, Index item, Index head) {
    const ReadWords words = read_words(trace.layer(), item);
    const HeadReading reading = reading_of(trace, item, head);
    std::optional<FittingHypothesis> best;
    for (const Hypothesis& hypothesis : all_hypotheses(reading.A.rows())) {
        const HypothesisMeasure measured = measure_hypothesis(hypothesis, words, reading);
        if (measured.rows > 0 && measured.gain() >= least_gain && (!best || measured.gain() > best->measure.gain()))
            best = FittingHypothesis{hypothesis, measured};
    }
    if (best)
        return best;
    const Hypothesis evenly{HypothesisId::evenly};
    const HypothesisMeasure measured = measure_hypothesis(evenly, words, reading);
    if (measured.rows > 0 && measured.share >= nearly_even)
        return FittingHypothesis{evenly, measured};
    return std::nullopt;
}

} // namespace attn
