#pragma once

#include "ui/document/computing.h"
#include "ui/document/document_state.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <utility>

namespace attn {

/// A head of an item, all of whose arrays are shown.
struct HeadInSight {
    Index item = 0;
    Index head = 0;
    std::optional<ArrayId> up_to{}; ///< the array up to which other heads are shown too
    bool operator==(const HeadInSight&) const = default;
};

/// The open document: its shown state with all numbers, the states that are still being computed, and the baseline that
/// changes are counted from.
class Document {
public:
    /// `computing` computes the document's numbers, and must outlive this object.
    explicit Document(Computing& computing) : computing_(computing) {}

    /// The outcome of a computation.
    struct News {
        bool changed = false;                ///< another state is shown now
        bool opened = false;                 ///< another document is shown now
        bool out_of_memory = false;          ///< true: the computation was cancelled for lack of memory
        Trace before{};                      ///< the numbers shown till now, if `changed`
        std::optional<std::uint64_t> left{}; ///< the number of the document shown till now, if `opened`
    };

    /// True once there is something to show. The first document may take its time.
    bool is_shown() const { return shown_.has_value(); }
    /// Returns the state that the window shows; is_shown() must hold.
    const DocumentState& shown() const { return *shown_; }
    const Trace& trace() const { return trace_; }
    /// Returns the newest state of the document that is shown; the next edit changes that state.
    const DocumentState& newest() const;

    /// The newest state while only a part of it is computed: the numbers of the visible head are up to date, all others
    /// are still the old ones. It is used for drawing frames and for nothing else.
    struct Preview {
        DocumentState state;
        Trace trace;
        HeadInSight head;
    };
    const Preview* preview() const { return preview_ ? &*preview_ : nullptr; }
    /// Drops the preview, because the user now looks at something else: the old state is shown until the newest is
    /// computed.
    void forget_preview() { preview_.reset(); }
    /// True if frames show the newest state, as a whole or its visible part.
    bool is_newest_seen() const;

    /// Computes the next state of the document. A small layer is shown at once; of a larger one, the visible item and
    /// head are computed first, if nothing else is visible. A state of another document replaces this document as soon
    /// as it is computed.
    News advance(DocumentState next, std::optional<HeadInSight> in_sight = std::nullopt);
    /// Shows a state that was computed in the background.
    News take(Computing::Finished finished);

    bool is_computing() const { return !coming_.empty(); }
    bool is_opening() const { return !coming_.empty() && coming_.back().opens; }
    /// Cancels the computation and returns to the shown state; if another document was being opened, to the newest
    /// state of this one.
    News cancel();

    /// Returns the numbers from which changes are counted; nullptr: changes are not counted. Opening another document
    /// drops them.
    const Trace* baseline() const { return baseline_ ? &*baseline_ : nullptr; }
    void set_baseline(std::optional<Trace> numbers) { baseline_ = std::move(numbers); }
    /// Returns the numbers before the last edit of this document; null after undo and redo, and if the layer is so
    /// large that it is computed in the background.
    const Trace* before_edit() const { return before_edit_ ? &before_edit_->trace : nullptr; }

    /// Records that `file` contains this revision of the document.
    void set_saved(std::uint64_t document, const std::filesystem::path& file, std::uint64_t revision,
                   const std::optional<FileStamp>& stamp);
    /// Records how a document that is no longer shown was displayed.
    void set_left(std::uint64_t document, const LeftDisplay& left);
    /// Treats the newest state as saved, though it is in no file.
    void count_as_kept();

private:
    struct Coming {
        Computing::Ticket ticket = 0;
        DocumentState state;
        bool opens = false;
        std::optional<HeadInSight> in_sight{};
    };
    News compute(Coming next);
    void preview(Computing::Finished seen);
    News show(DocumentState next, Trace trace);
    struct BeforeEdit {
        std::shared_ptr<const Session> session;
        Trace trace;
    };
    void keep_before_edit(const DocumentState& next);
    template <class Change>
    void change_all(const Change& change);

    std::optional<DocumentState> shown_;
    Trace trace_; ///< the numbers of shown_
    std::deque<Coming> coming_;
    std::optional<Preview> preview_;
    std::optional<Trace> baseline_;
    std::optional<BeforeEdit> before_edit_;
    Computing& computing_;
};

} // namespace attn
