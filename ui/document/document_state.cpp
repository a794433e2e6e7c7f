#include "ui/document/document_state.h"

#include "core/files/printable.h"

#include <utility>

namespace attn {

namespace {

std::string name_of_document(const OpenedDocument& document, const Session& session) {
    if (document.file)
        return printable_path(document.file->filename());
    return document.called.empty() ? session.title : document.called;
}

/// True if the document holds work from its beginning that would be lost.
bool is_in_no_file(const OpenedDocument& document) {
    return document.left_in || document.has_typed_text;
}

} // namespace

DocumentState::DocumentState(Session session, OpenedDocument document) : history(std::move(session)) {
    if (!is_in_no_file(document))
        document.saved_revision = history.revision();
    documents.emplace(history.document(), std::move(document));
}

void DocumentState::open(Session session, OpenedDocument document, bool unsaved) {
    const std::string name = name_of_document(document, session);
    history.open(std::move(session), "open " + (name.empty() ? "another session" : name), unsaved);
    if (!is_in_no_file(document))
        document.saved_revision = history.revision();
    std::erase_if(documents, [&](const auto& known) { return !history.has_document(known.first); });
    documents.emplace(history.document(), std::move(document));
}

std::string DocumentState::name_of(const History::LeftDocument& left) const {
    return name_of_document(documents.at(left.number), *left.session);
}

LeftView left_view(const Workspace& workspace) {
    return {static_cast<const ViewState&>(workspace), static_cast<const SessionView&>(workspace)};
}

void come_back(const LeftView& left, Workspace& workspace) {
    ViewState view = left.view;
    view.reveal.reset(); // a film does not go on after coming back
    view.look = workspace.look;
    view.grey = workspace.grey;
    view.steps = workspace.steps;
    view.numbers = workspace.numbers;
    view.decimals = workspace.decimals;
    view.whole_numbers = workspace.whole_numbers;
    static_cast<ViewState&>(workspace) = view;
    static_cast<SessionView&>(workspace) = left.session_view;
}

} // namespace attn
