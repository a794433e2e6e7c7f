#include "ui/document/computing.h"

#include "tests/happens.h"
#include "tests/random_layer.h"

#include <atomic>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Random;
using test::random_layer;

bool same_output(const Trace& left, const Trace& right) {
    const Matrix a = left.matrix({0, ArrayId::Y, 0, 0});
    const Matrix b = right.matrix({0, ArrayId::Y, 0, 0});
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < a.columns(); ++j)
            if (a(i, j) != b(i, j))
                return false;
    return a.shape() == b.shape();
}

TEST(Computing, BesideTheCallerGivesTheSameNumbersAndWakesIt) {
    Random random(1);
    const Layer layer = random_layer(random, {});
    std::atomic<int> woken = 0;
    {
        Computing computing([&] { ++woken; });
        const Computing::Ticket ticket = computing.begin(layer);
        const auto finished = computing.wait();
        ASSERT_TRUE(finished && finished->trace);
        EXPECT_EQ(finished->ticket, ticket);
        EXPECT_TRUE(same_output(*finished->trace, Engine(1).compute(layer)));
        EXPECT_FALSE(computing.take()) << "a trace is taken once";
    }
    EXPECT_EQ(woken, 1);
}

TEST(Computing, OfManyThatWaitTheNewestIsComputed) {
    Random random(2);
    Layer layer = random_layer(random, {});
    Computing computing([] {});
    Computing::Ticket last = 0;
    for (int i = 1; i <= 20; ++i) {
        layer.temperature = static_cast<float>(i);
        last = computing.begin(layer);
    }
    const auto finished = computing.wait();
    ASSERT_TRUE(finished && finished->trace);
    EXPECT_EQ(finished->ticket, last);
    EXPECT_TRUE(same_output(*finished->trace, Engine(1).compute(layer)));
}

TEST(Computing, WhatWasCancelledIsNeverHandedOutAndDoesNoHarmLater) {
    Random random(3);
    Layer layer = random_layer(random, {});
    Computing computing([] {});
    for (int i = 1; i <= 20; ++i) {
        layer.temperature = static_cast<float>(i);
        computing.begin(layer);
        computing.cancel();
        EXPECT_FALSE(computing.wait());
    }
    EXPECT_TRUE(same_output(*computing.compute_now(layer), Engine(1).compute(layer)));
}

TEST(Computing, AtOnceGivesUpWhatIsUnderWay) {
    Random random(4);
    Layer layer = random_layer(random, {});
    Computing computing([] {});
    computing.begin(layer);
    layer.temperature = 3;
    EXPECT_TRUE(same_output(*computing.compute_now(layer), Engine(1).compute(layer)));
    EXPECT_FALSE(computing.wait());
}

TEST(Computing, ATraceThatSomebodyHoldsStaysAsItWas) {
    Random random(5);
    Layer layer = random_layer(random, {});
    Computing computing([] {});
    const Trace held = *computing.compute_now(layer);
    const Trace fresh = Engine(1).compute(layer);
    layer.temperature = 5;
    computing.begin(layer);
    while (!computing.wait()) {
    }
    EXPECT_TRUE(same_output(held, fresh));
}

/// Work that is cancellable, and that ends only when a layer interrupts it or the test ends it.
class EndlessWork {
public:
    Computing::PatientWork work(bool uses_engine) {
        const auto run = [this](Engine&, const std::stop_token& stop, const Computing::Hears&) {
            ++runs;
            EXPECT_TRUE(happens([&] { return may_end || stop.stop_requested(); })) << "nobody ends it";
            return !stop.stop_requested();
        };
        return {run, uses_engine};
    }
    /// Waits until the work was begun `times` times.
    bool has_run(int times) const {
        return happens([&] { return runs == times; });
    }

    std::atomic<int> runs = 0;
    std::atomic<bool> may_end = false;
};

TEST(Computing, ALayerStopsWorkThatGivesWayAndItBeginsAnewAfterwards) {
    Random random(6);
    const Layer layer = random_layer(random, {});
    EndlessWork endless;
    Computing computing([] {});
    const Computing::Ticket work = computing.begin_patient(endless.work(true));
    ASSERT_TRUE(endless.has_run(1));
    computing.begin(layer);
    const auto finished = computing.wait();
    ASSERT_TRUE(finished && finished->trace);
    ASSERT_TRUE(endless.has_run(2));
    EXPECT_TRUE(same_output(*computing.compute_now(layer), Engine(1).compute(layer))) << "the engine is free for it";
    ASSERT_TRUE(endless.has_run(3));
    EXPECT_FALSE(computing.is_done(work));
    endless.may_end = true;
    EXPECT_TRUE(computing.is_done(work, std::chrono::hours(1)));
    EXPECT_EQ(endless.runs, 3);
}

TEST(Computing, WhatIsComputedAtOnceDoesNotWaitForWorkWithoutTheEngine) {
    Random random(7);
    const Layer layer = random_layer(random, {});
    EndlessWork endless;
    Computing computing([] {});
    const Computing::Ticket work = computing.begin_patient(endless.work(false));
    ASSERT_TRUE(endless.has_run(1));
    EXPECT_TRUE(same_output(*computing.compute_now(layer), Engine(1).compute(layer)));
    EXPECT_FALSE(computing.is_done(work));
    endless.may_end = true;
    EXPECT_TRUE(computing.is_done(work, std::chrono::hours(1)));
    EXPECT_EQ(endless.runs, 1);
}

TEST(Computing, WorkThatIsGivenUpIsStoppedAndTheNextBegins) {
    EndlessWork first;
    EndlessWork second;
    Computing computing([] {});
    const Computing::Ticket given_up = computing.begin_patient(first.work(true));
    const Computing::Ticket next = computing.begin_patient(second.work(true));
    ASSERT_TRUE(first.has_run(1));
    EXPECT_EQ(second.runs, 0) << "one after the other";
    computing.cancel(given_up);
    ASSERT_TRUE(second.has_run(1));
    second.may_end = true;
    EXPECT_TRUE(computing.is_done(next, std::chrono::hours(1)));
    EXPECT_EQ(first.runs, 1);
}

} // namespace
} // namespace attn
