#include "region_directory.hpp"

#include <algorithm>
#include <utility>

#include "orrery/base/random.hpp"
#include "orrery/base/wait.hpp"

#include "chain/framing.hpp"

namespace orrery::transport {
namespace {

constexpr std::size_t most_parties = 1U << 16;
constexpr std::int64_t gather_ns = 1'000'000;  // those who come together are told of together

}  // namespace

void RegionDirectory::changed(std::uint64_t key, std::int64_t now) {
  if (changed_.empty()) tell_at_ns_ = now + gather_ns;
  changed_.insert(key);
  deadline_ns_ = std::min(deadline_ns_, tell_at_ns_);
}

void RegionDirectory::on_hello(PartyId from, std::uint64_t key, std::uint64_t known,
                               const std::string& endpoint, std::int64_t now) {
  if (key == 0) {
    drop(from, now);
    return;
  }
  auto at = parties_.find(from);
  if (at != parties_.end() && at->second.key != key) {
    drop(from, now);
    at = parties_.end();
  }
  if (at == parties_.end()) {
    if (parties_.size() >= most_parties) return;
    at = parties_.try_emplace(from, Party{key, now}).first;
    if (parties_.size() == 1) deadline_ns_ = now + timeout_ns_;
  }
  at->second.heard_ns = now;
  Region& region = regions_[key];
  const auto entry = region.find(from);
  if (entry == region.end() || entry->second != endpoint) {
    region[from] = endpoint;
    changed(key, now);
  } else if (!changed_.contains(key)) {
    const auto roster = ring_of(key, from);
    if (digest_of(roster) != known) tell(from, key, roster);
  }
}

void RegionDirectory::set_own_key(std::uint64_t key, std::int64_t now) {
  for (const std::uint64_t each : {std::exchange(own_key_, key), key}) {
    if (regions_.contains(each)) changed(each, now);
  }
}

void RegionDirectory::drop(PartyId party, std::int64_t now) {
  const auto at = parties_.find(party);
  if (at == parties_.end()) return;
  const std::uint64_t key = at->second.key;
  parties_.erase(at);
  const auto region = regions_.find(key);
  region->second.erase(party);
  if (region->second.empty()) {
    regions_.erase(region);
  } else {
    changed(key, now);
  }
}

std::vector<RosterEntry> RegionDirectory::ring_of(std::uint64_t key, PartyId party) const {
  const Region& region = regions_.at(key);
  std::size_t longest = 0;
  for (const auto& [each, endpoint] : region) longest = std::max(longest, endpoint.size());
  const std::size_t each_bytes = 8 + longest;
  const std::size_t most = std::clamp<std::size_t>(
      (below_->max_message_bytes() - sizeof(NakHeader)) / each_bytes, 1, most_members_);
  // This party is counted in its own region, so that all senders of the region divide it alike.
  std::vector<PartyId> members;
  for (const auto& [each, endpoint] : region) members.push_back(each);
  if (key == own_key_) members.insert(std::ranges::lower_bound(members, own_), own_);
  const std::size_t rings = (members.size() + most - 1) / most;
  const auto ring_of_member = [&](PartyId each) {
    const auto place = std::ranges::lower_bound(members, each) - members.begin();
    return static_cast<std::size_t>(place) * rings / members.size();
  };
  std::vector<RosterEntry> roster;
  for (const auto& [each, endpoint] : region) {
    if (ring_of_member(each) == ring_of_member(party)) roster.push_back({each, endpoint});
  }
  return roster;
}

std::uint64_t RegionDirectory::digest_of(const std::vector<RosterEntry>& roster) {
  std::uint64_t digest = roster.size();
  for (const RosterEntry& each : roster) {
    digest = base::mix64(digest ^ each.party);
    for (const char letter : each.endpoint) {
      digest = base::mix64(digest ^ static_cast<unsigned char>(letter));
    }
  }
  return digest;
}

void RegionDirectory::tell(PartyId party, std::uint64_t key,
                           const std::vector<RosterEntry>& roster) {
  std::vector<std::byte> packet(sizeof(NakHeader));
  put(packet.data(), NakHeader{.type = region_roster, .number = digest_of(roster), .other = key});
  encode(roster, packet);
  (void)below_->send(direct_to(party), packet);  // a loss shows itself in the next hello
}

void RegionDirectory::tick(std::int64_t now) {
  if (now < deadline_ns_) return;
  std::int64_t next = base::no_deadline;
  std::vector<PartyId> silent;
  for (const auto& [party, state] : parties_) {
    if (now - state.heard_ns > timeout_ns_) {
      silent.push_back(party);
    } else {
      next = std::min(next, state.heard_ns + timeout_ns_ + 1);
    }
  }
  for (const PartyId party : silent) drop(party, now);
  if (!changed_.empty() && now >= tell_at_ns_) {
    for (const std::uint64_t key : changed_) {
      const auto region = regions_.find(key);
      if (region == regions_.end()) continue;
      for (const auto& [party, endpoint] : region->second) {
        tell(party, key, ring_of(key, party));
      }
    }
    changed_.clear();
  }
  deadline_ns_ = changed_.empty() ? next : std::min(next, tell_at_ns_);
}

}  // namespace orrery::transport
