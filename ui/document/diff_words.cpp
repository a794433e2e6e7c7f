#include "ui/document/diff_words.h"

#include "core/notation/named_words.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <set>

namespace attn {

namespace {

constexpr std::size_t most_named = 4;

/// "Q", "Q and K", "Q, K and V".
std::string enumerated(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

/// Of many in a row, the first two and the last: "Q, scores … O".
std::string shortened(const std::vector<std::string>& names) {
    return names.size() <= most_named ? enumerated(names) : names[0] + ", " + names[1] + " … " + names.back();
}

std::string numbered(std::string_view what, const std::vector<Index>& heads, const Notation& notation) {
    std::vector<std::string> numbers;
    std::ranges::transform(heads, std::back_inserter(numbers),
                           [&](Index head) { return std::to_string(head + first_head(notation.chosen)); });
    return fmt::format("{}{} {}", what, heads.size() == 1 ? "" : "s", enumerated(numbers));
}

bool is_parameter(const ArrayDiff& diff) {
    return diff.array && is_parameter(*diff.array);
}

bool has_heads(const ArrayDiff& diff) {
    return diff.heads > 1;
}

bool moved_in_all_heads(const ArrayDiff& diff) {
    return std::ssize(diff.moved_heads) == diff.heads;
}

/// "W_Q of head 2".
std::string name_with_heads(const ArrayDiff& diff, const Notation& notation) {
    if (!has_heads(diff) || diff.moved_heads.empty())
        return moved_name(diff, notation);
    const std::string heads =
        moved_in_all_heads(diff) ? std::string("all heads") : numbered("head", diff.moved_heads, notation);
    return moved_name(diff, notation) + " of " + heads;
}

/// "switched head 1 off"; "" where none was.
std::string switched(const std::vector<Index>& heads, std::string_view to, const Notation& notation) {
    return heads.empty() ? std::string() : fmt::format("switched {} {}", numbered("head", heads, notation), to);
}

/// What the user's hand was on: tokens, weights, options and heads; "" where it was none of these.
std::string causes(const Diff& moved, const Notation& notation) {
    std::vector<std::string> names;
    for (const ArrayDiff& diff : moved.arrays) {
        if (!diff.moved() || (diff.array && !is_parameter(diff)))
            continue;
        if (!diff.array && diff.comparable)
            names.push_back(diff.changed == 1 ? "one token" : fmt::format("{} tokens", diff.changed));
        else
            names.push_back(name_with_heads(diff, notation));
    }
    const std::string arrays = names.empty() ? std::string() : shortened(names);
    names = moved.settings.names;
    if (!arrays.empty())
        names.insert(names.begin(), arrays);
    std::vector<std::string> deeds;
    for (const std::string& deed :
         {names.empty() ? std::string() : "changed " + enumerated(names),
          switched(moved.settings.switched_off, "off", notation), switched(moved.settings.switched_on, "on", notation)})
        if (!deed.empty())
            deeds.push_back(deed);
    return deeds.empty() ? "" : "You " + enumerated(deeds);
}

/// Which heads the stages between moved in, and which they left alone.
std::string consequences(const Diff& moved, const Notation& notation) {
    std::vector<std::string> in_heads;
    std::set<Index> heads;
    Index count = 1;
    for (const ArrayDiff& diff : moved.arrays) {
        if (!diff.moved() || !diff.array || is_parameter(diff) || !has_heads(diff))
            continue;
        in_heads.push_back(moved_name(diff, notation));
        heads.insert(diff.moved_heads.begin(), diff.moved_heads.end());
        count = std::max(count, diff.heads);
    }
    if (in_heads.empty())
        return {};
    const std::vector<Index> touched(heads.begin(), heads.end());
    if (std::ssize(touched) == count)
        return shortened(in_heads) + " moved in all heads";
    std::vector<Index> others;
    for (Index head = 0; head < count; ++head)
        if (!heads.contains(head))
            others.push_back(head);
    return fmt::format("{} of {} moved, {} did not", shortened(in_heads), numbered("head", touched, notation),
                       others.size() <= most_named ? numbered("head", others, notation)
                                                   : fmt::format("the other {} heads", others.size()));
}

std::string output_in_words(const ArrayDiff& output, const Notation& notation) {
    if (!output.comparable)
        return moved_name(output, notation) + " has another shape now";
    if (output.changed == 0)
        return moved_name(output, notation) + " did not move";
    return fmt::format("{} moved in {} of {} {}", moved_name(output, notation), output.changed, output.cells,
                       noun_for(output.cells, "cell"));
}

} // namespace

std::string_view moved_target(const ArrayDiff& diff) {
    return diff.array ? array_name(*diff.array) : "tokens";
}

std::string moved_name(const ArrayDiff& diff, const Notation& notation) {
    return diff.array ? shown_name(notation, *diff.array) : "tokens";
}

std::string moved_heads_in_words(const ArrayDiff& diff, const Notation& notation) {
    if (!has_heads(diff) || diff.moved_heads.empty())
        return {};
    if (moved_in_all_heads(diff))
        return fmt::format("all {} heads", diff.heads);
    if (diff.moved_heads.size() == 1)
        return numbered("head", diff.moved_heads, notation) + " only";
    return diff.moved_heads.size() <= most_named ? numbered("head", diff.moved_heads, notation)
                                                 : fmt::format("{} of {} heads", diff.moved_heads.size(), diff.heads);
}

std::string moved_in_words(const Diff& moved, const Notation& notation) {
    const auto first = std::ranges::find_if(moved.arrays, &ArrayDiff::moved);
    if (first == moved.arrays.end())
        return "Nothing moved: every number is as it was.";
    std::string words = causes(moved, notation);
    if (words.empty())
        words = "It begins with " + name_with_heads(*first, notation);
    if (const std::string between = consequences(moved, notation); !between.empty())
        words += ": " + between;
    if (!is_parameter(moved.arrays.back()))
        words += "; " + output_in_words(moved.arrays.back(), notation);
    return words + ".";
}

std::string unmoved_in_words(const Diff& moved, const Notation& notation) {
    std::vector<std::string> names;
    for (const ArrayDiff& diff : moved.arrays)
        if (!diff.moved())
            names.push_back(moved_name(diff, notation));
    return names.empty() ? std::string() : "Did not move: " + enumerated(names) + ".";
}

} // namespace attn
