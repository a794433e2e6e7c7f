#include "core/tokenizer/text_steps.h"

#include "core/files/utf8.h"

#include <algorithm>

namespace attn {

Fragment whole_text(std::string_view text) {
    return {std::string(text), text.empty() ? 0 : letter_end(text, 0)};
}

Fragment part_of(const Fragment& fragment, std::size_t begin, std::size_t end) {
    const std::size_t beginning = std::clamp(fragment.beginning, begin, end) - begin;
    return {fragment.text.substr(begin, end - begin), beginning};
}

Fragment with_before(Fragment fragment, std::string_view added) {
    if (fragment.text.empty())
        return fragment;
    fragment.text.insert(0, added);
    fragment.beginning += fragment.is_first() ? added.size() : 0;
    return fragment;
}

/// A replacement counts as being where the last letter that it replaces was.
Fragment with_replaced(const Fragment& fragment, const std::vector<Cut>& cuts, std::string_view content) {
    Fragment replaced;
    for (const Cut& cut : cuts) {
        const std::size_t before = replaced.text.size();
        if (cut.is_match)
            replaced.text += content;
        else
            replaced.text.append(fragment.text, cut.begin, cut.end - cut.begin);
        if (cut.is_match && cut.end <= fragment.beginning)
            replaced.beginning = replaced.text.size();
        else if (!cut.is_match && cut.begin < fragment.beginning)
            replaced.beginning = before + std::min(cut.end, fragment.beginning) - cut.begin;
    }
    return replaced;
}

Result<Fragment> with_letters_changed(const Fragment& fragment, const LetterChange& change) {
    auto all = change(fragment.text);
    const auto first = change(fragment.text.substr(0, fragment.beginning));
    if (!all || !first)
        return all ? first.error() : all.error();
    Fragment changed{*std::move(all), 0};
    for (std::size_t letters = letter_count(*first); letters > 0 && changed.beginning < changed.text.size(); --letters)
        changed.beginning = letter_end(changed.text, changed.beginning);
    return changed;
}

} // namespace attn
