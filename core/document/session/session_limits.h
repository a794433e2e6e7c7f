#pragma once

#include "core/document/session/session.h"
#include "core/model/layer.h"
#include "core/model/limits.h"
#include "core/model/readout.h"
#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// Whether a layer of these sizes can be computed, if need be by head: each length within its bounds, and no array that
/// must be held as a whole larger than a machine can hold. To be asked before anything is allocated. Widths may be 0
/// (weights not given).
Result<void> check_limits(const Sizes& sizes);
/// Whether besides a window can show it, and have it edited: all heads' scores are then held at once.
Result<void> check_window_limits(const Sizes& sizes);

/// A session that was opened for a window; `name` begins the message where it is too large for one.
Result<Session> for_window(Result<Session> session, std::string_view name);

/// The most scores of all items and heads, which are computed by head.
constexpr Index score_limit = Index{1} << 31;

/// The most items of a session.
constexpr Index item_limit = 64;
/// The most tokens of an item.
constexpr Index token_limit = 4096;
/// The largest of all widths: of the model, of queries, keys and values.
constexpr Index width_limit = 8192;
/// The most bytes of a token's text.
constexpr std::size_t token_bytes_limit = 1024;

/// Whether a text may be a token: UTF-8, not too long.
Result<void> check_token_text(std::string_view text);

/// The most read-outs of a session, and the most bytes of the name or a label of one.
constexpr Index readout_limit = 16;
constexpr std::size_t label_bytes_limit = 64;
/// The fewest labels of a read-out: between fewer there is nothing to choose.
constexpr Index least_labels = 2;

/// Whether a read-out has a name, and two labels or more, that can be shown in one line.
Result<void> check_readout(const ReadOut& readout);
/// All of a session, of `width` columns of Y: how many, whether each lies within them, and whether two have one name.
Result<void> check_readouts(const std::vector<ReadOut>& readouts, Index width);

/// The most bytes of each text about a session.
constexpr std::size_t session_text_bytes_limit = 4000;

/// Whether a text may be said of a session: UTF-8, one paragraph, not too long.
Result<void> check_session_text(std::string_view text);

/// The most bytes of what is said of a head.
constexpr std::size_t hypothesis_bytes_limit = 200;

/// Whether a text may be said of a head: UTF-8, one line, not too long.
Result<void> check_hypothesis_text(std::string_view text);

/// The most figures that a session lists, and the most bytes of the name of one.
constexpr Index figure_limit = 1000;
constexpr std::size_t figure_name_bytes_limit = 100;

/// True if a file can have the name in any folder, and no command takes it for an option, as it would "-rf".
bool is_figure_name(std::string_view name);
/// Fails unless a session can list the figures: each has a name for a file, and no two have the same.
Result<void> check_figures(const std::vector<FigureRequest>& figures);

} // namespace attn
