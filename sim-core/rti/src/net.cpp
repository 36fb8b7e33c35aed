#include "net.hpp"

#include <algorithm>
#include <utility>

#include "orrery/transport/chain.hpp"

namespace orrery::rti {

using transport::Io;

namespace {
constexpr unsigned messages_at_once = 256;
constexpr std::int64_t look_ns = 50'000'000;
constexpr std::int64_t linger_ns = 1'000'000'000;
constexpr std::size_t most_parked = 64U << 20;
constexpr std::size_t most_whole = 8 * most_module_bytes;
}  // namespace

Net::Net(Owner& owner, std::uint32_t self,
         std::vector<std::unique_ptr<transport::Channel>> channels, DataPaths paths)
    : owner_(owner),
      self_(self),
      peers_(channels.size()),
      ordering_(*this, self, static_cast<std::uint32_t>(channels.size())),
      paths_(self, static_cast<std::uint32_t>(channels.size()), std::move(paths)) {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    peers_[i].channel = std::move(channels[i]);
    if (!peers_[i].channel) continue;
    most_bytes_ =
        std::min<std::size_t>(most_bytes_, peers_[i].channel->options().max_message_bytes);
  }
}

Status Net::start(std::shared_ptr<base::Doorbell> bell, base::WaitStrategy strategy) {
  auto set = transport::WaitSet::create(std::move(bell), strategy);
  if (!set) return Error{ErrorCode::RTIinternalError, set.error().message};
  set_ = std::move(*set);
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!peers_[i].channel) continue;
    if (auto added = set_->add(*peers_[i].channel, i); !added) {
      return Error{ErrorCode::RTIinternalError, added.error().message};
    }
  }
  return paths_.start(*set_);
}

std::uint64_t Net::submit(const Operation& operation) {
  const std::uint64_t sequence = ordering_.submit(operation);
  flush();
  return sequence;
}

void Net::apply(std::uint32_t origin, std::uint64_t sequence, const Operation* operation) {
  if (operation != nullptr) {
    owner_.apply(origin, sequence, *operation);
  } else {
    ++malformed_;
  }
}

Io Net::room_for(std::uint32_t to, std::size_t bytes, std::span<std::byte>& room) {
  Peer& peer = peers_[to];
  if (peer.ended) return Io::closed;
  if (!peer.waiting.empty()) send_waiting(peer);
  if (!peer.waiting.empty()) return Io::full;
  transport::Reserved reserved = peer.channel->reserve(bytes);
  if (reserved.io == Io::full) {
    (void)peer.channel->flush();
    // What was held may have been all there was.
    if (held_ > 0) reserved = peer.channel->reserve(bytes);
  }
  room = reserved.bytes;
  return reserved.io;
}

Io Net::reserve(std::uint32_t to, std::size_t bytes, std::span<std::byte>& room) {
  return ordering_.changing() ? Io::full : room_for(to, bytes, room);
}

Io Net::send_by_port(Paths::Which which, NodeSet to, const DataHead& head,
                     std::span<const Item> items, Bytes tag) {
  if (ordering_.changing()) return Io::full;
  const Io io = paths_.send(which, to, ordering_.submitted(self_), head, items, tag);
  if (io == Io::ok) unflushed_ = true;
  return io;
}

bool Net::poll_paths() {
  return paths_.poll([this](std::uint32_t from, std::uint64_t submitted,
                            Bytes message) { return take(from, submitted, message, false); },
                     [this](std::uint32_t node, bool behind) { lost_by_port(node, behind); });
}

Paths::Taken Net::take(std::uint32_t from, std::uint64_t submitted, Bytes message, bool settling) {
  if (order_lost() || !living(from)) return Paths::Taken::taken;
  const auto head = read_as<MessageHead>(message);
  const bool may = ordering_.submitted(from) >= submitted && may_be_seen(from, head, submitted);
  if (!may && !settling) return Paths::Taken::later;
  return show(from, head, message) ? Paths::Taken::taken : Paths::Taken::no_room;
}

// Some of its data is lost for good, here or there: then it is no member any longer, though it may live.
void Net::lost_by_port(std::uint32_t node, bool behind) {
  if (!behind) return ordering_.expel(node, "its data path has given it up");
  if (order_lost()) return;
  say_bye();
  ordering_.lose("this node has lost reliable data of node " + std::to_string(node));
}

void Net::commit(std::uint32_t to, std::size_t bytes) {
  peers_[to].channel->commit(bytes);
  peers_[to].dirty = unflushed_ = true;
}

void Net::send(std::uint32_t to, Bytes message) {
  std::span<std::byte> room;
  const Io io = room_for(to, message.size(), room);
  if (io == Io::ok) {
    std::copy(message.begin(), message.end(), room.begin());
    commit(to, message.size());
  } else if (io == Io::full) {
    peers_[to].waiting.emplace_back(message.begin(), message.end());
    unflushed_ = true;
  }
}

// In parts, as large as the channel takes.
void Net::send(std::uint32_t to, MessageKind kind, Bytes content) {
  if (peers_[to].ended) return;
  const std::size_t most = peers_[to].channel->options().max_message_bytes - sizeof(MessageHead);
  do {
    const Bytes part = content.first(std::min(most, content.size()));
    content = content.subspan(part.size());
    const MessageHead head{
        .kind = kind, .detail = std::uint8_t{content.empty()}, .stamp = paths_.sent()};
    const auto write = [&](std::byte* at) {
      std::memcpy(at, &head, sizeof head);
      if (!part.empty()) std::memcpy(at + sizeof head, part.data(), part.size());
    };
    std::span<std::byte> room;
    const Io io = room_for(to, sizeof head + part.size(), room);
    if (io == Io::ok) {
      write(room.data());
      commit(to, sizeof head + part.size());
    } else if (io == Io::full) {
      write(peers_[to].waiting.emplace_back(sizeof head + part.size()).data());
      unflushed_ = true;
    }
  } while (!content.empty());
}

void Net::send_waiting(Peer& peer) {
  while (!peer.waiting.empty()) {
    const Io io = peer.channel->send(peer.waiting.front());
    if (io == Io::full) break;
    peer.dirty = unflushed_ = true;
    if (io != Io::ok) {
      peer.waiting.clear();
      break;
    }
    peer.waiting.pop_front();
  }
}

void Net::flush_all() {
  bool waits = false;
  for (Peer& peer : peers_) {
    if (!peer.waiting.empty() && !peer.ended) send_waiting(peer);
    waits |= !peer.waiting.empty();
    if (!std::exchange(peer.dirty, false) || peer.ended) continue;
    (void)peer.channel->flush();
  }
  paths_.flush();
  unflushed_ = waits || paths_.has_unsent();
  held_ = 0;
}

void Net::flush_unless_held(std::size_t bytes) {
  if (bundling_.bytes > 0 && unflushed_) {
    const bool timed = bundling_.timeout_ns > 0;
    const std::int64_t now = timed ? base::now_ns() : 0;
    if (held_ == 0) held_since_ns_ = now;
    held_ += bytes;
    if (held_ < bundling_.bytes && !(timed && now - held_since_ns_ >= bundling_.timeout_ns)) return;
  }
  flush();
}

std::vector<PathCongestion> Net::paths() {
  std::vector<PathCongestion> all;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    Peer& peer = peers_[node];
    if (!peer.channel || peer.ended) continue;
    const transport::ChannelCounters& counted = peer.channel->counters();
    all.push_back({node, std::string(transport::to_string(peer.channel->kind())),
                   peer.waiting.size(), peer.parked.size(), counted.would_block,
                   counted.messages_sent, counted.bytes_sent, counted.system_calls,
                   peer.round_trip_ns});
    if (std::exchange(peer.echoing, true)) continue;
    const EchoMessage echo{{.kind = MessageKind::echo}, base::now_ns()};
    send(node, std::as_bytes(std::span(&echo, 1)));
  }
  flush();
  return all;
}

PathCounters Net::channel_counters() const {
  PathCounters all;
  for (const Peer& peer : peers_) {
    if (!peer.channel) continue;
    const transport::ChannelCounters& counted = peer.channel->counters();
    all.sent += counted.messages_sent;
    all.received += counted.messages_received;
    all.waiting += peer.waiting.size() + peer.parked.size();
    const transport::Port* lowest = transport::layers_of(*peer.channel);
    while (lowest != nullptr && lowest->below() != nullptr) lowest = lowest->below();
    if (lowest != nullptr) {
      count_packets(lowest->counters(), all);
    } else {
      count_packets({.messages_sent = counted.messages_sent,
                     .bytes_sent = counted.bytes_sent,
                     .messages_received = counted.messages_received,
                     .bytes_received = counted.bytes_received,
                     .system_calls = counted.system_calls},
                    all);
    }
  }
  return all;
}

void Net::take_echo(std::uint32_t from, const MessageHead& head, Bytes message) {
  auto echo = read_as<EchoMessage>(message);
  if (head.detail == 0) {
    echo.head.detail = 1;
    return send(from, std::as_bytes(std::span(&echo, 1)));
  }
  Peer& peer = peers_[from];
  const std::int64_t took = base::now_ns() - echo.sent_ns;
  if (!std::exchange(peer.echoing, false) || took < 0) {
    ++malformed_;
    return;
  }
  // As TCP smooths it.
  peer.round_trip_ns += (took - peer.round_trip_ns) / (peer.round_trip_ns == 0 ? 1 : 8);
}

bool Net::poll() {
  bool came = false;
  if (++polls_ % 256 == 0) look_for_the_dead();
  const auto outcome = set_->poll();
  for (std::uint32_t i = 0; parked_ > 0 && i < nodes(); ++i) {
    while (look_at_parked(i, false)) came = true;
  }
  // A channel that ends leaves the set, and its events go: note first whom they are of.
  ready_.clear();
  bool paths_ready = paths_.waits();
  for (const transport::Event& event : outcome.events) {
    if (event.port != nullptr) {
      paths_ready = true;
    } else {
      ready_.push_back(static_cast<std::uint32_t>(event.tag));
    }
  }
  for (const std::uint32_t from : ready_) came |= drain(from);
  if (paths_ready) came |= poll_paths();
  const std::uint64_t before = ordering_.applied();
  ordering_.apply_ready();  // what waited for data
  came |= ordering_.applied() != before;
  ordering_.acknowledge();
  flush();
  close_dropped();
  return came;
}

// A wait set asks in waits of over 50 ms; a node that evokes often has none.
void Net::look_for_the_dead() {
  const std::int64_t now = base::now_ns();
  if (now - looked_ns_ < look_ns) return;
  looked_ns_ = now;
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    Peer& peer = peers_[i];
    if (peer.channel && !peer.ended && !peer.channel->alive()) (void)drain(i);
  }
  ordering_.tick(now);
}

bool Net::wait(std::int64_t deadline_ns) {
  look_for_the_dead();
  flush();
  close_dropped();
  bool full = paths_.has_unsent();
  for (const Peer& peer : peers_) full |= !peer.waiting.empty() && !peer.ended;
  // With messages waiting for room, look again soon.
  if (full) deadline_ns = std::min(deadline_ns, base::now_ns() + 200'000);
  if (ordering_.doubting()) deadline_ns = std::min(deadline_ns, base::now_ns() + look_ns);
  return set_->wait(deadline_ns).outcome == base::WaitOutcome::ready;
}

bool Net::drain(std::uint32_t from) {
  Peer& peer = peers_[from];
  bool came = false;
  for (unsigned i = 0; i < messages_at_once && !peer.ended; ++i) {
    const transport::Peeked peeked = peer.channel->peek();
    if (peeked.io == Io::empty) break;
    if (peeked.io != Io::ok) {
      end(from, peeked.io);
      return true;
    }
    if (peeked.bytes.size() < sizeof(MessageHead)) {
      ++malformed_;
    } else {
      const auto head = read_as<MessageHead>(peeked.bytes);
      if (!park(from, head, peeked.bytes) && !handle(from, head, peeked.bytes)) break;
    }
    came = true;
    peer.channel->release();
  }
  return came;
}

bool Net::may_be_seen(std::uint32_t from, const MessageHead& head, std::uint64_t after) const {
  return head.stamp <= ordering_.applied() && !ordering_.awaits(from, after);
}

bool Net::park(std::uint32_t from, const MessageHead& head, Bytes message) {
  if (head.kind < MessageKind::data || head.kind == MessageKind::echo) return false;
  Peer& peer = peers_[from];
  if (peer.parked.empty() &&
      (may_be_seen(from, head, ordering_.submitted(from)) || !ordering_.unsettled())) {
    return false;
  }
  if (peer.parked_bytes + message.size() > most_parked) return false;
  peer.parked_bytes += message.size();
  peer.parked.push_back({ordering_.submitted(from), {message.begin(), message.end()}});
  ++parked_;
  return true;
}

// True if there was one that could be looked at. `settling`: what it waits for, it can wait for no longer.
bool Net::look_at_parked(std::uint32_t from, bool settling) {
  Peer& peer = peers_[from];
  if (peer.parked.empty()) return false;
  const Parked& first = peer.parked.front();
  const auto head = read_as<MessageHead>(first.bytes);
  if (!order_lost()) {
    if (!settling && !may_be_seen(from, head, first.after)) return false;
    if (!show(from, head, first.bytes)) return false;
  }
  peer.parked_bytes -= first.bytes.size();
  peer.parked.pop_front();
  --parked_;
  return true;
}

bool Net::show(std::uint32_t from, const MessageHead& head, Bytes message) {
  showing_ = true;
  const bool shown = owner_.on_message(from, head, message);
  showing_ = false;
  return shown;
}

// When a node's operation is next, or it is gone, nothing is left for what it sent before to wait for.
bool Net::settled(std::uint32_t node, std::uint64_t sequence) {
  if (showing_) return false;  // what is shown made an operation
  const Peer& peer = peers_[node];
  const auto before = [&] { return !peer.parked.empty() && peer.parked.front().after < sequence; };
  while (before() && look_at_parked(node, true)) {
  }
  return !before() && (!paths_.has(Paths::reliable) || data_settled(node, sequence));
}

// As settled(), of data over the reliable port.
bool Net::data_settled(std::uint32_t node, std::uint64_t sequence) {
  Peer& peer = peers_[node];
  while (!peer.follows.empty() && peer.follows.front().sequence < sequence)
    peer.follows.pop_front();
  const bool all = sequence == UINT64_MAX;
  const bool known = !peer.follows.empty() && peer.follows.front().sequence == sequence;
  if (!all && !known) return true;
  const std::uint64_t number = all ? UINT64_MAX : peer.follows.front().number;
  const auto seen = [&](std::uint32_t from, std::uint64_t submitted, Bytes message) {
    return take(from, submitted, message, true);
  };
  if (!paths_.settle(node, number, seen)) return false;
  return all || paths_.has_come(node, number) || (peer.ended && paths_.silent(node));
}

bool Net::handle(std::uint32_t from, const MessageHead& head, Bytes message) {
  Peer& peer = peers_[from];
  if (head.kind == MessageKind::echo && message.size() == sizeof(EchoMessage)) {
    take_echo(from, head, message);
    return true;
  }
  if (head.kind >= MessageKind::data && head.kind <= MessageKind::epoch && !order_lost()) {
    if (!peer.parked.empty() || !may_be_seen(from, head, ordering_.submitted(from))) return false;
    return owner_.on_message(from, head, message);
  }
  const Bytes part = message.subspan(sizeof head);
  if (head.kind >= MessageKind::data || peer.partial.size() + part.size() > most_whole) {
    ++malformed_;
    peer.partial.clear();
    return true;
  }
  if (head.kind == MessageKind::operation && head.detail == 1 && paths_.has(Paths::reliable)) {
    peer.follows.push_back({ordering_.submitted(from) + 1, head.stamp});
  }
  if (head.detail == 1 && peer.partial.empty()) {
    malformed_ += !ordering_.take(from, head.kind, part);
    return true;
  }
  peer.partial.insert(peer.partial.end(), part.begin(), part.end());
  if (head.detail != 1) return true;
  const std::vector<std::byte> whole = std::exchange(peer.partial, {});
  malformed_ += !ordering_.take(from, head.kind, whole);
  return true;
}

void Net::end(std::uint32_t node, Io how) {
  Peer& peer = peers_[node];
  peer.ended = true;
  peer.waiting.clear();
  set_->remove(*peer.channel);
  const bool certain = how == Io::peer_lost && !peer.channel->may_live();
  ordering_.end(node, certain, peer.channel->why());
}

void Net::drop(std::uint32_t node) {
  Peer& peer = peers_[node];
  peer.ended = peer.closing = true;
  peer.waiting.clear();
  set_->remove(*peer.channel);
}

// Its last message may still be held while it is dropped.
void Net::close_dropped() {
  for (Peer& peer : peers_) {
    if (!std::exchange(peer.closing, false)) continue;
    (void)peer.channel->flush();
    peer.channel->close();
  }
}

void Net::lost(const std::string& why) {
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    if (peers_[i].channel && !peers_[i].ended) drop(i);
  }
  owner_.on_order_lost(why);
}

void Net::say_bye() {
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    if (i != self_) send(i, MessageKind::bye, {});
  }
}

void Net::close() {
  if (!set_) return;
  say_bye();
  const std::int64_t until = base::now_ns() + linger_ns;
  const auto waits = [](const Peer& peer) { return !peer.waiting.empty() && !peer.ended; };
  for (flush();
       (paths_.has_unsent() || std::ranges::any_of(peers_, waits)) && base::now_ns() < until;
       flush()) {
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      if (peers_[i].channel && !peers_[i].ended && !peers_[i].channel->alive())
        peers_[i].ended = true;
    }
    (void)set_->wait(base::now_ns() + 1'000'000);
  }
  paths_.close(*set_);
}

void Net::forget() {
  for (Peer& peer : peers_) {
    if (!peer.channel) continue;
    if (!peer.ended) set_->remove(*peer.channel);
    peer.ended = true;
    peer.closing = false;
    peer.channel->forget();
  }
  paths_.forget(*set_);
  ordering_.lose("the node has dropped its channels");
}

}  // namespace orrery::rti
