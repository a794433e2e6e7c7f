#pragma once

#include "core/document/session/session.h"
#include "core/notation/named_words.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace attn {

/// The sessions so far, of all documents that were opened one after the other, within a budget of bytes. A matrix that
/// sessions share is counted once. A value type.
class History {
public:
    static constexpr std::size_t default_budget = std::size_t{512} << 20;

    explicit History(Session first, std::size_t budget_bytes = default_budget);

    const Session& present() const;
    /// The present session, for users that outlive the history.
    std::shared_ptr<const Session> shared_present() const;
    /// The session before the last edit; null if there was no edit since the document was opened.
    const Session* before() const { return shared_before().get(); }
    std::shared_ptr<const Session> shared_before() const;

    /// Adds a new present session and drops the redo entries. Entries with the same gesture (not 0) become one, so that
    /// a drag is undone at once.
    void record(Session session, NamedWords label, std::uint64_t gesture = 0);

    /// Opens another document; undo returns to the present one, which is kept whatever the budget if it is `unsaved`.
    void open(Session session, NamedWords label, bool unsaved);

    /// Drops all entries before the present one.
    void forget_past();

    bool can_undo() const { return position_ > 0; }
    bool can_redo() const { return position_ + 1 < entries_.size(); }
    void undo();
    void redo();

    /// The label of the edit that undo or redo would apply; empty if there is none.
    NamedWords undo_label() const;
    NamedWords redo_label() const;

    /// Identifies the present session: equal numbers mean the same session, from which "unsaved" is derived.
    std::uint64_t revision() const;
    bool has_revision(std::uint64_t revision) const;

    /// Identifies the document of the present session; each opened document has its own number.
    std::uint64_t document() const { return entries_[position_].document; }
    bool has_document(std::uint64_t number) const;

    /// A document as it was when the next one was opened; the present document as it is now.
    struct LeftDocument {
        std::uint64_t number = 0;
        std::shared_ptr<const Session> session;
        std::uint64_t revision = 0;
    };
    /// The present document and those that undo returns to, the present one first.
    std::vector<LeftDocument> documents() const;

private:
    struct Entry {
        std::shared_ptr<const Session> session; ///< shared by copies of the history
        NamedWords label;
        std::uint64_t gesture = 0;
        std::uint64_t revision = 0;
        std::uint64_t document = 0;
        bool left_unsaved = false; ///< true: had unsaved changes when another document was opened
        std::size_t all_bytes = 0; ///< size of the session
        std::size_t own_bytes = 0; ///< size of what the entry before does not share
    };

    void append(Entry entry);
    bool is_last_of_document(std::size_t entry) const;
    void keep_within_budget();
    void forget(std::size_t entry);

    std::vector<Entry> entries_;
    std::size_t position_ = 0;
    std::size_t budget_bytes_;
    std::uint64_t revisions_ = 0;
    std::uint64_t documents_ = 0;
};

} // namespace attn
