#include "core/document/session/known_words.h"

#include "core/document/session/sentences.h"
#include "core/document/session/word_embeddings.h"
#include "core/tensor/noun_for.h"
#include "core/text/words.h"

#include <algorithm>

#include <fmt/format.h>

namespace attn {

namespace {

constexpr std::size_t shortest_offer = 2;

std::vector<std::string> known_to(const Sequence& sequence) {
    std::vector<std::string> known;
    for (const auto& [word, row] : *sequence.embeddings)
        if (is_known(sequence, word))
            known.push_back(word);
    return known;
}

/// The reason why an item does not fit, "ö is unknown to this layer", "5 letters are too many for this layer"; empty if
/// it does.
std::string misfit(const Sequence& sequence, Index item) {
    const auto unknown = unknown_tokens(sequence, item);
    if (!unknown.empty())
        return fmt::format("{} {} unknown to this layer", fmt::join(unknown, ", "), unknown.size() == 1 ? "is" : "are");
    if (const auto places = place_count(sequence); places && sequence.token_count() > *places)
        return fmt::format("{} letters are too many for this layer", sequence.token_count());
    return {};
}

} // namespace

std::string known_letters(const Sequence& sequence) {
    const std::vector<std::string> known = known_to(sequence);
    const auto is_next = [](const std::string& a, const std::string& b) {
        return a.size() == 1 && b.size() == 1 && a.front() + 1 == b.front();
    };
    std::string text;
    for (std::size_t first = 0; first < known.size();) {
        std::size_t last = first;
        while (last + 1 < known.size() && is_next(known[last], known[last + 1]))
            ++last;
        text += (text.empty() ? "" : ", ") + known[first];
        if (last > first)
            text += (last > first + 1 ? " to " : ", ") + known[last];
        first = last + 1;
    }
    return text;
}

std::optional<Index> place_count(const Sequence& sequence) {
    const Positions& positions = sequence.positions;
    const bool has_table = positions.kind == Positions::Kind::given || positions.kind == Positions::Kind::both_ends;
    return has_table ? std::optional(positions.rows.rows()) : std::nullopt;
}

std::vector<std::string> letters_that_fit(const Sequence& sequence, const std::vector<std::string>& letters) {
    std::vector<std::string> fitting;
    const auto places = place_count(sequence);
    for (const std::string& letter : letters)
        if (is_known(sequence, letter) && (!places || std::ssize(fitting) < *places))
            fitting.push_back(letter);
    return fitting;
}

std::string origin_of_numbers(const Session& session, const Sequence& sequence, std::string_view token) {
    if (!sequence.embeddings)
        return {};
    if (has_words_of_a_model(session))
        return fmt::format("The numbers of “{}” are the model’s own.", token);
    if (is_known(sequence, token))
        return fmt::format("“{}” has numbers of its own in this session.", token);
    return fmt::format("This layer has no numbers for “{}”: they are drawn at random from its letters.", token);
}

std::vector<std::string> strangers(const Session& session, const Sequence& sequence, Index item) {
    constexpr Index longest = 64; // longer texts get no message for each word
    if (!sequence.embeddings || has_words_of_a_model(session) || sequence.token_count() > longest)
        return {};
    const bool knows_some =
        std::ranges::any_of(*sequence.embeddings, [&](const auto& word) { return is_known(sequence, word.first); });
    return knows_some ? unknown_tokens(sequence, item) : std::vector<std::string>();
}

std::string unknown_in_words(const std::vector<std::string>& words) {
    constexpr std::size_t most = 3;
    if (words.empty())
        return {};
    if (words.size() == 1)
        return fmt::format("“{}” is unknown to this layer: its numbers are drawn at random from its letters",
                           words.front());
    std::string names = fmt::format("{} words", words.size());
    if (words.size() <= most) {
        std::vector<std::string> quoted;
        quoted.reserve(words.size());
        for (const auto& word : words)
            quoted.push_back(fmt::format("“{}”", word));
        names = enumerated(quoted);
    }
    return fmt::format("{} are unknown to this layer: their numbers are drawn at random from their letters", names);
}

bool is_sentence_for_letters(const Session& session, std::string_view text) {
    return session.split == Split::letters && words_between_spaces(text).size() > 1;
}

std::string misfit_of_sentence(const Session& session, const Sequence& sequence, std::string_view text) {
    if (!is_sentence_for_letters(session, text) || !sequence.embeddings || known_to(sequence).empty())
        return {};
    const std::vector<std::string> letters = split_text(session, sequence, text);
    if (letters_that_fit(sequence, letters).size() == letters.size())
        return {};
    const auto places = place_count(sequence);
    return fmt::format("This layer reads one word{}. Open another example for sentences.",
                       places ? fmt::format(" of up to {} {}", *places, noun_for(*places, "letter")) : std::string());
}

std::string lack_of_places(const Session& session, const Sequence& sequence, std::string_view text, Index count) {
    if (sequence.positions.kind != Positions::Kind::both_ends || count <= sequence.positions.rows.rows())
        return {};
    const bool is_of_letters = session.split == Split::letters;
    return fmt::format("“{}” has {} {}, and this layer has places for {}. Write a shorter {}, or choose other "
                       "positions.",
                       text, count, is_of_letters ? "letters" : "words", sequence.positions.rows.rows(),
                       is_of_letters ? "word" : "sentence");
}

std::string misfit_in_words(const Session& session, Index item) {
    const Sequence& sequence = session.layer().sequence;
    if (!sequence.embeddings || session.split != Split::letters)
        return {};
    std::string matter = misfit(sequence, item);
    if (matter.empty())
        return {};
    const std::string known = known_letters(sequence);
    if (known.empty())
        return matter;
    const auto places = place_count(sequence);
    std::string takes = "It takes " + known;
    if (places)
        takes += fmt::format(", at most {} of them", *places);
    const auto fitting = letters_that_fit(sequence, sequence.items[static_cast<std::size_t>(item)]);
    if (fitting.size() >= shortest_offer)
        takes += fmt::format(": “{}”", joined_text(session, fitting));
    return fmt::format("{}. {}.", matter, takes);
}

} // namespace attn
