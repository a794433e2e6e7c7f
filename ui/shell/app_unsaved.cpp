// The shell's part that keeps unsaved work, in case the window ends abruptly.

#include "ui/actions/dialog.h"
#include "ui/shell/app.h"

#include <algorithm>
#include <utility>

namespace attn {

/// Documents that undo has led back from keep their journals: the user may not have wanted to lose them.
App::~App() {
    if (closed_ && document_.is_shown())
        keeping_.discard(document_.newest().history.documents());
}

/// Hands over the newest state of every document that has unsaved changes.
void App::keep_unsaved_work() {
    if (closed_ || !document_.is_shown())
        return;
    if (const std::optional<Error> problem = keeping_.take_problem())
        say_problem("Unsaved work could not be kept against a crash: " + problem->message + ".");
    keeping_.keep(document_.newest(), unsaved_documents(),
                  {document_.shown().history.shared_present(), trace(), workspace_.item, workspace_.head});
}

void App::take(Result<FoundLeftWork> found) {
    if (!found) {
        tell(error("Work that was not saved cannot be looked for: {}.", found.error().message));
        return;
    }
    if (!found->problem.empty())
        say_problem(found->problem);
    keeping_.left = Recovery(*std::move(found));
    offers_left_work_ = !keeping_.left.labels().empty();
}

void App::offer_left_work() {
    const bool hands_are_free = !workspace_.overlay && !workspace_.field && !workspace_.drag &&
                                !workspace_.playback.active && scope_of(workspace_).makes_remarks();
    if (!hands_are_free || !std::exchange(offers_left_work_, false))
        return;
    workspace_.overlay = Overlay{Overlay::Kind::left_work};
}

void App::open_left_work(const std::filesystem::path& folder, Session session) {
    const auto labels = keeping_.left.labels();
    const auto label = std::ranges::find(labels, folder, &LeftWorkLabel::folder);
    if (label == labels.end())
        return;
    recovered_from_ = label->changed;
    // The document counts as unsaved until it is saved; from the next frame on this window's journal keeps it.
    open_document(std::move(session), {.file = label->file, .stamp = label->stamp, .left_in = folder});
}

void App::discard_left_work(const std::filesystem::path& folder) {
    if (std::optional<LeftWork> left = keeping_.left.take(folder))
        left->discard();
    if (keeping_.left.labels().empty() && is_open(workspace_, Overlay::Kind::left_work))
        workspace_.overlay.reset();
}

} // namespace attn
