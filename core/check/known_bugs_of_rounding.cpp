// What the differences themselves show: dropout, and numbers of fewer digits or bits.

#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/model/address.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
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

/// A number type of 16 bits.
struct Short {
    int bits = 0;   ///< of the fraction
    int lowest = 0; ///< exponent
};
constexpr Short float16{10, -14};
constexpr Short bfloat16{7, -126};

bool fits_in(float value, const Short& type) {
    return fits_in(value, type.bits, type.lowest);
}

/// To the nearest, of two as near to the even one.
float rounded_to(float value, const Short& type) {
    if (value == 0 || !std::isfinite(value))
        return value;
    const double unit = std::ldexp(1.0, std::max(std::ilogb(value), type.lowest) - type.bits);
    return static_cast<float>(std::nearbyint(static_cast<double>(value) / unit) * unit);
}

Matrix rounded_to(const Matrix& matrix, const Short& type) {
    return matrix.empty() ? matrix : filled(matrix.rows(), matrix.columns(), [&](Index i, Index j) {
        return rounded_to(matrix(i, j), type);
    });
}

/// Calls `visit(expected, answered)` for every cell.
template <class Visit>
void for_each_pair(const Trace& correct, const AnsweredStage& answered, const Visit& visit) {
    const Index rows = shape_of(correct.sizes(), answered.stage).rows;
    for (Index item = 0; item < answered.extent.items; ++item)
        for (Index head = 0; head < answered.extent.heads; ++head) {
            const Matrix expected = expected_rows(correct, answered, item, head, {0, rows});
            const Matrix& found = answered.matrix(item, head);
            for (Index i = 0; i < expected.rows(); ++i)
                for (Index j = 0; j < expected.columns(); ++j)
                    visit(static_cast<double>(expected(i, j)), static_cast<double>(found(i, j)));
        }
}

/// Whether the bits themselves show it: every number of the answer is one of the type, though the right ones are not.
bool has_bits_of(const Short& type, const Trace& correct, const AnsweredStage& answered) {
    constexpr int telling = 4; // a single number ends early by chance
    if (!all_numbers(answered, [&](float value) { return fits_in(value, type); }))
        return false;
    int longer = 0;
    for_each_pair(correct, answered, [&](double expected, double found) {
        if (std::isfinite(expected) && found != 0 && !fits_in(static_cast<float>(expected), type))
            ++longer;
    });
    return longer >= telling;
}

/// The layer with its weights and biases in 16 bits.
Layer with_rounded_weights(Layer layer, const Short& type) {
    const Addresses addresses(layer);
    for (Index number = stage_count; number < array_count; ++number) {
        const auto id = static_cast<ArrayId>(number);
        const Index heads = addresses.extent(id).heads;
        for (Index n = 0; n < heads; ++n) {
            Matrix& matrix = parameter(layer, id, addresses.nth_head(id, n));
            matrix = rounded_to(matrix, type);
        }
    }
    return layer;
}

Layer with_rounded(Layer layer, const Trial& trial, ArrayId stage, const Short& type) {
    const IndexRange rows = trial.rows(stage);
    return with_given(std::move(layer), trial, stage, [&](Index item, Index head) {
        const Matrix right = trial.correct_rows({stage, item, head});
        return filled_rows(right.shape(), rows, [&](Index i, Index j) { return rounded_to(right(i, j), type); });
    });
}

/// The places where programs round to 16 bits and go on in 32.
void try_rounded(Trial& trial, const Short& type, double largest_error) {
    if (trial.relative_difference() > largest_error)
        return; // it takes long where there are many tokens, and explains small differences alone
    const auto has = [&](ArrayId stage) { return trial.correct().has(stage); };
    const Layer weights = with_rounded_weights(trial.layer(), type);
    trial.attempt(weights, "the weights");
    if (has(ArrayId::X) && trial.explained() > ArrayId::X) {
        trial.attempt(with_rounded(weights, trial, ArrayId::X, type), "the weights and X");
        trial.attempt(with_rounded(trial.layer(), trial, ArrayId::X, type), "X");
    }
    // Of a stage that is rounded itself the bits say so.
    Layer projected = trial.layer();
    for (const ArrayId stage : {ArrayId::Q, ArrayId::K, ArrayId::V})
        if (has(stage))
            projected = with_rounded(std::move(projected), trial, stage, type);
    if (trial.explained() > ArrayId::V)
        trial.attempt(projected, "Q, K and V");
    if (has(ArrayId::A) && trial.explained() > ArrayId::A)
        trial.attempt(with_rounded(trial.layer(), trial, ArrayId::A, type), "A");
}

constexpr double eight_roundings_of_float16 = 4e-3;
constexpr double eight_roundings_of_bfloat16 = 3.2e-2;

/// Zeros where none should be, and what all the others were multiplied with.
struct Dropped {
    std::vector<Index> places; ///< of zeros, in the matrix
    Index seen = 0;            ///< cells large enough to tell
};

/// Of each matrix; empty where the other cells are not the right ones times one factor.
std::vector<Dropped> zeros_and_factor(const Trace& correct, const AnsweredStage& answered, double smallest,
                                      double& factor) {
    constexpr double alike = 1e-3;
    std::vector<Dropped> all;
    double least = 0;
    double most = 0;
    const Index rows = shape_of(correct.sizes(), answered.stage).rows;
    for (Index item = 0; item < answered.extent.items; ++item)
        for (Index n = 0; n < answered.extent.heads; ++n) {
            const Matrix expected = expected_rows(correct, answered, item, n, {0, rows});
            const Matrix& found = answered.matrix(item, n);
            Dropped& dropped = all.emplace_back();
            for (Index i = 0; i < expected.rows(); ++i)
                for (Index j = 0; j < expected.columns(); ++j) {
                    const auto right = static_cast<double>(expected(i, j));
                    if (!(std::abs(right) >= smallest) || !std::isfinite(right))
                        continue;
                    ++dropped.seen;
                    const double ratio = static_cast<double>(found(i, j)) / right;
                    if (ratio == 0)
                        dropped.places.push_back(i * expected.columns() + j);
                    else if (least == 0)
                        least = most = ratio;
                    least = ratio == 0 ? least : std::min(least, ratio);
                    most = ratio == 0 ? most : std::max(most, ratio);
                }
        }
    if (!(least >= 1 - alike && most - least <= alike * least))
        return {};
    factor = (least + most) / 2;
    return all;
}

/// Whether zeros stand here and there, otherwise in each matrix: a mask's stand at the same places.
bool stand_at_random(const std::vector<Dropped>& all) {
    constexpr std::size_t few = 3;
    std::size_t zeros = 0;
    for (const Dropped& dropped : all)
        zeros += dropped.places.size();
    if (zeros < few || all.size() < 2)
        return false;
    return std::ranges::any_of(all, [&](const Dropped& one) { return one.places != all.front().places; });
}

/// The factor of what is left; nothing where the answer does not look like dropout.
std::optional<double> factor_of_dropout(const Trace& correct, const AnsweredStage& answered, double smallest) {
    constexpr double alike = 1e-3;
    double factor = 0;
    const std::vector<Dropped> all = zeros_and_factor(correct, answered, smallest, factor);
    std::size_t zeros = 0;
    Index seen = 0;
    for (const Dropped& dropped : all) {
        zeros += dropped.places.size();
        seen += dropped.seen;
    }
    if (zeros == 0 || seen < static_cast<Index>(zeros) + 3)
        return std::nullopt;
    if (factor <= 1 + alike && !stand_at_random(all))
        return std::nullopt;
    return factor;
}

} // namespace

bool looks_like_dropout(const Trace& correct, const AnsweredStage& answered, const Agreement&) {
    constexpr double smallest = 1e-3;
    const auto factor = answered.stage == ArrayId::A ? factor_of_dropout(correct, answered, smallest) : std::nullopt;
    return factor && *factor > 1 + smallest;
}

bool looks_like_dropout_not_rescaled(const Trace& correct, const AnsweredStage& answered, const Agreement&) {
    constexpr double smallest = 1e-3;
    const auto factor = answered.stage == ArrayId::A ? factor_of_dropout(correct, answered, smallest) : std::nullopt;
    return factor && *factor <= 1 + smallest;
}

bool looks_like_dropout_of_output(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) {
    return answered.stage == ArrayId::Y &&
           factor_of_dropout(correct, answered, 0.01 * agreement.largest_entry).has_value();
}

bool looks_rounded(const Trace&, const AnsweredStage& answered, const Agreement& agreement) {
    for (const double power_of_ten : {10.0, 100.0, 1000.0, 10000.0, 100000.0})
        if (agreement.largest_difference <= 0.501 / power_of_ten + agreement.tolerance)
            if (all_numbers(answered, [&](float value) { return ends_after(value, power_of_ten); }))
                return true;
    return false;
}

bool looks_like_float16(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) {
    return agreement.largest_difference <= eight_roundings_of_float16 * agreement.largest_entry &&
           has_bits_of(float16, correct, answered);
}

bool looks_like_bfloat16(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) {
    return agreement.largest_difference <= eight_roundings_of_bfloat16 * agreement.largest_entry &&
           has_bits_of(bfloat16, correct, answered);
}

void round_to_float16(Trial& trial) {
    try_rounded(trial, float16, eight_roundings_of_float16);
}

void round_to_bfloat16(Trial& trial) {
    try_rounded(trial, bfloat16, eight_roundings_of_bfloat16);
}

} // namespace attn
