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

/// Appends the numbers of a word's pieces; the word is not empty. Fails where the vocabulary has none for them, or the
/// time is over: a whole text may be one word.
using WordCutter = std::function<Result<void>(std::string_view word, const EncodingWork& work, TokenIds& ids)>;

/// Byte pair encoding: neighbours are merged, the pair that was learnt first before all others. (Sennrich et al. 2016)
struct BytePairOptions {
    std::string unknown;             ///< the piece for letters that have none; empty: there is none
    std::string continuation_prefix; ///< of letters within a word, mostly empty
    std::string end_of_word_suffix;  ///< of a word's last letter, mostly empty
    bool fuse_unknown = false;       ///< unknown letters in a row are one token
    bool byte_fallback = false;      ///< a letter that is no piece becomes its bytes, "<0xE2>"
    bool whole_words_first = false;  ///< a word that is a piece is not cut
};
using Merges = std::vector<std::pair<std::string, std::string>>;
/// Fails where a merge names or makes what is no piece.
Result<WordCutter> byte_pair_cutter(std::shared_ptr<const Vocabulary> vocabulary, const Merges& merges,
                                    const BytePairOptions& options);

/// WordPiece: the longest piece that the rest of the word begins with. (Schuster and Nakajima 2012)
struct WordPieceOptions {
    std::string unknown = "[UNK]"; ///< for a word that cannot be cut
    std::string continuation_prefix = "##";
    Index longest_word = 100; ///< letters; a longer one is unknown
};
WordCutter word_piece_cutter(std::shared_ptr<const Vocabulary> vocabulary, const WordPieceOptions& options);

/// Whole words, or the unknown one.
WordCutter whole_word_cutter(std::shared_ptr<const Vocabulary> vocabulary, std::string unknown);

} // namespace attn
