#include "net/net.hpp"

#include <algorithm>
#include <thread>
#include <utility>

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
      bundler_(clock),
      channels_(std::move(channels), bounds.unread_bytes, bundler_),
      ordering_(*this, self, channels_.count(), {}, seats),
      paths_(self, channels_.count(), bounds.message_bytes, std::move(paths)),
      round_trips_(channels_, channels_.count(), clock),
      arrivals_(owner, channels_, ordering_, paths_, round_trips_, bounds) {}

Status Net::start(std::shared_ptr<base::Doorbell> bell, base::WaitStrategy strategy) {
  if (auto started = channels_.start(std::move(bell), strategy); !started) return started;
  for (std::uint32_t node = 0; ordering_.joining() && node < nodes(); ++node) {
    if (channels_.has(node)) ordering_.open(node);
  }
  return paths_.start(*channels_.wait_set());
}

Status Net::open(std::uint32_t node, std::unique_ptr<transport::Channel> channel) {
  const auto refuse = [node](const std::string& why) {
    return Status(Error{ErrorCode::RTIinternalError, "seat " + std::to_string(node) + " " + why});
  };
  if (channel == nullptr) return refuse("needs a channel");
  if (order_lost()) return refuse("cannot be taken: this node has lost its connection");
  if (joining()) return refuse("cannot be taken: this node has not joined itself yet");
  if (node >= nodes() || node == self_ || !ordering_.vacant(node) || channels_.has(node)) {
    return refuse("is not vacant: take a later seat, below " + std::to_string(nodes()));
  }
  if (auto opened = channels_.open(node, std::move(channel)); !opened) {
    return refuse(opened.error().message);
  }
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

Io Net::send_by_port(Paths::Which which, const Recipients& recipients, const DataHead& head,
                     std::span<const Item> items, Bytes tag) {
  if (ordering_.changing()) return Io::full;
  const Io io = paths_.send(which, recipients, ordering_.submitted(self_), head, items, tag);
  if (io == Io::ok) bundler_.written();
  return io;
}

void Net::want_groups(GroupSet wanted) {
  auto joined = paths_.want_groups(wanted, clock_.now_ns());
  if (!joined) not_joined_ = joined.error().message;
}

// Who reads nothing for long is given up at the end of a poll.
void Net::give_up_the_full() {
  if (!channels_.too_full()) return;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const std::size_t bytes = channels_.overfull_bytes(node);
    if (bytes == 0) continue;
    ordering_.expel(node, "it does not read: " + std::to_string(bytes) + " bytes wait for it");
  }
}

void Net::flush_all() {
  const bool waits = channels_.flush();
  paths_.flush();
  bundler_.flushed(waits || paths_.has_unsent());
}

std::vector<PathCongestion> Net::paths() {
  std::vector<PathCongestion> all;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (channels_.ended(node)) continue;
    all.push_back(channels_.congestion(node));
    all.back().unread = arrivals_.parked(node);
    all.back().round_trip_ns = round_trips_.smoothed_ns(node);
    round_trips_.ask(node);
  }
  flush();
  return all;
}

bool Net::poll() {
  polled_bytes_ = ordering_.submitted_bytes();
  if (++polls_ % 256 == 0) look_for_the_dead();
  const auto outcome = channels_.wait_set()->poll();
  bool came = arrivals_.look_at_parked();
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
  channels_.close_dropped();
  return came;
}

// A wait set asks in waits of over 50 ms; a node that evokes often has none.
void Net::look_for_the_dead() {
  const std::int64_t now = clock_.now_ns();
  if (now - looked_ns_ < look_ns) return;
  looked_ns_ = now;
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    if (channels_.seems_dead(i)) (void)drain(i);
  }
  channels_.pump_dropped();
  ordering_.tick(now);
}

bool Net::await(std::int64_t deadline_ns) {
  if (clock_.simulated() != nullptr) return clock_.simulated()->wait(self_, deadline_ns);
  // The last poll left a message that waits for another node: the wait ends at once, and that node may need this core.
  if (!ready_.empty()) std::this_thread::yield();
  return channels_.wait_set()->wait(deadline_ns).outcome == base::WaitOutcome::ready;
}

bool Net::wait(std::int64_t deadline_ns) {
  look_for_the_dead();
  flush_due();
  channels_.close_dropped();
  deadline_ns = std::min(deadline_ns, bundler_.deadline_ns());
  // With messages waiting for room, look again soon.
  if (paths_.has_unsent() || channels_.waits()) {
    deadline_ns = std::min(deadline_ns, clock_.now_ns() + 200'000);
  }
  if (ordering_.doubting()) deadline_ns = std::min(deadline_ns, clock_.now_ns() + look_ns);
  return await(deadline_ns);
}

bool Net::drain(std::uint32_t sender) {
  const Io io = arrivals_.drain(sender);
  if (io == Io::ok || io == Io::empty) return io == Io::ok;
  channels_.end(sender);
  arrivals_.drop_partial(sender);
  paths_.evict(sender);
  const bool certain = io == Io::peer_lost && !channels_.may_live(sender);
  ordering_.end(sender, certain, channels_.why(sender));
  return true;
}

void Net::drop(std::uint32_t node) {
  channels_.drop(node);
  arrivals_.drop_partial(node);
  paths_.evict(node);
}

void Net::lost(const std::string& why) {
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    if (!channels_.ended(i)) drop(i);
  }
  owner_.on_order_lost(why);
}

bool Net::poll_paths() {
  return paths_.poll(
      [this](std::uint32_t sender, std::uint64_t submitted, Bytes message) {
        return arrivals_.take(sender, submitted, message, false);
      },
      [this](std::uint32_t node, bool behind) {
        // Some of its data is lost for good, here or there: then it is no member any longer, though it may live.
        if (!behind) return ordering_.expel(node, "its data path has given it up");
        leave("this node has lost reliable data of node " + std::to_string(node));
      });
}

void Net::review_groups() {
  paths_.leave_groups(clock_.now_ns());
  if (not_joined_.empty()) return;
  leave("this node cannot join a multicast group of its data path: " +
        std::exchange(not_joined_, {}));
}

void Net::leave(const std::string& why) {
  if (order_lost()) return;
  say_bye();
  ordering_.lose(why);
}

void Net::say_bye() {
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    if (i != self_) send(i, MessageKind::bye, {});
  }
}

void Net::close() {
  if (channels_.wait_set() == nullptr) return;
  say_bye();
  const std::int64_t until = clock_.now_ns() + linger_ns;
  for (flush(); (paths_.has_unsent() || channels_.waits()) && clock_.now_ns() < until; flush()) {
    channels_.end_the_dead();
    (void)await(clock_.now_ns() + 1'000'000);
  }
  paths_.close(*channels_.wait_set());
}

void Net::forget() {
  channels_.forget();
  paths_.forget(*channels_.wait_set());
  ordering_.lose("the node has dropped its channels");
}

}  // namespace orrery::rti
