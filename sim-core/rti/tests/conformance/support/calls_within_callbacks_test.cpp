// Services that are called within callbacks, evoked and immediate (10.41 to 10.44 with all other clauses).
#include <algorithm>

#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class CallsWithinCallbacks : public TimedFederates {};

// 10.41 What waits for other federates, and evoking, is refused in a callback.
TEST_P(CallsWithinCallbacks, WhatIsRefused) {
  int calls = 0;
  b().on_line = [&](const std::string&) {
    ++calls;
    EXPECT_ERROR(b().rti->evoke_callback(0), CallNotAllowedFromWithinCallback);
    EXPECT_ERROR(b().rti->evoke_multiple_callbacks(0, 0), CallNotAllowedFromWithinCallback);
    EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::no_action),
                 CallNotAllowedFromWithinCallback);
    EXPECT_ERROR(b().rti->create_federation_execution("other", conformance_modules()),
                 CallNotAllowedFromWithinCallback);
    EXPECT_ERROR(b().rti->disconnect(), CallNotAllowedFromWithinCallback);
  };
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
  EXPECT_EQ(calls, 1);
}
// 8.13 The next advance is asked for in the callback of the grant.
TEST_P(CallsWithinCallbacks, AdvancesInGrants) {
  regulate(a(), 1);
  constrain(b());
  b().on_line = [this](const std::string& line) {
    if (line.starts_with("grant") && b().time() < 5) {
      EXPECT_OK(b().tar(b().time() + 1));
    }
  };
  for (std::int64_t time = 1; time <= 5; ++time) EXPECT_OK(a().send_at(time, "T", ""));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(1));
  EXPECT_HEARD(b(), "receive T @1 tso", "grant 1", "receive T @2 tso", "grant 2",
               "receive T @3 tso", "grant 3", "receive T @4 tso", "grant 4", "receive T @5 tso",
               "grant 5");
}
// 6.9, 6.19 A discovery asks for values; the owner gives them in the callback.
TEST_P(CallsWithinCallbacks, ValuesInProvisions) {
  b().on_line = [this](const std::string& line) {
    if (line == "discover y A") {
      EXPECT_OK(b().request("y", "a1", "q"));
    }
  };
  a().on_line = [this](const std::string& line) {
    if (line.starts_with("provide y")) {
      EXPECT_OK(a().upd("y", "a1=7", "r"));
    }
  };
  EXPECT_OK(a().reg("A", "y"));
  settle();
  settle();
  EXPECT_HEARD(b(), "discover y A", "reflect y a1=7 tag=r");
  EXPECT_HEARD(c(), "discover y A", "reflect y a1=7 tag=r");
}
// 7.11 Ownership is handed over in callbacks alone.
TEST_P(CallsWithinCallbacks, OwnershipInCallbacks) {
  EXPECT_OK(b().pub("A", "a1"));
  skip();
  a().on_line = [this](const std::string& line) {
    if (line.starts_with("release")) {
      EXPECT_EQ(*a().give("x", "a1"), "a1");
    }
  };
  b().on_line = [this](const std::string& line) {
    if (line.starts_with("acquired")) {
      EXPECT_OK(b().upd("x", "a1=1"));
    }
  };
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_HEARD(c(), "reflect x a1=1");
}
// 4.13 A point is achieved in the callback that announces it, and registered again in the one that ends it.
TEST_P(CallsWithinCallbacks, PointsInCallbacks) {
  int rounds = 0;
  for (auto& each : actors()) {
    Actor* const actor = each.get();
    each->on_line = [&rounds, actor, this](const std::string& line) {
      if (line.starts_with("announce")) {
        EXPECT_OK(actor->rti->synchronization_point_achieved("p"));
      }
      if (line == "synchronized p" && actor == &a() && ++rounds < 3) {
        EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
      }
    };
  }
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  settle();
  EXPECT_EQ(rounds, 3);
  EXPECT_HEARD(c(), "announce p", "synchronized p", "announce p", "synchronized p", "announce p",
               "synchronized p");
}
// 5.7, 6.16 In the callback of a message the receiver unsubscribes and forgets: what waits behind it is not for it.
TEST_P(CallsWithinCallbacks, ForgetInAReflection) {
  b().on_line = [this](const std::string& line) {
    if (line == "reflect x a1=1") {
      EXPECT_OK(b().unsub("A"));
      EXPECT_OK(b().forget("x"));
    }
  };
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_HEARD(c(), "reflect x a1=1", "reflect x a1=2");
}
// 8.7 Constraint ends in the callback of a message: the rest of the queue comes in receive order.
TEST_P(CallsWithinCallbacks, ConstraintEndsInAMessage) {
  regulate(a(), 1);
  constrain(b());
  b().on_line = [this](const std::string& line) {
    if (line == "receive T t1=1 @2 tso") {
      EXPECT_OK(b().rti->disable_time_constrained());
    }
  };
  EXPECT_OK(a().send_at(2, "T", "t1=1"));
  EXPECT_OK(a().send_at(9, "T", "t1=2"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(5));
  const Lines heard = b().heard();
  ASSERT_EQ(heard.size(), 3U);
  EXPECT_EQ(heard.at(0), "receive T t1=1 @2 tso");
  EXPECT_EQ(std::ranges::count(heard, "receive T t1=2 @9"), 1);
  EXPECT_EQ(std::ranges::count(heard, "grant 5"), 1);
}
// 8.21 A message is retracted in a callback of its sender, before the receiver has it.
TEST_P(CallsWithinCallbacks, RetractInAGrant) {
  regulate(a(), 5);
  constrain(b());
  a().on_line = [this](const std::string& line) {
    if (line == "grant 3") {
      EXPECT_OK(a().retract("m"));
    }
  };
  EXPECT_OK(a().send_at(9, "T", "t1=1", "m"));
  EXPECT_OK(a().tar(3));
  EXPECT_HEARD(a(), "grant 3");
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10");
}

// A federate with immediate callbacks, that answers each grant with a message.
class Answering : public FederateAmbassador {
 public:
  explicit Answering(Node& node) : rti(node.connect(*this, CallbackModel::immediate)) {}
  void time_advance_grant(LogicalTime time) override {
    granted.push_back(time.value);
    if (time.value < 4) {
      EXPECT_OK(rti->time_advance_request({time.value + 1}));
    }
  }
  void receive_interaction(InteractionClassHandle of, std::span<const ParameterValue>, Bytes,
                           const Delivery& delivery) override {
    received.push_back(delivery.time ? delivery.time->value : -1);
    if (answer) {
      EXPECT_OK(rti->send_interaction(of, {}));
    }
  }
  std::vector<std::int64_t> granted;
  std::vector<std::int64_t> received;
  bool answer = false;
  std::unique_ptr<RtiAmbassador> rti;
};

// 10.42 Immediate callbacks: services within them take effect, each callback once, in order.
TEST_P(CallsWithinCallbacks, ImmediateAnswers) {
  regulate(a(), 1);
  Answering d(node_of(1));
  ASSERT_OK(d.rti->join_federation_execution("d", "tester", "test"));
  const InteractionClassHandle k = a().interaction("K");
  ASSERT_OK(d.rti->publish_interaction_class(k));
  ASSERT_OK(d.rti->subscribe_interaction_class(k));
  ASSERT_OK(d.rti->subscribe_interaction_class(a().interaction("T")));
  skip();
  d.answer = true;
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1", "receive K");
  d.answer = false;
  EXPECT_OK(d.rti->enable_time_constrained());
  settle();
  EXPECT_OK(a().send_at(2, "T"));
  EXPECT_OK(a().tar(10));
  EXPECT_OK(d.rti->time_advance_request({1}));
  settle();
  settle();
  EXPECT_EQ(d.granted, (std::vector<std::int64_t>{1, 2, 3, 4}));
  EXPECT_EQ(d.received, (std::vector<std::int64_t>{-1, 2}));
  EXPECT_OK(d.rti->resign_federation_execution(ResignAction::no_action));
}

CONFORMANCE_SUITE(CallsWithinCallbacks);

}  // namespace
}  // namespace orrery::rti::testing::conformance
