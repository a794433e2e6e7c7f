#include "core/explain/readout.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <span>

namespace attn {

namespace {

/// Numbers that differ by rounding alone say the same.
constexpr double tie_tolerance = 1e-6;

bool is_tied(double vote, double largest) {
    return vote == largest || (std::isfinite(largest) && largest - vote <= tie_tolerance * std::abs(largest));
}

/// The largest and its share: 1 / Σ exp(v − largest).
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

} // namespace

bool can_be_read_out(const Trace& trace) {
    return trace.has(ArrayId::Y);
}

std::vector<TokenReading> read_out(const Trace& trace, const ReadOut& readout, Index item) {
    if (!can_be_read_out(trace) || readout.labels.empty() || readout.first + readout.count() > trace.sizes().D)
        return {};
    const Matrix output = trace.matrix({ArrayId::Y, item, 0});
    std::vector<TokenReading> readings;
    readings.reserve(static_cast<std::size_t>(output.rows()));
    for (Index token = 0; token < output.rows(); ++token)
        readings.push_back(
            read_row(std::span(output.row(token))
                         .subspan(static_cast<std::size_t>(readout.first), static_cast<std::size_t>(readout.count()))));
    return readings;
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
    return fmt::format("least sure: {} {:.0f} %", reading_label(readout, *least), 100 * least->sure);
}

} // namespace attn
