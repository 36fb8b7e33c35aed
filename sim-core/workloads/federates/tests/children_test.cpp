// The cause that a run reports when one of a worker's processes is killed, and other processes report the loss before
// waitpid() does.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "orrery/base/clock.hpp"

#include "places.hpp"

namespace orrery::workloads::federates {
namespace {

Children three(const std::function<MayFail(std::uint32_t rank)>& live) {
  auto seats = make_seats(contracts::LocalTransport::shm, {}, 4, {});
  EXPECT_FALSE(std::holds_alternative<Failure>(seats));
  auto children = Children::fork(
      std::get<std::vector<Seat>>(seats), [] {}, [&](Seat seat) { return live(seat.rank); });
  EXPECT_FALSE(std::holds_alternative<Failure>(children));
  return std::get<Children>(std::move(children));
}

void wait_for_words(Children& children) {
  const std::int64_t until = base::now_ns() + 60'000'000'000;
  while (!children.failure() && base::now_ns() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(Children, WhoWasKilledIsTheCauseAlsoIfOthersSpeakOfItFirst) {
  Children children = three([](std::uint32_t rank) -> MayFail {
    if (rank == 1) return Failure{"rti", "federates", "was told that federate 3 is lost", ""};
    if (rank == 2) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    (void)::raise(SIGKILL);
    return {};
  });
  wait_for_words(children);
  const MayFail cause = children.cause();
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->process, "federate 3");
  EXPECT_EQ(cause->message, "its process was ended by signal 9");
  EXPECT_EQ(children.join()->process, "federate 3");
}

TEST(Children, WhatOneSaysComesBeforeHowItEnded) {
  Children children = three([](std::uint32_t rank) -> MayFail {
    if (rank == 2) return Failure{"rti", "federates", "out of luck", ""};
    return {};
  });
  wait_for_words(children);
  const MayFail cause = children.cause();
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->process, "federate 2");
  EXPECT_EQ(cause->message, "out of luck");
  EXPECT_EQ(children.join()->message, "out of luck");
}

TEST(Children, WhoEndWellHaveNoFailure) {
  Children children = three([](std::uint32_t) -> MayFail { return {}; });
  EXPECT_FALSE(children.join());
  EXPECT_FALSE(children.living());
  EXPECT_FALSE(children.cause());
}

}  // namespace
}  // namespace orrery::workloads::federates
