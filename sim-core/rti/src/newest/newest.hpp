// The newest values of attributes that go by minimum_rate or state_consistent (object_model.hpp), kept where they are
// sent, and when to speak of them again. Pure: time comes in, keys come out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

class Newest {
 public:
  using Key = std::pair<std::uint64_t, std::uint16_t>;  // object, attribute
  struct Kept {
    TransportationType type = TransportationType::state_consistent;
    std::uint32_t federate = 0;
    std::uint64_t number = 0;  // of its federate's; greater is newer
    std::vector<std::byte> value;
    std::vector<std::byte> tag;
    std::int64_t sent_ns = 0;
    bool queued = false;
  };

  Newest(std::int64_t repeat_ns, std::int64_t digest_ns)
      : queues_{{TransportationType::minimum_rate, repeat_ns, {}},
                {TransportationType::state_consistent, digest_ns, {}}} {}

  void keep(Key key, Kept kept);
  [[nodiscard]] const Kept* find(Key key) const;
  [[nodiscard]] const std::map<Key, Kept>& all() const { return kept_; }
  // What is due at that time, one after the other; nothing: no more. A value to repeat is due again after its interval, a
  // state only when it has changed, or want_all().
  std::optional<Key> due(std::int64_t now_ns);
  // It could not be spoken of, or has been, and must be again.
  void again(Key key, std::int64_t now_ns);
  // Others may want what they did not before: of those objects, or of any.
  void want(std::span<const std::uint64_t> objects, std::int64_t now_ns);
  void want_all(std::int64_t now_ns);
  [[nodiscard]] std::int64_t next_ns() const;  // INT64_MAX: nothing is due
  [[nodiscard]] bool empty() const { return kept_.empty(); }
  void forget(Key key) { kept_.erase(key); }
  void forget_object(std::uint64_t object);
  void clear();

 private:
  struct Queue {
    TransportationType transportation;
    std::int64_t interval_ns;
    std::set<std::pair<std::int64_t, Key>> waiting;  // since when
  };
  void wait(Key key, Kept& kept, std::int64_t since_ns);

  std::map<Key, Kept> kept_;
  Queue queues_[2];
};

}  // namespace orrery::rti
