// Services within immediate callbacks (IEEE 1516.1-2010, 4.2, 10.41 to 10.44).
#include "conformance/scribe.hpp"

namespace orrery::rti::testing::scribed {
namespace {

using ImmediateCallbacks = Exam<ImmediateScribe>;
INSTANTIATE_TEST_SUITE_P(Examined, ImmediateCallbacks, every_layout, layout_name);

// 6.10, 6.11, 10.41: a callback may update.
TEST_P(ImmediateCallbacks, AnUpdateWithinAReflectionIsReflected) {
  settle_bird();
  b().publish("Bird", {"Song"});
  a().subscribe("Bird", {"Song"});
  const auto own = *b().rti->register_object_instance(b().object_class("Bird"));
  drain();
  b().when["reflect"] = [&] {
    ASSERT_OK(b().update(own, song, "answer " + text(bytes(b().reflected.back().tag))));
  };
  ASSERT_OK(a().update(bird, ring, "x"));
  drain();
  ASSERT_EQ(a().reflected.size(), 1U) << a().all();
  EXPECT_EQ(a().reflected[0].object, own);
}

// 5.6, 6.11, 8.1: an update waits for the advance of a constrained federate. What that subscribes to meanwhile is not of it,
// also if the update came to its node for another federate.
TEST_P(ImmediateCallbacks, WhatIsSubscribedWhileAnUpdateWaitsIsNotOfIt) {
  this->feds.push_back(std::make_unique<ImmediateScribe>(this->node_of(1)));
  Scribe& neighbour = *this->feds.back();
  neighbour.join("neighbour");
  a().publish("Bird", {"Song", "Ring"});
  b().subscribe("Bird", {"Song"});
  neighbour.subscribe("Bird", {"Ring"});
  const auto own = *a().rti->register_object_instance(a().object_class("Bird"));
  ASSERT_OK(b().rti->enable_time_constrained());
  drain();
  ASSERT_OK(a().update(own, ring, "before"));
  drain();
  EXPECT_EQ(neighbour.count("reflect"), 1) << neighbour.all();
  b().subscribe("Bird", {"Ring"});
  drain();
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  drain();
  EXPECT_EQ(b().count("reflect"), 0) << b().all();
  ASSERT_OK(a().update(own, ring, "after"));
  drain();
  EXPECT_EQ(b().count("reflect"), 1) << b().all();
}

// 6.8, 6.9: a callback may register; everybody discovers it once.
TEST_P(ImmediateCallbacks, ARegistrationWithinADiscoveryIsDiscovered) {
  for (auto& each : feds) {
    each->publish("Bird", {"Song"});
    each->subscribe("Bird", {"Song"});
  }
  drain();
  ObjectInstanceHandle own;
  b().when["discover"] = [&] {
    if (own.value != 0) return;
    const auto made = b().rti->register_object_instance(b().object_class("Bird"));
    ASSERT_OK(made);
    own = *made;
  };
  ASSERT_OK(a().rti->register_object_instance(a().object_class("Bird")));
  drain();
  EXPECT_EQ(a().count("discover"), 1) << a().all();
  EXPECT_EQ(b().count("discover"), 1) << b().all();
  EXPECT_EQ(c().count("discover"), 2) << c().all();
}

// 8.8, 8.13: a grant may ask for the next advance.
TEST_P(ImmediateCallbacks, EachGrantAsksForTheNextAdvance) {
  for (auto* each : {&a(), &b()}) {
    ASSERT_OK(each->rti->enable_time_regulation(float64_interval(1)));
    ASSERT_OK(each->rti->enable_time_constrained());
    drain();
    each->when["grant"] = [each] {
      const double next = to_float64(*each->granted) + 1;
      if (next <= 10) {
        ASSERT_OK(each->advance(next));
      }
    };
  }
  ASSERT_OK(a().advance(1));
  ASSERT_OK(b().advance(1));
  for (int i = 0; i < 20; ++i) drain();
  for (auto* each : {&a(), &b()}) {
    EXPECT_EQ(each->count("grant"), 10) << each->all();
    EXPECT_EQ(to_float64(*each->rti->query_logical_time()), 10);
  }
}

// 4.13, 4.14, 4.15.
TEST_P(ImmediateCallbacks, APointIsAchievedInItsAnnouncement) {
  for (auto& each : feds) {
    Scribe* of = each.get();
    of->when["announce"] = [of] { ASSERT_OK(of->rti->synchronization_point_achieved(of->label)); };
    of->when["synchronized"] = [of] {
      EXPECT_FALSE(of->rti->synchronization_point_achieved("go").ok()) << "4.14: it is over";
    };
  }
  ASSERT_OK(b().rti->register_federation_synchronization_point("go", bytes("tag")));
  drain();
  for (auto& each : feds) {
    EXPECT_EQ(each->count("announce go"), 1) << each->all();
    EXPECT_EQ(each->count("synchronized go"), 1) << each->all();
  }
}

// 4.11: the label is free again once the federation is synchronized: a new point in the callback that says so.
TEST_P(ImmediateCallbacks, TheNextPointIsRegisteredWhenOneIsSynchronized) {
  for (auto& each : feds) {
    Scribe* of = each.get();
    of->when["announce"] = [of] { ASSERT_OK(of->rti->synchronization_point_achieved(of->label)); };
  }
  int rounds = 0;
  c().when["synchronized"] = [&] {
    if (++rounds < 5) {
      ASSERT_OK(c().rti->register_federation_synchronization_point("go", {}));
    }
  };
  ASSERT_OK(c().rti->register_federation_synchronization_point("go", {}));
  for (int i = 0; i < 10; ++i) drain();
  EXPECT_EQ(rounds, 5);
  for (auto& each : feds) EXPECT_EQ(each->count("synchronized go"), 5) << each->all();
}

// 4.10 refuses within a callback, and changes nothing.
TEST_P(ImmediateCallbacks, AResignationWithinACallbackIsRefused) {
  settle_bird();
  b().when["reflect"] = [&] {
    EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::no_action),
                 CallNotAllowedFromWithinCallback);
    EXPECT_ERROR(b().rti->disconnect(), CallNotAllowedFromWithinCallback);
    EXPECT_ERROR(b().rti->evoke_callback(0), CallNotAllowedFromWithinCallback);
    EXPECT_ERROR(b().rti->evoke_multiple_callbacks(0, 0), CallNotAllowedFromWithinCallback);
  };
  ASSERT_OK(a().update(bird, ring, "1"));
  drain();
  EXPECT_EQ(b().count("reflect"), 1);
  ASSERT_OK(a().update(bird, ring, "2"));
  drain();
  EXPECT_EQ(b().count("reflect"), 2) << "it is still joined";
}

// 5.8 within a discovery.
TEST_P(ImmediateCallbacks, ASubscriptionWithinADiscoveryCountsFromThenOn) {
  a().speak("Quiet");
  b().when["discover"] = [&] { b().listen("Quiet"); };
  b().subscribe("Bird", {"Song"});
  a().publish("Bird", {"Song"});
  ASSERT_OK(a().send("Quiet", "before"));
  ASSERT_OK(a().rti->register_object_instance(a().object_class("Bird")));
  drain();
  ASSERT_OK(a().send("Quiet", "after"));
  drain();
  EXPECT_EQ(b().count("discover"), 1);
  EXPECT_EQ(b().count("receive before"), 0);
  EXPECT_EQ(b().count("receive after"), 1) << b().all();
}

// 10.44 within a callback: nothing more is delivered; 10.43: all that waited comes, in order.
TEST_P(ImmediateCallbacks, CallbacksDisabledWithinOneWaitInOrder) {
  a().speak("Quiet");
  b().listen("Quiet");
  drain();
  b().when["receive"] = [&] {
    if (b().received.size() == 1) {
      ASSERT_OK(b().rti->disable_callbacks());
    }
  };
  for (int i = 0; i < 5; ++i) ASSERT_OK(a().send("Quiet", std::to_string(i)));
  drain();
  ASSERT_EQ(b().received.size(), 1U) << b().all();
  ASSERT_OK(b().rti->enable_callbacks());
  drain();
  ASSERT_EQ(b().received.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(b().received[i].tag, std::to_string(i));
}

// 10.44: a grant waits as well; the federate stays in the time advancing state (8.13).
TEST_P(ImmediateCallbacks, AGrantWaitsWhileCallbacksAreDisabled) {
  ASSERT_OK(b().rti->enable_time_constrained());
  drain();
  ASSERT_OK(b().rti->disable_callbacks());
  ASSERT_OK(b().advance(3));
  drain();
  EXPECT_EQ(b().count("grant"), 0);
  EXPECT_ERROR(b().advance(4), InTimeAdvancingState);
  EXPECT_EQ(to_float64(*b().rti->query_logical_time()), 0)
      << "8.13: the time is assigned by the grant";
  ASSERT_OK(b().rti->enable_callbacks());
  drain();
  EXPECT_EQ(b().count("grant @3"), 1);
}

// 7.11, 7.13 within the request.
TEST_P(ImmediateCallbacks, ARequestedReleaseIsGivenWithinTheCallback) {
  settle_bird();
  b().publish("Bird", {"Song"});
  a().when["release"] = [&] {
    const auto given =
        a().rti->attribute_ownership_divestiture_if_wanted(bird, std::span(&song, 1));
    ASSERT_OK(given);
    EXPECT_EQ(*given, std::vector{song});
    EXPECT_FALSE(*a().rti->is_attribute_owned_by_federate(bird, song));
  };
  b().when["acquired"] = [&] { ASSERT_OK(b().update(bird, song, "mine")); };
  ASSERT_OK(b().rti->attribute_ownership_acquisition(bird, std::span(&song, 1), bytes("please")));
  for (int i = 0; i < 4; ++i) drain();
  EXPECT_EQ(b().count("acquired"), 1) << b().all();
  EXPECT_EQ(c().count("reflect"), 1) << c().all();
}

// 7.3 to 7.7: every step within the callback of the step before.
TEST_P(ImmediateCallbacks, ANegotiatedDivestitureGoesThroughCallbacks) {
  settle_bird();
  b().publish("Bird", {"Song"});
  b().when["assume"] = [&] {
    ASSERT_OK(b().rti->attribute_ownership_acquisition(bird, std::span(&song, 1), bytes("yes")));
  };
  a().when["confirm"] = [&] {
    ASSERT_OK(a().rti->confirm_divestiture(bird, std::span(&song, 1), bytes("done")));
  };
  ASSERT_OK(
      a().rti->negotiated_attribute_ownership_divestiture(bird, std::span(&song, 1), bytes("who")));
  for (int i = 0; i < 5; ++i) drain();
  EXPECT_EQ(b().count("assume"), 1) << b().all();
  EXPECT_EQ(b().count("acquired"), 1) << b().all();
  EXPECT_TRUE(*b().rti->is_attribute_owned_by_federate(bird, song));
  EXPECT_FALSE(*a().rti->is_attribute_owned_by_federate(bird, song));
  EXPECT_EQ(a().count("release"), 0) << "7.11 is not for an attribute that is being divested";
}

// 6.19, 6.20.
TEST_P(ImmediateCallbacks, RequestedValuesAreProvidedWithinTheCallback) {
  settle_bird();
  a().when["provide"] = [&] { ASSERT_OK(a().update(bird, song, "now")); };
  ASSERT_OK(c().rti->request_attribute_value_update(bird, std::span(&song, 1)));
  for (int i = 0; i < 3; ++i) drain();
  ASSERT_EQ(c().reflected.size(), 1U) << c().all();
  EXPECT_EQ(c().reflected[0].values.at(song.value), "now");
}

// 6.16 within a reflection: the RTI treats the object as never discovered; it is discovered again before anything of it.
TEST_P(ImmediateCallbacks, ALocalDeletionWithinAReflectionNeedsANewDiscovery) {
  settle_bird();
  bool done = false;
  b().when["reflect"] = [&] {
    if (done) return;
    done = true;
    ASSERT_OK(b().rti->local_delete_object_instance(bird));
    EXPECT_ERROR(b().rti->get_object_instance_name(bird), ObjectInstanceNotKnown);
  };
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(a().update(bird, ring, std::to_string(i)));
    drain();
  }
  bool known = true;
  int reflections = 0;
  for (const auto& each : b().log) {
    if (each.starts_with("discover")) known = true;
    if (each.starts_with("reflect")) {
      EXPECT_TRUE(known) << b().all();
      if (++reflections == 1) known = false;
    }
  }
  EXPECT_TRUE(done) << b().all();
}

// A ping-pong of updates that is longer than any stack of nested callbacks should be: no callback is within a service.
TEST_P(ImmediateCallbacks, AnswersToAnswersAreNotNested) {
  for (auto* each : {&a(), &b()}) {
    each->speak("Quiet");
    each->listen("Quiet");
  }
  drain();
  int depth = 0;
  int deepest = 0;
  for (auto* each : {&a(), &b()}) {
    each->when["receive"] = [&, each] {
      ++depth;
      deepest = std::max(deepest, depth);
      if (each->received.size() < 100) {
        ASSERT_OK(each->send("Quiet", "again"));
      }
      --depth;
    };
  }
  ASSERT_OK(a().send("Quiet", "first"));
  for (int i = 0; i < 100; ++i) drain();
  EXPECT_EQ(a().received.size() + b().received.size(), 199U);
  if (on_one_node()) {
    EXPECT_EQ(deepest, 1);
  }
}

// 6.2, 6.3, 6.8: the name is used within its reservation.
TEST_P(ImmediateCallbacks, AReservedNameIsUsedWithinItsReservation) {
  b().publish("Bird", {"Song"});
  c().subscribe("Bird", {"Song"});
  b().when["reserved"] = [&] {
    ASSERT_OK(b().rti->register_object_instance(b().object_class("Bird"), b().label));
    if (b().label == "one") {
      ASSERT_OK(b().rti->reserve_object_instance_name("two"));
    }
  };
  ASSERT_OK(b().rti->reserve_object_instance_name("one"));
  for (int i = 0; i < 3; ++i) drain();
  EXPECT_EQ(c().count("discover one"), 1) << c().all();
  EXPECT_EQ(c().count("discover two"), 1) << c().all();
}

// 8.2, 8.5, 8.19: set up within the callbacks that confirm.
TEST_P(ImmediateCallbacks, TimeIsSetUpWithinItsConfirmations) {
  b().when["constrained"] = [&] {
    ASSERT_OK(b().rti->enable_time_regulation(float64_interval(2)));
  };
  b().when["regulating"] = [&] {
    ASSERT_OK(b().rti->modify_lookahead(float64_interval(5)));
    ASSERT_OK(b().rti->time_advance_request_available(float64_time(1)));
  };
  ASSERT_OK(b().rti->enable_time_constrained());
  for (int i = 0; i < 3; ++i) drain();
  EXPECT_EQ(b().count("grant @1"), 1) << b().all();
  EXPECT_EQ(to_float64(*b().rti->query_lookahead()), 5);
}

// 8.21 within a grant: a message to come is taken back.
TEST_P(ImmediateCallbacks, ARetractionWithinAGrant) {
  a().speak("Call");
  b().listen("Call");
  ASSERT_OK(a().rti->enable_time_regulation(float64_interval(1)));
  ASSERT_OK(b().rti->enable_time_constrained());
  drain();
  const auto sent = a().send("Call", "no", 5);
  ASSERT_OK(sent);
  ASSERT_TRUE(*sent);
  a().when["grant"] = [&] { ASSERT_OK(a().rti->retract(**sent)); };
  ASSERT_OK(a().advance(2));
  drain();
  a().when.clear();
  ASSERT_OK(a().advance(10));
  ASSERT_OK(b().advance(6));
  drain();
  EXPECT_EQ(b().count("grant @6"), 1) << b().all();
  EXPECT_EQ(b().count("receive"), 0) << b().all();
  EXPECT_EQ(b().count("retraction"), 0);
}

// Objects may be deleted by their owner within the callback about the very same object: 7.7 then 6.14.
TEST_P(ImmediateCallbacks, AnObjectIsDeletedWithinItsAcquisition) {
  settle_bird();
  b().publish("Bird", {"HLAprivilegeToDeleteObject"});
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(bird, std::span(&privilege, 1)));
  drain();
  b().when["acquired"] = [&] { ASSERT_OK(b().rti->delete_object_instance(bird, bytes("mine"))); };
  ASSERT_OK(b().rti->attribute_ownership_acquisition(bird, std::span(&privilege, 1)));
  for (int i = 0; i < 3; ++i) drain();
  EXPECT_EQ(c().count("remove mine"), 1) << c().all();
  EXPECT_EQ(a().count("remove mine"), 1) << a().all();
  EXPECT_EQ(b().count("remove"), 0) << "6.15: not to who deletes";
}

// 9.3 within a reflection: the new place counts for what is sent later.
TEST_P(ImmediateCallbacks, ARegionMovedWithinAReflection) {
  a().publish("Bird", {"Song"});
  const auto seen = region(b(), {{"x", {0, 100}}});
  const AttributeRegions wanted = in({song}, {seen});
  ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(b().object_class("Bird"),
                                                                    std::span(&wanted, 1)));
  const AttributeRegions at = in({song}, {region(a(), {{"x", {50, 60}}})});
  const auto made =
      *a().rti->register_object_instance_with_regions(a().object_class("Bird"), std::span(&at, 1));
  drain();
  b().when["reflect"] = [&] { move(b(), seen, "x", {200, 300}); };
  ASSERT_OK(a().update(made, song, "1"));
  drain();
  ASSERT_OK(a().update(made, song, "2"));
  drain();
  EXPECT_EQ(b().count("reflect"), 1) << b().all();
}

class ImmediateSaves : public Exam<ImmediateScribe> {
 protected:
  void begin() override {
    start_nodes({.directory = folder.path()});
    Exam<ImmediateScribe>::begin();
  }
  Folder folder;
};
INSTANTIATE_TEST_SUITE_P(Examined, ImmediateSaves, every_layout, layout_name);

TEST_P(ImmediateSaves, ASaveAndARestoreWithinCallbacks) {
  settle_bird();
  for (auto& each : feds) {
    Scribe* of = each.get();
    of->when["save"] = [of] {
      ASSERT_OK(of->rti->federate_save_begun());
      ASSERT_OK(of->rti->federate_save_complete());
    };
    of->when["restore"] = [of] { ASSERT_OK(of->rti->federate_restore_complete()); };
  }
  a().when["saved"] = [&] { ASSERT_OK(a().update(bird, ring, "1", "saved")); };
  a().when["restored"] = [&] { ASSERT_OK(a().update(bird, ring, "2", "restored")); };
  ASSERT_OK(a().rti->request_federation_save("noon"));
  for (int i = 0; i < 5; ++i) drain();
  for (auto& each : feds) ASSERT_EQ(each->count("saved"), 1) << each->all();
  EXPECT_EQ(b().count("reflect saved"), 1) << b().all();
  ASSERT_OK(b().rti->request_federation_restore("noon"));
  for (int i = 0; i < 5; ++i) drain();
  for (auto& each : feds) ASSERT_EQ(each->count("restored"), 1) << each->all();
  EXPECT_EQ(c().count("reflect restored"), 1) << c().all();
}

// 10.43: callbacks disabled during a save: it waits for the federate, which enables them.
TEST_P(ImmediateSaves, ASaveWaitsForCallbacks) {
  ASSERT_OK(c().rti->disable_callbacks());
  ASSERT_OK(a().rti->request_federation_save("noon"));
  for (int i = 0; i < 3; ++i) drain();
  EXPECT_EQ(c().count("save"), 0);
  for (auto* each : {&a(), &b()}) {
    ASSERT_EQ(each->count("save noon"), 1) << each->all();
    ASSERT_OK(each->rti->federate_save_begun());
    ASSERT_OK(each->rti->federate_save_complete());
  }
  drain();
  EXPECT_EQ(a().count("saved"), 0);
  ASSERT_OK(c().rti->enable_callbacks());
  drain();
  ASSERT_EQ(c().count("save noon"), 1) << c().all();
  ASSERT_OK(c().rti->federate_save_begun());
  ASSERT_OK(c().rti->federate_save_complete());
  for (int i = 0; i < 3; ++i) drain();
  for (auto& each : feds) EXPECT_EQ(each->count("saved"), 1) << each->all();
}

}  // namespace
}  // namespace orrery::rti::testing::scribed
