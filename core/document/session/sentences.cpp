#include "core/document/session/sentences.h"

#include "core/document/session/random_numbers.h"

#include <algorithm>

namespace attn {

namespace {

/// The letters (code points) of a text, without spaces. An invalid byte counts as a letter.
std::vector<std::string> letters_of(std::string_view text) {
    std::vector<std::string> letters;
    for (const char byte : text) {
        const bool continues = (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
        if (continues && !letters.empty())
            letters.back() += byte;
        else if (byte != ' ')
            letters.emplace_back(1, byte);
    }
    return letters;
}

std::string as_known(const Sequence& sequence, std::string letter) {
    const bool is_capital = letter.size() == 1 && letter.front() >= 'A' && letter.front() <= 'Z';
    if (!is_capital || is_known(sequence, letter))
        return letter;
    std::string small(1, static_cast<char>(letter.front() - 'A' + 'a'));
    return is_known(sequence, small) ? small : letter;
}

} // namespace

std::vector<std::string> words_between_spaces(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0)
            words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

std::vector<std::string> split_text(const Session& session, const Sequence& sequence, std::string_view text) {
    if (session.split == Split::words)
        return words_between_spaces(text);
    std::vector<std::string> letters = letters_of(text);
    for (std::string& letter : letters)
        letter = as_known(sequence, std::move(letter));
    return letters;
}

std::string_view between_tokens(const Session& session) {
    return session.split == Split::letters ? "" : " ";
}

std::string joined_text(const Session& session, const std::vector<std::string>& tokens) {
    std::string text;
    for (std::size_t token = 0; token < tokens.size(); ++token)
        text.append(token == 0 ? "" : between_tokens(session)).append(tokens[token]);
    return text;
}

bool is_known(const Sequence& sequence, std::string_view token) {
    if (!sequence.embeddings)
        return false;
    const auto found = sequence.embeddings->find(token);
    return found != sequence.embeddings->end() &&
           !equal_bits(found->second, embedding_from_letters(std::string(token), found->second.columns()));
}

std::vector<std::string> unknown_tokens(const Sequence& sequence, Index item) {
    std::vector<std::string> unknown;
    if (!sequence.embeddings)
        return unknown;
    for (const std::string& token : sequence.items[static_cast<std::size_t>(item)])
        if (!is_known(sequence, token) && std::ranges::find(unknown, token) == unknown.end())
            unknown.push_back(token);
    return unknown;
}

} // namespace attn
