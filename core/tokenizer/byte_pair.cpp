#include "core/files/printable.h"
#include "core/tokenizer/byte_letters.h"
#include "core/tokenizer/unicode.h"
#include "core/tokenizer/word_cutters.h"

#include <compare>
#include <limits>
#include <queue>

namespace attn {

namespace {

/// The number of merges between two checks of the time.
constexpr std::size_t steps_between_looks = 4096;

class BytePairs {
public:
    BytePairs(std::shared_ptr<const Vocabulary> vocabulary, BytePairOptions options)
        : vocabulary_(std::move(vocabulary)), options_(std::move(options)) {}

    Result<void> learn(const Merges& merges) {
        merges_.reserve(merges.size());
        for (std::size_t rank = 0; rank < merges.size(); ++rank) {
            const auto& [left, right] = merges[rank];
            const std::string& prefix = options_.continuation_prefix;
            const bool continues = !prefix.empty() && right.starts_with(prefix);
            const std::string joined = left + right.substr(continues ? prefix.size() : 0);
            const auto left_id = vocabulary_->find(left);
            const auto right_id = vocabulary_->find(right);
            const auto joined_id = vocabulary_->find(joined);
            if (!left_id || !right_id || !joined_id)
                return error("merge {}, “{}” and “{}”: “{}” is no piece of the vocabulary", rank + 1, printable(left),
                             printable(right),
                             printable(!left_id    ? left
                                       : !right_id ? right
                                                   : joined));
            // The later of two equal merges counts, as in the tokenizers that read these files.
            merges_.insert_or_assign(pair_of(*left_id, *right_id), Merge{rank, *joined_id});
        }
        return {};
    }

    Result<void> cut(std::string_view word, const EncodingWork& work, TokenIds& ids) const {
        if (options_.whole_words_first)
            if (const auto whole = vocabulary_->find(word)) {
                ids.push_back(*whole);
                return {};
            }
        auto letters = ids_of_letters(word);
        if (!letters)
            return letters.error();
        if (auto merged = merge(*letters, work); !merged)
            return merged;
        ids.insert(ids.end(), letters->begin(), letters->end());
        return {};
    }

private:
    struct Merge {
        std::size_t rank = 0;
        Index id = 0;
    };

    static std::uint64_t pair_of(Index left, Index right) {
        return (static_cast<std::uint64_t>(left) << 32U) | static_cast<std::uint64_t>(right);
    }

    Result<TokenIds> ids_of_letters(std::string_view word) const {
        TokenIds ids;
        std::optional<Index> unknown; // not appended yet: the next unknown letter may be fused with it
        std::optional<Error> problem;
        for_each_letter(word, [&](char32_t, std::size_t begin, std::size_t end) {
            std::string piece(word.substr(begin, end - begin));
            if (begin > 0)
                piece.insert(0, options_.continuation_prefix);
            if (end == word.size())
                piece += options_.end_of_word_suffix;
            if (const auto id = vocabulary_->find(piece)) {
                if (unknown)
                    ids.push_back(*unknown);
                unknown.reset();
                ids.push_back(*id);
                return;
            }
            if (add_bytes(piece, ids))
                return;
            const auto id = options_.unknown.empty() ? std::nullopt : vocabulary_->find(options_.unknown);
            if (!id && !problem)
                problem = error("the vocabulary has no piece for “{}”, and none for what is unknown", printable(piece));
            if (unknown && !options_.fuse_unknown)
                ids.push_back(*unknown);
            unknown = id;
        });
        if (problem)
            return *problem;
        if (unknown)
            ids.push_back(*unknown);
        return ids;
    }

    bool add_bytes(std::string_view piece, TokenIds& ids) const {
        if (!options_.byte_fallback)
            return false;
        TokenIds bytes;
        for (const char byte : piece) {
            const auto id = vocabulary_->find(byte_piece(byte));
            if (!id)
                return false;
            bytes.push_back(*id);
        }
        ids.insert(ids.end(), bytes.begin(), bytes.end());
        return true;
    }

    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// A token of the word, linked to its neighbours by their indices.
    struct Link {
        Index id = 0;
        std::size_t before = none;
        std::size_t after = none;
        bool merged = false; ///< true: the token has become part of the token before it
    };

    /// Two neighbours that a merge can join. The queue returns first the pair of lowest rank, which was learnt first;
    /// of equal ranks, the leftmost.
    struct Candidate {
        std::size_t rank = 0;
        std::size_t left = 0;
        Index left_id = 0; ///< both ids are those at the time when the candidate was queued
        Index right_id = 0;
        auto operator<=>(const Candidate&) const = default;
    };
    using Candidates = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

    void note(const std::vector<Link>& chain, std::size_t left, Candidates& candidates) const {
        if (left == none || chain[left].after == none)
            return;
        const Index left_id = chain[left].id;
        const Index right_id = chain[chain[left].after].id;
        if (const auto found = merges_.find(pair_of(left_id, right_id)); found != merges_.end())
            candidates.push({found->second.rank, left, left_id, right_id});
    }

    Result<void> merge(TokenIds& ids, const EncodingWork& work) const {
        std::vector<Link> chain(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i)
            chain[i] = {ids[i], i == 0 ? none : i - 1, i + 1 == ids.size() ? none : i + 1, false};
        Candidates candidates;
        for (std::size_t i = 0; i < chain.size(); ++i)
            note(chain, i, candidates);
        for (std::size_t step = 1; !candidates.empty(); ++step) {
            if (step % steps_between_looks == 0)
                if (auto in_time = work.check_time(); !in_time)
                    return in_time;
            const Candidate best = candidates.top();
            candidates.pop();
            Link& left = chain[best.left];
            if (left.merged || left.id != best.left_id || left.after == none || chain[left.after].id != best.right_id)
                continue; // one of the two has become another token since
            Link& right = chain[left.after];
            left.id = merges_.at(pair_of(best.left_id, best.right_id)).id;
            left.after = right.after;
            right.merged = true;
            if (right.after != none)
                chain[right.after].before = best.left;
            note(chain, left.before, candidates);
            note(chain, best.left, candidates);
        }
        ids.clear();
        for (const Link& link : chain)
            if (!link.merged)
                ids.push_back(link.id);
        return {};
    }

    std::shared_ptr<const Vocabulary> vocabulary_;
    BytePairOptions options_;
    std::unordered_map<std::uint64_t, Merge> merges_; ///< merges by the ids of both pieces
};

} // namespace

Result<WordCutter> byte_pair_cutter(std::shared_ptr<const Vocabulary> vocabulary, const Merges& merges,
                                    const BytePairOptions& options) {
    auto pairs = std::make_shared<BytePairs>(std::move(vocabulary), options);
    if (auto learnt = pairs->learn(merges); !learnt)
        return learnt.error();
    return WordCutter([pairs](std::string_view word, const EncodingWork& work, TokenIds& ids) {
        return pairs->cut(word, work, ids);
    });
}

} // namespace attn
