#include "core/tensor/background.h"

#include <atomic>
#include <future>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

namespace attn {
namespace {

constexpr Background::Key one_thing{1, 0, 0};
constexpr Background::Key other_thing{2, 0, 0};

Background::Inputs numbers() {
    return {{}, {Matrix::zeros(2, 2)}, {}};
}

TEST(Background, FindsWhatIsWantedAndWakes) {
    std::atomic<int> woken = 0;
    Background background([&] { ++woken; });
    const Background::Inputs from = numbers();
    EXPECT_FALSE(background.take(one_thing));
    background.want(one_thing, from, false, [](const std::stop_token&) { return std::any(7); });
    background.finish();
    const auto found = background.take(one_thing);
    ASSERT_TRUE(found);
    EXPECT_EQ(std::any_cast<int>(found->value), 7);
    EXPECT_EQ(found->from, from);
    EXPECT_FALSE(background.take(one_thing)) << "once";
}

/// A job that holds the thread until the test lets it go on.
struct Held {
    std::promise<void> began;
    std::promise<void> goes_on;
    std::vector<int> order{};

    Background::Find first() {
        return [this](const std::stop_token&) {
            began.set_value();
            goes_on.get_future().wait();
            order.push_back(0);
            return std::any();
        };
    }
    Background::Find then(int number) {
        return [this, number](const std::stop_token&) {
            order.push_back(number);
            return std::any(number);
        };
    }
};

TEST(Background, FindsOnceWhatIsWantedInEveryFrame) {
    Held held;
    Background background([] {});
    const Background::Inputs from = numbers();
    for (int frame = 0; frame < 3; ++frame)
        background.want(one_thing, from, false, held.first());
    held.began.get_future().wait();
    for (int frame = 0; frame < 3; ++frame) {
        background.want(one_thing, from, false, held.then(1));
        background.want(other_thing, from, false, held.then(2));
    }
    held.goes_on.set_value();
    background.finish();
    EXPECT_EQ(held.order, (std::vector{0, 2}));
}

TEST(Background, BeginsWithTheNewestNumbersAndWithWhatIsFirst) {
    Held held;
    Background background([] {});
    const Background::Inputs from = numbers();
    background.want({0, 0, 0}, from, false, held.first());
    held.began.get_future().wait();
    background.want(one_thing, numbers(), false, held.then(1));
    background.want(one_thing, numbers(), false, held.then(2)); // a weight was dragged further
    background.want(other_thing, from, true, held.then(3));
    held.goes_on.set_value();
    background.finish();
    EXPECT_EQ(held.order, (std::vector{0, 3, 2}));
    EXPECT_EQ(std::any_cast<int>(background.take(one_thing)->value), 2);
}

TEST(Background, ForgetsWhatNoFrameWantsAnyMore) {
    Held held;
    Background background([] {});
    const Background::Inputs from = numbers();
    background.want({0, 0, 0}, from, false, held.first());
    held.began.get_future().wait();
    background.want(one_thing, from, false, held.then(1));
    background.want(other_thing, from, false, held.then(2));
    background.forget_unwanted();
    background.want(other_thing, from, false, held.then(2));
    background.forget_unwanted();
    held.goes_on.set_value();
    background.finish();
    EXPECT_EQ(held.order, (std::vector{0, 2}));
    EXPECT_TRUE(background.take(other_thing));
    EXPECT_FALSE(background.is_busy());
}

/// A job that ends only when it is stopped.
Background::Find until_it_is_stopped(std::promise<void>& began) {
    return [&](const std::stop_token& stop) {
        began.set_value();
        while (!stop.stop_requested())
            std::this_thread::yield();
        return std::any(0);
    };
}

TEST(Background, StopsWhatIsUnderWayWhenItsInputsChange) {
    std::promise<void> began;
    Background background([] {});
    background.want(one_thing, numbers(), false, until_it_is_stopped(began));
    began.get_future().wait();
    const Background::Inputs edited = numbers();
    background.want(one_thing, edited, false, [](const std::stop_token&) { return std::any(2); });
    background.finish();
    const auto found = background.take(one_thing);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->from, edited);
    EXPECT_EQ(std::any_cast<int>(found->value), 2);
}

TEST(Background, StopsWhatIsUnderWayWhenNoFrameWantsItAnyMore) {
    std::promise<void> began;
    Background background([] {});
    background.want(one_thing, numbers(), false, until_it_is_stopped(began));
    began.get_future().wait();
    background.forget_unwanted(); // in the frame that wanted it
    background.forget_unwanted();
    background.finish();
    EXPECT_FALSE(background.take(one_thing));
}

/// A caller that draws frames until nothing is busy has drawn the results found after the last frame asked.
TEST(Background, IsBusyUntilWhatItFoundIsTakenOrNoFrameWantsIt) {
    Background background([] {});
    background.want(one_thing, numbers(), false, [](const std::stop_token&) { return std::any(1); });
    background.finish();
    background.forget_unwanted(); // in the frame that wanted it
    EXPECT_TRUE(background.is_busy());
    background.forget_unwanted();
    EXPECT_FALSE(background.is_busy());
    EXPECT_FALSE(background.take(one_thing));
}

TEST(Background, TellsOfNothingWhereTheWorkThrows) {
    Background background([] {});
    background.want(one_thing, numbers(), false, [](const std::stop_token&) -> std::any { throw std::bad_alloc(); });
    background.finish();
    const auto found = background.take(one_thing);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->value.has_value());
}

TEST(Background, EndsWhileSomethingWaits) {
    Background background([] {});
    for (Index i = 0; i < 100; ++i)
        background.want({i, 0, 0}, numbers(), false, [](const std::stop_token&) { return std::any(1); });
}

} // namespace
} // namespace attn
