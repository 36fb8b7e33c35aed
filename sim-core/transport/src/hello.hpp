// How two strangers become the ends of a channel: the first bytes of a connection, before any
// frame.
//
//   connector -> listener   Hello, with the doorbell's descriptors (shm)
//   listener -> connector   Answer, with the ring memory and the doorbell's descriptors (shm)
//   connector -> listener   one byte (shm): the memory is mapped and this end adopted
//
// Both structures are little-endian and of fixed size. The listener says nothing about itself to a
// peer without the run's token.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "orrery/base/result.hpp"
#include "orrery/transport/transport.hpp"

namespace orrery::transport {

inline constexpr std::uint32_t hello_magic = 0x5952524f;  // "ORRY"
inline constexpr std::uint32_t hello_version = 1;
inline constexpr std::size_t max_token_bytes = 64;

struct Hello {
  std::uint32_t magic = hello_magic;
  std::uint32_t version = hello_version;
  std::uint32_t kind = 0;
  std::uint32_t index = 0;     // of the connector
  std::uint32_t expected = 0;  // who it believes to reach
  std::uint32_t token_bytes = 0;
  std::array<char, max_token_bytes> token{};
};

enum class Verdict : std::uint32_t {
  accepted,
  wrong_protocol,
  wrong_token,
  wrong_index,
  wrong_user
};
std::string_view to_string(Verdict verdict);

struct Answer {
  std::uint32_t magic = hello_magic;
  Verdict verdict = Verdict::accepted;
  std::uint32_t max_message_bytes = 0;
  std::uint32_t buffer_bytes = 0;
  std::int64_t peer_timeout_ns = 0;
};

base::Status check_identity(const Identity& identity);
Hello make_hello(Kind kind, const ConnectOptions& options);
Verdict judge(const Hello& hello, Kind kind, const Identity& self);
Answer make_answer(Verdict verdict, const ChannelOptions& options);
// The options to use, or why not.
base::Result<ChannelOptions> read_answer(const Answer& answer);

}  // namespace orrery::transport
