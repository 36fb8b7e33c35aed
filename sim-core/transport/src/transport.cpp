#include "orrery/transport/transport.hpp"

#include <utility>

#include "hello.hpp"
#include "options.hpp"
#include "over_tcp.hpp"
#include "ring_channel.hpp"
#include "socket_connect.hpp"
#include "socket_listener.hpp"
#include "stream_channel.hpp"
#include "thread_hub.hpp"

namespace orrery::transport {

using base::Error;
using base::ErrorCode;

struct Transport::State {
  std::shared_ptr<ThreadHub> hub = std::make_shared<ThreadHub>();
};

Transport::Transport() : state_(std::make_shared<State>()) {}
Transport::~Transport() = default;

base::Result<std::unique_ptr<Listener>> Transport::listen(Kind kind, const ListenOptions& options) {
  if (auto checked = check_identity(options.self); !checked) return checked.error();
  auto channel = normalise(options.channel);
  if (!channel) return channel.error();
  ListenOptions agreed = options;
  agreed.channel = *channel;
  if (kind == Kind::thread) return state_->hub->listen(agreed);
  return listen_on_socket(kind, agreed);
}

base::Result<std::unique_ptr<Channel>> Transport::connect(const std::string& endpoint,
                                                          const ConnectOptions& options,
                                                          std::shared_ptr<base::Doorbell> bell,
                                                          std::int64_t deadline_ns) {
  const std::size_t colon = endpoint.find(':');
  if (colon == std::string::npos) {
    return Error{ErrorCode::invalid_argument,
                 "endpoint '" + endpoint + "' has no kind: use kind:address"};
  }
  auto kind = parse_kind(endpoint.substr(0, colon));
  if (!kind) return kind.error().within("endpoint '" + endpoint + "'");
  if (auto checked = check_identity(options.self); !checked) return checked.error();
  const std::string address = endpoint.substr(colon + 1);
  auto channel = *kind == Kind::thread
                     ? state_->hub->connect(address, options, std::move(bell), deadline_ns)
                     : connect_socket(*kind, address, options, std::move(bell), deadline_ns);
  if (!channel) return channel.error().within("connecting to " + endpoint);
  return channel;
}

base::Result<ChannelPair> Transport::make_pair(Kind kind, const ChannelOptions& options,
                                               std::shared_ptr<base::Doorbell> bell_a,
                                               std::shared_ptr<base::Doorbell> bell_b) {
  auto agreed = normalise(options);
  if (!agreed) return agreed.error();
  if (kind == Kind::uds || over_tcp(kind)) {
    auto sockets = make_socket_pair(kind, *agreed);
    if (!sockets) return sockets.error();
    TlsPair tls;
    if (kind == Kind::tls) {
      auto made = make_tls_pair(*sockets);
      if (!made) return made.error();
      tls = std::move(*made);
    }
    auto a =
        channel_over(kind, *agreed, std::move(sockets->a), std::move(bell_a), std::move(tls.a));
    if (!a) return a.error();
    auto b =
        channel_over(kind, *agreed, std::move(sockets->b), std::move(bell_b), std::move(tls.b));
    if (!b) return b.error();
    return ChannelPair{std::move(*a), std::move(*b)};
  }
  auto segment = Segment::create(kind, *agreed);
  if (!segment) return segment.error();
  return ChannelPair{
      std::make_unique<RingChannel>(kind, *agreed, *segment, End::a, bell_a, bell_b),
      std::make_unique<RingChannel>(kind, *agreed, *segment, End::b, bell_b, bell_a)};
}

}  // namespace orrery::transport
