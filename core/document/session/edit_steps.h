#pragma once

#include "core/document/session/edits.h"

namespace attn {

// One function for each kind of edit. It returns the session after the edit, and makes all checks that concern only the
// edit. apply() checks if everything fits together.

Result<Applied> apply_edit(Session session, const SetCell& edit);
Result<Applied> apply_edit(Session session, const SetMatrix& edit);
Result<Applied> apply_edit(Session session, const SetPart& edit);
Result<Applied> apply_edit(Session session, const ComputeAgain& edit);
Result<Applied> apply_edit(Session session, const Fill& edit);
Result<Applied> apply_edit(Session session, const Pin& edit);
Result<Applied> apply_edit(Session session, const Unpin& edit);
Result<Applied> apply_edit(Session session, const UnpinAll& edit);
Result<Applied> apply_edit(Session session, const SetHeadOn& edit);
Result<Applied> apply_edit(Session session, const SetSublayerOn& edit);
Result<Applied> apply_edit(Session session, const ChangeLayer& edit);
Result<Applied> apply_edit(Session session, const RestoreLayers& edit);
Result<Applied> apply_edit(Session session, const SwapQueryAndKey& edit);
Result<Applied> apply_edit(Session session, const MakeUniform& edit);
Result<Applied> apply_edit(Session session, const SetBiases& edit);
Result<Applied> apply_edit(Session session, const SetContext& edit);
Result<Applied> apply_edit(Session session, const SetTokens& edit);
Result<Applied> apply_edit(Session session, const RenameToken& edit);
Result<Applied> apply_edit(Session session, const MoveToken& edit);
Result<Applied> apply_edit(Session session, const InsertToken& edit);
Result<Applied> apply_edit(Session session, const RemoveToken& edit);
Result<Applied> apply_edit(Session session, const PaintMask& edit);
Result<Applied> apply_edit(Session session, const ClearPaintedMask& edit);
Result<Applied> apply_edit(Session session, const SetPositions& edit);
Result<Applied> apply_edit(Session session, const Resize& edit);
Result<Applied> apply_edit(Session session, const SetNotation& edit);
Result<Applied> apply_edit(Session session, const SetHypothesis& edit);
Result<Applied> apply_edit(Session session, const SetOption& edit);
Result<Applied> apply_edit(Session session, const SetText& edit);
Result<Applied> apply_edit(Session session, const SetReadOuts& edit);
Result<Applied> apply_edit(Session session, const ListFigures& edit);

} // namespace attn
