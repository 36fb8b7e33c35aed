// Packets of one stream, of one length but for the last, that leave by one system call for each address: the kernel
// cuts them (UDP_SEGMENT). Where it does not, each is a call.
#pragma once

#include <netinet/in.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

class PacketTrain {
 public:
  // `packet_bytes`: of the greatest packet.
  explicit PacketTrain(std::size_t packet_bytes);

  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] unsigned packets() const { return count_; }
  [[nodiscard]] StreamId stream() const { return stream_; }
  // A packet of at most `bytes` may follow those that are there. (All lie at multiples of 8 bytes.)
  [[nodiscard]] bool takes(StreamId stream, std::size_t bytes) const {
    return count_ == 0 || (stream == stream_ && bytes <= packet_bytes_ && packet_bytes_ % 8 == 0 &&
                           !ended_ && count_ < most_packets && used_ + bytes <= most_bytes);
  }
  // Room for it; what is written there joins by add().
  [[nodiscard]] std::span<std::byte> room(std::size_t bytes) {
    return {bytes_.get() + used_, bytes};
  }
  void add(StreamId stream, std::size_t bytes);

  // To all of them, one after the other; empty then. False: the socket has no room; the next call goes on.
  bool send(int socket, std::span<const sockaddr_in> addresses, PortCounters& counters);

 private:
  static constexpr unsigned most_packets = 32;
  static constexpr std::size_t most_bytes = 65'000;  // of what the kernel cuts

  [[nodiscard]] bool cut_by_kernel() const { return count_ > 1 && packet_bytes_ <= most_cut_; }
  bool send_to(int socket, const sockaddr_in& to, PortCounters& counters);

  std::unique_ptr<std::byte[]> bytes_;
  StreamId stream_ = 0;
  unsigned count_ = 0;
  std::size_t used_ = 0;
  std::size_t packet_bytes_ = 0;       // of all but the last
  bool ended_ = false;                 // the last is shorter
  std::size_t address_ = 0;            // sent to next
  std::size_t sent_ = 0;               // bytes, to that
  std::size_t most_cut_ = most_bytes;  // the kernel has refused to cut longer packets
};

}  // namespace orrery::transport
