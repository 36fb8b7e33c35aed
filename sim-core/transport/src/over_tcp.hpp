// The kinds that begin with a TCP connection.
#pragma once

#include <memory>

#include "orrery/base/unique_fd.hpp"
#include "orrery/transport/channel.hpp"

#include "tls_session.hpp"

namespace orrery::transport {

constexpr bool over_tcp(Kind kind) {
  return kind == Kind::tcp || kind == Kind::tcp_per_message || kind == Kind::mailer ||
         kind == Kind::tls;
}

// The channel of this kind over a connected, tuned, non-blocking socket. `tls`: the session over that socket, with its
// handshake done; null for other kinds.
base::Result<std::unique_ptr<Channel>> channel_over(Kind kind, const ChannelOptions& options,
                                                    base::UniqueFd socket,
                                                    std::shared_ptr<base::Doorbell> bell,
                                                    std::unique_ptr<TlsSession> tls = nullptr);

}  // namespace orrery::transport
