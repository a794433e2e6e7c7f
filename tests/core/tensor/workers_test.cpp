#include "core/tensor/workers.h"

#include <array>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <new>
#include <stdexcept>
#include <thread>

namespace attn {
namespace {

TEST(Workers, DoEveryTaskOnce) {
    Workers workers(4);
    for (int round = 0; round < 200; ++round) {
        std::array<std::atomic<int>, 37> done{};
        workers.run(done.size(), [&](std::size_t task, std::size_t worker) {
            ASSERT_LT(worker, workers.count());
            ++done.at(task);
        });
        for (const auto& count : done)
            ASSERT_EQ(count, 1);
    }
}

TEST(Workers, DoEveryTaskOnceWhetherTheyAreAwakeOrFellAsleep) {
    Workers workers(3);
    for (int round = 0; round < 120; ++round) {
        std::array<std::atomic<int>, 5> done{};
        workers.run(done.size(), [&](std::size_t task, std::size_t /*worker*/) { ++done.at(task); });
        for (const auto& count : done)
            ASSERT_EQ(count, 1);
        std::this_thread::sleep_for(std::chrono::microseconds(round % 4 * 70)); // they stay awake for 100
    }
}

TEST(Workers, ThrowTheFirstExceptionOnceNobodyIsAtWorkAnyMore) {
    Workers workers(4);
    for (int round = 0; round < 200; ++round) {
        std::atomic<int> at_work{0};
        std::atomic<int> begun{0};
        const auto work = [&](std::size_t /*task*/, std::size_t /*worker*/) {
            ++at_work;
            const int number = begun++;
            for (int i = 0; i < 1000; ++i) // so that several are at work
                static_cast<void>(begun.load());
            --at_work;
            if (number >= 3)
                throw std::bad_alloc();
        };
        EXPECT_THROW(workers.run(64, work), std::bad_alloc);
        EXPECT_EQ(at_work, 0);
        EXPECT_LE(begun, 3 + 4 + 3);
    }
    // The workers go on working.
    std::atomic<int> done{0};
    workers.run(16, [&](std::size_t, std::size_t) { ++done; });
    EXPECT_EQ(done, 16);
}

TEST(Workers, ThrowWhateverItIs) {
    Workers workers(2);
    EXPECT_THROW(workers.run(8, [](std::size_t, std::size_t) { throw std::runtime_error("so"); }), std::runtime_error);
    EXPECT_THROW(workers.run(1, [](std::size_t, std::size_t) { throw std::runtime_error("so"); }), std::runtime_error);
}

} // namespace
} // namespace attn
