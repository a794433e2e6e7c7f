// What a laboratory does beside its frames: opening, computing, saving.

#include "core/attention/stages.h"
#include "core/figure/pictures/naming.h"
#include "core/io/file.h"
#include "core/io/printable.h"
#include "ui/export_actions.h"
#include "ui/laboratory.h"
#include "ui/navigation.h"
#include "ui/tour.h"

#include <fmt/core.h>
#include <imgui.h>
#include <system_error>
#include <utility>

namespace attn {

namespace {

/// Files that take longer are read and written while the window goes on.
constexpr std::chrono::milliseconds patience_with_files{30};
/// What takes longer says how far it has come.
constexpr std::chrono::milliseconds blink{150};

std::string computing_text(const EngineProgress& progress, Index heads) {
    const std::string stage(array_name(progress.slot.stage));
    if (progress.slot.head == 0 && attn::stage(progress.slot.stage).heads != Heads::each)
        return "Computing " + stage;
    return fmt::format("Computing {}, head {} of {}", stage, progress.slot.head + 1, heads);
}

std::string name_of(const std::filesystem::path& path) {
    return printable_path(path.filename());
}

std::string_view path_field(Overlay::Kind kind) {
    switch (kind) {
    case Overlay::Kind::save_file:
        return "field:save-path";
    default:
        return "field:open-path";
    }
}

} // namespace

FrameNeeds Laboratory::draw_waiting(float scale) {
    if (frame_.gives_up_waiting())
        cancel_work();
    const Session nothing;
    const Status now = status();
    frame_.paint_waiting({{nothing, trace(), workspace_, *typesetter_, derived_, nullptr}, workspace_, now}, scale);
    return {.title = "Attention Lab", .next_frame = 0.1F, .closed = closed_};
}

std::optional<Progress> Laboratory::progress() const {
    if (!busy_since_ || Clock::now() - *busy_since_ < blink)
        return std::nullopt;
    if (const OpenFile* file = files_.loading())
        return Progress{"Reading " + name_of(file->path), std::nullopt};
    if (document_.is_computing()) {
        const EngineProgress progress = document_.progress();
        return Progress{computing_text(progress, sizes_of(document_.coming().layer()).H),
                        static_cast<float>(progress.share)};
    }
    if (const SaveFileAs* file = files_.saving())
        return Progress{"Saving to " + name_of(file->path), std::nullopt};
    if (const ExportOrder* order = exporting_.under_way())
        return Progress{order->path.empty() ? "Copying" : "Making " + name_of(order->path), exporting_.share()};
    return std::nullopt;
}

void Laboratory::cancel_work() {
    if (files_.loading() != nullptr) {
        files_.cancel_loading();
        say("Opening was cancelled.");
    } else if (document_.is_computing()) {
        const bool opening = document_.is_opening();
        document_.cancel();
        begins_tour_ = false;
        closed_ = closed_ || !document_.is_shown();
        say(opening ? "Opening was cancelled." : "Computing was cancelled, and the change taken back.");
    } else if (files_.saving() != nullptr)
        files_.cancel_saving();
    else
        exporting_.cancel();
}

void Laboratory::finish_work() {
    constexpr std::chrono::hours as_long_as_it_takes{1};
    while (is_busy()) {
        take_loaded(as_long_as_it_takes);
        take(document_.finish());
        take_saved(as_long_as_it_takes);
        take_exported(as_long_as_it_takes);
    }
    moved_.finish();
}

void Laboratory::take_everything() {
    take_loaded({});
    take(document_.poll());
    take_saved({});
    take_exported({});
    if (document_.is_shown())
        take_chosen();
    if (!is_busy())
        busy_since_.reset();
    else if (!busy_since_)
        busy_since_ = Clock::now();
}

void Laboratory::take(const OpenDocument::News& news) {
    if (news.out_of_memory) {
        tell(error("There is not enough memory to compute this."));
        closed_ = closed_ || !document_.is_shown();
    }
    if (!news.changed)
        return;
    const Status now = status();
    if (!news.opened) {
        settle(desk(now), workspace_);
        begin_glow(news);
        return;
    }
    ++documents_;
    keep_baseline(std::nullopt);
    glow_.end();
    go_to_opening(desk(now), workspace_);
    workspace_.field.reset();
    workspace_.field_problem.clear();
    workspace_.overlay.reset();
    workspace_.notice.reset();
    if (std::exchange(begins_tour_, false))
        begin_tour(desk(now), workspace_);
    else if (workspace_.tour)
        end_tour(workspace_);
}

void Laboratory::begin_glow(const OpenDocument::News& news) {
    if (workspace_.glows)
        glow_.begin(news.before, trace(), gesture_);
}

void Laboratory::load(const OpenFile& request) {
    files_.load(request, session());
    take_loaded(patience_with_files);
}

void Laboratory::take_loaded(std::chrono::milliseconds patience) {
    std::optional<FileWork::Loaded> loaded = files_.take_loaded(patience);
    if (!loaded)
        return;
    const OpenFile& request = loaded->request;
    if (!loaded->session) {
        if (loaded->holds_stages) {
            workspace_.recorded = request.path;
            workspace_.overlay = Overlay{Overlay::Kind::recorded, {}, {}, 0};
            workspace_.field.reset();
        } else if (request.typed)
            refuse_path(Overlay::Kind::open_file, request.path, loaded->session.error());
        else if (loaded->holds_no_weights)
            check_against(request.path);
        else
            tell(loaded->session.error());
        return;
    }
    if (!loaded->layers.empty()) {
        workspace_.layer_choice = LayerChoice{request.path, std::move(loaded->layers)};
        workspace_.overlay = Overlay{Overlay::Kind::layers, {}, {}, 0};
        workspace_.field.reset();
        return;
    }
    const FileKind kind = kind_of(request.path);
    if (request.input || request.layer || request.recorded) {
        show(*std::move(loaded->session));
        return;
    }
    if (kind == FileKind::session) {
        remember_file(remembered_, request.path);
        show(*std::move(loaded->session), request.path);
        return;
    }
    const std::string what = kind == FileKind::weights ? "the weights of " : "X of ";
    Document next = document_.newest();
    next.history.record(*std::move(loaded->session), what + name_of(request.path));
    say("This session now has " + what + name_of(request.path) + ".");
    take(document_.advance(std::move(next)));
}

void Laboratory::save(const SaveFileAs& request) {
    const Document& document = document_.newest();
    if (files_.saving() != nullptr) {
        say("The last saving is still under way.");
        return;
    }
    std::error_code ignored;
    if (!request.may_replace && document.file != request.path && warned_of_ != request.path &&
        std::filesystem::is_regular_file(request.path, ignored)) {
        refuse_path(Overlay::Kind::save_file, request.path,
                    error("This file is there already. Enter once more replaces it."));
        warned_of_ = request.path;
        return;
    }
    warned_of_.clear();
    saved_document_ = documents_;
    files_.save(request, document.session(), document.history.revision());
    take_saved(patience_with_files);
}

void Laboratory::take_saved(std::chrono::milliseconds patience) {
    const std::optional<FileWork::Saved> saved = files_.take_saved(patience);
    if (!saved)
        return;
    const SaveFileAs& request = saved->request;
    const std::optional<Request> waiting = std::exchange(workspace_.waiting, std::nullopt);
    if (!saved->result) {
        if (request.typed) {
            refuse_path(Overlay::Kind::save_file, request.path, saved->result.error());
            workspace_.waiting = waiting;
        } else
            tell(saved->result.error());
        return;
    }
    if (kind_of(request.path) == FileKind::weights)
        say("The weights are in " + printable_path(request.path) + ", laid out as they came.");
    else {
        if (saved_document_ == documents_)
            document_.set_saved(request.path, saved->revision);
        remember_file(remembered_, request.path);
        say("Saved to " + printable_path(request.path) + ".");
    }
    if (waiting)
        answer({*waiting});
}

void Laboratory::begin_export(const ExportOrder& order) {
    if (exporting_.under_way() != nullptr) {
        say("The last figure or document is still being made.");
        return;
    }
    exporting_.begin(order, {document_.shown().session(), trace(), baseline_, assets_ / "fonts"});
    take_exported(patience_with_files);
}

void Laboratory::take_exported(std::chrono::milliseconds patience) {
    std::optional<Exporting::Done> done = exporting_.take(patience);
    if (!done)
        return;
    const bool copied = std::holds_alternative<CopyOrder>(done->order.what);
    if (!done->made) {
        if (copied)
            tell(done->made.error());
        else
            refuse_path(Overlay::Kind::exporting, done->order.path, done->made.error());
        return;
    }
    if (!done->made->text.empty())
        ImGui::SetClipboardText(done->made->text.c_str());
    say(done->made->words);
}

void Laboratory::refuse_path(Overlay::Kind kind, const std::filesystem::path& path, const Error& error) {
    workspace_.overlay = Overlay{kind, {}, {}, 0};
    const std::string field =
        kind == Overlay::Kind::exporting ? export_path_field(workspace_.exporting.tab) : std::string(path_field(kind));
    workspace_.field = open_field(field, path.string());
    // The path itself stands in the field.
    std::string_view reason = error.message;
    if (const std::string named = printable_path(path) + ": "; reason.starts_with(named))
        reason.remove_prefix(named.size());
    workspace_.field_problem = reason;
}

void Laboratory::browse() {
    if (!workspace_.overlay || chooser_)
        return;
    chooser_for_ = workspace_.overlay->kind;
    const bool opens = chooser_for_ == Overlay::Kind::open_file || chooser_for_ == Overlay::Kind::check_file;
    const auto purpose = opens ? FileChooser::For::opening : FileChooser::For::saving;
    chooser_ = std::make_unique<FileChooser>(purpose, workspace_.field ? workspace_.field->text : std::string(), wake_);
}

void Laboratory::take_chosen() {
    if (!chooser_)
        return;
    if (!workspace_.overlay || workspace_.overlay->kind != chooser_for_) {
        chooser_.reset(); // the field that it was for is gone
        return;
    }
    if (!chooser_->is_done())
        return;
    const std::optional<std::filesystem::path> path = std::exchange(chooser_, nullptr)->chosen();
    if (!path)
        return;
    if (chooser_for_ == Overlay::Kind::exporting) {
        workspace_.exporting.path() = path->string();
        workspace_.field = open_field(export_path_field(workspace_.exporting.tab), path->string());
        return;
    }
    workspace_.overlay.reset();
    workspace_.field.reset();
    if (chooser_for_ == Overlay::Kind::open_file)
        answer({OpenFile{.path = *path, .typed = true}});
    else if (chooser_for_ == Overlay::Kind::check_file)
        answer({CheckAgainst{*path}});
    else
        answer({SaveFileAs{.path = *path, .typed = true}});
}

} // namespace attn
