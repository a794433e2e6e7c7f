#include "ui/shell/app.h"

#include "core/document/options/session_notation.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_words.h"
#include "ui/actions/lecture.h"
#include "ui/actions/lesson.h"
#include "ui/actions/navigation.h"
#include "ui/actions/text_size.h"
#include "ui/document/head_in_sight.h"
#include "ui/document/layer_name.h"
#include "ui/document/offered_notations.h"

#include <algorithm>
#include <cctype>
#include <fmt/ranges.h>
#include <imgui.h>
#include <imgui_freetype.h>
#include <system_error>
#include <thread>
#include <utility>

namespace attn {

namespace {

/// Marks the revision of a preview, so that nothing made from the preview is taken for the whole that follows, or the
/// other way round.
constexpr std::uint64_t revision_of_preview = std::uint64_t{1} << 63U;

/// The text as part of a file name: letters and digits, with a - between words; a long one is cut after a word.
std::string as_file_name(std::string_view text) {
    constexpr std::size_t longest = 40; // bytes
    std::string name;
    std::size_t last_word = 0;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte >= 0x80 || std::isalnum(byte) != 0) {
            name += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : letter;
        } else if (!name.empty() && name.back() != '-') {
            last_word = name.size();
            name += '-';
        }
        if (name.size() > longest && last_word > 0)
            break;
    }
    const bool is_cut = name.size() > longest && last_word > 0;
    name.resize(is_cut || name.ends_with('-') ? last_word : name.size());
    return name;
}

/// The proposed file name of a session that has no file: its title or, once it was changed, its words. A checkpoint's
/// session is large, so its name ends in .attn.
std::string session_name_for(const Session& session, bool is_changed) {
    if (session.origin)
        return session.origin->file.stem().string() + ".attn";
    const Sequence& sequence = session.layer().sequence;
    const char* const between = session.split == Split::letters ? "" : " ";
    const std::string words = sequence.embeddings ? fmt::format("{}", fmt::join(sequence.items.front(), between)) : "";
    const std::string name = as_file_name(is_changed || session.title.empty() ? words : session.title);
    return (name.empty() ? "session" : name) + ".json";
}

/// The proposed file name of the session's weights; never the file that they came from.
std::string weights_name_for(const Session& session) {
    if (!session.origin)
        return "weights.npz";
    const std::filesystem::path& file = session.origin->file;
    const bool several = file.extension() == ".json"; // an index of several files: the name is that of a folder
    return file.stem().stem().string() + "-edited" + (several ? std::string() : file.extension().string());
}

/// True if a dropped file can only be somebody's numbers for stages: a folder that holds no model, or one stage other
/// than the input X.
bool is_answer(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        const auto layers = list_layers(path);
        return !layers || layers->empty();
    }
    const std::optional<ArrayId> array = find_array(path.stem().string());
    return kind_of(path) == FileKind::input && array && *array != ArrayId::X;
}

/// Calls `set` for each setting that is both in the workspace and remembered, with its members in both.
template <class Set>
void each_shared_setting(const Set& set) {
    set(&Workspace::look, &Remembered::look);
    set(&Workspace::grey, &Remembered::grey);
    set(&Workspace::decimals, &Remembered::decimals);
    set(&Workspace::text_size, &Remembered::text_size);
    set(&Workspace::highlights_changes, &Remembered::highlights_changes);
    set(&Workspace::knows_start, &Remembered::knows_start);
    set(&Workspace::knows_all_menus, &Remembered::knows_all_menus);
    set(&Workspace::lesson_progress, &Remembered::lessons);
    set(&Workspace::open_steps, &Remembered::open_steps);
    set(&Workspace::missed, &Remembered::missed);
    set(&Workspace::lesson_work, &Remembered::lesson_work);
    set(&Workspace::quiz_scores, &Remembered::quiz_scores);
    set(&Workspace::word_of_start, &Remembered::word);
}

/// The number of threads that colour matrices; more would only wait for memory.
unsigned workers_of_a_frame() {
    constexpr unsigned most = 4;
    return std::clamp(std::thread::hardware_concurrency(), 1U, most);
}

} // namespace

Result<std::unique_ptr<App>> App::open(SavedSession first, const std::filesystem::path& assets, AppOptions options) {
    Result<Typesetter> typesetter = Typesetter::open(assets / "fonts");
    if (!typesetter)
        return typesetter.error();
    // Without presets the window still works; opening one tells what is wrong with them.
    Result<std::vector<Preset>> presets = list_presets(assets);
    Result<std::vector<ManualPage>> manual = read_manual(assets);
    if (auto models = list_models(assets); models && presets)
        presets->insert(presets->end(), models->begin(), models->end());
    return std::unique_ptr<App>(new App(std::move(first), assets, presets ? *std::move(presets) : std::vector<Preset>(),
                                        manual ? *std::move(manual) : std::vector<ManualPage>(),
                                        std::make_unique<Typesetter>(*std::move(typesetter)), std::move(options)));
}

App::App(SavedSession first, std::filesystem::path assets, std::vector<Preset> presets, std::vector<ManualPage> manual,
         std::unique_ptr<Typesetter> typesetter, AppOptions options)
    : assets_(std::move(assets)), presets_(std::move(presets)), manual_(std::move(manual)), lessons_(assets_),
      typesetter_(std::move(typesetter)), wake_(std::move(options.wake)), remembered_(std::move(options.remembered)),
      preferred_notation_(options.notation.value_or(remembered_.notation)), workers_(workers_of_a_frame()),
      frame_(*typesetter_, workers_, background_, assets_ / "fonts"), in_use_(std::move(options.locks)),
      keeping_(options.journal), jobs_(wake_, options.longest_frame), document_(jobs_.computing()),
      today_(options.today) {
    each_shared_setting([&](auto of_window, auto of_user) { workspace_.*of_window = remembered_.*of_user; });
    draw_lessons_from(options.draw);
    if (options.offers_start && !remembered_.knows_start)
        begins_ = Begins::start;
    offers_course_ = options.offers_start && remembered_.knows_start;
    if (options.file)
        remember_file(remembered_, *options.file);
    if (options.journal)
        jobs_.look_for_left_work(options.journal->folder);
    if (offers_course_) // as it was left, and not with another word
        first.session = with_word_of_start(std::move(first.session));
    show(std::move(first), std::move(options.file));
}

void App::load_fonts(float scale) {
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    fonts.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    ImFontConfig config;
    config.SizePixels = 13 * scale;
    fonts.AddFontDefault(&config);
    ImGui::GetIO().FontGlobalScale = 1 / scale;
}

Remembered App::remembered() const {
    Remembered now = remembered_;
    if (now.missed != workspace_.missed)
        now.missed_on = today_;
    each_shared_setting([&](auto of_window, auto of_user) { now.*of_user = workspace_.*of_window; });
    return now;
}

Status App::status() const {
    Status now;
    now.presets = presets_;
    now.manual = manual_;
    now.lessons = &lessons_;
    now.recent = remembered_.recent;
    now.files = files_.get();
    now.left_work = keeping_.left.labels();
    now.progress = jobs_.progress(notation());
    now.comparison = comparison_ ? &*comparison_ : nullptr;
    if (!document_.is_shown())
        return now;
    const DocumentState& document = document_.newest();
    now.undo_label = document.history.undo_label().in(notation()).letters();
    now.before_edit = document_.before_edit();
    now.redo_label = document.history.redo_label().in(notation()).letters();
    const std::optional<std::filesystem::path>& file = document.document().file;
    now.file_name = file ? file->string() : std::string();
    now.proposed_name = file ? now.file_name : session_name_for(session(), document.unsaved());
    now.weights_name = weights_name_for(session());
    now.unsaved = document.unsaved() && is_work(document, document.history.documents().front());
    // Each session counts its own revisions; the number of opened documents keeps those of different documents apart.
    now.revision = documents_ << 32U ^ document_.shown().history.revision();
    if (const Document::Preview* const preview = document_.preview())
        now.revision = documents_ << 32U ^ preview->state.history.revision() ^ revision_of_preview;
    now.readings = readings_.get();
    now.readings->follow(now.revision);
    return now;
}

UiContext App::ui(const Status& now) {
    const auto context = [&](const Session& session, const Trace& trace) {
        return UiContext{{session, trace, workspace_, *typesetter_, cache_, document_.baseline()}, workspace_, now};
    };
    if (const Document::Preview* const preview = document_.preview()) {
        UiContext seen = context(preview->state.session(), preview->trace);
        if (head_in_sight(seen) == preview->head)
            return seen;
        document_.forget_preview();
    }
    return context(document_.shown().session(), trace());
}

FrameNeeds App::draw(float scale) {
    highlight_.pass(ImGui::GetIO().DeltaTime); // before this frame's highlights, which last their whole time
    workspace_.window_width = ImGui::GetIO().DisplaySize.x;
    workspace_.window_height = ImGui::GetIO().DisplaySize.y;
    tell_of_memory([&] { take_everything(); });
    drop_notice_that_holds_no_more();
    if (!document_.is_shown())
        return draw_waiting(scale);
    note_own_notation(workspace_.own_notations, session().notation);
    Status before = status();
    before.moved = diff();
    FrameActions frame_actions = frame_.react(ui(before), workspace_);
    const std::optional<float> next_frame = frame_actions.next_frame;
    apply_actions(std::move(frame_actions));
    drop_notice_that_holds_no_more();
    act_for_learner();
    offer_comparison();
    offer_left_work();
    keep_unsaved_work();
    Status now = status();
    now.moved = diff();
    frame_.paint(ui(now), scale, highlight_);
    background_.forget_unwanted();
    files_->forget_unless_asked();
    FrameNeeds needs;
    const DocumentState& document = document_.newest();
    const std::string name = document.name();
    const std::string layer = layer_of_model(session());
    needs.title = (name.empty() ? std::string() : name + (now.unsaved ? " •" : "") + " – ") +
                  (layer.empty() ? std::string() : layer + " – ") + "Attention Lab";
    needs.next_frame = next_frame;
    const auto wants = [&](float seconds) { needs.next_frame = std::min(needs.next_frame.value_or(seconds), seconds); };
    constexpr float between_progress = 0.1F;
    constexpr float while_it_glows = 1.0F / 30;
    if (jobs_.is_busy())
        wants(between_progress);
    if (highlight_.is_on())
        wants(while_it_glows);
    if (is_acting())
        wants(between_progress);
    needs.closed = closed_;
    needs.full_screen = scope_of(workspace_).is_for_audience;
    needs.beside = scope_of(workspace_).layout == Scope::Layout::scene;
    needs.text_size = workspace_.text_size;
    needs.least_area = least_area(workspace_);
    needs.enlarged_to = room_of_lecture(workspace_);
    return needs;
}

Scene App::draw_notes(ImDrawList& target, Point area) {
    const Status now = status();
    return frame_.paint_notes(target, ui(now), area);
}

/// The notation for all that is written about the newest state.
Notation App::notation() const {
    return document_.is_shown() ? notation_of(document_.newest().session()) : Notation();
}

void App::drop_notice_that_holds_no_more() {
    if (!workspace_.notice || !document_.is_shown())
        return;
    Notice& notice = *workspace_.notice;
    if (!notice.told_of) {
        notice.told_of = document_.newest().history.revision();
        notice.had_baseline = document_.baseline() != nullptr;
    }
    if (!is_so(notice))
        workspace_.notice.reset();
}

bool App::is_so(const Notice& notice) const {
    switch (notice.holds) {
    case HoldsWhile::whatever:
        return true;
    case HoldsWhile::session_is_as_is:
        return notice.told_of == document_.newest().history.revision() &&
               (!notice.had_baseline || document_.baseline() != nullptr);
    case HoldsWhile::saving:
        return jobs_.is_under_way(Job::saving);
    case HoldsWhile::exporting:
        return jobs_.is_under_way(Job::exporting);
    case HoldsWhile::opening:
        return is_opening();
    case HoldsWhile::has_baseline:
        return document_.baseline() != nullptr;
    case HoldsWhile::unsaved:
        return unsaved();
    case HoldsWhile::in_lecture:
        return scope_of(workspace_).is_for_audience;
    }
    return false;
}

void App::apply_actions(FrameActions frame_actions) {
    for (EditAction& made : frame_actions.edits)
        tell_of_memory([&] { make(std::move(made)); });
    for (const RequestAction& asked : frame_actions.requests)
        tell_of_memory([&] { answer(asked); });
    // The waiting request goes when neither its dialog nor the saving is there any more.
    if (!workspace_.overlay && !jobs_.is_under_way(Job::saving))
        workspace_.waiting.reset();
}

void App::go_to(ArrayId array) {
    if (!document_.is_shown())
        return;
    const Status now = status();
    if (is_stage(array))
        go_to_step(ui(now), workspace_, array);
    else
        show_parameter(ui(now), workspace_, array);
}

void App::show_head(Index head) {
    if (document_.is_shown())
        choose_head(ui(status()), workspace_, head);
}

/// Asks first only before closing the window, since nothing else loses unsaved work.
bool App::asks_first(const RequestAction& asked) {
    if (!std::holds_alternative<Quit>(asked.request) || asked.changes_may_go)
        return false;
    const std::vector<History::LeftDocument> unsaved = unsaved_documents();
    if (unsaved.empty())
        return false;
    const DocumentState& state = document_.newest();
    workspace_.waiting = asked.request;
    workspace_.field.reset();
    workspace_.unsaved.clear();
    for (const History::LeftDocument& document : unsaved)
        workspace_.unsaved.push_back(state.name_of(document));
    workspace_.present_is_saved = unsaved.front().number != state.history.document();
    if (!jobs_.is_under_way(Job::saving)) // otherwise it goes on by itself when saved
        workspace_.overlay = Overlay{Overlay::Kind::unsaved};
    return true;
}

/// Carries out a request: one operator for each kind.
struct App::Answer {
    App& app;

    void operator()(const Undo&) const { app.step_history(true); }
    void operator()(const Redo&) const { app.step_history(false); }
    void operator()(const OpenPreset& preset) const { app.load_preset(preset); }
    void operator()(const NewSession& /*request*/) const { app.begin_session(); }
    void operator()(const OpenStart&) const { app.open_to_begin_start(); }
    void operator()(const OpenLesson& lesson) const {
        app.note_word_of_start();
        app.learn(lesson);
    }
    void operator()(const OpenLecture& lecture) const { app.lecture(lecture.file); }
    void operator()(const AskMissed& /*request*/) const { app.ask_missed(); }
    void operator()(const ResumeLesson& /*request*/) const { app.resume_lesson(); }
    void operator()(const GoToLessonStep& step) const { app.go_to_lesson_step(step); }
    void operator()(const LeaveLesson& /*request*/) const {
        if (scope_of(app.workspace_).is_first_minute)
            app.document_.count_as_kept(); // a name that was only typed to try it is not unsaved work
        if (scope_of(app.workspace_).is_taught)
            leave_lesson(app.workspace_);
    }
    void operator()(const BringBackBeginning& /*request*/) const { app.bring_back_beginning(); }
    void operator()(const OpenFile& file) const { app.load(file); }
    void operator()(const SaveFile&) const {
        if (const auto& file = app.document_.newest().document().file)
            app.save({*file});
        else
            app.ask_for_session_path();
    }
    void operator()(const SaveFileAs& file) const { app.save(file); }
    void operator()(const ExportOrder& order) const { app.begin_export(order); }
    void operator()(const CheckAgainst& file) const { app.check_against(file.path); }
    void operator()(const KeepBaseline& baseline) const {
        if (baseline.before_last_edit)
            app.keep_state_before();
        else {
            app.keep_baseline(app.trace(), app.document_.shown().history.shared_present());
            app.say(passing({{"These numbers are the baseline: every change from now on is shown against them.",
                              Always{"the baseline was made from them, and it goes when there is none"}},
                             HoldsWhile::has_baseline}));
        }
    }
    void operator()(const DiscardLeftWork& left) const { app.discard_left_work(left.folder); }
    void operator()(const DropBaseline&) const { app.keep_baseline(std::nullopt); }
    void operator()(const GoBackToUnsaved&) const { app.go_back_to_unsaved(); }
    void operator()(const Quit&) const { app.closed_ = true; }
    void operator()(const CancelWork&) const { app.cancel_work(); }
};

void App::answer(const RequestAction& asked) {
    if (!asks_first(asked))
        std::visit(Answer{*this}, asked.request);
}

void App::drop(const std::vector<std::filesystem::path>& files) {
    if (files.empty() || !document_.is_shown())
        return;
    if (files.size() == 1 && is_answer(files.front())) {
        answer({CheckAgainst{files.front()}});
        return;
    }
    if (files.size() == 1) {
        answer({OpenFile{files.front()}});
        return;
    }
    OpenFile both{files.front(), files.back()};
    if (kind_of(both.path) == FileKind::input)
        std::swap(both.path, *both.input);
    if (files.size() == 2 && kind_of(both.path) == FileKind::weights && kind_of(*both.input) == FileKind::input)
        answer({both});
    else
        tell(error("{} files: one is opened at a time, or weights (.npz, .safetensors) with their input X (.npy)",
                   files.size()));
}

void App::ask_to_close() {
    if (document_.is_shown())
        answer({Quit{}});
    else
        closed_ = true;
}

std::vector<ShownTarget> App::targets() const {
    return shown_targets(frame_.scene(), *typesetter_);
}

std::optional<ShownTarget> App::find_target(std::string_view name) const {
    return attn::find_target(frame_.scene(), name, workspace_.item, *typesetter_);
}

} // namespace attn
