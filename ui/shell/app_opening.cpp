// The shell's part that shows another document in place of the present one, and comes back to one by undo.

#include "core/document/files/session_file.h"
#include "core/document/session/sentences.h"
#include "core/notation/index_letters.h"
#include "ui/actions/fields.h"
#include "ui/actions/lesson_names.h"
#include "ui/actions/name_field.h"
#include "ui/actions/navigation.h"
#include "ui/actions/picture_offers.h"
#include "ui/actions/playback.h"
#include "ui/dialogs/left_work.h"
#include "ui/document/document_state.h"
#include "ui/document/layer_name.h"
#include "ui/shell/app.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace attn {

namespace {

/// A baseline that takes longer is computed in the background.
constexpr std::chrono::milliseconds patience_with_baseline{30};

std::string name_or(const std::string& name, std::string_view otherwise) {
    return name.empty() ? std::string(otherwise) : name;
}

Result<Session> with_sentence(const Session& session, std::string_view text) {
    const std::vector<std::string> tokens = split_text(session, session.layer().sequence, text);
    Result<Applied> read = apply(session, SetTokens{0, tokens, Side::sequence});
    if (!read)
        return read.error();
    return std::move(read->session);
}

} // namespace

void App::show(SavedSession saved, std::optional<std::filesystem::path> file, std::optional<FileStamp> stamp) {
    if (file && !stamp)
        stamp = stamp_of(*file);
    open_document(std::move(saved.session), {.file = std::move(file), .stamp = stamp, .view = std::move(saved.view)},
                  OpenedBy::script);
}

/// Opens a document; undo leads back from it, as from an edit. A session without a notation is shown in the user's.
void App::open_document(Session session, OpenedDocument document, OpenedBy by) {
    tells_way_back_ = by == OpenedBy::user;
    if (session.notation == NotationChoice())
        session.notation = preferred_notation_;
    if (!document_.is_shown()) {
        take(document_.advance(DocumentState(std::move(session), std::move(document))));
        return;
    }
    DocumentState next = document_.newest();
    const History::LeftDocument present = next.history.documents().front();
    const bool is_untouched = !next.history.can_undo() && !next.history.can_redo() && !next.is_unsaved(present);
    next.open(std::move(session), std::move(document), is_work(next, present));
    if (by == OpenedBy::script && is_untouched)
        next.history.forget_past(); // nobody has done anything there
    take(document_.advance(std::move(next)));
}

void App::load_preset(const OpenPreset& preset) {
    Result<Session> session = attn::load_preset(assets_, preset.name);
    if (session && !preset.sentence.empty())
        session = with_sentence(*session, preset.sentence);
    if (!session) {
        tell(session.error());
        return;
    }
    session->notation = this->session().notation; // the notation is the reader's choice, not the preset's
    if (session->origin)                          // a model waits for a sentence
        begins_ = Begins::sentence;
    open_document(*std::move(session), {.has_typed_text = !preset.sentence.empty()});
}

/// The session of the first minute with the word that was typed when it was left, if the session knows its letters.
Session App::with_word_of_start(Session session) const {
    const auto letters = split_text(session, session.layer().sequence, workspace_.word_of_start);
    const bool are_known = std::ranges::all_of(
        letters, [&](const std::string& letter) { return is_known(session.layer().sequence, letter); });
    if (!letters.empty() && are_known)
        if (Result<Applied> typed = apply(std::as_const(session), SetTokens{0, letters, Side::sequence}))
            return std::move(typed->session);
    return session;
}

void App::open_to_begin_start() {
    Result<Session> session = attn::load_preset(assets_, std::string(start_preset));
    if (!session) {
        tell(session.error());
        return;
    }
    begins_ = Begins::start;
    open_document(with_word_of_start(*std::move(session)), {.called = "The first minute"});
}

/// The first minute on the open session; `nullopt` if the session has no readouts or no embeddings of letters.
std::optional<LessonRun> App::first_minute() {
    workspace_.knows_start = true;
    if (session().readouts.empty() || !session().layer().sequence.embeddings)
        return std::nullopt;
    Result<Lesson> lesson = load_lesson(assets_ / "lessons" / "first-minute.json", assets_);
    if (!lesson) {
        tell(lesson.error());
        return std::nullopt;
    }
    LessonRun run;
    run.lesson = std::make_shared<const Lesson>(*std::move(lesson));
    return run;
}

void App::begin_session() {
    constexpr std::string_view small_layer = R"({"version": 1, "tokens": ["the", "cat", "sat"],
        "sizes": {"d_model": 8, "heads": 2, "d_k": 4, "d_v": 4}})";
    Result<Session> session = parse_session(small_layer, "new session", {});
    if (!session) {
        tell(session.error());
        return;
    }
    begins_ = Begins::session;
    open_document(*std::move(session), {.called = "New session"});
}

/// Shows another document: a new one from its beginning, one that was left as it was left.
void App::begin_document(const Document::News& news) {
    ++documents_;
    if (news.left)
        note_left(*news.left);
    keep_baseline(std::nullopt);
    jobs_.cancel(Job::checking);
    offers_comparison_ = false;
    highlight_.end();
    workspace_.field.reset();
    workspace_.field_problem.clear();
    workspace_.refused.reset();
    workspace_.overlay.reset();
    workspace_.notice.reset();
    const Begins begins = std::exchange(begins_, Begins::nothing);
    if (const std::optional<LeftDisplay> left = document_.shown().document().left)
        come_back_to(*left);
    else
        begin_display(begins);
    tells_way_back_ = false;
    lock_session();
    keep_unsaved_work();
    if (news.left) // whatever becomes of the window, the left document is on the disk before long
        keeping_.hurry(*news.left);
}

/// Begins the view of the session: keeps the present one, or goes to the opening cell or to the saved view.
void App::begin_view(bool keeps) {
    const Status now = status();
    workspace_.chosen_token.reset();
    if (keeps)
        return keep_view(ui(now), workspace_);
    workspace_.steps = StepsShown::notes;
    go_to_opening(ui(now), workspace_);
    const SavedView& view = document_.shown().document().view;
    if (view.place)
        go_to_place(ui(now), workspace_, *view.place);
    if (session().texts_of_preset && session().origin) // a model that comes with the program
        workspace_.picture = PictureId::model;
    for (const PictureId offered : offered_pictures(ui(now)))
        if (picture(offered).name == view.picture)
            workspace_.picture = offered;
    workspace_.fixed_ranges = view.ranges;
    workspace_.shares_range = view.shares_range;
    workspace_.shows_change = session().left_baseline != nullptr;
    compute_baseline(session().left_baseline);
}

void App::begin_display(Begins begins) {
    const Status now = status();
    begin_view(begins == Begins::same_view);
    workspace_.goals_done.clear();
    beginnings_.clear();
    if (!session().goals.empty())
        beginnings_.push_back(std::make_shared<const Moment>(Moment{session(), trace()}));
    show_all_lines(workspace_);
    // Trials in a lesson are nobody's work: going from one step to the next tells of no way back.
    tells_way_back_ = tells_way_back_ && !(workspace_.lesson && begins == Begins::lesson);
    workspace_.lesson = begins == Begins::lesson  ? std::exchange(coming_lesson_, std::nullopt)
                        : begins == Begins::start ? first_minute()
                                                  : std::nullopt;
    std::string said = tells_way_back_ ? way_back() : std::string();
    const bool undo = !said.empty();
    if (workspace_.lesson)
        begin_lesson_step();
    else if (begins == Begins::sentence)
        begin_field(ui(now), workspace_, "field:sentence");
    else if (begins == Begins::session) {
        workspace_.field = open_field("field:sentence", "the cat sat");
        said = "Write the sentence. Sizes stand under “edit”, weights under “matrix”." + (undo ? " " + said : said);
    }
    const std::optional<std::int64_t> recovered = std::exchange(recovered_from_, std::nullopt);
    if (recovered)
        said = fmt::format("Recovered as it was on {}. It is not saved yet.", date_in_words(*recovered)) +
               (undo ? " " + said : said);
    else if (undo && begins != Begins::session)
        said = fmt::format("Opened {}. {}",
                           begins == Begins::same_view ? layer_of_model(session())
                                                       : name_or(document_.shown().name(), "another session"),
                           said);
    const std::string lesson = begins == Begins::nothing ? lesson_saved_in() : std::string();
    said += (said.empty() || lesson.empty() ? "" : " ") + lesson;
    const std::string doubts = doubts_about_notation();
    said += (said.empty() || doubts.empty() ? "" : " ") + doubts;
    if (said.empty())
        return;
    Notice notice = notice_of_state(std::move(said));
    if (recovered)
        notice.holds = HoldsWhile::unsaved;
    notice.passes = begins == Begins::session && !undo;
    notice.undo = undo;
    if (!lesson.empty())
        notice.leads_on = {{"action:lesson-resume", "Go on"}};
    say(std::move(notice));
}

/// A sentence that the session was saved in a lesson; empty if it was not, or if the lesson is not in the course.
std::string App::lesson_saved_in() const {
    const auto& work = session().lesson;
    const LessonLabel* const label = work ? lessons_.find(work->lesson) : nullptr;
    if (label == nullptr)
        return {};
    return fmt::format("This was saved in the lesson “{}”, at step {}.", label->title, work->step + 1);
}

/// A warning, given once, about letters that the session's notation uses twice; empty if there are none.
std::string App::doubts_about_notation() {
    const NotationChoice& notation = session().notation;
    if (std::exchange(doubted_notation_, notation) == notation)
        return {};
    return words_on_taken_letters(notation);
}

void App::note_left(std::uint64_t document) {
    document_.set_left(document, {left_view(workspace_), baseline_session_, beginnings_});
}

void App::come_back_to(const LeftDisplay& left) {
    const Status now = status();
    come_back(left.view, workspace_);
    end_playback(workspace_);
    clamp_selection(ui(now), workspace_);
    beginnings_ = left.beginnings;
    if (scope_of(workspace_).is_first_minute)
        open_name_field(workspace_);
    else
        say(passing(notice_of_state(fmt::format("Back in {}.", name_or(document_.shown().name(), "the session")))));
    compute_baseline(left.baseline);
}

/// Begins to compute the baseline of a session; null: changes are not counted.
void App::compute_baseline(std::shared_ptr<const Session> of) {
    if (!of)
        return;
    coming_baseline_ = std::move(of);
    jobs_.compute_before(Job::baseline, coming_baseline_->layer(), {});
    take(Job::baseline, patience_with_baseline);
}

/// True if a document has unsaved changes that its user may miss. A name typed in the first minute, and trials in a
/// lesson, are not.
bool App::is_work(const DocumentState& state, const History::LeftDocument& document) const {
    const std::optional<LeftDisplay>& left = state.documents.at(document.number).left;
    const bool is_shown = document.number == document_.shown().history.document();
    const SessionView& view = is_shown || !left ? workspace_ : left->view.session_view;
    return !view.lesson && state.is_unsaved(document);
}

std::vector<History::LeftDocument> App::unsaved_documents() const {
    const DocumentState& state = document_.newest();
    std::vector<History::LeftDocument> documents = state.history.documents();
    std::erase_if(documents, [&](const auto& document) { return !is_work(state, document); });
    return documents;
}

/// A sentence that undo goes back to the document that was left with unsaved changes; empty if it had none.
std::string App::way_back() const {
    const DocumentState& state = document_.shown();
    const std::vector<History::LeftDocument> documents = state.history.documents();
    if (documents.size() < 2 || !is_work(state, documents[1]))
        return {};
    const Session& left = *documents[1].session;
    const auto& origin = session().origin;
    if (origin && left.origin && origin->file == left.origin->file && !session().changed_layers.empty())
        return fmt::format("The changes of {} stay, and undo goes back to it.", layer_of_model(left));
    return fmt::format("Undo goes back to {}, with your changes.",
                       name_or(state.name_of(documents[1]), "the session before"));
}

} // namespace attn
