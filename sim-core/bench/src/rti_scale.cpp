#include "rti_scale.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/base/doorbell.hpp"
#include "orrery/rti/fom_module.hpp"
#include "orrery/rti/node.hpp"
#include "orrery/transport/channel.hpp"

#include "alternate.hpp"
#include "forked.hpp"
#include "rti_loads.hpp"

namespace orrery::bench {

namespace {

constexpr std::string_view model =
    "(FED (objects (class ObjectRoot (class Seen (attribute Place reliable receive)) "
    "(class Unseen (attribute Place reliable receive)))) (interactions (class InteractionRoot "
    "reliable receive)))";

void good(const rti::Status& status) {
  if (!status) throw std::runtime_error("the RTI at scale: " + status.error().message);
}
template <class Value>
Value good(rti::Result<Value> result) {
  if (!result) throw std::runtime_error("the RTI at scale: " + result.error().message);
  return std::move(*result);
}

class Federate final : public rti::FederateAmbassador {
 public:
  Federate(rti::BasicNode& node, int number) : rti_(node.connect_basic(*this)), number_(number) {}

  void join(bool creates) {
    if (creates) {
      const std::vector<rti::FomModule> modules{good(rti::parse_fom(model, "scale.fed"))};
      good(rti_->create_federation_execution("scale", modules));
    }
    good(rti_->join_federation_execution("federate-" + std::to_string(number_), "scale", "scale"));
    seen_ = good(rti_->get_object_class_handle("Seen"));
    unseen_ = good(rti_->get_object_class_handle("Unseen"));
    place_ = good(rti_->get_attribute_handle(seen_, "Place"));
  }
  void publish() {
    const std::array all{place_};
    good(rti_->publish_object_class_attributes(seen_, all));
    good(rti_->publish_object_class_attributes(unseen_, all));
  }
  void subscribe() {
    const std::array all{place_};
    good(rti_->subscribe_object_class_attributes(seen_, all));
  }
  rti::ObjectInstanceHandle register_seen() { return good(rti_->register_object_instance(seen_)); }
  void register_unseen() { (void)good(rti_->register_object_instance(unseen_)); }
  void regulate_and_constrain() {
    good(rti_->enable_time_regulation(rti::float64_interval(1)));
    good(rti_->enable_time_constrained());
    good(rti_->enable_asynchronous_delivery());  // an update must not wait for an advance
  }
  void update(rti::ObjectInstanceHandle object) {
    const rti::AttributeValue value{place_, value_};
    good(rti_->update_attribute_values(object, std::span(&value, 1)));
  }
  void request(double time) { good(rti_->time_advance_request(rti::float64_time(time))); }
  void evoke() { (void)good(rti_->evoke_multiple_callbacks(0, 0)); }

  [[nodiscard]] std::uint64_t discovered() const { return discovered_; }
  [[nodiscard]] std::uint64_t reflected() const { return reflected_; }
  [[nodiscard]] std::uint64_t granted() const { return granted_; }
  [[nodiscard]] int enabled() const { return enabled_; }

  void discover_object_instance(rti::ObjectInstanceHandle /*object*/, rti::ObjectClassHandle /*of*/,
                                const std::string& /*name*/,
                                rti::FederateHandle /*producer*/) override {
    ++discovered_;
  }
  void reflect_attribute_values(rti::ObjectInstanceHandle /*object*/,
                                std::span<const rti::AttributeValue> /*values*/, rti::Bytes /*tag*/,
                                const rti::Delivery& /*delivery*/) override {
    ++reflected_;
  }
  void time_regulation_enabled(rti::LogicalTime /*time*/) override { ++enabled_; }
  void time_constrained_enabled(rti::LogicalTime /*time*/) override { ++enabled_; }
  void time_advance_grant(rti::LogicalTime /*time*/) override { ++granted_; }

 private:
  std::unique_ptr<rti::BasicServices> rti_;
  const int number_;
  rti::ObjectClassHandle seen_;
  rti::ObjectClassHandle unseen_;
  rti::AttributeHandle place_;
  std::array<std::byte, attribute_bytes> value_{};
  std::uint64_t discovered_ = 0;
  std::uint64_t reflected_ = 0;
  std::uint64_t granted_ = 0;
  int enabled_ = 0;
};

// A node with all federates in one thread. The first updates an object that the last is subscribed to.
class World {
 public:
  World(int federates, int unseen_objects) {
    auto bell = base::Doorbell::create(base::Doorbell::Scope::local);
    if (!bell) throw std::runtime_error(bell.error().message);
    std::vector<std::unique_ptr<transport::Channel>> channels(1);
    node_ = good(rti::Node::create({}, std::move(*bell), std::move(channels)));
    for (int i = 0; i < federates; ++i) {
      federates_.push_back(std::make_unique<Federate>(*node_, i));
      federates_.back()->join(i == 0);
    }
    last().subscribe();
    first().publish();
    object_ = first().register_seen();
    for (int i = 0; i < unseen_objects; ++i) {
      first().register_unseen();
      if (i % 64 == 0) first().evoke();
    }
    until([this] { return last().discovered() == 1; });
    for (const auto& each : federates_) each->regulate_and_constrain();
    until([this] { return all([](const Federate& each) { return each.enabled() == 2; }); });
  }

  // An update and its reflection.
  double update_ns(std::uint64_t updates) {
    constexpr std::uint64_t batch = 32;
    const std::uint64_t wanted = last().reflected() + updates;
    const std::int64_t started = base::now_ns();
    for (std::uint64_t i = 1; i <= updates; ++i) {
      first().update(object_);
      if (i % batch == 0) last().evoke();
    }
    while (last().reflected() < wanted) last().evoke();
    return static_cast<double>(base::now_ns() - started) / static_cast<double>(updates);
  }

  // A request and its grant, of one federate.
  double grant_ns(std::uint64_t grants) {
    const std::uint64_t rounds = std::max<std::uint64_t>(1, grants / federates_.size());
    const std::int64_t started = base::now_ns();
    for (std::uint64_t i = 0; i < rounds; ++i) {
      ++time_;
      for (const auto& each : federates_) each->request(static_cast<double>(time_));
      until(
          [this] { return all([this](const Federate& each) { return each.granted() == time_; }); });
    }
    return static_cast<double>(base::now_ns() - started) /
           static_cast<double>(rounds * federates_.size());
  }

 private:
  Federate& first() { return *federates_.front(); }
  Federate& last() { return *federates_.back(); }
  template <class Claim>
  [[nodiscard]] bool all(const Claim& claim) const {
    return std::ranges::all_of(federates_, [&](const auto& each) { return claim(*each); });
  }
  template <class Done>
  void until(const Done& done) {
    while (!done()) {
      for (const auto& each : federates_) each->evoke();
    }
  }

  std::unique_ptr<rti::Node> node_;
  std::vector<std::unique_ptr<Federate>> federates_;
  rti::ObjectInstanceHandle object_;
  std::uint64_t time_ = 0;
};

class ScaleRows {
 public:
  explicit ScaleRows(const RtiGroundBench& bench) : bench_(bench), loads_(bench) {}

  std::vector<Row> run() {
    const std::array own{bench_.core_a};
    const Pinned pinned(own);
    curves("objects", bench_.quick ? std::array{10, 100, 1'000} : std::array{100, 10'000, 100'000},
           [](int number) { return World(2, number); });
    curves("federates", bench_.quick ? std::array{2, 5, 20} : std::array{10, 100, 1'000},
           [](int number) { return World(number, 0); });
    return std::move(rows_);
  }

 private:
  // Costs that do not grow with the objects that nobody is subscribed to.
  static constexpr double most_growth = 1.5;

  template <class Make>
  void curves(const std::string& what, const std::array<int, 3>& numbers, const Make& make) {
    const auto row = [&](const char* cost, int number) {
      return std::string("rti.scale.") + cost + "." + std::to_string(number) + "_" + what;
    };
    std::map<std::string, double> least;
    for (const int number : numbers) {
      const bool updates = bench_.wanted(row("update", number));
      const bool grants = bench_.wanted(row("grant", number));
      if (!updates && !grants) continue;
      World world = make(number);
      const auto measure = [&](const char* cost, const std::function<double()>& cost_ns) {
        const double ns = median_of(loads_.repeats(), cost_ns);
        const double before = least.try_emplace(cost, ns).first->second;
        rows_.push_back({row(cost, number), ns, "ns", before, ns / before, "", {}});
        if (what != "objects") return;
        rows_.back().mark = "within 1.5 times that with the fewest";
        rows_.back().meets = ns / before <= most_growth;
      };
      if (updates) measure("update", [&] { return world.update_ns(times(200'000)); });
      if (grants) measure("grant", [&] { return world.grant_ns(times(20'000)); });
    }
  }
  [[nodiscard]] std::uint64_t times(std::int32_t full) const {
    return static_cast<std::uint64_t>(loads_.times(full));
  }

  const RtiGroundBench& bench_;
  const RtiLoads loads_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> rti_scale_rows(const RtiGroundBench& bench) { return ScaleRows(bench).run(); }

}  // namespace orrery::bench
