#include "core/tokenizer/added_tokens.h"

#include "core/tokenizer/unicode.h"

#include <algorithm>

namespace attn {

namespace {

std::uint64_t step_of(std::uint64_t place, char byte) {
    return (place << 8U) | static_cast<unsigned char>(byte);
}

bool word_ends_before(std::string_view text, std::size_t at) {
    return at > 0 && is_word_letter(first_letter(text.substr(letter_begin(text, at - 1))).code);
}

bool word_begins_at(std::string_view text, std::size_t at) {
    return at < text.size() && is_word_letter(first_letter(text.substr(at)).code);
}

/// Returns the first byte of the run of spaces that ends at `end`, but no byte before `least`.
std::size_t spaces_begin(std::string_view text, std::size_t end, std::size_t least) {
    while (end > least) {
        const std::size_t begin = letter_begin(text, end - 1);
        if (!is_white_space(first_letter(text.substr(begin)).code))
            break;
        end = begin;
    }
    return end;
}

std::size_t spaces_end(std::string_view text, std::size_t begin) {
    while (begin < text.size() && is_white_space(first_letter(text.substr(begin)).code))
        begin = letter_end(text, begin);
    return begin;
}

} // namespace

void AddedTokenFinder::add(std::string_view text, const AddedToken& token) {
    if (text.empty())
        return;
    std::uint32_t place = 0;
    for (const char byte : text) {
        const auto [step, is_new] = steps_.emplace(step_of(place, byte), static_cast<std::uint32_t>(ends_.size()));
        if (is_new)
            ends_.emplace_back();
        place = step->second;
    }
    if (!ends_[place]) {
        ends_[place] = tokens_.size();
        tokens_.push_back(token);
    }
}

AddedTokenFinder::Match AddedTokenFinder::longest_at(std::string_view text, std::size_t begin) const {
    Match longest;
    std::uint32_t place = 0;
    for (std::size_t at = begin; at < text.size(); ++at) {
        const auto step = steps_.find(step_of(place, text[at]));
        if (step == steps_.end())
            break;
        place = step->second;
        if (ends_[place])
            longest = {&tokens_[*ends_[place]], at + 1};
    }
    return longest;
}

std::vector<TextPart> AddedTokenFinder::split(std::string_view text) const {
    std::vector<TextPart> parts;
    std::size_t done = 0;
    std::size_t spaces_known_to = 0; // end of the last run of spaces that was scanned; each run is scanned once
    for (std::size_t at = 0; at < text.size() && !tokens_.empty();) {
        const Match match = longest_at(text, at);
        if (match.token == nullptr) {
            ++at;
            continue;
        }
        // The search goes on right behind the match, since spaces that one token takes may begin the next.
        std::size_t begin = at;
        std::size_t end = match.end;
        at = match.end;
        if (match.token->single_word && (word_ends_before(text, begin) || word_begins_at(text, end)))
            continue;
        if (match.token->lstrip)
            begin = std::max(spaces_begin(text, begin, std::min(begin, done)), done);
        if (match.token->rstrip)
            end = spaces_known_to = end < spaces_known_to ? spaces_known_to : spaces_end(text, end);
        if (begin > done)
            parts.push_back({done, begin, std::nullopt});
        if (begin < end) // empty where the token before took all of it with its spaces
            parts.push_back({begin, end, match.token->id});
        done = end;
    }
    if (done < text.size())
        parts.push_back({done, text.size(), std::nullopt});
    return parts;
}

} // namespace attn
