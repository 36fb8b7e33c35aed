// Chooses settings for an intent, by latencies that were measured with the settings before. Pure: no clock, no network.
//
// A round of samples gives one latency at the intent's percentile. It is compared with the bound, and one setting moves in
// proportion, by a factor between 0.5 and 1.25. Within a band below the bound nothing changes, so that the settings come to rest.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "orrery/rti/intent.hpp"

namespace orrery::rti {

struct IntentSettings {
  Bundling bundling;
  std::uint32_t most_waiting = 0;
  bool operator==(const IntentSettings&) const = default;
};

class IntentController {
 public:
  static constexpr std::size_t samples_of_a_round = 64;
  // A slow sender gives few samples: a round ends after a time too, with this number.
  static constexpr std::size_t fewest_samples = 16;

  // `settings`: those to begin with. For an intent that changes none they stay.
  IntentController(const Intent& intent, const IntentSettings& settings);

  void took(std::int64_t ns);
  [[nodiscard]] bool has_round() const { return sampled_ >= fewest_samples; }
  // To be called now and then. `refused`: how often the bound of waiting messages has refused a service, in all. Returns true
  // if the settings have changed.
  bool work(std::int64_t now_ns, std::uint64_t refused);
  [[nodiscard]] const IntentSettings& settings() const { return settings_; }

 private:
  void keep_latency(double latency_ns, bool limited);
  void save_bandwidth(double latency_ns, bool limited);
  void limit(double most_waiting);
  void hold(double timeout_ns);
  [[nodiscard]] double latency();

  const Intent intent_;
  IntentSettings settings_;
  std::array<std::int64_t, samples_of_a_round> samples_ = {};
  std::size_t sampled_ = 0;
  std::int64_t round_began_ns_ = 0;
  std::uint64_t refused_ = 0;
  double most_waiting_ = 0;
  double timeout_ns_ = 0;
};

}  // namespace orrery::rti
