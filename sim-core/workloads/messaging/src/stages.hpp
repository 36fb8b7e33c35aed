// The parts of an exchange, one after the other from the sender's call to its going on, and what they took.
//
// Source: uss-prototype-evaluation, sections 6.4.1 and 6.4.2. One that ends before the one before it counts nothing: what two ends do at the
// same time counts once, for the earlier part.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::workloads::messaging {

enum class Stage : std::uint8_t {
  administration,  // filling the buffer of the channel
  connect,         // tcp_per_message
  pipe,            // mailer: into its pipe
  transmit,        // the call that sends, until it returns or the receiver has found the message
  deliver,         // until the receiver finds it
  read,            // until it is in the receiver's buffer
  unblock,         // until the sender knows that
};
inline constexpr std::size_t stage_count = 7;

// Moments of an exchange, by the sender's clock.
struct Moments {
  std::int64_t began_ns = 0;
  std::int64_t filled_ns = 0;
  std::int64_t connected_ns = 0;  // = filled_ns where nothing is to be connected
  std::int64_t sent_ns = 0;
  std::int64_t found_ns = 0;
  std::int64_t read_ns = 0;
  std::int64_t unblocked_ns = 0;
  bool through_pipe = false;
};

using StageTimes = std::array<std::uint32_t, stage_count>;  // ns; over 4 s counts as 4 s
StageTimes stages_of(const Moments& moments);

// Value below which a fraction of all lie, of what need not be sorted. 0 if there is none.
double quantile(std::vector<std::uint32_t> values, double fraction);

// All exchanges of a run. Room is made beforehand: adding one allocates nothing.
class Stages {
 public:
  explicit Stages(std::size_t exchanges) { times_.reserve(exchanges); }

  void add(const StageTimes& times) { times_.push_back(times); }

  [[nodiscard]] std::size_t count() const { return times_.size(); }
  [[nodiscard]] std::int64_t sum_ns() const;  // of all stages of all exchanges
  // Mean over the exchanges whose whole lies between the quartiles: parts add up, and what disturbed the machine for a moment does
  // not count.
  [[nodiscard]] std::array<double, stage_count> middle_ns() const;
  [[nodiscard]] double quantile_of(Stage stage, double fraction) const;
  [[nodiscard]] double quantile_of_whole(double fraction) const;

 private:
  [[nodiscard]] std::vector<std::uint32_t> wholes() const;

  std::vector<StageTimes> times_;
};

}  // namespace orrery::workloads::messaging
