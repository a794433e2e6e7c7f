#include "ui/document/diff_words.h"

#include "core/notation/named_words.h"
#include "core/tensor/noun_for.h"
#include "core/text/words.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace attn {

namespace {

constexpr std::size_t most_named = 4;

/// Cuts a list of more than four names to the first two and the last: "Q, scores … O".
Prose shortened(const std::vector<Prose>& names) {
    return names.size() <= most_named ? enumerated(names) : names[0] + ", " + names[1] + " … " + names.back();
}

Prose numbered(std::string_view what, const std::vector<Index>& heads, const Notation& notation) {
    std::vector<Prose> numbers;
    std::ranges::transform(heads, std::back_inserter(numbers),
                           [&](Index head) { return Prose(std::to_string(head + first_head(notation.chosen))); });
    return prose("{}{} {}", what, heads.size() == 1 ? "" : "s", enumerated(numbers));
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
Prose name_with_heads(const ArrayDiff& diff, const Notation& notation) {
    if (!has_heads(diff) || diff.moved_heads.empty())
        return moved_name(diff, notation);
    const Prose heads = moved_in_all_heads(diff) ? Prose("all heads") : numbered("head", diff.moved_heads, notation);
    return moved_name(diff, notation) + " of " + heads;
}

/// "switched head 1 off"; empty if no head was switched.
Prose switched(const std::vector<Index>& heads, std::string_view to, const Notation& notation) {
    return heads.empty() ? Prose() : prose("switched {} {}", numbered("head", heads, notation), to);
}

/// The user's own changes: tokens, weights, options and heads; empty if there were none of these.
Prose causes(const Diff& moved, const Notation& notation) {
    std::vector<Prose> names;
    for (const ArrayDiff& diff : moved.arrays) {
        if (!diff.moved() || (diff.array && !is_parameter(diff)))
            continue;
        if (!diff.array && diff.comparable)
            names.push_back(diff.changed == 1 ? Prose("one token") : prose("{} tokens", diff.changed));
        else
            names.push_back(name_with_heads(diff, notation));
    }
    const Prose arrays = names.empty() ? Prose() : shortened(names);
    names.assign(moved.settings.names.begin(), moved.settings.names.end());
    if (!arrays.empty())
        names.insert(names.begin(), arrays);
    std::vector<Prose> deeds;
    for (const Prose& deed :
         {names.empty() ? Prose() : Prose("changed ") + enumerated(names),
          switched(moved.settings.switched_off, "off", notation), switched(moved.settings.switched_on, "on", notation)})
        if (!deed.empty())
            deeds.push_back(deed);
    return deeds.empty() ? Prose() : Prose("You ") + enumerated(deeds);
}

/// Says in which heads computed arrays changed, and in which heads they did not.
Prose consequences(const Diff& moved, const Notation& notation) {
    std::vector<Prose> in_heads;
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
    return prose("{} of {} moved, {} did not", shortened(in_heads), numbered("head", touched, notation),
                 others.size() <= most_named ? numbered("head", others, notation)
                                             : prose("the other {} heads", others.size()));
}

Prose output_in_words(const ArrayDiff& output, const Notation& notation) {
    if (!output.comparable)
        return moved_name(output, notation) + " has another shape now";
    if (output.changed == 0)
        return moved_name(output, notation) + " did not move";
    return prose("{} moved in {} of {} {}", moved_name(output, notation), output.changed, output.cells,
                 noun_for(output.cells, "cell"));
}

} // namespace

std::string_view moved_target(const ArrayDiff& diff) {
    return diff.array ? array_name(*diff.array) : "tokens";
}

Prose moved_name(const ArrayDiff& diff, const Notation& notation) {
    return diff.array ? name_of(notation, *diff.array) : Prose("tokens");
}

Prose moved_heads_in_words(const ArrayDiff& diff, const Notation& notation) {
    if (!has_heads(diff) || diff.moved_heads.empty())
        return {};
    if (moved_in_all_heads(diff))
        return prose("all {} heads", diff.heads);
    if (diff.moved_heads.size() == 1)
        return numbered("head", diff.moved_heads, notation) + " only";
    return diff.moved_heads.size() <= most_named ? numbered("head", diff.moved_heads, notation)
                                                 : prose("{} of {} heads", diff.moved_heads.size(), diff.heads);
}

Prose moved_in_words(const Diff& moved, const Notation& notation) {
    const auto first = std::ranges::find_if(moved.arrays, &ArrayDiff::moved);
    if (first == moved.arrays.end())
        return "Nothing moved: every number is as it was.";
    Prose words = causes(moved, notation);
    if (words.empty())
        words = Prose("It begins with ") + name_with_heads(*first, notation);
    if (const Prose between = consequences(moved, notation); !between.empty())
        words += Prose(": ") + between;
    if (!is_parameter(moved.arrays.back()))
        words += Prose("; ") + output_in_words(moved.arrays.back(), notation);
    return words + ".";
}

Prose unmoved_in_words(const Diff& moved, const Notation& notation) {
    std::vector<Prose> names;
    for (const ArrayDiff& diff : moved.arrays)
        if (!diff.moved())
            names.push_back(moved_name(diff, notation));
    return names.empty() ? Prose() : Prose("Did not move: ") + enumerated(names) + ".";
}

} // namespace attn
