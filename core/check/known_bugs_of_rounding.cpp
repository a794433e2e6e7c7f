// Bugs that the differences themselves show: dropout, and numbers with fewer digits or bits.

#include "core/check/altered_layer.h"
#include "core/check/known_bugs.h"
#include "core/model/address.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace attn {

namespace {

using enum ArrayId;

/// True if holds(value) is true for every finite number of the answer.
template <class Holds>
bool all_numbers(const AnsweredStage& answered, const Holds& holds) {
    return answered.all_numbers([&](float value) { return !std::isfinite(value) || holds(value); });
}

bool ends_after(float value, double power_of_ten) {
    const double shifted = static_cast<double>(value) * power_of_ten;
    return std::abs(shifted - std::round(shifted)) <= 2e-7 * std::max(1.0, std::abs(shifted));
}

bool is_multiple(float value, double unit) {
    const double count = static_cast<double>(value) / unit;
    return count == std::round(count);
}

/// True if the number has at most `bits` bits of fraction, with an exponent of at least `lowest`.
bool fits_in(float value, int bits, int lowest) {
    if (value == 0)
        return true;
    const int exponent = std::max(std::ilogb(value), lowest);
    return is_multiple(value, std::ldexp(1.0, exponent - bits));
}

bool fits_in(float value, const Short& type) {
    return fits_in(value, type.bits, type.lowest);
}

Matrix rounded_to(const Matrix& matrix, const Short& type) {
    return matrix.empty() ? matrix : filled(matrix.rows(), matrix.columns(), [&](Index i, Index j) {
        return rounded_to(static_cast<double>(matrix(i, j)), type);
    });
}

/// True if holds(expected, answered) is true for each row of the answer; stops at the first for which it is not.
template <class Holds>
bool all_rows(const Trace& correct, const AnsweredStage& answered, const Holds& holds) {
    const IndexRange rows = answered.rows();
    for (Index item = 0; item < answered.extent.items; ++item)
        for (Index head = 0; head < answered.extent.heads; ++head) {
            const Matrix expected = expected_rows(correct, answered, item, head, rows);
            for (Index i = rows.first; i < rows.last; ++i)
                if (!holds(expected.row(i), answered.row(item, head, i)))
                    return false;
        }
    return true;
}

/// True if holds(expected, answered) is true for each cell.
template <class Holds>
bool all_pairs(const Trace& correct, const AnsweredStage& answered, const Holds& holds) {
    return all_rows(correct, answered, [&](std::span<const float> expected, std::span<const float> found) {
        for (std::size_t j = 0; j < expected.size(); ++j)
            if (!holds(static_cast<double>(expected[j]), static_cast<double>(found[j])))
                return false;
        return true;
    });
}

/// True if all numbers of the answer fit into the type, although the right numbers do not.
bool has_bits_of(const Short& type, const Trace& correct, const AnsweredStage& answered) {
    constexpr int telling = 4; // a single number fits by chance
    if (!all_numbers(answered, [&](float value) { return fits_in(value, type); }) ||
        all_numbers(answered, [](float value) { return value == std::round(value); }))
        return false; // whole numbers fit into any type
    int longer = 0;
    const bool keeps_zeros = all_pairs(correct, answered, [&](double expected, double found) { // as any rounding does
        if (std::isfinite(expected) && found != 0 && !fits_in(static_cast<float>(expected), type))
            ++longer;
        return expected != 0 || found == 0;
    });
    return keeps_zeros && longer >= telling;
}

/// The layer with its weights and biases rounded to 16 bits.
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
    return with_numbers(std::move(layer), trial, stage, stage,
                        [&](Index, double right) { return rounded_to(right, type); });
}

/// Tries rounding to 16 bits at the places where programs do so before they continue in float32.
void try_rounded(Trial& trial, const Short& type, double largest_error) {
    if (trial.relative_difference() > largest_error)
        return; // takes long with many tokens, and explains only small differences
    const auto has = [&](ArrayId stage) { return trial.has(stage); };
    const Layer weights = with_rounded_weights(trial.layer(), type);
    trial.attempt(weights, "the weights");
    if (has(ArrayId::X) && trial.explained() > ArrayId::X) {
        trial.attempt(with_rounded(weights, trial, ArrayId::X, type), "the weights and X");
        trial.attempt(with_rounded(trial.layer(), trial, ArrayId::X, type), "X");
    }
    // A stage that is itself rounded is recognised by its bits, so only later stages are tried.
    Layer projected = trial.layer();
    for (const ArrayId stage : {ArrayId::Q, ArrayId::K, ArrayId::V})
        if (has(stage))
            projected = with_rounded(std::move(projected), trial, stage, type);
    if (trial.explained() > ArrayId::V)
        trial.attempt(projected, "Q, K and V");
    if (has(A) && trial.explained() > A)
        trial.attempt(with_rounded(trial.layer(), trial, A, type), "A");
}

constexpr double eight_roundings_of_float16 = 4e-3;
constexpr double eight_roundings_of_bfloat16 = 3.2e-2;

/// Looks for dropout: zeros where there should be none, and one factor that all other cells share.
class DropoutSearch {
public:
    /// Numbers below `smallest` are ignored.
    explicit DropoutSearch(double smallest) : smallest_(smallest) {}

    void look_at(const Matrix& expected, const Matrix& found, Index first_row) {
        std::vector<Cells> columns(static_cast<std::size_t>(expected.columns()));
        for (Index i = 0; i < found.rows(); ++i) {
            Cells row;
            for (Index j = 0; j < expected.columns(); ++j) {
                const auto right = static_cast<double>(expected(first_row + i, j));
                const auto here = static_cast<double>(found(i, j));
                shows_hidden_ = shows_hidden_ || (right == 0 && std::abs(here) > 0);
                if (!(std::abs(right) >= smallest_) || !std::isfinite(right))
                    continue;
                row.add(here == 0);
                columns[static_cast<std::size_t>(j)].add(here == 0);
                if (here != 0)
                    note(here / right);
            }
            lines_.push_back(row);
            all_.seen += row.seen;
            all_.zeros += row.zeros;
        }
        lines_.insert(lines_.end(), columns.begin(), columns.end());
    }

    /// The factor by which all cells that were not dropped are multiplied; nullopt if the answer does not look like
    /// dropout.
    std::optional<double> factor() const {
        constexpr double few = 3;
        const bool is_one = least_ >= 1 - alike && most_ - least_ <= alike * least_;
        if (shows_hidden_ || !is_one || all_.zeros == 0 || all_.seen < all_.zeros + few)
            return std::nullopt;
        const double factor = (least_ + most_) / 2;
        const bool is_rescaled = factor > 1 + alike;
        return is_rescaled || (all_.zeros >= few && is_by_chance(all_.zeros / all_.seen)) ? std::optional(factor)
                                                                                          : std::nullopt;
    }

private:
    static constexpr double alike = 1e-3;

    struct Cells {
        double seen = 0;
        double zeros = 0;

        void add(bool is_zero) {
            ++seen;
            zeros += is_zero ? 1 : 0;
        }
        /// The squared deviation of the number of zeros from its expectation, in variances.
        double distance(double part) const {
            const double off = zeros - seen * part;
            return seen == 0 ? 0 : off * off / (seen * part * (1 - part));
        }
    };

    /// True if the zeros are spread at random: no row and no column has far more or fewer than others.
    bool is_by_chance(double part) const {
        constexpr double rare = 5; // standard deviations
        double distances = 0;
        double lines = 0;
        for (const Cells& line : lines_) {
            distances += line.distance(part);
            lines += line.seen > 0 ? 1 : 0;
        }
        return part < 1 && distances <= lines + rare * std::sqrt(2 * lines / (part * (1 - part)));
    }

    void note(double ratio) {
        least_ = least_ == 0 ? ratio : std::min(least_, ratio);
        most_ = std::max(most_, ratio);
        if (std::isnan(ratio))
            least_ = -1;
    }

    double smallest_;
    double least_ = 0;
    double most_ = 0;
    bool shows_hidden_ = false; ///< true if the answer has a number where the layer has 0
    Cells all_;
    std::vector<Cells> lines_; ///< rows and columns
};

/// The factor of the cells that dropout of this stage left; nullopt if the answer does not look like it.
std::optional<double> factor_of_dropout(const Trace& correct, const AnsweredStage& answered, ArrayId stage,
                                        double smallest) {
    DropoutSearch search(smallest);
    for (Index item = 0; item < answered.extent.items && answered.stage == stage; ++item)
        for (Index n = 0; n < answered.extent.heads; ++n)
            search.look_at(expected_rows(correct, answered, item, n, answered.rows()), answered.matrix(item, n),
                           answered.first_row);
    return search.factor();
}

template <bool is_rescaled>
bool looks_like_dropout(const Trace& correct, const AnsweredStage& answered, const Agreement&) {
    constexpr double smallest = 1e-3;
    const auto factor = factor_of_dropout(correct, answered, A, smallest);
    return factor && (*factor > 1 + smallest) == is_rescaled;
}

bool looks_like_dropout_of_output(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) {
    return factor_of_dropout(correct, answered, Y, 0.01 * agreement.largest_entry).has_value();
}

bool looks_rounded(const Trace&, const AnsweredStage& answered, const Agreement& agreement) {
    for (const double power_of_ten : {1.0, 10.0, 100.0, 1000.0, 10000.0, 100000.0})
        if (agreement.largest_difference <= 0.501 / power_of_ten + agreement.tolerance)
            if (all_numbers(answered, [&](float value) { return ends_after(value, power_of_ten); }))
                return true;
    return false;
}

bool looks_like(const Short& type, double most, const Trace& correct, const AnsweredStage& answered,
                const Agreement& agreement) {
    return agreement.largest_difference <= most * agreement.largest_entry && has_bits_of(type, correct, answered);
}

bool looks_like_overflow_of_float16(const Trace& correct, const AnsweredStage& answered, const Agreement&) {
    constexpr double beyond = 65520; // larger numbers round to infinity in float16
    if (!correct.has(ArrayId::scores) || answered.averaged)
        return false;
    const bool is_score = answered.stage == ArrayId::scores || answered.stage == scaled;
    if (!is_score && answered.stage != A)
        return false;
    bool any = false;
    for (const Address slot : correct.slots(answered.stage)) {
        const Matrix scores = correct.compute_uncached({slot.layer, ArrayId::scores, slot.item, slot.head});
        const Matrix& found = answered.matrix(slot.item, slot.head);
        const auto overflows = [&](float score) { return std::abs(static_cast<double>(score)) >= beyond; };
        for (Index i = 0; i < found.rows(); ++i) {
            const Index row = i + answered.first_row;
            const bool row_overflows = std::ranges::any_of(scores.row(row), overflows);
            const bool is_nan = std::ranges::any_of(found.row(i), [](float share) { return std::isnan(share); });
            if (is_nan && (is_score || !row_overflows))
                return false;
            for (Index j = 0; is_score && j < found.columns(); ++j)
                if (std::isinf(found(i, j)) != overflows(scores(row, j)))
                    return false;
            any = any || is_nan || (is_score && row_overflows);
        }
    }
    return any;
}

/// True if each number is the right one rounded down to a whole number. Rounding may have moved the right number across
/// a whole number.
bool looks_floored(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) {
    return answered.stage == scaled && all_pairs(correct, answered, [&](double expected, double found) {
               return found == std::round(found) && found >= std::floor(expected - agreement.tolerance) &&
                      found <= std::floor(expected + agreement.tolerance);
           });
}

void floor_scaled(Trial& trial) {
    if (trial.has(ArrayId::scores, scaled))
        trial.attempt(
            with_numbers(trial.layer(), trial, scaled, scaled, [](Index, double right) { return std::floor(right); }));
}

/// The factor that turns the right scores in `rows` into the found ones, by least squares. For attention weights it is
/// that of their logarithms, each row shifted so that its largest is 0.
double best_factor(const Matrix& expected, const AnsweredStage& answered, const CellId& cell, IndexRange rows) {
    double squares = 0;
    double together = 0;
    for (Index i = rows.first; i < rows.last; ++i) {
        const std::span<const float> right = expected.row(i);
        const std::span<const float> found = answered.row(cell.item, cell.head, i);
        const auto largest = static_cast<std::size_t>(std::ranges::max_element(right) - right.begin());
        const auto score = [&](std::span<const float> row, std::size_t j) {
            const auto number = static_cast<double>(row[j]);
            return answered.stage == A ? std::log(number / static_cast<double>(row[largest])) : number;
        };
        for (std::size_t j = 0; j < right.size(); ++j)
            if (answered.stage != A || (right[j] > 0 && found[j] > 0)) {
                squares += score(right, j) * score(right, j);
                together += score(right, j) * score(found, j);
            }
    }
    return together / squares;
}

/// Tries scores times one factor, which is found from the rows of the answer up to the largest difference.
void multiply_scores(Trial& trial) {
    constexpr Index few = 64; // rows
    constexpr double noticeable = 1e-3;
    const AnsweredStage& answered = trial.answered();
    const CellId& cell = trial.difference().cell;
    if ((answered.stage != scaled && answered.stage != A) || answered.averaged)
        return;
    const IndexRange rows{std::max(answered.first_row, cell.row + 1 - few), cell.row + 1};
    const double factor =
        best_factor(trial.correct_rows(answered.stage, cell.item, cell.head, rows), answered, cell, rows);
    if (std::abs(factor - 1) > noticeable && std::abs(factor) > noticeable && std::isfinite(factor))
        trial.attempt_changed([&](Layer& layer) {
            layer.scale = {Scale::Kind::value, static_cast<float>(factor * score_factor(trial.layer()))};
            layer.temperature = 1;
        });
}

constexpr std::array bugs_of_rounding{
    KnownBug{"another-factor", "scores are multiplied by another number: a temperature or another scale", scaled,
             multiply_scores, nullptr, true},
    KnownBug{"floor-division", "scores are divided with //, which leaves whole numbers", scaled, floor_scaled,
             looks_floored},
    KnownBug{"dropout", "dropout is on: some shares are zero and the others larger; switch to evaluation", A, nullptr,
             looks_like_dropout<true>},
    KnownBug{
        "dropout-not-rescaled",
        "dropout is on, and does not divide by what is kept: some shares are zero and the others as they should be", A,
        nullptr, looks_like_dropout<false>},
    KnownBug{"dropout-after-W_O", "dropout is on behind W_O: some numbers of Y are zero; switch to evaluation", Y,
             nullptr, looks_like_dropout_of_output},
    KnownBug{
        "float16-overflow",
        "scores overflow float16 (half precision), which ends at 65504: scale queries before they are multiplied, or "
        "compute scores in float32",
        scores, nullptr, looks_like_overflow_of_float16},
    KnownBug{"rounded", "numbers are rounded to a few decimals; --tolerance lets them pass", E, nullptr, looks_rounded},
    KnownBug{"bfloat16-inside", "numbers on the way are rounded to bfloat16", Q,
             [](Trial& trial) { try_rounded(trial, bfloat16, eight_roundings_of_bfloat16); }},
    KnownBug{"float16-inside", "numbers on the way are rounded to float16 (half precision)", Q,
             [](Trial& trial) { try_rounded(trial, float16, eight_roundings_of_float16); }},
    KnownBug{"bfloat16", "numbers are rounded to bfloat16: their bits show it", E, nullptr,
             [](const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) {
                 return looks_like(bfloat16, eight_roundings_of_bfloat16, correct, answered, agreement);
             }},
    KnownBug{"float16", "numbers are rounded to float16 (half precision): their bits show it", E, nullptr,
             [](const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) {
                 return looks_like(float16, eight_roundings_of_float16, correct, answered, agreement);
             }}};

} // namespace

std::span<const KnownBug> known_bugs_of_rounding() {
    return bugs_of_rounding;
}

} // namespace attn
