#pragma once

#include "core/document/session/history.h"
#include "core/document/session/saved_session.h"
#include "core/files/file_stamp.h"
#include "ui/document/done_goals.h"
#include "ui/document/workspace.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What of a workspace belongs to the session that is shown, to come back to when another has been shown meanwhile.
/// Colours, decimals and the like are the user's own, and stay as they are.
struct LeftView {
    ViewState view;
    SessionView session_view;
};

/// How a document was shown when another took its place, to come back to.
struct LeftDisplay {
    LeftView view;
    std::shared_ptr<const Session> baseline; ///< none: changes were not counted
    Beginnings beginnings;                   ///< none: there were no goals
};

/// What all sessions of one document have in common: where it is kept, and how it was left.
struct OpenedDocument {
    std::optional<std::filesystem::path> file{};
    std::optional<FileStamp> stamp{};               ///< of `file` as it was read or written here
    std::optional<std::filesystem::path> left_in{}; ///< the journal from which it was opened, left by another window
    std::string called{};                           ///< instead of its title, where it has no file
    SavedView view{};                               ///< in which it was saved
    std::optional<std::uint64_t> saved_revision{};  ///< what is kept; none: nothing of it
    std::optional<LeftDisplay> left{};              ///< none: it has not been left yet
};

/// The sessions there have been, and the documents that they are of: what an edit, or opening another document,
/// replaces by the next one.
struct DocumentState {
    /// What was left in a journal counts as unsaved; all else is kept as it was opened.
    DocumentState(Session session, OpenedDocument document);
    /// Another document, which undo leads back from.
    void open(Session session, OpenedDocument document, bool unsaved);

    History history;
    std::map<std::uint64_t, OpenedDocument> documents; ///< by their numbers in the history

    const Session& session() const { return history.present(); }
    const OpenedDocument& document() const { return documents.at(history.document()); }
    bool unsaved() const { return document().saved_revision != history.revision(); }
    bool is_unsaved(const History::LeftDocument& left) const {
        return documents.at(left.number).saved_revision != left.revision;
    }
    /// How people call it: "tea.json", "Masks"; empty where it has no name.
    std::string name_of(const History::LeftDocument& left) const;
    std::string name() const { return name_of(history.documents().front()); }
};

LeftView left_view(const Workspace& workspace);
void come_back(const LeftView& left, Workspace& workspace);

} // namespace attn
