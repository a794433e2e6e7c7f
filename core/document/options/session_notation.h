#pragma once

#include "core/document/session/session.h"
#include "core/model/structure.h"
#include "core/notation/in_notation.h"
#include "core/tensor/result.h"
#include "core/text/prose.h"

#include <string>
#include <string_view>

namespace attn {

/// The notation of the session; `structure` belongs to its layer.
Notation notation_of(const Session& session);
Notation notation_of(const Session& session, const Structure& structure);

/// A text of the session (question, about or hint) or an error, with names written in the session's notation.
Prose prose_in(const Session& session, std::string_view text);
Prose prose_in(const Session& session, const Error& error);
/// prose_in() as a plain string, for labels.
std::string text_in(const Session& session, std::string_view text);
std::string text_in(const Session& session, const Error& error);

} // namespace attn
