// The shell's part that handles files: opening, saving, exporting, and the questions before these.

#include "core/document/files/replaced_file.h"
#include "core/figure/pictures/picture.h"
#include "core/files/file.h"
#include "core/files/printable.h"
#include "core/lesson/lesson.h"
#include "ui/actions/dialog.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/layer_answers.h"
#include "ui/actions/layer_list.h"
#include "ui/actions/navigation.h"
#include "ui/shell/app.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <imgui.h>
#include <optional>
#include <system_error>
#include <utility>

namespace attn {

namespace {

/// " 3 of their 48 numbers are NaN or infinite.", about the weights or X that were read; empty if all are finite.
std::string non_numbers_in_words(const Layer& layer, bool of_weights) {
    Index all = 0;
    Index lacking = 0;
    const auto count = [&](const Matrix& matrix) {
        for (Index row = 0; row < matrix.rows(); ++row)
            lacking += std::ranges::count_if(matrix.row(row), [](float number) { return !std::isfinite(number); });
        all += matrix.rows() * matrix.columns();
    };
    if (of_weights) {
        for (const HeadWeights& head : layer.heads)
            for (const Matrix* const weight : {&head.W_Q, &head.W_K, &head.W_V, &head.W_O})
                count(*weight);
    } else {
        for (const auto& [place, matrix] : layer.given)
            if (place.array == ArrayId::X)
                count(matrix);
    }
    return lacking == 0 ? std::string()
                        : fmt::format(" {} of {} {} numbers {} NaN or infinite.", lacking, of_weights ? "their" : "its",
                                      all, lacking == 1 ? "is" : "are");
}

} // namespace

namespace {

/// Files that take longer are read and written in the background.
constexpr std::chrono::milliseconds patience_with_files{30};
/// A small model reads another text at once.
constexpr std::chrono::milliseconds patience_with_text{300};

std::filesystem::path absolute_path(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(path, ignored);
}

std::string name_of(const std::filesystem::path& path) {
    return printable_path(path.filename());
}

std::string path_field(const SaveFileAs& request) {
    return request.weights ? "field:weights-path" : "field:save-path";
}

} // namespace

void App::load(const OpenFile& request) {
    if (is_lesson_file(request.path)) {
        learn({request.path, std::nullopt});
        return;
    }
    const Session& present = coming_rows_ ? coming_rows_->session : session();
    jobs_.load(known_answers_.complete(request, present), present);
    take(Job::loading, request.tokens ? patience_with_text : patience_with_files);
}

void App::take(FileWork::Loaded loaded) {
    const OpenFile& request = loaded.request;
    if (!loaded.session) {
        coming_rows_.reset();
        if (workspace_.asked_layer && workspace_.asked_layer->request.layer == request.layer &&
            workspace_.asked_layer->request.path == request.path) {
            open_layer_questions(workspace_, *std::move(workspace_.asked_layer));
            workspace_.field_problem = loaded.session.error().message;
        } else if (loaded.holds_stages) {
            workspace_.recorded = request.path;
            workspace_.overlay = Overlay{Overlay::Kind::recorded};
            workspace_.field.reset();
        } else if (request.typed)
            refuse_path("field:open-path", request.path, loaded.session.error());
        else if (loaded.holds_no_weights)
            check_against(request.path);
        else
            tell(loaded.session.error());
        return;
    }
    if (loaded.choice) {
        const auto& origin = session().origin;
        open_layers(workspace_, *std::move(loaded.choice), request.lists && origin ? origin->layer : std::string());
        return;
    }
    if (loaded.asked) {
        open_layer_questions(workspace_, *std::move(loaded.asked));
        return;
    }
    workspace_.asked_layer.reset();
    if (request.left) {
        open_left_work(request.path, *std::move(loaded.session));
        return;
    }
    const FileKind kind = kind_of(request.path);
    if (request.tokens) {
        take_rows(*loaded.session);
        return;
    }
    if (request.layer || request.layers_on != 0) {
        if (request.layer)
            known_answers_.remember(request, *loaded.session);
        begins_ = loaded.same_model ? Begins::same_view : Begins::nothing;
        open_document(*std::move(loaded.session), {});
        return;
    }
    if (request.input || request.recorded) {
        open_document(*std::move(loaded.session), {});
        return;
    }
    if (kind == FileKind::session || kind == FileKind::other) {
        remember_file(remembered_, request.path);
        open_document(*std::move(loaded.session),
                      {.file = request.path, .stamp = loaded.stamp, .view = std::move(loaded.view)});
        return;
    }
    const std::string what = kind == FileKind::weights ? "the weights of " : "X of ";
    DocumentState next = document_.newest();
    const std::string lacking = non_numbers_in_words(loaded.session->layer(), kind == FileKind::weights);
    next.history.record(*std::move(loaded.session), what + name_of(request.path));
    say(notice_of_state("This session now has " + what + name_of(request.path) + "." + lacking));
    workspace_.notice->told_of = next.history.revision();
    advance(std::move(next), 0);
}

void App::ask_for_session_path() {
    open_refused(workspace_, "field:save-path", status().proposed_name, {});
}

void App::save(SaveFileAs request) {
    const DocumentState& document = document_.newest();
    if (jobs_.is_under_way(Job::saving)) {
        say({{"The last save is still under way.", Always{"it goes when that is done"}}, HoldsWhile::saving});
        return;
    }
    if (asks_about_replacing(request))
        return;
    warned_of_.clear();
    saved_document_ = document.history.document();
    SavedSession saved(document.session(), document.document().view);
    const Status now = status();
    if (!document_.is_computing()) { // otherwise the view is that of another state
        saved.view.place = place_in_sight(ui(now));
        saved.view.picture = picture(shown_picture(ui(now))).name;
    }
    if (document_.shown().history.document() == saved_document_) {
        saved.view.ranges = workspace_.fixed_ranges;
        saved.view.shares_range = workspace_.shares_range;
        saved.session.left_baseline = jobs_.is_under_way(Job::baseline) ? coming_baseline_ : baseline_session_;
    }
    note_lesson(saved.session);
    jobs_.save(request, std::move(saved), document.history.revision());
    take(Job::saving, patience_with_files);
}

/// Asks before replacing a file if the user may not know what would be lost; notes in the request that they know.
bool App::asks_about_replacing(SaveFileAs& request) {
    const OpenedDocument& document = document_.newest().document();
    const bool is_own = !request.weights && document.file == request.path;
    request.asked = request.asked || warned_of_ == request.path;
    std::error_code ignored;
    if (request.asked || !std::filesystem::exists(request.path, ignored))
        return false;
    const auto ask = [&](std::string reason) { return ask_about(Replacement{request, std::move(reason)}); };
    if (is_own)
        return document.stamp && has_changed(request.path, *document.stamp) &&
               ask("Another program, or another window, has changed it since it was opened or saved here. Those "
                   "changes are lost when it is replaced.");
    const ReplacedFile old = request.weights ? ReplacedFile() : classify_existing_file(request.path);
    const bool is_other = old.kind == ReplacedFile::Kind::other;
    if (request.may_replace)
        return is_other && !names_arrays(request.path) &&
               ask(fmt::format("It holds {} and is not a session. That is lost when it is replaced.", old.holds));
    const bool is_folder = std::filesystem::is_directory(request.path, ignored);
    if (!request.weights && (is_folder || names_arrays(request.path)))
        return false; // saving tells what is wrong
    refuse_path(path_field(request), request.path,
                is_folder ? error("This folder is there already. Enter once more replaces its files of the same names.")
                : is_other ? error("This file holds {} and is not a session. Enter once more replaces it.", old.holds)
                           : error("This file is there already. Enter once more replaces it."));
    warned_of_ = request.path;
    return true;
}

void App::take(const FileWork::Saved& saved) {
    const SaveFileAs& request = saved.request;
    const std::optional<Request> waiting = std::exchange(workspace_.waiting, std::nullopt);
    if (!saved.result) {
        if (request.typed || waiting) { // the waiting request goes on when it is saved elsewhere
            refuse_path(path_field(request), request.path, saved.result.error());
            workspace_.waiting = waiting;
        } else
            tell(saved.result.error());
        return;
    }
    if (request.weights)
        say(notice_of_deed("The weights were written to " + printable_path(request.path) + ", laid out as they came."));
    else {
        remember_file(remembered_, request.path);
        say(notice_of_deed("Saved to " + printable_path(request.path) + "."));
        document_.set_saved(saved_document_, request.path, saved.revision, saved.stamp);
        lock_session();
    }
    if (waiting)
        answer({*waiting});
}

void App::begin_export(const ExportOrder& order) {
    if (jobs_.is_under_way(Job::exporting)) {
        say({{"The last figure or document is still being made.", Always{"it goes when that is done"}},
             HoldsWhile::exporting});
        return;
    }
    const Trace* const baseline = document_.baseline();
    Session shown = document_.shown().session();
    if (const auto& file = document_.shown().document().file)
        shown.inputs.add(*file);
    if (comparison_)
        shown.inputs.add(comparison_->inputs);
    // Replacing a file that the figure was made from is refused, whatever the answer.
    if (shown.inputs.check_spares(order.path) && asks_about_replacing(order))
        return;
    jobs_.make(order, {std::move(shown), trace(), baseline != nullptr ? std::optional(*baseline) : std::nullopt,
                       assets_ / "fonts"});
    take(Job::exporting, patience_with_files);
}

/// Asks before replacing somebody else's file or folder. What an export of this window wrote may be replaced.
bool App::asks_about_replacing(const ExportOrder& order) {
    std::error_code ignored;
    const bool copies = std::holds_alternative<CopyOrder>(order.what);
    if (copies || order.asked || exported_.contains(absolute_path(order.path)) ||
        !std::filesystem::exists(order.path, ignored))
        return false;
    const bool is_folder = std::filesystem::is_directory(order.path, ignored);
    if (!is_folder && !std::filesystem::is_regular_file(order.path, ignored))
        return false; // a device has nothing that could be lost
    if (is_folder && std::filesystem::is_empty(order.path, ignored))
        return false;
    ask_about({order, is_folder ? "This folder is there already. Files in it of the same names are lost."
                                : "This file is there already, and was not written here. It is lost when it is "
                                  "replaced."});
    workspace_.overlay->marked = 1; // the answer for another name, because Enter may have been pressed twice
    return true;
}

bool App::ask_about(Replacement replacement) {
    workspace_.replacement = std::move(replacement);
    workspace_.overlay = Overlay{Overlay::Kind::replacing};
    workspace_.field.reset();
    return true;
}

namespace {

/// The tab of the export dialog that ordered it; `nullopt` for copies, which every tab offers.
std::optional<ExportTab> tab_of(const ExportOrder& order) {
    if (std::holds_alternative<DocumentRequest>(order.what))
        return ExportTab::document;
    const auto* const figures = std::get_if<FigureSet>(&order.what);
    if (figures == nullptr)
        return std::nullopt;
    return figures->which == FigureSet::Which::listed ? ExportTab::listed : ExportTab::figure;
}

} // namespace

void App::take(const Exporting::Done& done) {
    const bool copied = std::holds_alternative<CopyOrder>(done.order.what);
    if (!done.made) {
        if (copied)
            tell(done.made.error());
        else
            refuse_path(export_path_field(workspace_.exporting.tab), done.order.path, done.made.error());
        return;
    }
    if (!copied)
        exported_.insert(absolute_path(done.order.path));
    if (!done.made->text.empty())
        ImGui::SetClipboardText(done.made->text.c_str());
    if (!is_open(workspace_, Overlay::Kind::exporting))
        return say(notice_of_deed(done.made->words));
    workspace_.notice.reset();
    const ExportTab tab = tab_of(done.order).value_or(workspace_.exporting.tab);
    workspace_.exporting.made.at(static_cast<std::size_t>(tab)) = done.made->words;
}

/// Locks the session's file, and tells the user if another window has it open.
void App::lock_session() {
    const std::filesystem::path file = document_.newest().document().file.value_or(std::filesystem::path());
    if (in_use_.work_on(file))
        say(notice_of_deed(name_of(file) +
                           " was open in another window already. Whoever saves second is asked first."));
}

void App::refuse_path(std::string field, const std::filesystem::path& path, const Error& error) {
    // The field already shows the path.
    std::string_view reason = error.message;
    if (const std::string named = printable_path(path) + ": "; reason.starts_with(named))
        reason.remove_prefix(named.size());
    open_refused(workspace_, std::move(field), path.string(), std::string(reason));
}

} // namespace attn
