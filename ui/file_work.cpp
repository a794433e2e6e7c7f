#include "ui/file_work.h"

#include "core/checkpoint/checkpoint.h"
#include "core/session/left_work.h"
#include "core/session/model_words.h"
#include "core/session/recording.h"
#include "core/session/replaced_file.h"
#include "core/session/sentences.h"
#include "core/session/session_file.h"
#include "core/session/source.h"
#include "core/session/weights_out.h"

#include <utility>

namespace attn {

namespace {

/// A folder, the index of several files, or a file of tensors.
bool may_be_checkpoint(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored) || path.filename().string().ends_with(".index.json") ||
           kind_of(path) == FileKind::weights;
}

/// A checkpoint's layer as a session of its own, with the present words where the model has them all, or where the
/// weights are no model's.
Result<Session> layer_of(const OpenFile& request, const Session& present) {
    Source source;
    source.session = request.path;
    source.layer = request.layer;
    if (const auto& items = present.layer().sequence.items; !items.empty())
        source.sentence =
            present.model_words ? words_between_spaces(present.model_words->text_of(items.front())) : items.front();
    return open_source(source, {});
}

bool holds_stages(const std::filesystem::path& path) {
    const auto file = Checkpoint::open(path);
    return file && has_recorded_stages(*file);
}

Result<Session> read(const OpenFile& request, const Session& present) {
    if (request.left) {
        const Result<UnsavedWork> work = read_left_work(request.path);
        return work ? Result<Session>(*work->session) : work.error();
    }
    if (request.recorded) {
        Source source;
        source.session = request.path;
        return open_source(source, {});
    }
    if (request.layer)
        return layer_of(request, present);
    if (request.input) {
        Source source;
        source.weights = request.path;
        source.input = request.input;
        source.heads = sizes_of(present.layer()).H;
        return open_source(source, {});
    }
    switch (kind_of(request.path)) {
    case FileKind::session:
        return load_session(request.path);
    case FileKind::weights:
        return with_weights_of(present, request.path);
    case FileKind::input:
        return with_input_of(present, request.path);
    case FileKind::other:
        if (look_at_replaced(request.path).kind == ReplacedFile::Kind::session)
            return load_session(request.path);
        break;
    }
    return not_readable(request.path);
}

/// The layers to choose from: of a checkpoint whose one layer does not simply fit the present session.
std::vector<ListedLayer> layers_to_choose(const OpenFile& request, const Session& present) {
    if (request.layer || request.input || request.recorded || request.left || !may_be_checkpoint(request.path))
        return {};
    Result<std::vector<ListedLayer>> listed = list_layers(request.path);
    if (!listed || listed->empty())
        return {};
    const ListedLayer& first = listed->front();
    const bool fits = listed->size() == 1 && first.counts.H == 0 && first.layer.D == sizes_of(present.layer()).D;
    return fits ? std::vector<ListedLayer>() : *std::move(listed);
}

} // namespace

void FileWork::load(OpenFile request, Session present) {
    cancel_loading();
    Task<Read> task(
        [request, present = std::move(present)](const std::stop_token& /*stop*/) -> Result<Read> {
            if (std::vector<ListedLayer> layers = layers_to_choose(request, present); !layers.empty())
                return Read{present, false, false, std::move(layers), {}};
            const std::optional<FileStamp> stamp = stamp_of(request.path); // what comes later is somebody else's
            Result<Session> session = read(request, present);
            const bool is_other = !session && !request.input && !request.recorded && !request.left &&
                                  kind_of(request.path) == FileKind::weights && !holds_weights(request.path);
            return Read{std::move(session), is_other, is_other && holds_stages(request.path), {}, stamp};
        },
        wake_);
    loading_.emplace(Loading{std::move(request), std::move(task)});
}

void FileWork::save(SaveFileAs request, Session session, std::uint64_t revision) {
    Task<Written> task(
        [request, session = std::move(session)](const std::stop_token& stop) -> Result<Written> {
            const Replaces replaces = request.asked ? Replaces::anything : Replaces::sessions;
            const Result<void> saved = request.weights ? write_weights(session, request.path)
                                                       : save_session(session, request.path, stop, replaces);
            if (!saved)
                return saved.error();
            return Written{stamp_of(request.path)};
        },
        wake_);
    saving_.emplace(Saving{std::move(request), revision, std::move(task)});
}

std::optional<FileWork::Loaded> FileWork::take_loaded(std::chrono::milliseconds patience) {
    std::erase_if(given_up_, [](const Task<Read>& task) { return task.is_done(); });
    if (!loading_ || !loading_->task.is_done(patience))
        return std::nullopt;
    const Result<Read> read = loading_->task.take();
    Loaded loaded{std::move(loading_->request),
                  read ? read->session : read.error(),
                  read && read->holds_no_weights,
                  read && read->holds_stages,
                  read ? read->layers : std::vector<ListedLayer>(),
                  read ? read->stamp : std::nullopt};
    loading_.reset();
    return loaded;
}

std::optional<FileWork::Saved> FileWork::take_saved(std::chrono::milliseconds patience) {
    if (!saving_ || !saving_->task.is_done(patience))
        return std::nullopt;
    const Result<Written> result = saving_->task.take();
    Saved saved{std::move(saving_->request), saving_->revision, result ? Result<void>() : result.error(),
                result ? result->stamp : std::nullopt};
    saving_.reset();
    return saved;
}

void FileWork::cancel_loading() {
    if (loading_)
        given_up_.push_back(std::move(loading_->task));
    loading_.reset();
}

void FileWork::cancel_saving() {
    if (saving_)
        saving_->task.request_stop();
}

} // namespace attn
