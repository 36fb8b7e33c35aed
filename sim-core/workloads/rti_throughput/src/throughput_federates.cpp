#include "throughput_federates.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "orrery/base/wait.hpp"
#include "orrery/rti/rti_ambassador.hpp"
#include "orrery/workloads/federates/checks.hpp"

namespace orrery::workloads::rti_throughput {

namespace {

constexpr const char* data = "Data";
// Most updates that are sent before callbacks are evoked again.
constexpr std::uint64_t burst = 256;

enum What : std::uint8_t { begins, ends, finished };

// A message of federate 0 about a cycle.
struct Words {
  std::uint32_t cycle = 0;
  std::uint32_t what = begins;
};

// The first bytes of every update.
struct Stamp {
  std::uint32_t cycle = 0;
  std::uint32_t number = 0;
};

constexpr double lookahead = 0.5;

// The time of sending follows the stamp in the first value.
constexpr std::size_t sent_at = sizeof(Stamp);

// Spread evenly over the numbers that go to any target or region.
constexpr bool is_timed(std::uint32_t number) { return number * 2654435761U >> 26U == 0; }

// Whether the first value has room for a time of sending.
bool has_room(const ExchangeShape& shape) {
  return shape.value_bytes >= sent_at + sizeof(std::int64_t);
}

}  // namespace

Sender::Sender(rti::BasicNode& node, const federates::Cast& cast,
               const contracts::RtiThroughputPlan& plan, bool shares_clock,
               std::atomic<std::uint64_t>* done)
    : Party(node, cast, 0),
      plan_(plan),
      shape_(shape_of(plan)),
      turns_(plan),
      times_(shares_clock && has_room(shape_)),
      done_(done),
      outlet_(shape_, data),
      intent_(plan.intent),
      answered_ns_(static_cast<std::size_t>(plan.receivers)) {}

rti::Status Sender::declare() {
  if (auto begun = intent_.begin(rti()); !begun) return begun;
  auto done = outlet_.declare(rti());
  if (!done || (!shape_.timed() && !turns_.switches())) return done;
  auto* const own = dynamic_cast<rti::RtiAmbassador*>(&rti());
  if (own == nullptr) {
    return rti::Error{rti::ErrorCode::RTIinternalError,
                      "one shot and changes of transportation are services of our own RTI"};
  }
  if (turns_.switches()) switched_ = own;
  if (!shape_.timed()) return done;
  timed_ = own;
  return timed_->enable_time_regulation(rti::float64_interval(lookahead));
}

std::uint64_t Sender::left() const {
  const rti::PathCounters counted = counters().best_effort;
  return counted.sent + counted.dropped;
}

rti::LogicalTime Sender::time_of_cycle() const { return rti::float64_time(cycle_ + 1.0); }

void Sender::began() {
  began_ns_ = clock_.now();
  intent_.restart(began_ns_);
}

bool Sender::say(std::uint8_t what) { return control(federates::bytes_of(Words{cycle_, what})); }

void Sender::on_answer(rti::Bytes words) {
  std::int32_t receiver = 0;
  if (words.size() != sizeof receiver) return;
  std::memcpy(&receiver, words.data(), sizeof receiver);
  answered_ns_.at(static_cast<std::size_t>(receiver - 1)) = clock_.now();
  ++answers_;
}

// All receivers have answered `begins`: none of them can count an update before it has begun to time the cycle.
bool Sender::begin_cycle() {
  if (answers_ < plan_.receivers) return false;
  now_ = {};
  left_ = counts_copies() ? left() : 0;
  cycle_began_ns_ = clock_.now();
  for (const std::int64_t answered : answered_ns_) {
    now_.lead_ns.push_back(cycle_began_ns_ - answered);
  }
  doing_ = Doing::sending;
  return true;
}

bool Sender::work() {
  if (intent_.watches()) intent_.look(clock_.now());
  const auto warm_up = static_cast<std::uint32_t>(plan_.warmup_cycles);
  switch (doing_) {
    case Doing::beginning:
      if (!measuring() && cycle_ == warm_up) {
        warmed_up();
        return true;
      }
      if (cycle_ == warm_up + static_cast<std::uint32_t>(plan_.cycles)) {
        if (!say(finished)) return false;
        elapsed_ns_ = clock_.now() - began_ns_;
        intent_.finish(clock_.now());
        finish();
        return true;
      }
      if (switched_ != nullptr && turns_.lossy(cycle_) != by_lossy_) return change();
      answers_ = 0;
      if (!say(begins)) return false;
      doing_ = Doing::meeting;
      return true;
    case Doing::switching:
      if (confirmed_ < asked_) return false;
      by_lossy_ = turns_.lossy(cycle_);
      switches_ns_.push_back(clock_.now() - switch_began_ns_);
      doing_ = Doing::beginning;
      return true;
    case Doing::meeting:
      return begin_cycle();
    case Doing::sending:
      return send();
    case Doing::advancing:
      return advance();
    case Doing::ending:
      answers_ = 0;
      if (!say(ends)) return false;
      doing_ = Doing::waiting;
      return true;
    case Doing::waiting:
      if (answers_ < plan_.receivers) return false;
      if (counts_copies()) now_.left_then = left() - left_ - now_.left_before;
      if (measuring()) cycles_.push_back(now_);
      ++cycle_;
      doing_ = Doing::beginning;
      return true;
  }
  return false;
}

bool Sender::change() {
  using enum rti::TransportationType;
  switch_began_ns_ = clock_.now();
  wanted_by_ = turns_.lossy(cycle_) ? best_effort : reliable;
  confirmed_ = 0;
  const auto asked = outlet_.change(*switched_, wanted_by_);
  if (!asked) return must(asked.error(), "changing transportation");
  asked_ = *asked;
  doing_ = Doing::switching;
  return true;
}

bool Sender::send() {
  const auto wanted = static_cast<std::uint64_t>(plan_.updates_per_cycle);
  const std::uint64_t until = std::min(wanted, now_.updates + burst);
  for (; now_.updates < until; ++now_.updates) {
    outlet_.prepare(now_.updates % shape_.targets());
    const Stamp stamp{cycle_, static_cast<std::uint32_t>(now_.updates)};
    std::memcpy(outlet_.block().data(), &stamp, sizeof stamp);
    if (times_ && is_timed(stamp.number)) {
      const std::int64_t now_ns = base::now_ns();
      std::memcpy(outlet_.block().data() + sent_at, &now_ns, sizeof now_ns);
    }
    const rti::Status sent =
        timed_ == nullptr ? outlet_.send(rti()) : outlet_.send_at(*timed_, time_of_cycle());
    if (sent.ok()) continue;
    // With one shot no room will come: updates leave only when the sender advances.
    if (sent.error().code != rti::ErrorCode::Congested || timed_ != nullptr) {
      return must(sent, "sending");
    }
    ++now_.congested;
    std::this_thread::yield();
    return true;
  }
  if (measuring() && done_ != nullptr) {
    done_->store(cycles_.size() * wanted + now_.updates, std::memory_order_relaxed);
  }
  if (now_.updates == wanted) {
    now_.elapsed_ns = clock_.now() - cycle_began_ns_;
    doing_ = Doing::ending;
    if (timed_ != nullptr) {
      now_.left_before = left() - left_;
      granted_ = false;
      if (!must(timed_->time_advance_request(time_of_cycle()), "advancing")) return false;
      doing_ = Doing::advancing;
    }
  }
  return true;
}

bool Sender::advance() {
  if (!granted_) return false;
  now_.elapsed_ns = clock_.now() - cycle_began_ns_;
  doing_ = Doing::ending;
  return true;
}

Receiver::Receiver(rti::BasicNode& node, const federates::Cast& cast, int number,
                   const contracts::RtiThroughputPlan& plan, bool shares_clock)
    : Party(node, cast, number),
      shape_(shape_of(plan)),
      turns_(plan),
      times_(shares_clock && has_room(shape_)),
      first_measured_(static_cast<std::uint32_t>(plan.warmup_cycles)),
      line_(cast.receivers == nullptr ? nullptr : cast.receivers->line(number)),
      wanted_(shape_.share(static_cast<std::uint64_t>(plan.updates_per_cycle), number)),
      settling_ns_(shape_.of_newest() ? federates::newest_settling_ns(plan.data)
                                      : federates::settling_ns(plan.data)),
      cycles_(static_cast<std::size_t>(plan.warmup_cycles + plan.cycles)),
      held_(shape_.of_newest() ? shape_.targets() : 0) {}

rti::Status Receiver::declare() { return federates::subscribe(rti(), shape_, data, number()); }

// For newest values: whether the value is newer than the held one, which it then replaces.
bool Receiver::is_new(std::uint32_t cycle, std::uint32_t number, Cycle& counted) {
  const std::uint64_t target = number % held_.size();
  std::uint64_t& held = held_[target];
  const std::uint64_t now = (std::uint64_t{cycle} << 32U) + number + 1;
  if (now <= held) {
    if (!counted.answered) ++(now == held ? counted.counted.again : counted.counted.older);
    return false;
  }
  held = now;
  if (number == federates::last_number(wanted_, held_.size(), target)) ++counted.last;
  return true;
}

bool Receiver::whole(std::uint32_t cycle) const {
  if (!shape_.of_newest()) return cycles_[cycle].counted.updates >= wanted_;
  return cycles_[cycle].last == std::min<std::uint64_t>(wanted_, held_.size());
}

void Receiver::time(rti::Bytes value) {
  if (!times_ || value.size() < sent_at + sizeof(std::int64_t)) return;
  std::int64_t sent_ns = 0;
  std::memcpy(&sent_ns, value.data() + sent_at, sizeof sent_ns);
  const std::int64_t took_ns = std::max<std::int64_t>(0, base::now_ns() - sent_ns);
  took_.record(static_cast<std::uint64_t>(took_ns));
  if (line_ != nullptr) line_->record(took_ns);
}

template <class Values>
void Receiver::take(const Values& values) {
  Stamp stamp;
  if (values.empty() || values.front().value.size() < sizeof stamp) return;  // a check fails
  std::memcpy(&stamp, values.front().value.data(), sizeof stamp);
  if (stamp.cycle >= cycles_.size()) return;
  Cycle& cycle = cycles_[stamp.cycle];
  if (shape_.of_newest() && !is_new(stamp.cycle, stamp.number, cycle)) return;
  ++cycle.counted.updates;
  if (cycle.answered) ++cycle.counted.late;
  for (const auto& value : values) cycle.counted.bytes += value.value.size();
  cycle.last_ns = clock_.now();
  if (stamp.cycle < first_measured_) return;
  ++measured_updates_;
  if (is_timed(stamp.number)) time(values.front().value);
}

void Receiver::on_control(rti::Bytes raw) {
  Words words;
  if (raw.size() != sizeof words) return;
  std::memcpy(&words, raw.data(), sizeof words);
  if (words.what == finished) {
    done_ = true;
    return;
  }
  if (words.cycle >= cycles_.size()) return;
  if (words.what == begins) {
    beginning_ = words.cycle;
  } else {
    ending_ = words.cycle;
    ended_ns_ = base::now_ns();
  }
}

bool Receiver::work() {
  warmed_up();
  if (line_ != nullptr) line_->set_received(measured_updates_);
  const std::int32_t own = number();
  const auto own_number = std::as_bytes(std::span(&own, 1));
  if (beginning_) {
    Cycle& cycle = cycles_[*beginning_];
    cycle.began_ns = cycle.last_ns = clock_.now();
    if (!answer(own_number)) return false;
    beginning_.reset();
    return true;
  }
  if (ending_) {
    Cycle& cycle = cycles_[*ending_];
    if (turns_.lossy(*ending_) && !whole(*ending_)) {
      const std::int64_t now = base::now_ns();
      if (cycle.counted.updates != seen_) ended_ns_ = now;
      seen_ = cycle.counted.updates;
      if (now < ended_ns_ + settling_ns_) {
        wake_at(ended_ns_ + settling_ns_);
        return false;
      }
    }
    wake_at(base::no_deadline);
    if (!answer(own_number)) return false;
    cycle.answered = true;
    ending_.reset();
    return true;
  }
  if (done_) finish();
  return false;
}

std::vector<std::byte> Receiver::own_words() const {
  std::vector<Counted> counted;
  for (const Cycle& cycle : cycles_) {
    counted.push_back(cycle.counted);
    counted.back().elapsed_ns = cycle.last_ns - cycle.began_ns;
    if (shape_.of_newest()) {
      counted.back().stale = std::min<std::uint64_t>(wanted_, held_.size()) - cycle.last;
    }
  }
  const Latency latency{took_.count(), took_.quantile(0.5), took_.quantile(0.99)};
  std::vector<std::byte> words(sizeof latency + counted.size() * sizeof(Counted));
  std::memcpy(words.data(), &latency, sizeof latency);
  std::memcpy(words.data() + sizeof latency, counted.data(), counted.size() * sizeof(Counted));
  return words;
}

}  // namespace orrery::workloads::rti_throughput
