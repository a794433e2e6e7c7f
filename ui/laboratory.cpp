#include "ui/laboratory.h"

#include "core/session/session_file.h"
#include "ui/navigation.h"
#include "ui/picture.h"

#include <imgui.h>
#include <imgui_freetype.h>
#include <system_error>
#include <utility>

namespace attn {

namespace {

/// Whether the request would lose unsaved changes.
bool leaves_session(const Request& request) {
    return std::holds_alternative<OpenPreset>(request) || std::holds_alternative<OpenFile>(request) ||
           std::holds_alternative<Quit>(request);
}

/// Whether a dropped file is no session but numbers.
bool holds_arrays(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::path ending = path.extension();
    return ending == ".npz" || ending == ".npy" || ending == ".safetensors" ||
           std::filesystem::is_directory(path, ignored);
}

} // namespace

Result<std::unique_ptr<Laboratory>> Laboratory::open(Session session, const std::filesystem::path& assets,
                                                     std::optional<std::filesystem::path> file) {
    Result<Typesetter> typesetter = Typesetter::open(assets / "fonts");
    if (!typesetter)
        return typesetter.error();
    // Without presets the window still works; what is wrong with them is said when one is opened.
    Result<std::vector<Preset>> presets = list_presets(assets);
    return std::unique_ptr<Laboratory>(new Laboratory(std::move(session), assets, std::move(file),
                                                      presets ? *std::move(presets) : std::vector<Preset>(),
                                                      std::make_unique<Typesetter>(*std::move(typesetter))));
}

Laboratory::Laboratory(Session session, std::filesystem::path assets, std::optional<std::filesystem::path> file,
                       std::vector<Preset> presets, std::unique_ptr<Typesetter> typesetter)
    : assets_(std::move(assets)), presets_(std::move(presets)), typesetter_(std::move(typesetter)),
      history_(std::move(session)), frame_(*typesetter_) {
    show(history_.present(), std::move(file));
}

void Laboratory::load_fonts(float scale) {
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    fonts.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    ImFontConfig config;
    config.SizePixels = 13 * scale;
    fonts.AddFontDefault(&config);
    ImGui::GetIO().FontGlobalScale = 1 / scale;
}

Status Laboratory::status() const {
    return {history_.undo_label(),
            history_.redo_label(),
            file_ ? file_->string() : std::string(),
            unsaved(),
            presets_,
            comparison_ ? &*comparison_ : nullptr};
}

Desk Laboratory::desk(const Status& now) {
    return {
        {session(), trace(), workspace_, *typesetter_, derived_, baseline_ ? &*baseline_ : nullptr}, workspace_, now};
}

FrameNeeds Laboratory::draw(float scale) {
    const Status before = status();
    const Outcome outcome = frame_.react(desk(before), workspace_);
    apply_outcome(outcome);
    const Status now = status();
    frame_.paint(desk(now), scale);
    FrameNeeds needs;
    const std::string name = file_ ? file_->filename().string() : session().title;
    needs.title = (name.empty() ? std::string() : name + (unsaved() ? " •" : "") + " – ") + "Attention Lab";
    needs.next_frame = outcome.next_frame;
    needs.closed = closed_;
    return needs;
}

void Laboratory::apply_outcome(const Outcome& outcome) {
    for (const Made& made : outcome.edits)
        static_cast<void>(edit(made.edit, made.gesture));
    for (const Asked& asked : outcome.requests)
        answer(asked);
}

Result<void> Laboratory::edit(const Edit& edit, std::uint64_t gesture) {
    Result<Applied> applied = apply(session(), edit);
    if (!applied) {
        tell(applied.error());
        return applied.error();
    }
    workspace_.notice.reset();
    if (!applied->notice.empty())
        say(applied->notice, false);
    history_.record(std::move(applied->session), describe(edit), gesture);
    compute();
    return {};
}

void Laboratory::go_to(ArrayId array) {
    const Status now = status();
    if (const auto* stage = std::get_if<StageId>(&array))
        go_to_step(desk(now), workspace_, *stage);
    else
        show_parameter(desk(now), workspace_, std::get<ParameterId>(array));
}

void Laboratory::compute() {
    engine_.compute(session().layer());
    const Status now = status();
    settle(desk(now), workspace_);
}

void Laboratory::step_history(bool back) {
    if (back)
        history_.undo();
    else
        history_.redo();
    compute();
}

bool Laboratory::asks_first(const Asked& asked) {
    if (asked.changes_may_go || !unsaved() || !leaves_session(asked.request))
        return false;
    workspace_.waiting = asked.request;
    workspace_.overlay = Overlay{Overlay::Kind::unsaved, {}, {}, 0};
    workspace_.field.reset();
    return true;
}

/// What each request does.
struct Laboratory::Answer {
    Laboratory& lab;

    void operator()(const Undo&) const { lab.step_history(true); }
    void operator()(const Redo&) const { lab.step_history(false); }
    void operator()(const OpenPreset& preset) const {
        Result<Session> session = load_preset(lab.assets_, preset.name);
        if (!session)
            lab.tell(session.error());
        else
            lab.show(*std::move(session));
    }
    void operator()(const OpenFile& file) const { lab.open_file(file.path); }
    void operator()(const SaveFile&) const {
        if (lab.file_)
            lab.save_to(*lab.file_);
        else {
            lab.workspace_.overlay = Overlay{Overlay::Kind::save_file, {}, {}, 0};
            lab.workspace_.field = open_field("field:save-path", "session.json");
        }
    }
    void operator()(const SaveFileAs& file) const { lab.save_to(file.path); }
    void operator()(const SavePicture& file) const {
        const Status now = lab.status();
        const auto saved = write_shown_figure(lab.desk(now), file.path);
        if (!saved)
            return lab.tell(saved.error());
        std::string words = "The figure is in " + file.path.string() + ".";
        for (const std::string& remark : *saved)
            words += " " + remark;
        lab.say(words, false);
    }
    void operator()(const CheckAgainst& file) const { lab.check_against(file.path); }
    void operator()(const KeepBaseline&) const {
        lab.baseline_ = lab.trace();
        lab.workspace_.shows_change = true;
        lab.say("These numbers are the baseline: every change from now on is shown against them.", false);
    }
    void operator()(const DropBaseline&) const {
        lab.baseline_.reset();
        lab.workspace_.shows_change = false;
    }
    void operator()(const Quit&) const { lab.closed_ = true; }
};

void Laboratory::answer(const Asked& asked) {
    // Where a path had to be asked for, what would follow the saving waits for another time.
    const bool asks_for_path = workspace_.overlay && workspace_.overlay->kind == Overlay::Kind::save_file;
    if (leaves_session(asked.request) && asks_for_path)
        return;
    if (!asks_first(asked))
        std::visit(Answer{*this}, asked.request);
}

void Laboratory::drop(const std::vector<std::filesystem::path>& files) {
    if (files.empty())
        return;
    if (holds_arrays(files.front()))
        answer({CheckAgainst{files.front()}});
    else
        answer({OpenFile{files.front()}});
}

void Laboratory::ask_to_close() {
    answer({Quit{}});
}

void Laboratory::show(Session session, std::optional<std::filesystem::path> file) {
    history_ = History(std::move(session));
    saved_revision_ = history_.revision();
    file_ = std::move(file);
    baseline_.reset();
    workspace_.shows_change = false;
    engine_.compute(this->session().layer());
    const Status now = status();
    go_to_opening(desk(now), workspace_);
    workspace_.field.reset();
    workspace_.overlay.reset();
    workspace_.notice.reset();
}

void Laboratory::check_against(const std::filesystem::path& path) {
    auto numbers = read_answer(path, trace());
    if (!numbers) {
        tell(numbers.error());
        return;
    }
    Check found = check(trace(), *numbers);
    comparison_ = Comparison{path.filename().string(), *std::move(numbers), trace(), std::move(found)};
    workspace_.compared.reset();
    workspace_.notice.reset();
    workspace_.overlay = Overlay{Overlay::Kind::comparison, {}, {}, 0};
}

void Laboratory::open_file(const std::filesystem::path& path) {
    Result<Session> session = load_session(path);
    if (!session)
        tell(session.error());
    else
        show(*std::move(session), path);
}

bool Laboratory::save_to(const std::filesystem::path& path) {
    const Result<void> saved = save_session(session(), path);
    if (!saved) {
        tell(saved.error());
        return false;
    }
    file_ = path;
    saved_revision_ = history_.revision();
    say("Saved to " + path.string() + ".", false);
    return true;
}

void Laboratory::say(std::string text, bool is_error) {
    workspace_.notice = Notice{std::move(text), is_error};
}

std::vector<ShownTarget> Laboratory::targets() const {
    return shown_targets(frame_.scene(), *typesetter_);
}

std::optional<ShownTarget> Laboratory::find_target(std::string_view name) const {
    return attn::find_target(frame_.scene(), name, workspace_.item, *typesetter_);
}

} // namespace attn
