// The part of the order of operations in which nodes join: the sequencer admits a newcomer, a sponsor sends it the state.
#include <algorithm>
#include <utility>

#include "log/ordering.hpp"

namespace orrery::rti {

bool Ordering::join_under_way() const {
  if (configuration_.newcomers(log_.stable()) != 0) return true;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const auto& waiting = log_.payloads(node);
    if (std::ranges::any_of(waiting, [](const auto& each) {
          return says(each.bytes, OperationKind::node_joined);
        })) {
      return true;
    }
  }
  return false;
}

void Ordering::open(std::uint32_t node) {
  configuration_[node].reached = true;
  if (joining()) return newcomer_.await(node);
  port_.send(node, MessageKind::hello, {});
}

bool Ordering::take_ask(std::uint32_t sender, Bytes content) {
  if (content.size() != sizeof(NodeSet)) return false;
  // Otherwise it has joined by another node's word.
  if (!vacant(sender) || !configuration_[sender].reached) return true;
  admission_.ask(sender, read_as<NodeSet>(content));
  review_newcomers();
  return true;
}

// At the sequencer: one newcomer after the other.
void Ordering::review_newcomers() {
  if (admission_.asking() == 0 || !orders() || unsettled() || join_under_way()) return;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((admission_.asking() & only(node)) == 0) continue;
    if (const auto why = admission_.refusal(node)) {
      admission_.drop(node);
      port_.send(node, MessageKind::refused, std::as_bytes(std::span(*why)));
      continue;
    }
    if (!port_.may_join()) return;
    Operation joined{.kind = OperationKind::node_joined};
    joined.number = node;
    (void)submit(joined);
    return;
  }
}

// All nodes decide alike. If a save has begun meanwhile, the newcomer still asks, and the sequencer tries again.
void Ordering::admit(std::uint32_t newcomer, std::uint32_t sponsor, std::uint64_t sequence,
                     const Operation& operation) {
  if (newcomer >= nodes() || newcomer < configuration_.first_free() || !port_.may_join()) return;
  Configuration::Node& peer = configuration_[newcomer];
  configuration_.set_vacant(newcomer, false);
  admission_.drop(newcomer);
  peer.ended = peer.removed = false;
  peer.joined_by = log_.applied();
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
    save_log(state, configuration_, log_);
    port_.save(state);
    port_.send(newcomer, MessageKind::state, state);
    for (std::uint32_t node = 0; node < nodes(); ++node) {
      const Configuration::Node& peer = configuration_[node];
      if (!peer.ended || peer.removed) continue;
      repeat(newcomer, node, log_.received(node) - log_.payloads(node).size());
    }
  }
  for (const OperationLog::Payload& each : log_.payloads(self_)) {
    port_.send(newcomer, MessageKind::operation, each.bytes);
  }
}

// At a newcomer that has not got the state.
bool Ordering::take_while_joining(std::uint32_t sender, MessageKind kind, Bytes content) {
  switch (kind) {
    case MessageKind::hello:
      newcomer_.greeted_by(sender);
      ask_to_join();
      return true;
    case MessageKind::joined:
      if (content.size() != sizeof(std::uint32_t)) return false;
      newcomer_.stop_awaiting(only(sender));
      if (!newcomer_.set_sponsor(read_as<std::uint32_t>(content))) {
        fail_to_join("its sponsor is lost");
      }
      return true;
    case MessageKind::state:
      if (newcomer_.sponsor() != sender) return false;
      if (!take_state(sender, content)) fail_to_join("its sponsor's state is malformed");
      return true;
    case MessageKind::refused: {
      const std::string why(reinterpret_cast<const char*>(content.data()), content.size());
      fail_to_join(why);
      return true;
    }
    case MessageKind::bye:
      configuration_[sender].left = true;
      return true;
    default:
      return false;
  }
}

void Ordering::ask_to_join() {
  if (!newcomer_.may_ask()) return;
  const NodeSet reached = configuration_.reached();
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((reached & only(node)) != 0)
      port_.send(node, MessageKind::ask_join, std::as_bytes(std::span(&reached, 1)));
  }
}

bool Ordering::take_state(std::uint32_t sponsor, Bytes content) {
  Reader in(content);
  const auto submitted = load_log(in, sponsor, configuration_, log_);
  if (!submitted) return false;
  term_ = sponsor;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const Configuration::Node& peer = configuration_[node];
    if (!peer.removed) continue;
    newcomer_.stop_awaiting(only(node));
    if (node != self_ && peer.reached && !vacant(node)) port_.drop(node);
  }
  newcomer_.set_joining(false);
  if (!port_.load(sponsor, *submitted, content.last(in.left()))) {
    newcomer_.set_joining(true);
    return false;
  }
  // In the order in which they would have been taken: a node that is removed has ended.
  for (const auto& [node, how] : newcomer_.take_ends()) {
    if (!configuration_[node].removed) end(node, how.second, how.first);
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const Configuration::Node& peer = configuration_[node];
    if (node != self_ && !peer.ended && !peer.reached) end(node, false, "it was never reached");
  }
  apply_ready();
  return true;
}

// Of a vacant seat: a newcomer that gives up; at a newcomer, any node.
void Ordering::end_unjoined(std::uint32_t node, bool certain, const std::string& why) {
  Configuration::Node& peer = configuration_[node];
  peer.reached = false;
  admission_.drop(node);
  if (!joining()) {
    peer.certain = certain || peer.left;
    return;
  }
  const auto failed = newcomer_.end(node, certain, why);
  if (lost_) return;
  if (failed) return fail_to_join(*failed);
  ask_to_join();
}

void Ordering::fail_to_join(const std::string& why) {
  if (lost_) return;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (configuration_[node].reached) port_.send(node, MessageKind::bye, {});
  }
  lose("this node has not joined: " + why + "; create it again, in a later seat");
}

}  // namespace orrery::rti
