#pragma once

#include "core/tokenizer/encoding_work.h"
#include "core/tokenizer/vocabulary.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

using TokenIds = std::vector<Index>;

/// Appends the ids of a word's pieces; the word is not empty. Fails if the vocabulary lacks a piece, or if the time in
/// `work` is over, since a whole text may be one word.
using WordCutter = std::function<Result<void>(std::string_view word, const EncodingWork& work, TokenIds& ids)>;

/// Options of byte pair encoding, which merges neighbours, the pair learnt first before all others. (Sennrich et al.
/// 2016)
struct BytePairOptions {
    std::string unknown;             ///< the piece for letters without one; empty: none
    std::string continuation_prefix; ///< of letters after a word's first, mostly empty
    std::string end_of_word_suffix;  ///< of a word's last letter, mostly empty
    bool fuse_unknown = false;       ///< a run of unknown letters is one token
    bool byte_fallback = false;      ///< a letter without a piece becomes its bytes, "<0xE2>"
    bool whole_words_first = false;  ///< a word that is a piece stays whole
};
using Merges = std::vector<std::pair<std::string, std::string>>;
/// A cutter that applies the merges. Fails if a merge names, or makes, a piece that the vocabulary lacks.
Result<WordCutter> byte_pair_cutter(std::shared_ptr<const Vocabulary> vocabulary, const Merges& merges,
                                    const BytePairOptions& options);

/// Options of WordPiece, which takes the longest piece with which the rest of the word begins. (Schuster, Nakajima
/// 2012)
struct WordPieceOptions {
    std::string unknown = "[UNK]"; ///< for a word that cannot be cut
    std::string continuation_prefix = "##";
    Index longest_word = 100; ///< letters; a longer one is unknown
};
WordCutter word_piece_cutter(std::shared_ptr<const Vocabulary> vocabulary, const WordPieceOptions& options);

/// A cutter that never cuts: the id of the whole word, or of `unknown`.
WordCutter whole_word_cutter(std::shared_ptr<const Vocabulary> vocabulary, std::string unknown);

} // namespace attn
