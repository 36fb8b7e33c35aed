#include "norm_ground.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/epoll.h>

#include <algorithm>
#include <random>
#include <utility>

#include "orrery/transport/datagram.hpp"

namespace orrery::transport {
namespace {

constexpr std::uint16_t block_segments = 32;
// Repairs send the very packets again: parity would be computed of all that is sent, for what is seldom lost.
constexpr std::uint16_t parity_segments = 0;
// NORM paces by a rate alone. This one is beyond what its thread manages, with pauses in which it hears.
constexpr double bits_per_s = 4e9;
constexpr double first_round_trip_s = 0.001;  // its least; it measures from there on
// A busy receiver answers late, and NORM waits for multiples of what it has measured before it repairs.
constexpr double longest_round_trip_s = 0.01;
constexpr std::uint32_t socket_buffer_bytes = 4U << 20;  // the machine may grant less
constexpr std::uint32_t repair_space_bytes = 4U << 20;   // of a receiver, for each sender

base::Error failure(const std::string& doing) {
  return {base::ErrorCode::io, "norm cannot " + doing};
}

// NORM wants the name of an interface.
std::string interface_of(const std::string& address) {
  in_addr wanted{};
  ::inet_pton(AF_INET, address.c_str(), &wanted);
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return {};
  std::string name;
  for (const ifaddrs* each = all; each != nullptr && name.empty(); each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
    const auto& of = *reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
    if (of.sin_addr.s_addr == wanted.s_addr) name = each->ifa_name;
  }
  ::freeifaddrs(all);
  return name;
}

struct Group {
  std::string address;
  std::uint16_t port = 0;
};
Group group_of(const std::string& token, StreamId stream) {
  const std::string endpoint = multicast_endpoint(token, stream);
  const std::size_t first = endpoint.find(':') + 1;
  const std::size_t last = endpoint.rfind(':');
  return {endpoint.substr(first, last - first),
          static_cast<std::uint16_t>(std::stoi(endpoint.substr(last + 1)))};
}

std::uint16_t fresh_instance() {
  std::random_device random;
  return static_cast<std::uint16_t>(random());
}

}  // namespace

NormGround::NormGround(const NormOptions& options)
    : options_(options), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

base::Status NormGround::start() {
  interface_ = interface_of(options_.bind_address);
  if (interface_.empty()) {
    return base::Error{
        base::ErrorCode::invalid_argument,
        "bind_address is " + options_.bind_address +
            ", which no interface of this host has: use one that `ip address` lists"};
  }
  NormSetDebugLevel(0);
  instance_ = NormCreateInstance(false);
  if (instance_ == NORM_INSTANCE_INVALID) return failure("start its thread");
  epoll_event watch{};
  watch.events = EPOLLIN;
  const int news = NormGetDescriptor(instance_);
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, news, &watch) != 0) {
    return base::error_from_errno("watching norm", errno);
  }
  return {};
}

base::Result<NormSessionHandle> NormGround::make_session(StreamId stream) const {
  const Group group = group_of(options_.run_token, stream);
  // Number 0 is nobody's for NORM.
  const NormSessionHandle session =
      NormCreateSession(instance_, group.address.c_str(), group.port, options_.self + 1);
  if (session == NORM_SESSION_INVALID) {
    return failure("make a session of " + group.address + ":" + std::to_string(group.port));
  }
  NormSetMulticastInterface(session, interface_.c_str());
  NormSetTTL(session, 1);
  NormSetMulticastLoopback(session, true);  // for other parties of this host
  NormSetLoopback(session, false);
  // Bound to the group: others may have the same port.
  NormSetRxPortReuse(session, true, group.address.c_str());
  if (options_.loss > 0) NormSetRxLoss(session, options_.loss * 100);
  return session;
}

base::Result<NormSender> NormGround::make_sender(StreamId stream, std::size_t segments,
                                                 bool overwrites) {
  auto session = make_session(stream);
  if (!session) return session.error();
  NormSender sender{*session, nullptr};
  NormSetTxOnly(sender.session, true);
  NormSetCongestionControl(sender.session, false);
  NormSetTxRate(sender.session, bits_per_s);
  // Readers' credits are the flow control; NORM's would keep everything for a time.
  NormSetFlowControl(sender.session, 0);
  NormSetGrttMax(sender.session, longest_round_trip_s);
  NormSetGrttEstimate(sender.session, first_round_trip_s);
  // Its flushes, from which receivers learn what they miss, go on while a stream is idle. After twenty, its default, one that
  // still lacked something lacked it for ever.
  NormSetTxRobustFactor(sender.session, -1);
  // NACKs go to the sender alone, so there are none of others to wait for.
  NormSetBackoffFactor(sender.session, 0);
  // NORM takes no more than half of a stream's buffer that has not been sent.
  const std::size_t blocks = 2 * (segments / block_segments + 2);
  const auto buffer = static_cast<std::uint32_t>(blocks * block_segments * norm_segment_bytes);
  if (!NormStartSender(sender.session, fresh_instance(), buffer, norm_segment_bytes, block_segments,
                       parity_segments)) {
    end_session(sender.session);
    return failure("open stream " + std::to_string(stream) + " on " + interface_);
  }
  NormSetTxSocketBuffer(sender.session, socket_buffer_bytes);
  sender.stream = NormStreamOpen(sender.session, buffer);
  if (sender.stream == NORM_OBJECT_INVALID) {
    end_session(sender.session);
    return failure("get the memory of stream " + std::to_string(stream));
  }
  NormStreamSetPushEnable(sender.stream, overwrites);
  return sender;
}

base::Result<NormSessionHandle> NormGround::make_receiver(StreamId stream) {
  auto session = make_session(stream);
  if (!session) return session.error();
  NormSetDefaultUnicastNack(*session, true);
  // From the first packet on that its sender still has, so that a lost first one is asked for.
  NormSetDefaultSyncPolicy(*session, NORM_SYNC_STREAM);
  if (!NormStartReceiver(*session, repair_space_bytes)) {
    end_session(*session);
    return failure("join stream " + std::to_string(stream) + " on " + interface_);
  }
  NormSetRxSocketBuffer(*session, socket_buffer_bytes);
  return session;
}

std::size_t NormGround::write(const NormSender& sender, std::span<const std::byte> bytes,
                              bool flush) const {
  NormSuspendInstance(instance_);  // once for all
  std::size_t taken = 0;
  if (!bytes.empty()) {
    taken = NormStreamWrite(sender.stream, reinterpret_cast<const char*>(bytes.data()),
                            static_cast<unsigned>(bytes.size()));
  }
  if (flush && taken == bytes.size()) NormStreamFlush(sender.stream, true, NORM_FLUSH_ACTIVE);
  NormResumeInstance(instance_);
  return taken;
}

bool NormGround::next(NormEvent& event) const { return NormGetNextEvent(instance_, &event, false); }

void NormGround::end() {
  if (instance_ != nullptr) NormDestroyInstance(std::exchange(instance_, nullptr));
}

}  // namespace orrery::transport
