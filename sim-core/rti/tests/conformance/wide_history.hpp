// Histories that have switches, names, points, orders and reports of the management object model
// too.
#pragma once

#include "orrery/rti/encoding.hpp"

#include "conformance/random_history.hpp"

namespace orrery::rti::testing::conformance {

class WideHistory : public RandomHistory {
 protected:
  // c manages.
  void manage() {
    Actor& manager = *actors().at(2);
    EXPECT_OK(manager.sub("HLAmanager.HLAfederate",
                          "HLAROlength HLATSOlength HLAGALT HLALITS "
                          "HLAlogicalTime HLAlookahead HLAtimeManagerState HLAtimeConstrained "
                          "HLAtimeRegulating HLAasynchronousDelivery HLAreflectionsReceived "
                          "HLAupdatesSent HLAinteractionsReceived HLAinteractionsSent "
                          "HLAobjectInstancesThatCanBeDeleted HLAobjectInstancesUpdated "
                          "HLAobjectInstancesReflected HLAobjectInstancesDeleted "
                          "HLAobjectInstancesRemoved HLAobjectInstancesRegistered "
                          "HLAobjectInstancesDiscovered"));
    EXPECT_OK(manager.subi("HLAmanager.HLAfederate.HLAreport"));
    skip();
  }
  bool manages() const override { return true; }
  Step draw(std::mt19937& random) override {
    return random() % 3 == 0 ? draw_widely(random) : RandomHistory::draw(random);
  }

 private:
  // What c is told of a federate by the management object model.
  std::string report_of(const std::string& request, const Actor& whom) {
    Actor& manager = *actors().at(2);
    manager.reports.clear();
    const std::string base = "HLAmanager.HLAfederate.";
    const InteractionClassHandle of = manager.interaction(base + "HLArequest.HLArequest" + request);
    const auto value = Encoder().handle(whom.handle.value).take();
    const ParameterValue parameter{*labels().model.parameter(of, "HLAfederate"), value};
    std::string text = error_of(manager.rti->publish_interaction_class(of));
    text += error_of(manager.rti->send_interaction(of, std::span(&parameter, 1)));
    settle();
    for (const Report& each : manager.reports) {
      text += " " + each.name;
      for (const auto& [name, bytes] : each.values) {
        if (name == "HLAfederate") continue;
        text += " " + name + "=";
        for (const std::byte byte : bytes) text += std::to_string(std::to_integer<int>(byte)) + ".";
      }
    }
    return text;
  }
  std::string asked(const std::string& federate, const std::string& name) {
    Actor& manager = *actors().at(2);
    const std::string label = "HLAfederate." + federate;
    const auto object = manager.rti->get_object_instance_handle(label);
    if (!object) return error_of(object);
    const AttributeHandle attribute = manager.attribute("HLAmanager.HLAfederate", name);
    manager.managed.clear();
    std::string text =
        error_of(manager.rti->request_attribute_value_update(*object, std::span(&attribute, 1)));
    settle();
    for (const auto& [of, values] : manager.managed) {
      for (const auto& [key, bytes] : values) {
        text += " " + key + "=";
        for (const std::byte byte : bytes) text += std::to_string(std::to_integer<int>(byte)) + ".";
      }
    }
    return text;
  }
  Step draw_widely(std::mt19937& random) {
    const auto pick = [&](std::uint32_t below) {
      return static_cast<std::uint32_t>(random()) % below;
    };
    const std::size_t who = pick(3);
    Actor& each = *actors()[who];
    RtiAmbassador& rti = *each.rti;
    const std::string object = "o" + std::to_string(pick(static_cast<std::uint32_t>(objects_)));
    const std::string name = "n" + std::to_string(pick(3));
    const std::string point = "p" + std::to_string(pick(2));
    const std::string a_name = std::string(1, static_cast<char>('a' + pick(3)));
    const OrderType order = pick(2) ? OrderType::timestamp : OrderType::receive;
    const auto type = pick(2) ? TransportationType::reliable : TransportationType::best_effort;
    const bool known = labels().objects.contains(object) &&
                       labels().object_classes[labels().objects[object]] == each.object_class("A");
    const auto attributes = known ? each.attributes("A", pick(2) ? "a1" : "a2")
                                  : each.attributes("D", pick(2) ? "d1" : "d2");
    const std::uint32_t region_index = pick(2);
    const std::uint32_t chance = pick(2);
    Step step;
    const auto put = [&](const std::string& what, const auto& result) {
      const std::string error = error_of(result);
      step.what = std::string(1, static_cast<char>('a' + who)) + " " + what + " -> " +
                  error.substr(0, error.find(':'));
    };
    static const std::vector<std::string> requests = {"Publications",
                                                      "Subscriptions",
                                                      "ObjectInstancesThatCanBeDeleted",
                                                      "UpdatesSent",
                                                      "ObjectInstancesReflected",
                                                      "UpdatesSent",
                                                      "InteractionsSent",
                                                      "ReflectionsReceived",
                                                      "InteractionsReceived"};
    static const std::vector<std::string> values = {"HLAROlength",
                                                    "HLATSOlength",
                                                    "HLAGALT",
                                                    "HLALITS",
                                                    "HLAlogicalTime",
                                                    "HLAlookahead",
                                                    "HLAtimeManagerState",
                                                    "HLAtimeConstrained",
                                                    "HLAtimeRegulating",
                                                    "HLAasynchronousDelivery",
                                                    "HLAobjectInstancesDeleted",
                                                    "HLAupdatesSent",
                                                    "HLAinteractionsReceived",
                                                    "HLAinteractionsSent",
                                                    "HLAobjectInstancesThatCanBeDeleted",
                                                    "HLAobjectInstancesRegistered",
                                                    "HLAobjectInstancesReflected",
                                                    "HLAobjectInstancesDeleted",
                                                    "HLAobjectInstancesRemoved",
                                                    "HLAobjectInstancesRegistered",
                                                    "HLAobjectInstancesDiscovered"};
    switch (pick(20)) {
      case 0:
        put("reserve " + name, rti.reserve_object_instance_name(name));
        break;
      case 1:
        put("release " + name, rti.release_object_instance_name(name));
        break;
      case 2: {
        const std::string label = "o" + std::to_string(objects_);
        const Status done = each.reg(chance ? "A" : "D", label, name);
        if (done) ++objects_;
        put("reg " + label + " " + name, done);
        break;
      }
      case 3:
        put("point " + point, rti.register_federation_synchronization_point(point, {}));
        break;
      case 4:
      case 5:
        put("achieved " + point, rti.synchronization_point_achieved(point, chance));
        break;
      case 6:
        put("order", rti.change_attribute_order_type(each.object(object), attributes, order));
        break;
      case 7:
        put("order T", rti.change_interaction_order_type(each.interaction("T"), order));
        break;
      case 8:
        put("type", rti.request_attribute_transportation_type_change(each.object(object),
                                                                     attributes, type));
        break;
      case 9:
        put("query type",
            rti.query_attribute_transportation_type(each.object(object), attributes.front()));
        break;
      case 10:
        put("scope", chance ? rti.enable_attribute_scope_advisory_switch()
                            : rti.disable_attribute_scope_advisory_switch());
        break;
      case 11:
        put("relevance", chance ? rti.enable_attribute_relevance_advisory_switch()
                                : rti.disable_attribute_relevance_advisory_switch());
        break;
      case 12:
        put("lookahead", rti.modify_lookahead({static_cast<std::int64_t>(pick(4))}));
        break;
      case 13:
        put("reg_in", [&] {
          const std::string label = "o" + std::to_string(objects_);
          Status done = each.reg_in("D", label, "d1", {regions_[index_of(each)][region_index]});
          if (done) ++objects_;
          return done;
        }());
        break;
      case 14:
        put("request_in", each.request_in("D", "d1", {regions_[index_of(each)][region_index]}));
        break;
      case 15: {
        const std::string request = requests[pick(9)];
        put("report " + request + report_of(request, *actors()[pick(3)]), Status{});
        break;
      }
      case 16:
      case 17: {
        const std::string value = values[pick(21)];
        put("asked " + a_name + " " + value + asked(a_name, value), Status{});
        break;
      }
      case 18:
        put("passive", each.sub_in("D", "d1", {regions_[index_of(each)][region_index]}, chance));
        break;
      default:
        put("classes", each.request_class(chance ? "A" : "D", chance ? "a1" : "d1"));
    }
    return step;
  }
};

}  // namespace orrery::rti::testing::conformance
