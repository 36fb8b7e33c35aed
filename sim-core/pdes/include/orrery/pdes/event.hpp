// An event: a small value with a time, a destination, and a payload inside it.
//
// Events are ordered by (time, destination, source, sequence number of the source). This order is total, and depends on
// nothing but the model: all engines that commit the events of each logical process (LP) in this order compute the same
// run.
//
// Time is a finite number >= 0 in the model's own unit. An event is trivially copyable and owns no memory.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace orrery::pdes {

using LpId = std::uint32_t;

// The usual payload: 32 bytes that the model defines.
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

// Copies an event or a payload in words of 64 bits. The copy follows directly after the fields have been written one by
// one. The compiler would choose wider loads, and a wider load waits until these writes have left the core's store buffer.
template <class E>
[[gnu::always_inline]] inline void copy_event(E& to, const E& from) {
  static_assert(std::is_trivially_copyable_v<E>);
  if constexpr (sizeof(E) % sizeof(std::uint64_t) != 0 || sizeof(E) > 16 * sizeof(std::uint64_t)) {
    to = from;
  } else {
    const char* source = reinterpret_cast<const char*>(&from);
    char* target = reinterpret_cast<char*>(&to);
#if defined(__GNUC__)
#pragma GCC unroll 16
#endif
    for (std::size_t i = 0; i < sizeof(E); i += sizeof(std::uint64_t)) {
      std::uint64_t word;
      std::memcpy(&word, source + i, sizeof word);
#if defined(__GNUC__)
      asm("" : "+r"(word));  // keeps the compiler from merging words
#endif
      std::memcpy(target + i, &word, sizeof word);
    }
  }
}

template <class E>
[[nodiscard]] inline bool before(const E& a, const E& b) {
  if (a.time != b.time) return a.time < b.time;
  if (a.route() != b.route()) return a.route() < b.route();
  return a.tag < b.tag;
}

}  // namespace orrery::pdes
