// The consecutive parts of an exchange, from the sender's call until the sender continues, and their durations.
//
// Source: uss-prototype-evaluation, sections 6.4.1 and 6.4.2. A part that ends before the previous part ended takes 0: work
// that both ends do at the same time counts once, for the earlier part.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::workloads::messaging {

enum class Stage : std::uint8_t {
  administration,  // filling the buffer of the channel
  connect,         // tcp_per_message
  pipe,            // mailer: into its pipe
  transmit,        // the call that sends, until it returns or the receiver has found the message
  deliver,         // until the receiver finds it
  read,            // until it is in the receiver's buffer
  unblock,         // until the sender has the receiver's answer
};
inline constexpr std::size_t stage_count = 7;

// Moments of an exchange, by the sender's clock.
struct Moments {
  std::int64_t began_ns = 0;
  std::int64_t filled_ns = 0;
  std::int64_t connected_ns = 0;  // equals filled_ns if nothing is connected
  std::int64_t sent_ns = 0;
  std::int64_t found_ns = 0;
  std::int64_t read_ns = 0;
  std::int64_t unblocked_ns = 0;
  bool through_pipe = false;
};

using StageTimes = std::array<std::uint32_t, stage_count>;  // ns; a longer time counts as 4.29 s
StageTimes stages_of(const Moments& moments);

// The receiver's clock minus the sender's, in ns, of moments whose `found_ns` and `read_ns` are by the receiver's clock. It is taken
// from the quickest exchange, whose two ways are assumed to take the same time: each from before the call that sends.
std::int64_t clock_offset_of(std::span<const Moments> exchanges);

// The value below which `fraction` of `values` lies. `values` need not be sorted. 0 if it is empty.
double quantile(std::vector<std::uint32_t> values, double fraction);

// All exchanges of a run. The constructor reserves room, so add() allocates nothing.
class Stages {
 public:
  explicit Stages(std::size_t exchanges) { times_.reserve(exchanges); }

  void add(const StageTimes& times) { times_.push_back(times); }

  [[nodiscard]] std::size_t count() const { return times_.size(); }
  [[nodiscard]] std::int64_t sum_ns() const;  // of all stages of all exchanges
  // Mean time of each stage, over the exchanges whose total lies between the quartiles. The means add up, and short
  // disturbances of the machine do not count.
  [[nodiscard]] std::array<double, stage_count> middle_ns() const;
  [[nodiscard]] double quantile_of(Stage stage, double fraction) const;
  [[nodiscard]] double quantile_of_whole(double fraction) const;

 private:
  [[nodiscard]] std::vector<std::uint32_t> wholes() const;

  std::vector<StageTimes> times_;
};

}  // namespace orrery::workloads::messaging
