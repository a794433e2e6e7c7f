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

/// The part of a workspace that belongs to the shown session; it is stored when another session is shown, so that the
/// user can come back to it. Colours, decimals and similar settings belong to the user, and stay as they are.
struct LeftView {
    ViewState view;
    SessionView session_view;
};

/// A document's view, baseline and goals at the time when another document replaced it.
struct LeftDisplay {
    LeftView view;
    std::shared_ptr<const Session> baseline; ///< null: changes were not counted
    Beginnings beginnings;                   ///< goals of the document; empty: there were none
};

/// A document, to which many sessions may belong: its file, and how it was displayed last.
struct OpenedDocument {
    std::optional<std::filesystem::path> file{};
    std::optional<FileStamp> stamp{};               ///< stamp of `file` when it was last read or written here
    std::optional<std::filesystem::path> left_in{}; ///< the journal of another window, from which the document was
                                                    ///< opened
    bool has_typed_text = false;                    ///< true: the user typed its text, which no file has
    std::string called{};                           ///< the document's name instead of the title, if it has no file
    SavedView view{};                               ///< the view in which the document was saved
    std::optional<std::uint64_t> saved_revision{};  ///< the revision that is saved; nullopt: none
    std::optional<LeftDisplay> left{};              ///< nullopt: no other document has replaced it yet
};

/// The history of sessions, and the documents that they belong to. An edit, or opening another document, replaces this
/// state by the next one.
struct DocumentState {
    /// Work from another window's journal and a text that was typed count as unsaved, anything else as saved.
    DocumentState(Session session, OpenedDocument document);
    /// Opens another document; undo returns to this one.
    void open(Session session, OpenedDocument document, bool unsaved);

    History history;
    std::map<std::uint64_t, OpenedDocument> documents; ///< documents by their number in the history

    const Session& session() const { return history.present(); }
    const OpenedDocument& document() const { return documents.at(history.document()); }
    bool unsaved() const { return document().saved_revision != history.revision(); }
    bool is_unsaved(const History::LeftDocument& left) const {
        return documents.at(left.number).saved_revision != left.revision;
    }
    /// Returns the document's name: "tea.json", "Masks"; empty if it has none.
    std::string name_of(const History::LeftDocument& left) const;
    std::string name() const { return name_of(history.documents().front()); }
};

LeftView left_view(const Workspace& workspace);
void come_back(const LeftView& left, Workspace& workspace);

} // namespace attn
