#include "core/document/hypotheses_json.h"

#include "core/document/limits.h"

#include <charconv>
#include <fmt/core.h>
#include <system_error>

namespace attn {

/// What is said of heads, by their numbers from 1.
std::map<Index, std::string> read_hypotheses(const Field& said, Index heads) {
    std::map<Index, std::string> hypotheses;
    const auto refuse = [](const Field& field, const std::string& reason) {
        field.fail(reason);
        return std::map<Index, std::string>();
    };
    for (const auto& [name, field] : said.members()) {
        Index number = 0;
        const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
        const bool whole = problem == std::errc() && end == name.data() + name.size() && name.front() != '0';
        if (!whole || number < 1 || number > heads)
            return refuse(field, fmt::format("there is no such head, expected 1 to {}", heads));
        const std::string words = field.text();
        if (auto fits = check_hypothesis_text(words); !fits)
            return refuse(field, fits.error().message);
        if (!words.empty())
            hypotheses[number - 1] = words;
    }
    return hypotheses;
}

} // namespace attn
