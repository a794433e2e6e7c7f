#pragma once

#include "core/document/session/condition.h"
#include "core/figure/theme.h"
#include "core/tensor/result.h"
#include "core/text/prose.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The text with its references replaced by their present values; unknown ones become "–".
/// - {A/1[2,7]}: a number with two decimals; {A/1[2,7] %}: in percent; {A/1[2,7] .1}: with one decimal
/// - {sum A/1[*,4]}, {sum A/1[2,*]}: the sum of a column, of a row
/// - {mean scaled/1}, {spread scaled/1}, {variance scaled/1}: of the matrix's finite numbers
/// - {name W_Q}, {head 1}: an array's or length's name, a head's number in the notation
/// - {token 2}: the token with its place; {word}: all tokens; {letters}: their number
/// - {read_out}, {read_out 2}: the text of the first or second read-out
/// - {loss pots}, {loss pots .4}: the read-out's loss if "pots" is right
/// - {heads}: the number of heads; {heads off}: "head 1" or "heads 1 and 2"
/// - {kept}: the number of readings that are as with all heads on
/// - {sure}, {sure before}: the share of the least sure reading, now and with all heads on
/// - {dark}, {darker}: the words for much attention, as it looks: "bright" and "brighter" on a dark ground
Prose told(std::string_view text, const Snapshot& now, Look look = Look::light);

/// The number in words, "twelve"; from 13 on in digits.
std::string number_word(Index number);

/// The first reference without a value; empty if all have one.
std::string broken_reference(std::string_view text, const Snapshot& now);

/// Names of arrays and lengths that are written directly in the text and would not follow the notation, as {name W_Q}
/// and {name d_k} do. The article A does not count.
std::vector<std::string> bare_symbols(std::string_view text);

/// Numbers that are written directly in the text and would not follow the trace. Exempt are numbers behind words that
/// count ("row 2", "columns 1 to 4", "lesson 3") and those in `given`.
std::vector<std::string> bare_numbers(std::string_view text, const std::vector<std::string>& given);

} // namespace attn
