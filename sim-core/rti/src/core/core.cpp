#include "core/core.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "subscriptions/regional.hpp"
#include "subscriptions/submitted_subscriptions.hpp"
#include "subscriptions/update_rates.hpp"

namespace orrery::rti {

namespace {
constexpr int most_polls = 4096;  // one after the other, with something to read each time
}

const NodeCounters& Core::counters() const {
  counters_.operations = net_.applied();
  counters_.channels = net_.channel_counters();
  counters_.channels.refused = router_.refused_by_channels();
  counters_.malformed += net_.malformed() - std::exchange(net_malformed_, net_.malformed());
  counters_.best_effort = net_.ports().counters(Paths::best_effort);
  const std::uint64_t overtaken =
      std::min(transportations_.overtaken(), counters_.best_effort.received);
  counters_.best_effort.received -= overtaken;
  counters_.best_effort.dropped += overtaken;
  counters_.reliable = net_.ports().counters(Paths::reliable);
  return counters_;
}

void Core::submit(const Operation& operation, SubmitPermit permit) {
  Federation* const federation = executions_.find(operation.federation);
  const Subscribing subscribing(federation, operation);
  // Between its part here and its place in the log no state is sent to a node that joins.
  net_.hold_back(true);
  (void)apply(net_.self(), operation);
  subscribing.submitted();
  router_.review_groups(executions_.all());
  // As which classes objects were known reaches the other nodes before the operation; what it lets a federate know, after it.
  if (federation != nullptr && operation.kind != OperationKind::register_object)
    discovery_.submit_announcements(*federation, false);
  net_.hold_back(false);
  (void)net_.submit(operation, permit);
  if (federation != nullptr) discovery_.submit_announcements(*federation);
}

// At a newcomer.
Status Core::await_join(std::int64_t until_ns) {
  while (net_.joining() && !net_.order_lost() && clock().now_ns() < until_ns) {
    if (!net_.poll()) (void)net_.wait(std::min(until_ns, clock().now_ns() + 50'000'000));
  }
  if (net_.order_lost()) return error(ErrorCode::NotConnected, why_lost_);
  if (!net_.joining()) return {};
  return error(ErrorCode::RTIinternalError, "this node has not joined the others within " +
                                                std::to_string(options_.patience_ns / 1'000'000) +
                                                " ms: do they call open_seat() and their nodes?");
}

Status Core::run(const Operation& operation) {
  constexpr auto no_sequencer = "the node that orders operations has gone";
  if (net_.order_lost()) return error(ErrorCode::NotConnected, no_sequencer);
  const std::int64_t until = clock().now_ns() + options_.patience_ns;
  if (auto joined = await_join(until); !joined) return joined;
  const bool before = delivery_.call_at_once(false);
  awaited_ = net_.next_sequence();
  outcome_.reset();
  (void)net_.submit(operation, SubmitPermit::of_the_rti());
  while (!outcome_ && !net_.order_lost() && clock().now_ns() < until) {
    if (!poll_and_advance() && !outcome_ && !Advances::stop_considering(locals_, true)) {
      (void)net_.wait(std::min(until, clock().now_ns() + 50'000'000));
    }
  }
  delivery_.call_at_once(before);
  awaited_ = 0;
  if (outcome_) return *std::exchange(outcome_, {});
  if (net_.order_lost()) return error(ErrorCode::NotConnected, no_sequencer);
  return error(ErrorCode::RTIinternalError, "the other nodes have not answered for " +
                                                std::to_string(options_.patience_ns / 1'000'000) +
                                                " ms: do they call their nodes?");
}

Result<FederateHandle> Core::join(Local& local, const Operation& operation) {
  membership_.await_join(&local);
  const Status done = run(operation);
  membership_.await_join(nullptr);
  if (!done) return done.error();
  return FederateHandle{membership_.joined_as()};
}

void Core::catch_up() {
  if (in_callback() || in_poll_ || !owes_poll()) return;
  const bool before = delivery_.call_at_once(false);
  for (int i = 0; i < most_polls && poll_and_advance(); ++i) {
  }
  delivery_.call_at_once(before);
}

bool Core::poll_and_advance() {
  in_poll_ = true;
  const bool came = net_.poll();
  if (inboxes_.take_overfull()) membership_.lose_the_overfull(locals_);
  for (Local* local : locals_) {
    if (local->considering > 0 && !local->grant_untold) --local->considering;
  }
  for (auto& [id, federation] : executions_.all()) {
    discovery_.submit_announcements(*federation);
    if (federation->advisories_due && !federation->snapshots->active())
      advisories_.review(*federation);
    advances_.advance(*federation);
    if (federation->destroyed) continue;
    if (federation->snapshots->active()) {
      if (federation->snapshots->federates_work()) federation->mom->requests().follow_in_save();
      continue;
    }
    federation->mom->work();
    if (!federation->discovered.empty()) requests_.ask_for_discovered(*federation);
    if (!federation->newest.empty()) newest_.speak(*federation);
    one_shots_.release(*federation);
  }
  windows_.answer(executions_.all());
  net_.flush_due();
  in_poll_ = false;
  return came;
}

// Reports of the management object model may be due before.
std::int64_t Core::wake_ns(std::int64_t until_ns) const {
  for (const auto& [id, federation] : executions_.all()) {
    until_ns =
        std::min({until_ns, federation->mom->objects().next_ns(), federation->newest.next_ns()});
  }
  return until_ns;
}

bool Core::pump() {
  if (in_callback()) return false;
  bury();
  delivery_.call_at_once(true);
  bool came = poll_and_advance();
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    Local& local = *locals_[i];
    while (local.delivers_unasked() && deliver_next(local)) came = true;
  }
  if (!came && Advances::stop_considering(locals_, false)) came = poll_and_advance();
  delivery_.call_at_once(false);
  windows_.answer(executions_.all());
  net_.flush_due();
  delivery_.rethrow();
  return came;
}

bool Core::wait(std::int64_t deadline_ns) {
  if (in_callback()) return false;
  if (pump() || Advances::stop_considering(locals_, true)) return true;
  const bool came = net_.wait(wake_ns(deadline_ns));
  // What came stays where it is for federates that evoke: taken by them it is copied nowhere.
  const bool evoked = std::ranges::all_of(
      locals_, [](const Local* local) { return local->model == CallbackModel::evoked; });
  return evoked ? came : pump();
}

bool Core::evoke(Local& local, std::size_t most, std::int64_t until_ns) {
  local.evoking = local.callbacks_enabled;
  local.delivered = 0;
  local.most = most;
  if (!local.grant_untold) local.considering = 0;
  delivery_.call_at_once(true);
  bury();
  const auto over = [this, until_ns] {
    return until_ns == at_once || clock().now_ns() >= until_ns;
  };
  for (;;) {
    // A callback may disable those that follow it.
    while (local.delivered < most && local.callbacks_enabled && deliver_next(local)) {
    }
    if (local.delivered >= most || delivery_.threw()) break;
    const bool came = poll_and_advance();
    if (came || (!local.queue.empty() && local.callbacks_enabled)) {
      const bool empty = local.queue.empty() || !local.callbacks_enabled;
      if ((came || local.delivered > 0) && empty && over()) break;
      continue;
    }
    const bool ends = over();
    if ((!ends || local.delivered == 0) && Advances::stop_considering(locals_, !ends)) continue;
    if (ends) break;
    (void)net_.wait(wake_ns(until_ns));
  }
  local.evoking = false;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    while (locals_[i]->delivers_unasked() && deliver_next(*locals_[i])) {
    }
  }
  delivery_.call_at_once(false);
  windows_.answer(executions_.all());
  net_.flush_due();
  delivery_.rethrow();
  return !local.queue.empty();
}

bool Core::deliver_next(Local& local) {
  if (in_callback()) return false;
  // What callbacks make is bounded too.
  if (owes_poll()) {
    (void)poll_and_advance();
    return true;
  }
  return delivery_.deliver_next(local);
}

bool Core::on_message(std::uint32_t sender, const MessageHead& head, Bytes message) {
  Federation* const found = executions_.find(head.federation);
  if (found == nullptr || found->destroyed) {
    ++counters_.unknown;
    return true;
  }
  Federation& federation = *found;
  if (head.kind == MessageKind::bound) {
    bounds_.on_bound(federation, sender, message);
    return true;
  }
  if (head.kind == MessageKind::epoch) {
    bounds_.on_epoch(federation, sender, message);
    return true;
  }
  if (head.kind == MessageKind::taken) return windows_.take(federation, sender, head, message);
  if (message.size() < sizeof(DataHead)) {
    ++counters_.malformed;
    return true;
  }
  const auto data = read_as<DataHead>(message);
  if (!router_.room_for(federation, nullptr, message.size())) return false;
  ++counters_.data_received;
  if ((head.flags & timed_flag) != 0 && head.order == 1) bounds_.received(federation, sender, data);
  if (head.stamp < federation.restored_at) {
    transportations_.drop_overtaken();
    return true;
  }
  if ((head.flags & best_effort_flag) == 0) {
    (void)delivery_.dispatch(federation, data, message, nullptr, head.stamp);
    return true;
  }
  std::vector<std::byte> room = std::move(scratch_);
  if (const Bytes left = transportations_.not_overtaken(federation, data, message, room);
      !left.empty()) {
    (void)delivery_.dispatch(federation, read_as<DataHead>(left), left, nullptr, head.stamp);
  }
  scratch_ = std::move(room);
  return true;
}

void Core::restored(Federation& federation) {
  for (auto& [handle, object] : federation.objects) {
    for (View& view : object.views) review_selection(federation, view);
  }
  federation.mom->objects().restored();
  restore_regions(federation);
  discovery_.announce_all(federation);
  // Of the time before the restore.
  federation.time.others = federation.time.known = federation.time.floor = unknown;
  bounds_.begin_epoch(federation);
}

bool Core::load(std::uint32_t sponsor, std::uint64_t submitted, Bytes state) {
  if (!executions_.load(state)) return false;
  applied_at_once_.join(sponsor, submitted);
  for (auto& [id, federation] : executions_.all()) {
    federation->mom->objects().restored();
    restore_regions(*federation);
  }
  membership_.begin_epochs(executions_.all());
  return true;
}

void Core::on_order_lost(const std::string& why) {
  why_lost_ = why;
  counters_.nodes_lost = static_cast<std::uint64_t>(std::popcount(net_.seats_used())) - 1;
  for (Local* local : locals_) {
    if (std::exchange(local->lost, true)) continue;
    inboxes_.post(*local,
                  [why](FederateAmbassador& ambassador) { ambassador.connection_lost(why); });
  }
}

}  // namespace orrery::rti
