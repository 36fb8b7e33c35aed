// A federate that sends a stream to all others, receives the streams of others, or both. Every `returned_every`-th update is
// to be returned: each receiver returns it at once, within the stream, and the sender times the round trip by its own clock.
//
// Every update contains its sender and its number, so that each receiver knows which updates are missing. With reliable data,
// a federate is done when it has sent all its updates, received all updates of the others, returned those to be returned, and
// received its own returns. Best-effort data may be lost: so each federate reports reliably when it has sent all its updates,
// and when it has received and returned all that it will. A message that is missing when all have reported and nothing has
// arrived for the settling time is lost. With newest values, the last value of each object does arrive, and a receiver waits
// for it.
#pragma once

#include <atomic>
#include <deque>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/histogram.hpp"
#include "orrery/workloads/federates/exchange.hpp"
#include "orrery/workloads/federates/intent_watch.hpp"
#include "orrery/workloads/federates/receiver_board.hpp"

namespace orrery::workloads::federates {

struct StreamShape {
  ExchangeShape exchanged;
  int federates = 2;
  int senders = 1;  // federates 0 to senders - 1
  std::uint32_t updates = 0;
  std::uint32_t warmup_updates = 0;
  std::uint32_t returned_every = 0;     // 0: no returns
  double rate_hz = 0;                   // of a sender; 0: as fast as possible
  std::int64_t settling_ns = 0;         // of best-effort data
  std::int64_t newest_settling_ns = 0;  // of newest values
  contracts::Intent intent = {};        // of each sender

  // Number of returns from each receiver to each sender.
  [[nodiscard]] std::uint64_t returns() const {
    return returned_every == 0 ? 0 : (updates + returned_every - 1) / returned_every;
  }
  // Number of senders from which `federate` receives.
  [[nodiscard]] int senders_to(int federate) const {
    return senders - (federate < senders ? 1 : 0);
  }
};

// The interaction classes of returns, reliable or best effort as the data, and of the reports about lossy data, in the syntax
// of a .fed file.
std::string return_classes_of(const StreamShape& shape);

// Counts of a federate over the measured part.
struct StreamTotals {
  std::uint64_t sent = 0;
  std::uint64_t congested = 0;
  std::int64_t sending_ns = 0;
  std::uint64_t received = 0;
  std::uint64_t received_bytes = 0;
  std::uint64_t numbers = 0;       // sum of the received numbers
  std::uint64_t out_of_order = 0;  // best effort: overtaken; newest values: after a newer one
  std::uint64_t again = 0;         // newest values that were held already
  std::uint64_t stale = 0;         // objects whose last value has not arrived
  std::int64_t receiving_ns = 0;   // until the last update
  std::uint64_t given_back = 0;
  std::uint64_t returned = 0;  // returns that it received
  std::uint64_t round_trip_p50_ns = 0;
  std::uint64_t round_trip_p99_ns = 0;
};

// Messages that arrived at a federate over its life, to compare with the counters of ports.
struct StreamArrivals {
  std::vector<std::uint64_t> updates;  // by sender
  std::vector<std::uint64_t> returns;  // by federate
};
// Reads the arrivals, which follow the totals in a federate's report.
StreamArrivals arrivals_in(const Report& report, const StreamShape& shape);

// Returns of one receiver, as the sender has measured them.
struct ReturnTrace {
  base::Histogram times;
  std::vector<double> numbers;  // of at most 1,000 of the updates
  std::vector<double> times_ns;
};

class Streamer final : public Party {
 public:
  Streamer(rti::BasicNode& node, const Cast& cast, int number, const StreamShape& shape,
           std::atomic<std::uint64_t>* done);

  [[nodiscard]] StreamTotals totals() const;
  [[nodiscard]] const StreamArrivals& arrivals() const { return arrivals_; }
  // By federate; empty if this federate only receives.
  [[nodiscard]] const std::vector<ReturnTrace>& traces() const { return traces_; }
  [[nodiscard]] base::Histogram round_trips() const;
  [[nodiscard]] std::int64_t elapsed_ns() const { return elapsed_ns_; }
  [[nodiscard]] const IntentWatch& intent() const { return intent_; }

 protected:
  rti::Status declare() override;
  [[nodiscard]] bool declared() const override;
  bool work() override;
  void began() override;
  [[nodiscard]] std::vector<std::byte> own_words() const override;
  void discover_object_instance(rti::ObjectInstanceHandle, rti::ObjectClassHandle,
                                const std::string&, rti::FederateHandle) override {
    ++discovered_;
  }
  void reflect_attribute_values(rti::ObjectInstanceHandle,
                                std::span<const rti::AttributeValue> values, rti::Bytes,
                                const rti::Delivery&) override;
  void on_interaction(rti::InteractionClassHandle of,
                      std::span<const rti::ParameterValue> values) override;

 private:
  // The first bytes of every update. A return has the same stamp, with the receiver's number in place of the sender's.
  struct Stamp {
    std::uint32_t number = 0;
    std::uint16_t federate = 0;
    std::uint8_t returned = 0;
    std::uint8_t measured = 0;
  };
  struct Return {
    rti::InteractionClassHandle of;
    rti::ParameterHandle parameter;
  };

  // The position of a value in the order of its object's values: those of the measured part follow those of warm-up. 0: no
  // value.
  static std::uint64_t place(const Stamp& stamp) {
    return (std::uint64_t{stamp.measured} << 32U) + stamp.number + 1;
  }
  [[nodiscard]] std::uint64_t& held_of(const Stamp& stamp) {
    return held_[stamp.federate * shape_.exchanged.targets() +
                 stamp.number % shape_.exchanged.targets()];
  }

  // Reports about best-effort data.
  enum class Said : std::uint8_t { sent, returned };

  template <class Values>
  void take(const Values& values);
  void came_back(const Stamp& stamp);
  rti::Status declare_said();
  bool say(Said what);
  void hear(rti::Bytes words);
  bool give_back();
  bool send();
  bool refused(const rti::Status& sent);
  [[nodiscard]] bool sends() const { return number() < shape_.senders; }
  [[nodiscard]] bool lossy() const { return shape_.exchanged.lossy(); }
  [[nodiscard]] bool of_newest() const { return shape_.exchanged.of_newest(); }
  [[nodiscard]] bool is_new(const Stamp& stamp);
  [[nodiscard]] std::uint64_t stale() const;
  [[nodiscard]] bool warm();
  [[nodiscard]] bool complete();
  [[nodiscard]] bool settled();
  // Whether all messages have arrived, or none for `settling_ns`, so that the rest is lost.
  [[nodiscard]] bool all_in(std::uint64_t came, std::uint64_t wanted, std::int64_t settling_ns);
  [[nodiscard]] bool updates_in();

  const StreamShape shape_;
  const base::CycleClock clock_ = base::CycleClock::calibrate();
  std::atomic<std::uint64_t>* done_;
  ReceiverLine* const line_;          // null: no live figures
  std::vector<ReceiverLine*> lines_;  // at federate 0, which times returns: by federate
  Outlet outlet_;
  IntentWatch intent_;
  std::vector<Return> returns_;  // by sender
  std::size_t discovered_ = 0;
  std::uint32_t sent_ = 0;  // in the warm-up or the measured part
  bool measured_ = false;   // the measured part has begun
  std::uint64_t warm_returns_ = 0;
  std::int64_t began_ns_ = 0;
  std::int64_t received_at_ns_ = 0;
  std::int64_t elapsed_ns_ = 0;
  std::vector<std::int64_t> sent_at_ns_;  // of the updates to be returned
  std::vector<std::uint32_t> next_;       // by sender: the next expected number
  std::vector<std::uint64_t> held_;       // newest values, by sender and object: place()
  std::uint64_t last_ = 0;                // held values that are the last of their object
  StreamArrivals arrivals_;
  std::deque<Stamp> to_return_;
  // For best effort only.
  Return said_;
  bool said_sent_ = false;
  bool said_returned_ = false;
  int heard_sent_ = 0;  // senders that have reported `sent`
  int heard_returned_ = 0;
  std::int64_t arrived_ns_ = 0;  // when the last message of any kind arrived
  std::vector<ReturnTrace> traces_;
  StreamTotals totals_;
};

}  // namespace orrery::workloads::federates
