#pragma once

#include <cstddef>
#include <cstdint>

namespace attn::test {

/// Makes one allocation by operator new fail, in whatever thread it happens, while it exists: the n-th from now on,
/// counted from 0. One at a time.
class FailingAllocation {
public:
    explicit FailingAllocation(std::int64_t n);
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;
    ~FailingAllocation();

    /// Whether there were that many, so that one failed.
    bool happened() const;
};

/// In bytes, what was asked for at once at most since it was forgotten.
std::size_t largest_allocation();
void forget_largest_allocation();

/// How many allocations by operator new have not been given back.
std::int64_t live_allocations();

/// How many there have been, those included.
std::int64_t allocations_so_far();

/// The largest allocation that `work` asks for, in bytes.
template <class Work>
std::size_t largest_allocation_of(const Work& work) {
    forget_largest_allocation();
    work();
    return largest_allocation();
}

} // namespace attn::test
