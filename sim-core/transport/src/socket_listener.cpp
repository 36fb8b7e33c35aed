#include "socket_listener.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "orrery/base/clock.hpp"

#include "hello.hpp"
#include "options.hpp"
#include "over_tcp.hpp"
#include "ring_channel.hpp"
#include "socket.hpp"
#include "stream_channel.hpp"

namespace orrery::transport {
namespace {

constexpr std::int64_t patience_ns = 5'000'000'000;  // with a caller that does not say who it is
constexpr std::size_t most_pending = 64;
// Once `most_pending` callers wait, the oldest has only this long: silent callers must not keep peers out. A peer that
// is dropped calls again.
constexpr std::int64_t crowded_patience_ns = 100'000'000;

// A caller that is not a peer yet.
struct Caller {
  base::UniqueFd socket;
  std::int64_t since_ns = 0;
  std::vector<std::byte> received;
  std::vector<base::UniqueFd> descriptors;
  std::uint32_t index = 0;
  std::unique_ptr<RingChannel> ring;  // shm: answered, its last byte is awaited
};

class SocketListener final : public Listener {
 public:
  SocketListener(Kind kind, ListenOptions options, base::UniqueFd socket, std::string endpoint)
      : kind_(kind),
        options_(std::move(options)),
        socket_(std::move(socket)),
        endpoint_(std::move(endpoint)) {}

  [[nodiscard]] const std::string& endpoint() const override { return endpoint_; }
  [[nodiscard]] std::uint64_t refused() const override { return refused_; }
  base::Result<Accepted> accept(std::shared_ptr<base::Doorbell> bell,
                                std::int64_t deadline_ns) override;

 private:
  enum class Step : std::uint8_t { waiting, done, drop };

  [[nodiscard]] bool is_crowded() const { return callers_.size() >= most_pending; }
  base::Status wait_for_anything(std::int64_t deadline_ns);
  base::Status take_callers();
  Step advance(Caller& caller, const std::shared_ptr<base::Doorbell>& bell, Accepted& accepted);
  Step answer(Caller& caller, const std::shared_ptr<base::Doorbell>& bell, Accepted& accepted);
  Step answer_with_memory(Caller& caller, const std::shared_ptr<base::Doorbell>& bell);

  const Kind kind_;
  const ListenOptions options_;
  base::UniqueFd socket_;
  const std::string endpoint_;
  std::vector<Caller> callers_;
  std::uint64_t refused_ = 0;
};

base::Result<Accepted> SocketListener::accept(std::shared_ptr<base::Doorbell> bell,
                                              std::int64_t deadline_ns) {
  if (kind_ == Kind::shm && bell->scope() != base::Doorbell::Scope::shared) {
    return base::Error{base::ErrorCode::invalid_argument,
                       "a shm channel needs a doorbell of scope shared"};
  }
  for (;;) {
    if (auto taken = take_callers(); !taken) return taken.error();
    const std::int64_t now = base::now_ns();
    const std::int64_t patience = is_crowded() ? crowded_patience_ns : patience_ns;
    for (std::size_t i = 0; i < callers_.size();) {
      Accepted accepted;
      Step step = advance(callers_[i], bell, accepted);
      if (step == Step::waiting && now - callers_[i].since_ns > patience) step = Step::drop;
      if (step == Step::drop) ++refused_;
      if (step != Step::waiting) {
        callers_.erase(callers_.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
      if (step == Step::done) return accepted;
    }
    if (auto waited = wait_for_anything(deadline_ns); !waited) {
      return waited.error().within("accepting on " + endpoint_);
    }
  }
}

base::Status SocketListener::wait_for_anything(std::int64_t deadline_ns) {
  std::vector<pollfd> polled;
  // More callers cannot be taken while it is crowded: poll() ignores a negative descriptor.
  polled.push_back({.fd = is_crowded() ? -1 : socket_.get(), .events = POLLIN, .revents = 0});
  for (const Caller& caller : callers_) {
    polled.push_back({.fd = caller.socket.get(), .events = POLLIN, .revents = 0});
  }
  const std::int64_t left = deadline_ns - base::now_ns();
  if (left <= 0) return base::Error{base::ErrorCode::timed_out, "no peer came in time"};
  // Looks up now and then, for callers that have used up their patience.
  const std::int64_t longest_ms = is_crowded() ? 20 : 500;
  const auto left_ms = static_cast<int>(std::min<std::int64_t>(left / 1'000'000 + 1, longest_ms));
  if (::poll(polled.data(), polled.size(), left_ms) < 0 && errno != EINTR) {
    return base::error_from_errno("polling", errno);
  }
  return {};
}

base::Status SocketListener::take_callers() {
  while (!is_crowded()) {
    base::UniqueFd socket(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket) {
      if (errno == EAGAIN) return {};
      if (errno == EINTR || errno == ECONNABORTED) continue;
      return base::error_from_errno("accepting on " + endpoint_, errno);
    }
    Caller caller;
    caller.socket = std::move(socket);
    caller.since_ns = base::now_ns();
    callers_.push_back(std::move(caller));
  }
  return {};
}

SocketListener::Step SocketListener::advance(Caller& caller,
                                             const std::shared_ptr<base::Doorbell>& bell,
                                             Accepted& accepted) {
  const std::size_t wanted = caller.ring ? 1 : sizeof(Hello);
  auto open = receive_some(caller.socket.get(), caller.received, wanted, caller.descriptors);
  if (!open) return Step::drop;
  if (caller.received.size() < wanted) return *open ? Step::waiting : Step::drop;
  if (!caller.ring) return answer(caller, bell, accepted);
  accepted = {.channel = std::move(caller.ring), .peer_index = caller.index};
  return Step::done;
}

SocketListener::Step SocketListener::answer(Caller& caller,
                                            const std::shared_ptr<base::Doorbell>& bell,
                                            Accepted& accepted) {
  Hello hello;
  std::memcpy(&hello, caller.received.data(), sizeof hello);
  caller.received.clear();
  caller.index = hello.index;
  Verdict verdict = judge(hello, kind_, options_.self);
  if (!over_tcp(kind_) && !same_user(caller.socket.get())) verdict = Verdict::wrong_user;
  if (kind_ == Kind::shm && verdict == Verdict::accepted) {
    if (caller.descriptors.size() == 2) return answer_with_memory(caller, bell);
    verdict = Verdict::wrong_protocol;
  }
  const Answer answer = make_answer(verdict, options_.channel);
  // A new connection's buffer is empty: this never waits, and a caller for which it would is no
  // peer.
  const auto sent =
      send_all(caller.socket.get(), std::as_bytes(std::span(&answer, 1)), {}, base::now_ns());
  if (verdict != Verdict::accepted || !sent) return Step::drop;
  if (over_tcp(kind_) && !tune_tcp(caller.socket.get(), options_.channel.peer_timeout_ns)) {
    return Step::drop;
  }
  auto channel = channel_over(kind_, options_.channel, std::move(caller.socket), bell);
  if (!channel) return Step::drop;
  accepted = {.channel = std::move(*channel), .peer_index = caller.index};
  return Step::done;
}

SocketListener::Step SocketListener::answer_with_memory(
    Caller& caller, const std::shared_ptr<base::Doorbell>& bell) {
  auto peer_bell =
      base::Doorbell::attach(std::move(caller.descriptors[0]), std::move(caller.descriptors[1]));
  caller.descriptors.clear();
  if (!peer_bell) return Step::drop;
  auto segment = Segment::create(Kind::shm, options_.channel);
  if (!segment) return Step::drop;
  auto ring = std::make_unique<RingChannel>(Kind::shm, options_.channel, *segment, End::a, bell,
                                            std::move(*peer_bell));
  if (!ring->adopt()) return Step::drop;
  const Answer answer = make_answer(Verdict::accepted, options_.channel);
  const int descriptors[] = {(*segment)->fd(), bell->memory_fd(), bell->event_fd()};
  if (!send_all(caller.socket.get(), std::as_bytes(std::span(&answer, 1)), descriptors,
                base::now_ns())) {
    return Step::drop;
  }
  caller.ring = std::move(ring);
  return Step::waiting;
}

}  // namespace

base::Result<std::unique_ptr<Listener>> listen_on_socket(Kind kind, const ListenOptions& options) {
  const std::string name = "@" + random_name();
  auto address = over_tcp(kind) ? tcp_address(options.bind_address, 0) : parse_local(name);
  if (!address) return address.error().within("bind_address");
  auto socket = open_socket(address->storage.ss_family);
  if (!socket) return socket.error();
  if (::bind(socket->get(), address->get(), address->length) != 0) {
    return base::error_from_errno("binding to " + options.bind_address, errno);
  }
  if (::listen(socket->get(), 1024) != 0) return base::error_from_errno("listening", errno);
  std::string endpoint = std::string(to_string(kind)) + ":" + name;
  if (over_tcp(kind)) {
    address->length = sizeof address->storage;
    if (::getsockname(socket->get(), reinterpret_cast<sockaddr*>(&address->storage),
                      &address->length) != 0) {
      return base::error_from_errno("reading the port that was given", errno);
    }
    endpoint = std::string(to_string(kind)) + ":" + format_tcp(*address);
  }
  return std::unique_ptr<Listener>(
      new SocketListener(kind, options, std::move(*socket), std::move(endpoint)));
}

}  // namespace orrery::transport
