#include "net/net.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "orrery/transport/chain.hpp"

namespace orrery::rti {

using transport::Io;

namespace {
constexpr std::int64_t look_ns = 50'000'000;
constexpr std::int64_t linger_ns = 1'000'000'000;
}  // namespace

Net::Net(Owner& owner, std::uint32_t self,
         std::vector<std::unique_ptr<transport::Channel>> channels, DataPaths paths,
         const MemoryBounds& bounds, Clock clock, Seats seats)
    : clock_(clock),
      owner_(owner),
      self_(self),
      most_unread_bytes_(bounds.unread_bytes),
      most_data_bytes_(bounds.message_bytes),
      peers_(channels.size()),
      ordering_(*this, self, static_cast<std::uint32_t>(channels.size()), {}, seats),
      paths_(self, static_cast<std::uint32_t>(channels.size()), bounds.message_bytes,
             std::move(paths)) {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    peers_[i].channel = std::move(channels[i]);
    peers_[i].ended = peers_[i].channel == nullptr && i != self;  // a vacant seat
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
    if (ordering_.joining()) ordering_.open(static_cast<std::uint32_t>(i));
  }
  return paths_.start(*set_);
}

Status Net::open(std::uint32_t node, std::unique_ptr<transport::Channel> channel) {
  const auto refuse = [node](const std::string& why) {
    return Status(Error{ErrorCode::RTIinternalError, "seat " + std::to_string(node) + " " + why});
  };
  if (channel == nullptr) return refuse("needs a channel");
  if (order_lost()) return refuse("cannot be taken: this node has lost its connection");
  if (joining()) return refuse("cannot be taken: this node has not joined itself yet");
  if (node >= nodes() || node == self_ || !ordering_.vacant(node) || peers_[node].channel) {
    return refuse("is not vacant: take a later seat, below " + std::to_string(nodes()));
  }
  if (auto added = set_->add(*channel, node); !added) return refuse(added.error().message);
  peers_[node].channel = std::move(channel);
  peers_[node].ended = false;
  ordering_.open(node);
  flush();
  return {};
}

std::uint64_t Net::submit(const Operation& operation, SubmitPermit /*permit*/) {
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

Io Net::room_for(std::uint32_t target, std::size_t bytes, std::span<std::byte>& room) {
  Peer& peer = peers_[target];
  if (peer.ended) return Io::closed;
  if (!peer.waiting.empty()) send_waiting(peer);
  if (!peer.waiting.empty()) return Io::full;
  transport::Reserved reserved = peer.channel->reserve(bytes);
  if (reserved.io == Io::full) {
    (void)peer.channel->flush();
    // What was held may have been all there was.
    if (held_ > 0) reserved = peer.channel->reserve(bytes);
  }
  // By its parts: to read both at once, as just written, a processor waits for all writes before them, those of the last
  // message into the channel too.
  room = {reserved.bytes.data(), reserved.bytes.size()};
  return reserved.io;
}

Io Net::reserve(std::uint32_t target, std::size_t bytes, std::span<std::byte>& room) {
  return ordering_.changing() ? Io::full : room_for(target, bytes, room);
}

Io Net::send_by_port(Paths::Which which, const Recipients& recipients, const DataHead& head,
                     std::span<const Item> items, Bytes tag) {
  if (ordering_.changing()) return Io::full;
  const Io io = paths_.send(which, recipients, ordering_.submitted(self_), head, items, tag);
  if (io == Io::ok) unflushed_ = true;
  return io;
}

void Net::want_groups(GroupSet wanted) {
  auto joined = paths_.want_groups(wanted, clock_.now_ns());
  if (!joined) not_joined_ = joined.error().message;
}

void Net::commit(std::uint32_t target, std::size_t bytes) {
  peers_[target].channel->commit(bytes);
  peers_[target].dirty = unflushed_ = true;
}

void Net::send_with_data(std::uint32_t target, Bytes message) {
  std::span<std::byte> room;
  const Io io = room_for(target, message.size(), room);
  if (io == Io::ok) {
    std::copy(message.begin(), message.end(), room.begin());
    commit(target, message.size());
  } else if (io == Io::full) {
    std::ranges::copy(message, wait_for_room(peers_[target], message.size()).data());
  } else if (io == Io::too_big) {
    send(target, MessageKind::data_part, message);
  }
}

// In parts, as large as the channel takes.
void Net::send(std::uint32_t target, MessageKind kind, Bytes content) {
  if (peers_[target].ended) return;
  is_urgent_ = true;
  const std::size_t most =
      peers_[target].channel->options().max_message_bytes - sizeof(MessageHead);
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
    const Io io = room_for(target, sizeof head + part.size(), room);
    if (io == Io::ok) {
      write(room.data());
      commit(target, sizeof head + part.size());
    } else if (io == Io::full) {
      write(wait_for_room(peers_[target], sizeof head + part.size()).data());
    }
  } while (!content.empty());
}

// What must not be refused. Who reads nothing for long is given up at the end of a poll.
std::vector<std::byte>& Net::wait_for_room(Peer& peer, std::size_t bytes) {
  unflushed_ = true;
  peer.waiting_bytes += bytes;
  overfull_ |= peer.waiting_bytes > most_unread_bytes_;
  return peer.waiting.emplace_back(bytes);
}

void Net::give_up_the_full() {
  if (!std::exchange(overfull_, false)) return;
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    if (peers_[i].ended || peers_[i].waiting_bytes <= most_unread_bytes_) continue;
    ordering_.expel(
        i, "it does not read: " + std::to_string(peers_[i].waiting_bytes) + " bytes wait for it");
  }
}

void Net::send_waiting(Peer& peer) {
  while (!peer.waiting.empty()) {
    const Io io = peer.channel->send(peer.waiting.front());
    if (io == Io::full) break;
    peer.dirty = unflushed_ = true;
    if (io != Io::ok) {
      peer.waiting.clear();
      peer.waiting_bytes = 0;
      break;
    }
    peer.waiting_bytes -= peer.waiting.front().size();
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
  unflushed_ = is_urgent_ = waits || paths_.has_unsent();
  held_ = 0;
}

void Net::flush_unless_held(std::size_t bytes) {
  if (bundling_.bytes > 0 && unflushed_) {
    const bool timed = bundling_.timeout_ns > 0;
    const std::int64_t now = timed ? clock_.now_ns() : 0;
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
    const EchoMessage echo{{.kind = MessageKind::echo}, clock_.now_ns()};
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

bool Net::poll() {
  bool came = false;
  polled_bytes_ = ordering_.submitted_bytes();
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
  for (const std::uint32_t sender : ready_) came |= drain(sender);
  if (paths_ready) came |= poll_paths();
  if (paths_.has_groups_to_leave() || !not_joined_.empty()) review_groups();
  const std::uint64_t before = ordering_.applied();
  ordering_.apply_ready();  // what waited for data
  came |= ordering_.applied() != before;
  ordering_.acknowledge();
  flush_due();
  give_up_the_full();
  close_dropped();
  return came;
}

// A wait set asks in waits of over 50 ms; a node that evokes often has none.
void Net::look_for_the_dead() {
  const std::int64_t now = clock_.now_ns();
  if (now - looked_ns_ < look_ns) return;
  looked_ns_ = now;
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    Peer& peer = peers_[i];
    if (peer.channel && !peer.ended && !peer.channel->alive()) (void)drain(i);
    if (peer.abandoned) (void)peer.channel->pump();  // it may read again, and is told
  }
  ordering_.tick(now);
}

bool Net::await(std::int64_t deadline_ns) {
  if (clock_.simulated() != nullptr) return clock_.simulated()->wait(self_, deadline_ns);
  // The last poll left a message that waits for another node: the wait ends at once, and that node may need this core.
  if (!ready_.empty()) std::this_thread::yield();
  return set_->wait(deadline_ns).outcome == base::WaitOutcome::ready;
}

bool Net::wait(std::int64_t deadline_ns) {
  look_for_the_dead();
  flush_due();
  close_dropped();
  if (held_ > 0) deadline_ns = std::min(deadline_ns, held_since_ns_ + bundling_.timeout_ns);
  bool full = paths_.has_unsent();
  for (const Peer& peer : peers_) full |= !peer.waiting.empty() && !peer.ended;
  // With messages waiting for room, look again soon.
  if (full) deadline_ns = std::min(deadline_ns, clock_.now_ns() + 200'000);
  if (ordering_.doubting()) deadline_ns = std::min(deadline_ns, clock_.now_ns() + look_ns);
  return await(deadline_ns);
}

void Net::end(std::uint32_t node, Io how) {
  Peer& peer = peers_[node];
  peer.ended = true;
  peer.waiting.clear();
  peer.partial = {};
  set_->remove(*peer.channel);
  paths_.evict(node);
  const bool certain = how == Io::peer_lost && !peer.channel->may_live();
  ordering_.end(node, certain, peer.channel->why());
}

void Net::drop(std::uint32_t node) {
  Peer& peer = peers_[node];
  peer.ended = peer.closing = true;
  peer.waiting.clear();
  peer.partial = {};
  set_->remove(*peer.channel);
  paths_.evict(node);
}

// Its last message may still be held while it is dropped.
void Net::close_dropped() {
  for (Peer& peer : peers_) {
    if (!std::exchange(peer.closing, false)) continue;
    (void)peer.channel->flush();
    peer.channel->abandon();
    peer.abandoned = true;
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
  const std::int64_t until = clock_.now_ns() + linger_ns;
  const auto waits = [](const Peer& peer) { return !peer.waiting.empty() && !peer.ended; };
  for (flush();
       (paths_.has_unsent() || std::ranges::any_of(peers_, waits)) && clock_.now_ns() < until;
       flush()) {
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      if (peers_[i].channel && !peers_[i].ended && !peers_[i].channel->alive())
        peers_[i].ended = true;
    }
    (void)await(clock_.now_ns() + 1'000'000);
  }
  paths_.close(*set_);
}

void Net::forget() {
  for (Peer& peer : peers_) {
    if (!peer.channel) continue;
    if (!peer.ended) set_->remove(*peer.channel);
    peer.ended = true;
    peer.closing = peer.abandoned = false;
    peer.channel->forget();
  }
  paths_.forget(*set_);
  ordering_.lose("the node has dropped its channels");
}

}  // namespace orrery::rti
