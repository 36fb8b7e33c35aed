// Lower bound on time stamps (LBTS): the least of all parties' bounds and of the time stamps of all messages under way.
//
// No transport, no clock, no thread. Calls return protocol messages; the owner sends them to the parties named, reliably, in any
// order. Each party has one Lbts, used by one thread.
//
// Any party may start a computation at any time; parties that start one at the same time start the same one. Each party enters a
// computation once, with its bound at that moment: afterwards it sends no message with an earlier time stamp, unless it receives an earlier one.
// Up to `in_flight` computations run at once.
//
// Messages under way (Mattern's colours): a message carries as its tag the number of computations that its sender had entered. A
// computation's result waits until every message sent before it has been received, and includes their time stamps. Therefore the
// owner reports every time-stamped message that it sends or receives.
//
// butterfly  ceil(log F of N) rounds for any number N of parties and any fan-out F, no centre: in round k a party hears from the
//            parties F^k, 2 F^k, ... (F - 1) F^k before it.
// central    all parties report to party 0, which sends the result to all. Fewer messages: better with more parties than cores.
// automatic  `trials` computations of each, timed by party 0; then the faster.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::timing {

using Time = std::int64_t;
inline constexpr Time never = std::numeric_limits<Time>::max();
// Preserves order: time_of(a) < time_of(b) exactly if a < b. Negative zero equals zero. `value` must not be NaN.
Time time_of(double value);
double double_of(Time time);

enum class Algorithm : std::uint8_t { butterfly, central, automatic };

struct LbtsOptions {
  std::uint32_t self = 0;
  std::uint32_t parties = 1;
  Algorithm algorithm = Algorithm::automatic;
  std::uint32_t fan_out = 2;
  std::uint32_t in_flight = 4;
  std::uint32_t trials = 64;  // automatic: computations measured with each algorithm
};

inline constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

// The least value that parties gave, and the least without the party that gave it.
struct LeastTwo {
  Time least = never;
  Time second = never;
  std::uint32_t who = nobody;  // the party that gave `least`; nobody: a message did
  std::uint32_t unused = 0;
  void merge(const LeastTwo& other) {
    if (other.least < least) {
      second = std::min(least, other.second);
      least = other.least;
      who = other.who;
    } else {
      second = std::min(second, other.least);
    }
  }
  [[nodiscard]] Time without(std::uint32_t party) const { return who == party ? second : least; }
  bool operator==(const LeastTwo&) const = default;
};

// What a party says of the messages that it will send.
struct Promise {
  Time bound = never;  // none is earlier, if it receives nothing earlier
  Time floor = never;  // none is earlier, whatever it receives; at most `bound`
  Time delay =
      0;  // an answer to a message is later than it by this at least; as the owner adds times
};

struct Partial {
  LeastTwo bound;
  LeastTwo floor;
  LeastTwo delay;
  std::int64_t under_way = 0;  // messages sent minus messages received
  void merge(const Partial& other) {
    bound.merge(other.bound);
    floor.merge(other.floor);
    delay.merge(other.delay);
    under_way += other.under_way;
  }
  bool operator==(const Partial&) const = default;
};

// On the wire: all fields little-endian in this order, 192 bytes.
struct LbtsMessage {
  enum class Kind : std::uint32_t { reduce, correct, report, begin, result };
  std::uint64_t computation = 0;
  Kind kind = Kind::reduce;
  std::uint32_t round = 0;
  std::uint32_t from = 0;
  std::uint32_t origin = 0;  // correct: the party that received the messages
  std::uint64_t choice = 0;  // result: 0, or the choice: 1 butterfly, 2 central
  Partial sum = {};          // reduce: the F^round parties up to `from`
  Partial rest = {};         // reduce: the (N mod F^round) parties up to `from`
  // Bytes to send: an empty `rest` may be left out.
  [[nodiscard]] std::size_t wire_bytes() const {
    return sizeof(LbtsMessage) - (rest == Partial{} ? sizeof(Partial) : 0);
  }
};
static_assert(sizeof(LbtsMessage) == 192);

struct Outgoing {
  std::uint32_t to = 0;
  LbtsMessage message;
};
using Outbox = std::vector<Outgoing>;  // calls append; the owner sends and clears

struct Bound {
  std::uint64_t computation = 0;
  Time time = never;
  // Likewise without this party's own bound. Valid while this party has sent no message with an earlier time stamp since it entered
  // the computation: others may answer such a message, but not before its time and `others_delay`, and not before
  // `others_floor`.
  Time others = never;
  // The least floor of the other parties.
  Time others_floor = never;
  // The least delay of the other parties.
  Time others_delay = never;
};

struct LbtsCounters {
  std::uint64_t computations = 0;  // finished at this party
  std::uint64_t messages = 0;      // appended to outboxes
  std::uint64_t transients =
      0;  // messages received after the computation that follows them was entered
  std::uint64_t refused = 0;  // invalid messages
};

class Lbts {
 public:
  // Errors: invalid_argument, naming the option.
  static base::Result<std::unique_ptr<Lbts>> create(const LbtsOptions& options);
  virtual ~Lbts() = default;

  // Reports that a time-stamped message leaves; call it for each receiver. Returns the tag to send with it.
  virtual std::uint64_t sent() = 0;
  // Reports that a time-stamped message arrived with `tag`. An impossible tag is refused and counted.
  virtual void received(std::uint64_t tag, Time time, std::int64_t now_ns, Outbox& out) = 0;

  // Enters the next computation: starts it, or takes part if another party has started it. Returns false if `in_flight` computations
  // are under way at this party.
  virtual bool enter(const Promise& promise, std::int64_t now_ns, Outbox& out) = 0;
  // Whether other parties wait for this party to enter.
  [[nodiscard]] virtual bool asked() const = 0;
  // Computations under way at this party, and all that it has entered.
  [[nodiscard]] virtual std::uint32_t under_way() const = 0;
  [[nodiscard]] virtual std::uint64_t entered() const = 0;

  virtual void on_message(const LbtsMessage& message, std::int64_t now_ns, Outbox& out) = 0;

  // Returns each finished computation once. With several in flight they may finish in another order than their numbers; every bound
  // is valid, so use the greatest.
  virtual std::optional<Bound> take() = 0;

  // The algorithm of the next computation, as far as this party knows.
  [[nodiscard]] virtual Algorithm algorithm() const = 0;
  [[nodiscard]] virtual const LbtsCounters& counters() const = 0;
};

// The rounds of a butterfly among `parties`.
std::uint32_t butterfly_rounds(std::uint32_t parties, std::uint32_t fan_out);

}  // namespace orrery::timing
