// Federates of two federations on the same nodes (clause 4).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class SeveralFederations : public TwoFederations {};

// 4.5, 6.2 Names of objects belong to one federation: both may have the same.
TEST_P(SeveralFederations, TheSameNameOfAnObject) {
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  EXPECT_OK(d().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(a(), "reserved n");
  EXPECT_HEARD(d(), "reserved n");
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(e().sub("A", "a1"));
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(d().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x", "n"));
  EXPECT_EQ(b().heard().size(), 1U);
  EXPECT_SILENCE(e());
  EXPECT_OK(d().reg("A", "y", "n"));
  EXPECT_EQ(e().heard().size(), 1U);
  EXPECT_SILENCE(b());
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(e());
  EXPECT_EQ(b().heard().size(), 1U);
  EXPECT_OK(d().del("y"));
  EXPECT_EQ(e().heard().size(), 1U);
  EXPECT_SILENCE(b());
  EXPECT_EQ(b().rti->get_object_instance_handle("n").ok(), true);
  EXPECT_ERROR(e().rti->get_object_instance_handle("n"), ObjectInstanceNotKnown);
}
// 4.11, 4.15 A label of a point belongs to one federation.
TEST_P(SeveralFederations, TheSameSynchronizationPoint) {
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  EXPECT_OK(d().rti->register_federation_synchronization_point("p", {}));
  EXPECT_HEARD(d(), "registered p", "announce p");
  EXPECT_HEARD(e(), "announce p");
  EXPECT_HEARD(b(), "announce p");
  skip();
  EXPECT_OK(d().rti->synchronization_point_achieved("p"));
  EXPECT_OK(e().rti->synchronization_point_achieved("p", false));
  const Lines failed = {"synchronized p " + labels().name(e().handle)};
  EXPECT_EQ(d().heard(), failed);
  EXPECT_SILENCE(a());
  EXPECT_OK(c().rti->synchronization_point_achieved("p"));
  EXPECT_OK(a().rti->synchronization_point_achieved("p"));
  EXPECT_OK(b().rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(b(), "synchronized p");
  EXPECT_EQ(e().heard(), failed);
}
// 4.7 All federations are listed, to federates that have joined and to others; 4.6 the destroyed
// are not.
TEST_P(SeveralFederations, Listed) {
  EXPECT_EQ(listed(c()), (Lines{"other", "test"}));
  actors().push_back(actor(0));
  Actor& f = *actors().back();
  EXPECT_EQ(listed(f), (Lines{"other", "test"}));
  EXPECT_OK(f.rti->create_federation_execution("third", conformance_modules()));
  EXPECT_EQ(listed(d()), (Lines{"other", "test", "third"}));
  const auto all = d().rti->list_federation_executions();
  ASSERT_OK(all);
  for (const auto& each : *all) {
    EXPECT_EQ(each.time,
              each.name == "third" ? TimeRepresentation::float64 : TimeRepresentation::integer64);
  }
  EXPECT_OK(c().rti->destroy_federation_execution("third"));
  EXPECT_EQ(listed(f), (Lines{"other", "test"}));
  EXPECT_ERROR(f.rti->destroy_federation_execution("third"), FederationExecutionDoesNotExist);
}
// 4.6 With federates joined a federation stays; the last one to resign lets it be destroyed by
// anybody.
TEST_P(SeveralFederations, Destroyed) {
  EXPECT_ERROR(a().rti->destroy_federation_execution("other"), FederatesCurrentlyJoined);
  EXPECT_OK(resign_federate(d()));
  EXPECT_ERROR(d().rti->destroy_federation_execution("other"), FederatesCurrentlyJoined);
  EXPECT_OK(resign_federate(e()));
  EXPECT_EQ(listed(d()), (Lines{"other", "test"}));
  EXPECT_OK(a().rti->destroy_federation_execution("other"));
  EXPECT_ERROR(join_other(d(), "d"), FederationExecutionDoesNotExist);
  EXPECT_ERROR(a().rti->create_federation_execution("test", conformance_modules()),
               FederationExecutionAlreadyExists);
}
// 4.5 A federation that is created again has the new object model and time, and nothing of the
// former one.
TEST_P(SeveralFederations, CreatedAgain) {
  EXPECT_OK(d().rti->reserve_object_instance_name("n"));
  EXPECT_OK(d().rti->register_federation_synchronization_point("p", {}));
  EXPECT_OK(e().rti->enable_time_regulation({5}));
  skip();
  EXPECT_OK(resign_federate(d()));
  EXPECT_OK(resign_federate(e()));
  skip();
  EXPECT_OK(d().rti->destroy_federation_execution("other"));
  const auto modules = module_of(
      "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>Z</name>"
      "<sharing>PublishSubscribe</sharing></objectClass></objectClass></objects>");
  EXPECT_OK(e().rti->create_federation_execution("other", {modules}));
  EXPECT_OK(join_other(d(), "d"));
  EXPECT_OK(d().rti->get_object_class_handle("Z"));
  EXPECT_ERROR(d().rti->get_object_class_handle("A"), NameNotFound);
  EXPECT_EQ(*d().rti->get_time_representation(), TimeRepresentation::float64);
  EXPECT_EQ(d().galt(), "undefined");
  EXPECT_ERROR(d().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  EXPECT_ERROR(d().rti->release_object_instance_name("n"), ObjectInstanceNameNotReserved);
  EXPECT_SILENCE(d());
  EXPECT_OK(d().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(d(), "reserved n");
}
// 4.9 A federate that has joined one federation may join none besides.
TEST_P(SeveralFederations, InOneAtATime) {
  EXPECT_ERROR(join_other(a(), "z"), FederateAlreadyExecutionMember);
  EXPECT_ERROR(join_other(d(), "z", "test"), FederateAlreadyExecutionMember);
  EXPECT_ERROR(a().rti->disconnect(), FederateIsExecutionMember);
  EXPECT_OK(resign_federate(c()));
  EXPECT_ERROR(c().rti->query_galt(), FederateNotExecutionMember);
  EXPECT_OK(join_other(c(), "c"));
  EXPECT_OK(c().subi("K"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(d().pubi("K"));
  EXPECT_OK(a().send("K"));
  EXPECT_SILENCE(c());
  EXPECT_OK(d().send("K"));
  EXPECT_HEARD(c(), "receive K");
}
// 4.9 A name is in use within its federation until its federate resigns; the new federate has a new
// handle.
TEST_P(SeveralFederations, NamesOfFederates) {
  EXPECT_OK(resign_federate(e()));
  EXPECT_ERROR(join_other(e(), "d"), FederateNameAlreadyInUse);
  EXPECT_OK(join_other(e(), "a"));
  EXPECT_EQ(*d().rti->get_federate_handle("a"), e().handle);
  EXPECT_ERROR(d().rti->get_federate_handle("e"), NameNotFound);
  EXPECT_ERROR(d().rti->get_federate_handle("b"), NameNotFound);
  const FederateHandle before = d().handle;
  EXPECT_OK(resign_federate(d()));
  settle();
  EXPECT_FALSE(e().rti->get_federate_name(before).ok());
  EXPECT_OK(join_other(d(), "d"));
  EXPECT_NE(d().handle, before);
  EXPECT_EQ(*e().rti->get_federate_handle("d"), d().handle);
  EXPECT_EQ(*e().rti->get_federate_name(d().handle), "d");
}
// 8.16 A regulating federate does not limit the GALT in another federation.
TEST_P(SeveralFederations, TimesApart) {
  regulate(a(), 3);
  constrain(b());
  constrain(e());
  EXPECT_EQ(b().galt(), "3");
  EXPECT_EQ(e().galt(), "undefined");
  EXPECT_OK(e().tar(100));
  EXPECT_HEARD(e(), "grant 100");
  EXPECT_OK(b().tar(100));
  EXPECT_SILENCE(b());
  regulate(d(), 1);
  EXPECT_EQ(e().galt(), "101");
  EXPECT_EQ(b().galt(), "3");
}
// 4.16 A federation that is being saved does not stop the other.
TEST_P(SeveralFederations, OneIsSaved) {
  EXPECT_OK(d().pubi("K"));
  EXPECT_OK(e().subi("K"));
  EXPECT_OK(save_now(a(), "s"));
  EXPECT_HEARD(b(), "save s");
  EXPECT_OK(d().send("K"));
  EXPECT_HEARD(e(), "receive K");
  EXPECT_OK(resign_federate(e()));
  EXPECT_OK(join_other(e(), "e"));
  actors().push_back(actor(0));
  EXPECT_ERROR(actors().back()->join("f"), SaveInProgress);
  EXPECT_ERROR(d().rti->federate_save_begun(), SaveNotInitiated);
  EXPECT_ERROR(d().rti->abort_federation_save(), SaveNotInProgress);
  EXPECT_OK(a().rti->abort_federation_save());
  settle();
  EXPECT_OK(actors().back()->join("f"));
}
// 4.16, 4.24 The same label in two federations: each has its own save.
TEST_P(SeveralFederations, TheSameLabelOfASave) {
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  skip();
  save({&a(), &b(), &c()}, "s");
  EXPECT_OK(d().rti->reserve_object_instance_name("m"));
  skip();
  save({&d(), &e()}, "s");
  EXPECT_OK(a().rti->release_object_instance_name("n"));
  EXPECT_OK(d().rti->release_object_instance_name("m"));
  restore({&d(), &e()}, "s");
  EXPECT_OK(d().rti->release_object_instance_name("m"));
  EXPECT_ERROR(a().rti->release_object_instance_name("n"), ObjectInstanceNameNotReserved);
  restore({&a(), &b(), &c()}, "s");
  EXPECT_OK(a().rti->release_object_instance_name("n"));
  EXPECT_ERROR(d().rti->release_object_instance_name("m"), ObjectInstanceNameNotReserved);
}
// 4.16 Both are saved at the same time.
TEST_P(SeveralFederations, BothAreSavedAtOnce) {
  EXPECT_OK(save_now(a(), "s"));
  EXPECT_OK(save_now(d(), "t"));
  EXPECT_HEARD(c(), "save s");
  EXPECT_HEARD(e(), "save t");
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_complete());
  settle();
  EXPECT_EQ(c().heard("saved"), Lines{"saved"});
  EXPECT_EQ(e().heard("saved"), Lines{"saved"});
  restore({&d(), &e()}, "t");
  restore({&a(), &b(), &c()}, "s");
}
// 4.24 A save of another federation cannot be restored.
TEST_P(SeveralFederations, ASaveOfTheOther) {
  save({&a(), &b(), &c()}, "s");
  skip();
  EXPECT_OK(d().rti->request_federation_restore("s"));
  EXPECT_EQ(d().heard("restore_refused").size(), 1U);
  EXPECT_SILENCE(e());
  EXPECT_OK(d().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(d(), "reserved n");
}
// 4.9 Modules that one federate brings extend its federation only.
TEST_P(SeveralFederations, ModulesOfOneFederation) {
  const auto more = module_of(
      "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>Z</name>"
      "<sharing>PublishSubscribe</sharing></objectClass></objectClass></objects>");
  EXPECT_OK(resign_federate(e()));
  ASSERT_OK(e().rti->join_federation_execution("e", "type", "other", {more}));
  EXPECT_OK(d().rti->get_object_class_handle("Z"));
  EXPECT_ERROR(a().rti->get_object_class_handle("Z"), NameNotFound);
}
// 9.2 A region of one federation is none of the other.
TEST_P(SeveralFederations, Regions) {
  EXPECT_OK(a().pubi("Q"));
  EXPECT_OK(d().pubi("Q"));
  const RegionHandle here = a().region("X 0 10");
  const RegionHandle there = d().region("X 50 60");
  EXPECT_OK(e().subi_in("Q", {e().region("X 0 10")}));
  EXPECT_OK(b().subi_in("Q", {b().region("X 0 10")}));
  EXPECT_OK(d().send_in("Q", "", {there}));
  EXPECT_SILENCE(e());
  EXPECT_SILENCE(b());
  EXPECT_OK(d().move(there, "X 5 6"));
  EXPECT_OK(d().send_in("Q", "", {there}));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(e(), "receive Q");
  EXPECT_OK(a().send_in("Q", "", {here}));
  EXPECT_HEARD(b(), "receive Q");
  EXPECT_SILENCE(e());
}
// 11.2 The management objects of a federation are of its own federates.
TEST_P(SeveralFederations, ManagementObjects) {
  EXPECT_OK(d().sub("HLAmanager.HLAfederate", "HLAfederateName"));
  EXPECT_EQ(d().heard("discover").size(), 2U);
  EXPECT_OK(a().sub("HLAmanager.HLAfederate", "HLAfederateName"));
  EXPECT_EQ(a().heard("discover").size(), 3U);
  EXPECT_OK(resign_federate(b()));
  EXPECT_EQ(a().heard("remove").size(), 1U);
  EXPECT_SILENCE(d());
}

CONFORMANCE_SUITE(SeveralFederations);

}  // namespace
}  // namespace orrery::rti::testing::conformance
