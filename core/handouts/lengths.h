#pragma once

#include "core/document/session/session.h"
#include "core/model/layer.h"

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// Writes an equation whose symbols stand as <name>: "<d_k> = 4" in somebody's notation.
using WriteEquation = std::function<std::string(std::string_view)>;

/// "n = 4 tokens, width d = 8, h = 2 heads, of width d_k = 4": a layer's lengths in the session's notation.
std::string words_of_lengths(const Session& session, const WriteEquation& write);

/// What the notes of the session's notation take for granted of widths and this layer does not have: "Usually d_h = D/H
/// for keys and values alike, which would be 4/2 = 2; here …"; empty where it is as they say.
std::string words_on_widths(const Session& session, const WriteEquation& write);

/// What a layer of one head makes of each token: "W_Q and W_K are 8 × 4, W_V is 8 × 4: each token gets a query …".
std::string words_on_one_head(const Session& session, const WriteEquation& write);
/// What is different where there are several: so many sets of weights, and outputs side by side.
std::string words_on_several_heads(const Session& session, const WriteEquation& write);

} // namespace attn
