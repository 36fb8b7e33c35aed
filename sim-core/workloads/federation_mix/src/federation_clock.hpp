// The clock of federate 0 on another host, from questions and answers within the federation: the difference is that of the
// answer that took the least of the last ones, as far as it can be known (half of what its way took, if both ways were not
// alike). Old answers are forgotten, so that clocks that drift are followed. Pure: it is told what was asked and answered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace orrery::workloads::federation_mix {

struct ClockAnswer {
  std::int64_t asked_ns = 0;     // by our clock
  std::int64_t heard_ns = 0;     // by that of federate 0
  std::int64_t answered_ns = 0;  // by that of federate 0
};

class FederationClock {
 public:
  // Between questions, once the first ones are answered.
  static constexpr std::int64_t every_ns = 100'000'000;

  // `ours`: it is our own clock, and nothing is asked.
  explicit FederationClock(bool ours) : ours_(ours) {}

  // So many answers as are compared have come.
  [[nodiscard]] bool known() const { return ours_ || heard_ >= answers_.size(); }
  // By our clock; none while a question is open.
  [[nodiscard]] std::optional<std::int64_t> ask_at_ns() const;
  void asked(std::int64_t now_ns);
  // An answer to another question than the last is left aside.
  void heard(const ClockAnswer& answer, std::int64_t now_ns);

  // Federate 0's time at a time of ours.
  [[nodiscard]] std::int64_t shared_ns(std::int64_t own_ns) const { return own_ns + ahead_ns_; }
  [[nodiscard]] std::int64_t ahead_ns() const { return ahead_ns_; }
  [[nodiscard]] std::int64_t uncertainty_ns() const { return uncertainty_ns_; }

 private:
  struct Estimate {
    std::int64_t ahead_ns = 0;
    std::int64_t way_ns = 0;
  };

  const bool ours_;
  std::array<Estimate, 16> answers_{};
  std::size_t heard_ = 0;
  std::int64_t asked_ns_ = 0;
  bool open_ = false;
  std::int64_t ahead_ns_ = 0;
  std::int64_t uncertainty_ns_ = 0;
};

}  // namespace orrery::workloads::federation_mix
