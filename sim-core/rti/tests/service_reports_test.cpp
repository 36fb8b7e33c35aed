// Service and exception reporting through the management object model.
#include <map>
#include <set>
#include <string>

#include "federates.hpp"
#include "manager.hpp"

namespace orrery::rti::testing {
namespace {

constexpr const char* invocation = "HLAfederate.HLAreport.HLAreportServiceInvocation";
constexpr const char* exception = "HLAfederate.HLAreport.HLAreportException";
constexpr const char* refusal = "HLAfederate.HLAreport.HLAreportMOMexception";

std::string text_in(const Manager::Values& report, const std::string& parameter) {
  return Decoder(report.at(parameter)).unicode();
}
std::int32_t number_in(const Manager::Values& report, const std::string& parameter) {
  return Decoder(report.at(parameter)).integer32();
}
std::vector<std::string> list_in(const Manager::Values& report, const std::string& parameter) {
  Decoder in(report.at(parameter));
  std::vector<std::string> list;
  for (std::int32_t left = in.integer32(); left > 0; --left) list.push_back(in.unicode());
  EXPECT_TRUE(in.ok() && in.at_end());
  return list;
}
Status switch_to(Manager& manager, const char* what, FederateHandle whom, std::int32_t state) {
  return manager.send(std::string("HLAfederate.HLAadjust.HLAset") + what + "Reporting", whom,
                      {{"HLAreportingState", Encoder().integer32(state).take()}});
}

// `a` watches `b`.
class ServiceReports : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    manager = std::make_unique<Manager>(a());
    for (const char* each : {invocation, exception, refusal}) manager->listen(each);
    drain();
  }
  void turn(const char* what, std::int32_t state) {
    ASSERT_OK(switch_to(*manager, what, b().handle, state));
    drain();
    a().received.clear();
  }
  std::vector<Manager::Values> reports(const char* of) {
    drain();
    auto all = manager->reports(of);
    a().received.clear();
    return all;
  }
  std::unique_ptr<Manager> manager;
};
INSTANTIATE_TEST_SUITE_P(Groups, ServiceReports, every_layout, layout_name);

TEST_P(ServiceReports, NothingIsReportedUnlessItIsSwitchedOn) {
  b().publish("Ship", {"Course"});
  EXPECT_TRUE(reports(invocation).empty());
  turn("Service", 1);
  c().publish("Ship", {"Course"});
  EXPECT_TRUE(reports(invocation).empty()) << "of another";
  b().publish("Ship", {"Course"});
  EXPECT_FALSE(reports(invocation).empty());
  turn("Service", 0);
  b().publish("Ship", {"Course"});
  ASSERT_OK(a().rti->register_federation_synchronization_point("x", {}));
  EXPECT_TRUE(reports(invocation).empty());
}

TEST_P(ServiceReports, EachServiceIsReportedWithItsArgumentsAndResult) {
  const auto ship_class = b().object_class("Ship");
  const auto course = b().attribute("Ship", "Course");
  turn("Service", 1);
  ASSERT_OK(b().rti->publish_object_class_attributes(ship_class, std::span(&course, 1)));
  const auto ship = b().rti->register_object_instance(ship_class);
  ASSERT_OK(ship);
  ASSERT_OK(b().update(*ship, course, "north"));
  EXPECT_ERROR(b().rti->delete_object_instance({99}), ObjectInstanceNotKnown);
  ASSERT_OK(b().rti->time_advance_request(float64_time(2.5)));
  const auto all = reports(invocation);
  ASSERT_EQ(all.size(), 6U);
  const char* const names[] = {"publishObjectClassAttributes", "registerObjectInstance",
                               "updateAttributeValues",        "deleteObjectInstance",
                               "timeAdvanceRequest",           "timeAdvanceGrant"};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(text_in(all[i], "HLAservice"), names[i]);
    EXPECT_EQ(number_in(all[i], "HLAserialNumber"), static_cast<std::int32_t>(i));
    EXPECT_EQ(number_in(all[i], "HLAsuccessIndicator"), i == 3 ? 0 : 1);
    EXPECT_EQ(Decoder(all[i].at("HLAfederate")).handle(), b().handle.value);
  }
  EXPECT_EQ(
      list_in(all[0], "HLAsuppliedArguments"),
      (std::vector{std::to_string(ship_class.value), "{" + std::to_string(course.value) + "}"}));
  EXPECT_EQ(list_in(all[1], "HLAreturnedArguments"), std::vector{std::to_string(ship->value)});
  EXPECT_EQ(
      list_in(all[2], "HLAsuppliedArguments"),
      (std::vector<std::string>{std::to_string(ship->value),
                                "{" + std::to_string(course.value) + ": 5 bytes}", "0 bytes"}));
  EXPECT_TRUE(text_in(all[3], "HLAexception").starts_with("ObjectInstanceNotKnown: "));
  EXPECT_EQ(text_in(all[4], "HLAexception"), "");
  EXPECT_EQ(list_in(all[4], "HLAsuppliedArguments"), std::vector<std::string>{"2.5"});
}

TEST_P(ServiceReports, CallbacksAreServicesOfTheRtiAndReportedToo) {
  turn("Service", 1);
  const std::string tag = "tag";
  ASSERT_OK(a().rti->register_federation_synchronization_point("noon", bytes(tag)));
  const auto all = reports(invocation);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(text_in(all[0], "HLAservice"), "announceSynchronizationPoint");
  EXPECT_EQ(list_in(all[0], "HLAsuppliedArguments"), (std::vector<std::string>{"noon", "3 bytes"}));
  EXPECT_TRUE(b().announced.contains("noon")) << "and it is made";
}

TEST_P(ServiceReports, WhatOthersInvokeInItsNameIsReportedAndValuesOfItsObjectAreNot) {
  manager->subscribe("HLAmanager.HLAfederate");
  drain();
  turn("Service", 1);
  ASSERT_OK(manager->ask("HLAfederate.b"));
  EXPECT_TRUE(reports(invocation).empty());
  ASSERT_OK(manager->send("HLAfederate.HLAservice.HLAenableAsynchronousDelivery", b().handle));
  const auto all = reports(invocation);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(text_in(all[0], "HLAservice"), "enableAsynchronousDelivery");
}

TEST_P(ServiceReports, ExceptionsAreReportedBySwitchOfTheirOwn) {
  EXPECT_ERROR(b().rti->delete_object_instance({99}), ObjectInstanceNotKnown);
  EXPECT_TRUE(reports(exception).empty());
  turn("Exception", 1);
  ASSERT_OK(b().rti->query_logical_time());
  EXPECT_ERROR(b().rti->delete_object_instance({99}), ObjectInstanceNotKnown);
  drain();
  EXPECT_TRUE(manager->reports(invocation).empty());
  const auto all = reports(exception);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(text_in(all[0], "HLAservice"), "deleteObjectInstance");
  EXPECT_TRUE(text_in(all[0], "HLAexception").starts_with("ObjectInstanceNotKnown: "));
  EXPECT_EQ(Decoder(all[0].at("HLAfederate")).handle(), b().handle.value);
}

TEST_P(ServiceReports, WhoIsReportedCannotSubscribeToReports) {
  const auto of = b().interaction_class(std::string("HLAmanager.") + invocation);
  turn("Service", 1);
  EXPECT_ERROR(b().rti->subscribe_interaction_class(of),
               FederateServiceInvocationsAreBeingReportedViaMOM);
  EXPECT_ERROR(b().rti->subscribe_interaction_class_with_regions(of, {}),
               FederateServiceInvocationsAreBeingReportedViaMOM);
  turn("Service", 0);
  ASSERT_OK(b().rti->subscribe_interaction_class(of));
  ASSERT_OK(switch_to(*manager, "Service", b().handle, 1));
  const auto refused = reports(refusal);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_TRUE(
      text_in(refused[0], "HLAexception").starts_with("ReportServiceInvocationsAreSubscribed"));
  ASSERT_OK(b().rti->query_logical_time());
  EXPECT_TRUE(reports(invocation).empty());
  ASSERT_OK(b().rti->unsubscribe_interaction_class(of));
  turn("Service", 1);
  ASSERT_OK(b().rti->query_logical_time());
  EXPECT_EQ(reports(invocation).size(), 1U);
  turn("Service", 2);
  ASSERT_OK(switch_to(*manager, "Service", b().handle, 2));
  EXPECT_EQ(number_in(reports(refusal).at(0), "HLAparameterError"), 1);
}

TEST_P(ServiceReports, WhoReceivesReportsAsWhatIsAboveThemDoesNotReportThat) {
  ASSERT_OK(b().rti->subscribe_interaction_class(
      b().interaction_class("HLAmanager.HLAfederate.HLAreport")));
  turn("Service", 1);
  ASSERT_OK(b().rti->query_logical_time());
  for (int i = 0; i < 5; ++i) drain();
  EXPECT_EQ(reports(invocation).size(), 1U);
  EXPECT_GE(b().received.size(), 1U);
}

// Among nodes the reports of each service have come before the next.
using ServiceReportsOnOneNode = ServiceReports;
INSTANTIATE_TEST_SUITE_P(OneNode, ServiceReportsOnOneNode, one_node_only, layout_name);
TEST_P(ServiceReportsOnOneNode, TooManyThatWaitAreDroppedAndTheirNumbersShowIt) {
  turn("Service", 1);
  for (int i = 0; i < 10'000; ++i) ASSERT_OK(b().rti->query_logical_time());
  const auto all = reports(invocation);
  EXPECT_LT(all.size(), 5'000U);
  EXPECT_EQ(number_in(all.back(), "HLAserialNumber"), 9'999);
  EXPECT_EQ(node_of(1).counters().reports_dropped, 10'000 - all.size());
}

TEST_P(ServiceReports, AFederateThatJoinsAgainIsNotReported) {
  turn("Service", 1);
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  b().join("b");
  drain();
  a().received.clear();
  ASSERT_OK(b().rti->query_logical_time());
  ASSERT_OK(a().rti->register_federation_synchronization_point("noon", {}));
  EXPECT_TRUE(reports(invocation).empty());
  EXPECT_TRUE(b().announced.contains("noon"));
  turn("Service", 1);
  ASSERT_OK(a().rti->register_federation_synchronization_point("dusk", {}));
  EXPECT_EQ(reports(invocation).size(), 1U) << "a callback, after it was switched on again";
  EXPECT_TRUE(b().announced.contains("dusk"));
}

// What services.def says.
TEST(ServiceList, ANameOfTheStandardIsOfOneFunctionOrNotOffered) {
  std::map<std::string, std::set<std::string>> functions;
  std::set<std::string> rows;
  std::map<std::string, std::string> not_offered;
#define OVERLOAD(row, clause, result, function, standard, ...) \
  functions[#standard].insert(#function);                      \
  EXPECT_TRUE(rows.insert(#row).second) << #row;
#define CALLBACK_OVERLOAD(row, clause, function, standard, ...) \
  functions[#standard].insert(#function);                       \
  EXPECT_TRUE(rows.insert(#row).second) << #row;
#define NOT_OFFERED(standard, why) EXPECT_TRUE(not_offered.emplace(#standard, why).second);
#include "face/services.def"
  for (const auto& [name, all] : functions) {
    EXPECT_EQ(all.size(), 1U) << name;
    EXPECT_FALSE(not_offered.contains(name)) << name;
  }
  for (const auto& [name, why] : not_offered) EXPECT_FALSE(why.empty()) << name;
  EXPECT_EQ(rows.size(), 144U + 56U);
}

class ServiceReportNodes : public ::testing::TestWithParam<transport::Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, ServiceReportNodes, all_kinds, kind_name);

TEST_P(ServiceReportNodes, AFederateElsewhereIsWatched) {
  constexpr int calls = 100;
  with_federates(GetParam(), 3, [](std::uint32_t rank, Federate& me) {
    const auto fire = me.interaction_class("Fire");
    ASSERT_OK(me.rti->publish_interaction_class(fire));
    if (rank == 1) ASSERT_OK(me.rti->subscribe_interaction_class(fire));
    Manager manager(me);
    if (rank == 0) manager.listen(invocation);
    me.synchronize("middle");
    if (rank == 0) {
      ASSERT_OK(switch_to(manager, "Service", *me.rti->get_federate_handle("f1"), 1));
      const auto queries = [&] {
        return std::ranges::count_if(manager.reports(invocation), [](const auto& each) {
          return text_in(each, "HLAservice") == "queryLogicalTime";
        });
      };
      me.until([&] { return queries() >= calls; }, "reports");
      ASSERT_OK(me.rti->send_interaction(fire, {}));
      const auto all = manager.reports(invocation);
      for (std::size_t i = 0; i < calls; ++i) {
        EXPECT_EQ(number_in(all[i], "HLAserialNumber"), static_cast<std::int32_t>(i));
      }
    }
    const auto call = [&] {
      EXPECT_TRUE(me.rti->query_logical_time().ok());
      return !me.received.empty();
    };
    if (rank == 1) me.until(call, "the other has seen enough");
  });
}

}  // namespace
}  // namespace orrery::rti::testing
