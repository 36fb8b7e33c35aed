// How a newcomer takes a seat while the others go on. Contract: ordering.hpp.
#include <algorithm>
#include <bit>
#include <utility>

#include "log/ordering.hpp"

namespace orrery::rti {

NodeSet Ordering::newcomers() const {
  NodeSet set = 0;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (peers_[node].joined_by > stable_) set |= only(node);
  }
  return set;
}

std::uint32_t Ordering::first_free() const {
  std::uint32_t node = nodes();
  while (node > 0 && vacant(node - 1)) --node;
  return node;
}

bool Ordering::join_under_way() const {
  return newcomers() != 0 || std::ranges::any_of(peers_, [](const Peer& peer) {
           return std::ranges::any_of(peer.payloads, [](const Payload& each) {
             return says(each.bytes, OperationKind::node_joined);
           });
         });
}

void Ordering::open(std::uint32_t node) {
  peers_[node].reached = true;
  peers_[node].awaited = joining_;
  if (!joining_) port_.send(node, MessageKind::hello, {});
}

bool Ordering::take_ask(std::uint32_t sender, Bytes content) {
  Peer& peer = peers_[sender];
  if (content.size() != sizeof(NodeSet)) return false;
  if (!vacant(sender) || !peer.reached) return true;  // it has joined by another node's word
  peer.reaches = read_as<NodeSet>(content);
  asking_ |= only(sender);
  review_newcomers();
  return true;
}

// At the sequencer: one newcomer after the other.
void Ordering::review_newcomers() {
  if (asking_ == 0 || !orders() || unsettled() || join_under_way()) return;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const Peer& peer = peers_[node];
    if ((asking_ & only(node)) == 0) continue;
    if (node < first_free()) {
      refuse(node, "seat " + std::to_string(node) + " is below seat " +
                       std::to_string(first_free() - 1) + ", which was used: take seat " +
                       std::to_string(first_free()) + " or a later one");
      continue;
    }
    const NodeSet seats = only(nodes() - 1) * 2 - 1;
    if (const NodeSet missing = seats & ~gone() & ~peer.reaches; missing != 0) {
      refuse(node, "it has no channel to node " + std::to_string(std::countr_zero(missing)) +
                       ": open one to every node that runs, and take a later seat");
      continue;
    }
    if (!port_.may_join()) return;
    Operation joined{.kind = OperationKind::node_joined};
    joined.number = node;
    (void)submit(joined);
    return;
  }
}

void Ordering::refuse(std::uint32_t newcomer, const std::string& why) {
  asking_ &= ~only(newcomer);
  port_.send(newcomer, MessageKind::refused, std::as_bytes(std::span(why)));
}

// All nodes decide alike. If a save has begun meanwhile, the newcomer still asks, and the sequencer tries again.
void Ordering::admit(std::uint32_t newcomer, std::uint32_t sponsor, std::uint64_t sequence,
                     const Operation& operation) {
  if (newcomer >= nodes() || newcomer < first_free() || !port_.may_join()) return;
  Peer& peer = peers_[newcomer];
  vacant_ &= ~only(newcomer);
  asking_ &= ~only(newcomer);
  peer.ended = peer.removed = false;
  peer.joined_by = applied_;
  const bool certain = std::exchange(peer.certain, false);
  if (peer.reached) welcome(newcomer, sponsor);
  port_.apply(sponsor, sequence, &operation);
  if (!peer.reached) {
    end(newcomer, certain, "it has gone while it joined");
  } else if (orders() && sponsor != self_) {
    // The newcomer has the log of another term, or will not have it.
    begin_view_change();
  }
}

void Ordering::welcome(std::uint32_t newcomer, std::uint32_t sponsor) {
  port_.send(newcomer, MessageKind::joined, std::as_bytes(std::span(&sponsor, 1)));
  if (sponsor == self_) {
    std::vector<std::byte> state;
    save_log(state);
    port_.save(state);
    port_.send(newcomer, MessageKind::state, state);
    for (std::uint32_t node = 0; node < nodes(); ++node) {
      const Peer& peer = peers_[node];
      if (peer.ended && !peer.removed) repeat(newcomer, node, peer.received - peer.payloads.size());
    }
  }
  for (const Payload& each : peers_[self_].payloads) {
    port_.send(newcomer, MessageKind::operation, each.bytes);
  }
}

void Ordering::save_log(std::vector<std::byte>& out) const {
  Writer log(out);
  log.put(log_term_);
  log.put(applied_);
  log.put(stable_);
  log.put(peers_[self_].received);
  log.put(nodes());
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const Peer& peer = peers_[node];
    log.put(static_cast<std::uint8_t>((vacant(node) ? 1U : 0U) | (peer.removed ? 2U : 0U)));
    log.put(peer.received - peer.payloads.size());
    log.put(peer.removed_by);
    log.put(peer.joined_by);
  }
  log.put(static_cast<std::uint32_t>(retained_.size()));
  for (const Retained& each : retained_) {
    log.put(each.origin);
    log.put(each.payload.sequence);
    log.put(Bytes(each.payload.bytes));
  }
  log.put(static_cast<std::uint32_t>(orders_.size()));
  for (const std::uint32_t origin : orders_) log.put(origin);
}

bool Ordering::load_log(std::uint32_t sponsor, Reader& in) {
  log_term_ = in.get<std::uint64_t>();
  applied_ = in.get<std::uint64_t>();
  stable_ = in.get<std::uint64_t>();
  const auto submitted = in.get<std::uint64_t>();
  if (in.get<std::uint32_t>() != nodes() || stable_ > applied_) return false;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    Peer& peer = peers_[node];
    const auto bits = in.get<std::uint8_t>();
    vacant_ = (bits & 1) != 0 ? vacant_ | only(node) : vacant_ & ~only(node);
    peer.removed = (bits & 2) != 0;
    peer.received = in.get<std::uint64_t>();
    peer.removed_by = in.get<std::uint64_t>();
    peer.joined_by = in.get<std::uint64_t>();
    peer.ended = peer.removed;
    peer.awaited &= !peer.removed;
    if (peer.removed_by > applied_ || peer.joined_by > applied_) return false;
    if (peer.removed && node != self_ && peer.reached && !vacant(node)) port_.drop(node);
  }
  const Peer& own = peers_[self_];
  if (!load_retained(in) || own.removed || vacant(self_) || own.received != 0 ||
      peers_[sponsor].removed || submitted < peers_[sponsor].received) {
    return false;
  }
  std::vector<std::uint32_t> origins;
  const auto orders = in.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < orders && in.ok(); ++i) origins.push_back(in.get<std::uint32_t>());
  if (!in.ok() ||
      std::ranges::any_of(origins, [&](std::uint32_t each) { return each >= nodes(); })) {
    return false;
  }
  term_ = sponsor;
  safe_ = applied_;
  set_orders(std::move(origins));
  return true;
}

bool Ordering::load_retained(Reader& in) {
  const auto count = in.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    const auto origin = in.get<std::uint32_t>();
    const auto sequence = in.get<std::uint64_t>();
    const Bytes payload = in.bytes();
    if (origin >= nodes()) return false;
    retain({origin, {sequence, {payload.begin(), payload.end()}}});
  }
  return in.ok() && retained_.size() == count && count <= applied_;
}

// At a newcomer that has not got the state.
bool Ordering::take_while_joining(std::uint32_t sender, MessageKind kind, Bytes content) {
  switch (kind) {
    case MessageKind::hello:
      peers_[sender].greeted = true;
      ask_to_join();
      return true;
    case MessageKind::joined:
      if (content.size() != sizeof(std::uint32_t)) return false;
      sponsor_ = read_as<std::uint32_t>(content);
      peers_[sender].awaited = false;
      if (*sponsor_ >= nodes() || !peers_[*sponsor_].reached) fail_to_join("its sponsor is lost");
      return true;
    case MessageKind::state:
      if (sponsor_ != sender) return false;
      if (!take_state(sender, content)) fail_to_join("its sponsor's state is malformed");
      return true;
    case MessageKind::refused: {
      const std::string why(reinterpret_cast<const char*>(content.data()), content.size());
      fail_to_join(why);
      return true;
    }
    case MessageKind::bye:
      peers_[sender].left = true;
      return true;
    default:
      return false;
  }
}

void Ordering::ask_to_join() {
  NodeSet reached = 0;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (node == self_ || !peers_[node].reached) continue;
    if (!peers_[node].greeted) return;
    reached |= only(node);
  }
  if (std::exchange(asked_, true)) return;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((reached & only(node)) != 0)
      port_.send(node, MessageKind::ask_join, std::as_bytes(std::span(&reached, 1)));
  }
}

bool Ordering::take_state(std::uint32_t sponsor, Bytes content) {
  Reader in(content);
  if (!load_log(sponsor, in)) return false;
  Reader again(content);
  (void)again.get<std::uint64_t>();
  (void)again.get<std::uint64_t>();
  (void)again.get<std::uint64_t>();
  const auto submitted = again.get<std::uint64_t>();
  joining_ = false;
  if (!port_.load(sponsor, submitted, content.last(in.left()))) {
    joining_ = true;
    return false;
  }
  // In the order in which they would have been taken: a node that is removed has ended.
  for (const auto& [node, why] : std::exchange(early_ends_, {})) {
    if (!peers_[node].removed) end(node, (early_certain_ & only(node)) != 0, why);
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    Peer& peer = peers_[node];
    if (node != self_ && !peer.ended && !peer.reached) end(node, false, "it was never reached");
  }
  apply_ready();
  return true;
}

// Of a vacant seat: a newcomer that gives up; at a newcomer, any node.
void Ordering::end_unjoined(std::uint32_t node, bool certain, const std::string& why) {
  Peer& peer = peers_[node];
  peer.reached = false;
  asking_ &= ~only(node);
  if (!joining_) {
    peer.certain = certain || peer.left;
    return;
  }
  early_ends_.emplace(node, why);
  if (certain) early_certain_ |= only(node);
  if (lost_) return;
  if (sponsor_ == node) return fail_to_join("its sponsor is lost: " + why);
  // It may be the one that puts operations in order, and go on without this node.
  if (!certain && !peer.left)
    return fail_to_join("node " + std::to_string(node) + " is not reached: " + why);
  if (std::ranges::none_of(peers_, &Peer::reached))
    return fail_to_join("no node is reached: " + why);
  ask_to_join();
}

void Ordering::fail_to_join(const std::string& why) {
  if (lost_) return;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (node != self_ && peers_[node].reached) port_.send(node, MessageKind::bye, {});
  }
  lose("this node has not joined: " + why + "; create it again, in a later seat");
}

}  // namespace orrery::rti
