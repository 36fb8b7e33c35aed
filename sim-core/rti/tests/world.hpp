// Federates of tests: one that writes down what it is told, and nodes of all kinds to run some on.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/rti/node.hpp"
#include "orrery/transport/transport.hpp"

#include "wire/sets.hpp"

namespace orrery::rti::testing {

inline constexpr std::int64_t watchdog_ns = 60'000'000'000;

const std::vector<FomModule>& test_modules();

inline Bytes bytes(std::string_view text) { return std::as_bytes(std::span(text)); }
inline std::string text(Bytes raw) {
  return {reinterpret_cast<const char*>(raw.data()), raw.size()};
}

#define ASSERT_OK(expression)                                 \
  do {                                                        \
    const auto& ok_result = (expression);                     \
    ASSERT_TRUE(ok_result.ok()) << ok_result.error().message; \
  } while (false)
#define EXPECT_ERROR(expression, expected)                                            \
  do {                                                                                \
    const auto& error_result = (expression);                                          \
    if (error_result.ok()) {                                                          \
      ADD_FAILURE() << #expression " did not fail";                                   \
    } else {                                                                          \
      EXPECT_EQ(to_string(error_result.error().code), to_string(ErrorCode::expected)) \
          << error_result.error().message;                                            \
      EXPECT_NE(error_result.error().message, "");                                    \
    }                                                                                 \
  } while (false)

struct Reflected {
  ObjectInstanceHandle object;
  std::map<std::uint16_t, std::string> values;
  std::string tag;
  Delivery delivery;
};
struct Received {
  InteractionClassHandle of;
  std::map<std::uint16_t, std::string> values;
  std::string tag;
  Delivery delivery;
};
struct Discovered {
  ObjectInstanceHandle object;
  ObjectClassHandle of;
  std::string name;
  FederateHandle producer;
};

// What was told of a transportation: of attributes, or of interactions.
struct TransportationTold {
  bool confirmed = false;  // or reported
  std::uint64_t of = 0;    // object, or class
  std::vector<AttributeHandle> attributes;
  FederateHandle federate;  // of a report on interactions
  TransportationType type = TransportationType::reliable;
};

// A federate with its ambassador.
class Federate : public FederateAmbassador {
 public:
  explicit Federate(Node& at, CallbackModel model = CallbackModel::evoked)
      : node(at), rti(at.connect(*this, model)) {}

  // Evokes until then.
  void until(const std::function<bool()>& then, const char* what = "") {
    const std::int64_t deadline = base::now_ns() + watchdog_ns;
    while (!then()) {
      (void)rti->evoke_callback(0.02);
      if (base::now_ns() > deadline) {
        ADD_FAILURE() << "in vain: " << what;
        return;
      }
    }
  }
  void drain() { (void)rti->evoke_multiple_callbacks(0, 1); }
  void join(const std::string& name, const std::string& federation = "test") {
    auto joined = rti->join_federation_execution(name, "tester", federation);
    ASSERT_OK(joined);
    handle = *joined;
  }
  ObjectClassHandle object_class(const std::string& name) {
    return *rti->get_object_class_handle(name);
  }
  AttributeHandle attribute(const std::string& of, const std::string& name) {
    return *rti->get_attribute_handle(object_class(of), name);
  }
  InteractionClassHandle interaction_class(const std::string& name) {
    return *rti->get_interaction_class_handle(name);
  }
  void publish(const std::string& of, const std::vector<std::string>& names) {
    ASSERT_OK(rti->publish_object_class_attributes(object_class(of), attributes(of, names)));
  }
  void subscribe(const std::string& of, const std::vector<std::string>& names) {
    ASSERT_OK(rti->subscribe_object_class_attributes(object_class(of), attributes(of, names)));
  }
  std::vector<AttributeHandle> attributes(const std::string& of,
                                          const std::vector<std::string>& names) {
    std::vector<AttributeHandle> found;
    for (const std::string& name : names) found.push_back(attribute(of, name));
    return found;
  }
  Status update(ObjectInstanceHandle object, AttributeHandle at, const std::string& value,
                const std::string& tag = "") {
    const AttributeValue each{at, bytes(value)};
    return rti->update_attribute_values(object, std::span(&each, 1), bytes(tag));
  }
  auto update(ObjectInstanceHandle object, AttributeHandle at, const std::string& value,
              LogicalTime time) {
    const AttributeValue each{at, bytes(value)};
    return rti->update_attribute_values(object, std::span(&each, 1), {}, time);
  }
  void synchronize(const std::string& label) {
    until([&] { return announced.contains(label); }, label.c_str());
    ASSERT_OK(rti->synchronization_point_achieved(label));
    until([&] { return synchronized.contains(label); }, label.c_str());
  }
  void regulate(double lookahead) {
    ASSERT_OK(rti->enable_time_regulation(float64_interval(lookahead)));
    until([&] { return regulating.has_value(); }, "regulation");
  }
  void constrain() {
    ASSERT_OK(rti->enable_time_constrained());
    until([&] { return constrained.has_value(); }, "constrained");
  }
  double await_grant() {
    until([&] { return granted.has_value(); }, "grant");
    const double at = granted ? to_float64(*granted) : -1;
    granted.reset();
    return at;
  }

  void connection_lost(const std::string& why) override { lost = why; }
  void federate_lost(FederateHandle federate, const std::string& /*name*/) override {
    lost_federates.push_back(federate);
  }
  void synchronization_point_registration_succeeded(const std::string& label) override {
    registered.insert(label);
  }
  void synchronization_point_registration_failed(const std::string& label,
                                                 SynchronizationPointFailure why) override {
    failed[label] = why;
  }
  void announce_synchronization_point(const std::string& label, Bytes tag) override {
    announced[label] = text(tag);
  }
  void federation_synchronized(const std::string& label,
                               std::span<const FederateHandle> who) override {
    synchronized[label] = {who.begin(), who.end()};
  }
  void start_registration_for_object_class(ObjectClassHandle of) override { started.insert(of); }
  void stop_registration_for_object_class(ObjectClassHandle of) override { started.erase(of); }
  void turn_interactions_on(InteractionClassHandle of) override { on.insert(of); }
  void turn_interactions_off(InteractionClassHandle of) override { on.erase(of); }
  void object_instance_name_reservation_succeeded(const std::string& name) override {
    reserved[name] = true;
  }
  void object_instance_name_reservation_failed(const std::string& name) override {
    reserved[name] = false;
  }
  void multiple_object_instance_name_reservation_succeeded(
      std::span<const std::string> names) override {
    reserved_sets.push_back({{names.begin(), names.end()}, true});
  }
  void multiple_object_instance_name_reservation_failed(
      std::span<const std::string> names) override {
    reserved_sets.push_back({{names.begin(), names.end()}, false});
  }
  void discover_object_instance(ObjectInstanceHandle object, ObjectClassHandle of,
                                const std::string& name, FederateHandle producer) override {
    discovered.push_back({object, of, name, producer});
  }
  void reflect_attribute_values(ObjectInstanceHandle object, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery& delivery) override {
    ++reflections;
    if (keep) {
      Reflected& each = reflected.emplace_back();
      each.object = object;
      for (const AttributeValue& value : values)
        each.values[value.attribute.value] = text(value.value);
      each.tag = text(tag);
      each.delivery = delivery;
    }
    if (on_reflect) on_reflect();
  }
  void receive_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                           Bytes tag, const Delivery& delivery) override {
    Received& each = received.emplace_back();
    each.of = of;
    for (const ParameterValue& value : values)
      each.values[value.parameter.value] = text(value.value);
    each.tag = text(tag);
    each.delivery = delivery;
  }
  void remove_object_instance(ObjectInstanceHandle object, Bytes tag,
                              const Delivery& /*delivery*/) override {
    removed[object] = text(tag);
  }
  void provide_attribute_value_update(ObjectInstanceHandle object,
                                      std::span<const AttributeHandle> which, Bytes tag) override {
    for (const AttributeHandle each : which) provide.emplace_back(object, each);
    provide_tag = text(tag);
  }
  void confirm_attribute_transportation_type_change(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> which,
                                                    TransportationType type) override {
    transportations.push_back({true, object.value, {which.begin(), which.end()}, {}, type});
  }
  void report_attribute_transportation_type(ObjectInstanceHandle object, AttributeHandle which,
                                            TransportationType type) override {
    transportations.push_back({false, object.value, {which}, {}, type});
  }
  void confirm_interaction_transportation_type_change(InteractionClassHandle of,
                                                      TransportationType type) override {
    transportations.push_back({true, of.value, {}, {}, type});
  }
  void report_interaction_transportation_type(FederateHandle federate, InteractionClassHandle of,
                                              TransportationType type) override {
    transportations.push_back({false, of.value, {}, federate, type});
  }
  void attributes_in_scope(ObjectInstanceHandle object,
                           std::span<const AttributeHandle> which) override {
    for (const AttributeHandle each : which) in_scope.insert({object, each});
  }
  void attributes_out_of_scope(ObjectInstanceHandle object,
                               std::span<const AttributeHandle> which) override {
    for (const AttributeHandle each : which) in_scope.erase({object, each});
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> which) override {
    for (const AttributeHandle each : which) {
      updates_on.insert({object, each});
      update_rates[each] = "";
    }
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> which,
                                           const std::string& update_rate) override {
    for (const AttributeHandle each : which) {
      updates_on.insert({object, each});
      update_rates[each] = update_rate;
    }
  }
  void turn_updates_off_for_object_instance(ObjectInstanceHandle object,
                                            std::span<const AttributeHandle> which) override {
    for (const AttributeHandle each : which) updates_on.erase({object, each});
  }
  void attribute_is_owned_by_rti(ObjectInstanceHandle object, AttributeHandle which) override {
    owned_by_rti.emplace_back(object, which);
  }
  void time_regulation_enabled(LogicalTime time) override { regulating = time; }
  void time_constrained_enabled(LogicalTime time) override { constrained = time; }
  void time_advance_grant(LogicalTime time) override {
    granted = time;
    reflections_at_grant = reflections;
  }
  void request_retraction(MessageRetractionHandle retraction) override {
    retracted.push_back(retraction);
  }

  Node& node;
  std::unique_ptr<RtiAmbassador> rti;
  FederateHandle handle;
  std::string lost;
  std::vector<FederateHandle> lost_federates;
  std::set<std::string> registered;
  std::map<std::string, SynchronizationPointFailure> failed;
  std::map<std::string, std::string> announced;
  std::map<std::string, std::vector<FederateHandle>> synchronized;
  std::set<ObjectClassHandle> started;
  std::set<InteractionClassHandle> on;
  std::map<std::string, bool> reserved;
  std::vector<std::pair<std::vector<std::string>, bool>> reserved_sets;
  std::vector<Discovered> discovered;
  bool keep = true;
  std::function<void()> on_reflect;
  std::uint64_t reflections = 0;
  std::uint64_t reflections_at_grant = 0;
  std::vector<Reflected> reflected;
  std::vector<Received> received;
  std::map<ObjectInstanceHandle, std::string> removed;
  std::vector<std::pair<ObjectInstanceHandle, AttributeHandle>> provide;
  std::string provide_tag;  // of the last
  std::set<std::pair<ObjectInstanceHandle, AttributeHandle>> in_scope;
  std::set<std::pair<ObjectInstanceHandle, AttributeHandle>> updates_on;
  std::map<AttributeHandle, std::string> update_rates;  // of updates turned on
  std::vector<std::pair<ObjectInstanceHandle, AttributeHandle>> owned_by_rti;
  std::optional<LogicalTime> regulating;
  std::optional<LogicalTime> constrained;
  std::optional<LogicalTime> granted;
  std::vector<MessageRetractionHandle> retracted;
  std::vector<TransportationTold> transportations;
};

std::unique_ptr<Node> single_node();

// How data goes between nodes: over the channels, or a port beside them.
enum class Data : std::uint8_t {
  channels,
  udp,
  multicast,
  groups,  // multicast, with groups of cells and classes
  nak,
  region,
  both,  // multicast and nak
  dds,
  norm,
  dds_best_effort,
  both_dds  // reliable and best effort
};
constexpr bool is_dds(Data data) {
  return data == Data::dds || data == Data::dds_best_effort || data == Data::both_dds;
}
// Its packets and repairs are its library's own, and not counted.
constexpr bool is_third_party(Data data) { return is_dds(data) || data == Data::norm; }
constexpr bool may_lose(Data data) {
  return data == Data::udp || data == Data::multicast || data == Data::groups ||
         data == Data::dds_best_effort;
}
// Has it a best-effort port?
constexpr bool has_best_effort(Data data) {
  return may_lose(data) || data == Data::both || data == Data::both_dds;
}
// Is the library built in that it is of?
bool is_built_in(Data data);
std::string_view to_string(Data data);
struct Way {
  Way(transport::Kind of, Data path = Data::channels, double lost = 0)  // NOLINT: a kind is a way
      : kind(of), data(path), loss(lost) {}
  transport::Kind kind;
  Data data;
  double loss;                // share of packets; some come twice and some late then
  std::int64_t delay_ns = 0;  // of packets
  // Who is not heard of for so long is lost; 0: as channels have it by themselves, and over ports the watchdog's.
  std::int64_t silence_ns = 0;
  bool operator==(transport::Kind other) const { return kind == other; }
};

// Of these, what is there in the layout of this run (layout.hpp): not all reaches another host.
std::vector<transport::Kind> kinds(std::vector<transport::Kind> wanted);
std::vector<Way> ways(const std::vector<Way>& wanted);
// The way's own, or that of the network between hosts.
double loss_of(const Way& way);

// Runs body(rank, node) on so many nodes: threads with `thread`, otherwise processes, on one host or several. `killed`:
// bodies that end with their process.
void on_nodes(Way way, std::uint32_t nodes, const std::function<void(std::uint32_t, Node&)>& body,
              const std::string& save_directory = "", NodeSet killed = 0);
// The same with a federate of "test" for each rank, synchronized at the beginning and at the end.
void with_federates(Way way, std::uint32_t nodes,
                    const std::function<void(std::uint32_t, Federate&)>& body,
                    const std::vector<FomModule>& modules = test_modules());

// Conformance runs on all of these.
inline const auto all_kinds = ::testing::ValuesIn(
    kinds({transport::Kind::thread, transport::Kind::shm, transport::Kind::uds,
           transport::Kind::tcp, transport::Kind::tcp_per_message, transport::Kind::mailer}));
inline std::string kind_name(const ::testing::TestParamInfo<transport::Kind>& each) {
  return std::string(to_string(each.param));
}

}  // namespace orrery::rti::testing
