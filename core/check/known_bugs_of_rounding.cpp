// What the differences themselves show: dropout, and numbers of fewer digits or bits.

#include "core/check/bug_attempts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attn {

namespace {

/// All numbers of an answer.
template <class Holds>
bool all_numbers(const AnsweredStage& answered, const Holds& holds) {
    return std::ranges::all_of(answered.slots, [&](const Matrix& matrix) {
        for (Index i = 0; i < matrix.rows(); ++i)
            if (!std::ranges::all_of(matrix.row(i), [&](float value) { return !std::isfinite(value) || holds(value); }))
                return false;
        return true;
    });
}

bool ends_after(float value, double power_of_ten) {
    const double shifted = static_cast<double>(value) * power_of_ten;
    return std::abs(shifted - std::round(shifted)) <= 2e-7 * std::max(1.0, std::abs(shifted));
}

bool is_multiple(float value, double unit) {
    const double count = static_cast<double>(value) / unit;
    return count == std::round(count);
}

/// Whether the number can be written with so many bits of fraction, at exponents from `lowest` on.
bool fits_in(float value, int bits, int lowest) {
    if (value == 0)
        return true;
    const int exponent = std::max(std::ilogb(value), lowest);
    return is_multiple(value, std::ldexp(1.0, exponent - bits));
}

bool fits_in_float16(float value) {
    return fits_in(value, 10, -14);
}

/// Calls `visit(expected, answered)` for every cell.
template <class Visit>
void for_each_pair(const Trace& correct, const AnsweredStage& answered, const Visit& visit) {
    for (Index item = 0; item < answered.extent.items; ++item)
        for (Index head = 0; head < answered.extent.heads; ++head) {
            const Matrix expected = correct.compute_uncached({answered.stage, item, head});
            const Matrix& found = answered.matrix(item, head);
            for (Index i = 0; i < expected.rows(); ++i)
                for (Index j = 0; j < expected.columns(); ++j)
                    visit(static_cast<double>(expected(i, j)), static_cast<double>(found(i, j)));
        }
}

/// The share of cells that differ among those that rounding to 16 bits would change.
double share_differing(const Trace& correct, const AnsweredStage& answered, double noticeable) {
    double rounded = 0;
    double differing = 0;
    for_each_pair(correct, answered, [&](double expected, double found) {
        if (!std::isfinite(expected) || std::abs(expected) < noticeable)
            return;
        ++rounded;
        differing += expected != found ? 1 : 0;
    });
    return rounded < 4 ? 0 : differing / rounded;
}

} // namespace

bool looks_like_dropout(const Trace& correct, const AnsweredStage& answered, const Agreement&) {
    constexpr double smallest = 1e-3;
    constexpr double alike = 1e-3;
    if (answered.stage != ArrayId::A)
        return false;
    int dropped = 0;
    std::vector<double> factors;
    for_each_pair(correct, answered, [&](double share, double found) {
        if (share < smallest)
            return;
        if (found == 0)
            ++dropped;
        else
            factors.push_back(found / share);
    });
    if (dropped == 0 || factors.size() < 3)
        return false;
    const auto [least, most] = std::ranges::minmax_element(factors);
    return *least > 1 + alike && *most - *least <= alike * *least;
}

bool looks_rounded(const Trace&, const AnsweredStage& answered, const Agreement& agreement) {
    for (const double power_of_ten : {10.0, 100.0, 1000.0, 10000.0, 100000.0})
        if (agreement.largest_difference <= 0.501 / power_of_ten + agreement.tolerance)
            if (all_numbers(answered, [&](float value) { return ends_after(value, power_of_ten); }))
                return true;
    return false;
}

bool looks_like_float16(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) {
    constexpr double eight_roundings = 4e-3;
    if (agreement.largest_difference > eight_roundings * agreement.largest_entry)
        return false;
    constexpr double most = 0.9;
    return all_numbers(answered, fits_in_float16) ||
           (share_differing(correct, answered, 0.01 * agreement.largest_entry) >= most &&
            agreement.differing * 2 >= agreement.cells);
}

bool looks_like_bfloat16(const Trace&, const AnsweredStage& answered, const Agreement& agreement) {
    constexpr double eight_roundings = 3.2e-2;
    return agreement.largest_difference <= eight_roundings * agreement.largest_entry &&
           all_numbers(answered, [](float value) { return fits_in(value, 7, -126); });
}

} // namespace attn
