#include "ui/open_document.h"

#include <utility>

namespace attn {

namespace {

/// What takes longer is computed while the window goes on.
constexpr std::chrono::milliseconds open_document_patience{15};

/// About how many multiplications a whole pass takes.
double work_of(const Layer& layer) {
    const Sizes sizes = sizes_of(layer);
    const auto number = [](Index length) { return static_cast<double>(length); };
    const double projected = number(sizes.S_q * sizes.D * sizes.d_k) +
                             number(sizes.S_k * sizes.D_context * (sizes.d_k + sizes.d_v)) +
                             number(sizes.S_q * sizes.d_v * sizes.D);
    constexpr double exponential = 20;
    const double attended = number(sizes.S_q * sizes.S_k) * (number(sizes.d_k + sizes.d_v) + exponential);
    return number(sizes.B * sizes.H) * (projected + attended);
}

bool is_quick(const Layer& layer) {
    constexpr double at_once = 4e6;
    return work_of(layer) < at_once;
}

} // namespace

const Document& OpenDocument::newest() const {
    return coming_.empty() || coming_.back().opens ? *shown_ : coming_.back().document;
}

OpenDocument::News OpenDocument::advance(Document next) {
    return compute(std::move(next), false);
}

OpenDocument::News OpenDocument::open(Document next) {
    return compute(std::move(next), true);
}

OpenDocument::News OpenDocument::compute(Document next, bool opens) {
    if (is_quick(next.session().layer())) {
        coming_.clear();
        std::optional<Trace> trace = computing_.compute_now(next.session().layer());
        return trace ? show(std::move(next), *std::move(trace), opens) : News{.out_of_memory = true};
    }
    const Computing::Ticket ticket = computing_.begin(next.session().layer());
    coming_.push_back({ticket, std::move(next), opens});
    return take(computing_.take(open_document_patience));
}

OpenDocument::News OpenDocument::show(Document next, Trace trace, bool opens) {
    shown_ = std::move(next);
    return {.changed = true, .opened = opens, .before = std::exchange(trace_, std::move(trace))};
}

OpenDocument::News OpenDocument::take(std::optional<Computing::Finished> finished) {
    if (!finished)
        return {};
    if (!finished->trace) {
        cancel();
        return {.out_of_memory = true};
    }
    // Those before it were passed over. If one of them opened another document, all after it are of that one.
    bool opened = false;
    while (!coming_.empty() && coming_.front().ticket < finished->ticket) {
        opened = opened || coming_.front().opens;
        coming_.pop_front();
    }
    if (coming_.empty())
        return {};
    Coming coming = std::move(coming_.front());
    coming_.pop_front();
    return show(std::move(coming.document), *std::move(finished->trace), opened || coming.opens);
}

void OpenDocument::cancel() {
    computing_.cancel();
    coming_.clear();
}

void OpenDocument::set_saved(const std::filesystem::path& file, std::uint64_t revision,
                             const std::optional<FileStamp>& stamp) {
    const Document* const newest = &this->newest();
    const auto note = [&](Document& document) {
        document.file = file;
        document.stamp = stamp;
        document.saved_revision = revision;
        // When the newest is given up, what went before counts on from its own revision and may come to this one again.
        if (&document != newest && document.history.revision() != revision)
            document.saved_revision = std::nullopt;
    };
    if (shown_)
        note(*shown_);
    for (Coming& coming : coming_)
        if (!coming.opens)
            note(coming.document);
}

} // namespace attn
