// A federate's logical time: the rules of regulating and being constrained. Pure.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "orrery/rti/types.hpp"
#include "orrery/timing/lbts.hpp"

namespace orrery::rti {

inline constexpr std::int64_t never = timing::never;

// Arithmetic of a representation. Sums that cannot be are `never`.
std::int64_t add(TimeRepresentation as, std::int64_t time, std::int64_t interval);
std::int64_t subtract(TimeRepresentation as, std::int64_t time, std::int64_t interval);
std::int64_t zero(TimeRepresentation as);
// Finite, and none of the numbers that stand for something else.
bool is_time(TimeRepresentation as, std::int64_t value);
// As its federation writes it, for errors: 2.5 and not the bits of it.
std::string time_text(TimeRepresentation as, std::int64_t time);

enum class Advance : std::uint8_t { none, tar, tara, nmr, nmra, fqr };

struct TimeRules {
  TimeRepresentation as = TimeRepresentation::float64;
  bool regulating = false;
  bool constrained = false;
  bool regulation_asked = false;    // not yet known to all
  bool regulation_pending = false;  // known to all: the time to begin at is being found
  bool constrained_pending = false;
  bool asynchronous = false;
  bool regulation_advances = false;  // `advance` is the implicit one of enabling time regulation
  Advance advance = Advance::none;
  std::int64_t time = 0;
  std::int64_t requested = 0;
  std::int64_t lookahead = 0;
  std::int64_t promised = std::numeric_limits<std::int64_t>::min();  // before lookahead shrank
  // The federate sends nothing up to this time any more: the one that TAR or NMR granted last since it regulates.
  std::int64_t closed = std::numeric_limits<std::int64_t>::min();
  // It receives nothing up to this time any more in timestamp order: the one that TAR or NMR granted last since it is
  // constrained.
  std::int64_t complete = std::numeric_limits<std::int64_t>::min();
  // Likewise, until a save has begun: the time of that save, up to which nobody can send to it any more.
  std::int64_t complete_for_save = std::numeric_limits<std::int64_t>::min();

  // The least time stamp that may be sent with in the granted state, or while `how` is pending.
  [[nodiscard]] std::int64_t least_stamp(Advance how) const {
    return how == Advance::none ? bound_at(time, how) : bound_at(requested, how);
  }
  // The least time stamp that may still come in timestamp order.
  [[nodiscard]] std::int64_t least_arrival() const {
    return std::max(time, std::max(complete, complete_for_save) + 1);
  }
  // The same, once the pending advance has been granted up to `granted_time`.
  [[nodiscard]] std::int64_t least_arrival_after(std::int64_t granted_time) const {
    TimeRules granted = *this;
    granted.grant(granted_time);
    return granted.least_arrival();
  }
  // What comes in receive order waits for the federate's next advance.
  [[nodiscard]] bool holds_receive_order() const {
    return constrained && !asynchronous && advance == Advance::none;
  }
  // It is to be granted the time of the next message.
  [[nodiscard]] bool asks_for_next() const {
    return constrained && (advance == Advance::nmr || advance == Advance::nmra);
  }
  // The least that may be sent from now on, whatever is granted; `queued`: the smallest time stamp queued.
  [[nodiscard]] std::int64_t bound(std::int64_t queued) const {
    if (!regulating) return never;
    if (asks_for_next() && queued < requested) return bound_at(queued, advance);
    // A flush may be granted less than it asks for.
    return least_stamp(advance == Advance::fqr ? Advance::none : advance);
  }
  // The same, whatever is received.
  [[nodiscard]] std::int64_t floor() const {
    if (!regulating) return never;
    const bool may_shorten = asks_for_next() || advance == Advance::fqr;
    return least_stamp(may_shorten ? Advance::none : advance);
  }
  // The least time, not before the federate's, from which it sends nothing before `stamp`.
  [[nodiscard]] std::int64_t regulation_time(std::int64_t stamp) const {
    std::int64_t begins = std::max(time, subtract(as, stamp, lookahead));
    while (add(as, begins, lookahead) < stamp) ++begins;  // the difference was rounded
    return begins;
  }
  void grant(std::int64_t granted_time) {
    const Advance how = std::exchange(advance, Advance::none);
    time = granted_time;
    if (how != Advance::tar && how != Advance::nmr) return;
    closed = std::max(closed, granted_time);
    if (constrained) complete = granted_time;
  }
  // To what may be granted now, given the bound on what others send and the smallest queued; `never`: nothing.
  [[nodiscard]] std::int64_t grantable(std::int64_t others, std::int64_t queued) const {
    if (advance == Advance::none) return never;
    if (!constrained) return requested;
    const std::int64_t candidate = asks_for_next() ? std::min(requested, queued) : requested;
    const bool equal = advance == Advance::tara || advance == Advance::nmra;
    return candidate < others || (equal && candidate == others) || others == never ? candidate
                                                                                   : never;
  }

 private:
  [[nodiscard]] std::int64_t bound_at(std::int64_t at, Advance how) const {
    const bool closes = how == Advance::tar || how == Advance::nmr;
    const std::int64_t over = closes ? std::max(closed, at) : closed;
    return std::max({add(as, at, lookahead), promised, over + 1});
  }
};

}  // namespace orrery::rti
