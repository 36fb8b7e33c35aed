// What happens when the token comes to a member: it serves what it holds, adds what it misses and how
// far it has read. Of what none of the region holds the sender is asked.

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "orrery/base/wait.hpp"

#include "chain/framing.hpp"
#include "nak_send.hpp"
#include "region_port.hpp"

namespace orrery::transport {
namespace {

constexpr std::size_t most_streams = 16;  // in a token
constexpr std::size_t most_numbers_each = 256;

std::size_t numbers_in(const Token& token) {
  std::size_t numbers = 0;
  for (const TokenStream& stream : token.streams) numbers += stream.missing.size();
  return numbers;
}

}  // namespace

void RegionPort::visit(Token& token, std::size_t place, std::int64_t now) {
  // Streams of which this member has something to tell.
  wanted_at_ns_ = base::no_deadline;
  std::erase_if(queued_, [&](std::uint64_t id) {
    const auto at = receivers_.find(id);
    if (at == receivers_.end()) return true;
    NakReceiver& receiver = *at->second;
    if (!receiver.takes_part()) {
      receiver.queued = false;
      return true;
    }
    const bool there = std::ranges::any_of(token.streams, [&](const TokenStream& each) {
      return each.sender == receiver.from() && each.stream == receiver.stream();
    });
    if (!there && token.streams.size() < most_streams) {
      token.streams.push_back({receiver.from(), receiver.stream(), receiver.epoch(), 0, 0, 0, {}});
    }
    return false;
  });
  for (TokenStream& stream : token.streams) visit_stream(token, stream, place, now);
  std::erase_if(queued_, [&](std::uint64_t id) {
    NakReceiver& receiver = *receivers_.find(id)->second;
    const std::int64_t wanted = receiver.tell_peers_at_ns();
    wanted_at_ns_ = std::min(wanted_at_ns_, wanted);
    receiver.queued = wanted != base::no_deadline;
    return !receiver.queued;
  });
}

void RegionPort::visit_stream(Token& token, TokenStream& stream, std::size_t place,
                              std::int64_t now) {
  const RingSet own = ring_bit(place);
  if (stream.sender == self()) {  // here the sender need not be asked
    for (TokenMissing& each : stream.missing) each.visited = token.present();
    ask_sender(stream, token.present());
    return;
  }
  const auto at = receivers_.find(key(stream.sender, stream.stream));
  NakReceiver* receiver =
      at != receivers_.end() && at->second->epoch() == stream.epoch ? at->second.get() : nullptr;
  for (TokenMissing& each : stream.missing) {
    each.visited |= own;
    each.missing &= ~own;
    if (receiver == nullptr) continue;
    if (const NakReceiver::Held held = receiver->held(each.number); held.there) {
      serve(token, stream, each, held);
      each.missing = 0;
    } else if (receiver->misses(each.number, now)) {
      each.missing |= own;
    }
  }
  if (receiver != nullptr && receiver->takes_part()) {
    stream.known = receiver->learn_from_peers(stream.known, now);
    const std::size_t there = numbers_in(token);
    const std::size_t room = most_token_numbers - std::min(there, most_token_numbers);
    receiver->ask_peers(now, std::min(room, most_numbers_each), numbers_);
    for (const std::uint64_t number : numbers_) {
      const auto next = std::ranges::lower_bound(stream.missing, number, {}, &TokenMissing::number);
      if (next == stream.missing.end() || next->number != number) {
        stream.missing.insert(next, {number, own, own});
      }
    }
    stream.read = stream.covered == 0 ? receiver->read() : std::min(stream.read, receiver->read());
    stream.covered |= own;
    receiver->told();
  }
  std::erase_if(stream.missing, [](const TokenMissing& each) { return each.missing == 0; });
  ask_sender(stream, token.present());
}

void RegionPort::serve(const Token& token, const TokenStream& stream, const TokenMissing& missing,
                       const NakReceiver::Held& held) {
  packet_.resize(nak_header_bytes);
  put(packet_.data(), NakHeader{.type = region_repair,
                                .flags = held.last ? nak_flag_last : std::uint8_t{0},
                                .epoch = stream.epoch,
                                .number = missing.number,
                                .other = key(stream.sender, stream.stream)});
  packet_.insert(packet_.end(), held.bytes.begin(), held.bytes.end());
  for (RingSet left = missing.missing & token.present(); left != 0; left &= left - 1) {
    const PartyId to = token.members[static_cast<std::size_t>(std::countr_zero(left))];
    (void)below_->send(direct_to(to), packet_);
    ++repairs_.peer_repairs_sent;
  }
}

// All have seen the question, and none has what is asked for.
void RegionPort::ask_sender(TokenStream& stream, RingSet present) {
  std::array<NakRange, most_ranges> ranges{};
  unsigned count = 0;
  const auto send = [&] {
    if (count == 0) return;
    const auto asked = std::span(ranges).first(std::exchange(count, 0));
    if (stream.sender != self()) {
      ++repairs_.region_naks_sent;
      send_nak(*below_, stream.sender, stream.epoch, stream.stream, asked);
    } else if (const auto at = senders_.find(stream.stream); at != senders_.end()) {
      at->second->on_nak(self(), std::as_bytes(asked), clock_());
    }
  };
  std::erase_if(stream.missing, [&](const TokenMissing& each) {
    if ((each.visited & present) != present) return false;
    if (count > 0 && ranges[count - 1].first + ranges[count - 1].count == each.number) {
      ++ranges[count - 1].count;
    } else {
      if (count == most_ranges) send();
      ranges[count++] = {each.number, 1};
    }
    return true;
  });
  send();
}

void RegionPort::conclude(Token& token, std::int64_t now) {
  for (TokenStream& stream : token.streams) {
    if (stream.covered == 0) continue;
    std::vector<PartyId> parties;
    for (RingSet left = stream.covered; left != 0; left &= left - 1) {
      parties.push_back(token.members[static_cast<std::size_t>(std::countr_zero(left))]);
    }
    const NakHeader header{
        .type = region_ack, .epoch = stream.epoch, .number = stream.read, .other = stream.stream};
    if (stream.sender == self()) {
      const auto at = senders_.find(stream.stream);
      if (at != senders_.end()) at->second->on_region_ack(parties, header, now);
    } else {
      packet_.resize(nak_header_bytes);
      put(packet_.data(), header);
      const auto bytes = std::as_bytes(std::span(parties));
      packet_.insert(packet_.end(), bytes.begin(), bytes.end());
      (void)below_->send(direct_to(stream.sender), packet_);
      ++repairs_.region_acks_sent;
    }
    stream.covered = 0;
  }
  std::erase_if(token.streams, [](const TokenStream& each) { return each.missing.empty(); });
}

void RegionPort::pass(PartyId to, const Token& token) {
  const auto packet = encode(token, key_, max_message_bytes() + nak_header_bytes);
  (void)below_->send(direct_to(to), packet);  // it is passed again if it is not taken
}

void RegionPort::taken(PartyId to, const Token& token) {
  tell(to, region_taken, token.generation, token.hop);
}

void RegionPort::call(PartyId leader) { tell(leader, region_call, 0, 0); }

}  // namespace orrery::transport
