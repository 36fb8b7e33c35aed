// Estimates the clock of federate 0, on another host, from questions and answers within the federation. The estimate comes
// from the fastest of the last 16 answers; its uncertainty is half of the time that question and answer were under way. Older
// answers are forgotten, so that the estimate follows clocks that drift. Pure: the caller reports each question and answer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace orrery::workloads::federation_mix {

struct ClockAnswer {
  std::int64_t asked_ns = 0;     // by this node's clock
  std::int64_t heard_ns = 0;     // by federate 0's clock
  std::int64_t answered_ns = 0;  // by federate 0's clock
};

class FederationClock {
 public:
  // Interval between questions, after the first 16 answers.
  static constexpr std::int64_t every_ns = 100'000'000;

  // `ours`: federate 0 is on this node, and nothing is asked.
  explicit FederationClock(bool ours) : ours_(ours) {}

  // True if `ours`, or once 16 answers have arrived.
  [[nodiscard]] bool known() const { return ours_ || heard_ >= answers_.size(); }
  // When to ask, by this node's clock. Empty while a question is open, and if `ours`.
  [[nodiscard]] std::optional<std::int64_t> ask_at_ns() const;
  void asked(std::int64_t now_ns);
  // Ignores an answer to any question but the last.
  void heard(const ClockAnswer& answer, std::int64_t now_ns);

  // Federate 0's time at the time `own_ns` of this node.
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
