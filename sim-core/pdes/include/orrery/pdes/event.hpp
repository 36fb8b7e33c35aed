// What a simulation is made of: a small value with a time, a destination, and a payload inside it.
//
// Events are ordered by (time, destination, source, the source's own sequence number). That order is total, and it depends
// on nothing but the model: every engine that commits each logical process's events in it computes the same run.
//
// Time is a finite number >= 0 in the model's own unit. Trivially copyable; no event owns memory.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace orrery::pdes {

using LpId = std::uint32_t;

// The usual payload: 32 bytes of the model's own.
using Words = std::array<std::uint64_t, 4>;
struct NoPayload {};

template <class PayloadType = Words>
struct Event {
  using Payload = PayloadType;
  static_assert(std::is_trivially_copyable_v<Payload>, "an event is copied as bytes");

  static constexpr int kind_bits = 16;

  double time = 0;
  LpId destination = 0;
  LpId source = 0;
  std::uint64_t tag = 0;  // sequence << kind_bits | kind
  [[no_unique_address]] Payload payload{};

  [[nodiscard]] std::uint16_t kind() const { return static_cast<std::uint16_t>(tag); }
  [[nodiscard]] std::uint64_t sequence() const { return tag >> kind_bits; }
  [[nodiscard]] std::uint64_t route() const {
    return std::uint64_t{destination} << 32 | std::uint64_t{source};
  }
};

template <class E>
[[nodiscard]] inline bool before(const E& a, const E& b) {
  if (a.time != b.time) return a.time < b.time;
  if (a.route() != b.route()) return a.route() < b.route();
  return a.tag < b.tag;
}

}  // namespace orrery::pdes
