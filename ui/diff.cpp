#include "ui/diff.h"

#include <utility>

namespace attn {

namespace {

/// What takes longer is computed while the window goes on.
constexpr std::chrono::milliseconds moved_patience{30};

} // namespace

const Diff* DiffCount::count(const Document& document, const Trace& now, const Trace* baseline) {
    if (revision_ != document.history.revision()) {
        forget();
        revision_ = document.history.revision();
        if (baseline != nullptr)
            moved_ = Diff{"since the baseline", true, diff_of_traces(*baseline, now)};
        else if (const Session* before = document.history.before())
            ticket_ = computing_.begin(before->layer());
        else
            moved_ = Diff{};
    }
    if (ticket_)
        take(computing_.take(moved_patience));
    if (!moved_ && before_)
        moved_ = Diff{"by “" + document.history.undo_label() + "”", false,
                       diff_of_traces(*std::exchange(before_, std::nullopt), now)};
    return moved_ ? &*moved_ : nullptr;
}

void DiffCount::forget() {
    if (ticket_)
        computing_.cancel();
    revision_.reset();
    ticket_.reset();
    before_.reset();
    moved_.reset();
}

void DiffCount::finish() {
    if (ticket_)
        take(computing_.wait());
}

void DiffCount::take(std::optional<Computing::Finished> finished) {
    if (!finished || finished->ticket != ticket_)
        return;
    ticket_.reset();
    if (finished->trace)
        before_ = *std::move(finished->trace);
    else
        moved_ = Diff{}; // there was not enough memory
}

} // namespace attn
