#include "nak_sender.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "chain/framing.hpp"

namespace orrery::transport {
namespace {

// While receivers hold a sender up it asks them this often, at the least.
constexpr std::int64_t blocked_heartbeat_ns = 20'000'000;
constexpr std::size_t first_sent_slots = 64;
constexpr std::size_t most_receivers = 4096;  // that name themselves

}  // namespace

NakSender::NakSender(StreamId stream, const NakOptions& options, std::uint32_t epoch, Port& below,
                     RepairCounters& counters)
    : stream_(stream),
      options_(&options),
      epoch_(epoch),
      below_(&below),
      counters_(&counters),
      slots_(first_sent_slots) {}

// Holds everything that is not acknowledged.
void NakSender::make_room() {
  if (next_ - std::min(sent_, acknowledged_) + 1 < slots_.size()) return;
  std::vector<Slot> more(slots_.size() * 2);
  for (std::uint64_t number = oldest(); number < next_; ++number) {
    more[number % more.size()] = std::move(slot(number));
  }
  held_from_ = oldest();
  slots_ = std::move(more);
}

std::span<std::byte> NakSender::reserve(std::size_t bytes) {
  make_room();
  Slot& next = slot(next_);
  if (next.bytes.size() < nak_header_bytes + bytes) next.bytes.resize(nak_header_bytes + bytes);
  return std::span(next.bytes).subspan(nak_header_bytes, bytes);
}

void NakSender::commit(std::size_t bytes, std::uint8_t flags, std::int64_t now) {
  Slot& next = slot(next_);
  if (next.bytes.size() < nak_header_bytes) next.bytes.resize(nak_header_bytes);
  next.used = nak_header_bytes + bytes;
  next.repaired_ns = 0;
  if (next_ == acknowledged_) busy_since_ns_ = now;
  put(next.bytes.data(),
      NakHeader{.type = NakType::data, .flags = flags, .epoch = epoch_, .number = next_});
  ++next_;
  if ((flags & nak_flag_last) != 0) ended_ = true;
  if (receivers_.empty()) acknowledged_ = next_;  // nobody is waited for
  heartbeat_gap_ns_ = options_->heartbeat_ns;
  heartbeat_at_ns_ = now + heartbeat_gap_ns_;
  (void)push(now);
}

bool NakSender::push(std::int64_t now) {
  while (sent_ != next_) {
    // What nobody could acknowledge may have been overwritten before there was room below.
    if (sent_ < oldest()) sent_ = oldest();
    Slot& out = slot(sent_);
    auto header = get<NakHeader>(out.bytes.data());
    header.other = oldest();
    put(out.bytes.data(), header);
    const Io io = below_->send(stream_, std::span(out.bytes).first(out.used));
    if (io == Io::full) return false;
    ++sent_;  // an end is told by the port's own calls
    heartbeat_at_ns_ = now + heartbeat_gap_ns_;
  }
  return true;
}

NakSender::Receiver* NakSender::find(PartyId party) {
  const auto at = std::ranges::find(receivers_, party, &Receiver::party);
  return at == receivers_.end() ? nullptr : &*at;
}

void NakSender::expect(PartyId receiver, std::int64_t now) {
  if (find(receiver) != nullptr) return;
  receivers_.push_back({receiver, next_, now});
  update_acknowledged();
  if (heartbeat_at_ns_ == 0) {
    heartbeat_gap_ns_ = options_->heartbeat_ns;
    heartbeat_at_ns_ = now + heartbeat_gap_ns_;
  }
}

void NakSender::tell(PartyId party, NakType type, std::uint64_t number) {
  std::array<std::byte, nak_header_bytes> packet{};
  put(packet.data(), NakHeader{.type = type, .epoch = epoch_, .number = number, .other = stream_});
  (void)below_->send(direct_to(party), packet);  // it will ask again
}

bool NakSender::on_ack(PartyId from, const NakHeader& header, std::int64_t now) {
  if (header.epoch != epoch_ || header.number > next_) return true;  // no packet has it
  ++counters_->acks_received;
  const bool joins = (header.flags & nak_flag_join) != 0;
  const bool idle = acknowledged_ == next_;
  Receiver* receiver = find(from);
  if (receiver == nullptr) {
    if (std::ranges::find(left_, from) != left_.end()) return true;
    if (receivers_.size() >= most_receivers) return false;
    if (!joins && header.number < oldest()) {
      tell(from, NakType::gone, oldest());
      return true;
    }
    receivers_.push_back({from, std::max(header.number, oldest()), now});
    receiver = &receivers_.back();
  }
  if (joins) {
    tell(from, NakType::welcome, receiver->read);
  } else {
    receiver->read = std::max(receiver->read, header.number);
  }
  receiver->heard_ns = now;
  update_acknowledged();
  if (idle && acknowledged_ != next_) busy_since_ns_ = now;
  return true;
}

void NakSender::on_region_ack(std::span<const PartyId> readers, const NakHeader& header,
                              std::int64_t now) {
  if (header.epoch != epoch_ || header.number > next_) return;
  ++counters_->acks_received;
  for (const PartyId reader : readers) {
    Receiver* known = find(reader);
    if (known == nullptr) continue;  // it has left, or has not yet asked to be known
    known->read = std::max(known->read, header.number);
    known->heard_ns = now;
  }
  update_acknowledged();
}

void NakSender::update_acknowledged() {
  std::uint64_t least = next_;
  for (const Receiver& receiver : receivers_) least = std::min(least, receiver.read);
  acknowledged_ = least;
}

void NakSender::on_nak(PartyId from, std::span<const std::byte> ranges, std::int64_t now) {
  ++counters_->naks_received;
  if (Receiver* receiver = find(from)) receiver->heard_ns = now;
  bool gone = false;
  for (; ranges.size() >= sizeof(NakRange); ranges = ranges.subspan(sizeof(NakRange))) {
    const auto range = get<NakRange>(ranges.data());
    if (range.first >= sent_ || range.count > slots_.size()) continue;
    const std::uint64_t end = std::min(range.first + range.count, sent_);
    if (range.first < oldest()) gone = true;
    for (std::uint64_t number = std::max(range.first, oldest()); number < end; ++number) {
      Slot& held = slot(number);
      // Others who miss it have asked too, or this one asks again while it is under way.
      if (held.repaired_ns != 0 && now - held.repaired_ns < options_->nak_retry_ns / 2) {
        ++counters_->repairs_suppressed;
        continue;
      }
      auto header = get<NakHeader>(held.bytes.data());
      header.flags |= nak_flag_repair;
      header.other = oldest();
      put(held.bytes.data(), header);
      if (below_->send(stream_, std::span(held.bytes).first(held.used)) != Io::ok) return;
      held.repaired_ns = now;
      ++counters_->repairs_sent;
    }
  }
  if (gone) tell(from, NakType::gone, oldest());
}

void NakSender::on_leave(PartyId from) {
  if (std::erase_if(receivers_, [&](const Receiver& each) { return each.party == from; }) > 0 &&
      ended_) {
    left_.push_back(from);
  }
  update_acknowledged();
}

void NakSender::evict(PartyId receiver) {
  counters_->evicted +=
      std::erase_if(receivers_, [&](const Receiver& each) { return each.party == receiver; });
  update_acknowledged();
}

void NakSender::heartbeat(std::int64_t now) {
  std::array<std::byte, nak_header_bytes> packet{};
  put(packet.data(),
      NakHeader{.type = NakType::heartbeat, .epoch = epoch_, .number = sent_, .other = oldest()});
  (void)below_->send(stream_, packet);
  ++counters_->heartbeats_sent;
  const std::int64_t longest = acknowledged_ == next_
                                   ? options_->keepalive_ns
                                   : std::min(blocked_heartbeat_ns, options_->keepalive_ns);
  heartbeat_gap_ns_ = std::min(std::max<std::int64_t>(heartbeat_gap_ns_, 1) * 2, longest);
  heartbeat_at_ns_ = now + heartbeat_gap_ns_;
}

void NakSender::tick(std::int64_t now, std::vector<PartyId>& evicted) {
  if (heartbeat_at_ns_ ==
      0) {  // just opened: receivers learn of the stream before its first message
    heartbeat_gap_ns_ = options_->heartbeat_ns;
    heartbeat(now);
    return;
  }
  if (now < heartbeat_at_ns_) return;
  heartbeat(now);
  if (acknowledged_ == next_) return;
  const auto dead = [&](const Receiver& receiver) {
    return receiver.read < next_ &&
           now - std::max(receiver.heard_ns, busy_since_ns_) > options_->eviction_ns;
  };
  for (const Receiver& receiver : receivers_) {
    if (!dead(receiver)) continue;
    evicted.push_back(receiver.party);
    ++counters_->evicted;
  }
  std::erase_if(receivers_, dead);
  update_acknowledged();
}

std::int64_t NakSender::next_deadline_ns() const { return heartbeat_at_ns_; }

}  // namespace orrery::transport
