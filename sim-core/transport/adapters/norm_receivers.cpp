// Who hears a stream, and how far they have read.
#include <algorithm>
#include <cstring>
#include <ranges>

#include "norm_port.hpp"

namespace orrery::transport {
namespace {

constexpr std::int64_t announce_ns = 100'000'000;
constexpr std::int64_t review_ns = 10'000'000;

}  // namespace

base::Status NormPort::expect(StreamId stream, std::span<const PartyId> receivers) {
  const auto found = outgoing_.find(stream);
  if (found == outgoing_.end()) {
    return base::Error{base::ErrorCode::invalid_argument,
                       "stream " + std::to_string(stream) + " is not open"};
  }
  Outgoing& to = found->second;
  for (const PartyId party : receivers) {
    evicted_.erase(party);
    if (to.expected.insert(party).second) to.read.try_emplace(party, to.sent);
  }
  to.expected_since_ns = base::now_ns();
  return {};
}

void NormPort::tell(const NormNotice& notice) {
  const NormHead head{sizeof notice, key_, ++notices_told_};
  const std::size_t at = notices_.size();
  notices_.resize(at + sizeof head + sizeof notice);
  std::memcpy(notices_.data() + at, &head, sizeof head);
  std::memcpy(notices_.data() + at + sizeof head, &notice, sizeof notice);
}

void NormPort::tell_begins(StreamId stream, PartyId party, const Known& known) {
  tell({.kind = NormNotice::Kind::begins,
        .stream = stream,
        .read = known.begins,
        .party = party,
        .coming = known.coming});
}

void NormPort::send_notices() {
  if (notices_.empty()) return;
  (void)ground_.write(notices_out_, notices_, true);
  notices_.clear();
}

// All that others are to know of this party, again: who has come since hears it.
void NormPort::announce() {
  announce_at_ns_ = base::now_ns() + std::min(announce_ns, options_.eviction_ns / 5);
  for (auto& [id, stream] : incoming_) {
    if (id == notices_stream) continue;
    tell({.kind = NormNotice::Kind::joined, .stream = id, .coming = stream.coming});
    for (auto& [party, source] : stream.from) source->told = source->read - 1;
  }
  for (const auto& [id, stream] : outgoing_) {
    for (const auto& [party, known] : stream.known) {
      if (!known.has_begun) tell_begins(id, party, known);
    }
  }
  tell_credits();
}

void NormPort::tell_credits() {
  for (auto& [id, stream] : incoming_) {
    for (auto& [party, source] : stream.from) {
      if (id == notices_stream || !source->has_begun || source->told == source->read) continue;
      source->told = source->read;
      tell({.kind = NormNotice::Kind::read, .stream = id, .read = source->read, .party = party});
      ++repairs_.acks_sent;
    }
  }
  owed_ = 0;
  send_notices();
}

void NormPort::read_notices(Source& source) {
  for (; show(source); source.reader.pop()) {
    NormNotice notice;
    if (source.reader.message().size() != sizeof notice) {
      ++counters_.malformed;
      continue;
    }
    std::memcpy(&notice, source.reader.message().data(), sizeof notice);
    on_notice(source.party, notice);
  }
  send_notices();
}

// NORM begins to hear a sender with data that is sent for the first time, not with flushes or repairs: whoever lost the first
// packet of a stream that is idle since would never ask for it. This one is a head alone; no message has its number. It takes
// nothing of a window: there are segments for such.
void NormPort::rouse(Outgoing& stream) {
  if (stream.sent - unread(stream) >= stream.roused_at) stream.roused = 0;
  if (stream.roused == rousing_segments) return;
  ++stream.roused;
  stream.roused_at = stream.sent;
  const std::uint64_t of_messages = segments_now(stream);
  const NormHead head{0, key_, 0};
  const auto bytes = std::as_bytes(std::span(&head, 1));
  stream.staged.insert(stream.staged.end(), bytes.begin(), bytes.end());
  stream.open_bytes += bytes.size();
  end_segment(stream);
  stream.segments = of_messages;
  if (!std::exchange(stream.dirty, true)) dirty_.push_back(&stream);
}

// All that is sent from now on is kept for it.
void NormPort::on_joined(PartyId from, const NormNotice& notice, Outgoing& stream) {
  const auto [at, is_new] = stream.known.try_emplace(from);
  if (!is_new && at->second.coming == notice.coming) {
    // It says so again and again.
    if (!at->second.has_begun && stream.sent > at->second.begins) rouse(stream);
    return;
  }
  at->second = {.coming = notice.coming, .begins = stream.sent};
  stream.read.insert_or_assign(from, stream.sent);
  tell_begins(notice.stream, from, at->second);
}

void NormPort::on_begins(PartyId from, const NormNotice& notice) {
  const auto stream = incoming_.find(notice.stream);
  if (notice.party != options_.self || stream == incoming_.end()) return;
  if (notice.coming != stream->second.coming) return;  // of an earlier time
  if (stream->second.begins.size() >= most_norm_parties) {
    ++counters_.dropped;
    return;
  }
  if (!stream->second.begins.emplace(from, notice.read).second) return;
  const auto source = stream->second.from.find(from);
  if (source == stream->second.from.end()) return;
  begin_at(*source->second, notice.read);
  if (!std::exchange(source->second->ready, true)) ready_.push_back(source->second.get());
}

void NormPort::begin_at(Source& source, std::uint64_t number) {
  source.has_begun = true;
  source.read = number;
  source.told = number - 1;
}

void NormPort::forget_receiver(PartyId party) {
  for (auto& [id, stream] : outgoing_) {
    stream.expected.erase(party);
    stream.known.erase(party);
    stream.read.erase(party);
  }
  peers_.erase(party);
}

void NormPort::evict(PartyId party) {
  for (const auto& [id, stream] : outgoing_)
    repairs_.evicted += stream.read.contains(party) ? 1 : 0;
  evicted_.insert(party);
  forget_receiver(party);
}

void NormPort::on_notice(PartyId from, const NormNotice& notice) {
  if (notice.kind == NormNotice::Kind::goodbye) return forget_receiver(from);
  // Of one that has ended only where its own streams begin is of use.
  if (evicted_.contains(from) && notice.kind != NormNotice::Kind::begins) return;
  if (peers_.size() >= most_norm_parties && !peers_.contains(from)) {
    ++counters_.dropped;
    return;
  }
  Peer& peer = peers_[from];
  peer.heard_ns = base::now_ns();
  const auto found = outgoing_.find(notice.stream);
  Outgoing* const stream = found == outgoing_.end() ? nullptr : &found->second;
  switch (notice.kind) {
    case NormNotice::Kind::joined:
      if (peer.joined.size() >= most_norm_streams && !peer.joined.contains(notice.stream)) {
        ++counters_.dropped;
        break;
      }
      peer.joined[notice.stream] = notice.coming;
      if (stream != nullptr) on_joined(from, notice, *stream);
      break;
    case NormNotice::Kind::begins:
      on_begins(from, notice);
      break;
    case NormNotice::Kind::left:
      peer.joined.erase(notice.stream);
      if (stream != nullptr) {
        stream->known.erase(from);
        stream->expected.erase(from);
        stream->read.erase(from);
      }
      break;
    case NormNotice::Kind::read:
      if (notice.party != options_.self) break;
      ++repairs_.acks_received;
      if (stream == nullptr || notice.read > stream->sent) break;
      if (const auto read = stream->read.find(from); read != stream->read.end()) {
        read->second = std::max(read->second, notice.read);
        if (const auto known = stream->known.find(from); known != stream->known.end()) {
          known->second.has_begun |= notice.read >= known->second.begins;
        }
      }
      break;
    default:
      ++counters_.malformed;
  }
}

// Whoever was expected and has gone silent, or has not come, is lost.
void NormPort::review(std::int64_t now) {
  review_at_ns_ = now + review_ns;
  look_again();
  std::erase_if(peers_, [&](const auto& each) {
    if (now - each.second.heard_ns <= options_.eviction_ns) return false;
    for (auto& [id, stream] : outgoing_) {
      if (stream.read.contains(each.first)) give_up(id, stream, each.first);
    }
    return true;
  });
  for (auto& [id, stream] : outgoing_) {
    if (now - stream.expected_since_ns <= options_.eviction_ns) continue;
    std::vector<PartyId> absent;
    std::ranges::set_difference(stream.expected, std::views::keys(stream.known),
                                std::back_inserter(absent));
    for (const PartyId party : absent) give_up(id, stream, party);
  }
}

void NormPort::give_up(StreamId id, Outgoing& stream, PartyId party) {
  stream.expected.erase(party);
  stream.known.erase(party);
  stream.read.erase(party);
  ++repairs_.evicted;
  lost_.emplace_back(party, id);
}

std::size_t NormPort::receivers(StreamId stream) const {
  const auto found = outgoing_.find(stream);
  return found == outgoing_.end() ? 0 : found->second.known.size();
}

std::uint64_t NormPort::unacknowledged(StreamId stream) const {
  const auto found = outgoing_.find(stream);
  return found == outgoing_.end() ? 0 : unread(found->second);
}

}  // namespace orrery::transport
