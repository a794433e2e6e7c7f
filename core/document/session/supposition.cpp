#include "core/document/session/supposition.h"

#include "core/document/session/sentences.h"
#include "core/engine/engine.h"

#include <utility>

namespace attn {

std::optional<Moment> suppose(const Session& session, const Edit& edit) {
    Result<Applied> supposed = apply(session, edit);
    if (!supposed || !is_small_layer(sizes_of(supposed->session.layer())))
        return std::nullopt;
    Engine engine(1);
    Trace trace = engine.compute(supposed->session.layer());
    return Moment{std::move(supposed->session), std::move(trace)};
}

Edit sentence_goes_in(const Session& session, const std::string& sentence) {
    return SetTokens{0, split_text(session, session.layer().sequence, sentence)};
}

} // namespace attn
