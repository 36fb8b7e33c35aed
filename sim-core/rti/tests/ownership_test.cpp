// Ownership management: who owns an attribute, who asks for it, and who gets it.
#include <algorithm>
#include <utility>

#include "owner.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;

INSTANTIATE_TEST_SUITE_P(Groups, Ownership, every_layout, layout_name);

TEST_P(Ownership, TheRegistrantOwnsWhatItPublishes) {
  EXPECT_TRUE(owns(a()));
  EXPECT_FALSE(owns(b()));
  ASSERT_OK(b().rti->query_attribute_ownership(ship, course[0]));
  drain();
  EXPECT_TRUE(b().heard("owner " + std::to_string(a().handle.value) + " 1"));
  EXPECT_ERROR(b().update(ship, course[0], "x"), AttributeNotOwned);
}

TEST_P(Ownership, UnconditionalDivestitureOffersAndWhoeverAcquiresUpdates) {
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  EXPECT_FALSE(owns(a()));
  EXPECT_ERROR(a().update(ship, course[0], "x"), AttributeNotOwned);
  drain();
  EXPECT_TRUE(b().heard("assume 1"));
  EXPECT_TRUE(c().heard("assume 1"));
  ASSERT_OK(c().rti->query_attribute_ownership(ship, course[0]));
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, course, bytes("mine")));
  drain();
  EXPECT_TRUE(c().heard("not owned 1"));
  EXPECT_TRUE(b().heard("acquired 1 mine"));
  EXPECT_TRUE(owns(b()));
  ASSERT_OK(b().update(ship, course[0], "south"));
  drain();
  ASSERT_EQ(a().reflected.size(), 1U) << "the registrant receives what others update";
  ASSERT_EQ(c().reflected.size(), 1U);
  EXPECT_TRUE(b().reflected.empty());
}

TEST_P(Ownership, AcquisitionAsksTheOwnerWhoDivestsIfWanted) {
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, course, bytes("please")));
  drain();
  EXPECT_TRUE(a().heard("release 1 please"));
  EXPECT_FALSE(owns(b()));
  auto gone = a().rti->attribute_ownership_divestiture_if_wanted(ship, course);
  ASSERT_OK(gone);
  EXPECT_EQ(*gone, course);
  drain();
  EXPECT_TRUE(b().heard("acquired 1"));
  EXPECT_TRUE(owns(b()));
}

TEST_P(Ownership, DivestitureIfNobodyWantsKeeps) {
  auto gone = a().rti->attribute_ownership_divestiture_if_wanted(ship, course);
  ASSERT_OK(gone);
  EXPECT_TRUE(gone->empty());
  EXPECT_TRUE(owns(a()));
}

TEST_P(Ownership, NegotiatedDivestitureNeedsAnAcquirerAndAConfirmation) {
  EXPECT_ERROR(a().rti->confirm_divestiture(ship, course), AttributeDivestitureWasNotRequested);
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course, bytes("take it")));
  EXPECT_ERROR(a().rti->negotiated_attribute_ownership_divestiture(ship, course),
               AttributeAlreadyBeingDivested);
  EXPECT_ERROR(a().rti->confirm_divestiture(ship, course), NoAcquisitionPending);
  drain();
  EXPECT_TRUE(b().heard("assume 1 take it"));
  EXPECT_TRUE(owns(a())) << "until it confirms";
  ASSERT_OK(a().update(ship, course[0], "still mine"));
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, course));
  drain();
  EXPECT_TRUE(a().heard("confirm 1"));
  EXPECT_FALSE(a().heard("release 1"));
  ASSERT_OK(a().rti->confirm_divestiture(ship, course, bytes("yours")));
  drain();
  EXPECT_TRUE(b().heard("acquired 1 yours"));
  EXPECT_TRUE(owns(b()));
}

TEST_P(Ownership, ANegotiatedDivestitureMayBeCancelled) {
  EXPECT_ERROR(a().rti->cancel_negotiated_attribute_ownership_divestiture(ship, course),
               AttributeDivestitureWasNotRequested);
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(a().rti->cancel_negotiated_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(b().rti->attribute_ownership_acquisition_if_available(ship, course));
  drain();
  EXPECT_TRUE(b().heard("unavailable 1"));
  EXPECT_TRUE(owns(a()));
}

TEST_P(Ownership, IfAvailableTakesWhatNobodyOwnsAndWhatIsBeingDivested) {
  ASSERT_OK(b().rti->attribute_ownership_acquisition_if_available(ship, course));
  drain();
  EXPECT_TRUE(b().heard("unavailable 1"));
  EXPECT_FALSE(a().heard("release 1"));
  ASSERT_OK(a().rti->negotiated_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(b().rti->attribute_ownership_acquisition_if_available(ship, course));
  drain();
  EXPECT_TRUE(a().heard("confirm 1"));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  drain();
  EXPECT_TRUE(owns(b()));
  ASSERT_OK(b().rti->unconditional_attribute_ownership_divestiture(ship, course));
  ASSERT_OK(c().rti->attribute_ownership_acquisition_if_available(ship, course));
  drain();
  EXPECT_TRUE(c().heard("acquired 1"));
}

TEST_P(Ownership, AnAcquisitionMayBeCancelledUntilItIsGranted) {
  EXPECT_ERROR(b().rti->cancel_attribute_ownership_acquisition(ship, course),
               AttributeAcquisitionWasNotRequested);
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, course));
  EXPECT_ERROR(b().rti->attribute_ownership_acquisition_if_available(ship, course),
               AttributeAlreadyBeingAcquired);
  ASSERT_OK(b().rti->cancel_attribute_ownership_acquisition(ship, course));
  drain();
  EXPECT_TRUE(b().heard("cancelled 1"));
  auto gone = a().rti->attribute_ownership_divestiture_if_wanted(ship, course);
  ASSERT_OK(gone);
  EXPECT_TRUE(gone->empty());
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, course));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  // 7.15: whether it is too late the federate learns from the answer.
  b().told.clear();
  ASSERT_OK(b().rti->cancel_attribute_ownership_acquisition(ship, course));
  drain();
  EXPECT_NE(b().heard("acquired 1"), b().heard("cancelled 1"));
  EXPECT_EQ(owns(b()), b().heard("acquired 1"));
}

TEST_P(Ownership, SeveralThatAskAreServedInTheirOrder) {
  ASSERT_OK(c().rti->attribute_ownership_acquisition(ship, course));
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, course));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  drain();
  EXPECT_TRUE(owns(c()));
  EXPECT_TRUE(c().heard("release 1")) << "b waits for it now";
  ASSERT_OK(c().rti->attribute_ownership_divestiture_if_wanted(ship, course));
  drain();
  EXPECT_TRUE(owns(b()));
}

TEST_P(Ownership, UnpublishingDivests) {
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, course));
  EXPECT_ERROR(b().rti->unpublish_object_class(b().object_class("Ship")),
               OwnershipAcquisitionPending);
  ASSERT_OK(a().rti->unpublish_object_class(a().object_class("Ship")));
  EXPECT_ERROR(a().update(ship, course[0], "x"), AttributeNotOwned);
  drain();
  EXPECT_TRUE(owns(b()));
  EXPECT_ERROR(a().rti->attribute_ownership_acquisition(ship, course), ObjectClassNotPublished);
}

TEST_P(Ownership, ResigningDivestsToWhoeverWaits) {
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, course));
  EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::delete_objects),
               OwnershipAcquisitionPending);
  EXPECT_ERROR(a().rti->resign_federation_execution(ResignAction::no_action),
               FederateOwnsAttributes);
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  drain();
  EXPECT_TRUE(owns(b()));
  EXPECT_TRUE(b().removed.empty());
  ASSERT_OK(b().update(ship, course[0], "on"));
  drain();
  EXPECT_EQ(c().reflected.size(), 1U);
}

TEST_P(Ownership, WhoAcquiresThePrivilegeMayDelete) {
  const std::vector<AttributeHandle> privilege{{0}};
  EXPECT_ERROR(b().rti->delete_object_instance(ship), DeletePrivilegeNotHeld);
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, privilege));
  ASSERT_OK(b().rti->attribute_ownership_acquisition(ship, privilege));
  drain();
  EXPECT_ERROR(a().rti->delete_object_instance(ship), DeletePrivilegeNotHeld);
  ASSERT_OK(b().rti->delete_object_instance(ship, bytes("over")));
  drain();
  EXPECT_EQ(a().removed.at(ship), "over") << "the registrant is told as well";
  EXPECT_EQ(c().removed.at(ship), "over");
  EXPECT_ERROR(a().update(ship, course[0], "x"), ObjectInstanceNotKnown);
}

TEST_P(Ownership, WhoPublishesLaterIsOfferedWhatNobodyOwns) {
  ASSERT_OK(c().rti->unpublish_object_class(c().object_class("Ship")));
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(ship, course));
  drain();
  EXPECT_FALSE(c().heard("assume 1"));
  c().publish("Ship", {"Course"});
  drain();
  EXPECT_TRUE(c().heard("assume 1"));
}

TEST_P(Ownership, CallsOutsideTheirStateAreRefused) {
  const std::vector<AttributeHandle> none{{77}};
  const ObjectInstanceHandle unknown{99};
  EXPECT_ERROR(b().rti->unconditional_attribute_ownership_divestiture(ship, course),
               AttributeNotOwned);
  EXPECT_ERROR(b().rti->negotiated_attribute_ownership_divestiture(ship, course),
               AttributeNotOwned);
  EXPECT_ERROR(b().rti->attribute_ownership_release_denied(ship, course), AttributeNotOwned);
  EXPECT_ERROR(b().rti->attribute_ownership_divestiture_if_wanted(ship, course), AttributeNotOwned);
  EXPECT_ERROR(a().rti->attribute_ownership_acquisition(ship, course), FederateOwnsAttributes);
  EXPECT_ERROR(a().rti->attribute_ownership_acquisition(ship, none), AttributeNotDefined);
  EXPECT_ERROR(a().rti->attribute_ownership_acquisition(unknown, course), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().rti->query_attribute_ownership(ship, none[0]), AttributeNotDefined);
  EXPECT_ERROR(a().rti->is_attribute_owned_by_federate(unknown, course[0]), ObjectInstanceNotKnown);
  ASSERT_OK(b().rti->unpublish_object_class(b().object_class("Ship")));
  EXPECT_ERROR(b().rti->attribute_ownership_acquisition(ship, course), ObjectClassNotPublished);
  ASSERT_OK(b().rti->attribute_ownership_release_denied(ship, {}));
  EXPECT_ERROR(b().rti->local_delete_object_instance(unknown), ObjectInstanceNotKnown);
}

// One attribute goes round among all, who each count it up: no count is lost, doubled or out of order.
class Rounds : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Rounds,
                         ::testing::ValuesIn(kinds({Kind::thread, Kind::shm, Kind::tcp})),
                         kind_name);

TEST_P(Rounds, EveryCountIsSeenOnceAndInOrderByAll) {
  constexpr std::uint32_t nodes = 4;
  constexpr int rounds = 15;
  on_nodes(GetParam(), nodes, [](std::uint32_t rank, Node& node) {
    Owner me(node);
    if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
    me.until([&] { return !me.rti->list_federation_executions()->empty(); });
    me.join("f" + std::to_string(rank));
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    const std::vector<AttributeHandle> course{me.attribute("Ship", "Course")};
    ObjectInstanceHandle ship;
    const auto all = [&](bool joined) {
      for (const char* name : {"f1", "f2", "f3"}) {
        if (me.rti->get_federate_handle(name).ok() != joined) return false;
      }
      return true;
    };
    if (rank == 0) {
      me.until([&] { return all(true); }, "all have joined");
      ASSERT_OK(me.rti->register_federation_synchronization_point("subscribed", {}));
    }
    me.synchronize("subscribed");
    if (rank == 0) {
      ship = *me.rti->register_object_instance(me.object_class("Ship"));
      ASSERT_OK(me.rti->unconditional_attribute_ownership_divestiture(ship, course));
    } else {
      me.until([&] { return !me.discovered.empty(); }, "the ship");
      ship = me.discovered[0].object;
    }
    int value = 0;
    int left = rounds;
    bool asking = false;
    bool mine = false;
    me.on_reflect = [&] {
      EXPECT_EQ(me.reflected.back().values.at(course[0].value), std::to_string(value + 1));
      ++value;
    };
    me.on_acquired = [&] {
      asking = false;
      mine = true;
      --left;
      const Status counted = me.update(ship, course[0], std::to_string(++value));
      EXPECT_TRUE(counted.ok());
    };
    me.on_release = [&] {
      // Two may have asked: the second is told though it has gone to the first.
      if (!std::exchange(mine, false)) return;
      const auto gone = me.rti->attribute_ownership_divestiture_if_wanted(ship, course);
      EXPECT_TRUE(gone.ok() && gone->size() == 1);
    };
    int idle = 0;
    me.until(
        [&] {
          // The last with counts left is asked by nobody: it gives up, and takes again.
          if (left > 0 && mine && ++idle % 4 == 0) {
            mine = false;
            EXPECT_TRUE(me.rti->unconditional_attribute_ownership_divestiture(ship, course).ok());
          }
          if (left > 0 && !asking && !*me.rti->is_attribute_owned_by_federate(ship, course[0])) {
            asking = me.rti->attribute_ownership_acquisition(ship, course).ok();
          }
          return value == static_cast<int>(nodes) * rounds;
        },
        "all counts");
    if (rank == 0) {
      me.until([&] { return all(false); }, "others have resigned");
    } else {
      ASSERT_OK(
          me.rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
    }
  });
}

}  // namespace
}  // namespace orrery::rti::testing
