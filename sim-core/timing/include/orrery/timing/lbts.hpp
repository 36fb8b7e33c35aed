// Lower bound on time stamps: the least of all parties' bounds and of all messages under way.
//
// Pure: no transport, no clock, no thread. Events go in, protocol messages come out; the owner carries
// them to the parties named, reliably but in any order. One Lbts per party; calls by one thread.
//
// Any party may start a computation at any time; those that start one at the same time start the same.
// Each party takes part once, with its bound at that moment: no message that it sends later has a lesser
// time stamp. Up to `in_flight` computations may be under way at once.
//
// Messages under way (Mattern's colours): a message is tagged with the number of computations that its
// sender had entered. The result of a computation waits until all messages sent before it have been
// received, and includes their time stamps. So tell every time-stamped message sent and received.
//
// butterfly  ceil(log F of N) rounds for any number N of parties and any fan-out F, no centre: in round
//            k a party hears from those F^k, 2 F^k, ... (F - 1) F^k before it.
// central    all report to party 0, which tells all. Fewer messages: better with more parties than
//            cores.
// automatic  begins with some of each, timed by party 0; then the faster.
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
// Order-preserving: time_of(a) < time_of(b) exactly if a < b; not for NaN. Negative zero is zero.
Time time_of(double value);
double double_of(Time time);

enum class Algorithm : std::uint8_t { butterfly, central, automatic };

struct LbtsOptions {
  std::uint32_t self = 0;
  std::uint32_t parties = 1;
  Algorithm algorithm = Algorithm::automatic;
  std::uint32_t fan_out = 2;
  std::uint32_t in_flight = 4;
  std::uint32_t trials = 64;  // automatic: computations of each kind
};

inline constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

struct Partial {
  Time least = never;
  std::int64_t under_way = 0;  // messages sent less messages received
  Time second = never;         // the least of all others than the one that `least` is of
  std::uint32_t who = nobody;  // whose bound `least` is; nobody: a message's time stamp
  std::uint32_t unused = 0;
  void merge(const Partial& other) {
    if (other.least < least) {
      second = std::min(least, other.second);
      least = other.least;
      who = other.who;
    } else {
      second = std::min(second, other.least);
    }
    under_way += other.under_way;
  }
  [[nodiscard]] Time without(std::uint32_t party) const { return who == party ? second : least; }
};

// As it travels: all fields little-endian in this order, 96 bytes.
struct LbtsMessage {
  enum class Kind : std::uint32_t { reduce, correct, report, begin, result };
  std::uint64_t computation = 0;
  Kind kind = Kind::reduce;
  std::uint32_t round = 0;
  std::uint32_t from = 0;
  std::uint32_t origin = 0;  // correct: who received the messages
  Partial sum = {};          // reduce: of the F^round parties up to `from`
  Partial rest = {};         // reduce: of the (N mod F^round) parties up to `from`
  std::uint64_t choice = 0;  // result: 0, or the choice: 1 butterfly, 2 central
};
static_assert(sizeof(LbtsMessage) == 96);

struct Outgoing {
  std::uint32_t to = 0;
  LbtsMessage message;
};
using Outbox = std::vector<Outgoing>;  // appended to; the owner sends and clears

struct Bound {
  std::uint64_t computation = 0;
  Time time = never;
  // The same without this party's own bound. It holds as long as this party has sent nothing with a lesser
  // time stamp since it entered the computation: what others send in answer may be as early as that.
  Time others = never;
};

struct LbtsCounters {
  std::uint64_t computations = 0;  // finished here
  std::uint64_t messages = 0;      // put into outboxes
  std::uint64_t transients = 0;    // received after the computation that they preceded was entered
  std::uint64_t refused = 0;       // messages that cannot be
};

class Lbts {
 public:
  // Errors: invalid_argument, naming the option.
  static base::Result<std::unique_ptr<Lbts>> create(const LbtsOptions& options);
  virtual ~Lbts() = default;

  // A time-stamped message leaves (to one party; tell each copy): its tag, to be sent with it.
  virtual std::uint64_t sent() = 0;
  // One has come. Any tag but one that cannot be is fine.
  virtual void received(std::uint64_t tag, Time time, std::int64_t now_ns, Outbox& out) = 0;

  // False if `in_flight` computations are under way here. Enters the next one: starts it, or takes part
  // if another has started it.
  virtual bool enter(Time bound, std::int64_t now_ns, Outbox& out) = 0;
  // Others wait for this party to enter.
  [[nodiscard]] virtual bool asked() const = 0;
  // How many are under way here; how many were entered.
  [[nodiscard]] virtual std::uint32_t under_way() const = 0;
  [[nodiscard]] virtual std::uint64_t entered() const = 0;

  virtual void on_message(const LbtsMessage& message, std::int64_t now_ns, Outbox& out) = 0;

  // The next finished computation, each once. Their order may differ from that of their numbers where
  // several are in flight; bounds never contradict each other: use the greatest.
  virtual std::optional<Bound> take() = 0;

  // What is used from now on, as far as this party knows.
  [[nodiscard]] virtual Algorithm algorithm() const = 0;
  [[nodiscard]] virtual const LbtsCounters& counters() const = 0;
};

// Messages of a butterfly among `parties`, all together, and its rounds.
std::uint32_t butterfly_rounds(std::uint32_t parties, std::uint32_t fan_out);

}  // namespace orrery::timing
