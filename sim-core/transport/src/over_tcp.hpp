// The kinds that begin with a TCP connection.
#pragma once

#include <memory>

#include "orrery/base/unique_fd.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::transport {

constexpr bool over_tcp(Kind kind) {
  return kind == Kind::tcp || kind == Kind::tcp_per_message || kind == Kind::mailer;
}

// The channel of this kind over a connected, tuned, non-blocking socket.
base::Result<std::unique_ptr<Channel>> channel_over(Kind kind, const ChannelOptions& options,
                                                    base::UniqueFd socket,
                                                    std::shared_ptr<base::Doorbell> bell);

}  // namespace orrery::transport
