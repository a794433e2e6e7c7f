#pragma once

#include <cstddef>
#include <cstdint>

namespace attn::test {

/// Makes the n-th allocation by operator new fail, counted from 0, in any thread, while the object exists. Only one may
/// exist at a time.
class FailingAllocation {
public:
    explicit FailingAllocation(std::int64_t n);
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;
    ~FailingAllocation();

    /// True if there were that many allocations, so that one failed.
    bool happened() const;
};

/// The largest allocation since forget_largest_allocation(), in bytes.
std::size_t largest_allocation();
void forget_largest_allocation();

/// The number of allocations by operator new that were not freed.
std::int64_t live_allocations();

/// The number of all allocations by operator new so far.
std::int64_t allocations_so_far();

/// The largest allocation that `work` asks for, in bytes.
template <class Work>
std::size_t largest_allocation_of(const Work& work) {
    forget_largest_allocation();
    work();
    return largest_allocation();
}

} // namespace attn::test
