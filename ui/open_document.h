#pragma once

#include "ui/computing.h"
#include "ui/document.h"

#include <deque>

namespace attn {

/// The document that is worked on: what is shown of it, with all numbers, and what is still being computed.
class OpenDocument {
public:
    /// `wake` is called from another thread when poll() has something to say.
    explicit OpenDocument(std::function<void()> wake) : computing_(std::move(wake)) {}

    /// What has become of a computation.
    struct News {
        bool changed = false;       ///< something else is shown now
        bool opened = false;        ///< another document is
        bool out_of_memory = false; ///< it was given up
        Trace before{};             ///< what was shown till now, where that has changed
    };

    /// Whether there is anything to show. The first document may take its time.
    bool is_shown() const { return shown_.has_value(); }
    /// What the window shows; it must be shown.
    const Document& shown() const { return *shown_; }
    const Trace& trace() const { return trace_; }
    /// What the next edit changes: the newest state of the document that is shown.
    const Document& newest() const;

    /// The next state of the document. What is quickly computed is shown at once.
    News advance(Document next);
    /// Another document in its place, as soon as it is computed.
    News open(Document next);
    /// What was finished meanwhile.
    News poll() { return take(computing_.take()); }
    /// Waits for all that is being computed.
    News finish() { return take(computing_.wait()); }

    bool is_computing() const { return !coming_.empty(); }
    /// What will be shown next; something must be under way.
    const Session& coming() const { return coming_.back().document.session(); }
    bool is_opening() const { return !coming_.empty() && coming_.back().opens; }
    /// Goes back to what is shown.
    void cancel();
    EngineProgress progress() const { return computing_.progress(); }

    /// The file holds the revision now.
    void set_saved(const std::filesystem::path& file, std::uint64_t revision, const std::optional<FileStamp>& stamp);

private:
    struct Coming {
        Computing::Ticket ticket = 0;
        Document document;
        bool opens = false;
    };
    News compute(Document next, bool opens);
    News show(Document next, Trace trace, bool opens);
    News take(std::optional<Computing::Finished> finished);

    std::optional<Document> shown_;
    Trace trace_; ///< of what is shown
    std::deque<Coming> coming_;
    Computing computing_;
};

} // namespace attn
