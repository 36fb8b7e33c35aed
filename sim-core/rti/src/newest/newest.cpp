#include "newest/newest.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace orrery::rti {

void Newest::wait(Key key, Kept& kept, std::int64_t since_ns) {
  if (std::exchange(kept.queued, true)) return;
  queues_[kept.type == TransportationType::minimum_rate ? 0 : 1].waiting.emplace(since_ns, key);
}

void Newest::keep(Key key, Kept kept) {
  Kept& at = kept_[key];
  // In the other's queue it would be found to be of another type, and left.
  kept.queued = at.queued && at.type == kept.type;
  at = std::move(kept);
  wait(key, at, at.sent_ns);
}

const Newest::Kept* Newest::find(Key key) const {
  const auto found = kept_.find(key);
  return found == kept_.end() ? nullptr : &found->second;
}

std::optional<Newest::Key> Newest::due(std::int64_t now_ns) {
  for (Queue& queue : queues_) {
    while (!queue.waiting.empty() && queue.waiting.begin()->first + queue.interval_ns <= now_ns) {
      const Key key = queue.waiting.begin()->second;
      queue.waiting.erase(queue.waiting.begin());
      const auto found = kept_.find(key);
      if (found == kept_.end() || found->second.type != queue.transportation ||
          !found->second.queued)
        continue;
      Kept& kept = found->second;
      kept.queued = false;
      if (queue.transportation == TransportationType::minimum_rate &&
          kept.sent_ns + queue.interval_ns > now_ns) {
        wait(key, kept, kept.sent_ns);  // its federate has sent it itself meanwhile
        continue;
      }
      return key;
    }
  }
  return {};
}

void Newest::again(Key key, std::int64_t now_ns) {
  if (const auto found = kept_.find(key); found != kept_.end()) wait(key, found->second, now_ns);
}

void Newest::want(std::span<const std::uint64_t> objects, std::int64_t now_ns) {
  for (const std::uint64_t object : objects) {
    const auto end = kept_.upper_bound({object, UINT16_MAX});
    for (auto each = kept_.lower_bound({object, 0}); each != end; ++each) {
      if (each->second.type == TransportationType::state_consistent) {
        wait(each->first, each->second, now_ns);
      }
    }
  }
}

void Newest::want_all(std::int64_t now_ns) {
  for (auto& [key, kept] : kept_) {
    if (kept.type == TransportationType::state_consistent) wait(key, kept, now_ns);
  }
}

std::int64_t Newest::next_ns() const {
  std::int64_t next = std::numeric_limits<std::int64_t>::max();
  for (const Queue& queue : queues_) {
    if (queue.waiting.empty()) continue;
    next = std::min(next, queue.waiting.begin()->first + queue.interval_ns);
  }
  return next;
}

void Newest::forget_object(std::uint64_t object) {
  kept_.erase(kept_.lower_bound({object, 0}), kept_.lower_bound({object + 1, 0}));
}

void Newest::clear() {
  kept_.clear();
  for (Queue& queue : queues_) queue.waiting.clear();
}

}  // namespace orrery::rti
