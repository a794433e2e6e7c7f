#pragma once

#include "core/document/session/session.h"
#include "core/figure/display_list.h"
#include "core/model/claim.h"
#include "tests/reference/reference.h"

#include <string>
#include <vector>

namespace attn::test {

/// The faults of sentences, one line each: a fact that does not hold, a number that no fact has, a sentence with
/// neither fact nor reason.
std::vector<std::string> claim_complaints(const Claims& claims, const Session& session, const Reference& reference);

/// The faults of all sentences in a picture. A sentence without a condition is a fault too, and so is a shape such as
/// "5×6" without an array.
std::vector<std::string> claim_complaints(const DisplayList& list, const Session& session, const Reference& reference);

/// True for a text of five words or more: a sentence, or words that could be false, and no name.
bool is_sentence(const std::string& text);

} // namespace attn::test
