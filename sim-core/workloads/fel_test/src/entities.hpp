// The model of the study: n sources, each with its own sink. A source schedules an event for its sink and waits for the
// answer, which the sink schedules one unit of simulated time later. The run ends when every source has sent all its events.
//
// An entity influences only its partner, so the simulated times of its events do not depend on the order of threads: the
// record of a run equals the sequential run's. Pure; an entity belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "orrery/base/random.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/pdes/event.hpp"
#include "orrery/pdes/lists/heap_list.hpp"

namespace orrery::workloads::fel_test {

using FelEvent = pdes::Event<pdes::NoPayload>;
using EventList = pdes::BinaryHeap<FelEvent>;

class Entity {
 public:
  Entity(const contracts::FelTestPlan& plan, std::uint32_t index, std::uint64_t seed);

  [[nodiscard]] bool is_source() const { return index_ < sources_; }
  // For a source: returns its first event, at time 0.
  FelEvent begin();
  // Executes an event. Returns the event that it schedules; empty if the source has sent all its events.
  std::optional<FelEvent> handle(const FelEvent& event);

  [[nodiscard]] std::uint64_t handled() const { return handled_; }
  [[nodiscard]] std::uint64_t record() const { return record_; }

 private:
  FelEvent schedule(double time);

  std::uint32_t index_;
  std::uint32_t sources_;
  std::uint64_t to_send_;
  double mean_;
  double deviation_;
  base::Random random_;
  std::uint64_t sequence_ = 0;
  std::uint64_t handled_ = 0;
  std::uint64_t record_;
};

// Sources first, then their sinks in the same order.
std::vector<Entity> make_entities(const contracts::FelTestPlan& plan, std::uint64_t seed);

// Events that go through the list in a whole run.
inline std::uint64_t events_of(const contracts::FelTestPlan& plan) {
  return 2 * static_cast<std::uint64_t>(plan.num_srcs) *
         static_cast<std::uint64_t>(plan.src_events);
}

// Equal for runs in which every entity handled the same events at the same simulated times.
std::uint64_t record_of(const std::vector<Entity>& entities);

}  // namespace orrery::workloads::fel_test
