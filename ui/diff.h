#pragma once

#include "core/explain/diff.h"
#include "ui/computing.h"
#include "ui/document.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How much every array moved, and since when.
struct Diff {
    std::string since; ///< "since the baseline", "by “change W_Q⁽²⁾[1,1]”"
    bool from_baseline = false;
    std::vector<ArrayDiff> arrays; ///< empty: nothing has happened yet
};

/// Counts what moved since the baseline, or by the last edit where there is none. The state before an edit is not kept:
/// it is computed again when somebody asks.
class DiffCount {
public:
    explicit DiffCount(std::function<void()> wake) : computing_(std::move(wake)) {}

    /// The count for a document whose numbers are `now`; nothing while the state before is still being computed.
    const Diff* count(const Document& document, const Trace& now, const Trace* baseline);
    /// What was counted holds no more: another document, or another baseline.
    void forget();
    /// Waits for what is being computed.
    void finish();
    bool is_computing() const { return ticket_.has_value(); }

private:
    void take(std::optional<Computing::Finished> finished);

    std::optional<std::uint64_t> revision_; ///< that the count, or what is being computed, is for
    std::optional<Computing::Ticket> ticket_;
    std::optional<Trace> before_;
    std::optional<Diff> moved_;
    Computing computing_;
};

} // namespace attn
