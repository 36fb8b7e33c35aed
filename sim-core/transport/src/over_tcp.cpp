#include "over_tcp.hpp"

#include <utility>

#include "historic/mailer_channel.hpp"
#include "historic/per_message_channel.hpp"
#include "stream_channel.hpp"

namespace orrery::transport {

base::Result<std::unique_ptr<Channel>> channel_over(Kind kind, const ChannelOptions& options,
                                                    base::UniqueFd socket,
                                                    std::shared_ptr<base::Doorbell> bell,
                                                    std::unique_ptr<TlsSession> tls) {
  if (kind == Kind::mailer) {
    return MailerChannel::create(options, std::move(socket), std::move(bell));
  }
  if (kind == Kind::tcp_per_message) {
    return PerMessageChannel::create(options, std::move(socket), std::move(bell));
  }
  return std::unique_ptr<Channel>(std::make_unique<StreamChannel>(kind, options, std::move(socket),
                                                                  std::move(bell), std::move(tls)));
}

}  // namespace orrery::transport
