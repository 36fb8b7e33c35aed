#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <thread>

#include "socket.hpp"
#include "support.hpp"

namespace orrery::transport::testing {
namespace {

const Identity listener_identity{.run_token = "run-7f3a", .index = 3};

template <class T>
class Rendezvous : public ::testing::Test {
 protected:
  std::unique_ptr<Listener> listen() {
    auto listener = transport.listen(
        T::kind,
        {.self = listener_identity, .channel = {.max_message_bytes = 5000, .buffer_bytes = 1}});
    EXPECT_TRUE(listener.ok()) << listener.error().message;
    return std::move(*listener);
  }
  base::Result<std::unique_ptr<Channel>> connect(const std::string& endpoint,
                                                 const std::string& token, std::uint32_t expected,
                                                 std::int64_t deadline = watchdog()) {
    return transport.connect(endpoint,
                             {.self = {.run_token = token, .index = 8}, .peer_index = expected},
                             caller_bell, deadline);
  }

  Transport transport;
  std::shared_ptr<base::Doorbell> caller_bell = make_bell();
};
TYPED_TEST_SUITE(Rendezvous, AllKinds, KindNames);

TYPED_TEST(Rendezvous, PeersMeetAndAgree) {
  auto listener = this->listen();
  EXPECT_EQ(listener->endpoint().rfind(std::string(to_string(TypeParam::kind)) + ":", 0), 0U);
  auto bell = make_bell();
  base::Result<Accepted> accepted = base::Error{};
  std::thread acceptor([&] { accepted = listener->accept(bell, watchdog()); });
  auto channel = this->connect(listener->endpoint(), "run-7f3a", 3);
  acceptor.join();
  ASSERT_TRUE(channel.ok()) << channel.error().message;
  ASSERT_TRUE(accepted.ok()) << accepted.error().message;
  EXPECT_EQ(accepted->peer_index, 8U);
  EXPECT_EQ((*channel)->options().max_message_bytes, 5000U);
  EXPECT_EQ((*channel)->options().buffer_bytes, accepted->channel->options().buffer_bytes);
  auto set = wait_on(bell, *accepted->channel);
  ASSERT_EQ((*channel)->send_now(bytes_of(5000)), Io::ok);
  EXPECT_TRUE(equal(await(*set, *accepted->channel).bytes, bytes_of(5000)));
  accepted->channel->release();
  auto own_set = wait_on(this->caller_bell, **channel);
  ASSERT_EQ(accepted->channel->send_now(bytes_of(1)), Io::ok);
  EXPECT_TRUE(equal(await(*own_set, **channel).bytes, bytes_of(1)));
  (*channel)->release();
  EXPECT_EQ(listener->refused(), 0U);
  // The channel outlives the listener and the transport.
  listener.reset();
  ASSERT_EQ((*channel)->send_now(bytes_of(2)), Io::ok);
  EXPECT_EQ(await(*set, *accepted->channel).io, Io::ok);
}

TYPED_TEST(Rendezvous, StrangersAreRefusedAndDoNotDisturb) {
  auto listener = this->listen();
  auto bell = make_bell();
  base::Result<Accepted> accepted = base::Error{};
  std::thread acceptor([&] { accepted = listener->accept(bell, watchdog()); });
  auto stranger = this->connect(listener->endpoint(), "another run", 3);
  ASSERT_FALSE(stranger.ok());
  EXPECT_EQ(stranger.error().code, base::ErrorCode::refused);
  EXPECT_NE(stranger.error().message.find("token"), std::string::npos) << stranger.error().message;
  auto lost = this->connect(listener->endpoint(), "run-7f3a", 4);
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().code, base::ErrorCode::refused);
  auto friendly = this->connect(listener->endpoint(), "run-7f3a", 3);
  acceptor.join();
  ASSERT_TRUE(friendly.ok()) << friendly.error().message;
  ASSERT_TRUE(accepted.ok());
  EXPECT_EQ(listener->refused(), 2U);
}

TYPED_TEST(Rendezvous, TimesOutOnBothSides) {
  auto listener = this->listen();
  auto accepted = listener->accept(make_bell(), base::now_ns() + 5'000'000);
  ASSERT_FALSE(accepted.ok());
  EXPECT_EQ(accepted.error().code, base::ErrorCode::timed_out);
  auto channel = this->connect(listener->endpoint(), "run-7f3a", 3, base::now_ns() + 5'000'000);
  ASSERT_FALSE(channel.ok());
  EXPECT_EQ(channel.error().code, base::ErrorCode::timed_out);
  EXPECT_NE(channel.error().message.find(listener->endpoint()), std::string::npos);
}

TYPED_TEST(Rendezvous, NobodyListensAnyMore) {
  const std::string endpoint = this->listen()->endpoint();
  auto channel = this->connect(endpoint, "run-7f3a", 3, base::now_ns() + 50'000'000);
  ASSERT_FALSE(channel.ok());
  EXPECT_TRUE(channel.error().code == base::ErrorCode::timed_out ||
              channel.error().code == base::ErrorCode::refused);
}

TYPED_TEST(Rendezvous, BadIdentitiesAndOptionsAreNamed) {
  auto listener = this->transport.listen(TypeParam::kind, {.self = {.run_token = "", .index = 0}});
  ASSERT_FALSE(listener.ok());
  EXPECT_NE(listener.error().message.find("run_token"), std::string::npos);
  listener = this->transport.listen(
      TypeParam::kind, {.self = listener_identity, .channel = {.max_message_bytes = 0}});
  ASSERT_FALSE(listener.ok());
  EXPECT_NE(listener.error().message.find("max_message_bytes"), std::string::npos);
}

// Full mesh of processes, as workers form it: each connects to those before it and accepts those after it.
template <class T>
class Mesh : public ::testing::Test {};
TYPED_TEST_SUITE(Mesh, ProcessKinds, KindNames);

TYPED_TEST(Mesh, ProcessesMeetByEndpointsAndADeadOneIsNoticed) {
  constexpr std::uint32_t parties = 4;
  std::array<std::array<int, 2>, parties> pipes{};
  for (auto& pipe : pipes) ASSERT_EQ(::pipe(pipe.data()), 0);
  // Each party writes its endpoint to everybody's pipe; here the parent collects and hands out.
  std::array<std::array<int, 2>, parties> tables{};
  for (auto& pipe : tables) ASSERT_EQ(::pipe(pipe.data()), 0);
  using Name = std::array<char, 128>;
  constexpr ssize_t name_bytes = sizeof(Name);
  std::vector<std::unique_ptr<Child>> children;
  children.reserve(parties);
  for (std::uint32_t me = 0; me < parties; ++me) {
    children.push_back(std::make_unique<Child>([&, me] {
      Transport transport;
      const Identity self{.run_token = "mesh", .index = me};
      auto listener = transport.listen(TypeParam::kind, {.self = self});
      if (!listener) return 1;
      Name own{};
      (*listener)->endpoint().copy(own.data(), own.size() - 1);
      if (::write(pipes[me][1], own.data(), own.size()) != name_bytes) return 2;
      std::array<Name, parties> table{};
      for (Name& name : table) {
        if (::read(tables[me][0], name.data(), name.size()) != name_bytes) return 3;
      }
      auto bell = make_bell();
      std::vector<std::unique_ptr<Channel>> peers(parties);
      for (std::uint32_t other = 0; other < me; ++other) {
        auto channel = transport.connect(table[other].data(), {.self = self, .peer_index = other},
                                         bell, watchdog());
        if (!channel) return 4;
        peers[other] = std::move(*channel);
      }
      for (std::uint32_t left = parties - 1 - me; left > 0; --left) {
        auto accepted = (*listener)->accept(bell, watchdog());
        if (!accepted) return 5;
        peers[accepted->peer_index] = std::move(accepted->channel);
      }
      auto set = WaitSet::create(bell, base::WaitStrategy::adaptive);
      for (std::uint32_t other = 0; other < parties; ++other) {
        if (peers[other] == nullptr) continue;
        if (!(*set)->add(*peers[other], other)) return 6;
        if (peers[other]->send_now(std::as_bytes(std::span(&me, 1))) != Io::ok) return 7;
      }
      for (std::uint32_t other = 0; other < parties; ++other) {
        if (other == me) continue;
        const Peeked got = await(**set, *peers[other]);
        if (got.io != Io::ok || got.bytes.size() != sizeof me) return 8;
        std::uint32_t said = 0;
        std::memcpy(&said, got.bytes.data(), sizeof said);
        if (said != other) return 9;
        peers[other]->release();
      }
      if (me == 2) ::raise(SIGKILL);
      const Io end = await(**set, *peers[2]).io;
      // Nobody says good-bye before all have seen the dead one.
      ::_exit(end == Io::peer_lost ? 0 : 10);
    }));
  }
  std::array<Name, parties> table{};
  for (std::uint32_t i = 0; i < parties; ++i) {
    ASSERT_EQ(::read(pipes[i][0], table[i].data(), table[i].size()), name_bytes);
  }
  for (std::uint32_t i = 0; i < parties; ++i) {
    for (const Name& name : table) {
      ASSERT_EQ(::write(tables[i][1], name.data(), name.size()), name_bytes);
    }
  }
  for (std::uint32_t i = 0; i < parties; ++i) {
    EXPECT_EQ(children[i]->exit_code(), i == 2 ? -1 : 0) << "party " << i;
  }
  for (auto* all : {&pipes, &tables}) {
    for (auto& pipe : *all) {
      ::close(pipe[0]);
      ::close(pipe[1]);
    }
  }
}

TEST(TcpRendezvous, SilentAndBabblingCallersDoNotHoldUpAPeer) {
  Transport transport;
  auto listener = transport.listen(Kind::tcp, {.self = listener_identity});
  ASSERT_TRUE(listener.ok());
  auto address = parse_tcp((*listener)->endpoint().substr(4));
  ASSERT_TRUE(address.ok());
  const base::UniqueFd silent(::socket(AF_INET, SOCK_STREAM, 0));
  const base::UniqueFd babbling(::socket(AF_INET, SOCK_STREAM, 0));
  ASSERT_EQ(::connect(silent.get(), address->get(), address->length), 0);
  ASSERT_EQ(::connect(babbling.get(), address->get(), address->length), 0);
  const std::string babble(500, 'x');
  ASSERT_EQ(::send(babbling.get(), babble.data(), babble.size(), MSG_NOSIGNAL), 500);
  auto bell = make_bell();
  base::Result<Accepted> accepted = base::Error{};
  std::thread acceptor([&] { accepted = (*listener)->accept(bell, watchdog()); });
  auto channel = transport.connect((*listener)->endpoint(),
                                   {.self = {.run_token = "run-7f3a", .index = 1}, .peer_index = 3},
                                   make_bell(), watchdog());
  acceptor.join();
  EXPECT_TRUE(channel.ok());
  EXPECT_TRUE(accepted.ok());
  EXPECT_EQ((*listener)->refused(), 1U);
}

// As many silent callers as a listener keeps, and as many again in its backlog.
TEST(TcpRendezvous, ManySilentCallersDoNotKeepAPeerOut) {
  Transport transport;
  auto listener = transport.listen(Kind::tcp, {.self = listener_identity});
  ASSERT_TRUE(listener.ok());
  auto address = parse_tcp((*listener)->endpoint().substr(4));
  ASSERT_TRUE(address.ok());
  std::vector<base::UniqueFd> silent;
  for (int i = 0; i < 128; ++i) {
    silent.emplace_back(::socket(AF_INET, SOCK_STREAM, 0));
    ASSERT_EQ(::connect(silent.back().get(), address->get(), address->length), 0);
  }
  auto bell = make_bell();
  base::Result<Accepted> accepted = base::Error{};
  std::thread acceptor([&] {
    // Less than the patience with a silent caller.
    accepted = (*listener)->accept(bell, base::now_ns() + 4'000'000'000);
  });
  auto channel = transport.connect((*listener)->endpoint(),
                                   {.self = {.run_token = "run-7f3a", .index = 1}, .peer_index = 3},
                                   make_bell(), watchdog());
  acceptor.join();
  EXPECT_TRUE(accepted.ok());
  EXPECT_TRUE(channel.ok());
  EXPECT_GE((*listener)->refused(), 64U);
}

// Of a caller whose word was lost too often a listener knows nothing: it hangs up, and the caller comes again.
TEST(TcpRendezvous, AListenerThatHangsUpIsAskedAgain) {
  auto address = tcp_address("127.0.0.1", 0);
  ASSERT_TRUE(address.ok());
  const base::UniqueFd socket(::socket(AF_INET, SOCK_STREAM, 0));
  auto* const raw = reinterpret_cast<sockaddr*>(&address->storage);
  address->length = sizeof(sockaddr_in);
  ASSERT_EQ(::bind(socket.get(), raw, address->length), 0);
  ASSERT_EQ(::listen(socket.get(), 8), 0);
  const timeval longest{.tv_sec = 10, .tv_usec = 0};
  ASSERT_EQ(::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest), 0);
  ASSERT_EQ(::getsockname(socket.get(), raw, &address->length), 0);
  const std::string endpoint = "tcp:" + format_tcp(*address);
  Transport transport;
  base::Result<std::unique_ptr<Channel>> channel = base::Error{};
  std::thread caller([&] {
    channel = transport.connect(endpoint,
                                {.self = {.run_token = "run-7f3a", .index = 1}, .peer_index = 3},
                                make_bell(), base::now_ns() + 2'000'000'000);
  });
  // Before the caller has said who it is, and afterwards.
  for (const bool heard : {false, true}) {
    const base::UniqueFd taken(::accept(socket.get(), nullptr, nullptr));
    EXPECT_TRUE(taken);
    if (!heard) continue;
    std::byte first{};
    EXPECT_EQ(::recv(taken.get(), &first, 1, 0), 1);
  }
  const base::UniqueFd again(::accept(socket.get(), nullptr, nullptr));
  EXPECT_TRUE(again);
  caller.join();
  ASSERT_FALSE(channel.ok());
  EXPECT_EQ(channel.error().code, base::ErrorCode::timed_out);
}

TEST(TcpRendezvous, ACutCableIsBoundedByThePeerTimeout) {
  Transport transport;
  auto listener = transport.listen(
      Kind::tcp, {.self = listener_identity, .channel = {.peer_timeout_ns = 6'000'000'000}});
  ASSERT_TRUE(listener.ok());
  auto bell = make_bell();
  base::Result<Accepted> accepted = base::Error{};
  std::thread acceptor([&] { accepted = (*listener)->accept(bell, watchdog()); });
  auto channel = transport.connect((*listener)->endpoint(),
                                   {.self = {.run_token = "run-7f3a", .index = 1}, .peer_index = 3},
                                   make_bell(), watchdog());
  acceptor.join();
  ASSERT_TRUE(channel.ok() && accepted.ok());
  for (const Channel* end : {channel->get(), accepted->channel.get()}) {
    const auto option = [end](int level, int name) {
      int value = 0;
      socklen_t size = sizeof value;
      EXPECT_EQ(::getsockopt(end->fd(), level, name, &value, &size), 0);
      return value;
    };
    EXPECT_EQ(option(IPPROTO_TCP, TCP_NODELAY), 1);
    EXPECT_EQ(option(SOL_SOCKET, SO_KEEPALIVE), 1);
    EXPECT_EQ(option(IPPROTO_TCP, TCP_USER_TIMEOUT), 6000);
    EXPECT_LE(option(IPPROTO_TCP, TCP_KEEPIDLE) +
                  option(IPPROTO_TCP, TCP_KEEPINTVL) * option(IPPROTO_TCP, TCP_KEEPCNT),
              6);
  }
}

TEST(Endpoints, AreCheckedByName) {
  Transport transport;
  const ConnectOptions options{.self = {.run_token = "t", .index = 0}, .peer_index = 1};
  for (const std::string bad :
       {"", "tcp", "pigeon:x", "tcp:", "tcp:localhost", "tcp:10.0.0.1", "tcp:10.0.0.1:0",
        "tcp:10.0.0.1:99999", "tcp:example.org:80", "uds:/tmp/x", "shm:@", "uds:"}) {
    auto channel = transport.connect(bad, options, make_bell(), base::now_ns() + 1'000'000);
    ASSERT_FALSE(channel.ok()) << bad;
    EXPECT_EQ(channel.error().code, base::ErrorCode::invalid_argument) << channel.error().message;
  }
}

}  // namespace
}  // namespace orrery::transport::testing
