#include "ui/actions/search.h"

#include "core/document/session/sentences.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <fmt/core.h>
#include <string>
#include <utility>

namespace attn {

namespace {

bool has_all(const std::string& text, const std::vector<std::string>& words) {
    return std::ranges::all_of(words, [&](const std::string& word) { return has_word_part(text, word); });
}

/// The text in lower case, with subscripts as they are typed: dₖ → d_k.
std::string in_plain_letters(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> low{{{"ₖ", "_k"}, {"ᵥ", "_v"}, {"ₕ", "_h"}}};
    std::string typed = lower_case(text);
    for (const auto& [letter, ascii] : low)
        for (std::size_t at = typed.find(letter); at != std::string::npos; at = typed.find(letter, at))
            typed.replace(at, letter.size(), ascii);
    return typed;
}

/// The words in lower case, without final punctuation: "What is mask?" → what, is, mask.
std::vector<std::string> words_of_name(std::string_view name) {
    std::vector<std::string> words = words_between_spaces(in_plain_letters(name));
    for (std::string& word : words) {
        const std::size_t last = word.find_last_not_of("?.,:");
        word.resize(last == std::string::npos ? 0 : last + 1);
        if (word.ends_with("…"))
            word.resize(word.size() - std::string_view("…").size());
    }
    std::erase(words, std::string());
    return words;
}

/// True if the name has the word as a whole: "mass" does not find "masks".
bool has_word(const std::string& name, const std::string& word) {
    const std::vector<std::string> words = words_of_name(name);
    return std::ranges::find(words, word) != words.end();
}

/// True for words of questions that name nothing, e.g. "what".
bool is_no_name(const std::string& word) {
    constexpr std::array<std::string_view, 15> any{"what", "which", "where", "when",  "does", "that", "this", "with",
                                                   "from", "have",  "make",  "there", "then", "into", "want"};
    return std::ranges::find(any, word) != any.end();
}

/// A word that people search for, and the word that names contain instead.
struct Synonym {
    std::string_view asked; ///< the searched word, or its beginning
    std::string_view name;  ///< the part of names that the word finds
};
constexpr std::array synonyms{
    Synonym{"permutation", "order comes"},
    Synonym{"equivariance", "order comes"},
    Synonym{"invariance", "order comes"},
    Synonym{"explanation", "influen"},
    Synonym{"interpretability", "influen"},
    Synonym{"importance", "influen"},
    Synonym{"gqa", "grouped queries"},
    Synonym{"mqa", "grouped queries"},
    Synonym{"multi-query", "grouped queries"},
    Synonym{"rope", "rotary"},
    Synonym{"look-ahead", "causal"},
    Synonym{"future", "causal"},
    Synonym{"encoder-decoder", "second sequence"},
    Synonym{"ablation", "switch"},
    Synonym{"transpose", "tokens as columns"},
    Synonym{"feed-forward", "mlp"},
    Synonym{"tanh", "soft cap"},
    Synonym{"digits", "decimals"},
    Synonym{"precision", "decimals"},
    Synonym{"exercise", "with a pencil"},
    Synonym{"homework", "with a pencil"},
};

/// Returns the name, followed by all synonyms of what it contains.
std::string with_synonyms(std::string name) {
    for (const Synonym& synonym : synonyms)
        if (name.find(synonym.name) != std::string::npos)
            name += fmt::format(" {}", synonym.asked);
    return name;
}

/// Returns the array, such as "W_Q", that a target shows; empty for other targets.
std::string_view array_shown_by(std::string_view target) {
    constexpr std::array<std::string_view, 2> ways{"action:step/", "action:show/"};
    for (const std::string_view way : ways)
        if (target.starts_with(way))
            return target.substr(way.size());
    return {};
}

/// True if the action changes numbers.
bool is_edit(const Offer& offer) {
    constexpr std::string_view actions = "action:";
    const Action* const action =
        offer.target.starts_with(actions) ? find_action(offer.target.substr(actions.size())) : nullptr;
    return action != nullptr && std::ranges::any_of(action->menus, [](const MenuPlace& place) {
               return place.menu == Menu::edit || place.menu == Menu::matrix;
           });
}

std::vector<Offer> found_with_all(const UiContext& ui, const std::vector<std::string>& wanted) {
    std::vector<Offer> by_name;
    std::vector<Offer> by_description;
    for (Offer& offer : all_offers(ui)) {
        if (!offer.enabled || offer.target == "action:find" || offer.target == "action:close")
            continue;
        std::string name = in_plain_letters(offer.label);
        if (const std::string_view file_name = array_shown_by(offer.target); !file_name.empty())
            name += fmt::format(" {}", lower_case(file_name)); // the name in files, in every notation
        if (has_all(name, wanted))
            by_name.push_back(std::move(offer));
        else if (has_all(with_synonyms(name + ' ' + in_plain_letters(offer.about)), wanted))
            by_description.push_back(std::move(offer));
    }
    // Order of the results: first an exact name, or the array asked for; then names with the whole words, names that
    // begin with the first word, names with words that begin so. Among equals, actions that change numbers come last.
    std::vector<std::string> shown = wanted;
    shown.insert(shown.begin(), "show");
    const auto is_shown_array = [&](const Offer& offer) {
        const std::string array = lower_case(array_shown_by(offer.target));
        return !array.empty() && !wanted.empty() && wanted.back() == array &&
               (wanted.size() == 1 || (wanted.size() == 2 && wanted.front() == "show"));
    };
    const auto rank = [&](const Offer& offer) {
        const std::vector<std::string> name = words_of_name(offer.label);
        if (name == wanted || name == shown || is_shown_array(offer))
            return 0;
        const auto each = [&](const auto& is_wanted) {
            return std::ranges::all_of(wanted, [&](const std::string& word) {
                return std::ranges::any_of(name, [&](const std::string& other) { return is_wanted(other, word); });
            });
        };
        const bool begins = !wanted.empty() && !name.empty() && name.front().starts_with(wanted.front());
        if (each([](const std::string& other, const std::string& word) { return other == word; }))
            return begins ? 1 : 2;
        if (begins)
            return 3;
        return each([](const std::string& other, const std::string& word) { return other.starts_with(word); }) ? 4 : 5;
    };
    std::ranges::stable_sort(by_name, {}, [&](const Offer& offer) { return std::pair(rank(offer), is_edit(offer)); });
    by_name.insert(by_name.end(), by_description.begin(), by_description.end());
    return by_name;
}

} // namespace

std::vector<Offer> found_actions(const UiContext& ui, std::string_view words) {
    constexpr std::size_t longest_name = 1024; // bytes; a longer text was pasted by mistake
    if (words.size() > longest_name)
        return {};
    const std::vector<std::string> wanted = words_between_spaces(in_plain_letters(words));
    std::vector<Offer> found = found_with_all(ui, wanted);
    // If nothing has all words of a sentence, e.g. "how to mask a word", the first word that is a name is searched
    // alone.
    constexpr std::size_t shortest_name = 4;
    for (std::size_t i = 0; found.empty() && i < wanted.size(); ++i)
        if (wanted[i].size() >= shortest_name && !is_no_name(wanted[i])) {
            found = found_with_all(ui, {wanted[i]});
            std::erase_if(found, [&](const Offer& offer) { return !has_word(offer.label, wanted[i]); });
        }
    return found;
}

bool has_word_part(std::string_view text, std::string_view typed) {
    constexpr std::size_t many = 5;
    const auto begins_word = [&](std::size_t at) {
        return at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
    };
    for (std::size_t at = text.find(typed); at != std::string_view::npos; at = text.find(typed, at + 1))
        if (typed.size() >= many || begins_word(at))
            return true;
    return false;
}

} // namespace attn
