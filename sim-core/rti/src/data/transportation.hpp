// Which way data goes when that changes: what was sent before is seen before, or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "orrery/rti/tuning.hpp"

#include "federation/federation.hpp"

namespace orrery::rti {

TransportationType transportation(const Federation& federation, const Member& member,
                                  InteractionClassHandle of);

class Transportations {
 public:
  explicit Transportations(NodeCounters& counters) : counters_(counters) {}

  void apply(Federation& federation, Member& member, const Operation& operation);
  // Best-effort data that came, without what was sent before its sender changed its transportation; empty: all was. It
  // may lie in `room`.
  Bytes not_overtaken(const Federation& federation, const DataHead& head, Bytes message,
                      std::vector<std::byte>& room);
  void drop_overtaken() { ++overtaken_; }
  [[nodiscard]] std::uint64_t overtaken() const { return overtaken_; }

 private:
  NodeCounters& counters_;
  std::uint64_t overtaken_ = 0;  // messages of which nothing was left
};

}  // namespace orrery::rti
