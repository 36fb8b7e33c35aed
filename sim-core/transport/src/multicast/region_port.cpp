#include "region_port.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/base/random.hpp"
#include "orrery/base/wait.hpp"

#include "chain/framing.hpp"

namespace orrery::transport {
namespace {

constexpr std::int64_t first_hello_gap_ns = 5'000'000;
constexpr std::int64_t longest_hello_gap_ns = 1'000'000'000;
constexpr std::size_t most_introductions = 4096;
constexpr std::int64_t least_patience_ns = 5'000'000;
constexpr std::int64_t longest_patience_ns = 100'000'000;

}  // namespace

base::Result<std::unique_ptr<ReliablePort>> make_region_multicast(std::unique_ptr<Port> below,
                                                                  const RegionOptions& options) {
  if (auto checked = check(options.nak, below->max_message_bytes()); !checked) {
    return checked.error();
  }
  const auto invalid = [](const std::string& message) {
    return base::Error{base::ErrorCode::invalid_argument, message};
  };
  if (options.partition_size == 0 || options.partition_size > most_ring_members) {
    return invalid("partition_size is " + std::to_string(options.partition_size) + ": use 1 to " +
                   std::to_string(most_ring_members));
  }
  if (options.most_members < 2 || options.most_members > most_ring_members) {
    return invalid("most_members is " + std::to_string(options.most_members) + ": use 2 to " +
                   std::to_string(most_ring_members));
  }
  if (options.rotation_ns <= 0) {
    return invalid("rotation_ns is " + std::to_string(options.rotation_ns) + ": use more");
  }
  return std::unique_ptr<ReliablePort>(
      std::make_unique<RegionPort>(std::move(below), options, epoch_now(), base::now_ns));
}

RegionPort::RegionPort(std::unique_ptr<Port> below, const RegionOptions& options,
                       std::uint32_t epoch, Clock clock)
    : NakPort(std::move(below), options.nak, epoch, std::move(clock)),
      region_options_(options),
      directory_(*below_, self(), options.nak.peer_timeout_ns, options.most_members),
      ring_(self(), epoch, options.rotation_ns, *this, repairs_),
      wanted_at_ns_(base::no_deadline) {
  update_members(false);
}

base::Status RegionPort::join(StreamId stream, const std::string& endpoint) {
  if (auto joined = NakPort::join(stream, endpoint); !joined) return joined;
  if (interest_.insert(stream).second) set_interest(clock_());
  return {};
}

base::Status RegionPort::leave(StreamId stream) {
  if (interest_.erase(stream) > 0) set_interest(clock_());
  return NakPort::leave(stream);
}

void RegionPort::set_interest(std::int64_t now) {
  key_ = 0;
  for (const StreamId stream : interest_) key_ = base::mix64(key_ ^ stream);
  directory_.set_own_key(key_, now);
  for (auto& [sender, introduction] : introductions_) {
    introduction = {.hello_at_ns = now, .gap_ns = first_hello_gap_ns, .roster = 0, .parties = {}};
  }
  update_members(true);
  deadline_ns_ = 0;
}

void RegionPort::on_closing() {
  interest_.clear();
  set_interest(clock_());
  for (const auto& [sender, introduction] : introductions_) say_hello(sender, introduction);
  introductions_.clear();
}

void RegionPort::tell(PartyId to, NakType type, std::uint32_t epoch, std::uint64_t number) {
  std::array<std::byte, nak_header_bytes> packet{};
  put(packet.data(), NakHeader{.type = type, .epoch = epoch, .number = number, .other = key_});
  (void)below_->send(direct_to(to), packet);  // whoever waits for it asks again
}

void RegionPort::say_hello(PartyId sender, const Introduction& introduction) {
  packet_.resize(nak_header_bytes);
  put(packet_.data(),
      NakHeader{.type = region_hello, .number = introduction.roster, .other = key_});
  const std::string own = endpoint();
  const auto text = std::as_bytes(std::span(own));
  packet_.insert(packet_.end(), text.begin(), text.end());
  (void)below_->send(direct_to(sender), packet_);
}

// What the receivers of the same streams are, in the words of every sender that we hear.
void RegionPort::update_members(bool other_region) {
  std::set<PartyId> members;
  for (const auto& [sender, introduction] : introductions_) {
    if (introduction.parties.empty()) continue;
    std::set<PartyId> more = members;
    more.insert(introduction.parties.begin(), introduction.parties.end());
    // Senders that divide a great region in different ways: the first one's way.
    if (more.size() <= region_options_.most_members) members = std::move(more);
  }
  members.insert(self());
  ring_.set_members({members.begin(), members.end()}, other_region);
  update_peers();
}

void RegionPort::update_peers() {
  const auto members = ring_.members();
  repairs_.regions_led = members.size() > 1 && members.front() == self() ? 1 : 0;
  const auto place = std::ranges::lower_bound(members, self()) - members.begin();
  const std::size_t size = region_options_.partition_size;
  const std::size_t count = std::max<std::size_t>(1, (members.size() + size / 2) / size);
  peers_.partition = {
      .count = static_cast<std::uint32_t>(count),
      .own = static_cast<std::uint32_t>(static_cast<std::size_t>(place) * count / members.size())};
  peers_.patience_ns =
      ring_.alone() ? 0 : std::clamp(4 * ring_.round_ns(), least_patience_ns, longest_patience_ns);
  peers_.retry_ns = std::max(options_.nak_retry_ns, peers_.patience_ns / 2);
}

bool RegionPort::on_roster(PartyId from, const NakHeader& header, std::span<const std::byte> bytes,
                           std::int64_t now) {
  const auto roster = decode_roster(bytes);
  if (!roster) return false;
  const auto at = introductions_.find(from);
  const auto own = std::ranges::find(*roster, self(), &RosterEntry::party);
  if (at == introductions_.end() || header.other != key_ || own == roster->end()) {
    ++counters_.unjoined;  // of the region that we were in before
    return true;
  }
  Introduction& introduction = at->second;
  // Regions change several times in a row, and the next roster may be lost: the next hello asks soon.
  if (introduction.roster != header.number) introduction.gap_ns = first_hello_gap_ns;
  introduction.roster = header.number;
  introduction.hello_at_ns = now + introduction.gap_ns;
  introduction.parties.clear();
  for (const RosterEntry& each : *roster) {
    introduction.parties.push_back(each.party);
    if (each.party == self() || each.endpoint.empty()) continue;
    if (endpoints_.size() >= most_region_peers && !endpoints_.contains(each.party)) {
      ++counters_.dropped;
      continue;
    }
    if (std::string& known = endpoints_[each.party]; known != each.endpoint) {
      if (!below_->open(direct_to(each.party), each.endpoint)) return false;
      known = each.endpoint;
    }
  }
  update_members(false);
  return true;
}

bool RegionPort::on_repair(const NakHeader& header, std::span<const std::byte> message,
                           std::int64_t now) {
  const auto at = receivers_.find(header.other);
  if (at == receivers_.end() || !at->second->takes_part() || at->second->epoch() != header.epoch) {
    ++counters_.unjoined;
    return true;
  }
  ++repairs_.peer_repairs_received;
  NakHeader data = header;
  data.type = NakType::data;
  data.flags |= nak_flag_repair;
  data.other = 0;  // the peer does not know what its sender still holds
  (void)at->second->on_data(data, message, now);
  list(*at->second);
  on_change(*at->second, now);
  return true;
}

bool RegionPort::on_region_ack(PartyId from, const NakHeader& header,
                               std::span<const std::byte> bytes, std::int64_t now) {
  if (bytes.size() % sizeof(PartyId) != 0 || bytes.size() > most_ring_members * sizeof(PartyId) ||
      header.other > ~StreamId{0}) {
    return false;
  }
  const auto at = senders_.find(static_cast<StreamId>(header.other));
  if (at == senders_.end()) {
    ++counters_.unjoined;
    return true;
  }
  std::vector<PartyId> parties(bytes.size() / sizeof(PartyId));
  if (!bytes.empty()) std::memcpy(parties.data(), bytes.data(), bytes.size());
  at->second->on_region_ack(parties, header, now);
  directory_.heard(from, now);
  return true;
}

void RegionPort::on_other(const Arrived& arrived, const NakHeader& header, std::int64_t now) {
  const auto rest = arrived.bytes.subspan(nak_header_bytes);
  bool good = true;
  if (header.type == region_hello) {
    good = rest.size() <= most_endpoint_bytes;
    if (good && !excluded(arrived.from)) {
      std::string where(rest.size(), '\0');
      if (!rest.empty()) std::memcpy(where.data(), rest.data(), rest.size());
      directory_.on_hello(arrived.from, header.other, header.number, where, now);
    }
  } else if (header.type == region_roster) {
    good = on_roster(arrived.from, header, rest, now);
  } else if (header.type == region_repair) {
    good = on_repair(header, rest, now);
  } else if (header.type == region_ack) {
    good = on_region_ack(arrived.from, header, rest, now);
  } else if (header.type == region_token || header.type == region_taken ||
             header.type == region_call) {
    if (header.other != key_ || key_ == 0) {
      ++counters_.unjoined;
    } else if (header.type == region_taken) {
      ring_.on_taken(arrived.from, header.epoch, header.number);
    } else if (header.type == region_call) {
      ring_.on_call(arrived.from, now);
    } else if (auto token = decode_token(header, rest)) {
      ring_.on_token(arrived.from, std::move(*token), now);
      update_peers();
    } else {
      good = false;
    }
  } else {
    good = false;
  }
  if (!good) ++counters_.malformed;
  deadline_ns_ = std::min({deadline_ns_, ring_.next_deadline_ns(), directory_.next_deadline_ns()});
}

void RegionPort::on_change(NakReceiver& receiver, std::int64_t now) {
  if ((receiver.stream() & direct_bit) != 0) return;
  const auto at = introductions_.find(receiver.from());
  if (at == introductions_.end() && introductions_.size() < most_introductions) {
    introductions_.try_emplace(
        receiver.from(),
        Introduction{.hello_at_ns = now, .gap_ns = first_hello_gap_ns, .roster = 0, .parties = {}});
    deadline_ns_ = 0;
  }
  if (peers_.patience_ns == 0) return;
  const std::int64_t wanted = receiver.tell_peers_at_ns();
  if (wanted == base::no_deadline) return;
  if (!receiver.queued) {
    receiver.queued = true;
    queued_.push_back(key(receiver.from(), receiver.stream()));
  }
  wanted_at_ns_ = std::min(wanted_at_ns_, wanted);
  deadline_ns_ = std::min(deadline_ns_, wanted);
}

void RegionPort::on_evicted(PartyId party, std::int64_t now) { directory_.drop(party, now); }

void RegionPort::on_away(std::int64_t now) { ring_.excuse(now); }

std::int64_t RegionPort::tick_others(std::int64_t now) {
  std::int64_t deadline = base::no_deadline;
  for (auto& [sender, introduction] : introductions_) {
    if (now >= introduction.hello_at_ns) {
      say_hello(sender, introduction);
      introduction.hello_at_ns = now + introduction.gap_ns;
      introduction.gap_ns = std::min(2 * introduction.gap_ns, longest_hello_gap_ns);
    }
    deadline = std::min(deadline, introduction.hello_at_ns);
  }
  directory_.tick(now);
  if (now >= wanted_at_ns_) {
    wanted_at_ns_ = base::no_deadline;  // until the token has been here
    ring_.want(now);
  }
  ring_.tick(now);
  update_peers();
  return std::min(
      {deadline, directory_.next_deadline_ns(), wanted_at_ns_, ring_.next_deadline_ns()});
}

}  // namespace orrery::transport
