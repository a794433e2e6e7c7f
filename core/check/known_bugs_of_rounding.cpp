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
    bool keeps_zeros = true; // as any rounding does
    for_each_pair(correct, answered, [&](double expected, double found) {
        if (std::isfinite(expected) && found != 0 && !fits_in(static_cast<float>(expected), type))
            ++longer;
        keeps_zeros = keeps_zeros && (expected != 0 || found == 0);
    });
    return keeps_zeros && longer >= telling;
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

/// Zeros where none should be, in one matrix.
struct Dropped {
    std::vector<Index> places; ///< in the matrix, row by row
    Index seen = 0;            ///< cells large enough to tell
};

/// Looks for zeros, and for what all other cells were multiplied with.
class DropoutSearch {
public:
    explicit DropoutSearch(double smallest) : smallest_(smallest) {}

    void look_at(const Matrix& expected, const Matrix& found) {
        Dropped& dropped = matrices_.emplace_back();
        for (Index i = 0; i < expected.rows(); ++i)
            for (Index j = 0; j < expected.columns(); ++j) {
                const auto right = static_cast<double>(expected(i, j));
                if (!(std::abs(right) >= smallest_) || !std::isfinite(right))
                    continue;
                ++dropped.seen;
                if (found(i, j) == 0)
                    dropped.places.push_back(i * expected.columns() + j);
                else
                    note(static_cast<double>(found(i, j)) / right);
            }
    }

    /// Nothing where the cells that are left have no factor in common, or less than 1.
    std::optional<double> factor() const {
        constexpr double alike = 1e-3;
        const bool is_one = least_ >= 1 - alike && most_ - least_ <= alike * least_;
        return is_one ? std::optional((least_ + most_) / 2) : std::nullopt;
    }
    const std::vector<Dropped>& matrices() const { return matrices_; }

private:
    void note(double ratio) {
        least_ = least_ == 0 ? ratio : std::min(least_, ratio);
        most_ = std::max(most_, ratio);
        if (std::isnan(ratio))
            least_ = -1;
    }

    double smallest_;
    double least_ = 0;
    double most_ = 0;
    std::vector<Dropped> matrices_;
};

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
    DropoutSearch search(smallest);
    const IndexRange rows{0, shape_of(correct.sizes(), answered.stage).rows};
    for (Index item = 0; item < answered.extent.items; ++item)
        for (Index n = 0; n < answered.extent.heads; ++n)
            search.look_at(expected_rows(correct, answered, item, n, rows), answered.matrix(item, n));
    const auto factor = search.factor();
    const std::vector<Dropped>& all = search.matrices();
    std::size_t zeros = 0;
    Index seen = 0;
    for (const Dropped& dropped : all) {
        zeros += dropped.places.size();
        seen += dropped.seen;
    }
    if (!factor || zeros == 0 || seen < static_cast<Index>(zeros) + 3)
        return std::nullopt;
    if (*factor <= 1 + alike && !stand_at_random(all))
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

bool looks_like_overflow_of_float16(const Trace& correct, const AnsweredStage& answered, const Agreement&) {
    constexpr double beyond = 65520; // what rounds to more than float16 has
    if (!correct.has(ArrayId::scores) || answered.averaged)
        return false;
    const bool is_score = answered.stage == ArrayId::scores || answered.stage == ArrayId::scaled;
    if (!is_score && answered.stage != ArrayId::A)
        return false;
    bool any = false;
    for (const Address slot : correct.slots(answered.stage)) {
        const Matrix scores = correct.compute_uncached({ArrayId::scores, slot.item, slot.head});
        const Matrix& found = answered.matrix(slot.item, slot.head);
        const auto overflows = [&](float score) { return std::abs(static_cast<double>(score)) >= beyond; };
        for (Index i = 0; i < found.rows(); ++i) {
            const bool row_overflows = std::ranges::any_of(scores.row(i), overflows);
            const bool is_nan = std::ranges::any_of(found.row(i), [](float share) { return std::isnan(share); });
            if (is_nan && (is_score || !row_overflows))
                return false;
            for (Index j = 0; is_score && j < found.columns(); ++j)
                if (std::isinf(found(i, j)) != overflows(scores(i, j)))
                    return false;
            any = any || is_nan || (is_score && row_overflows);
        }
    }
    return any;
}

void round_to_float16(Trial& trial) {
    try_rounded(trial, float16, eight_roundings_of_float16);
}

void round_to_bfloat16(Trial& trial) {
    try_rounded(trial, bfloat16, eight_roundings_of_bfloat16);
}

} // namespace attn
