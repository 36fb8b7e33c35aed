#include "log/ordering.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace orrery::rti {

namespace {

constexpr std::int64_t order_linger_ns = 1'000'000'000;
constexpr std::int64_t from_next_tick = 1;
// What all have applied is told with orders; with none for long, after so many.
constexpr std::uint64_t most_untold = 1024;
constexpr std::size_t most_orders = 1U << 22;

// Has it lasted? Times are set at the first tick.
bool lasted(std::int64_t& since_ns, std::int64_t now_ns) {
  if (since_ns == 0) return false;
  if (since_ns == from_next_tick) since_ns = now_ns;
  return now_ns - since_ns > order_linger_ns;
}

}  // namespace

Ordering::Ordering(Port& port, std::uint32_t self, std::uint32_t nodes, OrderingBounds bounds,
                   Seats seats)
    : port_(port),
      self_(self),
      bounds_(bounds),
      peers_(nodes),
      joining_(seats.joins),
      patience_ns_(seats.patience_ns) {
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (node == self || (!joining_ && (seats.occupied == 0 || node < seats.occupied))) continue;
    Peer& peer = peers_[node];
    vacant_ |= only(node);
    peer.ended = peer.removed = true;
  }
}

std::uint32_t Ordering::candidate() const {
  std::uint32_t node = 0;
  while (node != self_ && (peers_[node].removed || peers_[node].ended)) ++node;
  return node;
}

NodeSet Ordering::gone() const {
  NodeSet set = 0;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (peers_[node].ended || peers_[node].removed) set |= only(node);
  }
  return set;
}

bool Ordering::unsettled() const {
  if (lost_) return false;
  return changing() || std::ranges::any_of(peers_, [](const Peer& each) {
           return (each.ended && !each.removed) || each.awaited;
         });
}

bool Ordering::doubting() const {
  return std::ranges::any_of(peers_, [](const Peer& each) {
    return !each.ended && (each.doubted_ns != 0 || !each.accuses.empty());
  });
}

NodeSet Ordering::not_known_lost() const {
  NodeSet set = 0;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const Peer& peer = peers_[node];
    if (!peer.removed || peer.removed_by > stable_) set |= only(node);
  }
  return set;
}

NodeSet Ordering::counted() const {
  NodeSet set = not_known_lost();
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (peers_[node].certain) set &= ~only(node);
  }
  return set;
}

// Some may not count a newcomer yet. What is enough for them and for those that count it is enough for all.
bool Ordering::are_enough(NodeSet nodes, NodeSet counted) const {
  const NodeSet joined = newcomers();
  return is_majority(nodes, counted) &&
         (joined == 0 || is_majority(nodes & ~joined, counted & ~joined));
}

// Of two parts without a node in common at most one is a majority.
bool Ordering::is_majority(NodeSet nodes, NodeSet counted) {
  nodes &= counted;
  const int excess = 2 * std::popcount(nodes) - std::popcount(counted);
  return excess > 0 || (excess == 0 && (nodes & (~counted + 1)) != 0);
}

std::uint64_t Ordering::submit(const Operation& operation) {
  std::vector<std::byte> bytes;
  encode(operation, bytes);
  submitted_bytes_ += bytes.size();
  to_living([&](std::uint32_t target) { port_.send(target, MessageKind::operation, bytes); });
  add_payload(self_, std::move(bytes));
  return peers_[self_].received;
}

bool Ordering::take(std::uint32_t sender, MessageKind kind, Bytes content) {
  if (lost_) return true;
  if (joining_) return take_while_joining(sender, kind, content);
  switch (kind) {
    case MessageKind::operation:
      add_payload(sender, {content.begin(), content.end()});
      return true;
    case MessageKind::order:
    case MessageKind::applied:
    case MessageKind::stable:
      return take_order(sender, kind, content);
    case MessageKind::again:
      return take_again(sender, content);
    case MessageKind::doubt:
      return take_doubt(sender, content);
    case MessageKind::view_change:
      return take_view_change(sender, content);
    case MessageKind::report:
      return take_report(sender, content);
    case MessageKind::start:
      return take_start(sender, content);
    case MessageKind::bye:
      peers_[sender].left = true;
      asking_ &= ~only(sender);
      return true;  // the end follows
    case MessageKind::ask_join:
      return take_ask(sender, content);
    case MessageKind::joined:
      peers_[sender].awaited = false;
      return sponsor_.has_value();  // another node's word, behind the state
    default:
      return false;
  }
}

void Ordering::add_payload(std::uint32_t origin, std::vector<std::byte> bytes) {
  Peer& peer = peers_[origin];
  peer.waiting_bytes += bytes.size();
  if (origin != self_ && peer.waiting_bytes > bounds_.waiting_bytes) {
    return give_up(origin, "it says more than is put in order");
  }
  peer.payloads.push_back({++peer.received, std::move(bytes)});
  if (orders()) order(origin);
  apply_ready();
}

void Ordering::order(std::uint32_t origin) {
  const Order order{known() + 1, stable_, safe_, origin, 0};
  stable_told_ = stable_;
  safe_told_ = safe_;
  const Bytes content = std::as_bytes(std::span(&order, 1));
  to_living([&](std::uint32_t target) { port_.send(target, MessageKind::order, content); });
  orders_.push_back(origin);
  ++peers_[origin].ordered;
}

bool Ordering::take_order(std::uint32_t sender, MessageKind kind, Bytes content) {
  if (content.size() != sizeof(Order)) return false;
  const auto order = read_as<Order>(content);
  if (kind == MessageKind::applied) {
    Peer& peer = peers_[sender];
    peer.acked = std::max(peer.acked, std::min(order.number, known()));
    peer.holds = std::max(peer.holds, std::min(order.held, known()));
    acks_came_ = true;
    return true;
  }
  if (sender != term_ || sender == self_ || promised_ || collecting_) return false;
  stable_ = std::max(stable_, std::min(order.stable, applied_));
  if (kind == MessageKind::order) {
    if (order.origin >= nodes() || order.number != known() + 1) return false;
    if (orders_.size() >= most_orders) {
      give_up(sender, "it ordered an operation that no node has sent");
      return false;
    }
    orders_.push_back(order.origin);
    ++peers_[order.origin].ordered;
  }
  safe_ = std::max(safe_, std::min(order.held, known()));
  apply_ready();
  trim();
  return true;
}

void Ordering::acknowledge() {
  if (lost_ || promised_ || collecting_) return;
  const bool more_held = std::exchange(told_held_, held_) != held_;
  const bool more = (std::exchange(told_, applied_) != applied_) || more_held;
  if (!orders()) {
    if (!more || peers_[term_].ended) return;
    if (give_up_slowest()) return;
    const Order applied{applied_, 0, held_, 0, 0};
    port_.send(term_, MessageKind::applied, std::as_bytes(std::span(&applied, 1)));
    return;
  }
  if (more) review_newcomers();  // a save may have ended
  if (!std::exchange(acks_came_, false) && !more && safe_ == safe_told_) return;
  const std::uint64_t settled = forget_applied();
  if (give_up_slowest()) (void)forget_applied();  // what was kept for it alone
  if (lost_) return;
  const auto is_settled = [&](std::uint64_t number) {
    return number > settled && number <= stable_;
  };
  const bool loss_settled = std::ranges::any_of(peers_, [&](const Peer& each) {
    return (each.removed && is_settled(each.removed_by)) || is_settled(each.joined_by);
  });
  if (loss_settled) review_newcomers();
  const bool waited_for = std::exchange(safe_told_, safe_) != safe_ && wait_to_be_told();
  if (!waited_for && !loss_settled && stable_ - stable_told_ < most_untold) return;
  stable_told_ = stable_;
  const Order stable{0, stable_, safe_, 0, 0};
  to_living([&](std::uint32_t target) {
    port_.send(target, MessageKind::stable, std::as_bytes(std::span(&stable, 1)));
  });
}

// May other nodes wait for the sequencer's word that enough nodes hold it? They may not know which ends are certain.
bool Ordering::wait_to_be_told() const {
  const NodeSet most_counted = not_known_lost();
  bool wait = false;
  to_living([&](std::uint32_t node) {
    wait = wait || !are_enough(only(self_) | only(node), most_counted);
  });
  return wait;
}

// What all living nodes have applied. Returns up to where that was known before.
std::uint64_t Ordering::forget_applied() {
  std::uint64_t least = applied_;
  to_living([&](std::uint32_t node) { least = std::min(least, peers_[node].acked); });
  const std::uint64_t before = std::exchange(stable_, std::max(stable_, least));
  trim();
  return before;
}

void Ordering::trim() {
  while (!retained_.empty() && forgotten() < stable_) {
    retained_bytes_ -= retained_.front().memory();
    retained_.pop_front();
  }
}

void Ordering::retain(Retained applied) {
  retained_bytes_ += applied.memory();
  retained_.push_back(std::move(applied));
}

// Nobody may keep what was applied from being forgotten without end. True: somebody did. While not all have applied the loss
// of one, which may hold them up for a moment, the others have twice as much.
bool Ordering::give_up_slowest() {
  const bool here = orders();
  const bool losing = std::ranges::any_of(peers_, [&](const Peer& each) {
    return each.removed ? each.removed_by > stable_ : each.ended;
  });
  if (retained_bytes_ <= (here && !losing ? 1 : 2) * bounds_.retained_bytes) return false;
  std::optional<std::uint32_t> slowest;
  if (here) {
    to_living([&](std::uint32_t node) {
      if (!slowest || peers_[node].acked < peers_[*slowest].acked) slowest = node;
    });
  } else if (!peers_[term_].ended) {
    slowest = term_;
  }
  if (!slowest) return false;
  give_up(*slowest, std::string(here ? "it does not apply" : "it does not say who has applied") +
                        " what it was sent: " + std::to_string(retained_bytes_) +
                        " bytes of operations are kept for it");
  return true;
}

void Ordering::apply_ready() {
  if (applying_ || held_back_) return;  // an operation made another
  applying_ = true;
  while (apply_next()) {
  }
  applying_ = false;
}

void Ordering::advance_held() {
  for (; held_ < known(); ++held_) {
    const std::uint32_t origin = orders_[held_ - applied_];
    Peer& peer = peers_[origin];
    if (vacant(origin)) return;  // that it has joined is to be applied first
    // After its loss its payloads are not needed.
    if (peer.removed || (held_lost_ & only(origin)) != 0) continue;
    if (peer.held_payloads == peer.payloads.size()) return;
    if (const auto node = lost_by(peer.payloads[peer.held_payloads])) held_lost_ |= only(*node);
    ++peer.held_payloads;
  }
}

// At the sequencer, from what the nodes say that they hold.
void Ordering::advance_safe() {
  if (safe_ >= held_) return;
  const NodeSet counted = this->counted();
  peers_[self_].holds = held_;
  for (const Peer& each : peers_) {
    const std::uint64_t number = std::min(each.holds, held_);
    if (number <= safe_) continue;
    NodeSet holders = 0;
    for (std::uint32_t node = 0; node < nodes(); ++node) {
      if (peers_[node].holds >= number) holders |= only(node);
    }
    if (are_enough(holders, counted)) safe_ = number;
  }
}

bool Ordering::apply_next() {
  if (lost_ || promised_ || collecting_ || orders_.empty()) return false;
  advance_held();
  if (orders()) advance_safe();
  if (held_ == applied_ || !next_is_safe()) return false;
  const std::uint32_t origin = orders_.front();
  Peer& peer = peers_[origin];
  if (peer.removed) {
    skip_next();
    return true;
  }
  const std::uint64_t sequence = peer.payloads.front().sequence;
  const auto operation = decode(peer.payloads.front().bytes);
  const auto gone = lost_by(peer.payloads.front());
  if (gone) {
    if (*gone == self_) {
      lose("the other nodes have gone on without this one");
      return false;
    }
    forget_view_change(*gone);
    // First what it still sent.
    if (!peers_[*gone].ended) {
      doubt(*gone);
      return false;
    }
    if (!port_.settled(*gone, UINT64_MAX)) return false;
  }
  if (!port_.settled(origin, sequence)) return false;
  orders_.pop_front();
  --peer.ordered;
  --peer.held_payloads;
  ++applied_;
  safe_ = std::max(safe_, applied_);
  peer.waiting_bytes -= peer.payloads.front().bytes.size();
  if (nodes() > 1) retain({origin, std::move(peer.payloads.front())});
  peer.payloads.pop_front();
  bool repeated = false;
  if (gone) {
    Peer& lost = peers_[*gone];
    repeated = std::exchange(lost.removed, true);
    if (!repeated) lost.removed_by = applied_;
    lost.payloads.clear();
    lost.repeated.clear();
    lost.waiting_bytes = 0;
  }
  if (operation && operation->kind == OperationKind::node_joined) {
    admit(static_cast<std::uint32_t>(operation->number), origin, sequence, *operation);
  } else if (!repeated) {
    port_.apply(origin, sequence, operation ? &*operation : nullptr);
  }
  return true;
}

// Nothing of a node counts after its loss, though it was ordered.
void Ordering::skip_next() {
  const std::uint32_t origin = orders_.front();
  orders_.pop_front();
  --peers_[origin].ordered;
  ++applied_;
  safe_ = std::max(safe_, applied_);
  retain({origin, {}});
}

bool Ordering::take_again(std::uint32_t sender, Bytes content) {
  Reader in(content);
  const auto origin = in.get<std::uint32_t>();
  const auto sequence = in.get<std::uint64_t>();
  const Bytes payload = in.bytes();
  const bool expected = collecting_ || sender == promised_.value_or(term_);
  if (!in.complete() || origin >= nodes() || origin == self_ || origin == sender || !expected) {
    return false;
  }
  Peer& lost = peers_[origin];
  if ((lost.removed && !vacant(origin)) || sequence <= lost.received) return true;
  if (lost.waiting_bytes + payload.size() > bounds_.waiting_bytes) return false;
  lost.waiting_bytes += payload.size();
  lost.repeated.push_back({sequence, {payload.begin(), payload.end()}});
  if (lost.ended && !vacant(origin)) {
    take_repeated(lost);
    apply_ready();
  }
  return true;
}

// What its own channel did not bring.
void Ordering::take_repeated(Peer& lost) {
  for (Payload& payload : lost.repeated) {
    if (payload.sequence != lost.received + 1) {
      lost.waiting_bytes -= payload.bytes.size();
      continue;
    }
    ++lost.received;
    lost.payloads.push_back(std::move(payload));
  }
  lost.repeated.clear();
}

void Ordering::repeat(std::uint32_t target, std::uint32_t origin, std::uint64_t after) {
  const auto say = [&](const Payload& payload) {
    if (payload.sequence <= after) return;
    std::vector<std::byte> content;
    Writer out(content);
    out.put(origin);
    out.put(payload.sequence);
    out.put(Bytes(payload.bytes));
    port_.send(target, MessageKind::again, content);
  };
  for (const Retained& each : retained_) {
    if (each.origin == origin) say(each.payload);
  }
  for (const Payload& payload : peers_[origin].payloads) say(payload);
}

void Ordering::end(std::uint32_t node, bool certain, const std::string& why) {
  Peer& peer = peers_[node];
  peer.awaited = false;
  if (vacant(node)) return end_unjoined(node, certain, why);
  if (std::exchange(peer.ended, true)) return;
  peer.certain = certain || peer.left;
  take_repeated(peer);
  if (lost_) return;
  if (!are_enough(~gone(), counted())) {
    lose("node " + std::to_string(node) + " is not reached, and too few of the others are: " + why);
    return;
  }
  view_changes_.erase(node);
  if (candidate() != self_) {
    unordered_ |= node == term_;
    accuse(node);
    answer_view_change();
  } else if (orders() && peer.ordered <= peer.payloads.size()) {
    // Others may lack the last of what it said.
    to_living([&](std::uint32_t target) { repeat(target, node, 0); });
    announce_lost(node);
  } else {
    // Not the sequencer, or one whose log has from a former one what has not come of this node: others may have it.
    begin_view_change();
  }
  apply_ready();
}

void Ordering::announce_lost(std::uint32_t node) {
  Operation lost{.kind = OperationKind::node_lost};
  lost.number = node;
  (void)submit(lost);
}

void Ordering::lose(const std::string& why) {
  if (std::exchange(lost_, true)) return;
  port_.lost(why);
}

void Ordering::give_up(std::uint32_t node, const std::string& why) {
  port_.drop(node);
  end(node, false, why);
}

void Ordering::expel(std::uint32_t node, const std::string& why) {
  if (lost_ || peers_[node].ended) return;
  peers_[node].expelled = true;
  give_up(node, why);
}

void Ordering::doubt(std::uint32_t node) {
  Peer& peer = peers_[node];
  if (!peer.ended && peer.doubted_ns == 0) peer.doubted_ns = from_next_tick;
}

// Tells the sequencer, or the node that is to be it, that this node has lost `node`.
void Ordering::accuse(std::uint32_t node) {
  const std::uint32_t words[] = {self_, node, peers_[node].expelled};
  port_.send(candidate(), MessageKind::doubt, std::as_bytes(std::span(words)));
}

bool Ordering::take_doubt(std::uint32_t sender, Bytes content) {
  if (content.size() != 3 * sizeof(std::uint32_t)) return false;
  const auto accuser = read_as<std::uint32_t>(content);
  const auto accused = read_as<std::uint32_t>(content.subspan(sizeof accuser));
  const bool expelled = read_as<std::uint32_t>(content.subspan(2 * sizeof accuser)) != 0;
  if (accuser >= nodes() || accused >= nodes() || accuser == self_ || accuser == accused) {
    return false;
  }
  if (orders()) {
    Peer& peer = peers_[accuser];
    // That the accused has joined may be known to the accuser first.
    if (peer.ended || (peers_[accused].ended && !vacant(accused))) return true;
    if (expelled) {
      const std::string why = "node " + std::to_string(accuser) + " has given it up";
      accused == self_ ? lose(why) : give_up(accused, why);
      return true;
    }
    peer.accuses.try_emplace(accused, from_next_tick);
  } else if (accused == term_ && sender == accuser && !peers_[term_].ended) {
    port_.send(term_, MessageKind::doubt, content);
  }
  return true;
}

void Ordering::tick(std::int64_t now_ns) {
  if (sponsor_ && joining_ && !lost_) {
    if (since_ns_ == 0) since_ns_ = now_ns;
    if (now_ns - since_ns_ > patience_ns_) fail_to_join("its sponsor has not sent the state");
  }
  review_newcomers();
  for (std::uint32_t node = 0; node < nodes() && !lost_; ++node) {
    Peer& peer = peers_[node];
    if (peer.ended || node == self_) continue;
    if (lasted(peer.doubted_ns, now_ns)) {
      // Other nodes have lost it, though this node has not.
      give_up(node, "others have lost it");
      continue;
    }
    std::erase_if(peer.accuses, [&](const auto& each) {
      return peers_[each.first].ended && !vacant(each.first);
    });
    for (auto& [accused, since_ns] : peer.accuses) {
      if (!lasted(since_ns, now_ns)) continue;
      if (orders()) give_up(node, "it has lost node " + std::to_string(accused));
      break;
    }
    if (!orders()) peer.accuses.clear();
  }
}

}  // namespace orrery::rti
