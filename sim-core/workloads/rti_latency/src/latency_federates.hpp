// The two federates of a round trip, and the counts of each.
#pragma once

#include <atomic>
#include <memory>
#include <unordered_map>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/histogram.hpp"
#include "orrery/workloads/federates/exchange.hpp"

namespace orrery::workloads::rti_latency {

using federates::ExchangeShape;
using federates::Outlet;
using federates::shape_of;

// The study's delays, as far as software can measure them: sums over the measured round trips, in ns.
struct Delays {
  std::int64_t choose = 0;   // d1 and d2, or d8 and d9: from the choice of a target until the call
  std::int64_t call = 0;     // d3 and d4, or d10 and d11: in the call that sends
  std::int64_t receive = 0;  // d14, or d7: in the callback, until the message is stored or queued
  std::int64_t queued = 0;   // d8: from the callback until the return begins
};

// Counts that both federates have.
struct Tally {
  std::uint64_t sent = 0;
  std::uint64_t sent_stamps = 0;  // sum of their stamps
  std::uint64_t received = 0;
  std::uint64_t received_stamps = 0;
  std::uint64_t received_bytes = 0;
  std::uint64_t congested = 0;
  Delays delays;
};

class Sender final : public federates::Party {
 public:
  Sender(rti::BasicNode& node, const federates::Cast& cast, const contracts::RtiLatencyPlan& plan,
         std::atomic<std::uint64_t>* done);

  [[nodiscard]] const Tally& tally() const { return tally_; }
  [[nodiscard]] const base::Histogram& times() const { return times_; }
  [[nodiscard]] std::uint64_t timeouts() const { return timeouts_; }
  // Messages that had not come back, the most at a time; with those that were lost.
  [[nodiscard]] std::uint64_t most_under_way() const { return most_under_way_; }
  [[nodiscard]] std::int64_t elapsed_ns() const { return elapsed_ns_; }

 protected:
  rti::Status declare() override;
  [[nodiscard]] bool declared() const override;
  bool work() override;
  void began() override;
  void discover_object_instance(rti::ObjectInstanceHandle, rti::ObjectClassHandle,
                                const std::string&, rti::FederateHandle) override {
    ++discovered_;
  }
  void reflect_attribute_values(rti::ObjectInstanceHandle,
                                std::span<const rti::AttributeValue> values, rti::Bytes,
                                const rti::Delivery&) override;
  void on_interaction(rti::InteractionClassHandle,
                      std::span<const rti::ParameterValue> values) override;

 private:
  template <class Values>
  void returned(const Values& values);
  bool send();

  const contracts::RtiLatencyPlan plan_;
  const ExchangeShape shape_;
  const base::CycleClock clock_ = base::CycleClock::calibrate();
  std::atomic<std::uint64_t>* done_;
  Outlet outlet_;
  std::size_t discovered_ = 0;
  std::uint64_t wanted_;
  const std::int64_t lost_after_ns_;  // best effort: a message that is not back by then is lost
  bool outstanding_ = false;          // the last message has not come back
  std::int64_t sent_at_ns_ = 0;       // stamp of the last message
  std::int64_t next_at_ns_ = 0;       // with a rate limit
  std::int64_t began_ns_ = 0;
  std::int64_t elapsed_ns_ = 0;
  std::uint64_t most_under_way_ = 0;
  std::uint64_t timeouts_ = 0;
  Tally tally_;
  base::Histogram times_;
};

class Returnee final : public federates::Party {
 public:
  Returnee(rti::BasicNode& node, const federates::Cast& cast,
           const contracts::RtiLatencyPlan& plan);

 protected:
  rti::Status declare() override;
  [[nodiscard]] bool declared() const override;
  bool work() override;
  void began() override { tally_ = {}; }
  [[nodiscard]] std::vector<std::byte> own_words() const override {
    return federates::bytes_of(tally_);
  }
  void on_control(rti::Bytes) override { finish(); }
  void discover_object_instance(rti::ObjectInstanceHandle object, rti::ObjectClassHandle,
                                const std::string&, rti::FederateHandle) override {
    objects_.emplace(object, objects_.size());
  }
  void reflect_attribute_values(rti::ObjectInstanceHandle object,
                                std::span<const rti::AttributeValue> values, rti::Bytes,
                                const rti::Delivery&) override;
  void on_interaction(rti::InteractionClassHandle of,
                      std::span<const rti::ParameterValue> values) override;

 private:
  struct Waiting {
    std::size_t target;
    std::uint64_t stamp;
    std::int64_t since_ns;
  };
  template <class Values>
  void take(std::size_t target, const Values& values);

  const ExchangeShape shape_;
  const base::CycleClock clock_ = base::CycleClock::calibrate();
  Outlet outlet_;
  std::unordered_map<rti::ObjectInstanceHandle, std::size_t> objects_;
  std::unordered_map<rti::InteractionClassHandle, std::size_t> interactions_;
  std::vector<Waiting> queue_;
  std::size_t next_ = 0;  // entry of the queue to return next
  Tally tally_;
};

}  // namespace orrery::workloads::rti_latency
