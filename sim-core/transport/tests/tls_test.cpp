// Kind tls as an attacker on the network between two workers meets it: who reads, changes bytes, or has no key.
#include <gtest/gtest.h>
#include <poll.h>

#include <array>
#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hello.hpp"
#include "raw_peer.hpp"
#include "socket.hpp"
#include "support.hpp"
#include "tls_session.hpp"

namespace orrery::transport::testing {
namespace {

const Identity listens{.run_token = "the token of a run", .index = 3};
const ConnectOptions calls{.self = {.run_token = "the token of a run", .index = 8},
                           .peer_index = 3};

base::UniqueFd listen_on_loopback(std::string& address) {
  SocketAddress bound = *tcp_address("127.0.0.1", 0);
  auto socket = *open_socket(bound.storage.ss_family);
  EXPECT_EQ(::bind(socket.get(), bound.get(), bound.length), 0);
  EXPECT_EQ(::listen(socket.get(), 8), 0);
  auto* raw = reinterpret_cast<sockaddr*>(&bound.storage);
  EXPECT_EQ(::getsockname(socket.get(), raw, &bound.length), 0);
  address = format_tcp(bound);
  return socket;
}

base::UniqueFd accept_from(int listener) {
  EXPECT_TRUE(wait_fd(listener, POLLIN, watchdog()).ok());
  return base::UniqueFd(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

// Stands between a connector and a listener, reads along, and may change what the connector sends.
class Relay {
 public:
  explicit Relay(const std::string& target)
      : listener_(listen_on_loopback(address_)),
        target_(*parse_tcp(target)),
        thread_([this] { serve(); }) {}
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  ~Relay() {
    ends_ = true;
    thread_.join();
  }

  [[nodiscard]] const std::string& address() const { return address_; }
  [[nodiscard]] bool saw(std::string_view words) {
    const std::lock_guard hold(mutex_);
    return seen_.find(words) != std::string::npos;
  }
  void change_the_next_byte() { changes_ = true; }

 private:
  void serve() {
    const auto caller = accept_from(listener_.get());
    auto callee = *open_socket(target_.storage.ss_family);
    (void)::connect(callee.get(), target_.get(), target_.length);
    (void)wait_fd(callee.get(), POLLOUT, watchdog());
    while (!ends_) {
      pollfd polled[] = {{.fd = caller.get(), .events = POLLIN, .revents = 0},
                         {.fd = callee.get(), .events = POLLIN, .revents = 0}};
      (void)::poll(polled, 2, 5);
      if (!pass(caller.get(), callee.get(), true) || !pass(callee.get(), caller.get(), false)) {
        return;
      }
    }
  }
  bool pass(int from, int to, bool may_change) {
    std::array<std::byte, 4096> bytes{};
    const ssize_t got = ::recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got <= 0) return got < 0 && errno == EAGAIN;
    const auto size = static_cast<std::size_t>(got);
    if (may_change && changes_.exchange(false)) bytes[size - 1] ^= std::byte{1};
    {
      const std::lock_guard hold(mutex_);
      seen_.append(reinterpret_cast<const char*>(bytes.data()), size);
    }
    return send_all(to, std::span(bytes.data(), size), {}, watchdog()).ok();
  }

  std::string address_;
  base::UniqueFd listener_;
  SocketAddress target_;
  std::atomic<bool> ends_{false};
  std::atomic<bool> changes_{false};
  std::mutex mutex_;
  std::string seen_;
  std::thread thread_;
};

// A channel of the kind with a relay between its ends: `a` called, `b` was called.
struct Watched {
  explicit Watched(Kind kind) {
    auto listener = *transport.listen(kind, {.self = listens});
    const std::string& endpoint = listener->endpoint();
    relay = std::make_unique<Relay>(endpoint.substr(endpoint.find(':') + 1));
    base::Result<Accepted> accepted = base::Error{};
    std::thread acceptor([&] { accepted = listener->accept(bell_b, watchdog()); });
    auto called = transport.connect(std::string(to_string(kind)) + ":" + relay->address(), calls,
                                    bell_a, watchdog());
    acceptor.join();
    EXPECT_TRUE(called.ok() && accepted.ok());
    a = std::move(*called);
    b = std::move(accepted->channel);
  }

  Transport transport;
  std::unique_ptr<Relay> relay;
  std::shared_ptr<base::Doorbell> bell_a = make_bell();
  std::shared_ptr<base::Doorbell> bell_b = make_bell();
  std::unique_ptr<Channel> a;
  std::unique_ptr<Channel> b;
};

constexpr std::string_view secret = "position of the red aircraft";

bool arrives(Watched& watched) {
  EXPECT_EQ(watched.a->send_now(std::as_bytes(std::span(secret))), Io::ok);
  auto set = wait_on(watched.bell_b, *watched.b);
  return equal(await(*set, *watched.b).bytes, std::as_bytes(std::span(secret)));
}

TEST(Tls, AReaderOnTheNetworkSeesNoMessage) {
  Watched plain(Kind::tcp);
  ASSERT_TRUE(arrives(plain));
  EXPECT_TRUE(plain.relay->saw(secret)) << "the relay sees nothing: this test shows nothing";
  Watched sealed(Kind::tls);
  ASSERT_TRUE(arrives(sealed));
  EXPECT_FALSE(sealed.relay->saw(secret));
  EXPECT_FALSE(sealed.relay->saw(listens.run_token));
}

TEST(Tls, AChangedByteEndsTheChannelAndDeliversNothing) {
  Watched watched(Kind::tls);
  ASSERT_TRUE(arrives(watched));
  watched.b->release();
  watched.relay->change_the_next_byte();
  EXPECT_EQ(watched.a->send_now(std::as_bytes(std::span(secret))), Io::ok);
  auto set = wait_on(watched.bell_b, *watched.b);
  EXPECT_EQ(await(*set, *watched.b).io, Io::peer_lost);
  EXPECT_EQ(watched.b->counters().malformed, 1U);
  EXPECT_TRUE(watched.b->may_live());
  EXPECT_NE(watched.b->why().find("TLS"), std::string::npos) << watched.b->why();
}

// Each end's TLS with a key that the other has not.
void meet_with(TlsSession& session, int socket, std::int64_t deadline_ns) {
  while (session.handshake() == TlsSession::Handshake::waiting) {
    if (!wait_fd(socket, session.has_output() ? POLLOUT : POLLIN, deadline_ns)) return;
  }
}

// It may have copied the hello of a peer; the key follows from the token.
TEST(Tls, ACallerWithoutTheKeyBecomesNoPeer) {
  Transport transport;
  auto listener = *transport.listen(Kind::tls, {.self = listens});
  base::Result<Accepted> accepted = base::Error{};
  std::thread acceptor([&] { accepted = listener->accept(make_bell(), watchdog()); });
  for (const bool speaks_tls : {true, false}) {
    const auto address = *parse_tcp(listener->endpoint().substr(4));
    const auto socket =
        connect_to(ntohs(reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_port));
    const Hello hello = make_hello(Kind::tls, calls);
    ASSERT_TRUE(send_all(socket.get(), std::as_bytes(std::span(&hello, 1)), {}, watchdog()).ok());
    const auto hear = [&socket](auto& word) {
      std::vector<std::byte> bytes;
      std::vector<base::UniqueFd> none;
      while (bytes.size() < sizeof word && wait_fd(socket.get(), POLLIN, watchdog())) {
        if (auto open = receive_some(socket.get(), bytes, sizeof word, none); !open || !*open)
          break;
      }
      ASSERT_EQ(bytes.size(), sizeof word);
      std::memcpy(&word, bytes.data(), sizeof word);
    };
    Challenge challenge;
    hear(challenge);
    const Proof proof = make_proof(listens.run_token, hello, challenge.nonce);
    ASSERT_TRUE(send_all(socket.get(), std::as_bytes(std::span(&proof, 1)), {}, watchdog()).ok());
    Answer answer;
    hear(answer);
    ASSERT_EQ(answer.verdict, Verdict::accepted);
    if (speaks_tls) {
      auto session = *TlsSession::create(socket.get(), TlsSession::Role::connector, Mac{});
      meet_with(*session, socket.get(), watchdog());
      EXPECT_NE(session->handshake(), TlsSession::Handshake::done);
    } else {
      std::vector<std::byte> frame;
      append_frame(frame, std::as_bytes(std::span(secret)));
      EXPECT_TRUE(send_all(socket.get(), frame, {}, watchdog()).ok());
    }
  }
  auto channel = transport.connect(listener->endpoint(), calls, make_bell(), watchdog());
  acceptor.join();
  ASSERT_TRUE(channel.ok()) << channel.error().message;
  ASSERT_TRUE(accepted.ok());
  EXPECT_EQ(listener->refused(), 2U);
}

// Who has passed a real listener's Answer on has still no key.
TEST(Tls, AListenerWithoutTheKeyIsRefused) {
  std::string address;
  const auto listener = listen_on_loopback(address);
  std::thread impostor([&] {
    const auto socket = accept_from(listener.get());
    const auto hear = [&socket](auto& word) {
      std::vector<std::byte> bytes;
      std::vector<base::UniqueFd> none;
      while (bytes.size() < sizeof word && wait_fd(socket.get(), POLLIN, watchdog())) {
        if (auto open = receive_some(socket.get(), bytes, sizeof word, none); !open || !*open)
          return;
      }
      std::memcpy(&word, bytes.data(), sizeof word);
    };
    const auto say = [&socket](const auto& word) {
      EXPECT_TRUE(send_all(socket.get(), std::as_bytes(std::span(&word, 1)), {}, watchdog()).ok());
    };
    Hello hello;
    hear(hello);
    const Challenge challenge = make_challenge(Verdict::accepted);
    say(challenge);
    Proof proof;
    hear(proof);
    say(make_answer(Verdict::accepted, {}, listens.run_token, hello, challenge.nonce));
    auto session = *TlsSession::create(socket.get(), TlsSession::Role::listener, Mac{});
    meet_with(*session, socket.get(), watchdog());
    EXPECT_NE(session->handshake(), TlsSession::Handshake::done);
  });
  Transport transport;
  auto channel = transport.connect("tls:" + address, calls, make_bell(), watchdog());
  impostor.join();
  ASSERT_FALSE(channel.ok());
  EXPECT_EQ(channel.error().code, base::ErrorCode::refused) << channel.error().message;
  EXPECT_NE(channel.error().message.find("TLS"), std::string::npos) << channel.error().message;
}

TEST(Tls, EachConnectionHasAKeyOfItsOwn) {
  const Hello hello = make_hello(Kind::tls, calls);
  const Nonce challenge = make_challenge(Verdict::accepted).nonce;
  const Mac key = make_tls_key("a", hello, challenge);
  EXPECT_EQ(key, make_tls_key("a", hello, challenge));
  EXPECT_NE(key, make_tls_key("b", hello, challenge));
  EXPECT_NE(key, make_tls_key("a", make_hello(Kind::tls, calls), challenge));
  EXPECT_NE(key, make_tls_key("a", hello, make_challenge(Verdict::accepted).nonce));
  EXPECT_NE(key, make_proof("a", hello, challenge).mac);
}

}  // namespace
}  // namespace orrery::transport::testing
