// The proof of the run's token between two ends that do not trust each other: the test plays either end with bytes of its own.
#include "hello.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "raw_peer.hpp"

namespace orrery::transport::testing {
namespace {

const Identity identity{.run_token = "the token of this run", .index = 3};
const ConnectOptions caller{.self = {.run_token = identity.run_token, .index = 8}, .peer_index = 3};
constexpr ChannelOptions agreed{
    .max_message_bytes = 5000, .buffer_bytes = 65'536, .peer_timeout_ns = 10'000'000'000};

std::string text_of(const Mac& mac) {
  std::string text;
  for (const std::byte byte : mac) {
    constexpr std::string_view digits = "0123456789abcdef";
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

// RFC 4231, test case 2.
TEST(RunSecret, IsHmacSha256) {
  const std::string_view message = "what do ya want for nothing?";
  EXPECT_EQ(text_of(sign("Jefe", std::as_bytes(std::span(message)))),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(RunSecret, KeysOfRunsAndPurposesDiffer) {
  EXPECT_NE(run_key("12345", "datagrams"), run_key("12346", "datagrams"));
  EXPECT_NE(run_key("12345", "datagrams"), run_key("12345", "dds domain"));
  EXPECT_EQ(run_key("12345", "datagrams"), run_key("12345", "datagrams"));
  const std::string name = run_name("12345", "dds partition");
  EXPECT_EQ(name.size(), 16U);
  EXPECT_EQ(std::stoull(name, nullptr, 16), run_key("12345", "dds partition"));
}

// One side's whole view of a hello.
struct Talk {
  Hello hello = make_hello(Kind::tcp, caller);
  Challenge challenge = make_challenge(Verdict::accepted);
  [[nodiscard]] Proof proof() const {
    return make_proof(identity.run_token, hello, challenge.nonce);
  }
  [[nodiscard]] Answer answer() const {
    return make_answer(Verdict::accepted, agreed, identity.run_token, hello, challenge.nonce);
  }
  [[nodiscard]] Verdict judge(const Proof& said) const {
    return transport::judge(said, hello, challenge.nonce, identity);
  }
  [[nodiscard]] base::Result<ChannelOptions> read(const Answer& said) const {
    return read_answer(said, identity.run_token, hello, challenge.nonce);
  }
};

TEST(Hello, BothEndsProveTheToken) {
  const Talk talk;
  EXPECT_EQ(judge(talk.hello, Kind::tcp), Verdict::accepted);
  EXPECT_EQ(judge(talk.hello, Kind::uds), Verdict::wrong_protocol);
  EXPECT_TRUE(read_challenge(talk.challenge).ok());
  EXPECT_EQ(talk.judge(talk.proof()), Verdict::accepted);
  const auto options = talk.read(talk.answer());
  ASSERT_TRUE(options.ok()) << options.error().message;
  EXPECT_EQ(options->max_message_bytes, 5000U);
}

TEST(Hello, NoncesAreFresh) {
  const Talk first;
  const Talk second;
  EXPECT_NE(first.hello.nonce, second.hello.nonce);
  EXPECT_NE(first.challenge.nonce, second.challenge.nonce);
}

TEST(Hello, AnotherTokenProvesNothing) {
  const Talk talk;
  for (const std::string wrong : {"", "the token of this ru", "the token of this run.", "12345"}) {
    EXPECT_EQ(talk.judge(make_proof(wrong, talk.hello, talk.challenge.nonce)),
              Verdict::wrong_token);
    const auto options =
        talk.read(make_answer(Verdict::accepted, agreed, wrong, talk.hello, talk.challenge.nonce));
    ASSERT_FALSE(options.ok());
    EXPECT_EQ(options.error().code, base::ErrorCode::refused);
    EXPECT_NE(options.error().message.find("did not prove"), std::string::npos);
  }
}

TEST(Hello, NothingSaidBeforeIsAProof) {
  const Talk old;
  // The same caller again, a new caller with the old nonce, the old challenge with a new caller.
  EXPECT_EQ(Talk{}.judge(old.proof()), Verdict::wrong_token);
  EXPECT_EQ(Talk{.hello = old.hello}.judge(old.proof()), Verdict::wrong_token);
  EXPECT_EQ(Talk{.challenge = old.challenge}.judge(old.proof()), Verdict::wrong_token);
  EXPECT_FALSE(Talk{}.read(old.answer()).ok());
  EXPECT_FALSE(Talk{.hello = old.hello}.read(old.answer()).ok());
  EXPECT_FALSE(Talk{.challenge = old.challenge}.read(old.answer()).ok());
}

TEST(Hello, WhatOneEndSaysDoesNotProveTheOther) {
  const Talk talk;
  EXPECT_EQ(talk.judge({talk.answer().mac}), Verdict::wrong_token);
  Answer reflected = talk.answer();
  reflected.mac = talk.proof().mac;
  EXPECT_FALSE(talk.read(reflected).ok());
  // Also where an answer says as little as a proof does.
  const auto empty = make_answer(Verdict::accepted,
                                 {.max_message_bytes = 0, .buffer_bytes = 0, .peer_timeout_ns = 0},
                                 identity.run_token, talk.hello, talk.challenge.nonce);
  EXPECT_NE(empty.mac, talk.proof().mac);
}

// Every bit that both ends rely on is under the MAC.
TEST(Hello, EveryChangedBitIsNoticed) {
  const Talk talk;
  for (std::size_t bit = 0; bit < 8 * sizeof(Hello); ++bit) {
    Talk changed = talk;
    auto* bytes = reinterpret_cast<unsigned char*>(&changed.hello);
    bytes[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
    EXPECT_NE(changed.judge(talk.proof()), Verdict::accepted) << bit;
  }
  for (std::size_t bit = 0; bit < 8 * sizeof(Proof); ++bit) {
    Proof changed = talk.proof();
    auto* bytes = reinterpret_cast<unsigned char*>(&changed);
    bytes[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
    EXPECT_EQ(talk.judge(changed), Verdict::wrong_token) << bit;
  }
  for (std::size_t bit = 0; bit < 8 * sizeof(Answer); ++bit) {
    Answer changed = talk.answer();
    auto* bytes = reinterpret_cast<unsigned char*>(&changed);
    bytes[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
    EXPECT_FALSE(talk.read(changed).ok()) << bit;
  }
}

TEST(Hello, AnotherPartyThanExpectedIsTurnedAwayAfterItsProof) {
  Talk talk;
  talk.hello.expected = 4;
  EXPECT_EQ(talk.judge(talk.proof()), Verdict::wrong_index);
  EXPECT_EQ(talk.judge(Proof{}), Verdict::wrong_token);
}

TEST(Hello, TurningAwaySaysNothingElse) {
  const Talk talk;
  const Answer refusal = make_answer(Verdict::wrong_token, agreed, identity.run_token, talk.hello,
                                     talk.challenge.nonce);
  EXPECT_EQ(refusal.max_message_bytes, 0U);
  EXPECT_EQ(refusal.mac, Mac{});
  EXPECT_EQ(make_challenge(Verdict::wrong_protocol).nonce, Nonce{});
}

// Over sockets: the test is the caller.
class RawCaller : public ::testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    listener_ = *transport_.listen(GetParam(), {.self = identity, .channel = agreed});
    const std::string& endpoint = listener_->endpoint();
    address_ = *(GetParam() == Kind::tcp ? parse_tcp(endpoint.substr(4))
                                         : parse_local(endpoint.substr(endpoint.find(':') + 1)));
  }
  base::UniqueFd call() {
    auto socket = *open_socket(address_.storage.ss_family);
    EXPECT_EQ(::fcntl(socket.get(), F_SETFL, 0), 0);
    const timeval longest{.tv_sec = 20, .tv_usec = 0};
    EXPECT_EQ(::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest), 0);
    EXPECT_EQ(::connect(socket.get(), address_.get(), address_.length), 0);
    return socket;
  }
  // What a peer of the run gets while others talk.
  void meets() {
    auto bell = make_bell();
    base::Result<Accepted> accepted = base::Error{};
    std::thread acceptor([&] { accepted = listener_->accept(bell, watchdog()); });
    auto channel = transport_.connect(listener_->endpoint(), caller, make_bell(), watchdog());
    acceptor.join();
    EXPECT_TRUE(channel.ok());
    EXPECT_TRUE(accepted.ok());
  }
  void serve(std::int64_t for_ns) {
    auto accepted = listener_->accept(make_bell(), base::now_ns() + for_ns);
    EXPECT_FALSE(accepted.ok());
  }
  template <class Word>
  static void say(const base::UniqueFd& socket, const Word& word, std::size_t size = sizeof(Word)) {
    EXPECT_EQ(::send(socket.get(), &word, size, MSG_NOSIGNAL), static_cast<ssize_t>(size));
  }
  template <class Word>
  static bool hear(const base::UniqueFd& socket, Word& word) {
    return ::recv(socket.get(), &word, sizeof word, MSG_WAITALL) == sizeof word;
  }
  // Ends or not, without a further byte.
  static bool is_closed(const base::UniqueFd& socket) {
    std::byte more{};
    const ssize_t got = ::recv(socket.get(), &more, 1, 0);
    return got == 0 || (got < 0 && errno == ECONNRESET);
  }

  Transport transport_;
  std::unique_ptr<Listener> listener_;
  SocketAddress address_;
};
INSTANTIATE_TEST_SUITE_P(Kinds, RawCaller, ::testing::Values(Kind::shm, Kind::uds, Kind::tcp),
                         [](const auto& each) { return std::string(to_string(each.param)); });

// The listener speaks only when it is its turn, and to an end that has proved nothing it says a nonce and a refusal.
TEST_P(RawCaller, WithoutTheTokenLearnsNothing) {
  const auto socket = call();
  const Hello hello = make_hello(GetParam(), caller);
  say(socket, hello);
  serve(50'000'000);
  Challenge challenge;
  ASSERT_TRUE(hear(socket, challenge));
  EXPECT_EQ(challenge.verdict, Verdict::accepted);
  say(socket, make_proof("another token", hello, challenge.nonce));
  serve(50'000'000);
  Answer answer;
  ASSERT_TRUE(hear(socket, answer));
  EXPECT_EQ(answer.verdict, Verdict::wrong_token);
  EXPECT_EQ(answer.max_message_bytes, 0U);
  EXPECT_EQ(answer.mac, Mac{});
  EXPECT_TRUE(is_closed(socket));
  EXPECT_EQ(listener_->refused(), 1U);
  meets();
}

TEST_P(RawCaller, ReplayOfAWholeHelloIsRefused) {
  const auto first = call();
  const Hello hello = make_hello(GetParam(), caller);
  say(first, hello);
  serve(50'000'000);
  Challenge challenge;
  ASSERT_TRUE(hear(first, challenge));
  const Proof proof = make_proof(identity.run_token, hello, challenge.nonce);
  const auto second = call();
  say(second, hello);
  say(second, proof);
  serve(50'000'000);
  Challenge other;
  Answer answer;
  ASSERT_TRUE(hear(second, other));
  ASSERT_TRUE(hear(second, answer));
  EXPECT_NE(other.nonce, challenge.nonce);
  EXPECT_EQ(answer.verdict, Verdict::wrong_token);
}

TEST_P(RawCaller, EveryTruncationIsDroppedAndDisturbsNobody) {
  std::uint64_t dropped = 0;
  for (std::size_t size = 0; size < sizeof(Hello); size += 7) {
    const auto socket = call();
    if (size > 0) say(socket, make_hello(GetParam(), caller), size);
    ++dropped;
  }
  for (std::size_t size = 0; size < sizeof(Proof); size += 7) {
    const auto socket = call();
    const Hello hello = make_hello(GetParam(), caller);
    say(socket, hello);
    serve(20'000'000);
    Challenge challenge;
    ASSERT_TRUE(hear(socket, challenge));
    if (size > 0) say(socket, make_proof(identity.run_token, hello, challenge.nonce), size);
    ++dropped;
  }
  serve(20'000'000);
  EXPECT_EQ(listener_->refused(), dropped);
  meets();
}

// A caller that is silent after its Hello, as one before it, is dropped.
TEST_P(RawCaller, WhoDoesNotProveIsDroppedInTime) {
  const auto silent = call();
  const auto halfway = call();
  say(halfway, make_hello(GetParam(), caller));
  for (const std::int64_t end = watchdog(); listener_->refused() < 2 && base::now_ns() < end;) {
    serve(200'000'000);
  }
  EXPECT_EQ(listener_->refused(), 2U);
  Challenge challenge;
  EXPECT_TRUE(hear(halfway, challenge));
  EXPECT_TRUE(is_closed(halfway));
  EXPECT_TRUE(is_closed(silent));
}

// More callers than a listener keeps, each stopped where it has said its Hello, and more in the backlog.
TEST_P(RawCaller, ManyThatDoNotProveDoNotKeepAPeerOut) {
  std::vector<base::UniqueFd> halfway;
  for (int i = 0; i < 128; ++i) {
    halfway.push_back(call());
    say(halfway.back(), make_hello(GetParam(), caller));
  }
  meets();
  EXPECT_GE(listener_->refused(), 64U);
}

TEST_P(RawCaller, AnOlderVersionIsToldSo) {
  const auto socket = call();
  Hello hello = make_hello(GetParam(), caller);
  hello.version = 1;
  say(socket, hello);
  serve(20'000'000);
  Challenge challenge;
  ASSERT_TRUE(hear(socket, challenge));
  EXPECT_EQ(challenge.verdict, Verdict::wrong_protocol);
  EXPECT_TRUE(is_closed(socket));
}

// The token is not among the bytes that either end sends.
TEST_P(RawCaller, TheTokenIsNeverSent) {
  std::string said;
  const auto add = [&said](const auto& word) {
    said.append(reinterpret_cast<const char*>(&word), sizeof word);
  };
  const auto socket = call();
  const Hello hello = make_hello(GetParam(), caller);
  add(hello);
  say(socket, hello);
  serve(20'000'000);
  Challenge challenge;
  ASSERT_TRUE(hear(socket, challenge));
  add(challenge);
  const Proof proof = make_proof(identity.run_token, hello, challenge.nonce);
  add(proof);
  add(make_answer(Verdict::accepted, agreed, identity.run_token, hello, challenge.nonce));
  for (std::size_t at = 0; at + 4 <= identity.run_token.size(); ++at) {
    EXPECT_EQ(said.find(identity.run_token.substr(at, 4)), std::string::npos);
  }
}

// Over a socket: the test is the listener.
class RawListener : public ::testing::Test {
 protected:
  void SetUp() override {
    address_ = *tcp_address("127.0.0.1", 0);
    socket_ = base::UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    auto* const raw = reinterpret_cast<sockaddr*>(&address_.storage);
    ASSERT_EQ(::bind(socket_.get(), raw, address_.length), 0);
    ASSERT_EQ(::listen(socket_.get(), 8), 0);
    ASSERT_EQ(::getsockname(socket_.get(), raw, &address_.length), 0);
  }
  // What a connector makes of an impostor that answers with what `answer` makes of its Hello.
  template <class Play>
  base::Error called(Play play, std::int64_t for_ns = 2'000'000'000) {
    base::Result<std::unique_ptr<Channel>> channel = base::Error{};
    std::thread connector([&] {
      Transport transport;
      channel = transport.connect("tcp:" + format_tcp(address_), caller, make_bell(),
                                  base::now_ns() + for_ns);
    });
    const base::UniqueFd taken(::accept(socket_.get(), nullptr, nullptr));
    const timeval longest{.tv_sec = 20, .tv_usec = 0};
    EXPECT_EQ(::setsockopt(taken.get(), SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest), 0);
    Hello hello;
    EXPECT_EQ(::recv(taken.get(), &hello, sizeof hello, MSG_WAITALL),
              static_cast<ssize_t>(sizeof hello));
    play(taken.get(), hello);
    connector.join();
    EXPECT_FALSE(channel.ok());
    return channel.ok() ? base::Error{} : channel.error();
  }
  template <class Word>
  static void say(int fd, const Word& word) {
    EXPECT_EQ(::send(fd, &word, sizeof word, MSG_NOSIGNAL), static_cast<ssize_t>(sizeof word));
  }
  SocketAddress address_;
  base::UniqueFd socket_;
};

TEST_F(RawListener, WithoutTheTokenIsNotBelieved) {
  const base::Error error = called([](int fd, const Hello& hello) {
    const Challenge challenge = make_challenge(Verdict::accepted);
    say(fd, challenge);
    Proof proof;
    EXPECT_EQ(::recv(fd, &proof, sizeof proof, MSG_WAITALL), static_cast<ssize_t>(sizeof proof));
    say(fd, make_answer(Verdict::accepted, agreed, "another token", hello, challenge.nonce));
  });
  EXPECT_EQ(error.code, base::ErrorCode::refused);
  EXPECT_NE(error.message.find("did not prove"), std::string::npos) << error.message;
}

TEST_F(RawListener, ReflectingTheProofIsNotBelieved) {
  const base::Error error = called([](int fd, const Hello& hello) {
    // The connector's own nonce as challenge: its own words are all that comes back.
    say(fd, Challenge{.nonce = hello.nonce});
    Proof proof;
    EXPECT_EQ(::recv(fd, &proof, sizeof proof, MSG_WAITALL), static_cast<ssize_t>(sizeof proof));
    say(fd, Answer{.max_message_bytes = 5000,
                   .buffer_bytes = 65'536,
                   .peer_timeout_ns = 10'000'000'000,
                   .mac = proof.mac});
  });
  EXPECT_EQ(error.code, base::ErrorCode::refused);
  EXPECT_NE(error.message.find("did not prove"), std::string::npos) << error.message;
}

TEST_F(RawListener, ChangedOptionsAreNotBelieved) {
  const base::Error error = called([](int fd, const Hello& hello) {
    const Challenge challenge = make_challenge(Verdict::accepted);
    say(fd, challenge);
    Answer answer =
        make_answer(Verdict::accepted, agreed, identity.run_token, hello, challenge.nonce);
    answer.max_message_bytes *= 2;
    say(fd, answer);
  });
  EXPECT_NE(error.message.find("did not prove"), std::string::npos) << error.message;
}

TEST_F(RawListener, ThatSaysNothingIsLeftAtTheDeadline) {
  const base::Error error = called([](int, const Hello&) {}, 200'000'000);
  EXPECT_EQ(error.code, base::ErrorCode::timed_out);
}

TEST_F(RawListener, ThatIsSilentAfterItsChallengeIsLeftAtTheDeadline) {
  const base::Error error =
      called([](int fd, const Hello&) { say(fd, make_challenge(Verdict::accepted)); }, 200'000'000);
  EXPECT_EQ(error.code, base::ErrorCode::timed_out);
}

}  // namespace
}  // namespace orrery::transport::testing
