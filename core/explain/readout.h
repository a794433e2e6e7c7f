#pragma once

#include "core/engine/trace.h"
#include "core/model/readout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The label that one token's row of Y reads as.
struct TokenReading {
    std::optional<Index> label; ///< the read-out's column with the largest number, from 0; nullopt if there is a NaN
    Index ties = 1;             ///< number of columns that share the largest number; if several, `label` is the first
                                ///< and means nothing
    double sure = 0;            ///< the label's share in a softmax over the read-out's columns
    bool operator==(const TokenReading&) const = default;
};

/// True if the trace has Y, which is read out.
bool can_be_read_out(const Trace& trace);

/// The readings of the rows of Y, token by token; empty if there is no Y or it lacks the read-out's columns.
std::vector<TokenReading> read_out(const Trace& trace, const ReadOut& readout, Index item);

/// The loss of the answer, given the right one: the mean over tokens of −ln of the right label's share (cross entropy;
/// Bishop 2006, "Pattern Recognition and Machine Learning", equation 4.108). `right` has the labels one after the
/// other, "pots"; nullopt if their number is not that of the tokens.
std::optional<double> loss_of(const Trace& trace, const ReadOut& readout, Index item, std::string_view right);

/// The label of a reading; "=" if several are as large, "?" if there is none.
std::string reading_label(const ReadOut& readout, const TokenReading& reading);

/// The labels in one text, with `between` between them: "desserts".
std::string reading_text(const ReadOut& readout, const std::vector<TokenReading>& readings, std::string_view between);

/// The share of the least sure token: "each over 99 %", "least sure: t 51 %"; for ties the number of labels that share
/// it.
std::string sureness_text(const ReadOut& readout, const std::vector<TokenReading>& readings);

} // namespace attn
