// The management object model's counters, times and reports after long sequences (clause 11), wherever the federates are placed.
#include "staged/placements/placed.hpp"

namespace orrery::rti::testing::staged {
namespace {

// d observes.
class PlacedReports : public PlacedWorld {
 protected:
  static constexpr const char* all_attributes =
      "HLAfederateHandle HLAfederateName HLAtimeConstrained HLAtimeRegulating "
      "HLAasynchronousDelivery HLAtimeManagerState HLAlogicalTime HLAlookahead HLAGALT HLALITS "
      "HLAROlength HLATSOlength HLAreflectionsReceived HLAupdatesSent HLAinteractionsReceived "
      "HLAinteractionsSent HLAobjectInstancesThatCanBeDeleted HLAobjectInstancesUpdated "
      "HLAobjectInstancesReflected HLAobjectInstancesDeleted HLAobjectInstancesRemoved "
      "HLAobjectInstancesRegistered HLAobjectInstancesDiscovered HLAfederateState";
  void begin() override {
    STAGED_OK(d().sub_managed("HLAfederate", all_attributes));
    skip();
  }
  void look() {
    drain();
    Lines names;
    for (const auto& [name, values] : d().managed) names.push_back(name);
    for (const auto& each : names) (void)d().ask_managed(each, all_attributes);
    drain();
  }
  const std::vector<std::byte>& value(Fed& of, const std::string& attribute) {
    static const std::vector<std::byte> none;
    for (auto& [name, values] : d().managed) {
      if (Decoder(values["HLAfederateHandle"]).handle() == of.handle.value)
        return values[attribute];
    }
    ADD_FAILURE() << "no object of " << of.name;
    return none;
  }
  int count(Fed& of, const std::string& attribute) {
    return Decoder(value(of, "HLA" + attribute)).integer32();
  }
  std::string time_text(Fed& of, const std::string& attribute) {
    auto is = decode_time(TimeRepresentation::float64, value(of, "HLA" + attribute));
    return is ? number(to_float64(LogicalTime{*is})) : "none";
  }
  // The counts of the classes, by the transportation of the report.
  static std::map<std::string, int> counts(Fed& fed, const std::string& report,
                                           const std::string& list, bool objects) {
    std::map<std::string, int> all;
    for (auto& each : fed.reports) {
      if (each.name != report) continue;
      Decoder in(each.values[list]);
      const int length = in.integer32();
      for (int i = 0; i < length; ++i) {
        const auto of = in.handle();
        const int many = in.integer32();
        const auto handle = static_cast<std::uint16_t>(of);
        auto name = objects ? fed.rti->get_object_class_name(ObjectClassHandle{handle})
                            : fed.rti->get_interaction_class_name(InteractionClassHandle{handle});
        all[(name ? *name : "?")] += many;
      }
    }
    return all;
  }
  void request(const std::string& what, Fed& of) {
    const std::string full = "HLAfederate.HLArequest.HLArequest" + what;
    STAGED_OK(d().pubi("HLAmanager." + full));
    d().reports.clear();
    STAGED_OK(d().manage(full, {{"HLAfederate", Encoder().handle(of.handle.value).take()}}));
    drain();
  }
  void listen(const std::string& report) {
    STAGED_OK(d().subi("HLAmanager.HLAfederate.HLAreport." + report));
    drain();
  }
};
PLACED_SUITE(PlacedReports);

// 11.3 Updates, reflections and interactions of three federates.
TEST_P(PlacedReports, CountsOfMessages) {
  STAGED_OK(a().pub("Thing.Craft.Boat", "t1 t2 c1 c2 c4"));
  STAGED_OK(a().pub("Thing.Craft.Plane", "t2 p2"));
  for (const char* of : {"Note", "Note.Call", "Talk"}) STAGED_OK(a().pubi(of));
  STAGED_OK(b().sub("Thing.Craft", "t1 t2 c1 c2 c4"));
  STAGED_OK(b().subi("Note"));
  STAGED_OK(c().sub("Thing", "t2"));
  STAGED_OK(c().subi("Talk"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "x"));
  STAGED_OK(a().reg("Thing.Craft.Boat", "y"));
  STAGED_OK(a().reg("Thing.Craft.Plane", "z"));
  skip();
  regulate(a(), 1);
  constrain(c());
  STAGED_OK(a().upd("x", "t2=1 c2=2"));                 // b 1, c 1
  STAGED_OK(a().upd("x", "c2=2"));                      // b 1
  STAGED_OK(a().upd_at(5, "x", "t1=1 t2=1 c2=1"));      // b 2 (two orders), c 1
  STAGED_OK(a().upd_at(6, "z", "p2=1 t2=1"));           // b 1, c 1
  STAGED_OK(a().upd("y", "c4=1"));                      // b 1
  STAGED_ERR(a().upd("z", "c1=1"), AttributeNotOwned);  // none
  STAGED_OK(a().send("Talk", "s1=1"));                  // c
  STAGED_OK(a().send("Note.Call", "n2=1"));             // b
  STAGED_OK(a().send_at(7, "Note", "n2=1"));            // b
  look();
  EXPECT_EQ(count(a(), "updatesSent"), 5);
  EXPECT_EQ(count(a(), "interactionsSent"), 3);
  EXPECT_EQ(count(a(), "reflectionsReceived"), 0);
  EXPECT_EQ(count(a(), "objectInstancesUpdated"), 3);
  EXPECT_EQ(count(a(), "objectInstancesRegistered"), 3);
  EXPECT_EQ(count(a(), "objectInstancesThatCanBeDeleted"), 3);
  EXPECT_EQ(count(b(), "reflectionsReceived"), 6);
  EXPECT_EQ(count(b(), "objectInstancesReflected"), 3);
  EXPECT_EQ(count(b(), "objectInstancesDiscovered"), 3);
  EXPECT_EQ(count(b(), "interactionsReceived"), 2);
  EXPECT_EQ(count(c(), "reflectionsReceived"), 0);
  EXPECT_EQ(count(c(), "TSOlength"), 2);
  EXPECT_EQ(count(c(), "ROlength"), 2);
  STAGED_OK(a().tar(9));
  STAGED_OK(c().tar(5));
  skip();
  STAGED_OK(a().del("y"));
  look();
  EXPECT_EQ(count(c(), "reflectionsReceived"), 2);
  EXPECT_EQ(count(c(), "interactionsReceived"), 1);
  EXPECT_EQ(count(c(), "objectInstancesReflected"), 1);
  EXPECT_EQ(count(c(), "TSOlength"), 1);
  EXPECT_EQ(count(a(), "objectInstancesDeleted"), 1);
  EXPECT_EQ(count(a(), "objectInstancesThatCanBeDeleted"), 2);
  EXPECT_EQ(count(b(), "objectInstancesRemoved"), 1);
  STAGED_OK(c().tar(8));
  look();
  EXPECT_EQ(count(c(), "reflectionsReceived"), 3);
  EXPECT_EQ(count(c(), "objectInstancesReflected"), 2);
  EXPECT_EQ(count(c(), "objectInstancesRemoved"), 1);
  EXPECT_EQ(count(c(), "TSOlength"), 0);
}
// 11.4 Counts of each class.
TEST_P(PlacedReports, CountsOfClasses) {
  STAGED_OK(a().pub("Thing.Craft.Boat", "t2 c4"));
  STAGED_OK(a().pub("Thing.Craft.Plane", "t2"));
  for (const char* of : {"Note", "Note.Call"}) STAGED_OK(a().pubi(of));
  STAGED_OK(b().sub("Thing", "t2"));
  STAGED_OK(b().subi("Note"));
  for (const char* each : {"HLAreportUpdatesSent", "HLAreportReflectionsReceived",
                           "HLAreportInteractionsSent", "HLAreportInteractionsReceived"})
    listen(each);
  STAGED_OK(a().reg("Thing.Craft.Boat", "x"));
  STAGED_OK(a().reg("Thing.Craft.Plane", "z"));
  skip();
  for (int i = 0; i < 3; ++i) STAGED_OK(a().upd("x", "t2=1 c4=1"));
  STAGED_OK(a().upd("z", "t2=1"));
  STAGED_OK(a().send("Note", "n2=1"));
  STAGED_OK(a().send("Note.Call", "n2=1"));
  STAGED_OK(a().send("Note.Call", "k2=1"));
  skip();
  request("InteractionsSent", a());
  auto got = counts(d(), "HLAreportInteractionsSent", "HLAinteractionCounts", false);
  EXPECT_EQ(got["HLAinteractionRoot.Note"], 1);
  EXPECT_EQ(got["HLAinteractionRoot.Note.Call"], 2);
  request("InteractionsReceived", b());
  got = counts(d(), "HLAreportInteractionsReceived", "HLAinteractionCounts", false);
  // By the class sent or received.
  EXPECT_EQ(got["HLAinteractionRoot.Note"] + got["HLAinteractionRoot.Note.Call"], 3);
  request("ReflectionsReceived", b());
  got = counts(d(), "HLAreportReflectionsReceived", "HLAreflectCounts", true);
  int reflections = 0;
  for (const auto& [of, many] : got) reflections += many;
  EXPECT_EQ(reflections, 4);
  request("UpdatesSent", a());
  got = counts(d(), "HLAreportUpdatesSent", "HLAupdateCounts", true);
  EXPECT_GE(got["HLAobjectRoot.Thing.Craft.Boat"], 3);
  EXPECT_EQ(got["HLAobjectRoot.Thing.Craft.Plane"], 1);
}
// 11.3 Times and states while one advances.
TEST_P(PlacedReports, TimesOfAnAdvance) {
  STAGED_OK(a().pubi("Note"));
  STAGED_OK(c().subi("Note"));
  skip();
  look();
  EXPECT_EQ(time_text(c(), "GALT"), "none");
  regulate(a(), 2);
  regulate(b(), 5);
  constrain(c());
  STAGED_OK(a().send_at(9, "Note", "n2=1"));
  STAGED_OK(c().rti->enable_asynchronous_delivery());
  STAGED_OK(c().nmr(20));
  look();
  EXPECT_EQ(count(c(), "timeManagerState"), 1);
  EXPECT_EQ(count(a(), "timeManagerState"), 0);
  EXPECT_EQ(count(c(), "timeConstrained"), 1);
  EXPECT_EQ(count(c(), "timeRegulating"), 0);
  EXPECT_EQ(count(c(), "asynchronousDelivery"), 1);
  EXPECT_EQ(count(a(), "timeRegulating"), 1);
  EXPECT_EQ(time_text(c(), "logicalTime"), "0");
  EXPECT_EQ(time_text(c(), "GALT"), "2");
  EXPECT_EQ(time_text(c(), "LITS"), "2");
  EXPECT_EQ(time_text(a(), "GALT"), "5");
  EXPECT_EQ(time_text(a(), "lookahead"), "2");
  STAGED_OK(a().tar(12));
  STAGED_OK(b().tar(6));
  skip();
  look();
  EXPECT_EQ(count(c(), "timeManagerState"), 0);
  EXPECT_EQ(time_text(c(), "logicalTime"), "9");
  EXPECT_EQ(time_text(c(), "GALT"), "11");
  EXPECT_EQ(time_text(c(), "LITS"), "11");
  EXPECT_EQ(time_text(b(), "GALT"), "14");
}
// 11.4 Publications and subscriptions.
TEST_P(PlacedReports, Declarations) {
  STAGED_OK(a().pub("Thing.Craft", "t2 c2"));
  STAGED_OK(a().pub("Thing.Craft.Boat", "b2"));
  STAGED_OK(a().pubi("Note"));
  STAGED_OK(a().sub("Thing", "t2", false));
  STAGED_OK(a().sub_in("Thing.Craft", "c3", {a().region("X 0 1")}));
  STAGED_OK(a().subi("Talk"));
  for (const char* each : {"HLAreportObjectClassPublication", "HLAreportInteractionPublication",
                           "HLAreportObjectClassSubscription", "HLAreportInteractionSubscription"})
    listen(each);
  request("Publications", a());
  std::map<std::string, int> got;
  int classes = 0;
  for (auto& each : d().reports) {
    if (each.name == "HLAreportInteractionPublication") {
      Decoder in(each.values["HLAinteractionClassList"]);
      EXPECT_EQ(in.integer32(), 1);
      EXPECT_EQ(in.handle(), d().ic("Note").value);
      continue;
    }
    classes = Decoder(each.values["HLAnumberOfClasses"]).integer32();
    const auto of = static_cast<std::uint16_t>(Decoder(each.values["HLAobjectClass"]).handle());
    got[*d().rti->get_object_class_name(ObjectClassHandle{of})] =
        Decoder(each.values["HLAattributeList"]).integer32();
  }
  EXPECT_EQ(classes, 2);
  EXPECT_EQ(got.size(), 2U);
  // HLAprivilegeToDeleteObject may be among them.
  EXPECT_TRUE(got["HLAobjectRoot.Thing.Craft"] == 2 || got["HLAobjectRoot.Thing.Craft"] == 3);
  request("Subscriptions", a());
  std::map<std::string, int> active;
  for (auto& each : d().reports) {
    if (each.name != "HLAreportObjectClassSubscription") continue;
    const auto of = static_cast<std::uint16_t>(Decoder(each.values["HLAobjectClass"]).handle());
    active[*d().rti->get_object_class_name(ObjectClassHandle{of})] =
        Decoder(each.values["HLAactive"]).integer32();
  }
  EXPECT_EQ(active, (std::map<std::string, int>{{"HLAobjectRoot.Thing", 0},
                                                {"HLAobjectRoot.Thing.Craft", 1}}));
  STAGED_OK(a().unsub("Thing"));
  STAGED_OK(a().unpub("Thing.Craft.Boat"));
  drain();
  request("Publications", a());
  classes = 0;
  for (auto& each : d().reports) {
    if (each.name == "HLAreportObjectClassPublication")
      classes = Decoder(each.values["HLAnumberOfClasses"]).integer32();
  }
  EXPECT_EQ(classes, 1);
}
// 11.4 Exceptions of one federate are reported, those of others not.
TEST_P(PlacedReports, Exceptions) {
  const std::string adjust = "HLAfederate.HLAadjust.HLAsetExceptionReporting";
  STAGED_OK(d().pubi("HLAmanager." + adjust));
  listen("HLAreportException");
  STAGED_OK(d().manage(adjust, {{"HLAfederate", Encoder().handle(b().handle.value).take()},
                                {"HLAreportingState", Encoder().integer32(1).take()}}));
  drain();
  d().reports.clear();
  STAGED_ERR(a().send("Note", "n2=1"), InteractionClassNotPublished);
  STAGED_ERR(b().send("Note", "n2=1"), InteractionClassNotPublished);
  STAGED_ERR(b().tara(-1), LogicalTimeAlreadyPassed);
  STAGED_OK(b().pubi("Note"));
  drain();
  ASSERT_EQ(d().reports.size(), 2U);
  for (auto& each : d().reports) {
    EXPECT_EQ(Decoder(each.values["HLAfederate"]).handle(), b().handle.value);
    EXPECT_FALSE(each.values["HLAexception"].empty());
    EXPECT_FALSE(each.values["HLAservice"].empty());
  }
}
// 11.4 Invocations of one federate, numbered one after the other.
TEST_P(PlacedReports, Invocations) {
  const std::string adjust = "HLAfederate.HLAadjust.HLAsetServiceReporting";
  STAGED_OK(d().pubi("HLAmanager." + adjust));
  listen("HLAreportServiceInvocation");
  STAGED_OK(d().manage(adjust, {{"HLAfederate", Encoder().handle(b().handle.value).take()},
                                {"HLAreportingState", Encoder().integer32(1).take()}}));
  drain();
  d().reports.clear();
  STAGED_OK(b().pubi("Note"));
  STAGED_OK(b().send("Note", "n2=1"));
  STAGED_ERR(b().send("Talk", "s1=1"), InteractionClassNotPublished);
  STAGED_OK(a().pubi("Note"));
  drain();
  std::vector<int> serials;
  int failures = 0;
  for (auto& each : d().reports) {
    EXPECT_EQ(Decoder(each.values["HLAfederate"]).handle(), b().handle.value);
    serials.push_back(Decoder(each.values["HLAserialNumber"]).integer32());
    failures += Decoder(each.values["HLAsuccessIndicator"]).integer32() == 0 ? 1 : 0;
  }
  EXPECT_GE(serials.size(), 3U);
  EXPECT_EQ(failures, 1);
  for (std::size_t i = 1; i < serials.size(); ++i) EXPECT_EQ(serials[i], serials[i - 1] + 1);
  STAGED_ERR(b().subi("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation"),
             FederateServiceInvocationsAreBeingReportedViaMOM);
}

// Many objects, large messages, several federations.
class PlacedBulk : public PlacedWorld {
 protected:
  std::size_t joined() const override { return 5; }
  static std::string long_text(std::size_t length, char of) { return std::string(length, of); }
  // Sends again while receivers have no room.
  template <class F>
  void patiently(F send) {
    std::string result = outcome(send());
    for (int i = 0; i < 1000 && result == "Congested"; ++i) {
      for (auto& each : nodes) each->pump();
      drain();
      result = outcome(send());
    }
    EXPECT_EQ(result, "ok");
  }
  // Each line as its beginning and its length.
  static Lines shortened(const Lines& all) {
    Lines list;
    for (const auto& each : all) {
      list.push_back(each.size() < 60 ? each : each.substr(0, 20) + std::to_string(each.size()));
    }
    return list;
  }
};
PLACED_SUITE(PlacedBulk);

// 6.12, 6.13 Large and small interactions of one sender come in their order at all receivers.
TEST_P(PlacedBulk, LargeAndSmallInOrder) {
  STAGED_OK(a().pubi("Note"));
  STAGED_OK(a().pubi("Talk"));
  for (Fed* each : {&b(), &c(), &d(), &e()}) {
    STAGED_OK(each->subi("Note"));
    STAGED_OK(each->subi("Talk"));
  }
  skip();
  Lines want;
  const std::size_t sizes[] = {1, 300'000, 2, 5'000'000, 3, 4, 300'000, 5};
  for (const auto size : sizes) {
    const std::string text = long_text(size, 'v');
    patiently([&] {
      return a().send(size % 2 == 0 ? "Note" : "Talk", (size % 2 == 0 ? "n2=" : "s1=") + text);
    });
    want.push_back(std::string("receive ") + (size % 2 == 0 ? "Note n2=" : "Talk s1=") + text);
  }
  for (Fed* each : {&b(), &c(), &d(), &e()}) {
    EXPECT_EQ(shortened(heard(*each)), shortened(want)) << each->name;
  }
}
// 8.8 The same in timestamp order, sent backwards in time, to constrained federates.
TEST_P(PlacedBulk, LargeAndSmallInTime) {
  STAGED_OK(a().pubi("Note"));
  for (Fed* each : {&b(), &c(), &d(), &e()}) STAGED_OK(each->subi("Note"));
  regulate(a(), 1);
  for (Fed* each : {&b(), &c(), &d()}) constrain(*each);
  Lines want;
  const std::size_t sizes[] = {1, 300'000, 2, 5'000'000, 3};
  double at = 9;
  for (const auto size : sizes) {
    const std::string text = long_text(size, 'v');
    patiently([&] { return a().send_at(at, "Note", "n2=" + text); });
    want.insert(want.begin(), "receive Note n2=" + text + " @" + number(at));
    at -= 1;
  }
  want.push_back("grant 10");
  STAGED_OK(a().tar(10));
  STAGED_OK(b().tar(10));
  STAGED_OK(c().tara(10));
  STAGED_OK(d().fqr(10));
  for (Fed* each : {&b(), &c()}) {
    EXPECT_EQ(shortened(heard(*each)), shortened(want)) << each->name;
  }
  want.back() = "grant 5";
  EXPECT_EQ(shortened(heard(d())), shortened(want));
  EXPECT_EQ(heard(e()).size(), 5U);
}
// 6.9 Two thousand objects, one discovery each for a late joiner, and one for an earlier one that subscribes late.
TEST_P(PlacedBulk, ManyObjects) {
  STAGED_OK(a().pub("Thing.Craft.Boat.Tug", "t2 u2"));
  STAGED_OK(b().pub("Thing.Craft.Plane", "t2"));
  STAGED_OK(c().sub("Thing.Craft", "t2"));
  for (int i = 0; i < 1000; ++i) {
    STAGED_OK(a().reg("Thing.Craft.Boat.Tug", "t" + std::to_string(i)));
    STAGED_OK(b().reg("Thing.Craft.Plane", "p" + std::to_string(i)));
    if (i % 100 == 0) drain();
  }
  STAGED_OK(resign(e()));
  STAGED_OK(join(e()));
  STAGED_OK(e().sub("Thing", "t2"));
  STAGED_OK(d().sub("Thing.Craft.Plane", "t2"));
  STAGED_OK(d().sub("Thing.Craft.Boat", "t2"));
  drain();
  for (Fed* each : {&c(), &d(), &e()}) {
    std::map<std::string, int> seen;
    for (const auto& line : each->log) {
      if (line.starts_with("discover")) ++seen[line];
    }
    EXPECT_EQ(seen.size(), 2000U) << each->name;
    for (const auto& [line, times] : seen) EXPECT_EQ(times, 1) << line;
  }
  clear();
  STAGED_OK(resign(a()));
  for (Fed* each : {&c(), &d(), &e()}) {
    Lines all = heard(*each);
    EXPECT_EQ(std::ranges::count_if(
                  all, [](const std::string& line) { return line.starts_with("remove t"); }),
              1000)
        << each->name;
    EXPECT_EQ(all.size(), 1000U);
  }
  STAGED_OK(join(a()));
}

}  // namespace
}  // namespace orrery::rti::testing::staged
