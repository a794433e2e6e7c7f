// Both libraries have Perl's operators. They part where this file rewrites or refuses: \s, \w, \b and scripts are other
// sets of letters, \h and \v other things, a class may hold classes, {n,m}+ is no possessive repeat, (?m) is another
// option, and ignoring case folds some letters into two.

#include "core/tokenizer/pattern_syntax.h"

#include "core/io/printable.h"
#include "core/io/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace attn {

namespace {

/// Unicode's White_Space and its complement, as ranges that may stand in a class.
constexpr std::string_view space_ranges = R"(\x{9}-\x{d}\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029})"
                                          R"(\x{202f}\x{205f}\x{3000})";
constexpr std::string_view no_space_ranges =
    R"(\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{84}\x{86}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027})"
    R"(\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{d7ff}\x{e000}-\x{10ffff})";
/// Alphabetic, marks, decimal digits, connectors.
constexpr std::string_view word_ranges = R"(\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{24b6}-\x{24e9}\x{1f130}-\x{1f149})"
                                         R"(\x{1f150}-\x{1f169}\x{1f170}-\x{1f189})";

constexpr std::array<std::string_view, 38> categories{
    "L",  "Lu", "Ll", "Lt", "Lm", "Lo", "M",  "Mn", "Mc", "Me", "N",  "Nd", "Nl", "No", "P",  "Pc", "Pd", "Ps", "Pe",
    "Pi", "Pf", "Po", "S",  "Sm", "Sc", "Sk", "So", "Z",  "Zs", "Zl", "Zp", "C",  "Cc", "Cf", "Cn", "Co", "Cs", "Any"};
/// PCRE2 takes a script's name alone for its extensions.
constexpr std::array<std::string_view, 12> scripts{"Arabic", "Cyrillic", "Devanagari", "Greek",    "Han",   "Hangul",
                                                   "Hebrew", "Hiragana", "Katakana",   "Armenian", "Latin", "Thai"};
/// Pairs of letters to which, where case does not count, one letter is equal as well (ß, ﬆ, ﬁ, ǰ …).
constexpr std::array<std::string_view, 5> folded_pairs{"ss", "st", "ff", "fi", "fl"};

constexpr int nesting_limit = 64;
constexpr std::uint32_t repeat_limit = 1000;

std::string code_text(char32_t letter) {
    return fmt::format("\\x{{{:x}}}", static_cast<std::uint32_t>(letter));
}

class Translation {
public:
    explicit Translation(std::string_view pattern) : rest_(pattern) {}

    Result<std::string> run() {
        if (!is_utf8(rest_))
            return error("the pattern is not UTF-8");
        if (rest_.size() > pattern_limit)
            return error("the pattern has {} bytes, expected at most {}", rest_.size(), pattern_limit);
        // At the beginning it holds for all that follows; elsewhere Oniguruma ends it otherwise.
        const bool all = take("(?i)");
        ignores_case_ = all;
        read_alternatives();
        if (!problem_ && !rest_.empty())
            refuse(")", "it closes nothing");
        if (problem_)
            return *problem_;
        return all ? "(?i:" + out_ + ")" : out_;
    }

private:
    bool take(std::string_view text) {
        if (!rest_.starts_with(text))
            return false;
        rest_.remove_prefix(text.size());
        return true;
    }

    char32_t take_letter() {
        const Utf8Letter letter = first_letter(rest_);
        rest_.remove_prefix(letter.bytes);
        return letter.code;
    }

    void refuse(std::string_view construct, std::string_view reason) {
        if (!problem_)
            problem_ = error("“{}” is not supported: {}", printable(construct), reason);
    }

    void read_alternatives() {
        while (!problem_ && !rest_.empty() && rest_.front() != ')') {
            if (take("|")) {
                out_ += '|';
                last_literal_ = 0;
                continue;
            }
            if (read_item() && !problem_)
                read_repeat();
        }
    }

    /// Returns whether it may be repeated.
    bool read_item() {
        const char32_t before = std::exchange(last_literal_, 0);
        switch (rest_.front()) {
        case '(':
            return read_group();
        case '[':
            read_class();
            return true;
        case '\\':
            return read_escape(before);
        case '.':
        case '^':
        case '$':
            out_ += rest_.front();
            rest_.remove_prefix(1);
            return out_.back() == '.';
        case '*':
        case '+':
        case '?':
        case '{':
            refuse(rest_.substr(0, 1), "there is nothing to repeat");
            return false;
        default:
            add_literal(take_letter(), before);
            return true;
        }
    }

    void add_literal(char32_t letter, char32_t before) {
        out_ += code_text(letter);
        last_literal_ = letter;
        if (!ignores_case_)
            return;
        if (letter >= 0x80) {
            refuse(text_of(letter), "beyond ASCII, ignoring case differs between Oniguruma and PCRE2");
            return;
        }
        std::string pair = text_of(before) + text_of(letter);
        std::ranges::transform(pair, pair.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        if (std::ranges::find(folded_pairs, pair) != folded_pairs.end())
            refuse("(?i:" + pair + ")", "Oniguruma takes one letter for these two, PCRE2 does not");
    }

    static std::string text_of(char32_t letter) {
        std::string text;
        if (letter != 0)
            append_letter(text, letter);
        return text;
    }

    bool read_group() {
        constexpr std::array<std::string_view, 5> looks{"(?=", "(?!", "(?<=", "(?<!", "(?>"};
        constexpr std::string_view reason = "Oniguruma and PCRE2 differ in it, or it is not needed";
        const bool ignored_case = ignores_case_;
        const auto* const look =
            std::ranges::find_if(looks, [this](std::string_view l) { return rest_.starts_with(l); });
        if (look != looks.end()) {
            out_ += *look;
            rest_.remove_prefix(look->size());
        } else if (take("(?i:")) {
            out_ += "(?i:";
            ignores_case_ = true;
        } else if (take("(?:") || (!rest_.starts_with("(?") && !rest_.starts_with("(*") && take("("))) {
            out_ += "(?:"; // nothing refers to groups
        } else {
            refuse(rest_.substr(0, 4), reason);
            return false;
        }
        if (++depth_ > nesting_limit)
            refuse("(", "groups are nested too deeply");
        read_alternatives();
        --depth_;
        if (!problem_ && !take(")"))
            refuse("(", "it is not closed");
        out_ += ')';
        ignores_case_ = ignored_case;
        last_literal_ = 0;
        return look == looks.end() || *look == "(?>";
    }

    void read_repeat() {
        if (rest_.empty())
            return;
        const std::string_view begin = rest_;
        if (rest_.front() == '{') {
            const auto counts = read_counts();
            if (!counts)
                return refuse(begin.substr(0, 8), "expected {n}, {n,} or {n,m} with n and m up to 1000, or \\{");
            out_ += *counts;
            if (rest_.starts_with('+') || (rest_.starts_with('?') && counts->find(',') == std::string::npos))
                return refuse(begin.substr(0, counts->size() + 1), "Oniguruma and PCRE2 read it differently");
            if (take("?"))
                out_ += '?';
        } else if (take("*") || take("+") || take("?")) {
            out_ += begin.front();
            if (take("?"))
                out_ += '?';
            else if (take("+"))
                out_ += '+';
        } else {
            return;
        }
        last_literal_ = 0;
        if (!rest_.empty() && std::string_view("*+?{").find(rest_.front()) != std::string_view::npos)
            refuse(begin.substr(0, begin.size() - rest_.size() + 1), "a repeat of a repeat");
    }

    std::optional<std::string> read_counts() {
        const std::size_t end = rest_.find('}');
        if (end == std::string_view::npos)
            return std::nullopt;
        const std::string_view inside = rest_.substr(1, end - 1);
        const std::size_t comma = inside.find(',');
        const auto least = count_in(inside.substr(0, comma));
        const bool open = comma != std::string_view::npos && comma + 1 == inside.size();
        const auto most = comma == std::string_view::npos || open ? least : count_in(inside.substr(comma + 1));
        if (!least || !most || *most < *least)
            return std::nullopt;
        std::string counts(rest_.substr(0, end + 1));
        rest_.remove_prefix(end + 1);
        return counts;
    }

    static std::optional<std::uint32_t> count_in(std::string_view text) {
        std::uint32_t count = 0;
        const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
        const bool whole = status == std::errc() && end == text.data() + text.size() && count <= repeat_limit;
        return whole ? std::optional(count) : std::nullopt;
    }

    bool read_escape(char32_t before) {
        if (rest_.size() < 2) {
            refuse("\\", "nothing stands behind it");
            return false;
        }
        const std::string word = fmt::format("[{}]", word_ranges);
        switch (rest_[1]) {
        case 'b':
            return add_assertion(fmt::format("(?:(?<={0})(?!{0})|(?<!{0})(?={0}))", word));
        case 'B':
            return add_assertion(fmt::format("(?:(?<={0})(?={0})|(?<!{0})(?!{0}))", word));
        case 'A':
        case 'z':
        case 'Z':
            return add_assertion(std::string(rest_.substr(0, 2)));
        case 'W':
            out_ += fmt::format("[^{}]", word_ranges);
            rest_.remove_prefix(2);
            return true;
        default:
            break;
        }
        const auto set = read_set();
        if (!set)
            return false;
        if (set->letter)
            add_literal(*set->letter, before);
        else
            out_ += fmt::format("[{}]", set->ranges);
        return true;
    }

    bool add_assertion(const std::string& text) {
        out_ += text;
        rest_.remove_prefix(2);
        return false;
    }

    /// One letter, or what may stand for several of them in a class.
    struct Set {
        std::optional<char32_t> letter;
        std::string ranges;
    };

    /// An escape that means the same inside a class and outside.
    std::optional<Set> read_set() {
        const std::string_view escape = rest_;
        rest_.remove_prefix(1);
        const char32_t letter = take_letter();
        switch (letter) {
        case 's':
            return Set{{}, std::string(space_ranges)};
        case 'S':
            return Set{{}, std::string(no_space_ranges)};
        case 'w':
            return Set{{}, std::string(word_ranges)};
        case 'd':
            return Set{{}, R"(\p{Nd})"};
        case 'D':
            return Set{{}, R"(\P{Nd})"};
        case 'p':
        case 'P':
            return read_property(letter == 'P');
        case 'x':
        case 'u':
            return read_code(letter == 'u');
        default:
            break;
        }
        constexpr std::string_view names = "tnrfvae";
        constexpr std::string_view codes = "\t\n\r\f\v\a\x1B";
        const std::size_t named = letter < 0x80 ? names.find(static_cast<char>(letter)) : std::string_view::npos;
        if (named != std::string_view::npos)
            return Set{static_cast<unsigned char>(codes[named]), {}};
        const bool alphanumeric =
            letter < 0x80 &&
            ((letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z'));
        if (!alphanumeric)
            return Set{letter, {}};
        refuse(escape.substr(0, 2), "Oniguruma and PCRE2 read it differently");
        return std::nullopt;
    }

    /// \p{L}, \p{^L}, \P{L}
    std::optional<Set> read_property(bool negated) {
        const std::size_t end = rest_.find('}');
        if (!rest_.starts_with('{') || end == std::string_view::npos) {
            refuse(negated ? "\\P" : "\\p", "expected \\p{NAME}");
            return std::nullopt;
        }
        std::string_view name = rest_.substr(1, end - 1);
        rest_.remove_prefix(end + 1);
        if (name.starts_with('^')) {
            name.remove_prefix(1);
            negated = !negated;
        }
        const bool category = std::ranges::find(categories, name) != categories.end();
        if (!category && std::ranges::find(scripts, name) == scripts.end()) {
            refuse(fmt::format("\\p{{{}}}", name), "of properties, general categories and some scripts are known");
            return std::nullopt;
        }
        return Set{{}, fmt::format("\\{}{{{}{}}}", negated ? 'P' : 'p', category ? "" : "sc:", name)};
    }

    /// \xHH, \x{H…}, \uHHHH
    std::optional<Set> read_code(bool four) {
        const bool braces = !four && take("{");
        const std::size_t most = four ? 4 : braces ? 8 : 2;
        std::uint32_t code = 0;
        const char* const last = rest_.data() + std::min(most, rest_.size());
        const auto [end, status] = std::from_chars(rest_.data(), last, code, 16);
        const auto digits = static_cast<std::size_t>(end - rest_.data());
        const bool whole = status == std::errc() && (braces || digits == most);
        if (whole)
            rest_.remove_prefix(digits);
        // A single byte beyond ASCII is part of a letter to Oniguruma, a letter to PCRE2.
        const bool fits = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) && (four || braces || code < 0x80);
        if (!whole || !fits || (braces && !take("}"))) {
            refuse(four ? "\\u" : "\\x", "expected \\xHH below 80, \\x{H…} or \\uHHHH");
            return std::nullopt;
        }
        return Set{static_cast<char32_t>(code), {}};
    }

    void read_class() {
        rest_.remove_prefix(1);
        const bool negated = take("^");
        std::string members;
        read_members(members);
        if (!problem_ && members.empty())
            refuse("[]", "an empty class");
        out_ += fmt::format("[{}{}]", negated ? "^" : "", members);
    }

    /// Up to the closing bracket. Classes within are united with the one around them.
    void read_members(std::string& members) {
        if (++depth_ > nesting_limit)
            return refuse("[", "classes are nested too deeply");
        if (rest_.starts_with(']'))
            return refuse("[]", "a class that begins with ]");
        do {
            if (rest_.empty())
                return refuse("[", "it is not closed");
            read_member(members);
        } while (!problem_ && !take("]"));
        --depth_;
    }

    void read_member(std::string& members) {
        if (rest_.starts_with("[:") || rest_.starts_with("[^"))
            return refuse(rest_.substr(0, 2), "inside a class Oniguruma and PCRE2 read it differently");
        if (rest_.starts_with("&&"))
            return refuse("&&", "the intersection of classes");
        if (take("["))
            return read_members(members);
        const auto low = read_end_of_range();
        if (!low)
            return;
        const bool range = rest_.size() > 1 && rest_.front() == '-' && rest_[1] != ']';
        if (!range) {
            members += low->letter ? code_text(*low->letter) : low->ranges;
            return;
        }
        const std::string_view dash = rest_;
        rest_.remove_prefix(1);
        if (rest_.front() == '[')
            return refuse(dash.substr(0, 2), "a range that ends in a class");
        const auto high = read_end_of_range();
        if (!high)
            return;
        if (!low->letter || !high->letter || *high->letter < *low->letter)
            return refuse(dash.substr(0, 2), "a range needs two letters in their order");
        members += code_text(*low->letter) + "-" + code_text(*high->letter);
    }

    std::optional<Set> read_end_of_range() {
        if (rest_.starts_with("\\b") || rest_.starts_with("\\W") || rest_ == "\\") {
            refuse(rest_.substr(0, 2), "inside a class");
            return std::nullopt;
        }
        auto set = rest_.front() == '\\' ? read_set() : std::optional<Set>(Set{take_letter(), {}});
        if (set && set->letter && ignores_case_ && *set->letter >= 0x80)
            refuse(text_of(*set->letter), "beyond ASCII, ignoring case differs between Oniguruma and PCRE2");
        return set;
    }

    std::string_view rest_;
    std::string out_;
    std::optional<Error> problem_;
    bool ignores_case_ = false;
    char32_t last_literal_ = 0; ///< that stands right before; 0: none
    int depth_ = 0;
};

} // namespace

Result<std::string> pcre2_syntax(std::string_view pattern) {
    return Translation(pattern).run();
}

} // namespace attn
