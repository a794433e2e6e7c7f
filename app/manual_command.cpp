#include "app/assets.h"
#include "app/commands.h"
#include "app/console.h"
#include "core/files/file.h"
#include "core/files/manual.h"
#include "core/files/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <vector>

namespace attn {

Result<void> manual_command(const std::string& topic) {
    const auto pages = read_manual(program_assets());
    if (!pages)
        return pages.error();
    if (topic.empty()) {
        for (const ManualPage& page : *pages)
            print(fmt::format("{:<14} {}\n", page.topic, page.heading()));
        return {};
    }
    const auto page = std::ranges::find(*pages, topic, &ManualPage::topic);
    if (page == pages->end()) {
        std::vector<std::string> topics;
        std::ranges::transform(*pages, std::back_inserter(topics), &ManualPage::topic);
        return error("there is no page “{}” in the manual; the pages are {}", printable(topic),
                     fmt::join(topics, ", "));
    }
    print(page->text);
    return {};
}

Result<void> python_command() {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20U;
    const auto text = read_text_file(program_assets() / "python" / "attention_lab.py", most_bytes);
    if (!text)
        return text.error();
    print(*text);
    return {};
}

} // namespace attn
