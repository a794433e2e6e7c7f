#include "core/explain/readout.h"
#include "core/tensor/decimal.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <span>

namespace attn {

namespace {

/// The relative difference up to which numbers count as equal, because of rounding.
constexpr double tie_tolerance = 1e-6;

bool is_tied(double vote, double largest) {
    return vote == largest || (std::isfinite(largest) && largest - vote <= tie_tolerance * std::abs(largest));
}

/// The label of the largest number and its probability: 1 / Σ exp(v − largest).
TokenReading read_row(std::span<const float> votes) {
    TokenReading reading;
    double largest = 0;
    for (std::size_t column = 0; column < votes.size(); ++column) {
        const auto vote = static_cast<double>(votes[column]);
        if (std::isnan(vote))
            return {};
        if (!reading.label || vote > largest) {
            reading.label = static_cast<Index>(column);
            largest = vote;
        }
    }
    double sum = 0;
    for (const float vote : votes)
        sum += static_cast<double>(vote) == largest ? 1 : std::exp(static_cast<double>(vote) - largest);
    reading.sure = 1 / sum;
    reading.ties =
        std::ranges::count_if(votes, [&](float vote) { return is_tied(static_cast<double>(vote), largest); });
    return reading;
}

/// Splits the text into labels; of several that fit at a place, the longest is taken. nullopt if a part of the text is
/// no label.
std::optional<std::vector<Index>> labels_in(const ReadOut& readout, std::string_view text) {
    std::vector<Index> found;
    while (!text.empty()) {
        Index longest = -1;
        std::size_t length = 0;
        for (Index label = 0; label < readout.count(); ++label) {
            const std::string& name = readout.labels[static_cast<std::size_t>(label)];
            if (name.size() > length && text.starts_with(name)) {
                longest = label;
                length = name.size();
            }
        }
        if (longest < 0)
            return std::nullopt;
        found.push_back(longest);
        text.remove_prefix(length);
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
    return found;
}

/// −ln of the label's probability.
double surprise(std::span<const float> votes, Index label) {
    const auto largest = static_cast<double>(*std::ranges::max_element(votes));
    double sum = 0;
    for (const float vote : votes)
        sum += std::exp(static_cast<double>(vote) - largest);
    return std::log(sum) + largest - static_cast<double>(votes[static_cast<std::size_t>(label)]);
}

std::span<const float> votes_of(const Matrix& output, const ReadOut& readout, Index token) {
    return std::span(output.row(token))
        .subspan(static_cast<std::size_t>(readout.first), static_cast<std::size_t>(readout.count()));
}

Matrix output_matrix(const Trace& trace, Index item) {
    return trace.array(ArrayId::Y, item, 0);
}

bool is_read_out(const Trace& trace, const ReadOut& readout) {
    return can_be_read_out(trace) && !readout.labels.empty() && readout.first + readout.count() <= trace.sizes().D;
}

} // namespace

bool can_be_read_out(const Trace& trace) {
    return trace.has(ArrayId::Y);
}

std::vector<TokenReading> read_out(const Trace& trace, const ReadOut& readout, Index item) {
    if (!is_read_out(trace, readout))
        return {};
    const Matrix output = output_matrix(trace, item);
    std::vector<TokenReading> readings;
    readings.reserve(static_cast<std::size_t>(output.rows()));
    for (Index token = 0; token < output.rows(); ++token)
        readings.push_back(read_row(votes_of(output, readout, token)));
    return readings;
}

std::optional<double> loss_of(const Trace& trace, const ReadOut& readout, Index item, std::string_view right) {
    const auto labels = labels_in(readout, right);
    if (!labels || !is_read_out(trace, readout))
        return std::nullopt;
    const Matrix output = output_matrix(trace, item);
    if (labels->empty() || std::ssize(*labels) != output.rows())
        return std::nullopt;
    double sum = 0;
    for (Index token = 0; token < output.rows(); ++token)
        sum += surprise(votes_of(output, readout, token), (*labels)[static_cast<std::size_t>(token)]);
    return sum / static_cast<double>(output.rows());
}

std::string reading_label(const ReadOut& readout, const TokenReading& reading) {
    if (!reading.label)
        return "?";
    return reading.ties > 1 ? "=" : readout.labels[static_cast<std::size_t>(*reading.label)];
}

std::string reading_text(const ReadOut& readout, const std::vector<TokenReading>& readings, std::string_view between) {
    std::string text;
    for (const TokenReading& reading : readings)
        text += (text.empty() ? std::string() : std::string(between)) + reading_label(readout, reading);
    return text;
}

std::string sureness_text(const ReadOut& readout, const std::vector<TokenReading>& readings) {
    const auto least = std::ranges::min_element(readings, {}, &TokenReading::sure);
    if (least == readings.end())
        return {};
    constexpr double sure = 0.99;
    if (least->sure > sure)
        return readings.size() == 1 ? "over 99 %" : "each over 99 %";
    if (least->ties > 1)
        return fmt::format("=: a tie of {}", least->ties);
    return fmt::format("least sure: {} {} %", reading_label(readout, *least),
                       percent_digits(static_cast<float>(least->sure)));
}

} // namespace attn
