// The federate that sends, and the federates that receive and count.
//
// A cycle: federate 0 announces its begin, waits for an answer of each receiver, sends its updates, announces its end, and
// waits for an answer of each receiver again. A receiver times a cycle from its first answer: if it timed a cycle from the
// first update, the rate of a receiver that starts late would be the rate at which it takes updates that wait. Every update
// counts for the cycle that it names, whenever it arrives. Best-effort data may be lost: a receiver answers when all updates have
// arrived, or when none has arrived for the settling time. With newest values it waits for the last value of each object. One
// shot: the updates of a cycle have a time stamp, and leave when the sender has advanced to this time. In a run that
// switches, the sender changes its transportation between cycles, and begins the next cycle when the RTI has confirmed the
// change.
//
// One in 64 updates, chosen by its number, has the time of its sending behind its stamp, if there is room for it and all
// federates are on one host, whose clock they share. A receiver records how long these updates took.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/histogram.hpp"
#include "orrery/workloads/federates/exchange.hpp"
#include "orrery/workloads/federates/intent_watch.hpp"
#include "orrery/workloads/federates/receiver_board.hpp"

namespace orrery::workloads::rti_throughput {

using federates::ExchangeShape;
using federates::shape_of;

// Which cycles use best effort; the others are reliable.
class Turns {
 public:
  explicit Turns(const contracts::RtiThroughputPlan& plan)
      : lossy_(shape_of(plan).lossy()),
        warm_up_(static_cast<std::uint32_t>(plan.warmup_cycles)),
        every_(static_cast<std::uint32_t>(plan.switch_every)) {}

  [[nodiscard]] bool switches() const { return every_ > 0; }
  // `cycle` counts from the first warm-up cycle. Warm-up cycles use the plan's transportation.
  [[nodiscard]] bool lossy(std::uint32_t cycle) const {
    if (every_ == 0 || cycle < warm_up_) return lossy_;
    return (cycle - warm_up_) / every_ % 2 == 0;
  }

 private:
  bool lossy_;
  std::uint32_t warm_up_;
  std::uint32_t every_;
};

// Counts of one cycle at one receiver.
struct Counted {
  std::uint64_t updates = 0;
  std::uint64_t late = 0;  // arrived after the end was answered
  std::uint64_t bytes = 0;
  std::int64_t elapsed_ns = 0;  // from its answer to `begins` until its last update
  // Newest values:
  std::uint64_t again = 0;  // arrived while they were held
  std::uint64_t older = 0;  // arrived after a newer one
  std::uint64_t stale = 0;  // objects whose last value has not arrived by the end
};

// How long updates took to one receiver, over the measured cycles. In a report it stands before the counts of the cycles.
struct Latency {
  std::uint64_t count = 0;
  std::uint64_t p50_ns = 0;
  std::uint64_t p99_ns = 0;
};

// Counts of one cycle at the sender.
struct Sent {
  std::uint64_t updates = 0;
  std::uint64_t congested = 0;
  std::int64_t elapsed_ns = 0;
  // Copies given to the best-effort port; with one shot: before their time, and at their time.
  std::uint64_t left_before = 0;
  std::uint64_t left_then = 0;
  // By receiver: from its answer to `begins` until the first update.
  std::vector<std::int64_t> lead_ns;
};

class Sender final : public federates::Party {
 public:
  // `shares_clock`: all federates are on this host.
  Sender(rti::BasicNode& node, const federates::Cast& cast,
         const contracts::RtiThroughputPlan& plan, bool shares_clock,
         std::atomic<std::uint64_t>* done);

  [[nodiscard]] const std::vector<Sent>& cycles() const { return cycles_; }
  // Duration of each switch, from the request until all confirmations have arrived.
  [[nodiscard]] const std::vector<std::int64_t>& switches_ns() const { return switches_ns_; }
  [[nodiscard]] std::int64_t elapsed_ns() const { return elapsed_ns_; }
  [[nodiscard]] const federates::IntentWatch& intent() const { return intent_; }

 protected:
  rti::Status declare() override;
  [[nodiscard]] bool declared() const override { return timed_ == nullptr || regulates_; }
  bool work() override;
  void began() override;
  void on_answer(rti::Bytes words) override;
  void time_regulation_enabled(rti::LogicalTime) override { regulates_ = true; }
  void time_advance_grant(rti::LogicalTime) override { granted_ = true; }
  void confirm_attribute_transportation_type_change(rti::ObjectInstanceHandle,
                                                    std::span<const rti::AttributeHandle>,
                                                    rti::TransportationType to) override {
    confirmed_ += to == wanted_by_ ? 1 : 0;
  }
  void confirm_interaction_transportation_type_change(rti::InteractionClassHandle,
                                                      rti::TransportationType to) override {
    confirmed_ += to == wanted_by_ ? 1 : 0;
  }

 private:
  enum class Doing : std::uint8_t {
    beginning,
    switching,
    meeting,
    sending,
    advancing,
    ending,
    waiting,
  };

  bool begin_cycle();
  bool send();
  bool advance();
  bool change();
  [[nodiscard]] bool counts_copies() const { return timed_ != nullptr || turns_.switches(); }
  // Number of copies given to the best-effort port.
  [[nodiscard]] std::uint64_t left() const;
  [[nodiscard]] rti::LogicalTime time_of_cycle() const;
  bool say(std::uint8_t what);

  const contracts::RtiThroughputPlan plan_;
  const ExchangeShape shape_;
  const Turns turns_;
  const bool times_;  // writes times of sending
  const base::CycleClock clock_ = base::CycleClock::calibrate();
  std::atomic<std::uint64_t>* done_;
  federates::Outlet outlet_;
  federates::IntentWatch intent_;
  std::uint32_t cycle_ = 0;  // warm-up ones first
  Doing doing_ = Doing::beginning;
  Sent now_;
  std::int64_t cycle_began_ns_ = 0;
  std::int64_t began_ns_ = 0;
  std::int64_t elapsed_ns_ = 0;
  int answers_ = 0;
  std::vector<std::int64_t> answered_ns_;  // by receiver: its latest answer
  // For switches only.
  rti::RtiAmbassador* switched_ = nullptr;
  bool by_lossy_ = true;  // the transportation that the RTI has confirmed
  rti::TransportationType wanted_by_ = rti::TransportationType::best_effort;
  std::size_t confirmed_ = 0;  // of `asked_`
  std::size_t asked_ = 0;
  std::int64_t switch_began_ns_ = 0;
  std::vector<std::int64_t> switches_ns_;
  // For one shot only.
  rti::RtiAmbassador* timed_ = nullptr;
  bool regulates_ = false;
  bool granted_ = false;
  std::uint64_t left_ = 0;    // left() when the cycle began
  std::vector<Sent> cycles_;  // measured ones
};

class Receiver final : public federates::Party {
 public:
  Receiver(rti::BasicNode& node, const federates::Cast& cast, int number,
           const contracts::RtiThroughputPlan& plan, bool shares_clock);

 protected:
  rti::Status declare() override;
  [[nodiscard]] bool declared() const override {
    return !shape_.objects() || discovered_ == shape_.share(shape_.targets(), number());
  }
  bool work() override;
  [[nodiscard]] std::vector<std::byte> own_words() const override;
  void on_control(rti::Bytes words) override;
  void discover_object_instance(rti::ObjectInstanceHandle, rti::ObjectClassHandle,
                                const std::string&, rti::FederateHandle) override {
    ++discovered_;
  }
  void reflect_attribute_values(rti::ObjectInstanceHandle,
                                std::span<const rti::AttributeValue> values, rti::Bytes,
                                const rti::Delivery&) override {
    take(values);
  }
  void on_interaction(rti::InteractionClassHandle,
                      std::span<const rti::ParameterValue> values) override {
    take(values);
  }

 private:
  struct Cycle {
    Counted counted;
    std::int64_t began_ns = 0;
    std::int64_t last_ns = 0;
    std::uint64_t last = 0;  // held values that are the last of their object
    bool answered = false;
  };
  template <class Values>
  void take(const Values& values);
  // Records how long an update of a measured cycle took. `value`: with its time of sending.
  void time(rti::Bytes value);
  bool is_new(std::uint32_t cycle, std::uint32_t number, Cycle& counted);
  // Whether all updates of the cycle, or with newest values the last value of each object, have arrived.
  [[nodiscard]] bool whole(std::uint32_t cycle) const;

  const ExchangeShape shape_;
  const Turns turns_;
  const bool times_;                     // updates have times of sending
  const std::uint32_t first_measured_;   // cycle
  federates::ReceiverLine* const line_;  // null: no live figures
  std::uint64_t measured_updates_ = 0;
  base::Histogram took_;            // of updates of measured cycles, in ns
  const std::uint64_t wanted_;      // updates of a cycle that concern this receiver
  const std::int64_t settling_ns_;  // of best-effort data, or of newest values
  const base::CycleClock clock_ = base::CycleClock::calibrate();
  std::size_t discovered_ = 0;
  std::optional<std::uint32_t> beginning_;  // cycle whose beginning is to be answered
  std::optional<std::uint32_t> ending_;     // cycle whose end is to be answered
  std::int64_t ended_ns_ = 0;               // since then no update of it has arrived
  std::uint64_t seen_ = 0;                  // number of its updates by then
  bool done_ = false;
  std::vector<Cycle> cycles_;        // warm-up ones first
  std::vector<std::uint64_t> held_;  // newest values by object: cycle and number; 0: none
};

}  // namespace orrery::workloads::rti_throughput
