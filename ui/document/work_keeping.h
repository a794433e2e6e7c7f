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

/// Unsaved work of windows that ended abruptly, e.g. in a crash. As long as this object exists, no other window offers
/// that work.
class Recovery {
public:
    Recovery() = default;
    explicit Recovery(FoundLeftWork found);

    /// Returns the labels, the last changed first.
    std::span<const LeftWorkLabel> labels() const { return labels_; }

    /// Removes the work from its journal and returns it; nullopt if there is none.
    std::optional<LeftWork> take(const std::filesystem::path& folder);

private:
    std::vector<LeftWork> works_;
    std::vector<LeftWorkLabel> labels_; ///< labels of `works_`
};

/// Stores the unsaved work of all documents, each in a journal of its own, in case the window ends abruptly; holds the
/// unsaved work of other windows that ended so.
class WorkKeeping {
public:
    /// Without options, nothing is stored.
    explicit WorkKeeping(std::optional<JournalOptions> options) : options_(std::move(options)) {}

    /// The visible item and head, as far as they have been computed.
    struct Shown {
        std::shared_ptr<const Session> session; ///< the trace's session
        const Trace& trace;
        Index item = 0;
        Index head = 0;
    };
    /// Sets the documents whose work must not be lost; the journals of all others are discarded. Each state is passed
    /// on once, and again with its picture when the picture is computed. Returns at once.
    void keep(const DocumentState& state, std::span<const History::LeftDocument> work, const Shown& shown);
    /// Forgets documents that the user closed, so that their work is not offered again.
    void discard(std::span<const History::LeftDocument> documents);

    /// Writes the document's last work now, without waiting for the interval. Returns at once.
    void hurry(std::uint64_t document);
    /// Waits until the last changes are on the disk, or could not be written. May be called from any thread.
    void flush();
    /// Returns why the work could not be stored; each problem is reported once.
    std::optional<Error> take_problem();

    /// the unsaved work of other windows
    Recovery left;

private:
    /// The work that was last passed to a document's journal.
    struct Kept {
        std::shared_ptr<const Session> session;
        bool with_picture = false;
    };

    void keep(const DocumentState& state, const History::LeftDocument& document, const Shown& shown);
    Journaling& journal_of(std::uint64_t document);
    std::vector<std::shared_ptr<Journaling>> all() const;

    const std::optional<JournalOptions> options_;
    std::map<std::uint64_t, Kept> kept_; ///< stored work by the document's number
    mutable std::mutex mutex_;           ///< guards the map of journals
    std::map<std::uint64_t, std::shared_ptr<Journaling>> journals_;
};

} // namespace attn
