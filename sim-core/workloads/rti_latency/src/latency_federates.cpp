#include "latency_federates.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "orrery/base/wait.hpp"

namespace orrery::workloads::rti_latency {

namespace {

constexpr std::size_t stamp_bytes = sizeof(std::uint64_t);
constexpr const char* out = "Out";
constexpr const char* back = "Back";

template <class Values>
void count(const Values& values, Tally& tally, std::uint64_t& stamp, std::uint64_t since = 0) {
  if (values.empty() || values.front().value.size() < stamp_bytes) return;  // a check fails
  std::memcpy(&stamp, values.front().value.data(), stamp_bytes);
  if (stamp < since) return;  // a late one of the warm-up
  ++tally.received;
  tally.received_stamps += stamp;
  for (const auto& value : values) tally.received_bytes += value.value.size();
}

void count_sent(Tally& tally, std::uint64_t stamp) {
  ++tally.sent;
  tally.sent_stamps += stamp;
}

bool congested(const rti::Status& sent) {
  return !sent.ok() && sent.error().code == rti::ErrorCode::Congested;
}

}  // namespace

Sender::Sender(rti::BasicNode& node, const federates::Cast& cast,
               const contracts::RtiLatencyPlan& plan, std::atomic<std::uint64_t>* done)
    : Party(node, cast, 0),
      plan_(plan),
      shape_(shape_of(plan)),
      done_(done),
      outlet_(shape_, out),
      wanted_(static_cast<std::uint64_t>(plan.warmup_round_trips)),
      lost_after_ns_(std::int64_t{plan.return_timeout_ms} * 1'000'000 +
                     federates::settling_ns(plan.data)) {}

rti::Status Sender::declare() {
  if (auto subscribed = federates::subscribe(rti(), shape_, back); !subscribed) return subscribed;
  return outlet_.declare(rti());
}

bool Sender::declared() const { return !shape_.objects() || discovered_ == shape_.targets(); }

void Sender::began() {
  wanted_ = static_cast<std::uint64_t>(plan_.round_trips);
  tally_ = {};
  times_.clear();
  timeouts_ = most_under_way_ = 0;
  began_ns_ = next_at_ns_ = clock_.now();
}

bool Sender::work() {
  if (tally_.sent < wanted_) return send();
  if (tally_.received < tally_.sent) {
    const std::int64_t until = sent_at_ns_ + lost_after_ns_;
    if (!shape_.lossy() || clock_.now() < until) {
      if (shape_.lossy()) wake_at(until);
      return false;
    }
  }
  wake_at(base::no_deadline);
  if (!measuring()) {
    warmed_up();
    return true;
  }
  if (elapsed_ns_ == 0) elapsed_ns_ = clock_.now() - began_ns_;
  if (!control({})) return false;
  finish();
  return true;
}

bool Sender::send() {
  const std::int64_t now = clock_.now();
  if (outstanding_ && plan_.congestion_avoidance == contracts::CongestionAvoidance::sender) {
    const std::int64_t until = sent_at_ns_ + std::int64_t{plan_.return_timeout_ms} * 1'000'000;
    if (now < until) {
      wake_at(until);
      return false;
    }
    ++timeouts_;
  }
  if (plan_.rate_hz > 0) {
    if (now < next_at_ns_) {
      wake_at(next_at_ns_);
      return false;
    }
    // A late round trip shortens the next interval by at most 1 ms.
    next_at_ns_ =
        std::max(next_at_ns_, now - 1'000'000) + static_cast<std::int64_t>(1e9 / plan_.rate_hz);
  }
  outlet_.prepare(tally_.sent % shape_.targets());
  const std::int64_t prepared = clock_.now();
  const auto stamp = static_cast<std::uint64_t>(now);
  std::memcpy(outlet_.block().data(), &stamp, stamp_bytes);
  const rti::Status sent = outlet_.send(rti());
  if (congested(sent)) {
    ++tally_.congested;
    std::this_thread::yield();
    return true;
  }
  if (!must(sent, "sending")) return false;
  tally_.delays.choose += prepared - now;
  tally_.delays.call += clock_.now() - prepared;
  count_sent(tally_, stamp);
  most_under_way_ = std::max(most_under_way_, tally_.sent - tally_.received);
  sent_at_ns_ = now;
  outstanding_ = true;
  return true;
}

template <class Values>
void Sender::returned(const Values& values) {
  const std::int64_t now = clock_.now();
  std::uint64_t stamp = 0;
  count(values, tally_, stamp, static_cast<std::uint64_t>(began_ns_));
  if (stamp < static_cast<std::uint64_t>(began_ns_)) return;
  times_.record(static_cast<std::uint64_t>(now) - stamp);
  if (stamp == static_cast<std::uint64_t>(sent_at_ns_)) outstanding_ = false;
  if (measuring() && done_ != nullptr) done_->store(tally_.received, std::memory_order_relaxed);
  tally_.delays.receive += clock_.now() - now;
}

void Sender::reflect_attribute_values(rti::ObjectInstanceHandle,
                                      std::span<const rti::AttributeValue> values, rti::Bytes,
                                      const rti::Delivery&) {
  returned(values);
}

void Sender::on_interaction(rti::InteractionClassHandle,
                            std::span<const rti::ParameterValue> values) {
  returned(values);
}

Returnee::Returnee(rti::BasicNode& node, const federates::Cast& cast,
                   const contracts::RtiLatencyPlan& plan)
    : Party(node, cast, 1), shape_(shape_of(plan)), outlet_(shape_, back) {
  if (!plan.return_payload) outlet_.send_only(stamp_bytes);
}

rti::Status Returnee::declare() {
  if (auto subscribed = federates::subscribe(rti(), shape_, out); !subscribed) return subscribed;
  for (int type = 0; !shape_.objects() && type < shape_.types; ++type) {
    auto handle = rti().get_interaction_class_handle(out + std::to_string(type));
    if (!handle) return handle.error();
    interactions_.emplace(*handle, interactions_.size());
  }
  return outlet_.declare(rti());
}

bool Returnee::declared() const { return !shape_.objects() || objects_.size() == shape_.targets(); }

template <class Values>
void Returnee::take(std::size_t target, const Values& values) {
  const std::int64_t now = clock_.now();
  std::uint64_t stamp = 0;
  count(values, tally_, stamp);
  const std::int64_t then = clock_.now();
  tally_.delays.receive += then - now;
  queue_.push_back({target, stamp, then});
}

void Returnee::reflect_attribute_values(rti::ObjectInstanceHandle object,
                                        std::span<const rti::AttributeValue> values, rti::Bytes,
                                        const rti::Delivery&) {
  take(objects_.at(object), values);
}

void Returnee::on_interaction(rti::InteractionClassHandle of,
                              std::span<const rti::ParameterValue> values) {
  take(interactions_.at(of), values);
}

bool Returnee::work() {
  warmed_up();
  if (next_ == queue_.size()) return false;
  while (next_ < queue_.size()) {
    const Waiting& waiting = queue_[next_];
    const std::int64_t now = clock_.now();
    outlet_.prepare(waiting.target);
    std::memcpy(outlet_.block().data(), &waiting.stamp, stamp_bytes);
    const std::int64_t prepared = clock_.now();
    const rti::Status sent = outlet_.send(rti());
    if (congested(sent)) {
      ++tally_.congested;
      std::this_thread::yield();
      return true;
    }
    if (!must(sent, "returning")) return false;
    tally_.delays.queued += now - waiting.since_ns;
    tally_.delays.choose += prepared - now;
    tally_.delays.call += clock_.now() - prepared;
    count_sent(tally_, waiting.stamp);
    ++next_;
  }
  queue_.clear();
  next_ = 0;
  return true;
}

}  // namespace orrery::workloads::rti_latency
