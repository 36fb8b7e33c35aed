#include "orrery/transport/wait_set.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include "orrery/base/unique_fd.hpp"

namespace orrery::transport {
namespace {

constexpr std::int64_t liveness_ns = 50'000'000;
constexpr unsigned fds_every = 32;  // polls between two looks at other descriptors
constexpr unsigned pump_every =
    8;  // polls between two looks at sockets, while spinning on memory too
constexpr std::size_t ask_directly = 2;  // sockets that are read without asking epoll first

}  // namespace

struct WaitSet::State {
  struct Entry {
    Waitable* waited = nullptr;  // nullptr: a descriptor of the caller's
    Channel* channel = nullptr;  // the same, as what it was added
    Port* port = nullptr;
    std::uint64_t tag = 0;
    int fd = -1;
    bool want_writable = false;
    bool timed = false;
    std::uint32_t watched = 0;  // events that epoll watches for us
  };

  State(std::shared_ptr<base::Doorbell> the_bell, base::WaitStrategy strategy)
      : bell(std::move(the_bell)), waiter(strategy, *bell) {}

  base::Status add(Entry entry);
  // A waitable, called `what`, which must have this wait set's doorbell.
  base::Status add_bound(Entry entry, const char* what);
  void erase(std::size_t at);
  std::size_t find(const Waitable* waited, int fd) const;
  base::Status watch(Entry& entry, std::size_t at, std::uint32_t wanted);

  // Looks at everything once; true if there are events.
  bool scan();
  void look_at_sockets();
  void ask_epoll(std::int64_t timeout_ns);
  void report(std::size_t at);
  bool check_peers();
  void pump_timed();
  std::int64_t earliest_deadline() const;
  void sleep_on_fds(std::int64_t timeout_ns);
  Outcome wait(std::int64_t deadline_ns);

  std::shared_ptr<base::Doorbell> bell;
  base::Waiter waiter;
  std::function<bool()> check;
  base::UniqueFd epoll;
  bool bell_watched = false;
  std::vector<Entry> entries;
  std::size_t sockets = 0;
  std::size_t other_fds = 0;
  std::size_t timed = 0;
  std::vector<Event> events;
  std::vector<std::uint8_t> fd_ready;  // by entry: another descriptor was found readable
  std::array<epoll_event, 64> polled{};
  std::size_t start = 0;  // where the next scan begins
  unsigned scans = 0;
  unsigned waits = 0;
  std::int64_t checked_at = 0;
};

base::Status WaitSet::State::watch(Entry& entry, std::size_t at, std::uint32_t wanted) {
  epoll_event event{};
  event.events = wanted;
  event.data.u64 = at;
  const int operation = entry.watched == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  if (::epoll_ctl(epoll.get(), operation, entry.fd, &event) != 0) {
    return base::error_from_errno("watching descriptor " + std::to_string(entry.fd), errno);
  }
  entry.watched = wanted;
  return {};
}

base::Status WaitSet::State::add(Entry entry) {
  if (entry.fd >= 0) {
    if (!epoll) {
      epoll.reset(::epoll_create1(EPOLL_CLOEXEC));
      if (!epoll) return base::error_from_errno("creating an epoll instance", errno);
    }
    if (!bell_watched) {
      const int event_fd = bell->event_fd();
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = ~std::uint64_t{0};
      if (event_fd < 0 || ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, event_fd, &event) != 0) {
        return base::error_from_errno("watching the doorbell", errno);
      }
      bell_watched = true;
    }
    if (auto watched = watch(entry, entries.size(), EPOLLIN); !watched) return watched;
    ++(entry.waited != nullptr ? sockets : other_fds);
  }
  if (entry.timed) ++timed;
  entries.push_back(entry);
  events.reserve(entries.size());
  fd_ready.resize(entries.size());
  return {};
}

base::Status WaitSet::State::add_bound(Entry entry, const char* what) {
  if (&entry.waited->bell() != bell.get()) {
    return base::Error{
        base::ErrorCode::invalid_argument,
        std::string("the ") + what + " was made with another doorbell than this wait set's"};
  }
  entry.fd = entry.waited->fd();
  entry.timed = entry.waited->timed();
  return add(entry);
}

std::size_t WaitSet::State::find(const Waitable* waited, int fd) const {
  const auto at = std::ranges::find_if(entries, [&](const Entry& entry) {
    return waited != nullptr ? entry.waited == waited : entry.waited == nullptr && entry.fd == fd;
  });
  return static_cast<std::size_t>(at - entries.begin());
}

void WaitSet::State::erase(std::size_t at) {
  if (at == entries.size()) return;
  const Entry& entry = entries[at];
  if (entry.fd >= 0) {
    // Fails if the descriptor is closed already: then the kernel has forgotten it on its own.
    ::epoll_ctl(epoll.get(), EPOLL_CTL_DEL, entry.fd, nullptr);
    --(entry.waited != nullptr ? sockets : other_fds);
  }
  if (entry.timed) --timed;
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
  std::ranges::fill(fd_ready, std::uint8_t{0});
  // Positions have moved; one that cannot be told is gone, as above.
  for (std::size_t i = at; i < entries.size(); ++i) {
    if (entries[i].fd >= 0) (void)watch(entries[i], i, entries[i].watched);
  }
  events.clear();
}

void WaitSet::State::report(std::size_t at) {
  Entry& entry = entries[at];
  if (entry.waited == nullptr) {
    if (fd_ready[at] != 0) {
      fd_ready[at] = 0;
      events.push_back({.channel = nullptr, .tag = entry.tag, .readable = true});
    }
    return;
  }
  const bool readable = entry.waited->readable();
  bool writable = false;
  if (entry.want_writable) {
    writable = entry.waited->writable();
    // Said before the doorbell's announcement, so that the look after it settles the race with the
    // reader.
    if (!writable) entry.waited->want_writable(true);
  }
  if (readable || writable) {
    events.push_back({.channel = entry.channel,
                      .tag = entry.tag,
                      .readable = readable,
                      .writable = writable,
                      .port = entry.port});
  }
}

bool WaitSet::State::scan() {
  events.clear();
  ++scans;
  const std::size_t count = entries.size();
  if (sockets + other_fds > 0) look_at_sockets();
  if (timed > 0) pump_timed();
  if (start >= count) start = 0;
  for (std::size_t at = start; at < count; ++at) report(at);
  for (std::size_t at = 0; at < start; ++at) report(at);
  return !events.empty();
}

void WaitSet::State::pump_timed() {
  std::int64_t now = 0;
  for (const Entry& entry : entries) {
    if (!entry.timed) continue;
    if (entry.fd >= 0) {
      const std::int64_t deadline = entry.waited->next_deadline_ns();
      if (deadline == base::no_deadline) continue;
      if (now == 0) now = base::now_ns();
      if (now < deadline) continue;
    }
    entry.waited->pump();
  }
}

std::int64_t WaitSet::State::earliest_deadline() const {
  std::int64_t earliest = base::no_deadline;
  for (const Entry& entry : entries) {
    if (entry.timed) earliest = std::min(earliest, entry.waited->next_deadline_ns());
  }
  return earliest;
}

void WaitSet::State::look_at_sockets() {
  const bool spinning = waiter.strategy() == base::WaitStrategy::spin ||
                        waiter.strategy() == base::WaitStrategy::spin_then_futex;
  const bool memory_too = entries.size() > sockets + other_fds;
  const bool sockets_due = sockets > 0 && (!spinning || !memory_too || scans % pump_every == 0);
  const bool fds_due = other_fds > 0 && scans % fds_every == 0;
  if (fds_due || (sockets_due && sockets > ask_directly)) {
    ask_epoll(0);
  } else if (sockets_due) {
    for (const Entry& entry : entries) {
      if (entry.waited != nullptr && entry.fd >= 0) entry.waited->pump();
    }
  }
}

void WaitSet::State::ask_epoll(std::int64_t timeout_ns) {
  for (std::size_t at = 0; at < entries.size(); ++at) {
    Entry& entry = entries[at];
    if (entry.waited == nullptr || entry.fd < 0) continue;
    const std::uint32_t wanted = EPOLLIN | (entry.waited->wants_output() ? EPOLLOUT : 0U);
    if (entry.watched != wanted && !watch(entry, at, wanted)) entry.waited->pump();
  }
  const timespec timeout{.tv_sec = timeout_ns / 1'000'000'000,
                         .tv_nsec = timeout_ns % 1'000'000'000};
  const auto most = static_cast<int>(polled.size());
  int count = ::epoll_pwait2(epoll.get(), polled.data(), most, &timeout, nullptr);
  if (count < 0 && errno == ENOSYS) {
    count = ::epoll_wait(epoll.get(), polled.data(), most,
                         static_cast<int>((timeout_ns + 999'999) / 1'000'000));
  }
  for (int i = 0; i < count; ++i) {
    const std::uint64_t at = polled[static_cast<std::size_t>(i)].data.u64;
    if (at >= entries.size()) {
      bell->drain_event();
    } else if (entries[at].waited != nullptr) {
      entries[at].waited->pump();
    } else {
      fd_ready[at] = 1;
    }
  }
}

bool WaitSet::State::check_peers() {
  for (const Entry& entry : entries) {
    if (entry.waited != nullptr) entry.waited->alive();  // the dead become readable
  }
  return !check || check();
}

WaitSet::Outcome WaitSet::State::wait(std::int64_t deadline_ns) {
  if (!entries.empty() && ++start >= entries.size()) start = 0;
  // A dead peer among busy ones must be noticed too, although nobody ever waits for long.
  if (++waits % 4096 == 0) {
    const std::int64_t now = base::now_ns();
    if (now - checked_at >= liveness_ns) {
      checked_at = now;
      if (!check_peers()) return {base::WaitOutcome::cancelled, {}};
    }
  }
  for (;;) {
    const std::int64_t until =
        timed == 0 ? deadline_ns : std::min(deadline_ns, earliest_deadline());
    // A look may bring forward what is to be done in time: then the sleep is too long.
    const auto ready = [this, until] {
      return scan() || (timed > 0 && earliest_deadline() < until);
    };
    const auto alive = [this] { return check_peers(); };
    base::WaitOutcome outcome{};
    if (sockets + other_fds > 0) {
      outcome = waiter.wait(ready, until, alive,
                            [this](std::int64_t timeout_ns) { ask_epoll(timeout_ns); });
    } else {
      outcome = waiter.wait(ready, until, alive);
    }
    if (outcome == base::WaitOutcome::ready && events.empty()) continue;
    if (outcome == base::WaitOutcome::timed_out && until < deadline_ns) continue;
    return {outcome, outcome == base::WaitOutcome::ready ? std::span<const Event>(events)
                                                         : std::span<const Event>()};
  }
}

base::Result<std::unique_ptr<WaitSet>> WaitSet::create(std::shared_ptr<base::Doorbell> bell,
                                                       base::WaitStrategy strategy) {
  return std::unique_ptr<WaitSet>(new WaitSet(std::make_unique<State>(std::move(bell), strategy)));
}

WaitSet::WaitSet(std::unique_ptr<State> state) : state_(std::move(state)) {}
WaitSet::~WaitSet() = default;

base::Status WaitSet::add(Channel& channel, std::uint64_t tag) {
  return state_->add_bound({.waited = &channel, .channel = &channel, .tag = tag}, "channel");
}

base::Status WaitSet::add(Port& port, std::uint64_t tag) {
  return state_->add_bound({.waited = &port, .port = &port, .tag = tag}, "port");
}

base::Status WaitSet::add(Waitable& waited, std::uint64_t tag) {
  return state_->add_bound({.waited = &waited, .tag = tag}, "waitable");
}

void WaitSet::remove(const Waitable& waited) { state_->erase(state_->find(&waited, -1)); }

base::Status WaitSet::add_fd(int fd, std::uint64_t tag) {
  return state_->add({.tag = tag, .fd = fd});
}

void WaitSet::remove_fd(int fd) { state_->erase(state_->find(nullptr, fd)); }

void WaitSet::want_writable(Waitable& waited, bool want) {
  const std::size_t at = state_->find(&waited, -1);
  if (at == state_->entries.size()) return;
  state_->entries[at].want_writable = want;
  waited.want_writable(want);
}

void WaitSet::set_check(std::function<bool()> check) { state_->check = std::move(check); }
void WaitSet::set_strategy(base::WaitStrategy strategy) { state_->waiter.set_strategy(strategy); }

WaitSet::Outcome WaitSet::wait(std::int64_t deadline_ns) { return state_->wait(deadline_ns); }

WaitSet::Outcome WaitSet::poll() {
  return state_->scan() ? Outcome{base::WaitOutcome::ready, state_->events} : Outcome{};
}

const base::WaitStats& WaitSet::stats() const { return state_->waiter.stats(); }
std::size_t WaitSet::size() const { return state_->entries.size(); }

}  // namespace orrery::transport
