// A federation of two: a runner moves, a hunter follows it, both under time management.
//
//   pursuit
//
// Each federate has a node of its own, here in two threads of this program. Between programs or hosts only the
// making of the channels differs (../programs). It checks itself: the exit status is 0 if the hunter saw every step in order.
#include <array>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include "../two_nodes.hpp"

namespace {

using namespace orrery;

constexpr int steps = 100;
constexpr std::string_view model = R"(<?xml version="1.0"?>
<objectModel xmlns="http://standards.ieee.org/IEEE1516-2010">
 <objects><objectClass><name>HLAobjectRoot</name>
  <objectClass><name>Runner</name>
   <attribute><name>Position</name><transportation>HLAreliable</transportation><order>TimeStamp</order></attribute>
  </objectClass></objectClass></objects>
</objectModel>)";

// What both do: join, switch time on, meet at a synchronization point, advance.
class Player : public rti::FederateAmbassador {
 public:
  Player(rti::Node& node, const std::string& name)
      : rti_(node.connect(*this, rti::CallbackModel::evoked)), name_(name) {}

  void create() {
    const auto module = checked(rti::parse_fom(model, "pursuit.xml"));
    checked(rti_->create_federation_execution("pursuit", {module}));
  }
  void join() {
    while (checked(rti_->list_federation_executions()).empty()) evoke();
    checked(rti_->join_federation_execution(name_, "player", "pursuit"));
    runner_ = checked(rti_->get_object_class_handle("Runner"));
    position_ = checked(rti_->get_attribute_handle(runner_, "Position"));
  }
  void begin() {
    checked(rti_->enable_time_regulation(rti::float64_interval(1)));
    while (!regulating_) evoke();
    checked(rti_->enable_time_constrained());
    while (!constrained_) evoke();
    while (!checked_in("hunter") || !checked_in("runner")) evoke();
    meet("begin");
  }
  // The first to ask registers it; for the other that fails, and it is announced to both.
  void meet(const std::string& point) {
    checked(rti_->register_federation_synchronization_point(point, {}));
    while (announced_ != point) evoke();
    checked(rti_->synchronization_point_achieved(point));
    while (met_ != point) evoke();
  }
  void advance(double to) {
    granted_ = false;
    checked(rti_->time_advance_request(rti::float64_time(to)));
    while (!granted_) evoke();
  }
  void leave() { checked(rti_->resign_federation_execution(rti::ResignAction::delete_objects)); }
  bool checked_in(const std::string& name) { return rti_->get_federate_handle(name).ok(); }
  void evoke() { (void)checked(rti_->evoke_callback(0.1)); }

  void time_regulation_enabled(rti::LogicalTime) override { regulating_ = true; }
  void time_constrained_enabled(rti::LogicalTime) override { constrained_ = true; }
  void announce_synchronization_point(const std::string& point, rti::Bytes) override {
    announced_ = point;
  }
  void federation_synchronized(const std::string& point,
                               std::span<const rti::FederateHandle>) override {
    met_ = point;
  }
  void time_advance_grant(rti::LogicalTime) override { granted_ = true; }

 protected:
  std::unique_ptr<rti::RtiAmbassador> rti_;
  rti::ObjectClassHandle runner_;
  rti::AttributeHandle position_;

 private:
  const std::string name_;
  bool regulating_ = false;
  bool constrained_ = false;
  std::string announced_;
  std::string met_;
  bool granted_ = false;
};

class Runner : public Player {
 public:
  using Player::Player;
  void play() {
    checked(rti_->publish_object_class_attributes(runner_, std::span(&position_, 1)));
    const auto self = checked(rti_->register_object_instance(runner_));
    begin();
    for (int step = 0; step < steps; ++step) {
      const double position = 3.0 * step;
      const rti::AttributeValue value{position_, std::as_bytes(std::span(&position, 1))};
      // Told for the next step: no earlier than time and lookahead.
      checked(rti_->update_attribute_values(self, std::span(&value, 1), {},
                                            rti::float64_time(step + 1)));
      advance(step + 1);
    }
    // What is deleted goes at once, with the updates of it that others have not been granted yet.
    meet("end");
    leave();
  }
};

class Hunter : public Player {
 public:
  using Player::Player;
  bool play() {
    checked(rti_->subscribe_object_class_attributes(runner_, std::span(&position_, 1)));
    begin();
    for (int step = 0; step < steps; ++step) {
      advance(step + 1);
      own_ += 0.5 * (seen_ - own_);
    }
    meet("end");
    // The federation's operations are ordered by this node: if it goes last nobody need take over.
    while (checked_in("runner")) evoke();
    leave();
    std::cout << "the hunter saw " << sightings_ << " steps, the last at " << seen_
              << ", and came to " << own_ << "\n";
    return sightings_ == steps && in_order_ && seen_ == 3.0 * (steps - 1);
  }

  void reflect_attribute_values(rti::ObjectInstanceHandle,
                                std::span<const rti::AttributeValue> values, rti::Bytes,
                                const rti::Delivery& delivery) override {
    std::memcpy(&seen_, values[0].value.data(), sizeof seen_);
    in_order_ &= delivery.time && rti::to_float64(*delivery.time) == ++sightings_;
  }

 private:
  double seen_ = 0;
  double own_ = 0;
  int sightings_ = 0;
  bool in_order_ = true;
};

}  // namespace

int main() {
  auto bell_a = base::Doorbell::create(base::Doorbell::Scope::local);
  auto bell_b = base::Doorbell::create(base::Doorbell::Scope::local);
  if (!bell_a || !bell_b) return 1;
  auto pair = transport::Transport::make_pair(transport::Kind::thread, {}, *bell_a, *bell_b);
  if (!pair) return 1;
  std::string failure;
  std::thread runner([&, channel = std::move(pair->b)]() mutable {
    try {
      const auto node = node_of(1, *bell_b, std::move(channel));
      Runner player(*node, "runner");
      player.join();
      player.play();
    } catch (const std::exception& error) {
      failure = error.what();
    }
  });
  bool good = false;
  try {
    const auto node = node_of(0, *bell_a, std::move(pair->a));
    Hunter player(*node, "hunter");
    player.create();
    player.join();
    good = player.play();
  } catch (const std::exception& error) {
    std::cerr << "hunter: " << error.what() << "\n";
  }
  runner.join();
  if (!failure.empty()) std::cerr << "runner: " << failure << "\n";
  return good && failure.empty() ? 0 : 1;
}
