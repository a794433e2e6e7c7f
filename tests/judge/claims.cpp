#include "tests/judge/claims.h"

#include "core/model/arrays.h"
#include "core/notation/size_letters.h"
#include "tests/judge/fact_value.h"
#include "tests/judge/written_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <regex>
#include <set>

namespace attn::test {

namespace {

/// True if the text states the expected number: "7 %" is 0.07; "over 99 %" and "less than 0.01 %" are bounds.
bool says_number(const std::string& text, const Expected& expected) {
    constexpr std::string_view over = "over 99 %";
    constexpr std::string_view little = "less than 0.01 %";
    if (text == over)
        return expected.value >= 0.99 - expected.tolerance && expected.value <= 1 + expected.tolerance;
    if (text == little)
        return expected.value >= -expected.tolerance && expected.value <= 1e-4 + expected.tolerance;
    constexpr std::string_view percent = " %";
    if (!text.ends_with(percent)) {
        const auto written = read_number(text);
        return written && agrees(*written, expected);
    }
    const auto written = read_number(text.substr(0, text.size() - percent.size()));
    return written && agrees({written->value / 100, written->half_unit / 100}, expected);
}

bool is_within(const Fact& fact, const Expected& expected) {
    if (std::isnan(expected.value))
        return false;
    const auto at_least = [&](double bound) { return expected.value >= bound - expected.tolerance - 1e-9; };
    const auto at_most = [&](double bound) { return expected.value <= bound + expected.tolerance + 1e-9; };
    return at_least(fact.at_least) && at_most(fact.at_most);
}

std::string bounds_of(const Fact& fact) {
    if (!fact.written.empty())
        return fact.written;
    return fact.at_least == fact.at_most ? fmt::format("{}", fact.at_least)
                                         : fmt::format("{} to {}", fact.at_least, fact.at_most);
}

/// The numbers with decimals, and the percentages, in a text.
std::vector<std::string> numbers_in(const std::string& text) {
    static const std::regex number(R"((−?\d*\.\d+(e−?\d+)?( %)?)|(\d+ %))");
    std::vector<std::string> all;
    for (std::sregex_iterator found(text.begin(), text.end(), number), end; found != end; ++found)
        all.push_back(found->str());
    return all;
}

/// The shapes in a text: "5×6", "5 × 6".
std::vector<std::string> shapes_in(const std::string& text) {
    static const std::regex shape(R"((^|[^.\d×])(\d+ ?× ?\d+)(?![.\d×]))");
    std::vector<std::string> all;
    for (std::sregex_iterator found(text.begin(), text.end(), shape), end; found != end; ++found)
        all.push_back((*found)[2].str());
    return all;
}

/// The numbers of a shape in letters: the lengths before and behind its ×, each multiplied.
std::string shape_in_letters(const FormulaMark& mark, const Reference& reference) {
    const std::size_t times = mark.tex.find("\\times");
    std::array<Index, 2> sides{1, 1};
    std::size_t end = 0; // end of the outermost name
    for (const FormulaName& name : mark.names) {
        const auto length = length_by_letter(name.name == "S_q" ? "S" : name.name);
        if (name.begin < end || length == nullptr)
            continue;
        end = name.end;
        sides.at(name.begin > times ? 1 : 0) *= reference.length(length);
    }
    return fmt::format("{}×{}", sides[0], sides[1]);
}

std::string without_spaces(std::string text) {
    std::erase(text, ' ');
    return text;
}

} // namespace

bool is_sentence(const std::string& text) {
    static const std::regex word(R"((^|[\s(])[A-Za-z]?[a-z]+(?=[\s.,:;?)!]|$))");
    return std::distance(std::sregex_iterator(text.begin(), text.end(), word), std::sregex_iterator()) >= 5;
}

std::vector<std::string> claim_complaints(const Claims& claims, const Session& session, const Reference& reference) {
    std::vector<std::string> all;
    FactValues values(session, reference);
    for (const Claim& claim : claims) {
        const std::string text = claim.text.letters();
        const auto complain = [&](const std::string& why) { all.push_back(fmt::format("“{}”: {}", text, why)); };
        if (claim.when.empty() && claim.always.empty() && !claim.text.empty())
            complain("nothing says when it is so");
        for (const Fact& fact : claim.when) {
            if (is_shape(fact.of)) {
                const std::string shape = values.shape(fact);
                if (!fact.written.empty() && without_spaces(fact.written) != shape)
                    complain(fmt::format("a shape is {}, and not {}", shape, fact.written));
                continue;
            }
            const Expected value = values.of(fact);
            const bool is_so = fact.written.empty() ? is_within(fact, value) : says_number(fact.written, value);
            if (!is_so)
                complain(fmt::format("{} of {} is {}, and not {}", name_of(fact.of), target_name(Target(fact.cell)),
                                     value.value, bounds_of(fact)));
            if (!fact.written.empty() && text.find(fact.written) == std::string::npos)
                complain(fmt::format("it does not have {}", fact.written));
        }
        if (!claim.always.empty())
            continue;
        for (const std::string& number : numbers_in(text))
            if (std::ranges::none_of(claim.when,
                                     [&](const Fact& fact) { return fact.written.find(number) != std::string::npos; }))
                complain(fmt::format("nothing says what {} is", number));
    }
    return all;
}

std::vector<std::string> claim_complaints(const DisplayList& list, const Session& session, const Reference& reference) {
    std::vector<std::string> all;
    std::vector<const Claims*> seen; // lines of one text share their claims
    std::size_t pieces = 0;          // pieces left of the formula that is being drawn
    for (const Item& item : list.items) {
        if (const auto* shown = std::get_if<ShownClaims>(&item.says)) {
            if (std::ranges::any_of(seen, [&](const Claims* claims) { return *claims == shown->claims; }))
                continue;
            seen.push_back(&shown->claims);
            std::ranges::move(claim_complaints(shown->claims, session, reference), std::back_inserter(all));
        }
        if (const auto* mark = std::get_if<FormulaMark>(&item.shape())) {
            const auto* shown = std::get_if<ShownClaims>(&item.says);
            if (shown != nullptr && !shown->claims.empty() && !shown->claims.front().when.empty() &&
                is_shape(shown->claims.front().when.front().of)) {
                const std::string shape = FactValues(session, reference).shape(shown->claims.front().when.front());
                if (const std::string letters = shape_in_letters(*mark, reference); letters != shape)
                    all.push_back(fmt::format("{} is {}, and the shape is {}", mark->tex, letters, shape));
            }
            pieces = mark->pieces + 1;
        }
        const bool is_piece = pieces > 0; // a piece of a formula
        pieces -= is_piece ? 1 : 0;
        const auto* text = std::get_if<Text>(&item.shape());
        if (text == nullptr || is_piece)
            continue;
        if (std::holds_alternative<std::monostate>(item.says) && is_sentence(text->text))
            all.push_back(fmt::format("“{}”: nothing says when it is so", text->text));
        const bool may_have_shape =
            std::holds_alternative<ShownName>(item.says) || std::holds_alternative<ShownClaims>(item.says);
        for (const std::string& shape : shapes_in(text->text)) {
            if (!may_have_shape)
                all.push_back(fmt::format("“{}”: nothing says whose shape {} is", text->text, shape));
            const auto* shown = std::get_if<ShownClaims>(&item.says);
            if (shown != nullptr && std::ranges::none_of(shown->claims, [&](const Claim& claim) {
                    return !claim.always.empty() || std::ranges::any_of(claim.when, [&](const Fact& fact) {
                        return is_shape(fact.of) && without_spaces(fact.written) == without_spaces(shape);
                    });
                }))
                all.push_back(fmt::format("“{}”: nothing says whose shape {} is", text->text, shape));
        }
    }
    return all;
}

} // namespace attn::test
