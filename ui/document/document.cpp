#include "ui/document/document.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

/// The time that the window waits for the visible head; after that it draws the next frame, and shows the head when it
/// is computed.
constexpr std::chrono::milliseconds patience_for_a_head{15};
/// Waits longer if no part can be shown before: a frame of old numbers would only take the cores away.
constexpr std::chrono::milliseconds patience_for_all{50};

/// The approximate number of multiplications of a whole pass.
double work_of(const Layer& layer) {
    const Sizes sizes = sizes_of(layer);
    const auto number = [](Index length) { return static_cast<double>(length); };
    const double projected = number(sizes.S_q * sizes.D * sizes.d_k) +
                             number(sizes.S_k * sizes.D_context * (sizes.d_k + sizes.d_v)) +
                             number(sizes.S_q * sizes.d_v * sizes.D);
    constexpr double exponential = 20;
    const double attended = number(sizes.S_q * sizes.S_k) * (number(sizes.d_k + sizes.d_v) + exponential);
    return number(sizes.B * sizes.H) * (projected + attended);
}

bool is_quick(const Layer& layer) {
    constexpr double at_once = 4e6;
    return work_of(layer) < at_once;
}

} // namespace

const DocumentState& Document::newest() const {
    const auto coming = std::find_if(coming_.rbegin(), coming_.rend(), [](const Coming& c) { return !c.opens; });
    return coming == coming_.rend() ? *shown_ : coming->state;
}

Document::News Document::advance(DocumentState next, std::optional<HeadInSight> in_sight) {
    const bool opens = !shown_ || next.history.document() != newest().history.document();
    return compute({.state = std::move(next), .opens = opens, .in_sight = opens ? std::nullopt : in_sight});
}

Document::News Document::compute(Coming next) {
    const Layer& layer = next.state.session().layer();
    if (is_quick(layer)) {
        coming_.clear();
        preview_.reset();
        std::optional<Trace> trace = computing_.compute_now(layer);
        return trace ? show(std::move(next.state), *std::move(trace)) : News{.out_of_memory = true};
    }
    const std::chrono::milliseconds patience = next.in_sight ? patience_for_a_head : patience_for_all;
    std::optional<Computing::InSight> in_sight;
    if (next.in_sight)
        in_sight = Computing::InSight{next.in_sight->item, next.in_sight->head, next.in_sight->up_to, trace_};
    next.ticket = computing_.begin(layer, std::move(in_sight));
    coming_.push_back(std::move(next));
    std::optional<Computing::Finished> finished = computing_.take(patience);
    return finished ? take(*std::move(finished)) : News();
}

/// Stores the numbers of the shown session if `next` is one edit further. Steps of one gesture count as one edit, for
/// which the numbers before the gesture are stored.
void Document::keep_before_edit(const DocumentState& next) {
    const std::shared_ptr<const Session> before = next.history.shared_before();
    const bool is_edited = shown_ && before && is_quick(next.session().layer());
    const bool goes_on = is_edited && before_edit_ && before_edit_->session == before;
    if (is_edited && before == shown_->history.shared_present())
        before_edit_ = BeforeEdit{before, trace_};
    else if (!goes_on)
        before_edit_.reset();
}

Document::News Document::show(DocumentState next, Trace trace) {
    keep_before_edit(next);
    const auto left = shown_ ? std::optional(shown_->history.document()) : std::nullopt;
    const bool opened = left != next.history.document();
    shown_ = std::move(next);
    preview_.reset();
    if (opened)
        baseline_.reset();
    return {.changed = true,
            .opened = opened,
            .before = std::exchange(trace_, std::move(trace)),
            .left = opened ? left : std::nullopt};
}

Document::News Document::take(Computing::Finished finished) {
    if (!finished.trace) {
        News news = cancel();
        news.out_of_memory = true;
        return news;
    }
    if (!finished.is_whole) {
        preview(std::move(finished));
        return {};
    }
    while (!coming_.empty() && coming_.front().ticket < finished.ticket)
        coming_.pop_front(); // passed over by a newer state
    if (coming_.empty())
        return {};
    Coming coming = std::move(coming_.front());
    coming_.pop_front();
    return show(std::move(coming.state), *std::move(finished.trace));
}

bool Document::is_newest_seen() const {
    return coming_.empty() || (preview_ && preview_->state.history.revision() == newest().history.revision());
}

/// Shows the visible part of a state, the rest of which is still being computed.
void Document::preview(Computing::Finished seen) {
    const auto state = std::ranges::find(coming_, seen.ticket, &Coming::ticket);
    if (state != coming_.end() && state->in_sight)
        preview_ = Preview{state->state, *std::move(seen.trace), *state->in_sight};
}

Document::News Document::cancel() {
    computing_.cancel();
    preview_.reset();
    const bool opens = is_opening();
    std::erase_if(coming_, [](const Coming& coming) { return coming.opens; });
    std::deque<Coming> edits = std::exchange(coming_, {});
    return opens && !edits.empty() ? compute(std::move(edits.back())) : News();
}

/// Applies the change to the state that is shown and to those that are still being computed.
template <class Change>
void Document::change_all(const Change& change) {
    if (shown_)
        change(*shown_);
    for (Coming& coming : coming_)
        change(coming.state);
}

void Document::set_saved(std::uint64_t document, const std::filesystem::path& file, std::uint64_t revision,
                         const std::optional<FileStamp>& stamp) {
    change_all([&](DocumentState& state) {
        const auto saved = state.documents.find(document);
        if (saved == state.documents.end())
            return;
        saved->second.file = file;
        saved->second.stamp = stamp;
        saved->second.saved_revision = std::nullopt;
        // If the newest state is given up, the one before it goes on from its own revision and may come to this one
        // again.
        if (state.history.has_revision(revision))
            saved->second.saved_revision = revision;
    });
}

void Document::set_left(std::uint64_t document, const LeftDisplay& left) {
    change_all([&](DocumentState& state) {
        if (const auto found = state.documents.find(document); found != state.documents.end())
            found->second.left = left;
    });
}

void Document::count_as_kept() {
    const std::uint64_t document = newest().history.document();
    const std::uint64_t revision = newest().history.revision();
    change_all([&](DocumentState& state) {
        if (const auto found = state.documents.find(document);
            found != state.documents.end() && state.history.has_revision(revision))
            found->second.saved_revision = revision;
    });
}

} // namespace attn
