#pragma once

#include "core/journal/left_work.h"
#include "ui/document/document_state.h"
#include "ui/document/journaling.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// Work that was left by windows that ended without being asked. What was found is this window's to offer until it
/// goes.
class Recovery {
public:
    Recovery() = default;
    explicit Recovery(FoundLeftWork found);

    /// The last changed first.
    std::span<const LeftWorkLabel> labels() const { return labels_; }

    /// Gives up the work of that journal; nothing where there is none.
    std::optional<LeftWork> take(const std::filesystem::path& folder);

private:
    std::vector<LeftWork> works_;
    std::vector<LeftWorkLabel> labels_; ///< of works_
};

/// So that nothing is lost when a window ends without being asked: the unsaved work of all its documents, each kept by
/// a journal of its own, and what other windows left behind.
class WorkKeeping {
public:
    /// No options: nothing is kept.
    explicit WorkKeeping(std::optional<JournalOptions> options) : options_(std::move(options)) {}

    /// What is in sight, as far as it has been computed.
    struct Shown {
        std::shared_ptr<const Session> session; ///< of the trace
        const Trace& trace;
        Index item = 0;
        Index head = 0;
    };
    /// From now on this is what must not be lost of these documents, and of all others there is nothing to lose any
    /// more. Each state is handed over once, and again with its picture when that is computed. Returns at once.
    void keep(const DocumentState& state, std::span<const History::LeftDocument> work, const Shown& shown);
    /// Of none of the documents there is anything to lose any more, as their user closes them.
    void discard(std::span<const History::LeftDocument> documents);

    /// What was kept last of the document is written now, whatever the interval. Returns at once.
    void hurry(std::uint64_t document);
    /// Returns when the last changes are on the disk, or could not be written. From any thread.
    void flush();
    /// Why nothing could be kept, once.
    std::optional<Error> take_problem();

    /// What was found that other windows left.
    Recovery left;

private:
    /// What the journal of a document was given last.
    struct Kept {
        std::shared_ptr<const Session> session;
        bool with_picture = false;
    };

    void keep(const DocumentState& state, const History::LeftDocument& document, const Shown& shown);
    Journaling& journal_of(std::uint64_t document);
    std::vector<std::shared_ptr<Journaling>> all() const;

    const std::optional<JournalOptions> options_;
    std::map<std::uint64_t, Kept> kept_; ///< by documents
    mutable std::mutex mutex_;           ///< of which journals there are
    std::map<std::uint64_t, std::shared_ptr<Journaling>> journals_;
};

} // namespace attn
