#include "core/text/prose.h"

#include "core/text/words.h"

#include <algorithm>
#include <cassert>

namespace attn {

namespace {

/// Returns the end of the word that begins at `begin`; a number includes the % sign after it.
std::size_t end_of_word(std::string_view text, std::size_t begin) {
    std::size_t space = text.find(' ', begin);
    while (space < text.size() && text.substr(space + 1).starts_with('%'))
        space = text.find(' ', space + 1);
    return std::min(space, text.size());
}

} // namespace

Prose::Prose(std::string words) {
    if (!words.empty())
        parts_.emplace_back(std::move(words));
}

Prose Prose::symbol(FormulaNode formula) {
    return Prose(Part(std::move(formula)));
}

Prose Prose::own(std::string word) {
    return Prose(Part(OwnWord{std::move(word)}));
}

Prose& Prose::operator+=(const Prose& more) {
    for (const Part& part : more.parts_) {
        const auto* const words = std::get_if<std::string>(&part);
        auto* const last = parts_.empty() ? nullptr : std::get_if<std::string>(&parts_.back());
        if (words != nullptr && last != nullptr)
            *last += *words;
        else
            parts_.push_back(part);
    }
    return *this;
}

bool Prose::has_symbols() const {
    return std::ranges::any_of(parts_, [](const Part& part) { return std::holds_alternative<FormulaNode>(part); });
}

std::string Prose::letters() const {
    std::string text;
    for (const LetterRun& run : runs())
        text += (run.level < 0 ? "_" : run.level > 0 && run.letters != "⊤" ? "^" : "") + run.letters;
    return text;
}

TexText Prose::tex() const {
    struct Printing {
        TexText operator()(const std::string& words) const { return tex_text(words); }
        TexText operator()(const OwnWord& word) const { return tex_text(word.text); }
        TexText operator()(const FormulaNode& formula) const {
            TexText set = tex_formula(tex_of(formula).tex);
            set.tex = "$" + set.tex + "$";
            return set;
        }
    };
    TexText all;
    for (const Part& part : parts_) {
        const TexText set = std::visit(Printing(), part);
        all.tex += set.tex;
        all.beyond_latin = all.beyond_latin || set.beyond_latin;
    }
    return all;
}

std::vector<LetterRun> Prose::runs() const {
    std::vector<LetterRun> all;
    const auto add = [&](LetterRun run) {
        if (!all.empty() && all.back().level == run.level)
            all.back().letters += run.letters;
        else
            all.push_back(std::move(run));
    };
    for (const Part& part : parts_)
        if (const auto* const words = std::get_if<std::string>(&part))
            add({*words});
        else if (const auto* const own = std::get_if<OwnWord>(&part))
            add({own->text});
        else
            std::ranges::for_each(letter_runs_of(std::get<FormulaNode>(part)), add);
    return all;
}

template <class Cut>
std::vector<Prose> Prose::cut(const Cut& cut_words) const {
    std::vector<Prose> all(1);
    const auto add = [&](std::string_view text, const auto& piece) {
        bool is_first = true;
        cut_words(text, [&](std::string_view part) {
            if (!std::exchange(is_first, false))
                all.emplace_back();
            if (!part.empty())
                all.back() += piece(std::string(part));
        });
    };
    for (const Part& part : parts_)
        if (const auto* const words = std::get_if<std::string>(&part))
            add(*words, [](std::string word) { return Prose(std::move(word)); });
        else if (const auto* const own = std::get_if<OwnWord>(&part))
            add(own->text, [](std::string word) { return Prose::own(std::move(word)); });
        else
            all.back() += Prose(part);
    return all;
}

std::vector<Prose> Prose::words() const {
    return cut([](std::string_view text, const auto& add) {
        for (std::size_t begin = 0; begin <= text.size();) {
            const std::size_t end = end_of_word(text, begin);
            add(text.substr(begin, end - begin));
            begin = end + 1;
        }
    });
}

std::vector<Prose> Prose::paragraphs() const {
    constexpr std::string_view between = "\n\n";
    return cut([&](std::string_view text, const auto& add) {
        for (std::size_t begin = 0; begin <= text.size();) {
            const std::size_t end = std::min(text.find(between, begin), text.size());
            add(text.substr(begin, end - begin));
            begin = end + between.size();
        }
    });
}

namespace {

template <class Part>
void change_first_words(std::vector<Part>& parts, std::string (&change)(std::string_view)) {
    if (auto* const words = parts.empty() ? nullptr : std::get_if<std::string>(&parts.front()))
        *words = change(*words);
}

} // namespace

Prose Prose::capitalized() const {
    Prose text = *this;
    change_first_words(text.parts_, attn::capitalized);
    return text;
}

Prose Prose::uncapitalized() const {
    Prose text = *this;
    change_first_words(text.parts_, attn::uncapitalized);
    return text;
}

Prose joined(std::span<const Prose> pieces, std::string_view between) {
    Prose text;
    for (const Prose& piece : pieces)
        text += (text.empty() ? Prose() : Prose(between)) + piece;
    return text;
}

Prose detail::filled(std::string_view pattern, std::span<const Prose> pieces) {
    constexpr std::string_view place = "{}";
    Prose text;
    for (const Prose& piece : pieces) {
        const std::size_t at = pattern.find(place);
        assert(at != std::string_view::npos);
        text += Prose(pattern.substr(0, at));
        text += piece;
        pattern.remove_prefix(at + place.size());
    }
    return text += Prose(pattern);
}

} // namespace attn
