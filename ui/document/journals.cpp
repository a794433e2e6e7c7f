#include "ui/document/journals.h"

#include <utility>

namespace attn {

Journaling& Journals::journal_of(std::uint64_t document) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Journaling>& journal = journals_[document];
    if (!journal)
        journal = std::make_shared<Journaling>(options_);
    return *journal;
}

std::vector<std::shared_ptr<Journaling>> Journals::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Journaling>> all;
    for (const auto& [document, journal] : journals_)
        all.push_back(journal);
    return all;
}

void Journals::keep(std::uint64_t document, UnsavedWork work) {
    journal_of(document).keep(std::move(work));
}

void Journals::discard(std::uint64_t document) {
    journal_of(document).discard();
}

void Journals::replace(std::uint64_t document, LeftWork left) {
    journal_of(document).replace(std::move(left));
}

void Journals::hurry(std::uint64_t document) {
    const std::lock_guard lock(mutex_);
    if (const auto journal = journals_.find(document); journal != journals_.end())
        journal->second->hurry();
}

void Journals::flush() {
    for (const std::shared_ptr<Journaling>& journal : all())
        journal->flush();
}

std::optional<Error> Journals::take_problem() {
    std::optional<Error> problem;
    for (const std::shared_ptr<Journaling>& journal : all())
        if (std::optional<Error> found = journal->take_problem())
            problem = std::move(found);
    return problem;
}

} // namespace attn
