#pragma once

#include "core/checkpoint/model_input.h"
#include "core/document/session/model_words.h"
#include "core/document/session/session.h"
#include "core/document/sources/source.h"
#include "core/tensor/result.h"

#include <string>
#include <vector>

namespace attn {

/// Fills the session with the tokens that the source names, as texts or ids, and with the model's embeddings, positions
/// and norm for them. If it names none, an example is used. A small vocabulary is read completely; of a large one only
/// the tokens in use.
Result<void> fill_words(Session& session, const Source& source, const Checkpoint& checkpoint, const ModelInput& input);

/// The token ids that --ids gives: for one item, "3 1 4", or for several, an .npy file of B x S or S.
Result<std::vector<TokenIds>> token_ids_said(const std::string& text);

} // namespace attn
