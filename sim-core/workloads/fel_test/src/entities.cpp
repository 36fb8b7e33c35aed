#include "entities.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace orrery::workloads::fel_test {

Entity::Entity(const contracts::FelTestPlan& plan, std::uint32_t index, std::uint64_t seed)
    : index_(index),
      sources_(static_cast<std::uint32_t>(plan.num_srcs)),
      to_send_(static_cast<std::uint64_t>(plan.src_events)),
      mean_(plan.e_dly),
      deviation_(std::sqrt(plan.src_var)),
      random_(seed, index),
      record_(base::mix64(index)) {}

FelEvent Entity::schedule(double time) {
  FelEvent event;
  event.time = time;
  event.source = index_;
  event.destination = is_source() ? index_ + sources_ : index_ - sources_;
  event.tag = sequence_++ << FelEvent::kind_bits;
  return event;
}

FelEvent Entity::begin() {
  --to_send_;
  return schedule(0);
}

std::optional<FelEvent> Entity::handle(const FelEvent& event) {
  ++handled_;
  record_ = base::mix64(record_ ^ std::bit_cast<std::uint64_t>(event.time)) + event.tag;
  if (!is_source()) return schedule(event.time + 1.0);
  if (to_send_ == 0) return std::nullopt;
  --to_send_;
  const double gap = deviation_ > 0 ? std::max(0.0, random_.normal(mean_, deviation_)) : mean_;
  return schedule(event.time + gap);
}

std::vector<Entity> make_entities(const contracts::FelTestPlan& plan, std::uint64_t seed) {
  std::vector<Entity> entities;
  const auto count = 2 * static_cast<std::uint32_t>(plan.num_srcs);
  entities.reserve(count);
  for (std::uint32_t index = 0; index < count; ++index) entities.emplace_back(plan, index, seed);
  return entities;
}

std::uint64_t record_of(const std::vector<Entity>& entities) {
  std::uint64_t sum = 0;
  for (const Entity& entity : entities) sum += base::mix64(entity.record());
  return sum;
}

}  // namespace orrery::workloads::fel_test
