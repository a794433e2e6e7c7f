#pragma once

#include "core/document/session/session.h"
#include "core/model/layer.h"
#include "core/model/limits.h"
#include "core/model/readout.h"
#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// Succeeds if a layer of these sizes can be computed, at least head by head: each length is in range, and no array
/// that must be in memory is too large. Call it before allocating. Widths may be 0 for weights that are not given.
Result<void> check_limits(const Sizes& sizes);
/// Succeeds if a window can also show and edit the layer, for which the scores of all heads must be in memory.
Result<void> check_window_limits(const Sizes& sizes);

/// Fails if the session is too large for a window; `name` begins the message.
Result<Session> for_window(Result<Session> session, std::string_view name);

/// The largest number of scores over all items and heads; they are computed head by head.
constexpr Index score_limit = Index{1} << 31;

/// The most items in a session.
constexpr Index item_limit = 64;
/// The most tokens in an item.
constexpr Index token_limit = 4096;
/// The largest width: of the model, of queries, keys and values.
constexpr Index width_limit = 8192;
constexpr Index mlp_width_limit = 4 * width_limit;
/// The most bytes in a token's text.
constexpr std::size_t token_bytes_limit = 1024;

/// Succeeds if the text may be a token: UTF-8, not too long.
Result<void> check_token_text(std::string_view text);

/// The most read-outs in a session, and the most bytes in a read-out's name or label.
constexpr Index readout_limit = 16;
constexpr std::size_t label_bytes_limit = 64;
/// The fewest labels of a read-out; with one there would be nothing to choose.
constexpr Index least_labels = 2;

/// Succeeds if the read-out has a name and at least two labels, each fit for one line.
Result<void> check_readout(const ReadOut& readout);
/// Succeeds if a session with `width` columns of Y may have these read-outs: not too many, each within the columns, no
/// two with one name.
Result<void> check_readouts(const std::vector<ReadOut>& readouts, Index width);

/// The most bytes in each text about a session.
constexpr std::size_t session_text_bytes_limit = 4000;

/// Succeeds if the text may be about a session: UTF-8, one paragraph, not too long.
Result<void> check_session_text(std::string_view text);

/// The most bytes in a claim about a head.
constexpr std::size_t hypothesis_bytes_limit = 200;

/// Succeeds if the text may be a claim about a head: UTF-8, one line, not too long.
Result<void> check_hypothesis_text(std::string_view text);

/// The most figures that a session lists, and the most bytes in a figure's name.
constexpr Index figure_limit = 1000;
constexpr std::size_t figure_name_bytes_limit = 100;

/// True if the name can be a file name in any folder, and no command would take it for an option, such as "-rf".
bool is_figure_name(std::string_view name);
/// Fails unless every figure has a file name and no two have the same.
Result<void> check_figures(const std::vector<FigureRequest>& figures);

} // namespace attn
