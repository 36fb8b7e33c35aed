#include "orrery/telemetry/snapshot.hpp"

#include <stdexcept>
#include <thread>
#include <utility>

namespace orrery::telemetry {

Snapshot::Snapshot(contracts::FrameSchema schema, std::size_t greatest_rows)
    : schema_(std::move(schema)), room_(greatest_rows * schema_.columns.size()) {
  if (greatest_rows > telemetry::greatest_rows(schema_)) {
    throw std::invalid_argument("a snapshot of " + std::to_string(greatest_rows) +
                                " rows does not fit a frame");
  }
  cells_.reserve(room_);
}

void Snapshot::ask() {
  State idle = State::idle;
  state_.compare_exchange_strong(idle, State::asked, std::memory_order_acq_rel);
}

bool Snapshot::take(std::vector<Cell>& cells) {
  State filled = State::filled;
  if (!state_.compare_exchange_strong(filled, State::taking, std::memory_order_acq_rel)) {
    return false;
  }
  cells.assign(cells_.begin(), cells_.end());
  state_.store(State::idle, std::memory_order_release);
  return true;
}

void Snapshot::claim_last() {
  for (;;) {
    State now = state_.load(std::memory_order_acquire);
    if (now == State::asked) return;
    if (now == State::taking ||
        !state_.compare_exchange_weak(now, State::asked, std::memory_order_acq_rel)) {
      std::this_thread::yield();
      continue;
    }
    return;
  }
}

}  // namespace orrery::telemetry
