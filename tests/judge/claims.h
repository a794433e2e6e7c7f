#pragma once

#include "core/document/session/session.h"
#include "core/figure/display_list.h"
#include "core/model/claim.h"
#include "tests/reference/reference.h"

#include <string>
#include <vector>

namespace attn::test {

/// What is not so of sentences, one line each: a fact that does not hold, a number of the sentence that no fact has, a
/// sentence with neither fact nor reason.
std::vector<std::string> claim_complaints(const Claims& claims, const Session& session, const Reference& reference);

/// The same of all sentences of a picture; and texts that are sentences and say nothing of when they are so. What
/// stands for a shape, "5×6", says whose it is.
std::vector<std::string> claim_complaints(const DisplayList& list, const Session& session, const Reference& reference);

/// Whether a text is a sentence, or words that could be false, and no name: it has five words or more.
bool is_sentence(const std::string& text);

} // namespace attn::test
