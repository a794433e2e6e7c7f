#include "core/explain/glossary.h"

#include <algorithm>
#include <cctype>

namespace attn {

namespace {

bool is_part_of_a_word(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || std::isalnum(byte) != 0 || letter == '_';
}

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
    return (begin == 0 || !is_part_of_a_word(text[begin - 1])) && (end == text.size() || !is_part_of_a_word(text[end]));
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char letter) {
        return letter < 0x80 ? static_cast<char>(std::tolower(letter)) : static_cast<char>(letter);
    });
    return lower;
}

} // namespace

std::optional<TermInText> find_term(std::string_view text, std::size_t from) {
    const std::string lower = in_lower_case(text);
    std::optional<TermInText> found;
    for (const GlossaryTerm& term : glossary())
        for (const std::string_view form : term.written) {
            if (form.empty())
                break;
            for (std::size_t at = lower.find(form, from); at != std::string::npos; at = lower.find(form, at + 1)) {
                if (!stands_alone(lower, at, at + form.size()))
                    continue;
                const bool is_better =
                    !found || at < found->begin || (at == found->begin && at + form.size() > found->end);
                if (is_better)
                    found = TermInText{&term, at, at + form.size()};
                break;
            }
        }
    return found;
}

const GlossaryTerm* find_term_named(std::string_view name) {
    const std::string lower = in_lower_case(name);
    const auto named = std::ranges::find_if(glossary(), [&](const GlossaryTerm& term) {
        return in_lower_case(term.name) == lower ||
               (!lower.empty() && std::ranges::find(term.written, lower) != term.written.end());
    });
    return named == glossary().end() ? nullptr : &*named;
}

} // namespace attn
