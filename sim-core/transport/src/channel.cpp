#include "orrery/transport/channel.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace orrery::transport {
namespace {

constexpr std::array<std::pair<Kind, std::string_view>, 7> kinds{{
    {Kind::thread, "thread"},
    {Kind::shm, "shm"},
    {Kind::uds, "uds"},
    {Kind::tcp, "tcp"},
    {Kind::tcp_per_message, "tcp_per_message"},
    {Kind::mailer, "mailer"},
    {Kind::tls, "tls"},
}};

}  // namespace

std::string_view to_string(Kind kind) {
  for (const auto& [value, name] : kinds) {
    if (value == kind) return name;
  }
  return "unknown";
}

base::Result<Kind> parse_kind(std::string_view name) {
  for (const auto& [value, known] : kinds) {
    if (known == name) return value;
  }
  return base::Error{base::ErrorCode::invalid_argument,
                     "transport '" + std::string(name) +
                         "' is unknown: use thread, shm, uds, tcp, tcp_per_message, mailer or tls"};
}

std::string_view to_string(Io io) {
  switch (io) {
    case Io::ok:
      return "ok";
    case Io::empty:
      return "empty";
    case Io::full:
      return "full";
    case Io::too_big:
      return "too_big";
    case Io::closed:
      return "closed";
    case Io::peer_lost:
      return "peer_lost";
  }
  return "unknown";
}

Io Channel::send(std::span<const std::byte> message) {
  const Reserved reserved = reserve(message.size());
  if (reserved.io != Io::ok) return reserved.io;
  if (!message.empty()) std::memcpy(reserved.bytes.data(), message.data(), message.size());
  commit(message.size());
  return Io::ok;
}

Io Channel::send_now(std::span<const std::byte> message) {
  const Io io = send(message);
  if (io != Io::ok) return io;
  // A message that is taken but not yet out of this process is no failure: the wait set goes on
  // with it.
  const Io flushed = flush();
  return flushed == Io::full ? Io::ok : flushed;
}

}  // namespace orrery::transport
