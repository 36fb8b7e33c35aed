#include "net/arrivals.hpp"

#include <algorithm>
#include <utility>

namespace orrery::rti {

using transport::Io;

namespace {
constexpr std::size_t most_parked = 64U << 20;
constexpr std::size_t most_beside = 1U << 20;  // in an operation, beside modules or a tag

// Messages that wait for what their sender knew, each behind those that were sent before it.
bool is_in_order(MessageKind kind) {
  return (kind >= MessageKind::data && kind <= MessageKind::epoch) || kind == MessageKind::taken;
}
}  // namespace

Arrivals::Arrivals(Receiver& receiver, Channels& channels, Ordering& ordering, Paths& paths,
                   RoundTrips& round_trips, const MemoryBounds& bounds)
    : receiver_(receiver),
      channels_(channels),
      ordering_(ordering),
      paths_(paths),
      round_trips_(round_trips),
      most_state_bytes_(bounds.unread_bytes),
      most_data_bytes_(bounds.message_bytes),
      peers_(ordering.nodes()) {}

Io Arrivals::drain(std::uint32_t sender) {
  const bool unjoined = is_unjoined(sender);
  return channels_.read(sender, [&](Bytes message) {
    if (message.size() < sizeof(MessageHead)) {
      ++malformed_;
      return true;
    }
    const auto head = read_as<MessageHead>(message);
    if (unjoined) return take_unjoined(sender, head, message);
    return park(sender, head, message) || handle(sender, head, message);
  });
}

// Until it has the state, a newcomer leaves in the channels what goes on. So do the others with what comes of a newcomer before
// they have applied that it has joined.
bool Arrivals::take_unjoined(std::uint32_t sender, const MessageHead& head, Bytes message) {
  if (!is_unjoined(sender)) return false;
  if (!is_of_joining(head.kind) && head.kind != MessageKind::bye) return false;
  (void)handle(sender, head, message);
  return true;
}

bool Arrivals::park(std::uint32_t sender, const MessageHead& head, Bytes message) {
  if (!is_in_order(head.kind)) return false;
  Peer& peer = peers_[sender];
  if (peer.parked.empty() && (may_be_seen(sender, head, ordering_.submitted(sender)) ||
                              !(ordering_.unsettled() || ordering_.awaits_holders()))) {
    return false;
  }
  if (peer.parked_bytes > 0 && peer.parked_bytes + message.size() > most_parked) return false;
  peer.parked_bytes += message.size();
  peer.parked.push_back({ordering_.submitted(sender), {message.begin(), message.end()}});
  ++parked_;
  return true;
}

// True if there was one that could be looked at. `settling`: what it waits for, it can wait for no longer.
bool Arrivals::look_at_parked(std::uint32_t sender, bool settling) {
  Peer& peer = peers_[sender];
  if (peer.parked.empty()) return false;
  const Parked& first = peer.parked.front();
  const auto head = read_as<MessageHead>(first.bytes);
  if (!ordering_.lost()) {
    if (!settling && !may_be_seen(sender, head, first.after)) return false;
    if (!show(sender, head, first.bytes)) return false;
  }
  peer.parked_bytes -= first.bytes.size();
  peer.parked.pop_front();
  --parked_;
  return true;
}

bool Arrivals::look_at_parked() {
  bool came = false;
  for (std::uint32_t node = 0; parked_ > 0 && node < peers_.size(); ++node) {
    while (look_at_parked(node, false)) came = true;
  }
  return came;
}

bool Arrivals::show(std::uint32_t sender, const MessageHead& head, Bytes message) {
  showing_ = true;
  const bool shown = receiver_.on_message(sender, head, message);
  showing_ = false;
  return shown;
}

// When a node's operation is next, or it is gone, nothing is left for what it sent before to wait for.
bool Arrivals::settled(std::uint32_t node, std::uint64_t sequence) {
  if (showing_) return false;  // what is shown made an operation
  const Peer& peer = peers_[node];
  const auto before = [&] { return !peer.parked.empty() && peer.parked.front().after < sequence; };
  while (before() && look_at_parked(node, true)) {
  }
  return !before() && (!paths_.has(Paths::reliable) || data_settled(node, sequence));
}

// As settled(), of data over the reliable port.
bool Arrivals::data_settled(std::uint32_t node, std::uint64_t sequence) {
  Peer& peer = peers_[node];
  while (!peer.follows.empty() && peer.follows.front().sequence < sequence)
    peer.follows.pop_front();
  const bool all = sequence == UINT64_MAX;
  const bool known = !peer.follows.empty() && peer.follows.front().sequence == sequence;
  if (!all && !known) return true;
  const std::uint64_t number = all ? UINT64_MAX : peer.follows.front().number;
  const auto seen = [&](std::uint32_t sender, std::uint64_t submitted, Bytes message) {
    return take(sender, submitted, message, true);
  };
  if (!paths_.settle(node, number, seen)) return false;
  return all || paths_.has_come(node, number) || (channels_.ended(node) && paths_.silent(node));
}

bool Arrivals::handle(std::uint32_t sender, const MessageHead& head, Bytes message) {
  Peer& peer = peers_[sender];
  if (head.kind == MessageKind::echo && message.size() == sizeof(EchoMessage)) {
    malformed_ += !round_trips_.take(sender, read_as<EchoMessage>(message));
    return true;
  }
  if (is_in_order(head.kind) && !ordering_.lost()) {
    if (!peer.parked.empty() || !may_be_seen(sender, head, ordering_.submitted(sender)))
      return false;
    return receiver_.on_message(sender, head, message);
  }
  const Bytes part = message.subspan(sizeof head);
  if (head.kind == MessageKind::data_part && !ordering_.lost()) {
    return take_data_part(sender, head, part);
  }
  const std::size_t most_operation =
      head.kind == MessageKind::state
          ? most_state_bytes_
          : std::max(most_modules_bytes, most_data_bytes_) + most_beside;
  if (!is_of_log(head.kind) || peer.partial.size() + part.size() > most_operation) {
    ++malformed_;
    peer.partial.clear();
    return true;
  }
  if (head.kind == MessageKind::operation && head.detail == 1 && paths_.has(Paths::reliable)) {
    peer.follows.push_back({ordering_.submitted(sender) + 1, head.stamp});
  }
  if (head.detail == 1 && peer.partial.empty()) {
    malformed_ += !ordering_.take(sender, head.kind, part);
    return true;
  }
  peer.partial.insert(peer.partial.end(), part.begin(), part.end());
  if (head.detail != 1) return true;
  const std::vector<std::byte> whole = std::exchange(peer.partial, {});
  malformed_ += !ordering_.take(sender, head.kind, whole);
  return true;
}

// The last part stays in the channel until the message is taken, so that nothing behind it is seen before.
bool Arrivals::take_data_part(std::uint32_t sender, const MessageHead& head, Bytes part) {
  Peer& peer = peers_[sender];
  if (!peer.is_whole) {
    if (peer.partial.size() + part.size() > most_data_bytes_) {
      ++malformed_;
      peer.partial = {};
      return true;
    }
    peer.partial.insert(peer.partial.end(), part.begin(), part.end());
    if (head.detail != 1) return true;
  }
  std::vector<std::byte> whole = std::exchange(peer.partial, {});
  peer.is_whole = false;
  if (whole.size() < sizeof(MessageHead) || read_as<MessageHead>(whole).kind != MessageKind::data) {
    ++malformed_;
    return true;
  }
  const auto data = read_as<MessageHead>(whole);
  if (park(sender, data, whole) || handle(sender, data, whole)) return true;
  peer.partial = std::move(whole);
  peer.is_whole = true;
  return false;
}

Paths::Taken Arrivals::take(std::uint32_t sender, std::uint64_t submitted, Bytes message,
                            bool settling) {
  if (ordering_.lost() || !ordering_.living(sender)) return Paths::Taken::taken;
  const auto head = read_as<MessageHead>(message);
  const bool may = ordering_.submitted(sender) >= submitted && may_be_seen(sender, head, submitted);
  if (!may && !settling) return Paths::Taken::later;
  return show(sender, head, message) ? Paths::Taken::taken : Paths::Taken::no_room;
}

}  // namespace orrery::rti
