#pragma once

#include "core/document/files/readable_files.h"
#include "core/document/session/saved_session.h"
#include "core/files/file_stamp.h"
#include "ui/document/request.h"
#include "ui/document/workspace.h"
#include "ui/toolkit/task.h"

#include <functional>
#include <optional>
#include <vector>

namespace attn {

/// Reads and writes files in the background, one of each kind at a time.
class FileWork {
public:
    /// `wake` is called from another thread when something is done.
    explicit FileWork(std::function<void()> wake) : wake_(std::move(wake)) {}

    struct Loaded {
        OpenFile request;
        Result<Session> session;
        bool holds_no_weights = false;       ///< true: the file holds no weights, though files of its kind do
        bool holds_stages = false;           ///< true: the file holds arrays of a computation instead of weights; they
                                             ///< make a session of their own
        std::optional<LayerChoice> choice{}; ///< layers to choose from; `session` is then the session that was shown
                                             ///< before
        std::optional<AskedLayer> asked{};   ///< questions to be answered first; `session` is then the session that was
                                             ///< shown before
        bool same_model = false;             ///< true: the layer belongs to the same model as the session that was
                                             ///< shown before
        std::optional<FileStamp> stamp{};    ///< stamp of the file that was read
        SavedView view{};                    ///< the view in which the session was saved
    };
    struct Saved {
        SaveFileAs request;
        std::uint64_t revision = 0;
        Result<void> result;
        std::optional<FileStamp> stamp{}; ///< stamp of the file that was written
    };

    /// Begins to read the requested file; weights and inputs are put into the session `present`. Cancels an earlier
    /// reading.
    void load(OpenFile request, Session present);
    /// Begins to write. No other writing may be under way.
    void save(SaveFileAs request, SavedSession order, std::uint64_t revision);

    /// Each of these returns its result, once, and waits for it up to `patience`.
    std::optional<Loaded> take_loaded(std::chrono::milliseconds patience = {});
    std::optional<Saved> take_saved(std::chrono::milliseconds patience = {});

    const OpenFile* loading() const { return loading_ ? &loading_->request : nullptr; }
    const SaveFileAs* saving() const { return saving_ ? &saving_->request : nullptr; }

    /// Gives up reading. The file may still be read to its end, but its result is dropped.
    void cancel_loading();
    /// Stops writing unless it is too late; the result is then an error.
    void cancel_saving();

private:
    struct Read {
        Result<Session> session;
        bool holds_no_weights = false;
        bool holds_stages = false;
        std::optional<LayerChoice> choice{};
        std::optional<AskedLayer> asked{};
        bool same_model = false;
        std::optional<FileStamp> stamp{};
        SavedView view{};
    };
    static Result<Read> read_file(const OpenFile& request, const Session& present);
    struct Written {
        std::optional<FileStamp> stamp{};
    };
    struct Loading {
        OpenFile request;
        Task<Read> task;
    };
    struct Saving {
        SaveFileAs request;
        std::uint64_t revision = 0;
        Task<Written> task;
    };

    std::function<void()> wake_;
    std::optional<Loading> loading_;
    std::optional<Saving> saving_;
    std::vector<Task<Read>> given_up_;
};

} // namespace attn
