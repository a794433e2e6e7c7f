// What the shell does so that nothing is lost when it ends without being asked.

#include "core/tensor/pooling.h"
#include "ui/shell/app.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace attn {

namespace {

/// A in few enough cells for a small picture, of each block the largest; none where there is no A.
Matrix small_attention(const Trace& trace, Index item, Index head) {
    constexpr Index most_cells = 24;
    const Extent extent = trace.has(ArrayId::A) ? trace.extent(ArrayId::A) : Extent{0, 0};
    if (item >= extent.items || head >= extent.heads)
        return {};
    const Matrix weights = trace.matrix({ArrayId::A, item, head});
    const auto block = [](Index length) { return (length + most_cells - 1) / most_cells; };
    if (weights.empty())
        return {};
    Pooled small;
    small.follow({weights}, {block(weights.rows()), block(weights.columns())});
    return Matrix::copy_of(small.values());
}

std::int64_t seconds_since_1970() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

} // namespace

/// What undo has led back from stays: its user may not have wanted to lose it.
App::~App() {
    if (!journals_ || !closed_ || !document_.is_shown())
        return;
    for (const History::LeftDocument& document : document_.newest().history.documents())
        if (kept_.contains(document.number))
            journals_->discard(document.number);
}

void App::flush_journal() {
    if (journals_)
        journals_->flush();
}

/// Hands the newest state of every document over that has unsaved changes.
void App::keep_unsaved_work() {
    if (!journals_ || closed_ || !document_.is_shown())
        return;
    if (const std::optional<Error> problem = journals_->take_problem())
        say("What is not saved is lost in a crash: " + problem->message + ".", true);
    const DocumentState& state = document_.newest();
    std::erase_if(kept_, [&](const auto& kept) { return !state.history.has_document(kept.first); });
    for (const History::LeftDocument& document : state.history.documents())
        if (is_work(state, document))
            keep_work_of(state, document);
        else if (kept_.erase(document.number) > 0)
            journals_->discard(document.number);
}

/// Once, and again with its picture when that is computed.
void App::keep_work_of(const DocumentState& state, const History::LeftDocument& document) {
    const OpenedDocument& opened = state.documents.at(document.number);
    if (opened.left_in)
        if (std::optional<LeftWork> left = recovery_.take(*opened.left_in))
            journals_->replace(document.number, *std::move(left));
    Kept& kept = kept_[document.number];
    const bool is_computed = document_.shown().history.shared_present() == document.session;
    if (document.session == kept.session && (kept.with_picture || !is_computed))
        return;
    kept = {document.session, is_computed};
    Matrix picture = is_computed ? small_attention(trace(), workspace_.item, workspace_.head) : Matrix();
    journals_->keep(document.number,
                    {document.session, opened.file, opened.stamp, seconds_since_1970(), std::move(picture)});
}

void App::take(Result<FoundLeftWork> found) {
    if (!found) {
        tell(error("Work that was not saved cannot be looked for: {}.", found.error().message));
        return;
    }
    if (!found->problem.empty())
        say(found->problem, true);
    recovery_ = Recovery(*std::move(found));
    offers_left_work_ = !recovery_.labels().empty();
}

void App::offer_left_work() {
    const bool hands_are_free = !workspace_.overlay && !workspace_.field && !workspace_.drag &&
                                !workspace_.playback.active && !workspace_.start && !workspace_.see_how &&
                                !workspace_.lecture;
    if (!hands_are_free || !std::exchange(offers_left_work_, false))
        return;
    workspace_.overlay = Overlay{Overlay::Kind::left_work, {}, {}, 0};
}

void App::open_left_work(const std::filesystem::path& folder, Session session) {
    const auto labels = recovery_.labels();
    const auto label = std::ranges::find(labels, folder, &LeftWorkLabel::folder);
    if (label == labels.end())
        return;
    recovered_from_ = label->changed;
    // It counts as unsaved until it is saved, and is kept by this window's journal from the next frame on.
    open_document(std::move(session), {.file = label->file, .stamp = label->stamp, .left_in = folder});
}

void App::discard_left_work(const std::filesystem::path& folder) {
    if (std::optional<LeftWork> left = recovery_.take(folder))
        left->discard();
    if (recovery_.labels().empty() && workspace_.overlay && workspace_.overlay->kind == Overlay::Kind::left_work)
        workspace_.overlay.reset();
}

} // namespace attn
