// The parties that a sender hears from, by the region of each: it tells them of each other.
//
// A region's key is made from the streams that a party has joined; equal keys are one region. A region of
// more than `most_members` is divided, everywhere alike. It has no clock and no thread of its own, and
// sends through the port below.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "orrery/transport/port.hpp"

#include "region_wire.hpp"

namespace orrery::transport {

class RegionDirectory {
 public:
  // Parties not heard of for `timeout_ns` are forgotten.
  RegionDirectory(Port& below, PartyId own, std::int64_t timeout_ns, std::size_t most_members)
      : below_(&below), own_(own), timeout_ns_(timeout_ns), most_members_(most_members) {}

  // `known`: the roster that it has. Key 0: it has left.
  void on_hello(PartyId from, std::uint64_t key, std::uint64_t known, const std::string& endpoint,
                std::int64_t now);
  // The key of this party's own region; 0: it has joined no stream.
  void set_own_key(std::uint64_t key, std::int64_t now);
  void heard(PartyId party, std::int64_t now) {
    if (const auto at = parties_.find(party); at != parties_.end()) at->second.heard_ns = now;
  }
  void drop(PartyId party, std::int64_t now);
  void tick(std::int64_t now);
  [[nodiscard]] std::int64_t next_deadline_ns() const { return deadline_ns_; }
  [[nodiscard]] std::size_t parties() const { return parties_.size(); }

 private:
  struct Party {
    std::uint64_t key = 0;
    std::int64_t heard_ns = 0;
  };
  using Region = std::map<PartyId, std::string>;  // endpoints

  void changed(std::uint64_t key, std::int64_t now);
  std::vector<RosterEntry> ring_of(std::uint64_t key, PartyId party) const;
  static std::uint64_t digest_of(const std::vector<RosterEntry>& roster);
  void tell(PartyId party, std::uint64_t key, const std::vector<RosterEntry>& roster);

  Port* below_;
  const PartyId own_;
  std::uint64_t own_key_ = 0;
  const std::int64_t timeout_ns_;
  const std::size_t most_members_;
  std::unordered_map<PartyId, Party> parties_;
  std::unordered_map<std::uint64_t, Region> regions_;
  std::set<std::uint64_t> changed_;
  std::int64_t tell_at_ns_ = 0;
  std::int64_t deadline_ns_ = 0;
};

}  // namespace orrery::transport
