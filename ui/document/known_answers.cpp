#include "ui/document/known_answers.h"

#include "ui/document/layer_reading.h"

#include <utility>

namespace attn {

OpenFile KnownAnswers::complete(const OpenFile& request, const Session& present) {
    OpenFile completed = request;
    const bool is_said = request.answers.heads || request.answers.causal || request.answers.rotary ||
                         request.answers.packing || request.answers.norm || request.answers.epsilon ||
                         request.answers.resid_pre;
    const auto& origin = present.origin;
    const bool is_known = origin && origin->file == model_ && is_model_of(present, request.path);
    if ((request.layer || request.layers_on != 0) && !is_said && is_known) {
        completed.answers = answers_;
        completed.trace = std::exchange(completed.answers.resid_pre, std::nullopt);
    }
    return completed;
}

void KnownAnswers::remember(const OpenFile& request, const Session& opened) {
    model_ = opened.origin ? opened.origin->file : std::filesystem::path();
    answers_ = request.answers;
    if (!answers_.resid_pre)
        answers_.resid_pre = request.trace;
    if (answers_.resid_pre && answers_.resid_pre->extension() != ".npz")
        answers_.resid_pre.reset();
}

} // namespace attn
