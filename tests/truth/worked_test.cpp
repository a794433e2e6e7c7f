// Worked lines are true on a calculator, with the digits as written.

#include "core/figure/figure_context.h"
#include "core/handouts/worked_cell.h"
#include "tests/core/figure/figures.h"
#include "tests/judge/findings.h"
#include "tests/judge/random_sessions.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace attn {
namespace {

/// Evaluates a line such as "2 × (−1) + exp(1 − 2) / (1 + 0.5)" by its digits. Words are no numbers.
class Calculator {
public:
    explicit Calculator(std::string_view line) : rest_(line) {}

    std::optional<long double> result() {
        const auto value = sum();
        return rest_.empty() ? value : std::nullopt;
    }

private:
    using Number = std::optional<long double>;

    bool take(std::string_view sign) {
        while (rest_.starts_with(' '))
            rest_.remove_prefix(1);
        if (!rest_.starts_with(sign))
            return false;
        rest_.remove_prefix(sign.size());
        return true;
    }

    Number sum() {
        Number value = product();
        while (value) {
            const bool is_more = take("+");
            if (!is_more && !take("−"))
                break;
            if (const Number next = product())
                *value += is_more ? *next : -*next;
            else
                return std::nullopt;
        }
        take("");
        return value;
    }

    Number product() {
        Number value = number();
        while (value) {
            const bool is_factor = take("×") || take("·");
            if (!is_factor && !take("/"))
                break;
            const Number next = number();
            if (!next)
                return std::nullopt;
            *value = is_factor ? *value * *next : *value / *next;
        }
        return value;
    }

    Number number() {
        if (take("exp")) {
            const Number power = number();
            return power ? Number(std::exp(*power)) : std::nullopt;
        }
        if (take("−")) {
            const Number value = number();
            return value ? Number(-*value) : std::nullopt;
        }
        if (take("(")) {
            const Number value = sum();
            return take(")") ? value : std::nullopt;
        }
        if (take("∞"))
            return HUGE_VALL;
        return digits();
    }

    Number digits() {
        const std::size_t end = std::min(rest_.find_first_not_of("0123456789."), rest_.size());
        if (end == 0)
            return std::nullopt;
        Number value = std::stold(std::string(rest_.substr(0, end)));
        rest_.remove_prefix(end);
        if (rest_.starts_with("·10")) {
            rest_.remove_prefix(std::string_view("·10").size());
            *value *= std::pow(10.0L, power());
        }
        if (take("(head")) { // the head of a contribution
            take("");
            rest_.remove_prefix(rest_.find(')') + 1);
        }
        for (const std::string_view words : {"terms of 0", "term of 0"})
            if (rest_.starts_with(words)) {
                rest_.remove_prefix(words.size());
                value = 0;
            }
        return value;
    }

    int power() {
        constexpr std::array<std::string_view, 10> above{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
        const bool is_negative = take("⁻");
        int value = 0;
        for (std::size_t digit = 0; digit < above.size();)
            if (rest_.starts_with(above.at(digit))) {
                rest_.remove_prefix(above.at(digit).size());
                value = 10 * value + static_cast<int>(digit);
                digit = 0;
            } else {
                ++digit;
            }
        return is_negative ? -value : value;
    }

    std::string_view rest_;
};

struct Side {
    std::string text;
    bool is_equal = false; ///< "=" before it, not "≈"
};

std::vector<Side> sides_of_line(std::string_view line) {
    std::vector<Side> sides;
    std::size_t from = 0;
    bool is_equal = false;
    for (std::size_t at = 0; at <= line.size(); ++at) {
        const bool is_sign = line.substr(at).starts_with(" = ") || line.substr(at).starts_with(" ≈ ");
        if (!is_sign && at < line.size())
            continue;
        sides.push_back({std::string(line.substr(from, at - from)), is_equal});
        is_equal = line.substr(at).starts_with(" = ");
        from = at + (is_equal ? 3 : std::string_view(" ≈ ").size());
    }
    return sides;
}

/// Half a unit of a written number's last digit: of the last of `decimals`, or of the last before a power of ten.
long double half_unit(const std::string& number, int decimals) {
    const std::size_t power = number.find("·10");
    if (power == std::string::npos) {
        const std::size_t point = number.find('.');
        const std::size_t written = point == std::string::npos ? 0 : number.size() - point - 1;
        return 0.5L * std::pow(10.0L, -static_cast<int>(std::max(written, static_cast<std::size_t>(decimals))));
    }
    return 0.05L * *Calculator("1" + number.substr(power)).result();
}

/// The fault of a line; empty if there is none. Adds the number of checked relations to `seen`.
std::string complaint(const std::string& line, int decimals, int& seen) {
    const std::vector<Side> sides = sides_of_line(line);
    const auto result = Calculator(sides.back().text).result();
    if (!result)
        return {};
    std::optional<long double> last;
    for (std::size_t i = 1; i + 1 < sides.size(); ++i) { // the first is the cell's name
        const auto value = Calculator(sides[i].text).result();
        if (!value || !std::isfinite(*value) || !std::isfinite(*result)) {
            last = std::nullopt;
            continue;
        }
        ++seen;
        if (std::abs(*value - *result) > half_unit(sides.back().text, decimals) * (1 + 1e-12L))
            return "“" + sides[i].text + "” does not round to the number at the end: " + line;
        const auto next = i + 2 == sides.size() ? result : Calculator(sides[i + 1].text).result();
        const bool is_equal = next && std::abs(*value - *next) <= 1e-15L * std::max(1.0L, std::abs(*value));
        if (next && sides[i + 1].is_equal != is_equal)
            return std::string("the sign behind “") + sides[i].text + "” is wrong: " + line;
    }
    return {};
}

TEST(Worked, ACalculatorFindsWhatAPlantedLineHasWrong) {
    int seen = 0;
    EXPECT_EQ(complaint("s = 3.812 × 0.5 = 1.906", 3, seen), "");
    EXPECT_NE(complaint("s = 3.812 × 0.577 = 2.201", 3, seen), "");
    EXPECT_NE(complaint("s = 3.812 × 0.577 ≈ 2.201", 3, seen), "");
    EXPECT_EQ(complaint("s = 3.812 × 0.577 ≈ 2.200", 3, seen), "");
    EXPECT_NE(complaint("s = 2 × (−1) + 3 terms of 0 ≈ −2", 3, seen), "");
    EXPECT_EQ(complaint("a = exp(1 − 2) / (1 + 0.5) ≈ 0.368 / 1.5 ≈ 0.245", 3, seen), "");
    EXPECT_EQ(complaint("a = 0.000003 × 1 ≈ 3.0·10⁻⁶", 3, seen),
              "the sign behind “0.000003 × 1” is wrong: a = 0.000003 × 1 ≈ 3.0·10⁻⁶");
    EXPECT_EQ(seen, 8);
}

TEST(Worked, CellsOfRandomSessionsAreSoOnACalculator) {
    int seen = 0;
    int wrong = 0;
    for (std::uint32_t seed = 0; seed < test::number_of_sessions_read(); ++seed) {
        test::Random random(seed);
        const test::Drawn drawn(test::random_session(random));
        const FigureSource source = drawn.source();
        for (const ArrayId stage : stages_of(drawn.trace()))
            for (const std::optional<int> precision :
                 {std::optional<int>(), std::optional<int>(static_cast<int>(seed % 5))}) {
                const Address slot = drawn.trace().slots(stage).front();
                const Matrix matrix = drawn.trace().matrix(slot);
                if (matrix.rows() * matrix.columns() == 0)
                    continue;
                FigureRequest request;
                request.array = stage;
                request.precision = precision;
                const CellId cell{0,
                                  stage,
                                  slot.item,
                                  slot.head,
                                  test::random_index(random, 0, matrix.rows() - 1),
                                  test::random_index(random, 0, matrix.columns() - 1)};
                const FigureContext context(request, source, cell);
                const std::string line = worked_cell(context.drawing(), cell, 6);
                const std::string why = complaint(line, context.drawing().view_state.fine_decimals(), seen);
                if (!why.empty() && wrong++ < 20)
                    ADD_FAILURE() << seed << ": " << why;
            }
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(seen, 500);
}

} // namespace
} // namespace attn
