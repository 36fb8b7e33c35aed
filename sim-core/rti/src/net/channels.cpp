#include "net/channels.hpp"

#include <algorithm>
#include <utility>

#include "orrery/transport/chain.hpp"

#include "paths/paths.hpp"

namespace orrery::rti {

using transport::Io;

Channels::Channels(std::vector<std::unique_ptr<transport::Channel>> channels,
                   std::size_t most_unread_bytes, Bundler& bundler)
    : most_unread_bytes_(most_unread_bytes), bundler_(bundler), peers_(channels.size()) {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    peers_[i].channel = std::move(channels[i]);
    peers_[i].ended = peers_[i].channel == nullptr;
  }
}

Status Channels::start(std::shared_ptr<base::Doorbell> bell, base::WaitStrategy strategy) {
  auto set = transport::WaitSet::create(std::move(bell), strategy);
  if (!set) return Error{ErrorCode::RTIinternalError, set.error().message};
  set_ = std::move(*set);
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!peers_[i].channel) continue;
    if (auto added = set_->add(*peers_[i].channel, i); !added) {
      return Error{ErrorCode::RTIinternalError, added.error().message};
    }
  }
  return {};
}

Status Channels::open(std::uint32_t node, std::unique_ptr<transport::Channel> channel) {
  if (auto added = set_->add(*channel, node); !added) {
    return Error{ErrorCode::RTIinternalError, added.error().message};
  }
  peers_[node].channel = std::move(channel);
  peers_[node].ended = false;
  return {};
}

Io Channels::reserve(std::uint32_t target, std::size_t bytes, std::span<std::byte>& room) {
  Peer& peer = peers_[target];
  if (peer.ended) return Io::closed;
  if (!peer.waiting.empty()) send_waiting(peer);
  if (!peer.waiting.empty()) return Io::full;
  transport::Reserved reserved = peer.channel->reserve(bytes);
  if (reserved.io == Io::full) {
    (void)peer.channel->flush();
    // What was held may have been all there was.
    if (bundler_.held_bytes() > 0) reserved = peer.channel->reserve(bytes);
  }
  // By its parts: to read both at once, as just written, a processor waits for all writes before them, those of the last
  // message into the channel too.
  room = {reserved.bytes.data(), reserved.bytes.size()};
  return reserved.io;
}

void Channels::send_with_data(std::uint32_t target, Bytes message) {
  std::span<std::byte> room;
  const Io io = reserve(target, message.size(), room);
  if (io == Io::ok) {
    std::copy(message.begin(), message.end(), room.begin());
    commit(target, message.size());
  } else if (io == Io::full) {
    std::ranges::copy(message, wait_for_room(peers_[target], message.size()).data());
  } else if (io == Io::too_big) {
    send_parts(target, MessageKind::data_part, 0, message);
  }
}

void Channels::send_parts(std::uint32_t target, MessageKind kind, std::uint64_t stamp,
                          Bytes content) {
  if (peers_[target].ended) return;
  bundler_.must_leave();
  const std::size_t most =
      peers_[target].channel->options().max_message_bytes - sizeof(MessageHead);
  do {
    const Bytes part = content.first(std::min(most, content.size()));
    content = content.subspan(part.size());
    const MessageHead head{.kind = kind, .detail = std::uint8_t{content.empty()}, .stamp = stamp};
    const auto write = [&](std::byte* at) {
      std::memcpy(at, &head, sizeof head);
      if (!part.empty()) std::memcpy(at + sizeof head, part.data(), part.size());
    };
    std::span<std::byte> room;
    const Io io = reserve(target, sizeof head + part.size(), room);
    if (io == Io::ok) {
      write(room.data());
      commit(target, sizeof head + part.size());
    } else if (io == Io::full) {
      write(wait_for_room(peers_[target], sizeof head + part.size()).data());
    }
  } while (!content.empty());
}

std::vector<std::byte>& Channels::wait_for_room(Peer& peer, std::size_t bytes) {
  bundler_.written();
  peer.waiting_bytes += bytes;
  too_full_ |= peer.waiting_bytes > most_unread_bytes_;
  return peer.waiting.emplace_back(bytes);
}

void Channels::send_waiting(Peer& peer) {
  while (!peer.waiting.empty()) {
    const Io io = peer.channel->send(peer.waiting.front());
    if (io == Io::full) break;
    peer.dirty = true;
    bundler_.written();
    if (io != Io::ok) {
      peer.waiting.clear();
      peer.waiting_bytes = 0;
      break;
    }
    peer.waiting_bytes -= peer.waiting.front().size();
    peer.waiting.pop_front();
  }
}

bool Channels::flush() {
  bool waits = false;
  for (Peer& peer : peers_) {
    if (!peer.waiting.empty() && !peer.ended) send_waiting(peer);
    waits |= !peer.waiting.empty();
    if (!std::exchange(peer.dirty, false) || peer.ended) continue;
    (void)peer.channel->flush();
  }
  return waits;
}

bool Channels::waits() const {
  return std::ranges::any_of(peers_,
                             [](const Peer& peer) { return !peer.waiting.empty() && !peer.ended; });
}

void Channels::end(std::uint32_t node) {
  Peer& peer = peers_[node];
  peer.ended = true;
  peer.waiting.clear();
  set_->remove(*peer.channel);
}

void Channels::close_dropped() {
  for (Peer& peer : peers_) {
    if (!std::exchange(peer.closing, false)) continue;
    (void)peer.channel->flush();
    peer.channel->abandon();
    peer.abandoned = true;
  }
}

void Channels::pump_dropped() {
  for (const Peer& peer : peers_) {
    if (peer.abandoned) (void)peer.channel->pump();
  }
}

void Channels::forget() {
  for (Peer& peer : peers_) {
    if (!peer.channel) continue;
    if (!peer.ended) set_->remove(*peer.channel);
    peer.ended = true;
    peer.closing = peer.abandoned = false;
    peer.channel->forget();
  }
}

PathCongestion Channels::congestion(std::uint32_t node) const {
  const Peer& peer = peers_[node];
  const transport::ChannelCounters& counted = peer.channel->counters();
  return {.node = node,
          .transport = std::string(transport::to_string(peer.channel->kind())),
          .waiting = peer.waiting.size(),
          .refused = counted.would_block,
          .messages_sent = counted.messages_sent,
          .bytes_sent = counted.bytes_sent,
          .system_calls = counted.system_calls};
}

PathCounters Channels::counters() const {
  PathCounters all;
  for (const Peer& peer : peers_) {
    if (!peer.channel) continue;
    const transport::ChannelCounters& counted = peer.channel->counters();
    all.sent += counted.messages_sent;
    all.received += counted.messages_received;
    all.waiting += peer.waiting.size();
    const transport::Port* lowest = transport::layers_of(*peer.channel);
    while (lowest != nullptr && lowest->below() != nullptr) lowest = lowest->below();
    if (lowest != nullptr) {
      count_packets(lowest->counters(), all);
    } else {
      count_packets({.messages_sent = counted.messages_sent,
                     .bytes_sent = counted.bytes_sent,
                     .messages_received = counted.messages_received,
                     .bytes_received = counted.bytes_received,
                     .system_calls = counted.system_calls},
                    all);
    }
  }
  return all;
}

}  // namespace orrery::rti
