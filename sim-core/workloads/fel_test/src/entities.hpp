// The model of the study: n sources, each with a sink of its own. A source schedules an event for its sink and waits for
// the answer; the sink answers one unit of simulated time later; until every source has sent all its events.
//
// Entities influence their partners alone, so that the times at which each handles its events do not depend on who runs
// when: the record of a run equals the sequential one's. Pure; an entity belongs to one thread at a time.
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
  // Of a source: the event with which the run begins.
  FelEvent begin();
  // Commits an event; the one that it schedules, or nothing when the source has sent all.
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
