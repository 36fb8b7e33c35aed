#include "socket_connect.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "orrery/base/clock.hpp"

#include "hello.hpp"
#include "over_tcp.hpp"
#include "ring_channel.hpp"
#include "socket.hpp"
#include "stream_channel.hpp"

namespace orrery::transport {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::int64_t retry_ns = 10'000'000;

bool worth_retrying(int error) {
  return error == ECONNREFUSED || error == EAGAIN || error == ENOENT || error == ECONNRESET ||
         error == EHOSTUNREACH || error == ENETUNREACH || error == ETIMEDOUT;
}

// After a pause, if there is time.
bool may_retry(std::int64_t deadline_ns) {
  if (base::now_ns() + retry_ns >= deadline_ns) return false;
  const timespec pause{.tv_sec = 0, .tv_nsec = retry_ns};
  ::nanosleep(&pause, nullptr);
  return true;
}

// One attempt: 0, or an errno.
base::Result<int> try_connect(int fd, const SocketAddress& address, std::int64_t deadline_ns) {
  if (::connect(fd, address.get(), address.length) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  if (auto waited = wait_fd(fd, POLLOUT, deadline_ns); !waited) return waited.error();
  int error = 0;
  socklen_t size = sizeof error;
  if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
  return error;
}

base::Result<base::UniqueFd> reach(const SocketAddress& address, std::int64_t deadline_ns) {
  for (;;) {
    auto fd = open_socket(address.storage.ss_family);
    if (!fd) return fd;
    auto error = try_connect(fd->get(), address, deadline_ns);
    if (!error) return error.error();
    if (*error == 0) return fd;
    if (!worth_retrying(*error)) return base::error_from_errno("connecting", *error);
    if (!may_retry(deadline_ns)) {
      return Error{ErrorCode::timed_out,
                   "nobody answered in time: " + base::error_from_errno("last", *error).message};
    }
  }
}

struct Reply {
  ChannelOptions options;
  std::vector<base::UniqueFd> descriptors;
  std::unique_ptr<TlsSession> tls;
};

// One connection's hello, as the connector sees it. False and none mean that the listener hung up: `why` says how.
class Introduction {
 public:
  Introduction(int fd, std::int64_t deadline_ns, std::string& why)
      : fd_(fd), deadline_ns_(deadline_ns), why_(why) {}

  base::Result<std::optional<Reply>> make(Kind kind, const ConnectOptions& options,
                                          std::span<const int> descriptors) {
    const std::string& token = options.self.run_token;
    const Hello hello = make_hello(kind, options);
    Challenge challenge;
    Answer answer;
    Reply reply;
    if (auto met = exchange(hello, {}, challenge, reply.descriptors); !met || !*met)
      return none(met);
    if (auto checked = read_challenge(challenge); !checked) return checked.error();
    const Proof proof = make_proof(token, hello, challenge.nonce);
    if (auto met = exchange(proof, descriptors, answer, reply.descriptors); !met || !*met) {
      return none(met);
    }
    auto agreed = read_answer(answer, token, hello, challenge.nonce);
    if (!agreed) return agreed.error();
    reply.options = *agreed;
    if (kind == Kind::tls) {
      auto met = secure(make_tls_key(token, hello, challenge.nonce), reply.tls);
      if (!met || !*met) return none(met);
    }
    return std::optional(std::move(reply));
  }

 private:
  static base::Result<std::optional<Reply>> none(const base::Result<bool>& met) {
    if (!met) return met.error();
    return std::optional<Reply>();
  }

  base::Result<bool> secure(const Mac& key, std::unique_ptr<TlsSession>& session) {
    auto made = TlsSession::create(fd_, TlsSession::Role::connector, key);
    if (!made) return made.error();
    session = std::move(*made);
    for (;;) {
      const auto progress = session->handshake();
      if (progress == TlsSession::Handshake::done) return true;
      if (progress == TlsSession::Handshake::failed) {
        why_ = session->why();
        if (session->hung_up()) return false;
        return Error{ErrorCode::refused,
                     "the listener did not prove the run's key (TLS: " + why_ + ")"};
      }
      if (auto waited = wait_fd(fd_, session->has_output() ? POLLOUT : POLLIN, deadline_ns_);
          !waited) {
        return waited.error().within("waiting for the listener's TLS handshake");
      }
    }
  }

  template <class Said, class Heard>
  base::Result<bool> exchange(const Said& said, std::span<const int> descriptors, Heard& heard,
                              std::vector<base::UniqueFd>& received) {
    const auto sent = send_all(fd_, std::as_bytes(std::span(&said, 1)), descriptors, deadline_ns_);
    if (!sent && sent.error().code == ErrorCode::timed_out) return sent.error();
    if (!sent) {
      why_ = sent.error().message;
      return false;
    }
    std::vector<std::byte> bytes;
    while (bytes.size() < sizeof heard) {
      if (auto waited = wait_fd(fd_, POLLIN, deadline_ns_); !waited) {
        return waited.error().within("waiting for the listener to accept");
      }
      auto open = receive_some(fd_, bytes, sizeof heard, received);
      if (!open || (!*open && bytes.size() < sizeof heard)) {
        why_ = open ? "end of the connection" : open.error().message;
        return false;
      }
    }
    std::memcpy(&heard, bytes.data(), sizeof heard);
    return true;
  }

  const int fd_;
  const std::int64_t deadline_ns_;
  std::string& why_;
};

struct Met {
  base::UniqueFd socket;
  Reply reply;
};

// A listener that has not heard in time who we are hangs up. Where packets are lost that may be nobody's fault: try again.
base::Result<Met> introduce(Kind kind, const SocketAddress& address, const ConnectOptions& options,
                            std::span<const int> descriptors, std::int64_t deadline_ns) {
  std::string why;
  do {
    auto socket = reach(address, deadline_ns);
    if (!socket) return socket.error();
    if (!over_tcp(kind) && !same_user(socket->get())) {
      return Error{ErrorCode::refused, std::string(to_string(Verdict::wrong_user))};
    }
    auto reply = Introduction(socket->get(), deadline_ns, why).make(kind, options, descriptors);
    if (!reply) return reply.error();
    if (*reply) return Met{std::move(*socket), std::move(**reply)};
  } while (may_retry(deadline_ns));
  return Error{ErrorCode::timed_out,
               "the listener hung up without an answer, until the deadline; last: " + why};
}

base::Result<std::unique_ptr<Channel>> join_memory(Reply reply, int fd,
                                                   std::shared_ptr<base::Doorbell> bell,
                                                   std::int64_t deadline_ns) {
  if (reply.descriptors.size() != 3) {
    return Error{ErrorCode::refused, "the listener sent no shared memory"};
  }
  auto segment = Segment::attach(std::move(reply.descriptors[0]), reply.options);
  if (!segment) return segment.error();
  auto peer_bell =
      base::Doorbell::attach(std::move(reply.descriptors[1]), std::move(reply.descriptors[2]));
  if (!peer_bell) return peer_bell.error();
  auto ring = std::make_unique<RingChannel>(Kind::shm, reply.options, std::move(*segment), End::b,
                                            std::move(bell), std::move(*peer_bell));
  if (auto adopted = ring->adopt(); !adopted) return adopted.error();
  const std::byte mapped{1};
  if (auto sent = send_all(fd, std::span(&mapped, 1), {}, deadline_ns); !sent) return sent.error();
  return std::unique_ptr<Channel>(std::move(ring));
}

}  // namespace

base::Result<std::unique_ptr<Channel>> connect_socket(Kind kind, const std::string& address_text,
                                                      const ConnectOptions& options,
                                                      std::shared_ptr<base::Doorbell> bell,
                                                      std::int64_t deadline_ns) {
  if (kind == Kind::shm && bell->scope() != base::Doorbell::Scope::shared) {
    return Error{ErrorCode::invalid_argument, "a shm channel needs a doorbell of scope shared"};
  }
  auto address = over_tcp(kind) ? parse_tcp(address_text) : parse_local(address_text);
  if (!address) return address.error();
  std::vector<int> descriptors;
  if (kind == Kind::shm) descriptors = {bell->memory_fd(), bell->event_fd()};
  auto met = introduce(kind, *address, options, descriptors, deadline_ns);
  if (!met) return met.error();
  auto& [socket, reply] = *met;
  if (kind == Kind::shm) {
    return join_memory(std::move(reply), socket.get(), std::move(bell), deadline_ns);
  }
  if (over_tcp(kind)) {
    if (auto tuned = tune_tcp(socket.get(), reply.options.peer_timeout_ns); !tuned) {
      return tuned.error();
    }
  }
  return channel_over(kind, reply.options, std::move(socket), std::move(bell),
                      std::move(reply.tls));
}

base::Result<TlsPair> make_tls_pair(const SocketPair& sockets) {
  const auto key = random_bytes<sizeof(Mac)>();
  auto a = TlsSession::create(sockets.a.get(), TlsSession::Role::connector, key);
  if (!a) return a.error();
  auto b = TlsSession::create(sockets.b.get(), TlsSession::Role::listener, key);
  if (!b) return b.error();
  constexpr std::int64_t patience_ns = 5'000'000'000;
  const std::int64_t deadline = base::now_ns() + patience_ns;
  for (auto progress = TlsSession::Handshake::waiting; progress != TlsSession::Handshake::done;) {
    for (TlsSession* end : {a->get(), b->get()}) {
      progress = end->handshake();
      if (progress == TlsSession::Handshake::failed) {
        return Error{ErrorCode::io, "TLS between two ends of this process: " + end->why()};
      }
    }
    if (base::now_ns() > deadline) {
      return Error{ErrorCode::timed_out, "TLS between two ends of this process"};
    }
  }
  return TlsPair{std::move(*a), std::move(*b)};
}

base::Result<SocketPair> make_socket_pair(Kind kind, const ChannelOptions& options) {
  if (kind == Kind::uds) {
    int fds[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) != 0) {
      return base::error_from_errno("making a socket pair", errno);
    }
    return SocketPair{base::UniqueFd(fds[0]), base::UniqueFd(fds[1])};
  }
  constexpr std::int64_t patience_ns = 5'000'000'000;
  const std::int64_t deadline = base::now_ns() + patience_ns;
  auto address = tcp_address("127.0.0.1", 0);
  auto listener = open_socket(AF_INET);
  auto caller = open_socket(AF_INET);
  if (!listener) return listener.error();
  if (!caller) return caller.error();
  address->length = sizeof(sockaddr_in);
  auto* raw = reinterpret_cast<sockaddr*>(&address->storage);
  if (::bind(listener->get(), raw, address->length) != 0 || ::listen(listener->get(), 8) != 0 ||
      ::getsockname(listener->get(), raw, &address->length) != 0) {
    return base::error_from_errno("listening on the loopback interface", errno);
  }
  auto error = try_connect(caller->get(), *address, deadline);
  if (!error) return error.error();
  if (*error != 0) return base::error_from_errno("connecting over the loopback interface", *error);
  sockaddr_in own{};
  socklen_t own_size = sizeof own;
  if (::getsockname(caller->get(), reinterpret_cast<sockaddr*>(&own), &own_size) != 0) {
    return base::error_from_errno("reading the caller's port", errno);
  }
  for (;;) {
    if (auto waited = wait_fd(listener->get(), POLLIN, deadline); !waited) return waited.error();
    sockaddr_in from{};
    socklen_t from_size = sizeof from;
    base::UniqueFd taken(::accept4(listener->get(), reinterpret_cast<sockaddr*>(&from), &from_size,
                                   SOCK_CLOEXEC | SOCK_NONBLOCK));
    // Somebody else may have found the port first: only our own caller will do.
    if (!taken || from.sin_port != own.sin_port) continue;
    for (const int fd : {taken.get(), caller->get()}) {
      if (auto tuned = tune_tcp(fd, options.peer_timeout_ns); !tuned) return tuned.error();
    }
    return SocketPair{std::move(*caller), std::move(taken)};
  }
}

}  // namespace orrery::transport
