// The future event list: one contract, several structures (lists/*.hpp), chosen at compile time.
//
//   push(event)   any time >= 0, also earlier than what has been popped already
//   peek()        the first event in the order of before(), or nullptr; valid until the next call of any kind
//   pop(event)    moves the first event out; the list must not be empty
//   size()        events held
//   pop_before(limit, event)   optional: pop(event) if the first event's time is below the limit; whether it was
//   upcoming(n)   optional: an event that will be popped soon, likely after n others, or nullptr; a hint to prefetch by
//   reserve(n)    prepares memory for n events
//   for_each(f)   every event, in no particular order
//
// A list belongs to one thread. Memory is pooled: once a population has been reached, holding it (pop, push, pop, ...)
// allocates nothing, apart from a rare change of width or bucket count, which is amortised over at least as many
// operations as the list holds events. Ties in time are served in the order of before() by all of them.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

namespace orrery::pdes {

template <class L, class E>
concept EventList = requires(L list, const L& held, const E& event, E& out, std::size_t n) {
  { L::name } -> std::convertible_to<std::string_view>;
  { list.push(event) } -> std::same_as<void>;
  { list.peek() } -> std::same_as<const E*>;
  { list.pop(out) } -> std::same_as<void>;
  { held.size() } -> std::same_as<std::size_t>;
  { list.reserve(n) } -> std::same_as<void>;
  held.for_each([](const E&) {});
};

// pop_before() of any list.
template <class L, class E>
[[gnu::always_inline]] inline bool pop_before(L& list, double limit, E& out) {
  if constexpr (requires { list.pop_before(limit, out); }) {
    return list.pop_before(limit, out);
  } else {
    const E* const first = list.peek();
    if (first == nullptr || !(first->time < limit)) return false;
    list.pop(out);
    return true;
  }
}

}  // namespace orrery::pdes
