#include "core/files/printable.h"
#include "core/files/utf8.h"
#include "core/tokenizer/word_cutters.h"

#include <algorithm>

namespace attn {

namespace {

/// The number of bytes of pieces that are looked up between two checks of the time.
constexpr std::size_t bytes_between_looks = std::size_t{1} << 20;

Result<void> add_unknown(const Vocabulary& vocabulary, std::string_view unknown, std::string_view word, TokenIds& ids) {
    const auto id = vocabulary.find(unknown);
    if (!id)
        return error("the vocabulary has no pieces for “{}”, and no “{}” for what is unknown", printable(word),
                     printable(unknown));
    ids.push_back(*id);
    return {};
}

/// Returns the ids of a word's pieces; nullopt if the word cannot be divided into pieces.
Result<std::optional<TokenIds>> pieces_of(const Vocabulary& vocabulary, const WordPieceOptions& options,
                                          std::string_view word, const EncodingWork& work) {
    TokenIds ids;
    std::string piece;
    std::size_t looked_up = 0;
    for (std::size_t begin = 0; begin < word.size();) {
        const std::string_view prefix = begin > 0 ? std::string_view(options.continuation_prefix) : std::string_view();
        // A prefix longer than the longest piece cannot be found.
        const std::size_t longest = vocabulary.longest() - std::min(prefix.size(), vocabulary.longest());
        std::size_t end = word.size();
        if (longest < word.size() - begin)
            end = letter_begin(word, begin + longest);
        std::optional<Index> id;
        while (end > begin) {
            // A look-up hashes the whole piece, so that its length counts as work.
            looked_up += end - begin;
            if (looked_up >= bytes_between_looks) {
                looked_up = 0;
                if (auto in_time = work.check_time(); !in_time)
                    return in_time.error();
            }
            piece.assign(prefix);
            piece += word.substr(begin, end - begin);
            id = vocabulary.find(piece);
            if (id)
                break;
            end = letter_begin(word, end - 1);
        }
        if (!id)
            return std::optional<TokenIds>();
        ids.push_back(*id);
        begin = end;
    }
    return std::optional(std::move(ids));
}

} // namespace

WordCutter word_piece_cutter(std::shared_ptr<const Vocabulary> vocabulary, const WordPieceOptions& options) {
    return [vocabulary = std::move(vocabulary), options](std::string_view word, const EncodingWork& work,
                                                         TokenIds& ids) -> Result<void> {
        std::optional<TokenIds> pieces;
        if (letter_count(word) <= static_cast<std::size_t>(options.longest_word)) {
            auto cut = pieces_of(*vocabulary, options, word, work);
            if (!cut)
                return cut.error();
            pieces = *std::move(cut);
        }
        if (!pieces)
            return add_unknown(*vocabulary, options.unknown, word, ids);
        ids.insert(ids.end(), pieces->begin(), pieces->end());
        return {};
    };
}

WordCutter whole_word_cutter(std::shared_ptr<const Vocabulary> vocabulary, std::string unknown) {
    return [vocabulary = std::move(vocabulary),
            unknown = std::move(unknown)](std::string_view word, const EncodingWork&, TokenIds& ids) -> Result<void> {
        if (const auto id = vocabulary->find(word)) {
            ids.push_back(*id);
            return {};
        }
        return add_unknown(*vocabulary, unknown, word, ids);
    };
}

} // namespace attn
