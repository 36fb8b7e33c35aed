// One stream of one sender as a receiver sees it: what came out of turn, what is missing, when to ask.
// No clock and no thread of its own; what it says goes to the port below.
#pragma once

#include <vector>

#include "orrery/transport/reliable_multicast.hpp"

#include "nak_wire.hpp"

namespace orrery::transport {

class NakReceiver {
 public:
  enum class Event : std::uint8_t { nothing, left_behind };

  NakReceiver(PartyId from, StreamId stream, const NakOptions& options, Port& below,
              RepairCounters& counters)
      : from_(from), stream_(stream), options_(&options), below_(&below), counters_(&counters) {}

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

  [[nodiscard]] PartyId from() const { return from_; }
  [[nodiscard]] StreamId stream() const { return stream_; }
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

  const PartyId from_;
  const StreamId stream_;
  const NakOptions* options_;
  Port* below_;
  RepairCounters* counters_;
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
  std::int64_t ack_at_ns_ = 0;  // 0: none is due
  std::int64_t heard_ns_ = 0;
};

}  // namespace orrery::transport
