// Sets the intent of a sending federate, and watches what the RTI makes of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/rti/basic_services.hpp"
#include "orrery/rti/tuning.hpp"

namespace orrery::rti {
class RtiAmbassador;
}

namespace orrery::workloads::federates {

// The bound of waiting messages that a plan gives; none for an intent that chooses it.
rti::CongestionAvoidance avoidance_of(const contracts::Intent& intent);

class IntentWatch {
 public:
  explicit IntentWatch(const contracts::Intent& wanted) : wanted_(wanted) {}

  // Sets the intent, if there is one. Once the federate has joined.
  rti::Status begin(rti::BasicServices& services);
  // The measured part begins: measures from here on. Times are of one clock, in ns.
  void restart(std::int64_t now_ns);
  [[nodiscard]] bool watches() const { return has_begun_ && services_ != nullptr; }
  // To be called often: notes the settings now and then.
  void look(std::int64_t now_ns) {
    if (services_ != nullptr && now_ns >= look_at_ns_) note(now_ns);
  }
  // The measured part has ended.
  void finish(std::int64_t now_ns);

  // Adds metrics, and traces of the settings. `received_rate`: messages/s of a receiver.
  void add(double received_rate, std::vector<contracts::Metric>& metrics,
           contracts::WorkerResult& result) const;

 private:
  void note(std::int64_t now_ns);

  const contracts::Intent wanted_;
  rti::RtiAmbassador* services_ = nullptr;  // null: no intent, or the part has ended
  bool has_begun_ = false;
  std::int64_t began_ns_ = 0;
  std::int64_t look_at_ns_ = INT64_MAX;
  rti::IntentReport last_;
  rti::PathCounters before_;
  rti::PathCounters after_;
  // By note: time in ms, and the settings.
  std::vector<double> times_ms_;
  std::vector<double> most_waiting_;
  std::vector<double> held_us_;
  std::vector<double> reached_ms_;
};

}  // namespace orrery::workloads::federates
