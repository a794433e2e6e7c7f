#include "core/files/printable.h"
#include "core/files/utf8.h"
#include "core/tokenizer/byte_letters.h"
#include "core/tokenizer/pattern.h"
#include "core/tokenizer/read_pattern.h"
#include "core/tokenizer/text_steps.h"
#include "core/tokenizer/unicode.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

constexpr std::string_view gpt2_pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

/// The treatment of matches, under the names that tokenizer.json uses.
enum class Behaviour : std::uint8_t { removed, isolated, merged_with_previous, merged_with_next, contiguous };

constexpr std::array<std::pair<std::string_view, Behaviour>, 5> behaviours{
    {{"Removed", Behaviour::removed},
     {"Isolated", Behaviour::isolated},
     {"MergedWithPrevious", Behaviour::merged_with_previous},
     {"MergedWithNext", Behaviour::merged_with_next},
     {"Contiguous", Behaviour::contiguous}}};

Behaviour read_behaviour(const Field& field, Behaviour fallback) {
    if (!field.exists())
        return fallback;
    const std::string name = field.text();
    for (const auto& [known, behaviour] : behaviours)
        if (name == known)
            return behaviour;
    field.fail(fmt::format("“{}” is none of Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous",
                           printable(name)));
    return fallback;
}

using Cuts = std::vector<Cut>;
using Cutter = std::function<Result<Cuts>(std::string_view text, const EncodingWork& work)>;

/// Returns a cutter for which each letter that `is_match` accepts is a match of its own.
Cutter letter_cutter(bool (*is_match)(char32_t)) {
    return [is_match](std::string_view text, const EncodingWork&) {
        Cuts cuts;
        std::size_t done = 0;
        for_each_letter(text, [&](char32_t letter, std::size_t begin, std::size_t end) {
            if (!is_match(letter))
                return;
            if (begin > done)
                cuts.push_back({done, begin, false});
            cuts.push_back({begin, end, true});
            done = end;
        });
        if (done < text.size())
            cuts.push_back({done, text.size(), false});
        return Result<Cuts>(std::move(cuts));
    };
}

/// Divides a text into the words \w+|[^\w\s]+ and the parts between them; these parts count as the matches.
Result<Cuts> cut_words(std::string_view text, const EncodingWork&) {
    const auto kind_of = [](char32_t letter) { return is_word_letter(letter) ? 1 : is_white_space(letter) ? 0 : 2; };
    Cuts cuts;
    int kind_before = -1;
    for_each_letter(text, [&](char32_t letter, std::size_t begin, std::size_t end) {
        const int kind = kind_of(letter);
        if (kind == kind_before)
            cuts.back().end = end;
        else
            cuts.push_back({begin, end, kind == 0});
        kind_before = kind;
    });
    return cuts;
}

/// Returns the cuts with neighbours joined wherever joins(later, earlier) is true.
template <class Joins>
Cuts joined(const Cuts& cuts, Joins joins) {
    Cuts result;
    for (std::size_t i = 0; i < cuts.size(); ++i)
        if (i > 0 && joins(cuts[i], cuts[i - 1]))
            result.back().end = cuts[i].end;
        else
            result.push_back(cuts[i]);
    return result;
}

Cuts behaved(const Cuts& cuts, Behaviour behaviour) {
    switch (behaviour) {
    case Behaviour::removed: {
        Cuts kept;
        std::ranges::copy_if(cuts, std::back_inserter(kept), [](const Cut& cut) { return !cut.is_match; });
        return kept;
    }
    case Behaviour::isolated:
        break;
    case Behaviour::merged_with_previous:
        return joined(cuts, [](const Cut& cut, const Cut& before) { return cut.is_match && !before.is_match; });
    case Behaviour::merged_with_next:
        return joined(cuts, [](const Cut& cut, const Cut& before) { return !cut.is_match && before.is_match; });
    case Behaviour::contiguous:
        return joined(cuts, [](const Cut& cut, const Cut& before) { return cut.is_match == before.is_match; });
    }
    return cuts;
}

Result<void> add_cuts(Fragments& fragments, const Fragment& fragment, const Cutter& cutter, Behaviour behaviour,
                      const EncodingWork& work) {
    const auto cuts = cutter(fragment.text, work);
    if (!cuts)
        return cuts.error();
    for (const Cut& cut : behaved(*cuts, behaviour))
        if (cut.begin < cut.end)
            fragments.push_back(part_of(fragment, cut.begin, cut.end));
    return {};
}

PreTokenizer splitter(Cutter cutter, Behaviour behaviour) {
    return [cutter = std::move(cutter), behaviour](const Fragments& fragments,
                                                   const EncodingWork& work) -> Result<Fragments> {
        Fragments result;
        for (const Fragment& fragment : fragments)
            if (auto added = add_cuts(result, fragment, cutter, behaviour, work); !added)
                return added.error();
        return result;
    };
}

PreTokenizer read_split(const Field& step) {
    step.expect_keys({"type", "pattern", "behavior", "invert"});
    const Behaviour behaviour = read_behaviour(step["behavior"], Behaviour::isolated);
    return splitter(
        [pattern = read_pattern(step["pattern"]), invert = step["invert"].truth(false)](std::string_view text,
                                                                                        const EncodingWork& work) {
            auto cuts = pattern.cut(text, work);
            if (cuts && invert)
                for (Cut& cut : *cuts)
                    cut.is_match = !cut.is_match;
            return cuts;
        },
        behaviour);
}

PreTokenizer read_byte_level(const Field& step) {
    step.expect_keys({"type", "add_prefix_space", "trim_offsets", "use_regex"});
    auto made = byte_level_pre_tokenizer(step["add_prefix_space"].truth(true), step["use_regex"].truth(true));
    if (made)
        return *std::move(made);
    step.fail(made.error().message);
    return nullptr;
}

/// Reads a step that replaces each space by a visible letter, usually "▁".
PreTokenizer read_metaspace(const Field& step) {
    step.expect_keys({"type", "replacement", "str_rep", "add_prefix_space", "prepend_scheme", "split"});
    const std::string mark = step["replacement"].text("▁");
    const bool added = step["add_prefix_space"].truth(true);
    const std::string scheme = step["prepend_scheme"].text(added ? "always" : "never");
    const bool always = scheme == "always";
    const bool first = scheme == "first";
    if (letter_count(mark) != 1)
        step["replacement"].fail("expected one letter");
    if (!always && !first && scheme != "never")
        step["prepend_scheme"].fail(fmt::format("“{}” is none of always, first, never", printable(scheme)));
    const PreTokenizer split =
        splitter([pattern = Pattern::literal(mark)](std::string_view text,
                                                    const EncodingWork& work) { return pattern.cut(text, work); },
                 Behaviour::merged_with_next);
    return [mark, always, first, split, space = Pattern::literal(" "),
            splits = step["split"].truth(true)](Fragments fragments, const EncodingWork& work) -> Result<Fragments> {
        for (Fragment& fragment : fragments) {
            const auto spaces = space.cut(fragment.text, work);
            if (!spaces)
                return spaces.error();
            fragment = with_replaced(fragment, *spaces, mark);
            if ((always || (first && fragment.is_first())) && !fragment.text.starts_with(mark))
                fragment = with_before(std::move(fragment), mark);
        }
        return splits ? split(std::move(fragments), work) : Result<Fragments>(std::move(fragments));
    };
}

PreTokenizer read_digits(const Field& step) {
    step.expect_keys({"type", "individual_digits"});
    const bool alone = step["individual_digits"].truth(false);
    return splitter(letter_cutter(is_numeric), alone ? Behaviour::isolated : Behaviour::contiguous);
}

PreTokenizer read_delimiter(const Field& step) {
    step.expect_keys({"type", "delimiter"});
    const std::string delimiter = step["delimiter"].text();
    if (letter_count(delimiter) != 1)
        step["delimiter"].fail("expected one letter");
    return splitter([pattern = Pattern::literal(delimiter)](
                        std::string_view text, const EncodingWork& work) { return pattern.cut(text, work); },
                    Behaviour::removed);
}

struct PreTokenizerRow {
    std::string_view type;
    PreTokenizer (*read)(const Field& step);
};

constexpr std::array pre_tokenizers{
    PreTokenizerRow{"ByteLevel", read_byte_level},
    PreTokenizerRow{"Split", read_split},
    PreTokenizerRow{"Metaspace", read_metaspace},
    PreTokenizerRow{"Digits", read_digits},
    PreTokenizerRow{"CharDelimiterSplit", read_delimiter},
    PreTokenizerRow{"BertPreTokenizer", [](const Field&) { return bert_pre_tokenizer(); }},
    PreTokenizerRow{"Whitespace", [](const Field&) { return splitter(cut_words, Behaviour::removed); }},
    PreTokenizerRow{"WhitespaceSplit",
                    [](const Field&) { return splitter(letter_cutter(is_white_space), Behaviour::removed); }},
    PreTokenizerRow{"Punctuation",
                    [](const Field& step) {
                        step.expect_keys({"type", "behavior"});
                        return splitter(letter_cutter(is_punctuation),
                                        read_behaviour(step["behavior"], Behaviour::isolated));
                    }},
};

} // namespace

Result<PreTokenizer> byte_level_pre_tokenizer(bool add_prefix_space, bool use_regex) {
    PreTokenizer split;
    if (use_regex) {
        auto pattern = Pattern::expression(gpt2_pattern);
        if (!pattern)
            return pattern.error();
        split = splitter([pattern = *std::move(pattern)](std::string_view text,
                                                         const EncodingWork& work) { return pattern.cut(text, work); },
                         Behaviour::isolated);
    }
    return PreTokenizer([add_prefix_space, split](Fragments fragments, const EncodingWork& work) -> Result<Fragments> {
        if (add_prefix_space)
            for (Fragment& fragment : fragments)
                if (!fragment.text.starts_with(' '))
                    fragment = with_before(std::move(fragment), " ");
        Result<Fragments> cut = split ? split(std::move(fragments), work) : Result<Fragments>(std::move(fragments));
        if (!cut)
            return cut;
        for (Fragment& fragment : *cut) {
            auto letters = with_letters_changed(fragment, byte_letters);
            if (!letters)
                return letters.error();
            fragment = *std::move(letters);
        }
        return cut;
    });
}

PreTokenizer bert_pre_tokenizer() {
    return [words = splitter(letter_cutter(is_white_space), Behaviour::removed),
            marks = splitter(letter_cutter(is_punctuation), Behaviour::isolated)](Fragments fragments,
                                                                                  const EncodingWork& work) {
        auto cut = words(std::move(fragments), work);
        return cut ? marks(*std::move(cut), work) : cut;
    };
}

PreTokenizer read_pre_tokenizer(const Field& step) {
    const std::string type = step["type"].text();
    const auto* const row = std::ranges::find(pre_tokenizers, type, &PreTokenizerRow::type);
    if (row != pre_tokenizers.end())
        return row->read(step);
    step.fail(fmt::format("pre-tokenizers of the type “{}” are not known here", printable(type)));
    return nullptr;
}

} // namespace attn
