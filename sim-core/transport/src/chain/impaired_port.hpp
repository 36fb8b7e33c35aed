// The module `impairment`: what arrives is held back until it is due, lost or doubled.
//
// Each sender has a link of its own. Delays run from when a packet was taken from what is below, so
// the owner must pump, unless each message says when it was sent; what is held back is a copy. Over a reliable transport that is below, reading
// stops while `queue_messages` are held back; over a best-effort one what is more is lost.
#pragma once

#include <limits>
#include <unordered_map>
#include <vector>

#include "orrery/base/heap.hpp"
#include "orrery/transport/chain.hpp"

#include "clock.hpp"
#include "module.hpp"

namespace orrery::transport {

class ImpairedPort final : public Module {
 public:
  ImpairedPort(std::unique_ptr<Port> below, const ImpairmentOptions& options, Clock clock);

  Reserved reserve(StreamId stream, std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Arrived peek() override;
  void release() override;
  bool readable() override;
  bool pump() override;
  [[nodiscard]] std::int64_t next_deadline_ns() const override;
  [[nodiscard]] std::string_view layer() const override { return "impairment"; }
  [[nodiscard]] std::uint32_t max_message_bytes() const override {
    return below_->max_message_bytes() - static_cast<std::uint32_t>(stamp_bytes_);
  }

 private:
  struct Link {
    Impairment impairment;
    std::int64_t least_transit_ns = std::numeric_limits<std::int64_t>::max();
  };
  struct Held {
    std::int64_t due_ns = 0;
    std::uint64_t number = 0;  // ties are served in order
    std::uint32_t slot = 0;
    bool operator<(const Held& other) const {
      return due_ns != other.due_ns ? due_ns < other.due_ns : number < other.number;
    }
  };
  struct Slot {
    PartyId from = 0;
    StreamId stream = 0;
    std::vector<std::byte> bytes;
  };

  void take(std::int64_t now);
  // When a message that was taken now had come all the way, as quickly as the quickest from that sender.
  std::int64_t arrival(Link& link, const std::byte* stamp) const;
  [[nodiscard]] bool due(std::int64_t now) const {
    return !held_.empty() && held_.top().due_ns <= now;
  }

  const ImpairmentOptions options_;
  const bool reliable_;
  Clock clock_;
  const std::size_t stamp_bytes_;  // before each message
  std::byte* stamp_ = nullptr;     // of what is reserved
  std::unordered_map<PartyId, Link> links_;
  base::Heap<Held> held_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::uint64_t number_ = 0;
  bool shows_held_ = false;
};

}  // namespace orrery::transport
