// How a candidate learns what the survivors know, and goes on from there. Contract: ordering.hpp.
#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "log/ordering.hpp"

namespace orrery::rti {

namespace {

template <class T>
void put_list(Writer& out, const std::vector<T>& list) {
  out.put(std::as_bytes(std::span(list)));
}

template <class T>
bool get_list(Reader& in, std::vector<T>& list) {
  const Bytes raw = in.bytes();
  if (!in.ok() || raw.size() % sizeof(T) != 0) return false;
  list.resize(raw.size() / sizeof(T));
  if (!raw.empty()) std::memcpy(list.data(), raw.data(), raw.size());
  return true;
}

}  // namespace

void Ordering::begin_view_change() {
  collecting_ = true;
  promised_.reset();
  view_changes_.clear();
  ++attempt_;
  reports_.assign(nodes(), {});
  std::vector<std::uint64_t> received;
  for (const Peer& peer : peers_) received.push_back(peer.received);
  std::vector<std::byte> content;
  Writer out(content);
  out.put(attempt_);
  out.put(applied_);
  out.put(gone() & ~vacant());
  put_list(out, received);
  bool asked = false;
  to_living([&](std::uint32_t target) {
    asked = true;
    port_.send(target, MessageKind::view_change, content);
  });
  if (!asked) finish_view_change();
}

bool Ordering::take_view_change(std::uint32_t sender, Bytes content) {
  Reader in(content);
  ViewChange asked;
  asked.attempt = in.get<std::uint64_t>();
  asked.applied = in.get<std::uint64_t>();
  asked.lost = in.get<NodeSet>();
  if (!get_list(in, asked.received) || !in.complete() || asked.received.size() != nodes()) {
    return false;
  }
  const NodeSet before = only(sender) - 1;
  if (sender >= self_ || ((asked.lost | vacant()) & before) != before ||
      (asked.lost & (only(self_) | only(sender))) != 0) {
    return false;
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((asked.lost & only(node)) != 0) doubt(node);
  }
  view_changes_[sender] = std::move(asked);
  answer_view_change();
  return true;
}

// The candidate is lost. The nodes that it had lost are not doubted any more on its account.
void Ordering::forget_view_change(std::uint32_t candidate) {
  const auto found = view_changes_.find(candidate);
  if (found == view_changes_.end()) return;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((found->second.lost & only(node)) != 0) peers_[node].doubted_ns = 0;
  }
  view_changes_.erase(found);
}

// Answers one view change whose lost nodes have all ended here as well, so that nothing more comes from them.
void Ordering::answer_view_change() {
  for (auto each = view_changes_.begin(); each != view_changes_.end(); ++each) {
    if ((each->second.lost & ~gone()) != 0) continue;
    const auto asked = view_changes_.extract(each);
    answer(asked.key(), asked.mapped());
    return;
  }
}

void Ordering::answer(std::uint32_t candidate, const ViewChange& asked) {
  if (asked.applied < forgotten()) {
    // It has been counted as lost: it lacks what all others have.
    give_up(candidate, "it was left behind");
    return;
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((asked.lost & only(node)) != 0) repeat(candidate, node, asked.received[node]);
  }
  std::vector<std::uint64_t> received;
  for (const Peer& peer : peers_) received.push_back(peer.received);
  std::vector<std::byte> content;
  Writer out(content);
  out.put(asked.attempt);
  out.put(log_term_);
  out.put(applied_);
  out.put(forgotten() + 1);
  put_list(out, log_after(forgotten()));
  put_list(out, received);
  promised_ = candidate;
  port_.send(candidate, MessageKind::report, content);
}

bool Ordering::take_report(std::uint32_t sender, Bytes content) {
  Reader in(content);
  Report report;
  const auto attempt = in.get<std::uint64_t>();
  report.term = in.get<std::uint64_t>();
  report.applied = in.get<std::uint64_t>();
  report.first = in.get<std::uint64_t>();
  if (!get_list(in, report.origins) || !get_list(in, report.received) || !in.complete() ||
      report.received.size() != nodes() || report.first == 0 || report.first > applied_ + 1 ||
      report.applied + 1 < report.first || report.applied > report.known() ||
      std::ranges::any_of(report.origins, [&](std::uint32_t each) { return each >= nodes(); })) {
    return false;
  }
  if (!collecting_ || attempt != attempt_) return true;  // of an attempt that is over
  if (report.applied < forgotten()) {
    give_up(sender, "it was left behind");
    return true;
  }
  reports_[sender] = std::move(report);
  bool all = true;
  to_living([&](std::uint32_t node) { all = all && reports_[node].has_value(); });
  if (all) finish_view_change();
  return true;
}

void Ordering::set_orders(std::vector<std::uint32_t> origins) {
  orders_.assign(origins.begin(), origins.end());
  for (Peer& peer : peers_) peer.ordered = 0;
  for (const std::uint32_t origin : orders_) ++peers_[origin].ordered;
  for (Peer& peer : peers_) peer.held_payloads = 0;
  held_ = applied_;
  held_lost_ = 0;
  safe_ = std::min(safe_, known());
  advance_held();
}

// All logs of one term begin alike, and the log of a later term has all operations that count of earlier terms. So the longest log of
// the latest term has everything.
void Ordering::adopt_longest() {
  auto best = std::tuple(log_term_, known());
  const Report* longest = nullptr;
  for (const auto& report : reports_) {
    if (!report || std::tuple(report->term, report->known()) <= best) continue;
    best = {report->term, report->known()};
    longest = &*report;
  }
  if (longest == nullptr) return;
  const auto skipped = static_cast<std::ptrdiff_t>(applied_ + 1 - longest->first);
  if (skipped > std::ssize(longest->origins)) return set_orders({});
  set_orders({longest->origins.begin() + skipped, longest->origins.end()});
}

// No survivor has applied an operation whose payload was lost with its sender.
void Ordering::cut_log() {
  std::vector<std::uint64_t> needed(nodes());
  NodeSet lost = 0;
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    const Peer& origin = peers_[orders_[i]];
    const std::uint64_t at = needed[orders_[i]]++;
    // After its loss its payloads are not needed, and say nothing.
    if (origin.removed || (lost & only(orders_[i])) != 0) continue;
    if (at < origin.payloads.size()) {
      if (const auto node = lost_by(origin.payloads[at])) lost |= only(*node);
      continue;
    }
    if (!origin.ended) continue;
    set_orders({orders_.begin(), orders_.begin() + static_cast<std::ptrdiff_t>(i)});
    return;
  }
}

void Ordering::finish_view_change() {
  adopt_longest();
  cut_log();
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (reports_[node] && !peers_[node].ended && reports_[node]->applied > known()) {
      give_up(node, "what it says that it knows cannot be");  // begins again
      return;
    }
  }
  const NodeSet known_lost = lost_in_log();
  if ((known_lost & only(self_)) != 0) {
    lose("the other nodes have gone on without this one");
    return;
  }
  if (const NodeSet heard = known_lost & ~gone(); heard != 0) {
    give_up(static_cast<std::uint32_t>(std::countr_zero(heard)), "others have lost it");
    return;
  }
  collecting_ = false;
  unordered_ = false;
  term_ = self_;
  log_term_ = (std::uint64_t{self_} << 32) + attempt_;
  const auto reports = std::exchange(reports_, {});
  for (Peer& peer : peers_) peer.holds = 0;  // what was said of earlier logs
  to_living([&](std::uint32_t target) { start(target, *reports[target]); });
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const Peer& peer = peers_[node];
    while (peer.ordered < peer.payloads.size()) {
      // A former sequencer announced the loss of a node that goes on, and the announcement got no order.
      const auto said = peer.ended ? lost_by(peer.payloads[peer.ordered]) : std::nullopt;
      if (said && (gone() & only(*said)) == 0) break;
      order(node);
    }
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((gone() & ~known_lost & only(node)) != 0 && !peers_[node].removed) announce_lost(node);
  }
  apply_ready();
}

std::vector<std::uint32_t> Ordering::log_after(std::uint64_t number) const {
  std::vector<std::uint32_t> origins;
  for (std::uint64_t at = number; at < known(); ++at) {
    origins.push_back(at < applied_ ? retained_[at - forgotten()].origin : orders_[at - applied_]);
  }
  return origins;
}

// Nodes of which the log says that they are lost, though that has not been applied.
NodeSet Ordering::lost_in_log() const {
  NodeSet set = 0;
  std::vector<std::size_t> next(nodes());
  for (const std::uint32_t origin : orders_) {
    const auto& payloads = peers_[origin].payloads;
    const std::size_t at = next[origin]++;
    if (peers_[origin].removed || (set & only(origin)) != 0)
      continue;                           // lost before: it is skipped
    if (at >= payloads.size()) continue;  // a living node's payloads report no losses
    if (const auto node = lost_by(payloads[at])) set |= only(*node);
  }
  return set;
}

// The node whose loss the payload announces.
std::optional<std::uint32_t> Ordering::lost_by(const Payload& payload) const {
  if (!says(payload.bytes, OperationKind::node_lost)) return {};
  const auto operation = decode(payload.bytes);
  if (!operation || operation->number < 0 || operation->number >= nodes()) return {};
  return static_cast<std::uint32_t>(operation->number);
}

// Sends the target the payloads that it lacks, and from which operation on this node's orders count.
void Ordering::start(std::uint32_t target, const Report& report) {
  peers_[target].acked = peers_[target].holds = report.applied;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (peers_[node].ended) repeat(target, node, report.received[node]);
  }
  std::vector<std::byte> content;
  Writer out(content);
  out.put(log_term_);
  out.put(report.applied + 1);
  put_list(out, log_after(report.applied));
  port_.send(target, MessageKind::start, content);
}

bool Ordering::take_start(std::uint32_t sender, Bytes content) {
  Reader in(content);
  const auto term = in.get<std::uint64_t>();
  const auto first = in.get<std::uint64_t>();
  std::vector<std::uint32_t> origins;
  if (!get_list(in, origins) || !in.complete() || promised_ != sender || first != applied_ + 1 ||
      std::ranges::any_of(origins, [&](std::uint32_t each) { return each >= nodes(); })) {
    return false;
  }
  set_orders(std::move(origins));
  promised_.reset();
  unordered_ = false;
  told_held_ = applied_;
  term_ = sender;
  log_term_ = term;
  // The new sequencer may still hear nodes that this node has lost.
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (peers_[node].ended && !peers_[node].removed) accuse(node);
  }
  apply_ready();
  return true;
}

}  // namespace orrery::rti
