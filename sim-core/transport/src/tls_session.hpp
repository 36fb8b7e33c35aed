// TLS 1.3 over a connected socket: kind `tls`.
//
// Both ends hold one key (Mac make_tls_key(...), from the run's token and the nonces of this connection) as an external
// pre-shared key, with a Diffie-Hellman exchange (psk_dhe_ke): each proves the key to the other, no certificate is needed, and
// who learns the token later reads nothing that was recorded. The end of a channel is said in its frames, so no close_notify is sent.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "orrery/base/result.hpp"
#include "orrery/transport/run_secret.hpp"

namespace orrery::transport {

class TlsSession {
 public:
  enum class Role : std::uint8_t { connector, listener };
  enum class Handshake : std::uint8_t { done, waiting, failed };

  // `socket` is non-blocking and stays the caller's; it must outlive the session's last call. Errors: internal.
  static base::Result<std::unique_ptr<TlsSession>> create(int socket, Role role, const Mac& key);
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;
  ~TlsSession();

  // Goes on as far as it can without waiting. `waiting`: for input, or for room if has_output(). After `failed` see why().
  Handshake handshake();

  // As ::send and ::recv on a non-blocking socket, with errno; after `done`. EBADMSG: what came is not the peer's. Bytes
  // that send() has taken may still wait here: has_output(), and further calls send them.
  ssize_t send(std::span<const std::byte> bytes);
  ssize_t receive(std::span<std::byte> room);
  [[nodiscard]] bool has_output() const { return sent_ != sealed_.size(); }

  // System calls since the last call of this function.
  std::uint64_t take_system_calls();
  // What was wrong, in the library's words; empty if nothing was.
  [[nodiscard]] const std::string& why() const { return why_; }
  // Has the peer, or the path to it, gone before the handshake was done?
  [[nodiscard]] bool hung_up() const { return at_end_ || socket_error_ != 0; }

 private:
  struct Library;

  TlsSession(int socket, std::unique_ptr<Library> library);
  // Sends records that are sealed. False: some are left, errno is EAGAIN; or the socket is broken.
  bool flush();
  ssize_t read_socket(std::span<std::byte> room);
  ssize_t failed();

  const int socket_;
  std::unique_ptr<Library> library_;
  std::vector<std::byte> sealed_;  // records on their way to the socket
  std::size_t sent_ = 0;           // of them
  std::uint64_t system_calls_ = 0;
  int socket_error_ = 0;
  bool at_end_ = false;
  bool drained_ = false;  // the socket had less than there was room for, in this call
  std::string why_;
};

}  // namespace orrery::transport
