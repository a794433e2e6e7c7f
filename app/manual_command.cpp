#include "app/manual_command.h"

#include "app/assets.h"
#include "app/console.h"
#include "core/files/file.h"
#include "core/files/locked_folder.h"
#include "core/files/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace attn {

namespace {

constexpr std::string_view page_ending = ".md";
constexpr std::size_t most_pages = 100;
constexpr std::uint64_t largest_page = 1U << 20U; // bytes

std::filesystem::path page_file(const std::string& topic) {
    return program_assets() / "manual" / (topic + std::string(page_ending));
}

std::vector<std::string> topics() {
    std::vector<std::string> found;
    for (const std::string& name : names_in(program_assets() / "manual", most_pages))
        if (name.ends_with(page_ending))
            found.push_back(name.substr(0, name.size() - page_ending.size()));
    std::ranges::sort(found);
    return found;
}

/// The heading of a page, without its mark.
std::string_view heading_of(std::string_view page) {
    const std::string_view line = page.substr(0, page.find('\n'));
    return line.substr(std::min(line.find_first_not_of("# "), line.size()));
}

} // namespace

Result<void> manual_command(const std::string& topic) {
    const std::vector<std::string> known = topics();
    if (topic.empty()) {
        for (const std::string& name : known) {
            const auto page = read_text_file(page_file(name), largest_page);
            if (!page)
                return page.error();
            print(fmt::format("{:<14} {}\n", name, heading_of(*page)));
        }
        return {};
    }
    if (std::ranges::find(known, topic) == known.end())
        return error("there is no page “{}” in the manual; the pages are {}", printable(topic), fmt::join(known, ", "));
    const auto page = read_text_file(page_file(topic), largest_page);
    if (!page)
        return page.error();
    print(*page);
    return {};
}

} // namespace attn
