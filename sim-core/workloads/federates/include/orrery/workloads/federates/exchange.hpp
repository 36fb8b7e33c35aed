// What federates exchange: updates of objects, or interactions, of so many classes and so many values each. Classes are
// named by a prefix and a number, so that a run may have several such sets, one for each direction.
#pragma once

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

  // Some may never come.
  [[nodiscard]] bool lossy() const { return is_lossy(transportation); }
  // The newest value of each object comes all the same, and none after a newer one.
  [[nodiscard]] bool of_newest() const {
    return transportation == contracts::Transportation::minimum_rate ||
           transportation == contracts::Transportation::state_consistent;
  }
  // Sent with a time, by which it leaves.
  [[nodiscard]] bool timed() const { return transportation == contracts::Transportation::one_shot; }
  [[nodiscard]] bool objects() const { return as == contracts::ExchangedAs::objects; }
  // Objects, or classes of interactions: sent in turn.
  [[nodiscard]] std::size_t targets() const {
    return static_cast<std::size_t>(types) * static_cast<std::size_t>(objects() ? instances : 1);
  }
  [[nodiscard]] std::size_t bytes() const { return value_bytes * static_cast<std::size_t>(values); }
};

// Of a plan that has what contracts call an exchange.
template <class Plan>
ExchangeShape shape_of(const Plan& plan) {
  ExchangeShape shape{plan.exchanged, plan.types, plan.instances, plan.attributes,
                      static_cast<std::size_t>(plan.attribute_bytes)};
  if constexpr (requires { plan.data; }) {
    shape.transportation = plan.data.transportation;
  }
  return shape;
}

// Does it anything to messages?
bool impairs(const contracts::Impairment& said);

// Best-effort data that has not come so long after what was sent later by a channel will not come: twice the way of most
// packets, as the run impairs it, and what a busy machine takes.
std::int64_t settling_ns(const contracts::DataPath& path);
// The same of newest values, which are repeated or asked for until they come.
std::int64_t newest_settling_ns(const contracts::DataPath& path);

// The classes of a set, as in a .fed file.
std::string classes_of(const ExchangeShape& shape, const std::string& prefix);

// The sender's side: all values of a message lie in one block, whose first bytes are the message's own.
class Outlet {
 public:
  Outlet(const ExchangeShape& shape, std::string prefix);

  // Publishes, and registers the objects.
  rti::Status declare(rti::BasicServices& rti);
  // Holds the stamp of the next message.
  std::span<std::byte> block() { return block_; }
  // From now on each message is the first value alone, cut to so many bytes.
  void send_only(std::size_t bytes);
  // Makes the set of values for a target: an object, or a class of interactions.
  void prepare(std::size_t target);
  // What was prepared. Congested: nothing was sent.
  rti::Status send(rti::BasicServices& rti);
  // Asks that everything be sent by that transportation from then on that each of as many confirmations as are returned has
  // come: of our own RTI alone.
  rti::Result<std::size_t> change(rti::RtiAmbassador& rti, rti::TransportationType to);
  // For that time: services of our own RTI alone.
  rti::Status send_at(rti::RtiAmbassador& rti, rti::LogicalTime time);

 private:
  const ExchangeShape shape_;
  const std::string prefix_;
  std::vector<std::byte> block_;
  std::vector<rti::ObjectInstanceHandle> objects_;
  std::vector<rti::InteractionClassHandle> interactions_;
  // By type; updates of a class have the handles of that class.
  std::vector<std::vector<rti::AttributeHandle>> attributes_;
  std::vector<std::vector<rti::ParameterHandle>> parameters_;
  std::size_t target_ = 0;
  std::size_t count_;        // values of a message
  std::size_t value_bytes_;  // each
  std::vector<rti::AttributeValue> attribute_values_;
  std::vector<rti::ParameterValue> parameter_values_;
};

// The receiver's side.
rti::Status subscribe(rti::BasicServices& rti, const ExchangeShape& shape,
                      const std::string& prefix);

}  // namespace orrery::workloads::federates
