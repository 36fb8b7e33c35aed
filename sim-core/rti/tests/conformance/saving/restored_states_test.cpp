// A federation is as it was when it was saved (IEEE 1516.1-2010, 4.16 to 4.29).
#include "conformance/scribe.hpp"

namespace orrery::rti::testing::scribed {
namespace {

class RestoredStates : public Exam<Scribe> {
 protected:
  void begin() override {
    start_nodes({.directory = folder.path()});
    Exam<Scribe>::begin();
    bird_class = a().object_class("Bird");
    call = a().interaction_class("Call");
  }
  void save(const std::string& label = "noon") {
    ASSERT_OK(a().rti->request_federation_save(label));
    drain();
    for (auto& each : feds) {
      ASSERT_EQ(each->count("save " + label), 1) << each->all();
      ASSERT_OK(each->rti->federate_save_begun());
    }
    for (auto& each : feds) ASSERT_OK(each->rti->federate_save_complete());
    drain();
    for (auto& each : feds) ASSERT_EQ(each->count("saved"), 1) << each->all();
    forget();
  }
  void restore(const std::string& label = "noon") {
    forget();
    ASSERT_OK(b().rti->request_federation_restore(label));
    drain();
    ASSERT_EQ(b().count("accepted " + label), 1) << b().all();
    for (auto& each : feds) {
      ASSERT_EQ(each->count("restore " + label), 1) << each->all();
      ASSERT_OK(each->rti->federate_restore_complete());
    }
    drain();
    for (auto& each : feds) {
      ASSERT_EQ(each->log.back(), "restored") << each->all();
      // 4.29: the federate has restored itself; nothing is told as if it were new.
      EXPECT_EQ(each->count("discover") + each->count("remove") + each->count("announce") +
                    each->count("grant") + each->count("reflect") + each->count("receive"),
                0)
          << each->all();
    }
    forget();
  }
  void timed(double lookahead = 1) {
    a().regulate(lookahead);
    b().constrain();
    drain();
    forget();
  }
  void settle_call() {
    a().speak("Call");
    a().speak("Quiet");
    for (Scribe* each : {&b(), &c()}) {
      each->listen("Call");
      each->listen("Quiet");
    }
    drain();
  }
  Folder folder;
  ObjectClassHandle bird_class;
  InteractionClassHandle call;
};
INSTANTIATE_TEST_SUITE_P(Examined, RestoredStates, every_layout, layout_name);

TEST_P(RestoredStates, MessagesInFlightAndTheirHandles) {
  settle_call();
  settle_bird();
  timed();
  const auto five = a().send("Call", "five", 5);
  const auto seven = a().update_at(bird, place, "seven", 7);
  const auto eight = a().send("Call", "eight", 8);
  ASSERT_OK(five);
  ASSERT_OK(seven);
  ASSERT_OK(eight);
  ASSERT_OK(a().rti->retract(**eight));
  drain();
  save();
  ASSERT_OK(a().rti->retract(**five));
  ASSERT_OK(a().send("Call", "after", 4));
  ASSERT_OK(a().advance(50));
  ASSERT_OK(b().advance(20));
  drain();
  ASSERT_EQ(b().count("reflect seven"), 1) << b().all();
  restore();
  EXPECT_EQ(to_float64(**b().rti->query_lits()), 1);
  EXPECT_FALSE(a().rti->retract(**eight).ok()) << "it was retracted before the save";
  const auto fresh = a().send("Call", "six", 6);
  ASSERT_OK(fresh);
  EXPECT_NE((*fresh)->value, (*five)->value);
  EXPECT_NE((*fresh)->value, (*seven)->value);
  EXPECT_NE((*fresh)->value, (*eight)->value);
  ASSERT_OK(a().rti->retract(**seven));
  ASSERT_OK(a().advance(50));
  ASSERT_OK(b().advance(20));
  drain();
  EXPECT_EQ(b().log,
            (std::vector<std::string>{"receive five TSO@5", "receive six TSO@6", "grant @20"}))
      << b().all();
}

// 8.22: what was received before the save may be retracted after the restore.
TEST_P(RestoredStates, ARetractionOfWhatWasReceived) {
  settle_call();
  timed();
  const auto sent = a().send("Call", "five", 5);
  ASSERT_OK(sent);
  drain();
  ASSERT_EQ(c().count("receive five"), 1);
  const auto known = *c().received.at(0).delivery.retraction;
  save();
  ASSERT_OK(a().rti->retract(**sent));
  drain();
  restore();
  c().retracted.clear();
  ASSERT_OK(a().rti->retract(**sent));
  drain();
  ASSERT_EQ(c().retracted.size(), 1U) << c().all();
  EXPECT_EQ(c().retracted[0], known);
  ASSERT_OK(a().advance(50));
  ASSERT_OK(b().advance(20));
  drain();
  EXPECT_EQ(b().count("receive"), 0) << b().all();
}

TEST_P(RestoredStates, ASecondSaveAfterARestore) {
  settle_call();
  settle_bird();
  timed();
  ASSERT_OK(a().send("Call", "five", 5));
  drain();
  save("first");
  ASSERT_OK(a().send("Call", "lost", 6));
  restore("first");
  ASSERT_OK(a().send("Call", "seven", 7));
  ASSERT_OK(a().advance(2));
  ASSERT_OK(b().advance(2));
  drain();
  const auto second_bird = *a().rti->register_object_instance(bird_class);
  drain();
  save("second");
  ASSERT_OK(a().rti->delete_object_instance(second_bird));
  restore("first");
  EXPECT_EQ(to_float64(*b().rti->query_logical_time()), 0);
  EXPECT_ERROR(a().update(second_bird, ring, "x"), ObjectInstanceNotKnown);
  restore("second");
  EXPECT_EQ(to_float64(*b().rti->query_logical_time()), 2);
  ASSERT_OK(a().update(second_bird, ring, "x", "alive"));
  ASSERT_OK(a().advance(20));
  ASSERT_OK(b().advance(10));
  drain();
  EXPECT_EQ(b().log, (std::vector<std::string>{"reflect alive RO", "receive five TSO@5",
                                               "receive seven TSO@7", "grant @10"}))
      << b().all();
}

// 8.22 after a restore of what a flush delivered before the save.
TEST_P(RestoredStates, AFlushedMessageIsRetractedAfterARestore) {
  settle_call();
  timed();
  const auto sent = a().send("Call", "five", 5);
  ASSERT_OK(sent);
  ASSERT_OK(b().rti->flush_queue_request(float64_time(10)));
  drain();
  ASSERT_EQ(b().count("receive five"), 1);
  save();
  ASSERT_OK(a().advance(30));
  drain();
  restore();
  b().retracted.clear();
  ASSERT_OK(a().rti->retract(**sent));
  drain();
  EXPECT_EQ(b().retracted.size(), 1U) << b().all();
}

// 8.5 that waits for the GALT is part of the state.
TEST_P(RestoredStates, APendingConstraintIsSaved) {
  a().regulate(1);
  ASSERT_OK(c().advance(5));
  drain();
  ASSERT_EQ(c().count("grant @5"), 1);
  ASSERT_OK(c().rti->enable_time_constrained());
  drain();
  ASSERT_EQ(c().count("constrained"), 0) << "8.6: messages before 5 may come: " << c().all();
  save();
  ASSERT_OK(a().advance(30));
  drain();
  ASSERT_EQ(c().count("constrained"), 1);
  restore();
  EXPECT_ERROR(c().rti->enable_time_constrained(), RequestForTimeConstrainedPending);
  EXPECT_ERROR(c().advance(6), RequestForTimeConstrainedPending);
  ASSERT_OK(a().advance(30));
  drain();
  EXPECT_EQ(c().log, std::vector<std::string>{"constrained @5"}) << c().all();
}

// What waits for a federate when a restore begins is not delivered after it.
TEST_P(RestoredStates, QueuedCallbacksOfBeforeARestoreAreGone) {
  settle_call();
  settle_bird();
  save();
  ASSERT_OK(a().send("Call", "lost"));
  ASSERT_OK(a().rti->register_federation_synchronization_point("lost", {}));
  const auto made = a().rti->register_object_instance(bird_class);
  ASSERT_OK(made);
  // c does not evoke: what is on its way to it when the restore begins is of another history.
  ASSERT_OK(b().rti->request_federation_restore("noon"));
  drain();
  const auto begun = c().place("begun");
  for (auto& each : feds) ASSERT_OK(each->rti->federate_restore_complete());
  drain();
  for (std::ptrdiff_t i = begun + 1; i < static_cast<std::ptrdiff_t>(c().log.size()); ++i) {
    const std::string& each = c().log[static_cast<std::size_t>(i)];
    EXPECT_TRUE(each.starts_with("restore")) << c().all();
  }
  EXPECT_ERROR(c().rti->synchronization_point_achieved("lost"),
               SynchronizationPointLabelNotAnnounced);
  EXPECT_ERROR(c().rti->get_object_instance_name(*made), ObjectInstanceNotKnown);
}

}  // namespace
}  // namespace orrery::rti::testing::scribed
