#include "mix_federate.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "orrery/workloads/federates/exchange.hpp"

namespace orrery::workloads::federation_mix {

namespace {

// Most messages or objects before callbacks are evoked again.
constexpr int burst = 64;
// Most regions that one call commits.
constexpr std::size_t regions_at_once = 64;

std::int64_t seconds(double count) { return static_cast<std::int64_t>(count * 1e9); }

}  // namespace

MixFederate::MixFederate(rti::BasicNode& node, const federates::Cast& cast, int number,
                         const MixShape& shape, std::shared_ptr<FederationClock> clock, bool asks,
                         std::atomic<std::uint64_t>* done)
    : Party(node, cast, number),
      services_(dynamic_cast<rti::RtiAmbassador&>(rti())),
      shape_(shape),
      done_(done),
      line_(cast.receivers == nullptr ? nullptr : cast.receivers->line(number)),
      clock_(std::move(clock)),
      asks_(asks),
      best_effort_(shape.plan().data.transportation == contracts::Transportation::best_effort),
      settling_ns_(federates::settling_ns(shape.plan().data)),
      groups_(shape.objects_of(number)),
      others_that_send_(shape.senders() - (shape.sends(number) ? 1 : 0)),
      memberships_(shape, number),
      random_(shape.random_of(number)),
      block_(static_cast<std::size_t>(shape.plan().most_bytes)) {
  report_.sent_by_group.resize(static_cast<std::size_t>(shape.plan().groups));
}

// All federates create their regions before any object exists: to commit a region, the RTI searches all objects.
rti::Status MixFederate::declare() {
  auto found = MixHandles::find(services_, shape_.plan().groups);
  if (!found) return found.error();
  handles_ = *found;
  if (shape_.sends(number())) {
    const auto published =
        services_.publish_object_class_attributes(handles_.entity, std::span(&handles_.state, 1));
    if (!published) return published;
    if (auto done = services_.publish_interaction_class(handles_.last); !done) return done;
  }
  std::vector<rti::RegionHandle> made;
  const auto commit = [&] {
    return insist(services_, [&] { return services_.commit_region_modifications(made); });
  };
  for (const Group group : groups_) {
    if (regions_.contains(group)) continue;
    const auto region = make_region(services_, handles_, group);
    if (!region) return region.error();
    regions_.emplace(group, *region);
    made.push_back(*region);
    if (made.size() < regions_at_once) continue;
    if (auto done = commit(); !done) return done;
    made.clear();
  }
  if (!made.empty()) {
    if (auto done = commit(); !done) return done;
  }
  if (!shape_.receives(number())) return {};
  if (auto done = services_.subscribe_interaction_class(handles_.last); !done) return done;
  return memberships_.subscribe(services_, handles_);
}

bool MixFederate::work() {
  bool busy = tell_time() | ask_time();
  switch (doing_) {
    case Doing::registering:
      return (clock_->known() && register_some()) || busy;
    case Doing::sending: {
      const std::int64_t now_ns = base::now_ns();
      busy |= answer_some();
      busy |= change_groups(now_ns);
      busy |= send_due(now_ns);
      const auto& plan = shape_.plan();
      const std::int64_t ends_ns = began_ns_ + seconds(measured_ ? plan.measured_s : plan.warmup_s);
      if (now_ns >= ends_ns) {
        if (!measured_) {
          warmed_up();
        } else {
          end(now_ns);
        }
      }
      plan_wake(now_ns >= ends_ns ? never : ends_ns);
      return busy;
    }
    case Doing::ending:
      return say_last() || busy;
    case Doing::waiting:
      return await_lasts() || busy;
  }
  return busy;
}

bool MixFederate::ask_time() {
  if (!asks_ || doing_ > Doing::sending) return false;
  const auto at_ns = clock_->ask_at_ns();
  const std::int64_t now_ns = base::now_ns();
  if (!at_ns || now_ns < *at_ns) return false;
  const Question question{number(), {now_ns, 0, 0}};
  if (answer(federates::bytes_of(question))) clock_->asked(now_ns);
  return true;
}

bool MixFederate::tell_time() {
  if (to_tell_.empty()) return false;
  while (!to_tell_.empty()) {
    Question& question = to_tell_.front();
    question.times.answered_ns = base::now_ns();
    if (!control(federates::bytes_of(question))) return true;
    to_tell_.pop_front();
  }
  return true;
}

void MixFederate::on_answer(rti::Bytes words) {
  Question question;
  if (words.size() != sizeof question) return;
  std::memcpy(&question, words.data(), sizeof question);
  question.times.heard_ns = base::now_ns();
  to_tell_.push_back(question);
}

void MixFederate::on_control(rti::Bytes words) {
  const std::int64_t now_ns = base::now_ns();
  Question question;
  if (words.size() != sizeof question) return;
  std::memcpy(&question, words.data(), sizeof question);
  if (question.federate != number()) return;
  clock_->heard(question.times, now_ns);
  note_uncertainty();
}

void MixFederate::note_uncertainty() {
  if (!asks_ || !measured_) return;
  std::int64_t& greatest = report_.totals.clock_uncertainty_ns;
  greatest = std::max(greatest, clock_->uncertainty_ns());
}

bool MixFederate::register_some() {
  for (int i = 0; i < burst && objects_.size() < groups_.size(); ++i) {
    const rti::AttributeRegions in{{handles_.state}, {regions_.at(groups_[objects_.size()])}};
    const auto object =
        services_.register_object_instance_with_regions(handles_.entity, std::span(&in, 1));
    if (!object) {
      if (object.error().code == rti::ErrorCode::Congested) return true;
      (void)must(object.error(), "registering an object");
      return false;
    }
    numbers_.emplace(*object, objects_.size());
    objects_.push_back(*object);
  }
  if (objects_.size() < groups_.size()) return true;
  doing_ = Doing::sending;
  start(base::now_ns());
  return true;
}

void MixFederate::start(std::int64_t now_ns) {
  began_ns_ = now_ns;
  schedule_.emplace(shape_.plan(), objects_.size(), shape_.senders(), base::Random(random_.bits()),
                    now_ns);
  const double joins = shape_.plan().joins_per_s;
  const bool changes = joins > 0 && shape_.receives(number());
  mean_between_changes_ns_ = changes ? 1e9 * shape_.receivers() / joins : 0;
  next_change_ns_ =
      changes ? now_ns + static_cast<std::int64_t>(random_.exponential(mean_between_changes_ns_))
              : never;
}

void MixFederate::began() {
  measured_ = true;
  note_uncertainty();
  memberships_.begin_measuring();
  start(base::now_ns());
}

bool MixFederate::update(std::size_t object) {
  const Group group = groups_[object];
  const Stamp stamp{clock_->shared_ns(base::now_ns()), group, measured_ ? 1U : 0U};
  std::memcpy(block_.data(), &stamp, sizeof stamp);
  const auto& plan = shape_.plan();
  const auto more = static_cast<std::uint64_t>(plan.most_bytes - plan.least_bytes) + 1;
  const std::size_t bytes = static_cast<std::size_t>(plan.least_bytes) + random_.below(more);
  const rti::AttributeValue value{handles_.state, rti::Bytes(block_).first(bytes)};
  const rti::Status sent =
      services_.update_attribute_values(objects_[object], std::span(&value, 1));
  if (!sent) {
    if (sent.error().code != rti::ErrorCode::Congested) (void)must(sent, "updating");
    if (measured_) ++report_.totals.congested;
    return false;
  }
  if (!measured_) return true;
  ++report_.totals.sent;
  ++report_.sent_by_group[group];
  if (done_ != nullptr) done_->store(report_.totals.sent, std::memory_order_relaxed);
  return true;
}

bool MixFederate::send_due(std::int64_t now_ns) {
  MixTotals& totals = report_.totals;
  for (int i = 0; i < burst; ++i) {
    const auto due = schedule_->due(now_ns);
    if (!due) return i > 0;
    const std::int64_t late_ns = now_ns - due->at_ns;
    if (late_ns <= dropped_after_ns && !update(due->object)) return true;
    schedule_->done();
    if (!measured_) continue;
    ++totals.due;
    if (late_ns > most_late_ns) ++totals.missed;
  }
  return true;
}

bool MixFederate::answer_some() {
  if (to_answer_.empty()) return false;
  for (int i = 0; i < burst && !to_answer_.empty(); ++i) {
    if (!update(to_answer_.front())) return true;
    to_answer_.pop_front();
    if (measured_) ++report_.totals.answers;
  }
  return true;
}

bool MixFederate::change_groups(std::int64_t now_ns) {
  if (now_ns < next_change_ns_) {
    return !must(memberships_.ask_again(services_, handles_, now_ns), "asking for a group's state");
  }
  next_change_ns_ += static_cast<std::int64_t>(random_.exponential(mean_between_changes_ns_));
  (void)must(memberships_.change(services_, handles_, random_, now_ns), "changing a group");
  return true;
}

void MixFederate::plan_wake(std::int64_t ends_ns) {
  const std::int64_t again_ns =
      memberships_.joining() ? base::now_ns() + Memberships::ask_again_ns : never;
  const std::int64_t ask_ns = asks_ ? clock_->ask_at_ns().value_or(never) : never;
  wake_at(std::min({schedule_->next_ns(), next_change_ns_, ends_ns, again_ns, ask_ns}));
}

// Updates that are due and were not sent count as missed.
void MixFederate::end(std::int64_t now_ns) {
  MixTotals& totals = report_.totals;
  while (schedule_->due(now_ns)) {
    schedule_->done();
    ++totals.due;
    ++totals.missed;
  }
  totals.bursts = schedule_->bursts();
  totals.elapsed_ns = now_ns - began_ns_;
  totals.slow_joins = memberships_.waiting_longer_than(most_join_ns, now_ns);
  schedule_.emplace(shape_.plan(), 0, 1, random_, now_ns);
  next_change_ns_ = never;
  doing_ = sends() ? Doing::ending : Doing::waiting;
}

bool MixFederate::say_last() {
  const int mine = number();
  const rti::ParameterValue value{handles_.sender, std::as_bytes(std::span(&mine, 1))};
  const rti::Status sent = services_.send_interaction(handles_.last, std::span(&value, 1));
  if (!sent && sent.error().code == rti::ErrorCode::Congested) return true;
  if (!must(sent, "saying that all is sent")) return false;
  doing_ = Doing::waiting;
  return true;
}

bool MixFederate::settled() {
  if (!best_effort_) return true;
  const std::int64_t until_ns = arrived_ns_ + settling_ns_;
  if (base::now_ns() >= until_ns) return true;
  wake_at(until_ns);
  return false;
}

bool MixFederate::await_lasts() {
  if (shape_.receives(number()) && (lasts_ < others_that_send_ || !settled())) return false;
  MixTotals& totals = report_.totals;
  report_.join_latency = memberships_.join_times();
  totals.joins = report_.join_latency.count() + totals.slow_joins;
  report_.join_latency.for_each([&](std::uint64_t lowest, std::uint64_t, std::uint64_t count) {
    if (lowest > static_cast<std::uint64_t>(most_join_ns)) totals.slow_joins += count;
  });
  finish();
  return true;
}

void MixFederate::reflect_attribute_values(rti::ObjectInstanceHandle,
                                           std::span<const rti::AttributeValue> values, rti::Bytes,
                                           const rti::Delivery&) {
  Stamp stamp;
  if (values.size() != 1 || values.front().value.size() < sizeof stamp) return;  // a check fails
  std::memcpy(&stamp, values.front().value.data(), sizeof stamp);
  const std::int64_t now_ns = base::now_ns();
  arrived_ns_ = now_ns;
  const Memberships::From from = memberships_.heard(stamp.group, now_ns);
  if (stamp.measured == 0) return;
  MixTotals& totals = report_.totals;
  ++totals.received;
  totals.received_bytes += values.front().value.size();
  if (from == Memberships::From::kept) {
    ++totals.received_kept;
    totals.received_kept_bytes += values.front().value.size();
  }
  if (from == Memberships::From::stray) ++totals.strays;
  const std::int64_t took_ns = std::max<std::int64_t>(0, clock_->shared_ns(now_ns) - stamp.sent_ns);
  if (took_ns > most_latency_ns) ++totals.overdue;
  report_.latency.record(static_cast<std::uint64_t>(took_ns));
  if (line_ == nullptr) return;
  line_->set_received(totals.received);
  line_->record(took_ns);
}

void MixFederate::on_interaction(rti::InteractionClassHandle,
                                 std::span<const rti::ParameterValue>) {
  ++lasts_;
  arrived_ns_ = base::now_ns();
}

void MixFederate::provide_attribute_value_update(rti::ObjectInstanceHandle object,
                                                 std::span<const rti::AttributeHandle>,
                                                 rti::Bytes) {
  if (doing_ != Doing::sending) return;
  to_answer_.push_back(numbers_.at(object));
}

}  // namespace orrery::workloads::federation_mix
