// One stream of one sender as a receiver sees it: what came out of turn, what is missing, when to ask.
// No clock and no thread of its own; what it says goes to the port below.
#pragma once

#include <vector>

#include "orrery/transport/reliable_multicast.hpp"

#include "nak_wire.hpp"
#include "packet_cache.hpp"

namespace orrery::transport {

// Others who receive the same, and among whom what is missing is sought before its sender is asked.
struct Peers {
  std::int64_t patience_ns = 0;  // so long; 0: there are none
  std::int64_t retry_ns = 0;     // what they have been asked for is asked for again after this
  Partition partition;
};

class NakReceiver {
 public:
  enum class Event : std::uint8_t { nothing, left_behind };

  // `peers` outlives this and may change; nullptr: never any.
  NakReceiver(PartyId from, StreamId stream, const NakOptions& options, Port& below,
              RepairCounters& counters, const Peers* peers = nullptr)
      : from_(from),
        stream_(stream),
        options_(&options),
        below_(&below),
        counters_(&counters),
        peers_(peers) {}

  // Packets of the sender. `left_behind`: something of it is lost for good.
  Event on_data(const NakHeader& header, std::span<const std::byte> message, std::int64_t now);
  Event on_heartbeat(const NakHeader& header, std::int64_t now);
  Event on_gone(const NakHeader& header, std::int64_t now);
  void on_welcome(const NakHeader& header, std::int64_t now);
  // The owner has been away: the sender is not blamed for silence until now.
  void excuse(std::int64_t now) { heard_ns_ = now; }

  // The next message in order, if it is there.
  [[nodiscard]] bool ready() const {
    return welcome_ && !ended_ && next_ != known_ && slots_[next_ % slots_.size()].there;
  }
  [[nodiscard]] std::span<const std::byte> front() const {
    const Slot& slot = slots_[next_ % slots_.size()];
    return std::span(slot.bytes).first(slot.used);
  }
  // It has been read. True if the stream has ended with it.
  bool pop(std::int64_t now);
  // The next one is no message but the sign that the stream has ended.
  [[nodiscard]] bool at_end() const { return ready() && slots_[next_ % slots_.size()].last; }

  // The sign of the end has been read: whatever the sender still says of the stream, we have left.
  void end();
  // Acts on what is due; false, once: the sender has not been heard of for too long. Should it speak
  // again, the stream goes on where it was.
  bool tick(std::int64_t now);
  [[nodiscard]] std::int64_t next_deadline_ns() const;
  void leave();

  // Among peers (nak_receiver_peers.cpp).
  // This end takes part in what they tell the sender.
  [[nodiscard]] bool takes_part() const { return started_ && welcome_ && !ended_; }
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  [[nodiscard]] std::uint64_t read() const { return next_; }
  // When there is something to tell peers; base::no_deadline: nothing.
  [[nodiscard]] std::int64_t tell_peers_at_ns() const;
  // What has been read was told through them.
  void told() {
    told_ = next_;
    ack_at_ns_ = 0;
  }
  // Numbers to be asked of peers now, in order; they count as asked.
  void ask_peers(std::int64_t now, std::size_t most, std::vector<std::uint64_t>& numbers);
  // Peers know that what is below `known` has been sent; what is known now.
  std::uint64_t learn_from_peers(std::uint64_t known, std::int64_t now);
  // A peer misses this one: so do we, or perhaps we hold it.
  bool misses(std::uint64_t number, std::int64_t now);
  struct Held {
    std::span<const std::byte> bytes;
    bool last = false;
    bool there = false;
  };
  [[nodiscard]] Held held(std::uint64_t number) const;

  [[nodiscard]] PartyId from() const { return from_; }
  [[nodiscard]] StreamId stream() const { return stream_; }
  bool queued = false;  // among those with something to tell peers: the port's
  bool listed = false;  // among those that have something to read: the port's

 private:
  struct Slot {
    std::vector<std::byte> bytes;
    std::size_t used = 0;
    bool there = false;
    bool last = false;
  };
  struct Missing {
    std::uint64_t number = 0;
    std::int64_t ask_at_ns = 0;
    std::int64_t ask_peers_at_ns = 0;
    std::int64_t asked_ns = 0;  // first
    unsigned times = 0;
  };

  // False: of an older life of the sender.
  bool begin(const NakHeader& header, std::uint64_t number, std::int64_t now);
  void skip_to(std::uint64_t number);
  [[nodiscard]] bool behind(std::uint64_t oldest) const {
    return known_ < oldest || (!missing_.empty() && missing_.front().number < oldest);
  }
  Event fall_behind(std::uint64_t newest, std::int64_t now);
  void make_room(std::uint64_t number);
  void learn_of(std::uint64_t end, std::int64_t now);
  void ask(std::int64_t now);
  void acknowledge(std::int64_t now);
  [[nodiscard]] std::int64_t patience() const {
    return peers_ == nullptr || !welcome_ ? 0 : peers_->patience_ns;
  }

  const PartyId from_;
  const StreamId stream_;
  const NakOptions* options_;
  Port* below_;
  RepairCounters* counters_;
  const Peers* peers_;
  PacketCache cache_;
  bool started_ = false;
  bool ended_ = false;
  bool silent_ = false;
  bool welcome_ = false;  // the sender holds for us what comes from next_ on
  std::uint32_t epoch_ = 0;
  std::uint64_t next_ = 0;        // to be read
  std::uint64_t known_ = 0;       // the sender has sent all below
  std::uint64_t told_ = 0;        // acknowledged to the sender
  std::vector<Slot> slots_;       // grows with what is not read, to the window
  std::vector<Missing> missing_;  // by number
  std::int64_t round_trip_ns_ = 0;
  std::int64_t ask_at_ns_ = 0;
  std::int64_t ask_peers_at_ns_ = 0;
  std::int64_t ack_at_ns_ = 0;  // 0: none is due; peers first, after their patience the sender
  std::int64_t heard_ns_ = 0;
};

}  // namespace orrery::transport
