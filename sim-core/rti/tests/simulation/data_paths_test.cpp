// Values by a best-effort port that loses, repeats and overtakes datagrams, and by channels, in random changes of transportation.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../world.hpp"
#include "nodes.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::int64_t ms = 1'000'000;

struct Seen {
  int number = 0;
  bool is_reliable = false;
};

// Drives one vehicle, whose speeds are numbered, and watches all others.
struct Driver final : FederateAmbassador {
  std::unique_ptr<RtiAmbassador> rti;
  ObjectClassHandle vehicle;
  AttributeHandle speed;
  ObjectInstanceHandle own;
  bool watches_always = true;
  bool watches = true;
  int sent = 0;
  bool is_reliable = false;
  bool changes = false;           // it has asked, and has no confirmation yet
  std::set<int> surely_reliable;  // sent while no change was under way
  std::set<int> surely_by_port;   // neither while nor before a change to reliable
  std::map<ObjectInstanceHandle, std::vector<Seen>> seen;

  void reflect_attribute_values(ObjectInstanceHandle object, std::span<const AttributeValue>,
                                Bytes tag, const Delivery& delivery) override {
    const std::string text(reinterpret_cast<const char*>(tag.data()), tag.size());
    seen[object].push_back(
        {std::stoi(text), delivery.transportation == TransportationType::reliable});
  }
  void confirm_attribute_transportation_type_change(ObjectInstanceHandle,
                                                    std::span<const AttributeHandle>,
                                                    TransportationType type) override {
    is_reliable = type == TransportationType::reliable;
    changes = false;
  }

  void subscribe() { ASSERT_OK(rti->subscribe_object_class_attributes(vehicle, {&speed, 1})); }
  void watch_or_not() {
    if (watches_always) return;
    watches = !watches;
    if (watches) return subscribe();
    ASSERT_OK(rti->unsubscribe_object_class_attributes(vehicle, {&speed, 1}));
  }
  void send() {
    const std::string number = std::to_string(++sent);
    const AttributeValue value{speed, std::as_bytes(std::span(number))};
    const Status updated = rti->update_attribute_values(own, {&value, 1}, value.value);
    if (!updated.ok() && updated.error().code == ErrorCode::Congested) {
      --sent;
      return;
    }
    ASSERT_OK(updated);
    if (changes) return;
    (is_reliable ? surely_reliable : surely_by_port).insert(sent);
  }
  void change_transportation() {
    if (changes) return;
    changes = true;
    if (!is_reliable) surely_by_port.clear();  // what is under way may be dropped
    ASSERT_OK(rti->request_attribute_transportation_type_change(
        own, {&speed, 1},
        is_reliable ? TransportationType::best_effort : TransportationType::reliable));
  }
};

class DataPathsPlay {
 public:
  explicit DataPathsPlay(std::uint64_t seed)
      : random_(seed), nodes_(seed, 2 + seed % 5, ""), drivers_(nodes_.count()) {}

  void run() {
    for (std::size_t i = 0; i < drivers_.size(); ++i) join(i);
    for (Driver& each : drivers_) {
      each.own = *each.rti->register_object_instance(each.vehicle);
      each.send();
    }
    for (std::uint64_t left = 50 + below(150); left > 0 && !::testing::Test::HasFailure(); --left)
      step();
    nodes_.network().settle();
    for (Driver& each : drivers_) ASSERT_OK(each.rti->evoke_multiple_callbacks(0, 0));
  }

  void judge() const {
    for (const Driver& sender : drivers_) {
      for (const Driver& receiver : drivers_) {
        if (&sender != &receiver) judge(sender, receiver);
      }
    }
  }
  [[nodiscard]] const DatagramCounts& datagrams() { return nodes_.network().datagrams(); }
  [[nodiscard]] std::size_t overtaken() const { return overtaken_; }

 private:
  std::uint64_t below(std::uint64_t count) { return random_() % count; }

  void join(std::size_t at) {
    Driver& me = drivers_[at];
    me.rti = nodes_.at(at).connect(me, CallbackModel::evoked);
    (void)me.rti->create_federation_execution("test", test_modules());
    nodes_.network().settle();
    ASSERT_OK(me.rti->join_federation_execution("f" + std::to_string(at), "driver", "test"));
    me.vehicle = *me.rti->get_object_class_handle("Vehicle");
    me.speed = *me.rti->get_attribute_handle(me.vehicle, "Speed");
    me.watches_always = below(3) != 0;
    ASSERT_OK(me.rti->publish_object_class_attributes(me.vehicle, {&me.speed, 1}));
    me.subscribe();
    nodes_.network().settle();
  }

  void step() {
    Driver& me = drivers_[below(drivers_.size())];
    switch (below(16)) {
      case 0:
        return me.change_transportation();
      case 1:
        return me.watch_or_not();
      case 2:
      case 3:
      case 4:
        return nodes_.network().pass(static_cast<std::int64_t>(below(20)) * ms / 4);
      case 5:
      case 6:
      case 7:
        ASSERT_OK(me.rti->evoke_multiple_callbacks(0, 0));
        return;
      default:
        return me.send();
    }
  }

  void judge(const Driver& sender, const Driver& receiver) const {
    const auto found = receiver.seen.find(sender.own);
    const std::vector<Seen> none;
    const std::vector<Seen>& all = found == receiver.seen.end() ? none : found->second;
    std::set<int> numbers;
    std::set<int> reliable = sender.surely_reliable;
    for (const Seen& each : all) {
      EXPECT_TRUE(numbers.insert(each.number).second) << each.number << " came twice";
      if (each.is_reliable) reliable.insert(each.number);
    }
    int greatest = 0;
    for (const Seen& each : all) {
      if (each.number < greatest) {
        const auto between = reliable.lower_bound(each.number);
        EXPECT_TRUE(between == reliable.end() || *between > greatest)
            << each.number << " came after " << greatest << ", and " << *between << " is reliable";
        ++overtaken_;
      }
      greatest = std::max(greatest, each.number);
    }
    if (!receiver.watches_always) return;
    const auto came = [&](int number) { return numbers.contains(number); };
    EXPECT_TRUE(std::ranges::all_of(sender.surely_reliable, came)) << "a reliable value is missing";
    if (nodes_.network().datagrams().lost > 0) return;
    EXPECT_TRUE(std::ranges::all_of(sender.surely_by_port, came))
        << "a value that was not lost is missing";
  }

  std::mt19937_64 random_;
  SimulatedNodes nodes_;
  std::vector<Driver> drivers_;
  mutable std::size_t overtaken_ = 0;
};

TEST(DataPathsInSimulatedTime, NothingIsLostTwiceOrOvertakenThatMayNotBe) {
  DatagramCounts all;
  std::size_t overtaken = 0;
  for (std::uint64_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    DataPathsPlay play(seed);
    play.run();
    if (!HasFailure()) play.judge();
    all.sent += play.datagrams().sent;
    all.lost += play.datagrams().lost;
    all.repeated += play.datagrams().repeated;
    overtaken += play.overtaken();
  }
  // The network did what it is there for.
  EXPECT_GT(all.sent, 1000U);
  EXPECT_GT(all.lost, 100U);
  EXPECT_GT(all.repeated, 100U);
  EXPECT_GT(overtaken, 100U);
}

}  // namespace
}  // namespace orrery::rti::testing
