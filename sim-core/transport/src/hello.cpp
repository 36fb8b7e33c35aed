#include "hello.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

#include "options.hpp"
#include "socket.hpp"

namespace orrery::transport {

static_assert(std::is_trivially_copyable_v<Hello> && sizeof(Hello) == 52);
static_assert(std::is_trivially_copyable_v<Challenge> && sizeof(Challenge) == 40);
static_assert(std::is_trivially_copyable_v<Proof> && sizeof(Proof) == 32);
static_assert(std::is_trivially_copyable_v<Answer> && sizeof(Answer) == 56);

namespace {

using base::Error;
using base::ErrorCode;

// What a MAC is made of. An Answer's own MAC is not part of it.
struct Transcript {
  std::array<char, 16> role{};
  Hello hello;
  Nonce challenge{};
  std::uint32_t verdict = 0;
  std::uint32_t max_message_bytes = 0;
  std::uint32_t buffer_bytes = 0;
  std::int64_t peer_timeout_ns = 0;
};
static_assert(std::has_unique_object_representations_v<Transcript>);

Transcript transcript(std::string_view role, const Hello& hello, const Nonce& challenge) {
  Transcript made{.hello = hello, .challenge = challenge};
  std::ranges::copy(role, made.role.begin());
  return made;
}

Mac sign(std::string_view run_token, const Transcript& transcript) {
  return transport::sign(run_token, std::as_bytes(std::span(&transcript, 1)));
}

Mac connector_mac(std::string_view run_token, const Hello& hello, const Nonce& challenge) {
  return sign(run_token, transcript("connector", hello, challenge));
}

Mac listener_mac(std::string_view run_token, const Hello& hello, const Nonce& challenge,
                 const Answer& answer) {
  Transcript made = transcript("listener", hello, challenge);
  made.verdict = static_cast<std::uint32_t>(answer.verdict);
  made.max_message_bytes = answer.max_message_bytes;
  made.buffer_bytes = answer.buffer_bytes;
  made.peer_timeout_ns = answer.peer_timeout_ns;
  return sign(run_token, made);
}

base::Status read_verdict(std::uint32_t magic, Verdict verdict) {
  if (magic != hello_magic) {
    return Error{ErrorCode::refused, std::string(to_string(Verdict::wrong_protocol))};
  }
  if (verdict == Verdict::accepted) return {};
  return Error{ErrorCode::refused, "refused by the listener: " + std::string(to_string(verdict))};
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::accepted:
      return "accepted";
    case Verdict::wrong_protocol:
      return "it speaks another protocol or version";
    case Verdict::wrong_token:
      return "the run tokens differ: it belongs to another run";
    case Verdict::wrong_index:
      return "it is another party of the run than expected";
    case Verdict::wrong_user:
      return "it runs as another user";
  }
  return "unknown verdict";
}

base::Status check_identity(const Identity& identity) {
  if (identity.run_token.empty() || identity.run_token.size() > max_token_bytes) {
    return Error{ErrorCode::invalid_argument,
                 "run_token has " + std::to_string(identity.run_token.size()) +
                     " bytes: use 1 to " + std::to_string(max_token_bytes)};
  }
  return {};
}

Hello make_hello(Kind kind, const ConnectOptions& options) {
  return {.kind = static_cast<std::uint32_t>(kind),
          .index = options.self.index,
          .expected = options.peer_index,
          .nonce = random_bytes<sizeof(Nonce)>()};
}

Verdict judge(const Hello& hello, Kind kind) {
  const bool understood = hello.magic == hello_magic && hello.version == hello_version &&
                          hello.kind == static_cast<std::uint32_t>(kind);
  return understood ? Verdict::accepted : Verdict::wrong_protocol;
}

Challenge make_challenge(Verdict verdict) {
  Challenge challenge{.verdict = verdict};
  if (verdict == Verdict::accepted) challenge.nonce = random_bytes<sizeof(Nonce)>();
  return challenge;
}

Proof make_proof(std::string_view run_token, const Hello& hello, const Nonce& challenge) {
  return {connector_mac(run_token, hello, challenge)};
}

Verdict judge(const Proof& proof, const Hello& hello, const Nonce& challenge,
              const Identity& self) {
  if (!same(proof.mac, connector_mac(self.run_token, hello, challenge))) {
    return Verdict::wrong_token;
  }
  return hello.expected == self.index ? Verdict::accepted : Verdict::wrong_index;
}

Answer make_answer(Verdict verdict, const ChannelOptions& options, std::string_view run_token,
                   const Hello& hello, const Nonce& challenge) {
  Answer answer{.verdict = verdict};
  if (verdict != Verdict::accepted) return answer;
  answer.max_message_bytes = options.max_message_bytes;
  answer.buffer_bytes = options.buffer_bytes;
  answer.peer_timeout_ns = options.peer_timeout_ns;
  answer.mac = listener_mac(run_token, hello, challenge, answer);
  return answer;
}

base::Status read_challenge(const Challenge& challenge) {
  return read_verdict(challenge.magic, challenge.verdict);
}

base::Result<ChannelOptions> read_answer(const Answer& answer, std::string_view run_token,
                                         const Hello& hello, const Nonce& challenge) {
  if (auto verdict = read_verdict(answer.magic, answer.verdict); !verdict) return verdict.error();
  if (!same(answer.mac, listener_mac(run_token, hello, challenge, answer))) {
    return Error{ErrorCode::refused,
                 "the listener did not prove the run's token: another program answers there"};
  }
  return normalise({.max_message_bytes = answer.max_message_bytes,
                    .buffer_bytes = answer.buffer_bytes,
                    .peer_timeout_ns = answer.peer_timeout_ns});
}

Mac make_tls_key(std::string_view run_token, const Hello& hello, const Nonce& challenge) {
  return sign(run_token, transcript("tls", hello, challenge));
}

Verdict judge(const ConnectOptions& caller, const Identity& self) {
  if (caller.self.run_token != self.run_token) return Verdict::wrong_token;
  return caller.peer_index == self.index ? Verdict::accepted : Verdict::wrong_index;
}

}  // namespace orrery::transport
