#include "orrery/pdes/channel_exchange.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "orrery/base/clock.hpp"

namespace orrery::pdes {

namespace {

using base::Error;
using base::ErrorCode;
using transport::Io;

static_assert(std::endian::native == std::endian::little, "messages are little-endian");

struct Header {
  std::uint64_t window = 0;
  std::uint32_t flags = 0;
  std::uint32_t events = 0;
  double least = 0;
};
static_assert(sizeof(Header) == 24);

constexpr std::uint32_t last = 1;
constexpr std::uint32_t objected = 2;
constexpr std::int64_t look_up_ns = 50'000'000;

}  // namespace

base::Result<std::unique_ptr<ChannelExchange>> ChannelExchange::create(NodeLinks links) {
  const std::size_t nodes = links.channels.size();
  if (nodes < 2 || links.node >= nodes) {
    return Error{ErrorCode::invalid_argument, "node " + std::to_string(links.node) + " of " +
                                                  std::to_string(nodes) +
                                                  ": engine distributed needs at least two nodes"};
  }
  std::unique_ptr<ChannelExchange> made(new ChannelExchange(std::move(links)));
  auto set = transport::WaitSet::create(made->links_.bell, made->links_.wait);
  if (!set) return set.error();
  made->set_ = std::move(*set);
  for (std::size_t node = 0; node < nodes; ++node) {
    if (node == made->links_.node) continue;
    transport::Channel* const channel = made->links_.channels[node];
    if (channel == nullptr) {
      return Error{ErrorCode::invalid_argument, "no channel to node " + std::to_string(node)};
    }
    if (auto status = made->set_->add(*channel, node); !status) return status.error();
    made->peers_.emplace_back();
    made->peers_.back().channel = channel;
    made->peers_.back().node = node;
  }
  if (made->links_.stopped) {
    made->set_->set_check([stopped = made->links_.stopped] { return !stopped(); });
  }
  return made;
}

base::Error ChannelExchange::lost(const Peer& peer, const char* doing) const {
  const std::string why = peer.channel->why();
  return {ErrorCode::peer_lost, "node " + std::to_string(peer.node) + " was lost while " + doing +
                                    " window " + std::to_string(window_) +
                                    (why.empty() ? "" : ": " + why)};
}

base::Result<WindowExchange::Word> ChannelExchange::exchange(const Word& own,
                                                             const std::vector<Pieces>& outgoing,
                                                             std::size_t event_bytes,
                                                             const Receive& receive_events) {
  ++window_;
  ++counters_.windows;
  for (Peer& peer : peers_) {
    peer.piece = peer.offset = 0;
    peer.sent = peer.flushed = peer.received = false;
  }
  Word all = own;
  for (;;) {
    bool complete = true;
    moved_ = false;
    for (Peer& peer : peers_) {
      if (!peer.flushed) {
        if (auto status = send(peer, own, outgoing[peer.node], event_bytes); !status) {
          return status.error();
        }
      }
      if (!peer.received) {
        if (auto status = receive(peer, all, event_bytes, receive_events); !status) {
          return status.error();
        }
      }
      complete = complete && peer.flushed && peer.received;
    }
    if (complete) return all;
    if (auto status = wait(); !status) return status.error();
  }
}

// Sends as much as the channel takes now.
base::Status ChannelExchange::send(Peer& peer, const Word& own, const Pieces& pieces,
                                   std::size_t event_bytes) {
  const std::size_t greatest = peer.channel->options().max_message_bytes;
  if (greatest < sizeof(Header) + event_bytes) {
    return Error{ErrorCode::too_big, "an event has " + std::to_string(event_bytes) +
                                         " bytes, a message of the channel at most " +
                                         std::to_string(greatest) + ": use a smaller payload"};
  }
  const std::size_t most = (greatest - sizeof(Header)) / event_bytes * event_bytes;
  // Moves to the next piece that has bytes left, or to the end. A piece may be empty.
  const auto pass_finished = [&peer, &pieces] {
    while (peer.piece < pieces.size() && peer.offset == pieces[peer.piece].size()) {
      ++peer.piece;
      peer.offset = 0;
    }
  };
  while (!peer.sent) {
    pass_finished();
    std::size_t waiting = 0;
    for (std::size_t i = peer.piece; i < pieces.size() && waiting < most; ++i) {
      waiting += pieces[i].size() - (i == peer.piece ? peer.offset : 0);
    }
    const std::size_t bytes = std::min(waiting, most);
    const transport::Reserved room = peer.channel->reserve(sizeof(Header) + bytes);
    if (room.io == Io::full) break;
    if (room.io != Io::ok) return lost(peer, "sending");
    std::byte* to = room.bytes.data() + sizeof(Header);
    for (std::size_t rest = bytes; rest > 0;) {
      const auto& piece = pieces[peer.piece];
      const std::size_t part = std::min(rest, piece.size() - peer.offset);
      std::memcpy(to, piece.data() + peer.offset, part);
      to += part;
      rest -= part;
      peer.offset += part;
      pass_finished();
    }
    peer.sent = peer.piece == pieces.size();
    const Header header{window_, (peer.sent ? last : 0U) | (own.objected ? objected : 0U),
                        static_cast<std::uint32_t>(bytes / event_bytes), own.least};
    std::memcpy(room.bytes.data(), &header, sizeof header);
    peer.channel->commit(sizeof(Header) + bytes);
    moved_ = true;
    ++counters_.messages_sent;
    counters_.bytes_sent += sizeof(Header) + bytes;
    counters_.events_sent += header.events;
  }
  const Io flushed = peer.channel->flush();
  if (flushed != Io::ok && flushed != Io::full) return lost(peer, "sending");
  peer.flushed = peer.sent && flushed == Io::ok;
  const bool wants_room = !peer.flushed;
  if (wants_room != peer.wants_room) set_->want_writable(*peer.channel, wants_room);
  peer.wants_room = wants_room;
  return {};
}

// Receives the messages of this window that have arrived.
base::Status ChannelExchange::receive(Peer& peer, Word& all, std::size_t event_bytes,
                                      const Receive& receive_events) {
  while (!peer.received) {
    const transport::Peeked message = peer.channel->peek();
    if (message.io == Io::empty) break;
    if (message.io != Io::ok) return lost(peer, "waiting for its");
    Header header;
    const bool sound =
        message.bytes.size() >= sizeof header &&
        (std::memcpy(&header, message.bytes.data(), sizeof header), header.window == window_) &&
        message.bytes.size() - sizeof header == header.events * event_bytes;
    if (!sound) {
      return Error{ErrorCode::internal,
                   "node " + std::to_string(peer.node) + " sent what is no message of window " +
                       std::to_string(window_) + ": all nodes must run the same version"};
    }
    receive_events(message.bytes.subspan(sizeof header));
    peer.channel->release();
    moved_ = true;
    counters_.events_received += header.events;
    all.least = std::min(all.least, header.least);
    all.objected = all.objected || (header.flags & objected) != 0;
    peer.received = (header.flags & last) != 0;
  }
  return {};
}

base::Status ChannelExchange::wait() {
  if (moved_) return {};
  const std::int64_t before = base::now_ns();
  // A peer that is a window ahead keeps its channel readable. Then set_->wait() returns at once and never looks for lost
  // peers.
  if (before - looked_ >= look_up_ns) {
    looked_ = before;
    for (const Peer& peer : peers_) {
      if (!peer.received && !peer.channel->alive() && !peer.channel->readable()) {
        return lost(peer, "waiting for its");
      }
    }
    if (links_.stopped && links_.stopped()) {
      return Error{ErrorCode::cancelled, "the run was stopped before its end time"};
    }
  }
  const auto waited = set_->wait();
  counters_.wait_ns += base::now_ns() - before;
  if (waited.outcome == base::WaitOutcome::cancelled) {
    return Error{ErrorCode::cancelled, "the run was stopped before its end time"};
  }
  return {};
}

}  // namespace orrery::pdes
