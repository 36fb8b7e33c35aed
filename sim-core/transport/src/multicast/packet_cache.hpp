// Packets that have been read, kept for peers who miss them: those of this party's share, and no more
// than a window holds. Storage goes round: what is kept is swapped in, nothing is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace orrery::transport {

// How the cache of a region is split: packet n is kept by the parties of partition n modulo `count`.
struct Partition {
  std::uint32_t count = 1;
  std::uint32_t own = 0;
  bool operator==(const Partition&) const = default;
};

class PacketCache {
 public:
  struct Packet {
    std::vector<std::byte> bytes;
    std::size_t used = 0;
    std::uint64_t number = 0;
    bool there = false;
    bool last = false;
  };

  // What was kept under another partition is given up. `window`: packets that a sender may hold.
  void arrange(const Partition& partition, std::uint32_t window) {
    if (partition == partition_ && !packets_.empty()) return;
    partition_ = partition;
    packets_.clear();
    packets_.resize(window / partition.count + 1);
  }
  void clear() { packets_.clear(); }

  [[nodiscard]] bool keeps(std::uint64_t number) const {
    return !packets_.empty() && number % partition_.count == partition_.own;
  }
  // The vector that was there before is left in `bytes`.
  void keep(std::uint64_t number, std::vector<std::byte>& bytes, std::size_t used, bool last) {
    Packet& packet = at(number);
    std::swap(packet.bytes, bytes);
    packet.used = used;
    packet.number = number;
    packet.there = true;
    packet.last = last;
  }
  [[nodiscard]] const Packet* find(std::uint64_t number) const {
    if (!keeps(number)) return nullptr;
    const Packet& packet = packets_[number / partition_.count % packets_.size()];
    return packet.there && packet.number == number ? &packet : nullptr;
  }

 private:
  Packet& at(std::uint64_t number) { return packets_[number / partition_.count % packets_.size()]; }

  Partition partition_;
  std::vector<Packet> packets_;
};

}  // namespace orrery::transport
