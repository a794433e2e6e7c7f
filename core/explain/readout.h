#pragma once

#include "core/engine/trace.h"
#include "core/model/readout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The label that a token's row of Y is read as.
struct TokenReading {
    std::optional<Index> label; ///< index of the column with the largest number; nullopt if there is a NaN
    Index ties = 1;             ///< number of columns with the largest number; if several, `label` is the first of them
                                ///< and means nothing
    double sure = 0;            ///< probability of the label: softmax over the read-out's columns
    bool operator==(const TokenReading&) const = default;
};

/// True if the trace has Y.
bool can_be_read_out(const Trace& trace);

/// The readings of the rows of Y, by token; empty if there is no Y, or if it lacks the read-out's columns.
std::vector<TokenReading> read_out(const Trace& trace, const ReadOut& readout, Index item);

/// The loss of the readings: −ln of the right label's probability, averaged over the tokens (cross entropy; Bishop
/// 2006, "Pattern Recognition and Machine Learning", equation 4.108). `right` contains the right labels one after the
/// other, "pots"; nullopt if it does not have as many labels as there are tokens.
std::optional<double> loss_of(const Trace& trace, const ReadOut& readout, Index item, std::string_view right);

/// The label of a reading; "=" if there is a tie, "?" if there is no label.
std::string reading_label(const ReadOut& readout, const TokenReading& reading);

/// The labels of all readings in one text, with `between` between them: "desserts".
std::string reading_text(const ReadOut& readout, const std::vector<TokenReading>& readings, std::string_view between);

/// The least probability of all readings: "each over 99 %", "least sure: t 51 %"; for ties the number of labels.
std::string sureness_text(const ReadOut& readout, const std::vector<TokenReading>& readings);

} // namespace attn
