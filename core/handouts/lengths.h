#pragma once

#include "core/document/session/session.h"
#include "core/model/layer.h"

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// A function that writes an equation such as "<d_k> = 4", with symbols in angle brackets, in some notation.
using WriteEquation = std::function<std::string(std::string_view)>;

/// The layer's lengths in the session's notation: "n = 4 tokens, width d = 8, h = 2 heads, of width d_k = 4".
std::string words_of_lengths(const Session& session, const WriteEquation& write);

/// A sentence about widths that the session's notes assume and this layer lacks: "Usually d_h = D/H for keys and values
/// alike, which would be 4/2 = 2; here …"; empty if the layer fits the notes.
std::string words_on_widths(const Session& session, const WriteEquation& write);

/// Sentences about a layer with one head: "W_Q and W_K are 8 × 4, W_V is 8 × 4: each token gets a query …".
std::string words_on_one_head(const Session& session, const WriteEquation& write);
/// Sentences about a layer with several heads: the number of sets of weights, and outputs side by side.
std::string words_on_several_heads(const Session& session, const WriteEquation& write);

} // namespace attn
