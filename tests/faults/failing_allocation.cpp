#include "tests/faults/failing_allocation.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

std::atomic<std::int64_t> allocations_until_failure{never};
std::atomic<bool> allocation_failed{false};
std::atomic<std::int64_t> allocations_alive{0};
std::atomic<std::int64_t> allocations_made{0};
std::atomic<std::size_t> largest_asked_for{0};

/// True if this allocation is the one to fail.
bool is_to_fail() {
    if (allocations_until_failure.load(std::memory_order_relaxed) == never)
        return false;
    if (allocations_until_failure.fetch_sub(1) != 0)
        return false;
    allocation_failed = true;
    return true;
}

void note_size(std::size_t size) {
    std::size_t largest = largest_asked_for.load(std::memory_order_relaxed);
    while (size > largest && !largest_asked_for.compare_exchange_weak(largest, size)) {
    }
}

void* allocate_or_null(std::size_t size, std::size_t alignment) {
    note_size(size);
    if (is_to_fail())
        return nullptr;
    const std::size_t least = std::max<std::size_t>(1, size);
    void* const memory = alignment <= alignof(std::max_align_t)
                             ? std::malloc(least)
                             : std::aligned_alloc(alignment, (least + alignment - 1) / alignment * alignment);
    if (memory != nullptr) {
        ++allocations_alive;
        ++allocations_made;
    }
    return memory;
}

void* allocate(std::size_t size, std::size_t alignment) {
    if (void* const memory = allocate_or_null(size, alignment))
        return memory;
    throw std::bad_alloc();
}

void give_back(void* memory) {
    if (memory == nullptr)
        return;
    --allocations_alive;
    std::free(memory);
}

constexpr std::size_t usual = alignof(std::max_align_t);

} // namespace

// NOLINTBEGIN(misc-definitions-in-headers,readability-inconsistent-declaration-parameter-name)
void* operator new(std::size_t size) {
    return allocate(size, usual);
}
void* operator new[](std::size_t size) {
    return allocate(size, usual);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
    return allocate_or_null(size, usual);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
    return allocate_or_null(size, usual);
}
void operator delete(void* memory) noexcept {
    give_back(memory);
}
void operator delete[](void* memory) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
    give_back(memory);
}
void operator delete[](void* memory, std::size_t /*size*/) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
    give_back(memory);
}
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    give_back(memory);
}
void operator delete[](void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    give_back(memory);
}
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept {
    give_back(memory);
}
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept {
    give_back(memory);
}
// NOLINTEND(misc-definitions-in-headers,readability-inconsistent-declaration-parameter-name)

namespace attn::test {

FailingAllocation::FailingAllocation(std::int64_t n) {
    allocation_failed = false;
    allocations_until_failure = n;
}

FailingAllocation::~FailingAllocation() {
    allocations_until_failure = never;
}

bool FailingAllocation::happened() const {
    return allocation_failed;
}

std::size_t largest_allocation() {
    return largest_asked_for;
}

void forget_largest_allocation() {
    largest_asked_for = 0;
}

std::int64_t live_allocations() {
    return allocations_alive;
}

std::int64_t allocations_so_far() {
    return allocations_made;
}

} // namespace attn::test
