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
constexpr std::string_view other_order = "~ the same lines in another order";

using Names = std::vector<std::string>;

/// "212 items: a, b, c, …"
std::string words_of(const Names& names) {
    std::string words = fmt::format("{} {}:", names.size(), names.size() == 1 ? "item" : "items");
    for (std::size_t i = 0; i < std::min(names.size(), names_printed); ++i)
        words += fmt::format("{} {}", i == 0 ? "" : ",", names[i]);
    return words + (names.size() > names_printed ? ", …" : "");
}

/// The lines that only one of both contents has, "- …" of the older and "+ …" of the newer one.
Content changed_lines(Content older, Content newer) {
    std::ranges::sort(older);
    std::ranges::sort(newer);
    Content gone;
    Content come;
    std::ranges::set_difference(older, newer, std::back_inserter(gone));
    std::ranges::set_difference(newer, older, std::back_inserter(come));
    Content changed;
    for (const std::string& line : gone)
        changed.push_back("- " + line);
    for (const std::string& line : come)
        changed.push_back("+ " + line);
    if (changed.empty())
        changed.emplace_back(other_order);
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    return changed;
}

void print_changes(const std::map<std::string, Names>& items_of_line) {
    std::map<Names, Content> lines_of_items;
    for (const auto& [line, names] : items_of_line)
        lines_of_items[names].push_back(line);
    std::vector<std::pair<Names, Content>> groups(lines_of_items.begin(), lines_of_items.end());
    std::ranges::stable_sort(groups, std::ranges::greater(), [](const auto& group) { return group.first.size(); });
    for (auto& [names, lines] : groups) {
        fmt::print("\n{}\n", words_of(names));
        std::ranges::stable_partition(lines, [](const std::string& line) { return line.front() == '-'; });
        for (const std::string& line : lines)
            fmt::print("  {}\n", line);
    }
}

} // namespace

bool print_comparison(const Record& older, const Record& newer) {
    std::size_t equal = 0;
    Names other_bytes;
    Names different;
    Names gone;
    Names come;
    std::map<std::string, Names> items_of_line;
    for (const auto& [name, item] : older.items()) {
        const auto now = newer.items().find(name);
        if (now == newer.items().end()) {
            gone.push_back(name);
        } else if (item.content != now->second.content) {
            different.push_back(name);
            for (const std::string& line :
                 changed_lines(older.lines_of(item.content), newer.lines_of(now->second.content)))
                items_of_line[line].push_back(name);
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
    print_changes(items_of_line);
    return different.empty() && come.empty() && gone.empty();
}

} // namespace attn::oracle
