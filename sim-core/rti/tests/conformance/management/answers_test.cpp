// IEEE 1516.1-2010, 11.4: the reports that answer requests, reports of services and exceptions, and how their values are encoded.
#include <algorithm>

#include "conformance/managed_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

using Raw = std::vector<std::byte>;

// The bytes of a text of hexadecimal digits.
Raw hexadecimal(const std::string& digits) {
  std::string packed;
  std::ranges::copy_if(digits, std::back_inserter(packed), [](char each) { return each != ' '; });
  Raw all;
  for (std::size_t i = 0; i < packed.size(); i += 2) {
    all.push_back(static_cast<std::byte>(std::stoi(packed.substr(i, 2), nullptr, 16)));
  }
  return all;
}

class Clause11Answers : public ManagedFederation {
 protected:
  void listen_to(const std::vector<std::string>& names) {
    for (const std::string& each : names) listen("HLAfederate.HLAreport." + each);
  }
  std::vector<Values> ask(const std::string& request, const Actor& whom, const std::string& report,
                          Values values = {}) {
    EXPECT_OK(manage("HLArequest." + request, whom, std::move(values)));
    return reports(report);
  }
  void report_services(const Actor& whom, std::int32_t state) {
    ASSERT_OK(
        manage("HLAadjust.HLAsetServiceReporting", whom, {{"HLAreportingState", number(state)}}));
    settle();
  }
  std::vector<std::string> services() {
    std::vector<std::string> all;
    for (const Values& each : reports("HLAreportServiceInvocation")) {
      all.push_back(text_of(each, "HLAservice"));
    }
    return all;
  }
  static std::vector<std::string> texts(const Values& values, const std::string& name) {
    if (!values.contains(name)) return {"(none)"};
    Decoder in(values.at(name));
    std::vector<std::string> all;
    for (std::int32_t left = in.integer32(); left > 0; --left) all.push_back(in.unicode());
    EXPECT_TRUE(in.ok() && in.at_end());
    return all;
  }
  // (handle, number) pairs.
  static std::map<std::uint64_t, std::int32_t> pairs(const Values& values,
                                                     const std::string& name) {
    std::map<std::uint64_t, std::int32_t> all;
    if (!values.contains(name)) return {{0, -1}};
    Decoder in(values.at(name));
    for (std::int32_t left = in.integer32(); left > 0; --left) {
      const std::uint64_t of = in.handle();
      EXPECT_FALSE(all.contains(of)) << "once each";
      all[of] = in.integer32();
    }
    EXPECT_TRUE(in.ok() && in.at_end());
    return all;
  }
};
CONFORMANCE_SUITE(Clause11Answers);
using Pairs = std::map<std::uint64_t, std::int32_t>;

// 11.4: "This parameter shall be omitted in a NULL response."
TEST_P(Clause11Answers, NoSubscriptionIsReportedAsNone) {
  listen_to({"HLAreportObjectClassSubscription", "HLAreportInteractionSubscription"});
  const auto classes = ask("HLArequestSubscriptions", b(), "HLAreportObjectClassSubscription");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(number_of(classes[0], "HLAnumberOfClasses"), 0);
  for (const char* each : {"HLAobjectClass", "HLAactive", "HLAmaxUpdateRate", "HLAattributeList"}) {
    EXPECT_FALSE(classes[0].contains(each)) << each;
  }
  const auto interactions = reports("HLAreportInteractionSubscription");
  ASSERT_EQ(interactions.size(), 1U);
  EXPECT_EQ(pairs(interactions[0], "HLAinteractionClassList"), Pairs{});
}

TEST_P(Clause11Answers, NoPublicationOmitsTheClass) {
  listen_to({"HLAreportObjectClassPublication"});
  const auto classes = ask("HLArequestPublications", b(), "HLAreportObjectClassPublication");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_FALSE(classes[0].contains("HLAobjectClass"));
  EXPECT_FALSE(classes[0].contains("HLAattributeList"));
}

// 11.4: what is unpublished and unsubscribed is not reported.
TEST_P(Clause11Answers, EndedDeclarationsAreNotReported) {
  listen_to({"HLAreportObjectClassPublication", "HLAreportInteractionPublication",
             "HLAreportObjectClassSubscription", "HLAreportInteractionSubscription"});
  ASSERT_OK(b().pub("A", "a1 a2"));
  ASSERT_OK(b().unpub("A", "a1"));
  ASSERT_OK(b().pubi("K"));
  ASSERT_OK(b().unpubi("K"));
  ASSERT_OK(b().sub("A", "a1 a2"));
  ASSERT_OK(b().unsub("A", "a2"));
  ASSERT_OK(b().sub("D", "d1"));
  ASSERT_OK(b().unsub("D"));
  const auto published = ask("HLArequestPublications", b(), "HLAreportObjectClassPublication");
  ASSERT_EQ(published.size(), 1U);
  const auto listed = handles(published[0], "HLAattributeList");
  EXPECT_EQ(std::ranges::count(listed, b().attribute("A", "a2").value), 1);
  EXPECT_EQ(std::ranges::count(listed, b().attribute("A", "a1").value), 0);
  EXPECT_EQ(number_of(reports("HLAreportInteractionPublication").at(0), "HLAinteractionClassList"),
            0);
  const auto subscribed = ask("HLArequestSubscriptions", b(), "HLAreportObjectClassSubscription");
  ASSERT_EQ(subscribed.size(), 1U);
  EXPECT_EQ(handles(subscribed[0], "HLAattributeList"),
            (std::vector<std::uint64_t>{b().attribute("A", "a1").value}));
}

// 11.4: pairs of a class and whether it is subscribed to actively; subscriptions in regions too.
TEST_P(Clause11Answers, InteractionSubscriptionsSayWhetherTheyAreActive) {
  listen_to({"HLAreportInteractionSubscription"});
  ASSERT_OK(b().subi("K", false));
  ASSERT_OK(b().subi("T"));
  ASSERT_OK(b().subi_in("R", {b().region("X 0 10")}, false));
  ASSERT_OK(b().subi_in("Q", {b().region("X 0 10"), b().region("X 20 30")}));
  const auto found = ask("HLArequestSubscriptions", b(), "HLAreportInteractionSubscription");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(pairs(found[0], "HLAinteractionClassList"), (Pairs{{b().interaction("K").value, 0},
                                                               {b().interaction("T").value, 1},
                                                               {b().interaction("R").value, 0},
                                                               {b().interaction("Q").value, 1}}));
}

// 11.4: the name of the greatest rate.
TEST_P(Clause11Answers, ASubscriptionsRateIsNamed) {
  listen_to({"HLAreportObjectClassSubscription"});
  ASSERT_OK(b().rti->subscribe_object_class_attributes(b().object_class("A"),
                                                       b().attributes("A", "a1"), true, "slow"));
  ASSERT_OK(b().rti->subscribe_object_class_attributes(b().object_class("A"),
                                                       b().attributes("A", "a3"), true, "fast"));
  const auto found = ask("HLArequestSubscriptions", b(), "HLAreportObjectClassSubscription");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(text_of(found[0], "HLAmaxUpdateRate"), "fast");
}

// 11.4: one report for each transportation type, with an empty list if nothing was sent by it.
TEST_P(Clause11Answers, EachTransportationIsReported) {
  listen_to({"HLAreportUpdatesSent", "HLAreportReflectionsReceived", "HLAreportInteractionsSent",
             "HLAreportInteractionsReceived"});
  ASSERT_OK(a().pub("A", "a1 a3"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().upd("x", "a1=1"));
  const auto updates = ask("HLArequestUpdatesSent", a(), "HLAreportUpdatesSent");
  std::map<std::string, Pairs> found;
  for (const Values& each : updates) {
    found[text_of(each, "HLAtransportation")] = pairs(each, "HLAupdateCounts");
  }
  EXPECT_EQ(found.size(), updates.size()) << "one for each";
  EXPECT_EQ(found.at("HLAreliable"), (Pairs{{a().object_class("A").value, 1}}));
  EXPECT_EQ(found.at("HLAbestEffort"), Pairs{});
  const std::map<std::string, std::string> others{
      {"HLArequestReflectionsReceived", "HLAreflectCounts"},
      {"HLArequestInteractionsSent", "HLAinteractionCounts"},
      {"HLArequestInteractionsReceived", "HLAinteractionCounts"}};
  for (const auto& [request, parameter] : others) {
    std::map<std::string, Pairs> all;
    for (const Values& each :
         ask(request, b(), "HLAreport" + request.substr(std::string("HLArequest").size()))) {
      all[text_of(each, "HLAtransportation")] = pairs(each, parameter);
    }
    EXPECT_EQ(all["HLAreliable"], Pairs{}) << request;
    EXPECT_TRUE(all.contains("HLAbestEffort")) << request;
  }
}

// 11.4: "only elements that have positive counts shall be present".
TEST_P(Clause11Answers, AClassWithoutACountIsNotListed) {
  listen_to({"HLAreportObjectInstancesThatCanBeDeleted"});
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().pub("A.B", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().reg("A.B", "y"));
  ASSERT_OK(a().del("x"));
  settle();
  const auto found = ask("HLArequestObjectInstancesThatCanBeDeleted", a(),
                         "HLAreportObjectInstancesThatCanBeDeleted");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(pairs(found[0], "HLAobjectInstanceCounts"),
            (Pairs{{a().object_class("A.B").value, 1}}));
  const auto none = ask("HLArequestObjectInstancesThatCanBeDeleted", b(),
                        "HLAreportObjectInstancesThatCanBeDeleted");
  ASSERT_EQ(none.size(), 1U);
  EXPECT_EQ(pairs(none[0], "HLAobjectInstanceCounts"), Pairs{});
}

// 11.4: what the RTI's objects bring is reflected too, and is counted by their class.
TEST_P(Clause11Answers, AnAcquiredPrivilegeCountsForItsOwner) {
  listen_to({"HLAreportObjectInstancesThatCanBeDeleted"});
  ASSERT_OK(a().pub("A.B", "a1"));
  ASSERT_OK(b().pub("A", "priv a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A.B", "x"));
  skip();
  ASSERT_OK(a().divest("x", "priv"));
  settle();
  ASSERT_OK(b().acquire_free("x", "priv"));
  settle();
  const auto found = ask("HLArequestObjectInstancesThatCanBeDeleted", b(),
                         "HLAreportObjectInstancesThatCanBeDeleted");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(pairs(found[0], "HLAobjectInstanceCounts"), (Pairs{{a().object_class("A.B").value, 1}}))
      << "by registered class, not by known class";
}

// 11.4: of an object that the federate does not know, an empty list and no classes.
TEST_P(Clause11Answers, AnObjectThatIsNotKnownIsReportedAsNone) {
  listen_to({"HLAreportObjectInstanceInformation"});
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  settle();
  const auto found =
      ask("HLArequestObjectInstanceInformation", b(), "HLAreportObjectInstanceInformation",
          {{"HLAobjectInstance", handle(a().object("x").value)}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(handle_of(found[0], "HLAobjectInstance"), a().object("x").value);
  EXPECT_EQ(handles(found[0], "HLAownedInstanceAttributeList"), std::vector<std::uint64_t>{});
  EXPECT_FALSE(found[0].contains("HLAregisteredClass"));
  EXPECT_FALSE(found[0].contains("HLAknownClass"));
}

// 11.4: the points in progress, and the federates of each with their state.
TEST_P(Clause11Answers, PointsAndTheirFederatesAreReported) {
  listen("HLAfederation.HLAreport.HLAreportSynchronizationPoints");
  listen("HLAfederation.HLAreport.HLAreportSynchronizationPointStatus");
  const auto points = [&] {
    EXPECT_OK(manage("HLAfederation.HLArequest.HLArequestSynchronizationPoints", Values{}));
    const auto found = reports("HLAreportSynchronizationPoints");
    EXPECT_EQ(found.size(), 1U);
    auto all = found.empty() ? std::vector<std::string>{} : texts(found[0], "HLAsyncPoints");
    std::ranges::sort(all);
    return all;
  };
  const auto status = [&](const std::string& label) {
    EXPECT_OK(manage("HLAfederation.HLArequest.HLArequestSynchronizationPointStatus",
                     Values{{"HLAsyncPointName", Encoder().unicode(label).take()}}));
    const auto found = reports("HLAreportSynchronizationPointStatus");
    EXPECT_EQ(found.size(), 1U);
    return found.empty() ? Pairs{} : pairs(found[0], "HLAsyncPointFederates");
  };
  EXPECT_EQ(points(), std::vector<std::string>{});
  const std::vector<FederateHandle> set{a().handle, b().handle};
  ASSERT_OK(a().rti->register_federation_synchronization_point("odd", {}, set));
  ASSERT_OK(a().rti->register_federation_synchronization_point("even", {}));
  settle();
  EXPECT_EQ(points(), (std::vector<std::string>{"even", "odd"}));
  ASSERT_OK(b().rti->synchronization_point_achieved("odd", false));
  settle();
  EXPECT_EQ(status("odd"), (Pairs{{a().handle.value, 2}, {b().handle.value, 3}}));
  EXPECT_EQ(status("even").size(), 3U);
  ASSERT_OK(a().rti->synchronization_point_achieved("odd"));
  settle();
  EXPECT_EQ(points(), std::vector<std::string>{"even"});
  actors().push_back(actor(2));
  ASSERT_OK(actors().back()->join("late"));
  settle();
  EXPECT_EQ(status("even").at(actors().back()->handle.value), 2);
}

// 11.4: modules are reported by their place in the list of designators, with the text that was given.
TEST_P(Clause11Answers, ModulesAreReportedByTheirPlace) {
  const std::string text =
      "<objectModel><objects><objectClass><name>HLAobjectRoot</name><objectClass><name>Z</name>"
      "</objectClass></objectClass></objects></objectModel>";
  const auto more = parse_fom(text, "more.xml");
  ASSERT_TRUE(more.ok());
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(b().join("b", {*more}));
  listen_to({"HLAreportFOMmoduleData"});
  listen("HLAfederation.HLAreport.HLAreportFOMmoduleData");
  listen("HLAfederation.HLAreport.HLAreportMIMdata");
  auto found = ask("HLArequestFOMmoduleData", b(), "HLAreportFOMmoduleData",
                   {{"HLAFOMmoduleIndicator", number(0)}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(number_of(found[0], "HLAFOMmoduleIndicator"), 0);
  EXPECT_EQ(text_of(found[0], "HLAFOMmoduleData"), text);
  EXPECT_EQ(handle_of(found[0], "HLAfederate"), b().handle.value);
  ASSERT_OK(manage("HLAfederation.HLArequest.HLArequestFOMmoduleData",
                   Values{{"HLAFOMmoduleIndicator", number(1)}}));
  found = reports("HLAreportFOMmoduleData");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(text_of(found[0], "HLAFOMmoduleData"), text);
  EXPECT_FALSE(found[0].contains("HLAfederate"));
  for (const std::int32_t each : {-1, 2}) {
    ASSERT_OK(manage("HLAfederation.HLArequest.HLArequestFOMmoduleData",
                     Values{{"HLAFOMmoduleIndicator", number(each)}}));
    EXPECT_EQ(reports("HLAreportFOMmoduleData").size(), 0U);
    EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
  }
  ASSERT_OK(manage("HLAfederation.HLArequest.HLArequestMIMdata", Values{}));
  found = reports("HLAreportMIMdata");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(parse_fom(text_of(found[0], "HLAMIMdata"), "mim.xml").ok());
}

// 11.4: a request is answered to all that are subscribed, not to the one that asks alone.
TEST_P(Clause11Answers, AReportGoesToAllSubscribers) {
  listen_to({"HLAreportInteractionPublication"});
  ASSERT_OK(a().subi("HLAmanager.HLAfederate.HLAreport.HLAreportInteractionPublication"));
  ASSERT_OK(a().subi("HLAmanager.HLAfederate.HLAreport.HLAreportMOMexception"));
  skip();
  ASSERT_EQ(ask("HLArequestPublications", b(), "HLAreportInteractionPublication").size(), 1U);
  EXPECT_HEARD(a(), "report HLAreportInteractionPublication");
  ASSERT_OK(manage("HLArequest.HLArequestObjectInstanceInformation", b()));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U);
  EXPECT_HEARD(a(), "report HLAreportMOMexception");
}

// 11.4: the federate that asks may ask about itself.
TEST_P(Clause11Answers, AFederateAsksAboutItself) {
  listen_to({"HLAreportInteractionPublication"});
  const auto found = ask("HLArequestPublications", c(), "HLAreportInteractionPublication");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(
      handles(found[0], "HLAinteractionClassList"),
      (std::vector<std::uint64_t>{
          c().interaction("HLAmanager.HLAfederate.HLArequest.HLArequestPublications").value}));
}

// 11.4: reports of services come in the order of the services, callbacks between them.
TEST_P(Clause11Answers, ServicesAreReportedInTheirOrder) {
  listen_to({"HLAreportServiceInvocation"});
  ASSERT_OK(a().pubi("K"));
  report_services(b(), 1);
  reports("HLAreportServiceInvocation");
  ASSERT_OK(b().subi("K"));
  settle();
  ASSERT_OK(a().send("K", "k1=1"));
  settle();
  ASSERT_OK(b().unsubi("K"));
  EXPECT_ERROR(b().tar(-1), LogicalTimeAlreadyPassed);
  ASSERT_OK(b().tar(3));
  EXPECT_EQ(services(),
            (std::vector<std::string>{"subscribeInteractionClass", "receiveInteraction",
                                      "unsubscribeInteractionClass", "timeAdvanceRequest",
                                      "timeAdvanceRequest", "timeAdvanceGrant"}));
}

// 11.4: the serial number is the federate's, and goes on when reports are switched off and on.
TEST_P(Clause11Answers, SerialNumbersGoOn) {
  listen_to({"HLAreportServiceInvocation"});
  const auto numbers = [&] {
    std::vector<std::int32_t> all;
    for (const Values& each : reports("HLAreportServiceInvocation")) {
      all.push_back(number_of(each, "HLAserialNumber"));
    }
    return all;
  };
  report_services(b(), 1);
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(b().pub("A", "a2"));
  EXPECT_EQ(numbers(), (std::vector<std::int32_t>{0, 1}));
  report_services(b(), 0);
  ASSERT_OK(b().pub("A", "a3"));
  report_services(b(), 1);
  report_services(a(), 1);
  ASSERT_OK(b().pub("A", "a1"));
  EXPECT_EQ(numbers(), std::vector<std::int32_t>{2});
  ASSERT_OK(a().pub("A", "a1"));
  EXPECT_EQ(numbers(), std::vector<std::int32_t>{0}) << "each federate has its own";
}

// 11.4: a failed service returns nothing, and says why; an exception report has the same.
TEST_P(Clause11Answers, AFailedServiceIsReportedWithItsException) {
  listen_to({"HLAreportServiceInvocation", "HLAreportException"});
  report_services(b(), 1);
  ASSERT_OK(manage("HLAadjust.HLAsetExceptionReporting", b(), {{"HLAreportingState", number(1)}}));
  settle();
  EXPECT_ERROR(b().reg("A", "x"), ObjectClassNotPublished);
  const auto found = reports("HLAreportServiceInvocation");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(number_of(found[0], "HLAsuccessIndicator"), 0);
  EXPECT_EQ(texts(found[0], "HLAreturnedArguments"), std::vector<std::string>{});
  EXPECT_FALSE(texts(found[0], "HLAsuppliedArguments").empty());
  EXPECT_TRUE(text_of(found[0], "HLAexception").starts_with("ObjectClassNotPublished"));
  const auto exceptions = reports("HLAreportException");
  ASSERT_EQ(exceptions.size(), 1U);
  EXPECT_EQ(text_of(exceptions[0], "HLAservice"), "registerObjectInstance");
  ASSERT_OK(manage("HLAadjust.HLAsetExceptionReporting", b(), {{"HLAreportingState", number(0)}}));
  settle();
  EXPECT_ERROR(b().reg("A", "x"), ObjectClassNotPublished);
  EXPECT_EQ(reports("HLAreportException").size(), 0U);
}

// 11.4: reports may be on of several federates, and the manager may be reported itself if it does not listen.
TEST_P(Clause11Answers, ServicesOfTheManagerAreReportedToOthers) {
  ASSERT_OK(a().subi("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation"));
  report_services(c(), 1);
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 0U);
  a().reports.clear();
  ASSERT_OK(manage("HLArequest.HLArequestPublications", b()));
  settle();
  std::vector<std::string> found;
  for (const Report& each : a().reports) found.push_back(text_of(each.values, "HLAservice"));
  EXPECT_EQ(found, (std::vector<std::string>{"publishInteractionClass", "sendInteraction"}));
}

// 1516.2, 4.13: HLAunicodeString is a count of UTF-16 units, then the units, most significant byte first.
TEST_P(Clause11Answers, TextsAreEncodedAsUtf16) {
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(b().join("a\xC3\xA9\xF0\x9D\x84\x9E"));
  ASSERT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName"));
  settle();
  EXPECT_EQ(c().managed["HLAfederate.a\xC3\xA9\xF0\x9D\x84\x9E"]["HLAfederateName"],
            hexadecimal("00000004 0061 00E9 D834 DD1E"));
}

// 1516.2, 4.13: elements of an array begin at their alignment; there is no padding after the last one.
TEST_P(Clause11Answers, TextsOfAListAreAligned) {
  listen("HLAfederation.HLAreport.HLAreportSynchronizationPoints");
  ASSERT_OK(a().rti->register_federation_synchronization_point("abc", {}));
  settle();
  ASSERT_OK(a().rti->register_federation_synchronization_point("d", {}));
  settle();
  ASSERT_OK(manage("HLAfederation.HLArequest.HLArequestSynchronizationPoints", Values{}));
  const auto found = reports("HLAreportSynchronizationPoints");
  ASSERT_EQ(found.size(), 1U);
  const Raw raw = found[0].at("HLAsyncPoints");
  EXPECT_TRUE(raw == hexadecimal("00000002 00000003 0061 0062 0063 0000 00000001 0064") ||
              raw == hexadecimal("00000002 00000001 0064 0000 00000003 0061 0062 0063"))
      << "of size " << raw.size();
}

// 11.4 with 1516.2, 4.13: a list of handles, each an array of its own.
TEST_P(Clause11Answers, HandlesAreEncodedAsArrays) {
  ASSERT_OK(c().sub("HLAmanager.HLAfederation", "HLAfederatesInFederation"));
  settle();
  const Raw raw = c().managed["HLAfederation.test"]["HLAfederatesInFederation"];
  ASSERT_EQ(raw.size(), 4 + 3 * (4 + 8U));
  EXPECT_EQ(Raw(raw.begin(), raw.begin() + 8), hexadecimal("00000003 00000008"));
  EXPECT_EQ(std::to_integer<std::uint32_t>(raw[4 + 4 + 7]), a().handle.value);
}

// 11.4: a parameter list that is encoded with the alignment of 1516.2 is read, one that is cut short is an error.
TEST_P(Clause11Answers, ListsAreReadAsTheyAreEncoded) {
  const Raw whole = list(a().attributes("A", "a1 a2"));
  const Values values{{"HLAobjectClass", handle(a().object_class("A").value)},
                      {"HLAattributeList", whole}};
  ASSERT_OK(manage("HLAservice.HLApublishObjectClassAttributes", a(), values));
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 0U);
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_TRUE(a().owns("x", "a2"));
  for (const std::size_t less : {1U, 8U, 13U}) {
    Values cut = values;
    cut["HLAattributeList"].resize(whole.size() - less);
    ASSERT_OK(manage("HLAservice.HLAunpublishObjectClassAttributes", a(), cut));
    const auto found = reports("HLAreportMOMexception");
    ASSERT_EQ(found.size(), 1U) << less;
    EXPECT_EQ(number_of(found[0], "HLAparameterError"), 1) << less;
  }
  EXPECT_TRUE(a().owns("x", "a1"));
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
