#pragma once

#include "ui/document/journaling.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace attn {

/// Unsaved work of all documents of a window, each kept by a journal of its own.
class Journals {
public:
    explicit Journals(JournalOptions options) : options_(std::move(options)) {}

    /// From now on this is what must not be lost of that document. Returns at once.
    void keep(std::uint64_t document, UnsavedWork work);
    /// There is nothing to lose of it any more. Returns at once.
    void discard(std::uint64_t document);
    /// Goes as soon as what is kept next of the document is on the disk: that is the same work, opened again.
    void replace(std::uint64_t document, LeftWork left);

    /// What was kept last of the document is written now, whatever the interval. Returns at once.
    void hurry(std::uint64_t document);

    /// Returns when the last changes are on the disk, or could not be written. From any thread.
    void flush();
    /// Why nothing could be kept, once.
    std::optional<Error> take_problem();

private:
    Journaling& journal_of(std::uint64_t document);
    std::vector<std::shared_ptr<Journaling>> all() const;

    const JournalOptions options_;
    mutable std::mutex mutex_; ///< of which journals there are
    std::map<std::uint64_t, std::shared_ptr<Journaling>> journals_;
};

} // namespace attn
