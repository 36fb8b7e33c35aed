#include "packet_train.hpp"

#include <netinet/udp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace orrery::transport {
namespace {

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

ssize_t send_cut(int socket, const sockaddr_in& to, std::span<std::byte> packets,
                 std::uint16_t packet_bytes) {
  sockaddr_in address = to;
  iovec piece{.iov_base = packets.data(), .iov_len = packets.size()};
  alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof packet_bytes)> control{};
  msghdr message{};
  message.msg_name = &address;
  message.msg_namelen = sizeof address;
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const cut = CMSG_FIRSTHDR(&message);
  cut->cmsg_level = SOL_UDP;
  cut->cmsg_type = UDP_SEGMENT;
  cut->cmsg_len = CMSG_LEN(sizeof packet_bytes);
  std::memcpy(CMSG_DATA(cut), &packet_bytes, sizeof packet_bytes);
  return ::sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

}  // namespace

PacketTrain::PacketTrain(std::size_t packet_bytes)
    : bytes_(std::make_unique_for_overwrite<std::byte[]>(
          std::max(packet_bytes, std::min(most_packets * packet_bytes, most_bytes)))) {}

void PacketTrain::add(StreamId stream, std::size_t bytes) {
  if (count_ == 0) {
    stream_ = stream;
    packet_bytes_ = bytes;
  }
  ended_ = bytes < packet_bytes_;
  used_ += bytes;
  ++count_;
}

bool PacketTrain::send(int socket, std::span<const sockaddr_in> addresses, PortCounters& counters) {
  for (; address_ < addresses.size(); ++address_) {
    if (!send_to(socket, addresses[address_], counters)) return false;
    sent_ = 0;
  }
  address_ = used_ = 0;
  count_ = 0;
  ended_ = false;
  return true;
}

bool PacketTrain::send_to(int socket, const sockaddr_in& to, PortCounters& counters) {
  while (sent_ < used_) {
    const bool cut = sent_ == 0 && cut_by_kernel();
    const std::size_t bytes = cut ? used_ : std::min(packet_bytes_, used_ - sent_);
    const std::span<std::byte> packets(bytes_.get() + sent_, bytes);
    ++counters.system_calls;
    const ssize_t done =
        cut ? send_cut(socket, to, packets, static_cast<std::uint16_t>(packet_bytes_))
            : ::sendto(socket, packets.data(), packets.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                       reinterpret_cast<const sockaddr*>(&to), sizeof to);
    if (done < 0 && errno == EAGAIN) return false;
    if (done < 0 && cut && errno != ENOBUFS && errno != ENETUNREACH && errno != EHOSTUNREACH) {
      // Longer than the link takes, or no such kernel or device: one by one, such packets for good.
      most_cut_ = errno == EMSGSIZE || errno == EINVAL ? packet_bytes_ - 1 : 0;
      continue;
    }
    if (done < 0)
      counters.dropped += cut ? count_ : 1;  // no route, no buffers: a loss like another
    sent_ += bytes;
  }
  return true;
}

}  // namespace orrery::transport
