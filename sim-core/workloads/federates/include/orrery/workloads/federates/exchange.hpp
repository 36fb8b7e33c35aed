// What federates exchange: updates of objects, or interactions, of `types` classes with `values` values each. A class name is
// a prefix and a number, so that a run may have several sets of classes, one for each direction.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/rti/rti_ambassador.hpp"
#include "orrery/workloads/federates/party.hpp"

namespace orrery::workloads::federates {

constexpr bool is_lossy(contracts::Transportation how) {
  return how != contracts::Transportation::reliable;
}

struct ExchangeShape {
  contracts::ExchangedAs as = contracts::ExchangedAs::objects;
  int types = 1;
  int instances = 1;  // of each type; objects only
  int values = 1;     // attributes or parameters
  std::size_t value_bytes = 8;
  contracts::Transportation transportation = contracts::Transportation::reliable;
  int regions =
      0;  // disjoint, in which targets are updated in turn; 0: updates are everywhere. Objects only

  // Whether messages may be lost.
  [[nodiscard]] bool lossy() const { return is_lossy(transportation); }
  // Whether the newest value of each object arrives in spite of losses, and no value after a newer one.
  [[nodiscard]] bool of_newest() const {
    return transportation == contracts::Transportation::minimum_rate ||
           transportation == contracts::Transportation::state_consistent;
  }
  // Whether messages are sent with a time stamp, and leave at this time.
  [[nodiscard]] bool timed() const { return transportation == contracts::Transportation::one_shot; }
  [[nodiscard]] bool objects() const { return as == contracts::ExchangedAs::objects; }
  // Number of objects or interaction classes; messages go to them in turn.
  [[nodiscard]] std::size_t targets() const {
    return static_cast<std::size_t>(types) * static_cast<std::size_t>(objects() ? instances : 1);
  }
  [[nodiscard]] std::size_t bytes() const { return value_bytes * static_cast<std::size_t>(values); }
  // The region that receiver `number`, from 1, subscribes to.
  [[nodiscard]] std::size_t region_of(int number) const {
    return static_cast<std::size_t>(number - 1) % static_cast<std::size_t>(std::max(1, regions));
  }
  // Of messages to all targets in turn, or of the targets themselves: how many concern this receiver.
  [[nodiscard]] std::uint64_t share(std::uint64_t messages, int number) const {
    if (regions == 0) return messages;
    const auto count = static_cast<std::uint64_t>(regions);
    return (messages + count - 1 - region_of(number)) / count;
  }
};

// The exchange of a plan. `Plan` has the fields that contracts call an exchange.
template <class Plan>
ExchangeShape shape_of(const Plan& plan) {
  ExchangeShape shape{plan.exchanged, plan.types, plan.instances, plan.attributes,
                      static_cast<std::size_t>(plan.attribute_bytes)};
  if constexpr (requires { plan.data; }) {
    shape.transportation = plan.data.transportation;
  }
  if constexpr (requires { plan.regions; }) shape.regions = plan.regions;
  return shape;
}

// Whether the impairment affects any message.
bool impairs(const contracts::Impairment& said);

// The time after which a missing best-effort message is lost, counted from the arrival of a message that was sent later on a
// channel: twice the way of most packets with the run's impairment, and a reserve for a busy machine.
std::int64_t settling_ns(const contracts::DataPath& path);
// Likewise for newest values, which are repeated or requested until they arrive.
std::int64_t newest_settling_ns(const contracts::DataPath& path);

// The classes of a set, in the syntax of a .fed file.
std::string classes_of(const ExchangeShape& shape, const std::string& prefix);
// The routing spaces of the classes, in the same syntax.
std::string spaces_of(const ExchangeShape& shape);

// The sender's side. All values of a message lie in one block, which begins with the message's stamp.
class Outlet {
 public:
  Outlet(const ExchangeShape& shape, std::string prefix);

  // Publishes the classes and registers the objects.
  rti::Status declare(rti::BasicServices& rti);
  // The block of the next message: the caller writes the stamp.
  std::span<std::byte> block() { return block_; }
  // From now on each message contains only the first value, cut to `bytes` bytes.
  void send_only(std::size_t bytes);
  // Assembles the values for a target: an object or an interaction class.
  void prepare(std::size_t target);
  // Sends the prepared message. Congested: nothing was sent.
  rti::Status send(rti::BasicServices& rti);
  // Requests transportation `to` for all objects or interaction classes. Returns the number of confirmations to wait for;
  // after them all messages use `to`. On Orrery's RTI only.
  rti::Result<std::size_t> change(rti::RtiAmbassador& rti, rti::TransportationType to);
  // Sends the prepared message with time stamp `time`. On Orrery's RTI only.
  rti::Status send_at(rti::RtiAmbassador& rti, rti::LogicalTime time);

 private:
  // Registers an object, in the next region if there are regions.
  rti::Result<rti::ObjectInstanceHandle> make_object(
      rti::BasicServices& rti, rti::ObjectClassHandle of,
      const std::vector<rti::AttributeHandle>& attributes);

  const ExchangeShape shape_;
  const std::string prefix_;
  std::vector<rti::RegionHandle> regions_;
  std::vector<std::byte> block_;
  std::vector<rti::ObjectInstanceHandle> objects_;
  std::vector<rti::InteractionClassHandle> interactions_;
  // By type: an update uses the handles of its object's class.
  std::vector<std::vector<rti::AttributeHandle>> attributes_;
  std::vector<std::vector<rti::ParameterHandle>> parameters_;
  std::size_t target_ = 0;
  std::size_t count_;        // values of a message
  std::size_t value_bytes_;  // of each value
  std::vector<rti::AttributeValue> attribute_values_;
  std::vector<rti::ParameterValue> parameter_values_;
};

// The receiver's side: subscribes to the classes of a set, in the region of receiver `number` if the shape has regions.
rti::Status subscribe(rti::BasicServices& rti, const ExchangeShape& shape,
                      const std::string& prefix, int number = 1);

}  // namespace orrery::workloads::federates
