#include "tests/judge/literal_names.h"

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "core/notation/size_letters.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <iterator>

namespace attn::test {

namespace {

bool is_of_word(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '_';
}

bool is_of_letters(char letter) {
    return is_of_word(letter) || static_cast<unsigned char>(letter) >= 0x80;
}

/// Visits the words of a text, each with the text that follows.
template <class Visit>
void for_each_word(std::string_view text, const Visit& visit) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!is_of_word(text[at]))
            continue;
        std::size_t end = at;
        while (end < text.size() && is_of_word(text[end]))
            ++end;
        // Letters after a letter outside ASCII, a hyphen, a plus or a slash belong to another word or to a path.
        const bool begins = at == 0 || (!is_of_letters(text[at - 1]) && text[at - 1] != '-' && text[at - 1] != '/' &&
                                        text[at - 1] != '+');
        if (begins)
            visit(text.substr(at, end - at), text.substr(end));
        at = end;
    }
}

bool is_literal(std::string_view word, std::string_view rest) {
    const bool is_array = find_array(word).has_value();
    if (!is_array && word != "d_model" && length_by_letter(word) == nullptr)
        return false;
    if (word.find('_') != std::string_view::npos || word == "concat")
        return true;
    if (word.size() > 1) // scores, mask, exp: names where a user chooses among arrays
        return is_array && (rest.starts_with('[') || rest.starts_with("⁽"));
    const bool is_article = word == "A" && rest.size() > 1 && rest[0] == ' ' && rest[1] >= 'a' && rest[1] <= 'z';
    const bool is_capital = word[0] >= 'A' && word[0] <= 'Z';
    return is_array && is_capital && !is_article && !rest.starts_with('(') && !rest.starts_with('+');
}

} // namespace

LiteralNames::LiteralNames(const Session& session) {
    const Notation notation = notation_of(session);
    const auto allow = [&](std::string_view text) {
        for_each_word(text, [&](std::string_view word, std::string_view /*rest*/) { allowed_.emplace(word); });
    };
    for (const Array& row : arrays()) {
        allow(shown_name(session, row.id));
        allow(in_letters(row.symbol, notation));
    }
    for (const SizeLetters& row : size_letters)
        allow(in_letters(fmt::format("<{}>", row.letters), notation));
    for (const Symbol& symbol : symbols())
        if (!symbol.words.empty())
            allow(in_letters(fmt::format("<{}>", symbol.name), notation));
    for (const auto& tokens : session.layer().sequence.items)
        for (const std::string& token : tokens)
            allow(token);
    allow(session.title);
}

std::vector<std::string> LiteralNames::in(std::string_view text) const {
    std::vector<std::string> found;
    const auto has = [&](std::string_view words) { return text.find(words) != std::string_view::npos; };
    const bool is_code = has(" = np.") || has(" = torch.") || has(".reshape(");
    if (is_code) // code names arrays as files do
        return found;
    for (const char* const reference : {"{name ", "{head", "{row", "{column"})
        if (has(reference)) // a text that nobody wrote in a notation
            found.push_back(fmt::format("{} in “{}”", reference, text));
    for_each_word(text, [&](std::string_view word, std::string_view rest) {
        if (is_literal(word, rest) && !allowed_.contains(word))
            found.push_back(fmt::format("{} in “{}”", word, text));
    });
    return found;
}

std::vector<std::string> LiteralNames::in(const DisplayList& list) const {
    std::vector<std::string> found;
    const Text* before = nullptr;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        if (const auto* const formula = std::get_if<FormulaMark>(&list.items[i].shape())) {
            i += formula->pieces; // its symbols name their arrays
        } else if (const auto* const text = std::get_if<Text>(&list.items[i].shape())) {
            // The index of a symbol in a sentence is a text of its own: the "concat" of Y_concat.
            const bool is_index = before != nullptr && std::abs(text->font.size - 0.75F * before->font.size) < 0.01F &&
                                  text->position.y > before->position.y;
            if (!is_index)
                std::ranges::move(in(text->text), std::back_inserter(found));
            before = text;
        }
    }
    return found;
}

} // namespace attn::test
