#include "core/document/session/history.h"
#include "core/model/address.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace attn {

namespace {

using Seen = std::set<const float*>;

/// Counts the bytes that were not counted before.
class ByteCount {
public:
    explicit ByteCount(Seen& seen) : seen_(seen) {}

    void add(const Matrix& matrix) {
        if (!matrix.empty() && seen_.insert(matrix.view().data).second)
            bytes_ += static_cast<std::size_t>(matrix.rows() * matrix.columns()) * sizeof(float);
    }
    void add(const Sequence& sequence) {
        for (const auto& tokens : sequence.items)
            for (const std::string& token : tokens)
                bytes_ += sizeof(std::string) + token.capacity();
        add(sequence.positions.rows);
        add(sequence.positions.from_end);
        if (sequence.embeddings)
            for (const auto& [word, row] : *sequence.embeddings)
                add(row);
    }
    void add(const Layer& layer) {
        add(layer.sequence);
        if (layer.context)
            add(*layer.context);
        for (const Array& row : parameters())
            for (const Index head : Addresses(layer).heads(row.id))
                add(parameter(layer, row.id, head));
        add(layer.mask.painted);
        for (const auto* matrices : {&layer.mask.padding, &layer.mask.given})
            for (const Matrix& matrix : *matrices)
                add(matrix);
        for (const auto& [slot, matrix] : layer.given)
            add(matrix);
        bytes_ += layer.pins.size() * sizeof(std::pair<CellId, float>);
    }
    void add(const Session& session) {
        bytes_ += sizeof(Session);
        add(session.layer());
        for (const auto& [number, layer] : session.changed_layers)
            add(*layer);
    }

    std::size_t bytes() const { return bytes_; }

private:
    Seen& seen_;
    std::size_t bytes_ = 0;
};

std::size_t bytes_of(const Session& session, Seen& seen) {
    ByteCount count(seen);
    count.add(session);
    return count.bytes();
}

} // namespace

History::History(Session first, std::size_t budget_bytes) : budget_bytes_(budget_bytes) {
    Seen nothing;
    const std::size_t bytes = bytes_of(first, nothing);
    Entry entry{.session = std::make_shared<const Session>(std::move(first)), .label = {}};
    entry.all_bytes = entry.own_bytes = bytes;
    entries_.push_back(std::move(entry));
}

const Session& History::present() const {
    return *entries_[position_].session;
}

std::shared_ptr<const Session> History::shared_present() const {
    return entries_[position_].session;
}

std::shared_ptr<const Session> History::shared_before() const {
    const bool is_edited = can_undo() && entries_[position_ - 1].document == document();
    return is_edited ? entries_[position_ - 1].session : nullptr;
}

void History::record(Session session, NamedWords label, std::uint64_t gesture) {
    const bool continues = gesture != 0 && position_ > 0 && entries_[position_].gesture == gesture;
    const std::uint64_t document = this->document();
    // If the gesture began at the entry before, its own earlier steps are dropped.
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(position_ + (continues ? 0 : 1)), entries_.end());
    append({.session = std::make_shared<const Session>(std::move(session)),
            .label = std::move(label),
            .gesture = gesture,
            .document = document});
}

void History::open(Session session, NamedWords label, bool unsaved) {
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(position_ + 1), entries_.end());
    entries_.back().left_unsaved = unsaved;
    append({.session = std::make_shared<const Session>(std::move(session)),
            .label = std::move(label),
            .document = ++documents_});
}

void History::forget_past() {
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(position_));
    position_ = 0;
    entries_.front().label = {};
    entries_.front().own_bytes = entries_.front().all_bytes;
}

void History::append(Entry entry) {
    Seen shared;
    bytes_of(*entries_.back().session, shared);
    Seen nothing;
    entry.all_bytes = bytes_of(*entry.session, nothing);
    entry.own_bytes = bytes_of(*entry.session, shared);
    entry.revision = ++revisions_;
    entries_.push_back(std::move(entry));
    position_ = entries_.size() - 1;
    keep_within_budget();
}

void History::undo() {
    assert(can_undo());
    --position_;
}

void History::redo() {
    assert(can_redo());
    ++position_;
}

NamedWords History::undo_label() const {
    return can_undo() ? entries_[position_].label : NamedWords();
}

NamedWords History::redo_label() const {
    return can_redo() ? entries_[position_ + 1].label : NamedWords();
}

std::uint64_t History::revision() const {
    return entries_[position_].revision;
}

bool History::has_revision(std::uint64_t revision) const {
    return std::ranges::find(entries_, revision, &Entry::revision) != entries_.end();
}

bool History::has_document(std::uint64_t number) const {
    return std::ranges::find(entries_, number, &Entry::document) != entries_.end();
}

bool History::is_last_of_document(std::size_t entry) const {
    return entry + 1 < entries_.size() && entries_[entry + 1].document != entries_[entry].document;
}

std::vector<History::LeftDocument> History::documents() const {
    std::vector<LeftDocument> documents;
    for (std::size_t i = position_ + 1; i-- > 0;)
        if (i == position_ || is_last_of_document(i))
            documents.push_back({entries_[i].document, entries_[i].session, entries_[i].revision});
    return documents;
}

void History::keep_within_budget() {
    std::size_t total = 0;
    for (const Entry& entry : entries_)
        total += entry.own_bytes;
    for (std::size_t oldest = 0; total > budget_bytes_ && oldest < position_;) {
        if (entries_[oldest].left_unsaved && is_last_of_document(oldest)) {
            ++oldest;
            continue;
        }
        total -= entries_[oldest].own_bytes + entries_[oldest + 1].own_bytes;
        forget(oldest);
        total += entries_[oldest].own_bytes;
    }
}

/// Drops an entry. The next entry takes over the bytes that it shared with this one, and its label if this one opened a
/// document.
void History::forget(std::size_t entry) {
    const bool opens = entry > 0 && is_last_of_document(entry - 1);
    Entry& next = entries_[entry + 1];
    if (opens && next.document == entries_[entry].document)
        next.label = entries_[entry].label;
    Seen shared;
    if (entry > 0)
        bytes_of(*entries_[entry - 1].session, shared);
    next.own_bytes = bytes_of(*next.session, shared);
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(entry));
    --position_;
}

} // namespace attn
