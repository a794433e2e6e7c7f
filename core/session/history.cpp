#include "core/session/history.h"
#include "core/model/address.h"
#include "core/model/arrays.h"

#include <cassert>
#include <set>

namespace attn {

namespace {

using Seen = std::set<const float*>;

/// Counts what has not been seen yet.
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
        for (const Layer& layer : session.layers)
            add(layer);
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
    entries_.push_back({std::make_shared<const Session>(std::move(first)), {}, 0, 0, bytes, bytes});
}

const Session& History::present() const {
    return *entries_[position_].session;
}

std::shared_ptr<const Session> History::shared_present() const {
    return entries_[position_].session;
}

const Session* History::before() const {
    return can_undo() ? entries_[position_ - 1].session.get() : nullptr;
}

void History::record(Session session, std::string label, std::uint64_t gesture) {
    const bool continues = gesture != 0 && position_ > 0 && entries_[position_].gesture == gesture;
    // What a gesture began with is the entry before it; its own steps on the way are forgotten.
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(position_ + (continues ? 0 : 1)), entries_.end());
    Seen shared;
    bytes_of(*entries_.back().session, shared);
    Seen nothing;
    const std::size_t all = bytes_of(session, nothing);
    const std::size_t own = bytes_of(session, shared);
    entries_.push_back(
        {std::make_shared<const Session>(std::move(session)), std::move(label), gesture, ++revisions_, all, own});
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

std::string History::undo_label() const {
    return can_undo() ? entries_[position_].label : std::string();
}

std::string History::redo_label() const {
    return can_redo() ? entries_[position_ + 1].label : std::string();
}

std::uint64_t History::revision() const {
    return entries_[position_].revision;
}

void History::keep_within_budget() {
    std::size_t total = entries_.front().all_bytes;
    for (std::size_t i = 1; i < entries_.size(); ++i)
        total += entries_[i].own_bytes;
    std::size_t forgotten = 0;
    while (total > budget_bytes_ && forgotten < position_) {
        // The next entry now keeps what it shared with this one.
        const std::size_t shared = entries_[forgotten + 1].all_bytes - entries_[forgotten + 1].own_bytes;
        total -= entries_[forgotten].all_bytes - shared;
        ++forgotten;
    }
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(forgotten));
    position_ -= forgotten;
}

} // namespace attn
