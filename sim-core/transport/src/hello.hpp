// How two strangers become the ends of a channel: the first bytes of a connection, before any
// frame. Both prove that they hold the run's token; the token itself is not sent.
//
//   connector -> listener   Hello: who calls whom, and a nonce
//   listener -> connector   Challenge: a nonce; or why the caller is turned away
//   connector -> listener   Proof: its MAC; with the doorbell's descriptors (shm)
//   listener -> connector   Answer: the channel's options and the listener's MAC, with the ring memory and the doorbell's
//                           descriptors (shm); or why the caller is turned away
//   connector -> listener   one byte (shm): the memory is mapped and this end adopted
//
// A MAC is HMAC-SHA256 under the run's token, over the role of its maker, the Hello and the Challenge's nonce; the listener's
// also covers the rest of the Answer. So neither a MAC of an earlier connection nor the other side's own is a proof.
// All structures are little-endian and of fixed size (docs/formats/hello.md). The listener says nothing about itself before
// the caller's proof.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "orrery/base/result.hpp"
#include "orrery/transport/run_secret.hpp"
#include "orrery/transport/transport.hpp"

namespace orrery::transport {

inline constexpr std::uint32_t hello_magic = 0x5952524f;  // "ORRY"
inline constexpr std::uint32_t hello_version = 2;
inline constexpr std::size_t max_token_bytes = 64;

using Nonce = std::array<std::byte, 32>;

struct Hello {
  std::uint32_t magic = hello_magic;
  std::uint32_t version = hello_version;
  std::uint32_t kind = 0;
  std::uint32_t index = 0;     // of the connector
  std::uint32_t expected = 0;  // who it believes to reach
  Nonce nonce{};
};

enum class Verdict : std::uint32_t {
  accepted,
  wrong_protocol,
  wrong_token,
  wrong_index,
  wrong_user
};
std::string_view to_string(Verdict verdict);

struct Challenge {
  std::uint32_t magic = hello_magic;
  Verdict verdict = Verdict::accepted;
  Nonce nonce{};
};

struct Proof {
  Mac mac{};
};

struct Answer {
  std::uint32_t magic = hello_magic;
  Verdict verdict = Verdict::accepted;
  std::uint32_t max_message_bytes = 0;
  std::uint32_t buffer_bytes = 0;
  std::int64_t peer_timeout_ns = 0;
  Mac mac{};  // zeros unless accepted
};

base::Status check_identity(const Identity& identity);

Hello make_hello(Kind kind, const ConnectOptions& options);
// Is it a Hello that a listener of this kind understands?
Verdict judge(const Hello& hello, Kind kind);
Challenge make_challenge(Verdict verdict);
Proof make_proof(std::string_view run_token, const Hello& hello, const Nonce& challenge);
Verdict judge(const Proof& proof, const Hello& hello, const Nonce& challenge, const Identity& self);
Answer make_answer(Verdict verdict, const ChannelOptions& options, std::string_view run_token,
                   const Hello& hello, const Nonce& challenge);
// May the connector go on? Errors: refused.
base::Status read_challenge(const Challenge& challenge);
// The options to use. Errors: refused (by the listener, or because it did not prove the run's token), invalid_argument.
base::Result<ChannelOptions> read_answer(const Answer& answer, std::string_view run_token,
                                         const Hello& hello, const Nonce& challenge);

// Kind tls: the key of the session that follows the Answer (tls_session.hpp), another for each connection.
Mac make_tls_key(std::string_view run_token, const Hello& hello, const Nonce& challenge);

// Of two ends in one process, which need no proof.
Verdict judge(const ConnectOptions& caller, const Identity& self);

}  // namespace orrery::transport
