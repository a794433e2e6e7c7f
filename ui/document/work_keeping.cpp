#include "ui/document/work_keeping.h"

#include "core/tensor/pooling.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace attn {

namespace {

/// A, at most 24 × 24, for a small picture; a cell is its block's entry of largest magnitude. Empty if there is no A.
Matrix small_attention(const Trace& trace, Index item, Index head) {
    constexpr Index most_cells = 24;
    const Extent extent = trace.has(ArrayId::A) ? trace.extent(ArrayId::A) : Extent{0, 0};
    if (item >= extent.items || head >= extent.heads)
        return {};
    const Matrix weights = trace.array(ArrayId::A, item, head);
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

Journaling& WorkKeeping::journal_of(std::uint64_t document) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Journaling>& journal = journals_[document];
    if (!journal)
        journal = std::make_shared<Journaling>(*options_);
    return *journal;
}

std::vector<std::shared_ptr<Journaling>> WorkKeeping::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Journaling>> all;
    for (const auto& [document, journal] : journals_)
        all.push_back(journal);
    return all;
}

void WorkKeeping::keep(const DocumentState& state, std::span<const History::LeftDocument> work, const Shown& shown) {
    if (!options_)
        return;
    std::erase_if(kept_, [&](const auto& kept) { return !state.history.has_document(kept.first); });
    for (const History::LeftDocument& document : state.history.documents())
        if (std::ranges::find(work, document.number, &History::LeftDocument::number) != work.end())
            keep(state, document, shown);
        else if (kept_.erase(document.number) > 0)
            journal_of(document.number).discard();
}

void WorkKeeping::keep(const DocumentState& state, const History::LeftDocument& document, const Shown& shown) {
    const OpenedDocument& opened = state.documents.at(document.number);
    Journaling& journal = journal_of(document.number);
    if (opened.left_in)
        if (std::optional<LeftWork> same_work = left.take(*opened.left_in))
            journal.replace(*std::move(same_work));
    Kept& kept = kept_[document.number];
    const bool is_computed = shown.session == document.session;
    if (document.session == kept.session && (kept.with_picture || !is_computed))
        return;
    kept = {document.session, is_computed};
    Matrix picture = is_computed ? small_attention(shown.trace, shown.item, shown.head) : Matrix();
    journal.keep({document.session, opened.file, opened.stamp, seconds_since_1970(), std::move(picture)});
}

void WorkKeeping::discard(std::span<const History::LeftDocument> documents) {
    for (const History::LeftDocument& document : documents)
        if (kept_.erase(document.number) > 0)
            journal_of(document.number).discard();
}

void WorkKeeping::hurry(std::uint64_t document) {
    const std::lock_guard lock(mutex_);
    if (const auto journal = journals_.find(document); journal != journals_.end())
        journal->second->hurry();
}

void WorkKeeping::flush() {
    for (const std::shared_ptr<Journaling>& journal : all())
        journal->flush();
}

std::optional<Error> WorkKeeping::take_problem() {
    std::optional<Error> problem;
    for (const std::shared_ptr<Journaling>& journal : all())
        if (std::optional<Error> found = journal->take_problem())
            problem = std::move(found);
    return problem;
}

Recovery::Recovery(FoundLeftWork found) : works_(std::move(found.works)) {
    for (const LeftWork& work : works_)
        labels_.push_back(work.label());
}

std::optional<LeftWork> Recovery::take(const std::filesystem::path& folder) {
    const auto at = std::ranges::find(works_, folder, [](const LeftWork& work) { return work.label().folder; });
    if (at == works_.end())
        return std::nullopt;
    LeftWork taken = std::move(*at);
    labels_.erase(labels_.begin() + (at - works_.begin()));
    works_.erase(at);
    return taken;
}

} // namespace attn
