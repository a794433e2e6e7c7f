#include "ui/actions/search.h"

#include "core/document/sentences.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <string>

namespace attn {

namespace {

bool has_all(const std::string& text, const std::vector<std::string>& words) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

} // namespace

std::vector<Offer> found_actions(const UiContext& ui, std::string_view words) {
    constexpr std::size_t longest_name = 1024; // bytes; what is pasted by mistake is looked up nowhere
    if (words.size() > longest_name)
        return {};
    const std::vector<std::string> wanted = words_between_spaces(lower_case(words));
    std::vector<Offer> by_name;
    std::vector<Offer> by_description;
    for (Offer& offer : all_offers(ui)) {
        if (!offer.enabled || offer.target == "action:find" || offer.target == "action:close")
            continue;
        const std::string name = lower_case(offer.label);
        if (has_all(name, wanted))
            by_name.push_back(std::move(offer));
        else if (has_all(name + ' ' + lower_case(offer.about), wanted))
            by_description.push_back(std::move(offer));
    }
    // What begins with the words comes first, then what has them at the beginnings of words.
    const auto rank = [&](const Offer& offer) {
        const std::string name = lower_case(offer.label);
        if (!wanted.empty() && name.starts_with(wanted.front()))
            return 0;
        return std::ranges::all_of(wanted,
                                   [&](const std::string& word) {
                                       return name.starts_with(word) || name.find(' ' + word) != std::string::npos;
                                   })
                   ? 1
                   : 2;
    };
    std::ranges::stable_sort(by_name, {}, rank);
    by_name.insert(by_name.end(), by_description.begin(), by_description.end());
    return by_name;
}

} // namespace attn
