#include "ui/moved.h"

#include <utility>

namespace attn {

namespace {

/// What takes longer is computed while the window goes on.
constexpr std::chrono::milliseconds moved_patience{30};

} // namespace

const Moved* MovedCount::count(const Document& document, const Trace& now, const Trace* baseline) {
    if (revision_ != document.history.revision()) {
        forget();
        revision_ = document.history.revision();
        if (baseline != nullptr)
            moved_ = Moved{"since the baseline", true, movements(*baseline, now)};
        else if (const Session* before = document.history.before())
            ticket_ = computing_.begin(before->layer());
        else
            moved_ = Moved{};
    }
    if (ticket_)
        take(computing_.take(moved_patience));
    if (!moved_ && before_)
        moved_ = Moved{"by “" + document.history.undo_label() + "”", false,
                       movements(*std::exchange(before_, std::nullopt), now)};
    return moved_ ? &*moved_ : nullptr;
}

void MovedCount::forget() {
    if (ticket_)
        computing_.cancel();
    revision_.reset();
    ticket_.reset();
    before_.reset();
    moved_.reset();
}

void MovedCount::finish() {
    if (ticket_)
        take(computing_.wait());
}

void MovedCount::take(std::optional<Computing::Finished> finished) {
    if (!finished || finished->ticket != ticket_)
        return;
    ticket_.reset();
    if (finished->trace)
        before_ = *std::move(finished->trace);
    else
        moved_ = Moved{}; // there was not enough memory
}

} // namespace attn
