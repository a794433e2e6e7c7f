#include "ui/document/file_work.h"

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/listing.h"
#include "core/document/files/replaced_file.h"
#include "core/document/files/session_file.h"
#include "core/document/session/session_limits.h"
#include "core/document/sources/recording.h"
#include "core/document/sources/source.h"
#include "core/document/sources/weights_out.h"
#include "core/files/printable.h"
#include "core/journal/left_work.h"
#include "ui/document/layer_reading.h"

#include <utility>

namespace attn {

namespace {

/// True for a folder, the index of several files, or a file of tensors.
bool may_be_checkpoint(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored) || path.filename().string().ends_with(".index.json") ||
           kind_of(path) == FileKind::weights;
}

bool holds_stages(const std::filesystem::path& path) {
    const auto file = Checkpoint::open(path);
    return file && has_recorded_stages(*file);
}

Result<SavedSession> read_session(const OpenFile& request, const Session& present) {
    if (request.left) {
        const Result<UnsavedWork> work = read_left_work(request.path);
        return work ? Result<SavedSession>(*work->session) : work.error();
    }
    if (request.recorded) {
        Source source;
        source.session = request.path;
        return open_saved_source(source, {});
    }
    if (request.input) {
        Source source;
        source.weights = request.path;
        source.input = request.input;
        source.heads = sizes_of(present.layer()).H;
        return open_saved_source(source, {});
    }
    switch (kind_of(request.path)) {
    case FileKind::session:
        return load_saved_session(request.path);
    case FileKind::weights:
        return as_saved(with_weights_of(present, request.path));
    case FileKind::input:
        return as_saved(with_input_of(present, request.path));
    case FileKind::other:
        if (classify_existing_file(request.path).kind == ReplacedFile::Kind::session)
            return load_saved_session(request.path);
        break;
    }
    return not_readable(request.path);
}

/// A checkpoint's layers to choose from; `nullopt` if it has just one, which fits the present session, or if the path
/// is no checkpoint.
std::optional<LayerChoice> layers_to_choose(const OpenFile& request, const Session& present) {
    if (request.input || request.recorded || request.left || !may_be_checkpoint(request.path))
        return std::nullopt;
    Result<Listing> listing = list_model(request.path);
    if (!listing || listing->layers.empty())
        return std::nullopt;
    const ListedLayer& first = listing->layers.front();
    const bool fits =
        listing->layers.size() == 1 && first.counts.H == 0 && first.layer.D == sizes_of(present.layer()).D;
    return fits ? std::nullopt : std::optional(LayerChoice{request.path, *std::move(listing)});
}

/// Lists the layers and tensors of a model; opens nothing.
Result<LayerChoice> contents_of(const OpenFile& request) {
    Result<Listing> listing = list_model(request.path);
    return listing ? Result<LayerChoice>({request.path, *std::move(listing)}) : Result<LayerChoice>(listing.error());
}

} // namespace

Result<FileWork::Read> FileWork::read_file(const OpenFile& request, const Session& present) {
    Read read{.session = present};
    if (request.lists) {
        auto contents = contents_of(request);
        if (!contents)
            return contents.error();
        read.choice = *std::move(contents);
        return read;
    }
    read.stamp = stamp_of(request.path); // taken before reading: later changes are somebody else's
    const std::string name = printable_path(request.path);
    if (request.layer || request.layers_on != 0) {
        LayerReading layer = read_model_layer(request, present);
        read.session = for_window(std::move(layer.session), name);
        read.asked = std::move(layer.asked);
        read.same_model = is_model_of(present, request.path);
        return read;
    }
    read.choice = layers_to_choose(request, present);
    if (read.choice)
        return read;
    auto saved = read_session(request, present);
    if (saved)
        read.view = std::move(saved->view);
    read.session = for_window(without_view(std::move(saved)), name);
    read.holds_no_weights = !read.session && !request.input && !request.recorded && !request.left &&
                            kind_of(request.path) == FileKind::weights && !holds_weights(request.path);
    read.holds_stages = read.holds_no_weights && holds_stages(request.path);
    return read;
}

void FileWork::load(OpenFile request, Session present) {
    cancel_loading();
    Task<Read> task([request, present = std::move(present)](
                        const std::stop_token& /*stop*/) -> Result<Read> { return read_file(request, present); },
                    wake_);
    loading_.emplace(Loading{std::move(request), std::move(task)});
}

void FileWork::save(SaveFileAs request, SavedSession order, std::uint64_t revision) {
    Task<Written> task(
        [request, order = std::move(order)](const std::stop_token& stop) -> Result<Written> {
            const Replaces replaces = request.asked ? Replaces::anything : Replaces::sessions;
            const Result<void> saved = request.weights ? write_weights(order.session, request.path)
                                                       : save_session(order, request.path, stop, replaces);
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
    Result<Read> read = loading_->task.take();
    Loaded loaded{.request = std::move(loading_->request), .session = read ? std::move(read->session) : read.error()};
    if (read) {
        loaded.holds_no_weights = read->holds_no_weights;
        loaded.holds_stages = read->holds_stages;
        loaded.choice = std::move(read->choice);
        loaded.asked = std::move(read->asked);
        loaded.same_model = read->same_model;
        loaded.stamp = read->stamp;
        loaded.view = std::move(read->view);
    }
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
