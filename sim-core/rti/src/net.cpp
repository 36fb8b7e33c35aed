#include "net.hpp"

#include <algorithm>
#include <utility>

namespace orrery::rti {

using transport::Io;

namespace {
constexpr unsigned messages_at_once = 256;
constexpr std::int64_t look_ns = 50'000'000;
constexpr std::int64_t linger_ns = 1'000'000'000;
constexpr std::size_t most_parked = 64U << 20;
}  // namespace

Net::Net(Owner& owner, std::uint32_t self,
         std::vector<std::unique_ptr<transport::Channel>> channels, DataPaths paths)
    : owner_(owner),
      self_(self),
      peers_(channels.size()),
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

std::uint32_t Net::orderer() const {
  std::uint32_t node = 0;
  while (peers_[node].removed || (node != self_ && peers_[node].ended)) ++node;
  return node;
}

std::uint64_t Net::submit(const Operation& operation) {
  std::vector<std::byte> bytes;
  encode(operation, bytes);
  broadcast_body(MessageKind::operation, bytes);
  take_body(self_, std::move(bytes), 0);
  const std::uint64_t sequence = peers_[self_].received;
  flush();
  return sequence;
}

void Net::take_body(std::uint32_t origin, std::vector<std::byte> bytes, std::uint64_t follows) {
  Peer& peer = peers_[origin];
  peer.bodies.push_back({++peer.received, std::move(bytes), follows});
  if (orderer() == self_ && !order_lost_) order(origin, peer.bodies.back());
  apply_ready();
}

void Net::order(std::uint32_t origin, const Body& body) {
  const OrderMessage message{{.kind = MessageKind::order}, ++ordered_, origin, 0};
  broadcast(std::as_bytes(std::span(&message, 1)));
  if (nodes() > 1) retained_.push_back({ordered_, origin, body});
  orders_.push_back(origin);
}

void Net::broadcast(Bytes message) {
  for (std::uint32_t to = 0; to < nodes(); ++to) {
    if (to != self_ && !peers_[to].ended) send(to, message);
  }
}

// In parts, as large as each channel takes.
void Net::broadcast_body(MessageKind kind, Bytes bytes) {
  for (std::uint32_t to = 0; to < nodes(); ++to) {
    const Peer& peer = peers_[to];
    if (!peer.channel || peer.ended) continue;
    const std::size_t most = peer.channel->options().max_message_bytes - sizeof(MessageHead);
    for (std::size_t at = 0; at < bytes.size(); at += most) {
      const Bytes part = bytes.subspan(at, std::min(most, bytes.size() - at));
      MessageHead head{.kind = kind, .stamp = paths_.sent()};
      head.detail = at + part.size() == bytes.size() ? 1 : 0;
      std::vector<std::byte> message(sizeof head + part.size());
      std::memcpy(message.data(), &head, sizeof head);
      std::memcpy(message.data() + sizeof head, part.data(), part.size());
      send(to, message);
    }
  }
}

// Takes a part; the whole, if it is the last.
std::optional<std::vector<std::byte>> Net::assemble(std::vector<std::byte>& partial,
                                                    const MessageHead& head, Bytes message) {
  const Bytes part = message.subspan(sizeof head);
  if (partial.size() + part.size() > 8 * most_module_bytes) {
    ++malformed_;
    partial.clear();
    return {};
  }
  partial.insert(partial.end(), part.begin(), part.end());
  if (head.detail != 1) return {};
  return std::exchange(partial, {});
}

void Net::apply_ready() {
  if (applying_) return;  // an operation made another
  applying_ = true;
  while (!orders_.empty() && !peers_[orders_.front()].bodies.empty()) {
    const std::uint32_t origin = orders_.front();
    if (!data_has_come(origin)) break;
    Peer& peer = peers_[origin];
    auto operation = decode(peer.bodies.front().bytes);
    if (operation && operation->kind == OperationKind::node_lost) {
      const auto lost = static_cast<std::uint32_t>(operation->number);
      // First what it still sent.
      if (lost < nodes() && lost != self_ && !peers_[lost].ended) {
        if (peers_[lost].doubted_ns == 0) peers_[lost].doubted_ns = base::now_ns();
        break;
      }
      if (lost == self_) {
        applying_ = false;
        return leave("the other nodes have given this one up");
      }
      if (lost < nodes()) {
        peers_[lost].removed = true;
        peers_[lost].bodies.clear();
      }
    }
    const std::uint64_t sequence = peer.bodies.front().sequence;
    // Parked data from before it comes first.
    while (!peer.parked.empty() && peer.parked.front().after < sequence && look_at_parked(origin)) {
    }
    if (!peer.parked.empty() && peer.parked.front().after < sequence) break;
    orders_.pop_front();
    ++applied_;
    peer.bodies.pop_front();
    if (operation) {
      owner_.apply(origin, sequence, *operation);
    } else {
      ++malformed_;
    }
  }
  applying_ = false;
  if (!order_lost_) return;
  // What has been ordered still counts, as long as it can come.
  if (!orders_.empty() && peers_[orders_.front()].ended && peers_[orders_.front()].bodies.empty()) {
    orders_.clear();
  }
  if (orders_.empty() && !std::exchange(loss_told_, true)) owner_.on_order_lost(why_lost_);
}

Io Net::send_by_port(Paths::Which which, NodeSet to, const DataHead& head,
                     std::span<const Item> items, Bytes tag) {
  const Io io = paths_.send(which, to, peers_[self_].received, head, items, tag);
  if (io == Io::ok) unflushed_ = true;
  return io;
}

bool Net::data_has_come(std::uint32_t origin) const {
  if (origin == self_ || !paths_.has(Paths::reliable)) return true;
  const Peer& peer = peers_[origin];
  return paths_.has_come(origin, peer.bodies.front().follows) ||
         (peer.ended && paths_.silent(origin));
}

bool Net::poll_paths() {
  const bool came =
      paths_.poll([this](std::uint32_t from, std::uint64_t submitted,
                         Bytes message) { return take(from, submitted, message); },
                  [this](std::uint32_t node, bool behind) { lost_by_port(node, behind); });
  if (came) apply_ready();
  return came;
}

Paths::Taken Net::take(std::uint32_t from, std::uint64_t submitted, Bytes message) {
  const Peer& peer = peers_[from];
  if (order_lost() || peer.removed) return Paths::Taken::taken;
  const auto head = read_as<MessageHead>(message);
  if (peer.received < submitted || !may_be_seen(peer, head, submitted)) return Paths::Taken::later;
  return owner_.on_message(from, head, message) ? Paths::Taken::taken : Paths::Taken::no_room;
}

// Some of its data is lost for good, here or there: then it is no member any longer, though it may live.
void Net::lost_by_port(std::uint32_t node, bool behind) {
  if (order_lost_ || peers_[node].ended) return;
  if (behind) return leave("this node has lost reliable data of node " + std::to_string(node));
  peers_[node].channel->close();
  end(node);
  if (order_lost_ || orderer() == self_) return;
  Operation lost{.kind = OperationKind::node_lost};
  lost.number = node;
  (void)submit(lost);
}

// The others see it as ended.
void Net::leave(std::string why) {
  for (Peer& peer : peers_) {
    if (!peer.channel || peer.ended) continue;
    peer.ended = true;
    set_->remove(*peer.channel);
    peer.channel->close();
  }
  lose_order(std::move(why));
  orders_.clear();
  apply_ready();
}

Io Net::reserve(std::uint32_t to, std::size_t bytes, std::span<std::byte>& room) {
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

void Net::commit(std::uint32_t to, std::size_t bytes) {
  peers_[to].channel->commit(bytes);
  peers_[to].dirty = unflushed_ = true;
}

void Net::send(std::uint32_t to, Bytes message) {
  std::span<std::byte> room;
  const Io io = reserve(to, message.size(), room);
  if (io == Io::ok) {
    std::copy(message.begin(), message.end(), room.begin());
    commit(to, message.size());
  } else if (io == Io::full) {
    peers_[to].waiting.emplace_back(message.begin(), message.end());
    unflushed_ = true;
  }
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
  unflushed_ = waits;
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
    while (look_at_parked(i)) came = true;
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
  if (applied_ != told_ && !order_lost_) {
    told_ = applied_;
    if (const std::uint32_t to = orderer(); to != self_) {
      const OrderMessage message{{.kind = MessageKind::applied}, applied_, 0, 0};
      send(to, std::as_bytes(std::span(&message, 1)));
    } else {
      std::uint64_t least = applied_;
      for (const Peer& peer : peers_) {
        if (peer.channel && !peer.ended) least = std::min(least, peer.applied);
      }
      while (!retained_.empty() && retained_.front().number <= least) retained_.pop_front();
    }
  }
  flush();
  return came;
}

// A wait set asks in waits of over 50 ms; a node that evokes often has none.
void Net::look_for_the_dead() {
  const std::int64_t now = base::now_ns();
  if (now - looked_ns_ < look_ns) return;
  looked_ns_ = now;
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    Peer& peer = peers_[i];
    if (!peer.channel || peer.ended) continue;
    if (!peer.channel->alive()) (void)drain(i);
    // Lost to the orderer though not to us: it is out all the same.
    if (!peer.ended && peer.doubted_ns != 0 && now - peer.doubted_ns > linger_ns) {
      peer.channel->close();
      end(i);
    }
  }
}

bool Net::wait(std::int64_t deadline_ns) {
  look_for_the_dead();
  flush();
  bool full = false;
  bool doubted = false;
  for (const Peer& peer : peers_) {
    full |= !peer.waiting.empty() && !peer.ended;
    doubted |= peer.doubted_ns != 0 && !peer.ended;
  }
  // With messages waiting for room, look again soon.
  if (full) deadline_ns = std::min(deadline_ns, base::now_ns() + 200'000);
  if (doubted) deadline_ns = std::min(deadline_ns, base::now_ns() + look_ns);
  return set_->wait(deadline_ns).outcome == base::WaitOutcome::ready;
}

bool Net::drain(std::uint32_t from) {
  Peer& peer = peers_[from];
  bool came = false;
  for (unsigned i = 0; i < messages_at_once && !peer.ended; ++i) {
    const transport::Peeked peeked = peer.channel->peek();
    if (peeked.io == Io::empty) break;
    if (peeked.io != Io::ok) {
      end(from);
      return true;
    }
    if (peeked.bytes.size() < sizeof(MessageHead)) {
      ++malformed_;
    } else {
      const auto head = read_as<MessageHead>(peeked.bytes);
      if (!park(peer, head, peeked.bytes) && !handle(from, head, peeked.bytes)) break;
    }
    came = true;
    peer.channel->release();
  }
  return came;
}

bool Net::may_be_seen(const Peer& peer, const MessageHead& head, std::uint64_t after) const {
  return head.stamp <= applied_ && (peer.bodies.empty() || peer.bodies.front().sequence > after);
}

bool Net::park(Peer& peer, const MessageHead& head, Bytes message) {
  if (head.kind < MessageKind::data || head.kind == MessageKind::echo) return false;
  if (peer.parked.empty()) {
    if (may_be_seen(peer, head, peer.received) || order_lost()) return false;
    const bool lost =
        std::ranges::any_of(peers_, [](const Peer& each) { return each.ended && !each.removed; });
    if (!lost) return false;
  }
  if (peer.parked_bytes + message.size() > most_parked) return false;
  peer.parked_bytes += message.size();
  peer.parked.push_back({peer.received, {message.begin(), message.end()}});
  ++parked_;
  return true;
}

// True if there was one that could be looked at.
bool Net::look_at_parked(std::uint32_t from) {
  Peer& peer = peers_[from];
  if (peer.parked.empty()) return false;
  const Parked& first = peer.parked.front();
  const auto head = read_as<MessageHead>(first.bytes);
  if (!order_lost()) {
    if (!may_be_seen(peer, head, first.after)) return false;
    if (!owner_.on_message(from, head, first.bytes)) return false;
  }
  peer.parked_bytes -= first.bytes.size();
  peer.parked.pop_front();
  --parked_;
  return true;
}

bool Net::handle(std::uint32_t from, const MessageHead& head, Bytes message) {
  Peer& peer = peers_[from];
  switch (head.kind) {
    case MessageKind::operation:
      if (auto body = assemble(peer.partial, head, message))
        take_body(from, std::move(*body), head.stamp);
      return true;
    case MessageKind::order:
    case MessageKind::applied: {
      if (message.size() != sizeof(OrderMessage)) break;
      const auto order = read_as<OrderMessage>(message);
      if (head.kind == MessageKind::applied) {
        peer.applied = std::max(peer.applied, std::min(order.number, ordered_));
        return true;
      }
      if (order.origin >= nodes() || from != orderer() ||
          order.number != applied_ + orders_.size() + 1) {
        break;
      }
      orders_.push_back(order.origin);
      apply_ready();
      return true;
    }
    case MessageKind::again: {
      const auto whole = assemble(peer.partial_again, head, message);
      if (!whole) return true;
      Reader in(*whole);
      const auto origin = in.get<std::uint32_t>();
      const auto sequence = in.get<std::uint64_t>();
      const Bytes body = in.bytes();
      if (!in.complete() || origin >= nodes() || from != orderer()) break;
      Peer& lost = peers_[origin];
      lost.repeated.push_back({sequence, {body.begin(), body.end()}});
      if (lost.ended) {
        take_repeated(lost);
        apply_ready();
      }
      return true;
    }
    case MessageKind::echo:
      if (message.size() != sizeof(EchoMessage)) break;
      take_echo(from, head, message);
      return true;
    case MessageKind::data:
    case MessageKind::bound:
    case MessageKind::epoch:
      if (!peer.parked.empty() || !may_be_seen(peer, head, peer.received)) {
        if (!order_lost()) return false;
        break;
      }
      return owner_.on_message(from, head, message);
  }
  ++malformed_;
  return true;
}

// What its own channel did not bring.
void Net::take_repeated(Peer& lost) {
  for (Body& body : lost.repeated) {
    if (body.sequence != lost.received + 1) continue;
    ++lost.received;
    lost.bodies.push_back(std::move(body));
  }
  lost.repeated.clear();
}

void Net::end(std::uint32_t node) {
  const bool ordered = orderer() == node;
  Peer& peer = peers_[node];
  peer.ended = true;
  peer.waiting.clear();
  take_repeated(peer);
  set_->remove(*peer.channel);
  if (ordered) {
    lose_order("node " + std::to_string(node) +
               ", which orders operations, has gone: " + peer.channel->why());
    apply_ready();
    return;
  }
  if (orderer() == self_ && !order_lost_) {
    // Others may lack the last of what it said.
    for (const Retained& each : retained_) {
      if (each.origin != node) continue;
      std::vector<std::byte> repeated;
      Writer out(repeated);
      out.put(node);
      out.put(each.body.sequence);
      out.put(Bytes(each.body.bytes));
      broadcast_body(MessageKind::again, repeated);
    }
    Operation lost{.kind = OperationKind::node_lost};
    lost.number = node;
    submit(lost);
  }
  apply_ready();
}

void Net::lose_order(std::string why) {
  if (!std::exchange(order_lost_, true)) why_lost_ = std::move(why);
}

void Net::close() {
  if (!set_) return;
  const std::int64_t until = base::now_ns() + linger_ns;
  const auto waits = [](const Peer& peer) { return !peer.waiting.empty() && !peer.ended; };
  for (flush(); std::ranges::any_of(peers_, waits) && base::now_ns() < until; flush()) {
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
    peer.channel->forget();
  }
  paths_.forget(*set_);
  // Nothing will come of what has been ordered, and this node orders for nobody.
  lose_order("the node has dropped its channels");
  orders_.clear();
  apply_ready();
}

}  // namespace orrery::rti
