#include "hello.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "options.hpp"

namespace orrery::transport {

static_assert(std::is_trivially_copyable_v<Hello> && sizeof(Hello) == 88);
static_assert(std::is_trivially_copyable_v<Answer> && sizeof(Answer) == 24);

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
    return base::Error{base::ErrorCode::invalid_argument,
                       "run_token has " + std::to_string(identity.run_token.size()) +
                           " bytes: use 1 to " + std::to_string(max_token_bytes)};
  }
  return {};
}

Hello make_hello(Kind kind, const ConnectOptions& options) {
  Hello hello;
  hello.kind = static_cast<std::uint32_t>(kind);
  hello.index = options.self.index;
  hello.expected = options.peer_index;
  hello.token_bytes = static_cast<std::uint32_t>(options.self.run_token.size());
  std::ranges::copy(options.self.run_token, hello.token.begin());
  return hello;
}

Verdict judge(const Hello& hello, Kind kind, const Identity& self) {
  if (hello.magic != hello_magic || hello.version != hello_version ||
      hello.kind != static_cast<std::uint32_t>(kind) || hello.token_bytes > max_token_bytes) {
    return Verdict::wrong_protocol;
  }
  if (std::string_view(hello.token.data(), hello.token_bytes) != self.run_token) {
    return Verdict::wrong_token;
  }
  return hello.expected == self.index ? Verdict::accepted : Verdict::wrong_index;
}

Answer make_answer(Verdict verdict, const ChannelOptions& options) {
  return {.verdict = verdict,
          .max_message_bytes = options.max_message_bytes,
          .buffer_bytes = options.buffer_bytes,
          .peer_timeout_ns = options.peer_timeout_ns};
}

base::Result<ChannelOptions> read_answer(const Answer& answer) {
  using base::Error;
  using base::ErrorCode;
  if (answer.magic != hello_magic) {
    return Error{ErrorCode::refused, std::string(to_string(Verdict::wrong_protocol))};
  }
  if (answer.verdict != Verdict::accepted) {
    return Error{ErrorCode::refused,
                 "refused by the listener: " + std::string(to_string(answer.verdict))};
  }
  return normalise({.max_message_bytes = answer.max_message_bytes,
                    .buffer_bytes = answer.buffer_bytes,
                    .peer_timeout_ns = answer.peer_timeout_ns});
}

}  // namespace orrery::transport
