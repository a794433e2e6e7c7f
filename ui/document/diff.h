#pragma once

#include "core/explain/diff.h"
#include "ui/document/document_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How much every array moved, and since when.
struct Diff {
    std::string since; ///< "since the baseline", "by “change W_Q⁽²⁾[1,1]”"
    bool from_baseline = false;
    std::vector<ArrayDiff> arrays; ///< empty: nothing has happened yet
    ChangedSettings settings{};
};

/// Counts what moved since the baseline, or by the last edit where there is none. The state before an edit is not kept:
/// somebody else computes it again when it is asked for.
class DiffCount {
public:
    /// Begins to count for a document whose numbers are `now`, unless it has. Returns the state before the last edit
    /// where its numbers are needed, once.
    const Session* begin(const DocumentState& document, const Trace& now, const Trace* baseline);
    /// The numbers of that state; none where they could not be computed.
    void take_before(std::optional<Trace> before);
    /// The count; nothing while the state before is missing.
    const Diff* counted(const DocumentState& document, const Trace& now);
    /// What was counted holds no more: another document, or another baseline.
    void forget() { *this = {}; }

private:
    std::optional<std::uint64_t> revision_; ///< that the count, or what is missing, is for
    std::optional<Trace> before_;
    std::optional<Diff> moved_;
};

} // namespace attn
