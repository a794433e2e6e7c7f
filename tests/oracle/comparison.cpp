#include "tests/oracle/comparison.h"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::oracle {

namespace {

constexpr std::size_t names_printed = 3;

using Names = std::vector<std::string>;

/// The number of items and the first names: "212 items: a; b; c; …".
std::string words_of(const Names& names) {
    std::string words = fmt::format("{} {}:", names.size(), names.size() == 1 ? "item" : "items");
    for (std::size_t i = 0; i < std::min(names.size(), names_printed); ++i)
        words += fmt::format("{} {}", i == 0 ? "" : ";", names[i]);
    return words + (names.size() > names_printed ? "; …" : "");
}

/// The number of letters with which both begin, up to the end of a word.
std::size_t common_beginning(std::string_view left, std::string_view right) {
    const auto end = std::ranges::mismatch(left, right).in1;
    const auto length = static_cast<std::size_t>(end - left.begin());
    if (length == left.size() && length == right.size())
        return length;
    const std::size_t space = left.substr(0, length).rfind(' ');
    return space == std::string_view::npos ? 0 : space + 1;
}

/// A line of the older content and the newer one; one of them is empty if the line is gone or new.
struct ChangedLine {
    std::string older;
    std::string newer;

    /// The words that differ. Other words of the lines may differ from item to item.
    std::string difference() const {
        if (older.empty())
            return "+ " + newer;
        if (newer.empty())
            return "- " + older;
        const std::size_t begin = common_beginning(older, newer);
        std::string from = older.substr(begin);
        std::string to = newer.substr(begin);
        std::ranges::reverse(from);
        std::ranges::reverse(to);
        const std::size_t end = common_beginning(from, to);
        from = from.substr(end);
        to = to.substr(end);
        std::ranges::reverse(from);
        std::ranges::reverse(to);
        return fmt::format("{} → {}", from.empty() ? "(nothing)" : from, to.empty() ? "(nothing)" : to);
    }
};

/// The share of two lines that is alike, from 0 to 1.
double likeness(std::string_view older, std::string_view newer) {
    const std::size_t shorter = std::min(older.size(), newer.size());
    const auto begin = static_cast<std::size_t>(std::ranges::mismatch(older, newer).in1 - older.begin());
    std::size_t end = 0;
    while (begin + end < shorter && older[older.size() - 1 - end] == newer[newer.size() - 1 - end])
        ++end;
    return static_cast<double>(begin + end) / static_cast<double>(std::max(older.size(), newer.size()));
}

/// The lines that only one content has; two similar lines count as one that changed.
std::vector<ChangedLine> changed_lines(Content older, Content newer) {
    constexpr double much = 0.5;
    constexpr std::size_t most_compared = 1'000'000;
    std::ranges::sort(older);
    std::ranges::sort(newer);
    Content gone;
    Content come;
    std::ranges::set_difference(older, newer, std::back_inserter(gone));
    std::ranges::set_difference(newer, older, std::back_inserter(come));
    std::vector<ChangedLine> changed;
    const bool are_few = gone.size() * come.size() <= most_compared;
    for (std::string& line : gone) {
        const auto like = [&](const std::string& other) { return likeness(line, other); };
        const auto found = are_few ? std::ranges::max_element(come, {}, like) : come.end();
        const bool is_paired = found != come.end() && like(*found) >= much;
        changed.push_back({std::move(line), is_paired ? *found : std::string()});
        if (is_paired)
            come.erase(found);
    }
    for (std::string& line : come)
        changed.push_back({{}, std::move(line)});
    return changed;
}

/// The items with the same difference, and the difference in the first of them.
struct Group {
    Names items;
    ChangedLine first;
};
using Groups = std::map<std::string, Group>; // by the difference

void add_differences(Groups& groups, const std::string& item, const Content& older, const Content& newer) {
    std::vector<ChangedLine> changed = changed_lines(older, newer);
    if (changed.empty())
        groups.try_emplace("the same lines in another order").first->second.items.push_back(item);
    for (ChangedLine& line : changed) {
        Group& group = groups[line.difference()];
        if (group.items.empty())
            group.first = std::move(line);
        if (group.items.empty() || group.items.back() != item)
            group.items.push_back(item);
    }
}

void print_groups(const Groups& groups) {
    std::vector<const Groups::value_type*> all;
    for (const auto& group : groups)
        all.push_back(&group);
    std::ranges::stable_sort(all, std::ranges::greater(), [](const auto* group) { return group->second.items.size(); });
    for (const auto* const group : all) {
        const auto& [difference, of] = *group;
        fmt::print("\n{}\n  {}\n", words_of(of.items), difference);
        if (!of.first.older.empty() && !of.first.newer.empty())
            fmt::print("  - {}\n  + {}\n", of.first.older, of.first.newer);
    }
}

} // namespace

bool print_comparison(const Record& older, const Record& newer) {
    std::size_t equal = 0;
    Names other_bytes;
    Names different;
    Names gone;
    Names come;
    Groups groups;
    for (const auto& [name, item] : older.items()) {
        const auto now = newer.items().find(name);
        if (now == newer.items().end()) {
            gone.push_back(name);
        } else if (item.content != now->second.content) {
            different.push_back(name);
            add_differences(groups, name, older.lines_of(item.content), newer.lines_of(now->second.content));
        } else if (item.bytes != now->second.bytes) {
            other_bytes.push_back(name);
        } else {
            ++equal;
        }
    }
    for (const auto& [name, item] : newer.items())
        if (!older.items().contains(name))
            come.push_back(name);
    fmt::print("{} items are equal in bytes, {} in content only, {} differ, {} are new, {} are gone\n", equal,
               other_bytes.size(), different.size(), come.size(), gone.size());
    const std::pair<std::string_view, const Names&> lists[] = {
        {"equal in content only", other_bytes}, {"new", come}, {"gone", gone}};
    for (const auto& [what, names] : lists)
        if (!names.empty())
            fmt::print("{}: {}\n", what, words_of(names));
    print_groups(groups);
    return different.empty() && come.empty() && gone.empty();
}

} // namespace attn::oracle
