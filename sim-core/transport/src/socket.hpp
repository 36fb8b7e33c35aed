// Sockets as the transport needs them: addresses, options, messages that carry descriptors. All
// non-blocking.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/base/result.hpp"
#include "orrery/base/unique_fd.hpp"

namespace orrery::transport {

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t length = 0;

  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

// "10.83.0.1" or "[::1]" without a name look-up; `field` is named in the error.
base::Result<SocketAddress> tcp_address(const std::string& host, std::uint16_t port);
// "10.83.0.1:43817", "[::1]:43817".
base::Result<SocketAddress> parse_tcp(const std::string& text);
std::string format_tcp(const SocketAddress& address);
// Abstract name, "@orrery-...": in no file system, gone with its socket.
base::Result<SocketAddress> parse_local(const std::string& text);

base::Result<base::UniqueFd> open_socket(int family);
base::Status tune_tcp(int fd, std::int64_t peer_timeout_ns);

// How long ago the last packet of a TCP connection came, resets aside, to 4 ms. 0: it is no such connection.
std::int64_t unheard_ns(int fd);
// How long ago the last of it came that the system took.
std::int64_t without_data_ns(int fd);
// Has a TCP connection ended otherwise than by both ends' closing it?
bool was_reset(int fd);

// Waits until the descriptor is ready for `events` (poll's) or the deadline; timed_out.
base::Status wait_fd(int fd, short events, std::int64_t deadline_ns);

// Whether the other side of a Unix socket runs as our user (or as root).
bool same_user(int fd);

// Sends all bytes, with the descriptors attached to the first, until the deadline.
base::Status send_all(int fd, std::span<const std::byte> bytes, std::span<const int> descriptors,
                      std::int64_t deadline_ns);
// What is there now, appended: bytes up to `limit` in all, descriptors received with them. False:
// the peer has closed.
base::Result<bool> receive_some(int fd, std::vector<std::byte>& bytes, std::size_t limit,
                                std::vector<base::UniqueFd>& descriptors);

// Cryptographically random.
void fill_random(std::span<std::byte> bytes);
template <std::size_t size>
std::array<std::byte, size> random_bytes() {
  std::array<std::byte, size> bytes{};
  fill_random(bytes);
  return bytes;
}
// For names that must not be guessed or met twice.
std::string random_name();

}  // namespace orrery::transport
