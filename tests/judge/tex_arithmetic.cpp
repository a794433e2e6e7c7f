#include "tests/judge/tex_arithmetic.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <regex>
#include <stdexcept>

namespace attn::test {

namespace {

struct NotANumber : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Evaluates one side of an equation that has numbers alone. Throws NotANumber at the first thing that is none.
class Calculator {
public:
    explicit Calculator(std::string_view tex) : rest_(tex) {}

    double value() {
        const double value = sum();
        skip();
        if (!rest_.empty())
            throw NotANumber(std::string(rest_));
        return value;
    }

private:
    /// Passes over space and over commands that only place things.
    void skip() {
        constexpr std::array<std::string_view, 9> placing{" ",      "\n",      "\\,", "\\;", "\\!",
                                                          "\\left", "\\right", "{}",  "&"};
        const auto begins = [&](std::string_view command) { return rest_.starts_with(command); };
        for (auto found = std::ranges::find_if(placing, begins); found != placing.end();
             found = std::ranges::find_if(placing, begins))
            rest_.remove_prefix(found->size());
    }
    bool take(std::string_view word) {
        skip();
        if (!rest_.starts_with(word))
            return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    void expect(std::string_view word) {
        if (!take(word))
            throw NotANumber(std::string(rest_));
    }
    double within(std::string_view open, std::string_view close) {
        expect(open);
        const double value = sum();
        expect(close);
        return value;
    }

    double sum() {
        double value = product();
        while (true)
            if (take("+"))
                value += product();
            else if (take("-"))
                value -= product();
            else
                return value;
    }
    double product() {
        double value = power();
        while (true)
            if (take("\\cdot") || take("\\times"))
                value *= power();
            else if (take("/"))
                value /= power();
            else
                return value;
    }
    double power() {
        if (take("-"))
            return -power();
        const double base = atom();
        return take("^") ? std::pow(base, within("{", "}")) : base;
    }
    double atom() {
        if (take("\\frac")) {
            const double above = within("{", "}");
            return above / within("{", "}");
        }
        if (take("\\sqrt"))
            return std::sqrt(within("{", "}"));
        if (take("\\exp"))
            return std::exp(within("(", ")"));
        if (take("\\tanh"))
            return std::tanh(within("(", ")"));
        if (take("("))
            return within("", ")");
        if (take("\\infty"))
            return std::numeric_limits<double>::infinity();
        return number();
    }
    double number() {
        skip();
        std::size_t end = 0;
        while (end < rest_.size() && (std::isdigit(static_cast<unsigned char>(rest_[end])) != 0 || rest_[end] == '.'))
            ++end;
        if (end == 0)
            throw NotANumber(std::string(rest_));
        const double value = std::stod(std::string(rest_.substr(0, end)));
        rest_.remove_prefix(end);
        return value;
    }

    std::string_view rest_;
};

std::optional<double> value_of(std::string_view side) {
    try {
        return Calculator(side).value();
    } catch (const NotANumber&) {
        return std::nullopt;
    }
}

/// A unit of the last written digit; nullopt if the side is more than a number.
std::optional<double> unit_of(const std::string& side) {
    static const std::regex number(R"(\s*-?\s*[0-9]+(?:\.([0-9]+))?\s*)");
    std::smatch parts;
    if (!std::regex_match(side, parts, number))
        return std::nullopt;
    return std::pow(10.0, -static_cast<double>(parts[1].length()));
}

struct Side {
    std::string tex;
    bool is_rounded = false; ///< behind \approx
};

/// The sides of a formula, parted at each = and \approx that stands in no brackets.
std::vector<Side> sides_of(std::string_view formula) {
    constexpr std::string_view about = "\\approx";
    std::vector<Side> sides(1);
    int depth = 0;
    for (std::size_t at = 0; at < formula.size(); ++at) {
        const char letter = formula[at];
        depth += letter == '{' || letter == '(' ? 1 : letter == '}' || letter == ')' ? -1 : 0;
        const bool is_about = formula.substr(at).starts_with(about);
        if (depth == 0 && (letter == '=' || is_about)) {
            sides.push_back({"", is_about});
            at += is_about ? about.size() - 1 : 0;
        } else
            sides.back().tex += letter;
    }
    return sides;
}

/// The place of the brace that closes the group.
std::size_t end_of_group(const std::string& tex, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < tex.size(); ++at) {
        depth += tex[at] == '{' ? 1 : tex[at] == '}' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return tex.size();
}

/// Formulas within lines of text, and displayed ones with their numbers, which are the second and fourth arguments of
/// \stepformula.
std::vector<std::string> formulas_of(const std::string& tex) {
    static const std::regex in_text(R"(\$([^$]+)\$)");
    static const std::regex line_end(R"(\\\\(\[[^\]]*\])?)");
    static const std::regex words(R"(\\stepside )");
    std::vector<std::string> formulas;
    const auto add = [&](const std::string& formula) { formulas.push_back(std::regex_replace(formula, words, "")); };
    for (std::sregex_iterator found(tex.begin(), tex.end(), in_text); found != std::sregex_iterator(); ++found)
        add((*found)[1]);
    constexpr std::string_view displayed = "\\stepformula{";
    for (std::size_t at = tex.find(displayed); at != std::string::npos; at = tex.find(displayed, at + 1)) {
        std::size_t open = at + displayed.size() - 1;
        for (int argument = 1; argument <= 4 && open < tex.size() && tex[open] == '{'; ++argument) {
            const std::size_t close = end_of_group(tex, open);
            if (argument % 2 == 0) {
                const std::string lines = tex.substr(open + 1, close - open - 1);
                for (std::sregex_token_iterator line(lines.begin(), lines.end(), line_end, -1);
                     line != std::sregex_token_iterator(); ++line)
                    add(*line);
            }
            open = close + 1;
        }
    }
    return formulas;
}

/// True if the written side follows from the value of the one before it.
bool follows(double value, const Side& written, double written_value) {
    constexpr double rounding = 1e-9;
    const std::optional<double> unit = unit_of(written.tex);
    const double slack = rounding * std::max(1.0, std::abs(value));
    if (!unit) // an expression whose own numbers are rounded says \approx
        return written.is_rounded || std::abs(value - written_value) <= slack;
    return std::abs(value - written_value) <= (written.is_rounded ? 1 : 0.5) * *unit + slack;
}

} // namespace

ArithmeticFindings check_arithmetic(std::string_view tex) {
    ArithmeticFindings findings;
    for (const std::string& formula : formulas_of(std::string(tex))) {
        const std::vector<Side> sides = sides_of(formula);
        for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
            const std::optional<double> before = value_of(sides[i].tex);
            const std::optional<double> after = value_of(sides[i + 1].tex);
            if (!before || !after)
                continue;
            ++findings.compared;
            if (!follows(*before, sides[i + 1], *after))
                findings.untrue.push_back(fmt::format("{}: a calculator gives {}", formula, *before));
        }
    }
    return findings;
}

} // namespace attn::test
