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

constexpr std::int64_t patience_ns =
    5'000'000'000;  // with a caller's next word, of which there are at most three
constexpr std::size_t most_pending = 64;
constexpr std::size_t most_descriptors = 2;  // of a caller: its doorbell's (shm)
// Once `most_pending` callers wait, the oldest has only this long: silent callers must not keep peers out. A peer that
// is dropped calls again.
constexpr std::int64_t crowded_patience_ns = 100'000'000;

// What a caller, who is not a peer yet, is to say next. `mapped`: shm, the last byte. `tls`: the rest of the handshake.
enum class Awaited : std::uint8_t { hello, proof, mapped, tls };

struct Caller {
  base::UniqueFd socket;
  std::int64_t since_ns = 0;  // when it was last its turn
  Awaited awaited = Awaited::hello;
  std::vector<std::byte> received;
  std::vector<base::UniqueFd> descriptors;
  Hello hello;
  Nonce challenge{};
  std::unique_ptr<RingChannel> ring;
  std::unique_ptr<TlsSession> tls;
};

std::size_t bytes_of(Awaited awaited) {
  switch (awaited) {
    case Awaited::hello:
      return sizeof(Hello);
    case Awaited::proof:
      return sizeof(Proof);
    case Awaited::mapped:
    case Awaited::tls:
      break;
  }
  return 1;
}

// The word that has come in whole.
template <class Word>
Word take(Caller& caller) {
  Word word;
  std::memcpy(&word, caller.received.data(), sizeof word);
  caller.received.clear();
  return word;
}

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
  Step challenge(Caller& caller);
  static Step await(Caller& caller, Awaited awaited);
  [[nodiscard]] Answer answer_to(const Caller& caller, Verdict verdict) const;
  Step answer(Caller& caller, const std::shared_ptr<base::Doorbell>& bell, Accepted& accepted);
  Step secure(Caller& caller, const std::shared_ptr<base::Doorbell>& bell, Accepted& accepted);
  Step take_in(Caller& caller, const std::shared_ptr<base::Doorbell>& bell, Accepted& accepted);
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
  if (caller.awaited == Awaited::tls) return secure(caller, bell, accepted);
  const std::size_t wanted = bytes_of(caller.awaited);
  auto open = receive_some(caller.socket.get(), caller.received, wanted, caller.descriptors);
  if (!open || caller.descriptors.size() > most_descriptors) return Step::drop;
  if (caller.received.size() < wanted) return *open ? Step::waiting : Step::drop;
  if (caller.awaited == Awaited::hello) return challenge(caller);
  if (caller.awaited == Awaited::proof) return answer(caller, bell, accepted);
  accepted = {.channel = std::move(caller.ring), .peer_index = caller.hello.index};
  return Step::done;
}

// A new connection's buffer has room for all that a listener says: sending never waits, and a caller for which it would is no
// peer.
template <class Word>
bool say(const Caller& caller, const Word& word, std::span<const int> descriptors = {}) {
  return send_all(caller.socket.get(), std::as_bytes(std::span(&word, 1)), descriptors,
                  base::now_ns())
      .ok();
}

SocketListener::Step SocketListener::challenge(Caller& caller) {
  caller.hello = take<Hello>(caller);
  Verdict verdict = judge(caller.hello, kind_);
  if (!over_tcp(kind_) && !same_user(caller.socket.get())) verdict = Verdict::wrong_user;
  const Challenge challenge = make_challenge(verdict);
  if (!say(caller, challenge) || verdict != Verdict::accepted) return Step::drop;
  caller.challenge = challenge.nonce;
  return await(caller, Awaited::proof);
}

SocketListener::Step SocketListener::await(Caller& caller, Awaited awaited) {
  caller.awaited = awaited;
  caller.since_ns = base::now_ns();
  return Step::waiting;
}

SocketListener::Step SocketListener::answer(Caller& caller,
                                            const std::shared_ptr<base::Doorbell>& bell,
                                            Accepted& accepted) {
  Verdict verdict = judge(take<Proof>(caller), caller.hello, caller.challenge, options_.self);
  if (kind_ == Kind::shm && verdict == Verdict::accepted) {
    if (caller.descriptors.size() == most_descriptors) return answer_with_memory(caller, bell);
    verdict = Verdict::wrong_protocol;
  }
  if (!say(caller, answer_to(caller, verdict)) || verdict != Verdict::accepted) return Step::drop;
  if (kind_ != Kind::tls) return take_in(caller, bell, accepted);
  auto session =
      TlsSession::create(caller.socket.get(), TlsSession::Role::listener,
                         make_tls_key(options_.self.run_token, caller.hello, caller.challenge));
  if (!session) return Step::drop;
  caller.tls = std::move(*session);
  return await(caller, Awaited::tls);
}

SocketListener::Step SocketListener::secure(Caller& caller,
                                            const std::shared_ptr<base::Doorbell>& bell,
                                            Accepted& accepted) {
  switch (caller.tls->handshake()) {
    case TlsSession::Handshake::waiting:
      // A new connection's buffer has room for all that a listener says.
      return caller.tls->has_output() ? Step::drop : Step::waiting;
    case TlsSession::Handshake::failed:
      return Step::drop;
    case TlsSession::Handshake::done:
      break;
  }
  return take_in(caller, bell, accepted);
}

SocketListener::Step SocketListener::take_in(Caller& caller,
                                             const std::shared_ptr<base::Doorbell>& bell,
                                             Accepted& accepted) {
  if (over_tcp(kind_) && !tune_tcp(caller.socket.get(), options_.channel.peer_timeout_ns)) {
    return Step::drop;
  }
  auto channel =
      channel_over(kind_, options_.channel, std::move(caller.socket), bell, std::move(caller.tls));
  if (!channel) return Step::drop;
  accepted = {.channel = std::move(*channel), .peer_index = caller.hello.index};
  return Step::done;
}

Answer SocketListener::answer_to(const Caller& caller, Verdict verdict) const {
  return make_answer(verdict, options_.channel, options_.self.run_token, caller.hello,
                     caller.challenge);
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
  const int descriptors[] = {(*segment)->fd(), bell->memory_fd(), bell->event_fd()};
  if (!say(caller, answer_to(caller, Verdict::accepted), descriptors)) return Step::drop;
  caller.ring = std::move(ring);
  return await(caller, Awaited::mapped);
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
