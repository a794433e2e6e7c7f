#pragma once

#include "core/document/session/condition.h"
#include "core/tensor/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The text with its references replaced by what is so now: {A/1[2,7]} a number with two decimals, {A/1[2,7] %} as a
/// percentage, {A/1[2,7] .1} with one decimal, {token 2} the token with its place, {head 1} the head's number in
/// the notation, {word} all tokens, {read_out} what
/// the layer says, {read_out 2} its second read-out, {loss pots} or {loss pots .4} how wrong it is where "pots" is
/// right, {sum A/1[*,4]} the sum of a column, {sum A/1[2,*]} of a row. Of what heads do: {heads} how many there are,
/// {heads off} "head 1" or "heads 1 and 2", {letters} how many tokens there are, {kept} how many come back as with all
/// heads on, {sure} and {sure before} how sure the least sure one is, now and with all heads on. {dark} and {darker}
/// are how much attention looks, on a light ground. What names nothing is "–".
std::string told(std::string_view text, const Snapshot& now);

/// "twelve"; from 13 on in digits.
std::string number_word(Index number);

/// The first reference that names nothing; empty where all name something.
std::string broken_reference(std::string_view text, const Snapshot& now);

/// {name W_Q} and {name d_k} are what the session's notation calls an array or a length; what it calls them stands in
/// the text itself otherwise, and would not follow the notation: names of arrays and lengths in the usual one. The
/// article A is none.
std::vector<std::string> bare_symbols(std::string_view text);

/// Numbers that stand in the text itself and would not follow the trace. Numbers behind words that count ("row 2",
/// "columns 1 to 4", "lesson 3"), and those that are `given`, may.
std::vector<std::string> bare_numbers(std::string_view text, const std::vector<std::string>& given);

} // namespace attn
