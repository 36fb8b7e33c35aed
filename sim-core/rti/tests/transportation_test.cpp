// Transportation types that change at run time: services, errors, order across the change, mixed updates.
#include "orrery/base/random.hpp"

#include "federates.hpp"
#include "manager.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;
constexpr auto reliable = TransportationType::reliable;
constexpr auto best_effort = TransportationType::best_effort;

class Transportations : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    a().publish("Vehicle", {"Position", "Speed"});
    b().subscribe("Vehicle", {"Position", "Speed"});
    position = a().attribute("Vehicle", "Position");
    speed = a().attribute("Vehicle", "Speed");
    hail = a().interaction_class("Hail");
    auto made = a().rti->register_object_instance(a().object_class("Vehicle"));
    ASSERT_OK(made);
    car = *made;
    drain();
  }
  Status change(Federate& by, AttributeHandle at, TransportationType to) {
    return by.rti->request_attribute_transportation_type_change(car, std::span(&at, 1), to);
  }
  // Position and Speed in one update.
  Status update_both() {
    const AttributeValue values[] = {{position, bytes("here")}, {speed, bytes("fast")}};
    return a().rti->update_attribute_values(car, values, bytes("tag"));
  }
  TransportationType told(Federate& to, AttributeHandle at) {
    EXPECT_TRUE(to.rti->query_attribute_transportation_type(car, at).ok());
    drain();
    EXPECT_EQ(to.transportations.back().attributes, std::vector{at});
    EXPECT_FALSE(to.transportations.back().confirmed);
    return to.transportations.back().type;
  }
  AttributeHandle position;
  AttributeHandle speed;
  InteractionClassHandle hail;
  ObjectInstanceHandle car;
};
INSTANTIATE_TEST_SUITE_P(Groups, Transportations, every_layout, layout_name);

TEST_P(Transportations, AnAttributeIsChangedConfirmedAndReported) {
  EXPECT_EQ(told(b(), speed), best_effort);
  EXPECT_EQ(told(b(), position), reliable);
  ASSERT_OK(change(a(), speed, reliable));
  EXPECT_TRUE(a().transportations.empty());
  drain();
  ASSERT_EQ(a().transportations.size(), 1U);
  EXPECT_TRUE(a().transportations[0].confirmed);
  EXPECT_EQ(a().transportations[0].of, car.value);
  EXPECT_EQ(a().transportations[0].attributes, std::vector{speed});
  EXPECT_EQ(a().transportations[0].type, reliable);
  EXPECT_EQ(told(b(), speed), reliable);
  ASSERT_OK(a().update(car, speed, "1"));
  drain();
  EXPECT_EQ(b().reflected.back().delivery.transportation, reliable);
}

TEST_P(Transportations, AttributesThatCannotBeChanged) {
  EXPECT_ERROR(change(b(), speed, reliable), AttributeNotOwned);
  EXPECT_ERROR(change(c(), speed, reliable), ObjectInstanceNotKnown);
  EXPECT_ERROR(change(a(), {99}, reliable), AttributeNotDefined);
  EXPECT_ERROR(change(a(), speed, TransportationType{9}), InvalidTransportationType);
  ASSERT_OK(change(a(), speed, reliable));
  const AttributeHandle both[] = {position, speed};
  EXPECT_ERROR(a().rti->request_attribute_transportation_type_change(car, both, best_effort),
               AttributeAlreadyBeingChanged);
  // Nothing of it was done: the other is free.
  ASSERT_OK(change(a(), position, best_effort));
  drain();
  ASSERT_OK(change(a(), speed, best_effort));
  drain();
  EXPECT_EQ(a().transportations.size(), 3U);
  EXPECT_ERROR(c().rti->query_attribute_transportation_type(car, speed), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().rti->query_attribute_transportation_type(car, {99}), AttributeNotDefined);
}

TEST_P(Transportations, TheChangeEndsWithTheOwnership) {
  ASSERT_OK(change(a(), speed, reliable));
  ASSERT_OK(a().rti->change_attribute_order_type(car, std::span(&speed, 1), OrderType::timestamp));
  drain();
  b().publish("Vehicle", {"Speed"});
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(car, std::span(&speed, 1)));
  drain();
  ASSERT_OK(b().rti->attribute_ownership_acquisition(car, std::span(&speed, 1)));
  drain();
  EXPECT_EQ(told(b(), speed), best_effort);
  a().subscribe("Vehicle", {"Speed"});
  drain();
  ASSERT_OK(b().update(car, speed, "1"));
  drain();
  EXPECT_EQ(a().reflected.back().delivery.transportation, best_effort);
}

TEST_P(Transportations, AnInteractionClassIsChangedForOneFederate) {
  const auto request = [&](Federate& by, TransportationType to) {
    return by.rti->request_interaction_transportation_type_change(hail, to);
  };
  EXPECT_ERROR(request(a(), reliable), InteractionClassNotPublished);
  EXPECT_ERROR(a().rti->request_interaction_transportation_type_change({9999}, reliable),
               InteractionClassNotDefined);
  for (Federate* each : {&a(), &b()}) ASSERT_OK(each->rti->publish_interaction_class(hail));
  ASSERT_OK(c().rti->subscribe_interaction_class(hail));
  EXPECT_ERROR(request(a(), TransportationType{9}), InvalidTransportationType);
  ASSERT_OK(request(a(), reliable));
  EXPECT_ERROR(request(a(), best_effort), InteractionClassAlreadyBeingChanged);
  drain();
  ASSERT_EQ(a().transportations.size(), 1U);
  EXPECT_TRUE(a().transportations[0].confirmed);
  EXPECT_EQ(a().transportations[0].type, reliable);
  for (Federate* each : {&a(), &b()}) ASSERT_OK(each->rti->send_interaction(hail, {}));
  drain();
  ASSERT_EQ(c().received.size(), 2U);
  for (const Received& each : c().received) {
    EXPECT_EQ(each.delivery.transportation,
              each.delivery.producer == a().handle ? reliable : best_effort);
  }
  const auto asked = [&](FederateHandle of) {
    EXPECT_TRUE(c().rti->query_interaction_transportation_type(of, hail).ok());
    drain();
    EXPECT_EQ(c().transportations.back().federate, of);
    return c().transportations.back().type;
  };
  EXPECT_EQ(asked(a().handle), reliable);
  EXPECT_EQ(asked(b().handle), best_effort);
  EXPECT_ERROR(c().rti->query_interaction_transportation_type({99}, hail), InvalidFederateHandle);
  // Published again it is what the model says.
  ASSERT_OK(a().rti->unpublish_interaction_class(hail));
  ASSERT_OK(a().rti->publish_interaction_class(hail));
  EXPECT_EQ(asked(a().handle), best_effort);
}

TEST_P(Transportations, TypesHaveNames) {
  EXPECT_EQ(*a().rti->get_transportation_type("HLAreliable"), reliable);
  EXPECT_EQ(*a().rti->get_transportation_type("HLAbestEffort"), best_effort);
  EXPECT_EQ(*a().rti->get_transportation_name(best_effort), "HLAbestEffort");
  EXPECT_ERROR(a().rti->get_transportation_type("pigeon"), InvalidTransportationName);
  EXPECT_ERROR(a().rti->get_transportation_name(TransportationType{9}), InvalidTransportationType);
}

TEST_P(Transportations, NothingIsChangedWhileNotJoined) {
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_ERROR(change(c(), speed, reliable), FederateNotExecutionMember);
  EXPECT_ERROR(c().rti->query_attribute_transportation_type(car, speed),
               FederateNotExecutionMember);
  EXPECT_ERROR(c().rti->request_interaction_transportation_type_change(hail, reliable),
               FederateNotExecutionMember);
  EXPECT_ERROR(c().rti->query_interaction_transportation_type(a().handle, hail),
               FederateNotExecutionMember);
  EXPECT_ERROR(c().rti->get_transportation_type("HLAreliable"), FederateNotExecutionMember);
}

TEST_P(Transportations, AMixedUpdateIsReflectedInParts) {
  ASSERT_OK(update_both());
  drain();
  ASSERT_EQ(b().reflected.size(), 2U);
  // Over different paths there is no order between them.
  std::ranges::sort(b().reflected, {},
                    [](const Reflected& each) { return each.delivery.transportation; });
  EXPECT_EQ(b().reflected[0].delivery.transportation, reliable);
  EXPECT_EQ(b().reflected[0].values.at(position.value), "here");
  EXPECT_EQ(b().reflected[1].delivery.transportation, best_effort);
  EXPECT_EQ(b().reflected[1].values.at(speed.value), "fast");
  for (const Reflected& each : b().reflected) {
    EXPECT_EQ(each.values.size(), 1U);
    EXPECT_EQ(each.tag, "tag");
  }
  ASSERT_OK(change(a(), speed, reliable));
  drain();
  ASSERT_OK(update_both());
  drain();
  ASSERT_EQ(b().reflected.size(), 3U);
  EXPECT_EQ(b().reflected[2].values.size(), 2U);
}

TEST_P(Transportations, AnUpdateOfBothOrdersIsSplitAndRetractedAsOne) {
  a().regulate(1);
  b().constrain();
  const AttributeValue values[] = {{position, bytes("here")}, {speed, bytes("fast")}};
  auto sent = a().rti->update_attribute_values(car, values, {}, float64_time(5));
  ASSERT_OK(sent);
  ASSERT_TRUE(sent->has_value());
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  drain();
  // Speed is of receive order, Position waits for its time.
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].values.at(speed.value), "fast");
  EXPECT_FALSE(b().reflected[0].delivery.retraction.has_value());
  EXPECT_EQ(to_float64(*b().reflected[0].delivery.time), 5);
  ASSERT_OK(a().rti->retract(**sent));
  // Both in time-stamp order, of two transportations: one retraction takes both back.
  ASSERT_OK(a().rti->change_attribute_order_type(car, std::span(&speed, 1), OrderType::timestamp));
  sent = a().rti->update_attribute_values(car, values, {}, float64_time(5));
  ASSERT_OK(sent);
  ASSERT_OK(a().rti->retract(**sent));
  EXPECT_ERROR(a().rti->retract(**sent), MessageCanNoLongerBeRetracted);
  sent = a().rti->update_attribute_values(car, values, {}, float64_time(6));
  ASSERT_OK(sent);
  ASSERT_OK(b().rti->time_advance_request(float64_time(7)));
  ASSERT_OK(a().rti->time_advance_request(float64_time(7)));
  drain();
  ASSERT_EQ(b().reflected.size(), 3U);
  EXPECT_EQ(b().reflected[1].delivery.transportation, reliable);
  EXPECT_EQ(b().reflected[2].delivery.transportation, best_effort);
  for (std::size_t i = 1; i < 3; ++i) {
    EXPECT_EQ(to_float64(*b().reflected[i].delivery.time), 6);
    EXPECT_EQ(b().reflected[i].delivery.retraction, *sent);
  }
}

// A part that finds no room after the first was taken is not refused: the update would be sent twice.
using TransportationsOnOneNode = Transportations;
INSTANTIATE_TEST_SUITE_P(OneNode, TransportationsOnOneNode, one_node_only, layout_name);
TEST_P(TransportationsOnOneNode, AMixedUpdateIsTakenWholeOrNotAtAll) {
  const std::string large(60'000, 'x');
  std::size_t sent = 0;
  for (;; ++sent) {
    ASSERT_LT(sent, 10'000U);
    const AttributeValue values[] = {{position, bytes(large)}, {speed, bytes(large)}};
    const Status io = a().rti->update_attribute_values(car, values, {});
    if (io.ok()) continue;
    EXPECT_EQ(io.error().code, ErrorCode::Congested);
    break;
  }
  b().keep = false;
  b().drain();
  EXPECT_EQ(b().reflections, 2 * sent);
}

TEST_P(Transportations, OthersChangeThemThroughTheManagementObjectModel) {
  Manager manager(c());
  manager.listen("HLAfederate.HLAreport.HLAreportMOMexception");
  ASSERT_OK(a().rti->publish_interaction_class(hail));
  Encoder list;
  list.integer32(1).handle(speed.value);
  const auto attributes = list.take();
  const auto object = Encoder().handle(car.value).take();
  const auto name = [](const char* of) { return Encoder().unicode(of).take(); };
  const std::string service = "HLAfederate.HLAservice.";
  ASSERT_OK(manager.send(service + "HLArequestAttributeTransportationTypeChange", a().handle,
                         {{"HLAobjectInstance", object},
                          {"HLAattributeList", attributes},
                          {"HLAtransportation", name("HLAreliable")}}));
  ASSERT_OK(manager.send(service + "HLArequestInteractionTransportationTypeChange", a().handle,
                         {{"HLAinteractionClass", Encoder().handle(hail.value).take()},
                          {"HLAtransportation", name("HLAreliable")}}));
  drain();
  EXPECT_EQ(a().transportations.size(), 2U);
  EXPECT_EQ(told(b(), speed), reliable);
  ASSERT_OK(manager.send(service + "HLAchangeAttributeOrderType", a().handle,
                         {{"HLAobjectInstance", object},
                          {"HLAattributeList", attributes},
                          {"HLAsendOrder", Encoder().integer32(1).take()}}));
  ASSERT_OK(manager.send(service + "HLAchangeInteractionOrderType", a().handle,
                         {{"HLAinteractionClass", Encoder().handle(hail.value).take()},
                          {"HLAsendOrder", Encoder().integer32(1).take()}}));
  drain();
  a().regulate(1);
  EXPECT_TRUE(a().update(car, speed, "1", float64_time(2))->has_value());
  EXPECT_TRUE(a().rti->send_interaction(hail, {}, {}, float64_time(2))->has_value());
  EXPECT_TRUE(manager.reports("HLAfederate.HLAreport.HLAreportMOMexception").empty());
  // What cannot be is reported, and changes nothing.
  ASSERT_OK(manager.send(service + "HLArequestInteractionTransportationTypeChange", a().handle,
                         {{"HLAinteractionClass", Encoder().handle(hail.value).take()},
                          {"HLAtransportation", name("pigeon")}}));
  ASSERT_OK(manager.send(service + "HLAchangeInteractionOrderType", a().handle,
                         {{"HLAinteractionClass", Encoder().handle(hail.value).take()},
                          {"HLAsendOrder", Encoder().integer32(7).take()}}));
  drain();
  EXPECT_EQ(manager.reports("HLAfederate.HLAreport.HLAreportMOMexception").size(), 2U);
}

// Between nodes, over all that data can go by.
class ChangedPaths : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, ChangedPaths,
                         ::testing::ValuesIn(ways({{Kind::thread},
                                                   {Kind::shm},
                                                   {Kind::uds},
                                                   {Kind::tcp},
                                                   {Kind::mailer},
                                                   {Kind::thread, Data::udp},
                                                   {Kind::shm, Data::nak},
                                                   {Kind::tcp, Data::multicast},
                                                   {Kind::tcp, Data::groups},
                                                   {Kind::thread, Data::region},
                                                   {Kind::thread, Data::both},
                                                   {Kind::shm, Data::both, 0.05},
                                                   {Kind::tcp, Data::both, 0.05}})),
                         [](const auto& each) {
                           return std::string(to_string(each.param.kind)) + "_" +
                                  std::string(to_string(each.param.data)) +
                                  (each.param.loss > 0 ? "_lossy" : "");
                         });

// One stream of values that changes its transportation: what has come of it.
struct Stream {
  int period = 0;
  std::map<int, int> next;  // by period: the least that has not come
  int late = 0;
  std::uint64_t best_effort_came = 0;
  void came(const std::string& value, TransportationType by) {
    const int of = std::stoi(value);
    const int number = std::stoi(value.substr(value.find(':') + 1));
    EXPECT_EQ(by == reliable, of % 2 == 1) << value;
    late += of < period;  // after what was sent later, over another path
    period = std::max(period, of);
    if (by == best_effort) {
      ++best_effort_came;
    } else {
      EXPECT_EQ(number, next[of]++) << "in period " << of;
    }
  }
};

constexpr int periods = 12;
constexpr int in_period = 25;

TEST_P(ChangedPaths, AStreamKeepsItsOrderAcrossChangesAndItsLossesAreCounted) {
  constexpr std::uint32_t nodes = 3;
  with_federates(GetParam(), nodes, [](std::uint32_t rank, Federate& me) {
    me.publish("Vehicle", {"Speed"});
    me.subscribe("Vehicle", {"Speed"});
    const auto hail = me.interaction_class("Hail");
    const auto words = *me.rti->get_parameter_handle(hail, "Words");
    ASSERT_OK(me.rti->publish_interaction_class(hail));
    ASSERT_OK(me.rti->subscribe_interaction_class(hail));
    auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
    ASSERT_OK(car);
    me.synchronize("middle");
    me.until([&] { return me.discovered.size() == nodes - 1; }, "discovery");
    const auto speed = me.attribute("Vehicle", "Speed");
    const auto until_taken = [&](const std::function<Status()>& send) {
      Status io = send();
      for (; !io.ok() && io.error().code == ErrorCode::Congested; io = send()) me.drain();
      return io;
    };
    base::Random random(9, rank);
    for (int period = 0; period < periods; ++period) {
      if (period > 0) {
        const auto to = period % 2 == 0 ? best_effort : reliable;
        ASSERT_OK(
            me.rti->request_attribute_transportation_type_change(*car, std::span(&speed, 1), to));
        ASSERT_OK(me.rti->request_interaction_transportation_type_change(hail, to));
      }
      for (int i = 0; i < in_period; ++i) {
        const std::string value = std::to_string(period) + ":" + std::to_string(i);
        ASSERT_OK(until_taken([&] { return me.update(*car, speed, value); }));
        const ParameterValue said{words, bytes(value)};
        ASSERT_OK(until_taken([&] { return me.rti->send_interaction(hail, std::span(&said, 1)); }));
        if (random.chance(0.1)) me.drain();
      }
      // Both confirmations, before the next change.
      me.until([&] { return me.transportations.size() == 2U * static_cast<unsigned>(period); },
               "confirmation");
    }
    const bool by_port = has_best_effort(GetParam().data);
    std::map<std::uint64_t, Stream> objects;
    std::map<std::uint32_t, Stream> federates;
    std::size_t updates = 0;
    std::size_t interactions = 0;
    const auto take = [&] {
      for (; updates < me.reflected.size(); ++updates) {
        const Reflected& each = me.reflected[updates];
        objects[each.object.value].came(each.values.at(speed.value), each.delivery.transportation);
      }
      for (; interactions < me.received.size(); ++interactions) {
        const Received& each = me.received[interactions];
        federates[each.delivery.producer.value].came(each.values.at(words.value),
                                                     each.delivery.transportation);
      }
    };
    // The last period is reliable: all of it comes, and all of the periods like it.
    static_assert(periods % 2 == 0);
    const auto done = [&](const auto& streams) {
      return streams.size() == nodes - 1 && std::ranges::all_of(streams, [](const auto& each) {
               const auto last = each.second.next.find(periods - 1);
               return last != each.second.next.end() && last->second == in_period;
             });
    };
    me.until(
        [&] {
          take();
          return done(objects) && done(federates);
        },
        "all that is reliable");
    std::uint64_t best_effort_came = 0;
    const auto check = [&](const auto& streams) {
      for (const auto& [of, stream] : streams) {
        EXPECT_EQ(stream.late, 0);
        best_effort_came += stream.best_effort_came;
        for (int period = 1; period < periods; period += 2) {
          EXPECT_EQ(stream.next.at(period), in_period) << period;
        }
      }
    };
    check(objects);
    check(federates);
    const std::uint64_t sent = std::uint64_t{nodes - 1} * 2 * (periods / 2) * in_period;
    if (!by_port) {
      EXPECT_EQ(best_effort_came, sent);
      return;
    }
    // Those of the end may be lost unseen: more numbers show them.
    ASSERT_OK(me.rti->request_attribute_transportation_type_change(*car, std::span(&speed, 1),
                                                                   best_effort));
    const auto shown = [&] {
      take();
      std::uint64_t all = 0;
      for (const auto& [of, stream] : objects) all += stream.best_effort_came;
      for (const auto& [of, stream] : federates) all += stream.best_effort_came;
      return all;
    };
    me.until(
        [&] {
          (void)me.update(*car, speed, std::to_string(periods) + ":0");
          const PathCounters& now = me.node.counters().best_effort;
          return now.received + now.lost + now.dropped >= sent;
        },
        "all seen or counted");
    me.until([&] { return shown() == me.node.counters().best_effort.received; },
             "all that came is shown");
  });
}

}  // namespace
}  // namespace orrery::rti::testing
