#pragma once

#include "ui/document/computing.h"
#include "ui/document/document_state.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <utility>

namespace attn {

/// An item's head, of which everything is shown.
struct HeadInSight {
    Index item = 0;
    Index head = 0;
    std::optional<ArrayId> up_to{}; ///< the stage up to which other heads are shown too
    bool operator==(const HeadInSight&) const = default;
};

/// The document that is worked on: what is shown of it, with all numbers, what is still being computed, and the numbers
/// that its changes are counted from.
class Document {
public:
    /// Its numbers come from `computing`, which must outlive it.
    explicit Document(Computing& computing) : computing_(computing) {}

    /// What has become of a computation.
    struct News {
        bool changed = false;                ///< something else is shown now
        bool opened = false;                 ///< another document is
        bool out_of_memory = false;          ///< it was given up
        Trace before{};                      ///< what was shown till now, where that has changed
        std::optional<std::uint64_t> left{}; ///< the number of the document that was shown, where another is opened
    };

    /// Whether there is anything to show. The first document may take its time.
    bool is_shown() const { return shown_.has_value(); }
    /// What the window shows; it must be shown.
    const DocumentState& shown() const { return *shown_; }
    const Trace& trace() const { return trace_; }
    /// What the next edit changes: the newest state of the document that is shown.
    const DocumentState& newest() const;

    /// What is in sight of the newest state, before the rest of it is computed: that head is up to date, other numbers
    /// are those of before. Nothing but frames is made from it.
    struct Preview {
        DocumentState state;
        Trace trace;
        HeadInSight head;
    };
    const Preview* preview() const { return preview_ ? &*preview_ : nullptr; }
    /// Something else is in sight now: all is shown as it was, until the newest is computed.
    void forget_preview() { preview_.reset(); }
    /// Whether frames show the newest state, all of it or what is in sight.
    bool is_newest_seen() const;

    /// The next state of the document. What is quickly computed is shown at once; of a larger layer first the item and
    /// head that are in sight, where these are all that is. A state of another document takes its place as soon as it
    /// is computed.
    News advance(DocumentState next, std::optional<HeadInSight> in_sight = std::nullopt);
    /// What was computed meanwhile.
    News take(Computing::Finished finished);

    bool is_computing() const { return !coming_.empty(); }
    bool is_opening() const { return !coming_.empty() && coming_.back().opens; }
    /// Goes back to what is shown, or from opening to the newest state of what is shown.
    News cancel();

    /// The numbers that changes are counted from; none: nothing is counted. They go with the document.
    const Trace* baseline() const { return baseline_ ? &*baseline_ : nullptr; }
    void set_baseline(std::optional<Trace> numbers) { baseline_ = std::move(numbers); }

    /// The file holds that revision of that document now.
    void set_saved(std::uint64_t document, const std::filesystem::path& file, std::uint64_t revision,
                   const std::optional<FileStamp>& stamp);
    /// How a document was shown that is shown no more.
    void set_left(std::uint64_t document, const LeftDisplay& left);
    /// The newest state of the newest document counts as kept, though it is in no file.
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
    template <class Change>
    void change_all(const Change& change);

    std::optional<DocumentState> shown_;
    Trace trace_; ///< of what is shown
    std::deque<Coming> coming_;
    std::optional<Preview> preview_;
    std::optional<Trace> baseline_;
    Computing& computing_;
};

} // namespace attn
