#include "orrery/workloads/federates/streamer.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "orrery/base/wait.hpp"
#include "orrery/workloads/federates/checks.hpp"

namespace orrery::workloads::federates {

namespace {

constexpr const char* data = "Data";
constexpr const char* said = "Said";
// Most updates that are sent before callbacks are evoked again.
constexpr std::uint32_t burst = 64;
// Most points of a trace.
constexpr std::uint64_t points = 1'000;

std::string return_class(int sender) { return "Return" + std::to_string(sender); }

}  // namespace

std::string return_classes_of(const StreamShape& shape) {
  std::string text;
  // Returns are interactions, which have no newest value.
  const std::string how = shape.exchanged.lossy() ? " best_effort" : " reliable";
  for (int sender = 0; sender < shape.senders; ++sender) {
    text += "(class " + return_class(sender) + how + " receive (parameter stamp))";
  }
  if (shape.exchanged.lossy()) {
    text += std::string("(class ") + said + " reliable receive (parameter what))";
  }
  return text;
}

StreamArrivals arrivals_in(const Report& report, const StreamShape& shape) {
  StreamArrivals arrivals{std::vector<std::uint64_t>(static_cast<std::size_t>(shape.senders)),
                          std::vector<std::uint64_t>(static_cast<std::size_t>(shape.federates))};
  const rti::Bytes words = rti::Bytes(report.own).subspan(sizeof(StreamTotals));
  const std::size_t first = arrivals.updates.size() * sizeof(std::uint64_t);
  std::memcpy(arrivals.updates.data(), words.data(), first);
  std::memcpy(arrivals.returns.data(), words.data() + first,
              arrivals.returns.size() * sizeof(std::uint64_t));
  return arrivals;
}

Streamer::Streamer(rti::BasicNode& node, const Cast& cast, int number, const StreamShape& shape,
                   std::atomic<std::uint64_t>* done)
    : Party(node, cast, number),
      shape_(shape),
      done_(number == 0 ? done : nullptr),
      line_(cast.receivers == nullptr ? nullptr : cast.receivers->line(number)),
      outlet_(shape.exchanged, data),
      intent_(shape.intent),
      sent_at_ns_(sends() ? shape.returns() : 0),
      next_(static_cast<std::size_t>(shape.senders)),
      held_(of_newest() ? static_cast<std::size_t>(shape.senders) * shape.exchanged.targets() : 0),
      arrivals_{std::vector<std::uint64_t>(static_cast<std::size_t>(shape.senders)),
                std::vector<std::uint64_t>(static_cast<std::size_t>(shape.federates))},
      traces_(sends() ? static_cast<std::size_t>(shape.federates) : 0) {
  if (number != 0 || cast.receivers == nullptr) return;
  for (int i = 0; i < shape.federates; ++i) lines_.push_back(cast.receivers->line(i));
}

rti::Status Streamer::declare() {
  for (int sender = 0; sender < shape_.senders; ++sender) {
    auto of = rti().get_interaction_class_handle(return_class(sender));
    if (!of) return of.error();
    auto parameter = rti().get_parameter_handle(*of, "stamp");
    if (!parameter) return parameter.error();
    returns_.push_back({*of, *parameter});
    const auto done = sender == number() ? rti().subscribe_interaction_class(*of)
                                         : rti().publish_interaction_class(*of);
    if (!done) return done;
  }
  if (lossy()) {
    if (auto done = declare_said(); !done) return done;
  }
  if (shape_.senders_to(number()) > 0) {
    if (auto done = subscribe(rti(), shape_.exchanged, data); !done) return done;
  }
  if (!sends()) return {};
  if (auto begun = intent_.begin(rti()); !begun) return begun;
  return outlet_.declare(rti());
}

rti::Status Streamer::declare_said() {
  auto of = rti().get_interaction_class_handle(said);
  if (!of) return of.error();
  auto parameter = rti().get_parameter_handle(*of, "what");
  if (!parameter) return parameter.error();
  said_ = {*of, *parameter};
  if (auto done = rti().publish_interaction_class(*of); !done) return done;
  return rti().subscribe_interaction_class(*of);
}

bool Streamer::declared() const {
  const auto senders = static_cast<std::size_t>(shape_.senders_to(number()));
  return !shape_.exchanged.objects() || discovered_ == senders * shape_.exchanged.targets();
}

void Streamer::began() {
  sent_ = 0;
  measured_ = true;
  if (began_ns_ == 0) began_ns_ = clock_.now();
  intent_.restart(clock_.now());
}

bool Streamer::warm() {
  if (!sends() || shape_.warmup_updates == 0) return true;
  if (lossy()) return sent_ == shape_.warmup_updates && all_in(0, 1, shape_.settling_ns);
  // All receivers have returned the last update: nothing is under way.
  return sent_ == shape_.warmup_updates &&
         warm_returns_ + 1 == static_cast<std::uint64_t>(shape_.federates);
}

bool Streamer::complete() {
  if (lossy()) return settled();
  const auto others = static_cast<std::uint64_t>(shape_.federates - 1);
  const auto senders = static_cast<std::uint64_t>(shape_.senders_to(number()));
  if (sends() && (sent_ < shape_.updates || totals_.returned < others * shape_.returns())) {
    return false;
  }
  return totals_.received >= senders * shape_.updates && to_return_.empty();
}

bool Streamer::settled() {
  if (sends()) {
    if (sent_ < shape_.updates) return false;
    if (!said_sent_ && !(said_sent_ = say(Said::sent))) return false;
  }
  const int senders = shape_.senders_to(number());
  if (!said_returned_) {
    if (heard_sent_ < senders || !updates_in() || !to_return_.empty()) return false;
    if (!(said_returned_ = say(Said::returned))) return false;
    if (of_newest()) arrivals_end();
  }
  if (!sends()) return to_return_.empty();
  const int others = shape_.federates - 1;
  return heard_returned_ == others && to_return_.empty() &&
         all_in(totals_.returned, static_cast<std::uint64_t>(others) * shape_.returns(),
                shape_.settling_ns);
}

bool Streamer::updates_in() {
  const auto senders = static_cast<std::uint64_t>(shape_.senders_to(number()));
  const std::uint64_t wanted = senders * shape_.updates;
  if (!of_newest()) return all_in(totals_.received, wanted, shape_.settling_ns);
  return all_in(stale() == 0 ? wanted : 0, wanted, shape_.newest_settling_ns);
}

// Number of objects whose last value has not arrived.
std::uint64_t Streamer::stale() const {
  const auto senders = static_cast<std::uint64_t>(shape_.senders_to(number()));
  return senders * std::min<std::uint64_t>(shape_.exchanged.targets(), shape_.updates) - last_;
}

// For newest values: whether the value is newer than the held one, which it then replaces.
bool Streamer::is_new(const Stamp& stamp) {
  std::uint64_t& held = held_of(stamp);
  const std::uint64_t now = place(stamp);
  if (now > held) {
    held = now;
    const std::uint64_t targets = shape_.exchanged.targets();
    const std::uint64_t last = last_number(shape_.updates, targets, stamp.number % targets);
    if (stamp.measured != 0 && stamp.number == last) ++last_;
    return true;
  }
  // Not counted after this federate has reported `returned`: senders go on to repeat values that they no longer count.
  if (stamp.measured != 0 && !said_returned_)
    ++(now == held ? totals_.again : totals_.out_of_order);
  return false;
}

bool Streamer::all_in(std::uint64_t came, std::uint64_t wanted, std::int64_t settling_ns) {
  const std::int64_t left_ns = arrived_ns_ + settling_ns - clock_.now();
  const bool all = came >= wanted || left_ns <= 0;
  wake_at(all ? base::no_deadline : base::now_ns() + left_ns);
  return all;
}

bool Streamer::say(Said what) {
  const rti::ParameterValue value{said_.parameter, std::as_bytes(std::span(&what, 1))};
  return !refused(rti().send_interaction(said_.of, std::span(&value, 1)));
}

void Streamer::hear(rti::Bytes words) {
  Said what{};
  if (words.size() != sizeof what) return;
  std::memcpy(&what, words.data(), sizeof what);
  ++(what == Said::sent ? heard_sent_ : heard_returned_);
  arrived_ns_ = clock_.now();
}

bool Streamer::work() {
  if (intent_.watches()) intent_.look(clock_.now());
  if (line_ != nullptr) line_->set_received(totals_.received);
  const bool returned = give_back();
  const bool sent = sends() && send();
  if (!measured_) {
    if (warm()) warmed_up();
  } else if (complete()) {
    elapsed_ns_ = clock_.now() - began_ns_;
    intent_.finish(clock_.now());
    finish();
  }
  return returned || sent;
}

bool Streamer::refused(const rti::Status& sent) {
  if (sent.ok()) return false;
  if (sent.error().code != rti::ErrorCode::Congested) {
    (void)must(sent, "sending");
  } else {
    if (measured_) ++totals_.congested;
    std::this_thread::yield();
  }
  return true;
}

bool Streamer::give_back() {
  if (to_return_.empty()) return false;
  while (!to_return_.empty()) {
    Stamp stamp = to_return_.front();
    const Return& to = returns_[stamp.federate];
    stamp.federate = static_cast<std::uint16_t>(number());
    const rti::ParameterValue value{to.parameter, std::as_bytes(std::span(&stamp, 1))};
    if (refused(rti().send_interaction(to.of, std::span(&value, 1)))) return true;
    totals_.given_back += stamp.measured;
    to_return_.pop_front();
  }
  return true;
}

bool Streamer::send() {
  const std::uint32_t all = measured_ ? shape_.updates : shape_.warmup_updates;
  std::uint32_t until = std::min(all, sent_ + burst);
  if (measured_ && shape_.rate_hz > 0) {
    const auto since = static_cast<double>(clock_.now() - began_ns_);
    const double due = 1 + since * shape_.rate_hz / 1e9;
    if (due < until) until = std::max(sent_, static_cast<std::uint32_t>(due));
    wake_at(base::now_ns() + static_cast<std::int64_t>(1e9 / shape_.rate_hz));
  }
  if (sent_ >= until) return false;
  const std::uint32_t every = shape_.returned_every;
  while (sent_ < until) {
    Stamp stamp{sent_, static_cast<std::uint16_t>(number()), 0, measured_};
    stamp.returned = measured_ ? every > 0 && sent_ % every == 0 : sent_ + 1 == all;
    outlet_.prepare(sent_ % shape_.exchanged.targets());
    std::memcpy(outlet_.block().data(), &stamp, sizeof stamp);
    if (stamp.returned != 0 && measured_) sent_at_ns_[sent_ / every] = clock_.now();
    if (refused(outlet_.send(rti()))) return true;
    ++sent_;
  }
  arrived_ns_ = clock_.now();  // earliest arrival at another federate
  if (!measured_) return true;
  totals_.sent = sent_;
  if (sent_ == all) totals_.sending_ns = clock_.now() - began_ns_;
  if (done_ != nullptr) done_->store(sent_, std::memory_order_relaxed);
  return true;
}

template <class Values>
void Streamer::take(const Values& values) {
  Stamp stamp;
  if (values.empty() || values.front().value.size() < sizeof stamp) return;  // a check fails
  std::memcpy(&stamp, values.front().value.data(), sizeof stamp);
  if (stamp.federate >= next_.size()) return;
  if (of_newest() && !is_new(stamp)) return;
  ++arrivals_.updates[stamp.federate];
  arrived_ns_ = clock_.now();
  if (stamp.returned != 0) to_return_.push_back(stamp);
  if (stamp.measured == 0) return;
  ++totals_.received;
  totals_.numbers += stamp.number;
  for (const auto& value : values) totals_.received_bytes += value.value.size();
  std::uint32_t& next = next_[stamp.federate];
  // With best effort, missing updates count as lost, and only overtaken ones are out of order. Newest values are in order for
  // each object only.
  if (!of_newest() && (lossy() ? stamp.number < next : stamp.number != next)) {
    ++totals_.out_of_order;
  }
  next = lossy() ? std::max(next, stamp.number + 1) : stamp.number + 1;
  received_at_ns_ = arrived_ns_;
  // Another federate may have begun before this one was told to.
  if (began_ns_ == 0) began_ns_ = received_at_ns_;
}

void Streamer::reflect_attribute_values(rti::ObjectInstanceHandle,
                                        std::span<const rti::AttributeValue> values, rti::Bytes,
                                        const rti::Delivery&) {
  take(values);
}

void Streamer::on_interaction(rti::InteractionClassHandle of,
                              std::span<const rti::ParameterValue> values) {
  if (lossy() && of == said_.of) {
    if (values.size() == 1) hear(values.front().value);
    return;
  }
  if (!sends() || of != returns_[static_cast<std::size_t>(number())].of) return take(values);
  Stamp stamp;
  if (values.size() != 1 || values.front().value.size() != sizeof stamp) return;
  std::memcpy(&stamp, values.front().value.data(), sizeof stamp);
  if (stamp.federate < traces_.size()) came_back(stamp);
}

void Streamer::came_back(const Stamp& stamp) {
  ++arrivals_.returns[stamp.federate];
  arrived_ns_ = clock_.now();
  if (stamp.measured == 0) {
    ++warm_returns_;
    return;
  }
  const std::uint64_t at = stamp.number / shape_.returned_every;
  const std::int64_t took = arrived_ns_ - sent_at_ns_[at];
  ReturnTrace& trace = traces_[stamp.federate];
  trace.times.record(static_cast<std::uint64_t>(std::max<std::int64_t>(0, took)));
  ++totals_.returned;
  if (!lines_.empty() && lines_[stamp.federate] != nullptr) {
    lines_[stamp.federate]->record(std::max<std::int64_t>(0, took));
  }
  if (at % ((shape_.returns() + points - 1) / points) != 0) return;
  trace.numbers.push_back(stamp.number);
  trace.times_ns.push_back(static_cast<double>(took));
}

base::Histogram Streamer::round_trips() const {
  base::Histogram all;
  for (const ReturnTrace& trace : traces_) all.merge(trace.times);
  return all;
}

std::vector<std::byte> Streamer::own_words() const {
  std::vector<std::byte> words = bytes_of(totals());
  for (const auto* counts : {&arrivals_.updates, &arrivals_.returns}) {
    const auto raw = std::as_bytes(std::span(*counts));
    words.insert(words.end(), raw.begin(), raw.end());
  }
  return words;
}

StreamTotals Streamer::totals() const {
  StreamTotals totals = totals_;
  totals.receiving_ns = received_at_ns_ - began_ns_;
  totals.stale = of_newest() ? stale() : 0;
  const base::Histogram all = round_trips();
  totals.round_trip_p50_ns = all.quantile(0.5);
  totals.round_trip_p99_ns = all.quantile(0.99);
  return totals;
}

}  // namespace orrery::workloads::federates
