#pragma once

#include "core/engine/trace.h"
#include "core/model/readout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What one token's row of Y says.
struct TokenReading {
    std::optional<Index> label; ///< the column, counted within the read-out, that is largest; none among NaN
    Index ties = 1;             ///< so many columns are as large; of those `label` is the first, and says nothing
    double sure = 0;            ///< its share of the softmax over the read-out's columns
    bool operator==(const TokenReading&) const = default;
};

/// Whether there is a Y that says something.
bool can_be_read_out(const Trace& trace);

/// What the rows of Y say, token by token; nothing where there is no Y or it has not these columns.
std::vector<TokenReading> read_out(const Trace& trace, const ReadOut& readout, Index item);

/// How wrong the answer is where another is right: the mean over tokens of −ln of the share that the right label has
/// (cross entropy; Bishop 2006, "Pattern Recognition and Machine Learning", equation 4.108). `right` are labels one
/// after the other, "pots"; nothing where these are not as many labels as there are tokens.
std::optional<double> loss_of(const Trace& trace, const ReadOut& readout, Index item, std::string_view right);

/// What a token says: its label; "=" where several are as large, "?" where there is no number.
std::string reading_label(const ReadOut& readout, const TokenReading& reading);

/// The labels in one text, `between` them: "desserts".
std::string reading_text(const ReadOut& readout, const std::vector<TokenReading>& readings, std::string_view between);

/// How sure the least sure token is: "each over 99 %", "least sure: t 51 %"; of ties how many labels they are among.
std::string sureness_text(const ReadOut& readout, const std::vector<TokenReading>& readings);

} // namespace attn
