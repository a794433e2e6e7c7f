#pragma once

#include "core/explain/diff.h"
#include "ui/document/document_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The changes of every array since a baseline, or by the last edit.
struct Diff {
    Prose since; ///< "since the baseline", "by “change W_Q⁽²⁾[1,1]”"
    bool from_baseline = false;
    std::vector<ArrayDiff> arrays; ///< empty: nothing has changed yet
    ChangedSettings settings{};
};

/// Counts the cells that changed since the baseline or, without one, by the last edit. The numbers before an edit are
/// not stored: the caller computes them when they are asked for.
class DiffCount {
public:
    /// Begins to count for a document whose numbers are `now`, unless the count has begun. Returns, once, the session
    /// before the last edit if its numbers are needed.
    const Session* begin(const DocumentState& document, const Trace& now, const Trace* baseline);
    /// Stores the numbers of the session that begin() returned; nullopt if they could not be computed.
    void take_before(std::optional<Trace> before);
    /// Returns the count; nullptr while the numbers before the edit are missing.
    const Diff* counted(const DocumentState& document, const Trace& now);
    /// Forgets the count, because the document or the baseline is another one.
    void forget() { *this = {}; }

private:
    std::optional<std::uint64_t> revision_; ///< the revision to which the count, or the missing trace, belongs
    std::optional<Trace> before_;
    std::optional<Diff> moved_;
};

} // namespace attn
