#include "core/core.hpp"

#include <algorithm>
#include <utility>

#include "orrery/base/clock.hpp"

#include "subscriptions/regional.hpp"
#include "subscriptions/update_rates.hpp"

namespace orrery::rti {

namespace {
constexpr int most_polls = 4096;  // one after the other, with something to read each time
}

Federation::Federation() = default;
Federation::~Federation() = default;

const NodeCounters& Core::counters() const {
  counters_.operations = net_.applied();
  counters_.channels = net_.channel_counters();
  counters_.channels.refused = refused_by_channels_;
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
  (void)apply(net_.self(), operation);
  (void)net_.submit(operation, permit);
}

Status Core::run(const Operation& operation) {
  if (net_.order_lost()) {
    return error(ErrorCode::NotConnected, "the node that orders operations has gone");
  }
  const bool polling = std::exchange(polling_, false);
  awaited_ = net_.next_sequence();
  outcome_.reset();
  (void)net_.submit(operation, SubmitPermit::of_the_rti());
  const std::int64_t until = base::now_ns() + options_.patience_ns;
  while (!outcome_ && !net_.order_lost() && base::now_ns() < until) {
    if (!poll_and_advance() && !outcome_ && !stop_considering(true)) {
      (void)net_.wait(std::min(until, base::now_ns() + 50'000'000));
    }
  }
  polling_ = polling;
  awaited_ = 0;
  if (outcome_) return *std::exchange(outcome_, {});
  if (net_.order_lost()) {
    return error(ErrorCode::NotConnected, "the node that orders operations has gone");
  }
  return error(ErrorCode::RTIinternalError, "the other nodes have not answered for " +
                                                std::to_string(options_.patience_ns / 1'000'000) +
                                                " ms: do they call their nodes?");
}

void Core::catch_up() {
  if (in_callback_ || in_poll_ || !owes_poll()) return;
  const bool polling = std::exchange(polling_, false);
  for (int i = 0; i < most_polls && poll_and_advance(); ++i) {
  }
  polling_ = polling;
}

bool Core::poll_and_advance() {
  in_poll_ = true;
  const bool came = net_.poll();
  if (inboxes_.take_overfull()) lose_the_overfull();
  for (Local* local : locals_) {
    if (local->considering > 0 && !local->grant_untold) --local->considering;
  }
  for (auto& [id, federation] : federations_) {
    if (federation->advisories_due && !federation->snapshots->active())
      advisories_.review(*federation);
    advance(*federation);
    if (federation->destroyed) continue;
    if (federation->snapshots->active()) {
      if (federation->snapshots->federates_work()) federation->mom->work_in_save();
      continue;
    }
    federation->mom->work();
    if (!federation->discovered.empty()) ask_for_discovered(*federation);
    if (!federation->newest.empty()) speak_of_newest(*federation);
    release_one_shots(*federation);
  }
  net_.flush();
  in_poll_ = false;
  return came;
}

// Reports of the management object model may be due before.
std::int64_t Core::wake_ns(std::int64_t until_ns) const {
  for (const auto& [id, federation] : federations_) {
    until_ns = std::min({until_ns, federation->mom->next_ns(), federation->newest.next_ns()});
  }
  return until_ns;
}

bool Core::pump() {
  if (in_callback_) return false;
  bury();
  polling_ = true;
  bool came = poll_and_advance();
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    Local& local = *locals_[i];
    while (local.delivers_unasked() && deliver_next(local)) came = true;
  }
  if (!came && stop_considering(false)) came = poll_and_advance();
  polling_ = false;
  net_.flush();
  return came;
}

bool Core::wait(std::int64_t deadline_ns) {
  if (in_callback_) return false;
  if (pump() || stop_considering(true)) return true;
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
  polling_ = true;
  bury();
  const auto over = [until_ns] { return until_ns == at_once || base::now_ns() >= until_ns; };
  for (;;) {
    // A callback may disable those that follow it.
    while (local.delivered < most && local.callbacks_enabled && deliver_next(local)) {
    }
    if (local.delivered >= most) break;
    const bool came = poll_and_advance();
    if (came || (!local.queue.empty() && local.callbacks_enabled)) {
      const bool empty = local.queue.empty() || !local.callbacks_enabled;
      if ((came || local.delivered > 0) && empty && over()) break;
      continue;
    }
    const bool ends = over();
    if ((!ends || local.delivered == 0) && stop_considering(!ends)) continue;
    if (ends) break;
    (void)net_.wait(wake_ns(until_ns));
  }
  local.evoking = false;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    while (locals_[i]->delivers_unasked() && deliver_next(*locals_[i])) {
    }
  }
  polling_ = false;
  net_.flush();
  return !local.queue.empty();
}

void Core::call(Local& to, const Call& what) {
  in_callback_ = true;
  what(*to.ambassador);
  in_callback_ = false;
  ++to.delivered;
}

bool Core::may_deliver(const Local& local) const {
  return polling_ && !in_callback_ && local.queue.empty() &&
         (local.delivers_unasked() || (local.evoking && local.delivered < local.most));
}

bool Core::deliver_next(Local& local) {
  if (in_callback_) return false;
  // What callbacks make is bounded too.
  if (owes_poll()) {
    (void)poll_and_advance();
    return true;
  }
  if (local.queue.empty()) return false;
  const Bytes front = local.queue.front();
  if (front.empty()) {
    local.queue.pop();
    const Call what = local.calls.pop();
    call(local, what);
  } else {
    // The callback may push: the bytes must not move meanwhile.
    scratch_queue_.assign(front.begin(), front.end());
    local.queue.pop();
    std::vector<std::byte> message = std::move(scratch_queue_);
    deliver(local, read_as<DataHead>(message), message);
    scratch_queue_ = std::move(message);
  }
  return true;
}

void Core::erase_the_dead() {
  for (const auto& [id, object] : graves_) {
    const auto federation = federations_.find(id);
    if (federation == federations_.end()) continue;
    const auto found = federation->second->objects.find(object);
    if (found != federation->second->objects.end() && found->second.deleted &&
        found->second.views.empty()) {
      federation->second->recent.fill(nullptr);
      federation->second->objects.erase(found);
    }
  }
  graves_.clear();
  if (!std::exchange(destroyed_, false)) return;
  recent_ = nullptr;
  std::erase_if(federations_, [](const auto& each) { return each.second->destroyed; });
}

Federation* Core::find(const std::string& name) {
  for (auto& [id, federation] : federations_) {
    if (!federation->destroyed && federation->name == name) return federation.get();
  }
  return nullptr;
}

std::vector<FederationInformation> Core::list() const {
  std::vector<FederationInformation> all;
  for (const auto& [id, federation] : federations_) {
    if (!federation->destroyed) all.push_back({federation->name, federation->as});
  }
  return all;
}

bool Core::on_message(std::uint32_t from, const MessageHead& head, Bytes message) {
  if (recent_ == nullptr || recent_->id != head.federation) {
    const auto found = federations_.find(head.federation);
    recent_ = found == federations_.end() ? nullptr : found->second.get();
  }
  if (recent_ == nullptr || recent_->destroyed) {
    ++counters_.unknown;
    return true;
  }
  Federation& federation = *recent_;
  if (head.kind == MessageKind::bound) {
    on_bound(federation, from, message);
    return true;
  }
  if (head.kind == MessageKind::epoch) {
    on_epoch(federation, from, message);
    return true;
  }
  if (message.size() < sizeof(DataHead)) {
    ++counters_.malformed;
    return true;
  }
  const auto data = read_as<DataHead>(message);
  if (!room_for(federation, nullptr, message.size())) return false;
  ++counters_.data_received;
  TimeNet& time = federation.time;
  if ((head.flags & timed_flag) != 0 && head.order == 1 && time.lbts &&
      time.markers[from] == time.epoch) {
    time.lbts->received(data.colour, data.time, base::now_ns(), outbox_);
    if (time.lbts->counters().transients !=
        std::exchange(time.transients, time.lbts->counters().transients)) {
      time.wanted = true;
    }
    send_bounds(federation, outbox_);
  }
  if (head.stamp < federation.restored_at) {
    transportations_.drop_overtaken();
    return true;
  }
  if ((head.flags & best_effort_flag) == 0) {
    (void)dispatch(federation, data, message, nullptr);
    return true;
  }
  std::vector<std::byte> room = std::move(scratch_changed_);
  if (const Bytes left = transportations_.not_overtaken(federation, data, message, room);
      !left.empty()) {
    (void)dispatch(federation, read_as<DataHead>(left), left, nullptr);
  }
  scratch_changed_ = std::move(room);
  return true;
}

void Core::restored(Federation& federation) {
  for (auto& [handle, object] : federation.objects) {
    for (View& view : object.views) review_selection(federation, view);
  }
  federation.mom->restored();
  restore_regions(federation);
  // Of the time before the restore.
  federation.time.others = federation.time.known = std::numeric_limits<std::int64_t>::min();
  begin_epoch(federation);
}

void Core::on_order_lost(const std::string& why) {
  counters_.nodes_lost = net_.nodes() - 1;
  for (Local* local : locals_) {
    if (local->federation == nullptr || std::exchange(local->lost, true)) continue;
    inboxes_.post(*local, [why](FederateAmbassador& to) { to.connection_lost(why); });
  }
}

}  // namespace orrery::rti
