#pragma once

#include "core/document/session/session.h"
#include "core/notation/named_words.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace attn {

/// A value: the sessions there have been, of all documents that were opened one after the other, with a budget of
/// bytes. Matrices shared between sessions count once.
class History {
public:
    static constexpr std::size_t default_budget = std::size_t{512} << 20;

    explicit History(Session first, std::size_t budget_bytes = default_budget);

    const Session& present() const;
    /// The same, for whoever needs it longer than the history does.
    std::shared_ptr<const Session> shared_present() const;
    /// The present before its last edit; none where it has not been edited since it was opened.
    const Session* before() const { return shared_before().get(); }
    std::shared_ptr<const Session> shared_before() const;

    /// A new present; what could be redone is gone. Entries with the same gesture (other than 0) as the one before
    /// become one: a drag is one undo.
    void record(Session session, NamedWords label, std::uint64_t gesture = 0);

    /// Another document takes the place of the present one, which undo comes back to. Where that is `unsaved`, it is
    /// kept whatever the budget.
    void open(Session session, NamedWords label, bool unsaved);

    /// The present is the first session there has been.
    void forget_past();

    bool can_undo() const { return position_ > 0; }
    bool can_redo() const { return position_ + 1 < entries_.size(); }
    void undo();
    void redo();

    /// What undo takes back and redo does again; empty where there is nothing.
    NamedWords undo_label() const;
    NamedWords redo_label() const;

    /// Of the present session: equal revisions mean the same session, so that "unsaved" can be told.
    std::uint64_t revision() const;
    bool has_revision(std::uint64_t revision) const;

    /// Which document the present session is of. Each that is opened has a number of its own.
    std::uint64_t document() const { return entries_[position_].document; }
    bool has_document(std::uint64_t number) const;

    /// A document in the state in which the next one was opened; the present one in its present state.
    struct LeftDocument {
        std::uint64_t number = 0;
        std::shared_ptr<const Session> session;
        std::uint64_t revision = 0;
    };
    /// The present document and those that undo comes back to, the present one first.
    std::vector<LeftDocument> documents() const;

private:
    struct Entry {
        std::shared_ptr<const Session> session; ///< shared by copies of the history
        NamedWords label;
        std::uint64_t gesture = 0;
        std::uint64_t revision = 0;
        std::uint64_t document = 0;
        bool left_unsaved = false; ///< when another document was opened
        std::size_t all_bytes = 0; ///< of the session alone
        std::size_t own_bytes = 0; ///< of what the entry before does not hold
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
