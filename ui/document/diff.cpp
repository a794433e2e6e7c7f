#include "ui/document/diff.h"

#include "core/document/options/session_notation.h"

#include <utility>

namespace attn {

const Session* DiffCount::begin(const DocumentState& document, const Trace& now, const Trace* baseline) {
    if (revision_ == document.history.revision())
        return nullptr;
    forget();
    revision_ = document.history.revision();
    if (baseline != nullptr) {
        moved_ = Diff{"since the baseline", true, diff_of_traces(*baseline, now),
                      changed_settings(baseline->layer(), now.layer())};
        return nullptr;
    }
    const Session* const before = document.history.before();
    if (before == nullptr)
        moved_ = Diff{};
    return before;
}

void DiffCount::take_before(std::optional<Trace> before) {
    before_ = std::move(before);
    if (!before_)
        moved_ = Diff{};
}

const Diff* DiffCount::counted(const DocumentState& document, const Trace& now) {
    if (!moved_ && before_) {
        const Trace before = *std::exchange(before_, std::nullopt);
        moved_ = Diff{prose("by “{}”", document.history.undo_label().in(notation_of(document.session()))), false,
                      diff_of_traces(before, now), changed_settings(before.layer(), now.layer())};
    }
    return moved_ ? &*moved_ : nullptr;
}

} // namespace attn
