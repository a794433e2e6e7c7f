#pragma once

#include "core/session/session.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace attn {

/// A value: the sessions there have been, with a budget of bytes. Matrices shared between sessions count once.
class History {
public:
    static constexpr std::size_t default_budget = std::size_t{512} << 20;

    explicit History(Session first, std::size_t budget_bytes = default_budget);

    const Session& present() const;
    /// The same, for whoever needs it longer than the history does.
    std::shared_ptr<const Session> shared_present() const;
    /// What undo would go back to; none where there is nothing to undo.
    const Session* before() const;

    /// A new present; what could be redone is gone. Entries with the same gesture (other than 0) as the one before
    /// become one: a drag is one undo.
    void record(Session session, std::string label, std::uint64_t gesture = 0);

    bool can_undo() const { return position_ > 0; }
    bool can_redo() const { return position_ + 1 < entries_.size(); }
    void undo();
    void redo();

    /// What undo takes back and redo does again; empty where there is nothing.
    std::string undo_label() const;
    std::string redo_label() const;

    /// Of the present session: equal revisions mean the same session, so that "unsaved" can be told.
    std::uint64_t revision() const;

private:
    struct Entry {
        std::shared_ptr<const Session> session; ///< shared by copies of the history
        std::string label;
        std::uint64_t gesture = 0;
        std::uint64_t revision = 0;
        std::size_t all_bytes = 0; ///< of the session alone
        std::size_t own_bytes = 0; ///< of what the entry before does not hold
    };

    void keep_within_budget();

    std::vector<Entry> entries_;
    std::size_t position_ = 0;
    std::size_t budget_bytes_;
    std::uint64_t revisions_ = 0;
};

} // namespace attn
