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

/// A function that appends the ids of a word's pieces; the word is not empty. Fails if the vocabulary lacks a piece, or
/// if the time in `work` is over, since a whole text may be one word.
using WordCutter = std::function<Result<void>(std::string_view word, const EncodingWork& work, TokenIds& ids)>;

/// Options of byte pair encoding, which merges neighbours; the pair that was learnt first is merged first. (Sennrich et
/// al. 2016)
struct BytePairOptions {
    std::string unknown;             ///< the piece for letters that have none of their own; empty: there is no such
                                     ///< piece
    std::string continuation_prefix; ///< prefix of all letters of a word but the first; empty in most vocabularies
    std::string end_of_word_suffix;  ///< suffix of a word's last letter; empty in most vocabularies
    bool fuse_unknown = false;       ///< true: a run of unknown letters is one token
    bool byte_fallback = false;      ///< true: a letter without a piece becomes its bytes, "<0xE2>"
    bool whole_words_first = false;  ///< true: a word that is a piece is not divided
};
using Merges = std::vector<std::pair<std::string, std::string>>;
/// Returns a cutter that applies the merges. Fails if a merge names, or results in, a piece that the vocabulary lacks.
Result<WordCutter> byte_pair_cutter(std::shared_ptr<const Vocabulary> vocabulary, const Merges& merges,
                                    const BytePairOptions& options);

/// Options of WordPiece, which repeatedly takes the longest piece with which the rest of the word begins. (Schuster,
/// Nakajima 2012)
struct WordPieceOptions {
    std::string unknown = "[UNK]"; ///< the piece for a word that cannot be divided
    std::string continuation_prefix = "##";
    Index longest_word = 100; ///< number of letters; a longer word is unknown
};
WordCutter word_piece_cutter(std::shared_ptr<const Vocabulary> vocabulary, const WordPieceOptions& options);

/// Returns a cutter that does not divide words: it appends the id of the whole word, or of `unknown`.
WordCutter whole_word_cutter(std::shared_ptr<const Vocabulary> vocabulary, std::string unknown);

} // namespace attn
