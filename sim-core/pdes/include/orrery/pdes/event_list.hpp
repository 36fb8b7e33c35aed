// The future event list: one contract, several structures (lists/*.hpp), chosen at compile time.
//
//   push(event)   adds an event; its time is >= 0, and may be earlier than that of events already popped
//   peek()        the first event in the order of before(), or nullptr; valid until the next call of any kind
//   pop(event)    moves the first event out; the list must not be empty
//   size()        events held
//   pop_before(limit, event)   optional: pop(event) and true if the first event's time is below the limit, else false
//   upcoming(n)   optional, a hint for prefetching: an event that is likely to be popped after n others, or nullptr
//   reserve(n)    prepares memory for n events
//   for_each(f)   calls f for every event, in no particular order
//
// A list belongs to one thread. Memory is pooled: once a population has been reached, pops and pushes that keep the
// population allocate nothing. The exception is a change of bucket width or bucket count, which is rare: its cost is
// amortised over at least as many operations as the list holds events. All lists order events of equal time by before().
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

// Calls the list's pop_before(), or does the same with peek() and pop() if the list has none.
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
