// Modules that federates bring when they join (4.9), and saves before and after them (4.24).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

FomModule module_below_a(const std::string& attribute, const std::string& name) {
  return module_of(
      "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>A</name>"
      "<objectClass><name>Z</name><sharing>PublishSubscribe</sharing><attribute><name>" +
          attribute +
          "</name><transportation>HLAreliable</transportation><order>Receive</order></attribute>"
          "</objectClass></objectClass></objectClass></objects>"
          "<interactions><interactionClass><name>HLAinteractionRoot</name><interactionClass>"
          "<name>K</name><interactionClass><name>Z</name><sharing>PublishSubscribe</sharing>"
          "<transportation>HLAreliable</transportation><order>Receive</order>"
          "</interactionClass></interactionClass></interactionClass></interactions>",
      name);
}

class LateModules : public SavingFederation {
 protected:
  Actor& enter(const std::string& name, const std::vector<FomModule>& modules) {
    actors().push_back(actor(actors().size() % nodes()));
    Actor& each = *actors().back();
    EXPECT_OK(each.join(name, modules));
    EXPECT_OK(each.rti->disable_object_class_relevance_advisory_switch());
    EXPECT_OK(each.rti->disable_interaction_relevance_advisory_switch());
    skip();
    return each;
  }
  static Status publish(Actor& each, const std::string& of, const std::string& attribute) {
    const auto object_class = each.rti->get_object_class_handle(of);
    if (!object_class) return object_class.error();
    const auto handle = each.rti->get_attribute_handle(*object_class, attribute);
    if (!handle) return handle.error();
    return each.rti->publish_object_class_attributes(*object_class, std::span(&*handle, 1));
  }
  void saved() {
    ASSERT_OK(save_now(a(), "s"));
    settle();
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_begun());
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_complete());
    settle();
    EXPECT_EQ(a().heard("saved"), Lines{"saved"});
    skip();
  }
};

// 4.9 A class below one that others are subscribed to: they discover its objects as what they know.
TEST_P(LateModules, AClassBelow) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(b().subi("K"));
  Actor& d = enter("d", {module_below_a("z1", "z.xml")});
  EXPECT_OK(publish(d, "A.Z", "z1"));
  EXPECT_OK(publish(d, "A.Z", "a1"));
  const auto registered = d.rti->register_object_instance(*d.rti->get_object_class_handle("A.Z"));
  ASSERT_OK(registered);
  EXPECT_EQ(b().heard("discover").size(), 1U);
  EXPECT_EQ(*b().rti->get_known_object_class_handle(*registered), b().object_class("A"));
  EXPECT_OK(b().rti->get_object_class_handle("A.Z"));
  const auto interaction = *d.rti->get_interaction_class_handle("K.Z");
  EXPECT_OK(d.rti->publish_interaction_class(interaction));
  EXPECT_OK(d.rti->send_interaction(interaction, {}));
  EXPECT_HEARD(b(), "receive K");
}
// 4.9 Earlier federates may use what came later, also when the one who brought it has resigned.
TEST_P(LateModules, UsedByOthers) {
  Actor& d = enter("d", {module_below_a("z1", "z.xml")});
  EXPECT_OK(resign_federate(d));
  actors().pop_back();
  EXPECT_OK(publish(a(), "A.Z", "z1"));
  const auto object = a().rti->register_object_instance(*a().rti->get_object_class_handle("A.Z"));
  ASSERT_OK(object);
  const auto z = *b().rti->get_object_class_handle("A.Z");
  const auto z1 = *b().rti->get_attribute_handle(z, "z1");
  EXPECT_OK(b().rti->subscribe_object_class_attributes(z, std::span(&z1, 1)));
  EXPECT_EQ(b().heard("discover").size(), 1U);
}
// 4.9 The same module again, and one that contradicts it: that one is refused and changes nothing.
TEST_P(LateModules, Contradictions) {
  enter("d", {module_below_a("z1", "z.xml")});
  enter("e", {module_below_a("z1", "z.xml")});
  enter("f", {module_below_a("z1", "same.xml")});
  actors().push_back(actor(0));
  Actor& g = *actors().back();
  EXPECT_ERROR(g.join("g", {module_below_a("other", "y.xml")}), InconsistentFDD);
  const auto good = module_of(
      "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>Good</name>"
      "<sharing>PublishSubscribe</sharing></objectClass></objectClass></objects>");
  EXPECT_ERROR(g.join("g", {good, module_below_a("other", "y.xml")}), InconsistentFDD);
  EXPECT_ERROR(a().rti->get_object_class_handle("Good"), NameNotFound);
  EXPECT_OK(g.join("g"));
}
// 4.24 A module that came after the save: restored or refused, the federation works.
TEST_P(LateModules, RestoredToBefore) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  saved();
  Actor& d = enter("d", {module_below_a("z1", "z.xml")});
  EXPECT_OK(resign_federate(d));
  actors().pop_back();
  EXPECT_OK(publish(a(), "A.Z", "z1"));
  skip();
  EXPECT_OK(a().rti->request_federation_restore("s"));
  settle();
  if (a().lines.front().starts_with("restore_confirmed")) {
    for (auto& each : actors()) EXPECT_OK(each->rti->federate_restore_complete());
    EXPECT_EQ(b().heard("restored"), Lines{"restored"});
  }
  skip();
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  enter("d", {module_below_a("z1", "z.xml")});
  EXPECT_OK(b().rti->get_object_class_handle("A.Z"));
}
// 4.24 A module that came before the save: what it brought is there after the restore.
TEST_P(LateModules, RestoredToAfter) {
  Actor& d = enter("d", {module_below_a("z1", "z.xml")});
  EXPECT_OK(publish(d, "A.Z", "a1"));
  const auto z = *d.rti->get_object_class_handle("A.Z");
  const auto a1 = *d.rti->get_attribute_handle(z, "a1");
  EXPECT_OK(b().rti->subscribe_object_class_attributes(z, std::span(&a1, 1)));
  const auto object = d.rti->register_object_instance(z);
  ASSERT_OK(object);
  labels().object_labels[*object] = "z";
  labels().object_classes[*object] = d.object_class("A");
  skip();
  saved();
  EXPECT_OK(d.rti->delete_object_instance(*object));
  EXPECT_EQ(b().heard("remove").size(), 1U);
  EXPECT_OK(a().rti->request_federation_restore("s"));
  settle();
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_restore_complete());
  skip();
  const AttributeValue value{a1, {}};
  EXPECT_OK(d.rti->update_attribute_values(*object, std::span(&value, 1)));
  EXPECT_EQ(b().heard("reflect").size(), 1U);
}
// 4.5, 4.9 A name that is in use is found before the modules count; the federation's model is as it
// was.
TEST_P(LateModules, ANameInUse) {
  actors().push_back(actor(0));
  Actor& d = *actors().back();
  EXPECT_ERROR(d.join("a", {module_below_a("z1", "z.xml")}), FederateNameAlreadyInUse);
  EXPECT_ERROR(b().rti->get_object_class_handle("A.Z"), NameNotFound);
  EXPECT_OK(d.join("d"));
}

CONFORMANCE_SUITE(LateModules);

}  // namespace
}  // namespace orrery::rti::testing::conformance
