// One stream as its sender sees it: packets held for repair, who has read how far, when to say what.
// No clock and no thread of its own; what it says goes to the port below.
#pragma once

#include <algorithm>
#include <vector>

#include "orrery/transport/reliable_multicast.hpp"

#include "nak_wire.hpp"

namespace orrery::transport {

class NakSender {
 public:
  NakSender(StreamId stream, const NakOptions& options, std::uint32_t epoch, Port& below,
            RepairCounters& counters);

  // Sending. The span is for header and message; its header part is filled in by commit().
  [[nodiscard]] bool full() const {
    return next_ - std::min(sent_, acknowledged_) >= options_->window_packets;
  }
  std::span<std::byte> reserve(std::size_t bytes);
  void commit(std::size_t bytes, std::uint8_t flags, std::int64_t now);
  bool push(std::int64_t now);  // what was committed goes below; false: no room there

  // What receivers say.
  void expect(PartyId receiver, std::int64_t now);
  // False: it would be one receiver too many.
  bool on_ack(PartyId from, const NakHeader& header, std::int64_t now);
  // What several receivers have read, told by one of them.
  void on_region_ack(std::span<const PartyId> readers, const NakHeader& header, std::int64_t now);
  void on_nak(PartyId from, std::span<const std::byte> ranges, std::int64_t now);
  void on_leave(PartyId from);
  void evict(PartyId receiver);

  // The owner has been away: nobody is blamed for silence until now.
  void excuse(std::int64_t now) { busy_since_ns_ = now; }
  // Acts on what is due; parties that were dropped are appended.
  void tick(std::int64_t now, std::vector<PartyId>& evicted);
  [[nodiscard]] std::int64_t next_deadline_ns() const;

  [[nodiscard]] StreamId stream() const { return stream_; }
  [[nodiscard]] std::size_t receivers() const { return receivers_.size(); }
  [[nodiscard]] std::uint64_t unacknowledged() const { return next_ - acknowledged_; }
  [[nodiscard]] bool unsent() const { return sent_ != next_; }

 private:
  struct Slot {
    std::vector<std::byte> bytes;  // header and message
    std::size_t used = 0;
    std::int64_t repaired_ns = 0;
  };
  struct Receiver {
    PartyId party = 0;
    std::uint64_t read = 0;
    std::int64_t heard_ns = 0;
  };

  Slot& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }
  Receiver* find(PartyId party);
  void update_acknowledged();
  void heartbeat(std::int64_t now);
  void make_room();
  void tell(PartyId party, NakType type, std::uint64_t number);
  // One slot is free for the next packet.
  [[nodiscard]] std::uint64_t oldest() const {
    return std::max(held_from_, next_ >= slots_.size() ? next_ - slots_.size() + 1 : 0);
  }

  const StreamId stream_;
  const NakOptions* options_;
  const std::uint32_t epoch_;
  Port* below_;
  RepairCounters* counters_;
  std::vector<Slot> slots_;  // grows with what receivers have not acknowledged
  std::vector<Receiver> receivers_;
  bool ended_ = false;         // the last has been sent
  std::vector<PartyId> left_;  // since then: what they said before, and came late, brings none back
  std::uint64_t held_from_ = 0;     // what is older was given up before the slots grew
  std::uint64_t next_ = 0;          // number of the next packet
  std::uint64_t sent_ = 0;          // below this all went below
  std::uint64_t acknowledged_ = 0;  // below this all have read
  std::int64_t busy_since_ns_ = 0;  // when the first unacknowledged packet came after none was
  std::int64_t heartbeat_at_ns_ = 0;
  std::int64_t heartbeat_gap_ns_ = 0;
};

}  // namespace orrery::transport
