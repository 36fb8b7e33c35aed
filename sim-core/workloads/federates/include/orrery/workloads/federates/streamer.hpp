// A federate that sends a stream to all others, or receives those of others, or both. Every so many updates are stamped:
// each receiver returns such a one at once, within the stream, and the sender times it by its own clock alone.
//
// Every update names its sender and its number, so that each receiver knows what it lacks: a federate is done when it has
// sent its own, received all of the others, returned what is to be returned, and has got its own returns back. Of best-effort
// data some may never come: then each says, reliably, when it has sent all, and when it has received and returned what it
// will; what has not come when that is known, and nothing has come for so long that nothing can be under way, is lost.
// Of transportations that know the newest value, that of each object does come: a receiver waits for it.
#pragma once

#include <atomic>
#include <deque>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/histogram.hpp"
#include "orrery/workloads/federates/exchange.hpp"

namespace orrery::workloads::federates {

struct StreamShape {
  ExchangeShape exchanged;
  int federates = 2;
  int senders = 1;  // federates 0 to senders - 1
  std::uint32_t updates = 0;
  std::uint32_t warmup_updates = 0;
  std::uint32_t returned_every = 0;     // 0: none
  double rate_hz = 0;                   // of a sender; 0: as fast as it can
  std::int64_t settling_ns = 0;         // of best-effort data
  std::int64_t newest_settling_ns = 0;  // of newest values

  // Returns of each receiver for each sender.
  [[nodiscard]] std::uint64_t returns() const {
    return returned_every == 0 ? 0 : (updates + returned_every - 1) / returned_every;
  }
  // Senders from which this federate receives.
  [[nodiscard]] int senders_to(int federate) const {
    return senders - (federate < senders ? 1 : 0);
  }
};

// The classes of returns beside those of the data, which go as the data goes, and of what is said about lossy data: as in
// a .fed file.
std::string return_classes_of(const StreamShape& shape);

// What a federate counts over the measured part.
struct StreamTotals {
  std::uint64_t sent = 0;
  std::uint64_t congested = 0;
  std::int64_t sending_ns = 0;
  std::uint64_t received = 0;
  std::uint64_t received_bytes = 0;
  std::uint64_t numbers = 0;       // their sum
  std::uint64_t out_of_order = 0;  // of best effort: overtaken; of newest values: after a newer one
  std::uint64_t again = 0;         // newest values that were held already
  std::uint64_t stale = 0;         // objects of which the last value has not come
  std::int64_t receiving_ns = 0;   // to the last
  std::uint64_t given_back = 0;
  std::uint64_t returned = 0;  // that came back to it
  std::uint64_t round_trip_p50_ns = 0;
  std::uint64_t round_trip_p99_ns = 0;
};

// What came at a federate over its life, for holding it against what ports counted.
struct StreamArrivals {
  std::vector<std::uint64_t> updates;  // by sender
  std::vector<std::uint64_t> returns;  // by federate
};
// Behind the totals in a federate's report.
StreamArrivals arrivals_in(const Report& report, const StreamShape& shape);

// Returns of one receiver, as their sender has seen them.
struct ReturnTrace {
  base::Histogram times;
  std::vector<double> numbers;  // of some of the updates
  std::vector<double> times_ns;
};

class Streamer final : public Party {
 public:
  Streamer(rti::BasicNode& node, const Cast& cast, int number, const StreamShape& shape,
           std::atomic<std::uint64_t>* done);

  [[nodiscard]] StreamTotals totals() const;
  [[nodiscard]] const StreamArrivals& arrivals() const { return arrivals_; }
  // By federate; empty for one that only receives.
  [[nodiscard]] const std::vector<ReturnTrace>& traces() const { return traces_; }
  [[nodiscard]] base::Histogram round_trips() const;
  [[nodiscard]] std::int64_t elapsed_ns() const { return elapsed_ns_; }

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
  // The first bytes of every update; a return has the same, with the receiver for the sender.
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

  // Of a value of an object: orders those of warm-up and of the measured part. 0: none is held.
  static std::uint64_t place(const Stamp& stamp) {
    return (std::uint64_t{stamp.measured} << 32U) + stamp.number + 1;
  }
  [[nodiscard]] std::uint64_t& held_of(const Stamp& stamp) {
    return held_[stamp.federate * shape_.exchanged.targets() +
                 stamp.number % shape_.exchanged.targets()];
  }

  // What is said of best-effort data.
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
  // Has all come, or nothing for so long that the rest is lost?
  [[nodiscard]] bool all_in(std::uint64_t came, std::uint64_t wanted, std::int64_t settling_ns);
  [[nodiscard]] bool updates_in();

  const StreamShape shape_;
  const base::CycleClock clock_ = base::CycleClock::calibrate();
  std::atomic<std::uint64_t>* done_;
  Outlet outlet_;
  std::vector<Return> returns_;  // by sender
  std::size_t discovered_ = 0;
  std::uint32_t sent_ = 0;  // of the part under way
  bool measured_ = false;   // that part
  std::uint64_t warm_returns_ = 0;
  std::int64_t began_ns_ = 0;
  std::int64_t received_at_ns_ = 0;
  std::int64_t elapsed_ns_ = 0;
  std::vector<std::int64_t> sent_at_ns_;  // of those to be returned
  std::vector<std::uint32_t> next_;       // by sender: the number that is to come
  std::vector<std::uint64_t> held_;       // of newest values: by sender and object, the place
  std::uint64_t last_ = 0;                // of those, that nothing newer follows
  StreamArrivals arrivals_;
  std::deque<Stamp> to_return_;
  // Of best effort alone.
  Return said_;
  bool said_sent_ = false;
  bool said_returned_ = false;
  int heard_sent_ = 0;  // from so many senders
  int heard_returned_ = 0;
  std::int64_t arrived_ns_ = 0;  // when the last message did, of whatever kind
  std::vector<ReturnTrace> traces_;
  StreamTotals totals_;
};

}  // namespace orrery::workloads::federates
