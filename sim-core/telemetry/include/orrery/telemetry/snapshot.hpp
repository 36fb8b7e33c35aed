// Rows that a hot loop copies out of its state when the telemetry thread asks for them: what is true at one moment.
//
// Two threads. The loop asks wanted() once a step, which is one load of a line that nobody writes meanwhile, and fills the
// snapshot if so: begin(), put() for each row, publish(). The telemetry thread asks and takes. Nobody waits for the other,
// but for the last moment: claim_last() waits while the older one is being read.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "orrery/telemetry/frame.hpp"

namespace orrery::telemetry {

class Snapshot {
 public:
  // A frame of so many rows fits the greatest frame, or construction refuses (invalid_argument).
  Snapshot(contracts::FrameSchema schema, std::size_t greatest_rows);

  [[nodiscard]] const contracts::FrameSchema& schema() const { return schema_; }

  // The telemetry thread. ask() does nothing while an older wish or moment is open.
  void ask();
  // Moves the rows of a filled snapshot into `cells`; false if there is none.
  bool take(std::vector<Cell>& cells);

  // The loop. Rows past the greatest number are left out.
  [[nodiscard]] bool wanted() const {
    return state_.load(std::memory_order_acquire) == State::asked;
  }
  void begin() { cells_.clear(); }
  void put(std::span<const Cell> row) {
    if (cells_.size() + row.size() <= room_) cells_.insert(cells_.end(), row.begin(), row.end());
  }
  void publish() { state_.store(State::filled, std::memory_order_release); }
  // Whatever was asked, before the loop's last begin(): what it fills now takes the place of a moment not taken yet.
  void claim_last();

 private:
  enum class State : std::uint8_t { idle, asked, filled, taking };

  const contracts::FrameSchema schema_;
  const std::size_t room_;
  std::vector<Cell> cells_;  // the loop's while asked, the telemetry thread's while taking
  alignas(64) std::atomic<State> state_{State::idle};
};

}  // namespace orrery::telemetry
