#pragma once

#include "core/session/edits.h"

namespace attn {

// One function for each kind of edit: the session changed as the edit says, with everything that the edit itself can
// tell checked. Whether the whole still fits together is for apply().

Result<Applied> carry_out(Session session, const SetCell& edit);
Result<Applied> carry_out(Session session, const SetMatrix& edit);
Result<Applied> carry_out(Session session, const SetPart& edit);
Result<Applied> carry_out(Session session, const ComputeAgain& edit);
Result<Applied> carry_out(Session session, const Fill& edit);
Result<Applied> carry_out(Session session, const Pin& edit);
Result<Applied> carry_out(Session session, const Unpin& edit);
Result<Applied> carry_out(Session session, const UnpinAll& edit);
Result<Applied> carry_out(Session session, const SetHeadOn& edit);
Result<Applied> carry_out(Session session, const SwapQueryAndKey& edit);
Result<Applied> carry_out(Session session, const MakeUniform& edit);
Result<Applied> carry_out(Session session, const SetBiases& edit);
Result<Applied> carry_out(Session session, const SetContext& edit);
Result<Applied> carry_out(Session session, const SetTokens& edit);
Result<Applied> carry_out(Session session, const RenameToken& edit);
Result<Applied> carry_out(Session session, const MoveToken& edit);
Result<Applied> carry_out(Session session, const InsertToken& edit);
Result<Applied> carry_out(Session session, const RemoveToken& edit);
Result<Applied> carry_out(Session session, const SetMask& edit);
Result<Applied> carry_out(Session session, const PaintMask& edit);
Result<Applied> carry_out(Session session, const ClearPaintedMask& edit);
Result<Applied> carry_out(Session session, const SetScale& edit);
Result<Applied> carry_out(Session session, const SetTemperature& edit);
Result<Applied> carry_out(Session session, const SetPositions& edit);
Result<Applied> carry_out(Session session, const SetRotary& edit);
Result<Applied> carry_out(Session session, const Resize& edit);
Result<Applied> carry_out(Session session, const SetNotation& edit);
Result<Applied> carry_out(Session session, const SetClaim& edit);
Result<Applied> carry_out(Session session, const ListFigures& edit);

} // namespace attn
