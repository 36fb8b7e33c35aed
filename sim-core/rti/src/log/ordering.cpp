#include "log/ordering.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace orrery::rti {

namespace {

// What all have applied is told with orders; with none for long, after so many.
constexpr std::uint64_t most_untold = 1024;
constexpr std::size_t most_orders = 1U << 22;

}  // namespace

Ordering::Ordering(Port& port, std::uint32_t self, std::uint32_t nodes, OrderingBounds bounds,
                   Seats seats)
    : port_(port),
      self_(self),
      bounds_(bounds),
      configuration_(self, nodes,
                     seats.joins           ? 0
                     : seats.occupied == 0 ? nodes
                                           : seats.occupied),
      log_(configuration_),
      disputes_(configuration_),
      view_change_(configuration_, log_),
      newcomer_(configuration_, seats.joins, seats.patience_ns),
      admission_(configuration_),
      acknowledged_(nodes) {}

bool Ordering::unsettled() const {
  if (lost_) return false;
  return changing() || newcomer_.awaits_any() ||
         std::ranges::any_of(configuration_, [](const Configuration::Node& each) {
           return each.ended && !each.removed;
         });
}

std::uint64_t Ordering::submit(const Operation& operation) {
  std::vector<std::byte> bytes;
  encode(operation, bytes);
  submitted_bytes_ += bytes.size();
  configuration_.to_living(
      [&](std::uint32_t target) { port_.send(target, MessageKind::operation, bytes); });
  add_payload(self_, std::move(bytes));
  return log_.received(self_);
}

bool Ordering::take(std::uint32_t sender, MessageKind kind, Bytes content) {
  if (lost_) return true;
  if (joining()) return take_while_joining(sender, kind, content);
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
      return take_question(sender, content);
    case MessageKind::report:
      return take_report(sender, content);
    case MessageKind::start:
      return take_start(sender, content);
    case MessageKind::bye:
      configuration_[sender].left = true;
      admission_.drop(sender);
      return true;  // the end follows
    case MessageKind::ask_join:
      return take_ask(sender, content);
    case MessageKind::joined:
      newcomer_.stop_awaiting(only(sender));
      return newcomer_.sponsor().has_value();  // another node's word, behind the state
    default:
      return false;
  }
}

void Ordering::add_payload(std::uint32_t origin, std::vector<std::byte> bytes) {
  const std::size_t most = origin == self_ ? SIZE_MAX : bounds_.waiting_bytes;
  if (!log_.add_payload(origin, std::move(bytes), most)) {
    return give_up(origin, "it says more than is put in order");
  }
  if (orders()) order(origin);
  apply_ready();
}

void Ordering::order(std::uint32_t origin) {
  const Order order{log_.known() + 1, log_.stable(), log_.safe(), origin, 0};
  stable_told_ = log_.stable();
  safe_told_ = log_.safe();
  const Bytes content = std::as_bytes(std::span(&order, 1));
  configuration_.to_living(
      [&](std::uint32_t target) { port_.send(target, MessageKind::order, content); });
  log_.add_order(origin);
}

bool Ordering::take_order(std::uint32_t sender, MessageKind kind, Bytes content) {
  if (content.size() != sizeof(Order)) return false;
  const auto order = read_as<Order>(content);
  if (kind == MessageKind::applied) {
    Acknowledged& told = acknowledged_[sender];
    told.applied = std::max(told.applied, std::min(order.number, log_.known()));
    told.held = std::max(told.held, std::min(order.held, log_.known()));
    acks_came_ = true;
    return true;
  }
  if (sender != term_ || sender == self_ || view_change_.promised() || view_change_.collecting()) {
    return false;
  }
  log_.set_stable(order.stable);
  if (kind == MessageKind::order) {
    if (order.origin >= nodes() || order.number != log_.known() + 1) return false;
    if (log_.ordered() >= most_orders) {
      give_up(sender, "it ordered an operation that no node has sent");
      return false;
    }
    log_.add_order(order.origin);
  }
  log_.set_safe(order.held);
  apply_ready();
  log_.trim();
  return true;
}

void Ordering::acknowledge() {
  if (lost_ || view_change_.promised() || view_change_.collecting()) return;
  const bool more_held = std::exchange(told_held_, log_.held()) != log_.held();
  const bool more = (std::exchange(told_, log_.applied()) != log_.applied()) || more_held;
  if (!orders()) {
    if (!more || configuration_[term_].ended) return;
    if (give_up_slowest()) return;
    const Order applied{log_.applied(), 0, log_.held(), 0, 0};
    port_.send(term_, MessageKind::applied, std::as_bytes(std::span(&applied, 1)));
    return;
  }
  if (more) review_newcomers();  // a save may have ended
  if (!std::exchange(acks_came_, false) && !more && log_.safe() == safe_told_) return;
  const std::uint64_t settled = forget_applied();
  if (give_up_slowest()) (void)forget_applied();  // what was kept for it alone
  if (lost_) return;
  const auto is_settled = [&](std::uint64_t number) {
    return number > settled && number <= log_.stable();
  };
  const bool loss_settled = std::ranges::any_of(configuration_, [&](const auto& each) {
    return (each.removed && is_settled(each.removed_by)) || is_settled(each.joined_by);
  });
  if (loss_settled) review_newcomers();
  const bool waited_for =
      std::exchange(safe_told_, log_.safe()) != log_.safe() && wait_to_be_told();
  if (!waited_for && !loss_settled && log_.stable() - stable_told_ < most_untold) return;
  stable_told_ = log_.stable();
  const Order stable{0, log_.stable(), log_.safe(), 0, 0};
  configuration_.to_living([&](std::uint32_t target) {
    port_.send(target, MessageKind::stable, std::as_bytes(std::span(&stable, 1)));
  });
}

// May other nodes wait for the sequencer's word that enough nodes hold it? They may not know which ends are certain.
bool Ordering::wait_to_be_told() const {
  const NodeSet most_counted = configuration_.not_known_lost(log_.stable());
  bool wait = false;
  configuration_.to_living([&](std::uint32_t node) {
    wait = wait || !are_enough(only(self_) | only(node), most_counted);
  });
  return wait;
}

// What all living nodes have applied. Returns up to where that was known before.
std::uint64_t Ordering::forget_applied() {
  std::uint64_t least = log_.applied();
  configuration_.to_living(
      [&](std::uint32_t node) { least = std::min(least, acknowledged_[node].applied); });
  const std::uint64_t before = log_.stable();
  log_.set_stable(least);
  log_.trim();
  return before;
}

// Nobody may keep what was applied from being forgotten without end. True: somebody did. While not all have applied the loss
// of one, which may hold them up for a moment, the others have twice as much.
bool Ordering::give_up_slowest() {
  const bool here = orders();
  const bool losing = std::ranges::any_of(configuration_, [&](const auto& each) {
    return each.removed ? each.removed_by > log_.stable() : each.ended;
  });
  if (retained_bytes() <= (here && !losing ? 1 : 2) * bounds_.retained_bytes) return false;
  std::optional<std::uint32_t> slowest;
  if (here) {
    configuration_.to_living([&](std::uint32_t node) {
      if (!slowest || acknowledged_[node].applied < acknowledged_[*slowest].applied) slowest = node;
    });
  } else if (!configuration_[term_].ended) {
    slowest = term_;
  }
  if (!slowest) return false;
  give_up(*slowest, std::string(here ? "it does not apply" : "it does not say who has applied") +
                        " what it was sent: " + std::to_string(retained_bytes()) +
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

// At the sequencer, from what the nodes say that they hold.
void Ordering::advance_safe() {
  if (log_.safe() >= log_.held()) return;
  const NodeSet counted = this->counted();
  acknowledged_[self_].held = log_.held();
  for (const Acknowledged& each : acknowledged_) {
    const std::uint64_t number = std::min(each.held, log_.held());
    if (number <= log_.safe()) continue;
    NodeSet holders = 0;
    for (std::uint32_t node = 0; node < nodes(); ++node) {
      if (acknowledged_[node].held >= number) holders |= only(node);
    }
    if (are_enough(holders, counted)) log_.set_safe(number);
  }
}

bool Ordering::apply_next() {
  if (lost_ || view_change_.promised() || view_change_.collecting() || log_.ordered() == 0) {
    return false;
  }
  log_.advance_held();
  if (orders()) advance_safe();
  if (log_.held() == log_.applied() || !next_is_safe()) return false;
  const std::uint32_t origin = log_.next_origin();
  if (configuration_[origin].removed) {
    log_.skip();
    return true;
  }
  const OperationLog::Payload& next = log_.payloads(origin).front();
  const std::uint64_t sequence = next.sequence;
  const auto operation = decode(next.bytes);
  const auto gone = log_.lost_by(next);
  if (gone) {
    if (*gone == self_) {
      lose("the other nodes have gone on without this one");
      return false;
    }
    forget_candidate(*gone);
    // First what it still sent.
    if (!configuration_[*gone].ended) {
      disputes_.doubt(*gone);
      return false;
    }
    if (!port_.settled(*gone, UINT64_MAX)) return false;
  }
  if (!port_.settled(origin, sequence)) return false;
  log_.apply(nodes() > 1);
  bool repeated = false;
  if (gone) {
    Configuration::Node& lost = configuration_[*gone];
    repeated = std::exchange(lost.removed, true);
    if (!repeated) lost.removed_by = log_.applied();
    log_.drop_payloads(*gone);
  }
  if (operation && operation->kind == OperationKind::node_joined) {
    admit(static_cast<std::uint32_t>(operation->number), origin, sequence, *operation);
  } else if (!repeated) {
    port_.apply(origin, sequence, operation ? &*operation : nullptr);
  }
  return true;
}

bool Ordering::take_again(std::uint32_t sender, Bytes content) {
  Reader in(content);
  const auto origin = in.get<std::uint32_t>();
  const auto sequence = in.get<std::uint64_t>();
  const Bytes payload = in.bytes();
  const bool expected =
      view_change_.collecting() || sender == view_change_.promised().value_or(term_);
  if (!in.complete() || origin >= nodes() || origin == self_ || origin == sender || !expected) {
    return false;
  }
  const Configuration::Node& lost = configuration_[origin];
  if ((lost.removed && !vacant(origin)) || sequence <= log_.received(origin)) return true;
  if (log_.waiting_bytes(origin) + payload.size() > bounds_.waiting_bytes) return false;
  log_.add_repeated(origin, sequence, payload);
  if (lost.ended && !vacant(origin)) {
    log_.take_repeated(origin);
    apply_ready();
  }
  return true;
}

void Ordering::repeat(std::uint32_t target, std::uint32_t origin, std::uint64_t after) {
  log_.each_payload(origin, after, [&](const OperationLog::Payload& payload) {
    std::vector<std::byte> content;
    Writer out(content);
    out.put(origin);
    out.put(payload.sequence);
    out.put(Bytes(payload.bytes));
    port_.send(target, MessageKind::again, content);
  });
}

void Ordering::end(std::uint32_t node, bool certain, const std::string& why) {
  Configuration::Node& peer = configuration_[node];
  newcomer_.stop_awaiting(only(node));
  if (vacant(node)) return end_unjoined(node, certain, why);
  if (std::exchange(peer.ended, true)) return;
  peer.certain = certain || peer.left;
  log_.take_repeated(node);
  if (lost_) return;
  if (!are_enough(~configuration_.gone(), counted())) {
    lose("node " + std::to_string(node) + " is not reached, and too few of the others are: " + why);
    return;
  }
  (void)view_change_.forget(node);
  if (configuration_.candidate() != self_) {
    unordered_ |= node == term_;
    accuse(node);
    answer_view_change();
  } else if (orders() && log_.has_ordered_payloads(node)) {
    // Others may lack the last of what it said.
    configuration_.to_living([&](std::uint32_t target) { repeat(target, node, 0); });
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
  if (lost_ || configuration_[node].ended) return;
  expelled_ |= only(node);
  give_up(node, why);
}

// Tells the sequencer, or the node that is to be it, that this node has lost `node`.
void Ordering::accuse(std::uint32_t node) {
  const std::uint32_t words[] = {self_, node, (expelled_ & only(node)) != 0};
  port_.send(configuration_.candidate(), MessageKind::doubt, std::as_bytes(std::span(words)));
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
    // That the accused has joined may be known to the accuser first.
    if (configuration_[accuser].ended || (configuration_[accused].ended && !vacant(accused))) {
      return true;
    }
    if (expelled) {
      const std::string why = "node " + std::to_string(accuser) + " has given it up";
      accused == self_ ? lose(why) : give_up(accused, why);
      return true;
    }
    disputes_.accuse(accuser, accused);
  } else if (accused == term_ && sender == accuser && !configuration_[term_].ended) {
    port_.send(term_, MessageKind::doubt, content);
  }
  return true;
}

void Ordering::tick(std::int64_t now_ns) {
  if (!lost_ && newcomer_.is_late(now_ns)) fail_to_join("its sponsor has not sent the state");
  review_newcomers();
  for (std::uint32_t node = 0; node < nodes() && !lost_; ++node) {
    if (configuration_[node].ended || node == self_) continue;
    if (const auto why = disputes_.settle(node, now_ns, orders())) give_up(node, *why);
  }
}

void Ordering::begin_view_change() {
  const std::vector<std::byte> content = view_change_.begin();
  bool asked = false;
  configuration_.to_living([&](std::uint32_t target) {
    asked = true;
    port_.send(target, MessageKind::view_change, content);
  });
  if (!asked) finish_view_change();
}

bool Ordering::take_question(std::uint32_t sender, Bytes content) {
  const ViewChange::Question* const asked = view_change_.take_question(sender, content);
  if (asked == nullptr) return false;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((asked->lost & only(node)) != 0) disputes_.doubt(node);
  }
  answer_view_change();
  return true;
}

// A candidate is lost. The nodes that it had lost are not doubted any more on its account.
void Ordering::forget_candidate(std::uint32_t candidate) {
  const NodeSet lost = view_change_.forget(candidate);
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((lost & only(node)) != 0) disputes_.trust(node);
  }
}

void Ordering::answer_view_change() {
  const auto next = view_change_.next_question();
  if (!next) return;
  const auto& [candidate, asked] = *next;
  if (asked.applied < log_.forgotten()) {
    // It has been counted as lost: it lacks what all others have.
    return give_up(candidate, "it was left behind");
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if ((asked.lost & only(node)) != 0) repeat(candidate, node, asked.received[node]);
  }
  port_.send(candidate, MessageKind::report, view_change_.answer(candidate, asked));
}

bool Ordering::take_report(std::uint32_t sender, Bytes content) {
  if (!view_change_.take_report(sender, content)) return false;
  if (!view_change_.collecting()) return true;
  const auto& report = view_change_.reports()[sender];
  if (report && report->applied < log_.forgotten()) {
    give_up(sender, "it was left behind");
  } else if (view_change_.complete()) {
    finish_view_change();
  }
  return true;
}

void Ordering::finish_view_change() {
  view_change_.adopt_log();
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const auto& report = view_change_.reports()[node];
    if (report && !configuration_[node].ended && report->applied > log_.known()) {
      give_up(node, "what it says that it knows cannot be");  // begins again
      return;
    }
  }
  const NodeSet known_lost = log_.lost_nodes();
  if ((known_lost & only(self_)) != 0) {
    lose("the other nodes have gone on without this one");
    return;
  }
  if (const NodeSet heard = known_lost & ~configuration_.gone(); heard != 0) {
    give_up(static_cast<std::uint32_t>(std::countr_zero(heard)), "others have lost it");
    return;
  }
  const auto reports = view_change_.finish();
  unordered_ = false;
  term_ = self_;
  for (Acknowledged& each : acknowledged_) each.held = 0;  // what was said of earlier logs
  configuration_.to_living([&](std::uint32_t target) {
    const ViewChange::Report& report = *reports[target];
    acknowledged_[target] = {report.applied, report.applied};
    for (std::uint32_t node = 0; node < nodes(); ++node) {
      if (configuration_[node].ended) repeat(target, node, report.received[node]);
    }
    port_.send(target, MessageKind::start, view_change_.start(report));
  });
  order_the_rest(known_lost);
  apply_ready();
}

void Ordering::order_the_rest(NodeSet known_lost) {
  const auto is_gone = [&](std::uint32_t node) { return !configuration_[node].reachable(); };
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    while (const OperationLog::Payload* const next = log_.unordered(node)) {
      // A former sequencer announced the loss of a node that goes on, and the announcement got no order.
      const auto said = configuration_[node].ended ? log_.lost_by(*next) : std::nullopt;
      if (said && !is_gone(*said)) break;
      order(node);
    }
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const bool announced = configuration_[node].removed || (known_lost & only(node)) != 0;
    if (is_gone(node) && !announced) announce_lost(node);
  }
}

bool Ordering::take_start(std::uint32_t sender, Bytes content) {
  if (!view_change_.take_start(sender, content)) return false;
  unordered_ = false;
  told_held_ = log_.applied();
  term_ = sender;
  // The new sequencer may still hear nodes that this node has lost.
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (configuration_[node].ended && !configuration_[node].removed) accuse(node);
  }
  apply_ready();
  return true;
}

}  // namespace orrery::rti
