#pragma once

#include "core/document/session/session.h"
#include "core/model/structure.h"
#include "core/notation/in_notation.h"
#include "core/tensor/result.h"

#include <string>
#include <string_view>

namespace attn {

/// The notation in which the session is shown; `structure` is that of its layer.
Notation notation_of(const Session& session);
Notation notation_of(const Session& session, const Structure& structure);

/// What somebody wrote of the session, its question, text and what to try, or what went wrong with it, as its notation
/// calls what is named there.
std::string text_in(const Session& session, std::string_view text);
std::string text_in(const Session& session, const Error& error);

} // namespace attn
