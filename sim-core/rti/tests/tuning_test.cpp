// Congestion as federates see it, and what they change while a federation runs.
#include <gtest/gtest.h>

#include <cmath>

#include "federates.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;

class Tuned : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Sockets, Tuned, ::testing::ValuesIn(kinds({Kind::uds, Kind::tcp})),
                         kind_name);

std::uint64_t system_calls(Federate& me) {
  auto now = me.rti->congestion();
  EXPECT_TRUE(now.ok());
  return now.ok() && !now->paths.empty() ? now->paths.front().system_calls : 0;
}

// How many system calls so many updates take.
std::uint64_t calls_for(Federate& me, ObjectInstanceHandle ship, AttributeHandle course,
                        int count) {
  const std::uint64_t before = system_calls(me);
  for (int i = 0; i < count; ++i) {
    EXPECT_TRUE(me.update(ship, course, std::to_string(i)).ok());
  }
  return system_calls(me) - before;
}

TEST_P(Tuned, HeldUpdatesShareSystemCallsAndAllArriveInOrder) {
  constexpr int count = 100;
  with_federates(GetParam(), 2, [](std::uint32_t rank, Federate& me) {
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    me.synchronize("middle");
    const auto course = me.attribute("Ship", "Course");
    if (rank == 1) {
      me.until([&] { return me.removed.size() == 1; }, "removal");
      ASSERT_EQ(me.reflected.size(), std::size_t{4 * count});
      for (std::size_t i = 0; i < me.reflected.size(); ++i) {
        EXPECT_EQ(me.reflected[i].values.at(course.value), std::to_string(i % count));
      }
      return;
    }
    auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    EXPECT_GE(calls_for(me, *ship, course, count), 100U);
    ASSERT_OK(me.rti->change_bundling({.bytes = 1U << 20}));
    EXPECT_LE(calls_for(me, *ship, course, count), 5U);
    // Held no longer than the time-out, nor beyond so many bytes.
    ASSERT_OK(me.rti->change_bundling({.bytes = 1U << 20, .timeout_ns = 1}));
    EXPECT_GE(calls_for(me, *ship, course, count), 50U);
    ASSERT_OK(me.rti->change_bundling({.bytes = 2'000}));
    const std::uint64_t calls = calls_for(me, *ship, course, count);
    EXPECT_GE(calls, 3U);
    EXPECT_LE(calls, 20U);
    ASSERT_OK(me.rti->delete_object_instance(*ship));
  });
}

TEST_P(Tuned, WhatIsHeldLeavesWithoutMoreToSend) {
  with_federates(GetParam(), 2, [](std::uint32_t rank, Federate& me) {
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    me.synchronize("middle");
    const auto course = me.attribute("Ship", "Course");
    ASSERT_OK(me.rti->change_bundling({.bytes = 1U << 20}));
    auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    me.until([&] { return me.discovered.size() == 1; }, "the other's ship");
    // To and fro: an update that stayed would stop both.
    for (std::size_t i = 0; i < 20; ++i) {
      if (rank == 0) {
        ASSERT_OK(me.update(*ship, course, "there"));
        EXPECT_GT(me.rti->congestion()->held_bytes, 0U);
      }
      me.until([&] { return me.reflected.size() > i; }, "the other's update");
      if (rank == 1) ASSERT_OK(me.update(*ship, course, "back"));
    }
    me.drain();
  });
}

TEST_P(Tuned, HeldPastEvokesUpdatesShareSystemCallsAndLeaveInTime) {
  constexpr std::uint64_t count = 100;
  with_federates(GetParam(), 2, [](std::uint32_t rank, Federate& me) {
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    me.synchronize("middle");
    if (rank == 1) {
      me.until([&] { return me.reflected.size() == 2 * count + 1; }, "updates");
      ASSERT_OK(me.rti->register_object_instance(me.object_class("Ship")));
      return me.drain();
    }
    const auto course = me.attribute("Ship", "Course");
    auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    const auto calls = [&] {
      const std::uint64_t before = system_calls(me);
      for (std::uint64_t i = 0; i < count; ++i) {
        EXPECT_TRUE(me.update(*ship, course, "held").ok());
        EXPECT_TRUE(me.rti->evoke_callback(0).ok());
      }
      return system_calls(me) - before;
    };
    const std::uint64_t alone = calls();
    ASSERT_OK(me.rti->change_bundling(
        {.bytes = 1U << 20, .timeout_ns = 20'000'000, .past_evokes = true}));
    EXPECT_LT(calls(), alone);
    ASSERT_OK(me.update(*ship, course, "the last"));
    // Nothing more is sent: what is held leaves all the same.
    me.until([&] { return me.discovered.size() == 1; }, "the other's ship");
  });
}

TEST_P(Tuned, ARateLimitRefusesAndIsLifted) {
  constexpr std::uint64_t count = 50;
  with_federates(GetParam(), 2, [](std::uint32_t rank, Federate& me) {
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    me.synchronize("middle");
    if (rank == 1) {
      me.until([&] { return me.reflected.size() == 2 * count; }, "updates");
      return;
    }
    const auto course = me.attribute("Ship", "Course");
    auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    ASSERT_OK(me.rti->change_rate_limit({.messages_per_s = 1'000}));
    const std::int64_t began = base::now_ns();
    for (std::uint64_t sent = 0; sent < count;) {
      const Status io = me.update(*ship, course, "limited");
      if (io.ok()) {
        ++sent;
      } else {
        ASSERT_EQ(io.error().code, ErrorCode::Congested);
      }
    }
    EXPECT_GE(base::now_ns() - began, 45'000'000);
    const std::uint64_t limited = me.rti->congestion()->rate_limited;
    EXPECT_GT(limited, 0U);
    ASSERT_OK(me.rti->change_rate_limit({}));
    for (std::uint64_t i = 0; i < count; ++i) ASSERT_OK(me.update(*ship, course, "free"));
    EXPECT_EQ(me.rti->congestion()->rate_limited, limited);
  });
}

TEST_P(Tuned, TheTimeToAnAnswerIsEstimated) {
  with_federates(GetParam(), 3, [kind = GetParam()](std::uint32_t, Federate& me) {
    me.synchronize("middle");
    me.until(
        [&] {
          const auto now = me.rti->congestion();
          return now.ok() && now->paths.size() == 2 && now->paths[0].round_trip_ns > 0 &&
                 now->paths[1].round_trip_ns > 0;
        },
        "answers of both");
    EXPECT_EQ(me.rti->congestion()->paths[0].transport, to_string(kind));
  });
}

using TunedNode = Federates;
INSTANTIATE_TEST_SUITE_P(Groups, TunedNode, every_layout, layout_name);

TEST_P(TunedNode, AFederateSeesWhatWaitsForIt) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  drain();
  auto ship = a().rti->register_object_instance(a().object_class("Ship"));
  ASSERT_OK(ship);
  drain();
  for (int i = 0; i < 7; ++i) ASSERT_OK(a().update(*ship, a().attribute("Ship", "Course"), "east"));
  auto seen = b().rti->congestion();
  ASSERT_OK(seen);
  EXPECT_EQ(seen->inbox_messages, 7U);
  EXPECT_GT(seen->inbox_bytes, 7 * 4U);
  EXPECT_GT(seen->inbox_limit_bytes, seen->inbox_bytes);
  EXPECT_EQ(seen->paths.size(), nodes() - 1);
  b().drain();
  EXPECT_EQ(b().rti->congestion()->inbox_messages, 0U);
}

TEST_P(TunedNode, WhatCannotBeIsRefused) {
  EXPECT_ERROR(a().rti->congestion(), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->change_bundling({}), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->change_rate_limit({}), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->change_congestion_avoidance({}), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->change_intent({}), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->intent_report(), FederateNotExecutionMember);
  join_all();
  const Status held = a().rti->change_bundling({.bytes = 1, .timeout_ns = -5});
  EXPECT_ERROR(held, RTIinternalError);
  EXPECT_NE(held.error().message.find("timeout_ns is -5"), std::string::npos);
  EXPECT_ERROR(a().rti->change_rate_limit({.messages_per_s = -1}), RTIinternalError);
  const Status past = a().rti->change_bundling({.bytes = 1, .past_evokes = true});
  EXPECT_ERROR(past, RTIinternalError);
  EXPECT_NE(past.error().message.find("timeout_ns is 0"), std::string::npos);
  for (const double percentile : {0.0, 1.0, -0.5, std::nan("")}) {
    const Status intent = a().rti->change_intent({IntentKind::measure, percentile, 0});
    EXPECT_ERROR(intent, RTIinternalError);
    EXPECT_NE(intent.error().message.find("percentile is"), std::string::npos);
  }
  EXPECT_ERROR(a().rti->change_intent({IntentKind::keep_latency, 0.99, 0}), RTIinternalError);
  EXPECT_ERROR(a().rti->change_intent({IntentKind::save_bandwidth, 0.99, -1}), RTIinternalError);
}

}  // namespace
}  // namespace orrery::rti::testing
