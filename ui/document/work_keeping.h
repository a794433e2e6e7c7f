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

/// Work left by windows that ended abruptly, e.g. in a crash. Until this object goes, only this window offers that
/// work.
class Recovery {
public:
    Recovery() = default;
    explicit Recovery(FoundLeftWork found);

    /// The labels, the last changed first.
    std::span<const LeftWorkLabel> labels() const { return labels_; }

    /// Takes the work out of that journal; `nullopt` if there is none.
    std::optional<LeftWork> take(const std::filesystem::path& folder);

private:
    std::vector<LeftWork> works_;
    std::vector<LeftWorkLabel> labels_; ///< labels of `works_`
};

/// Keeps the unsaved work of all documents, each in a journal of its own, in case the window ends abruptly; holds
/// what other windows left behind.
class WorkKeeping {
public:
    /// Without options nothing is kept.
    explicit WorkKeeping(std::optional<JournalOptions> options) : options_(std::move(options)) {}

    /// The item and head in sight, as far as they have been computed.
    struct Shown {
        std::shared_ptr<const Session> session; ///< the trace's session
        const Trace& trace;
        Index item = 0;
        Index head = 0;
    };
    /// Sets the documents whose work must not be lost; the journals of all others are discarded. Each state is handed
    /// over once, and again with its picture when that is computed. Returns at once.
    void keep(const DocumentState& state, std::span<const History::LeftDocument> work, const Shown& shown);
    /// Forgets documents that the user closed, so that their work is not offered again.
    void discard(std::span<const History::LeftDocument> documents);

    /// Has the document's last work written now, whatever the interval. Returns at once.
    void hurry(std::uint64_t document);
    /// Waits until the last changes are on the disk, or could not be written. May be called from any thread.
    void flush();
    /// Why nothing could be kept; each problem is told once.
    std::optional<Error> take_problem();

    /// The work that other windows left.
    Recovery left;

private:
    /// The work that a document's journal was given last.
    struct Kept {
        std::shared_ptr<const Session> session;
        bool with_picture = false;
    };

    void keep(const DocumentState& state, const History::LeftDocument& document, const Shown& shown);
    Journaling& journal_of(std::uint64_t document);
    std::vector<std::shared_ptr<Journaling>> all() const;

    const std::optional<JournalOptions> options_;
    std::map<std::uint64_t, Kept> kept_; ///< by document
    mutable std::mutex mutex_;           ///< guards the map of journals
    std::map<std::uint64_t, std::shared_ptr<Journaling>> journals_;
};

} // namespace attn
